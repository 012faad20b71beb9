"""Games that KataGo plays by its policy, with its evaluation of every position as both label and move.

They are for judging networks: both scorings, with handicap and fair or unfair komi, to the end, including blunders.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Any, Final

import numpy as np

from tengen.engines.katago.installation import Installation
from tengen.engines.katago.katago import KataGo, query
from tengen.game.game_records import described
from tengen.match.openings import seed_of
from tengen.players.process import ProgramError
from tengen.records import TengenError
from training.learning.episodes import Episode, Thought, packed
from training.learning.games import draw_komi, start

PRESETS: Final = ("chinese", "japanese")
_HANDICAPS: Final = 0.2
"""The share of games in which Black has two to nine extra stones, placed by the policy."""
_UNEVEN: Final = 0.5
"""The share of games whose komi is drawn around KataGo's lead; the others have the preset's, or half a point."""
_BLUNDERS: Final = 0.03
_OPENING, _LATER = 1.5, 0.8
"""Temperatures of the policy: in the opening, whose positions are not labelled, and after it."""
_TRUST: Final = 200
"""Visits that represent the whole policy."""


@dataclass(frozen=True)
class LabelPlan:
    """The games to play: a board named twice is drawn twice as often; ``at_once`` run side by side."""

    boards: tuple[str, ...]
    at_once: int = 64
    seed: int = 0


class _LabelGame:
    """A game in progress; White passes between handicap stones."""

    def __init__(self, plan: LabelPlan, number: int) -> None:
        self.number, self._plan = number, plan
        self._chance = random.Random(seed_of(plan.seed, f"labels {number}"))
        self._preset, self._board = self._chance.choice(PRESETS), self._chance.choice(plan.boards)
        game = start(self._preset, self._board)
        self._n, board = len(game.board), game.board
        self._points = [point for row in board.rows for point in row]  # in KataGo's order
        self._labels = [*board.labels, "pass"]
        stones = self._chance.randint(2, 9) if self._chance.random() < _HANDICAPS else 0
        self._handicap = max(0, 2 * stones - 1)  # actions, passes included
        self._opening = self._handicap + int(self._chance.expovariate(1 / (1 + self._n / 40)))
        self._komi = 0.5 if stones else game.rules.komi
        self._is_open = self._chance.random() < _UNEVEN
        self._fields = query(game)
        self.actions: list[int] = []
        self._thoughts: list[Thought | None] = []

    @property
    def is_over(self) -> bool:
        passes = self.actions[self._handicap :][-2:] == [2 * self._n] * 2
        return passes or len(self.actions) >= 2 * self._n + self._handicap

    @property
    def question(self) -> dict[str, Any]:
        """The position as a query for KataGo."""
        said = [("BW"[turn % 2], self._labels[min(action, self._n)]) for turn, action in enumerate(self.actions)]
        return self._fields | {
            "komi": self._komi,
            "initialStones": [stone for stone in said[: self._handicap] if stone[1] != "pass"],
            "initialPlayer": "W" if 0 < self._handicap <= len(said) else "B",
            "moves": said[self._handicap :],
            "maxVisits": 1,
            "includePolicy": True,
            "includeOwnership": True,
            "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
        }

    def hear(self, answer: Mapping[str, Any]) -> None:
        """Take KataGo's evaluation as the position's label, and play; before the first label, a komi may be drawn."""
        root, policy, owners = answer["rootInfo"], np.empty(self._n + 1), np.empty(self._n)
        policy[[*self._points, self._n]] = answer["policy"]
        owners[self._points] = answer["ownership"]
        turn, thought = len(self.actions), None
        if turn >= self._opening:
            if self._is_open:
                fair = float(root["scoreLead"]) + self._komi
                self._is_open, self._komi = False, draw_komi(int(4 * self._n**0.5), fair, self._chance)
                return
            win_rate = float(root["winrate"]) if turn % 2 == 0 else 1 - float(root["winrate"])
            shares = {action if action < self._n else 2 * self._n: round(_TRUST * share)
                      for action, share in enumerate(policy.tolist()) if share > 0.5 / _TRUST}  # fmt: skip
            thought = Thought(round(win_rate, 4), round(float(root["scoreLead"]), 2), shares, packed(owners))
        self._push(self._drawn(policy), thought)

    def _drawn(self, policy: Any) -> int:
        """Return an action drawn by the policy, or sometimes any legal move."""
        heat = _OPENING if len(self.actions) < self._opening else _LATER
        blunders = self._chance.random() < _BLUNDERS
        weights = (policy >= 0) * 1.0 if blunders else np.maximum(policy, 0) ** (1 / heat)
        if (blunders or len(self.actions) < self._handicap) and weights[:-1].any():
            weights[-1] = 0
        [action] = self._chance.choices(range(self._n + 1), weights)
        return action if action < self._n else 2 * self._n

    def _push(self, action: int, thought: Thought | None) -> None:
        self.actions.append(action)
        self._thoughts.append(thought)
        if len(self.actions) < self._handicap:
            self.actions.append(2 * self._n)
            self._thoughts.append(None)

    def episode(self, by: str) -> Episode | None:
        """Return the game so far, not scored; None without a label."""
        if not any(self._thoughts):
            return None
        preset, axes = described(start(self._preset, self._board, self._komi).variant)
        return Episode(
            number=self.number, game=preset, axes=axes, board=self._board, actions=tuple(self.actions),
            paces=tuple("full" if thought else "random" for thought in self._thoughts),
            thoughts=tuple(self._thoughts), ended="cut", winner=None, margin=None, owners=(0,) * self._n,
            seed=self._plan.seed, level=f"{by}:1",
        )  # fmt: skip


def labeller(installation: Installation, at_once: int) -> KataGo:
    """Return a KataGo that evaluates ``at_once`` positions together, one visit each."""
    own = {"numAnalysisThreads": str(at_once), "numSearchThreadsPerAnalysisThread": "1", "nnMaxBatchSize": str(at_once)}
    return KataGo(replace(installation, settings={**own, **installation.settings}))


def label_games(engine: KataGo, plan: LabelPlan, first: int, enough: Callable[[], bool]) -> Iterator[Episode]:
    """Yield games as they end, numbered from ``first`` on; with ``enough``, finally those still in progress.

    Raises:
        TengenError: the engine does not support a board. ProgramError: its program failed.
    """
    for preset in PRESETS:
        for board in plan.boards:
            if why := engine.why_not(start(preset, board)):
                raise TengenError(f"{engine.name} {why}")
    numbers = count(first)
    playing = deque(_LabelGame(plan, number) for number in islice(numbers, plan.at_once))
    asked = deque((game, engine.ask(game.question)) for game in playing)
    while asked:
        game, talk = asked.popleft()
        try:
            with talk:
                game.hear(next(answer for answer in iter(talk.next, None) if "warning" not in answer))
        except (KeyError, TypeError, ValueError) as error:
            raise ProgramError("garbage", f"{engine.name} gave no policy or owners: {error!r}") from None
        ends = enough()
        if (game.is_over or ends) and (episode := game.episode(engine.name)):
            yield episode
        if not ends:
            game = _LabelGame(plan, next(numbers)) if game.is_over else game
            asked.append((game, engine.ask(game.question)))
