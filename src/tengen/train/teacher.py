"""Episodes of the engine of playouts against itself, from which a network learns before it can play itself."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..game import Game
from ..kernel.layout import PASS, PLACE, RETURN
from ..match.openings import seed_of
from ..players import MCTS, Budget
from ..players.actions import move_of
from ..records import Move, Pass
from ..search import Search
from .curriculum import Kind, Kinds, draw_kind, draw_komi
from .episodes import Episode, Pace, Thought
from .sheet import Origin, Sheet, area_owners, draw_opening, random_move, replayed

LEVELS: Final = (80, 800)
"""The fewest and the most simulations of a full search; drawn evenly by their logarithm, one for both sides."""
_FULL: Final = 0.5
"""The share of moves that a full search finds; the others are quick, as in KataGo's playout cap randomization."""
_QUICK: Final = 5
"""How many times fewer simulations a quick search has, and at least `_FEWEST`."""
_FEWEST: Final = 30
_BLUNDERED: Final = 0.25
"""The share of games in which one move or two are drawn at random, after which play is good again."""
_DECIDED: Final = 0.03
"""A side with smaller chances than this has lost: full searches become rare."""
_SURE: Final = 0.9
"""How surely every point has to be somebody's, whoever moves, before a side passes because nothing is left."""


class Plan(NamedTuple):
    """An episode to be played: all that makes it another one than the others."""

    number: int
    kinds: Kinds
    seed: int

    def __str__(self) -> str:
        return f"game {self.number}"


def play_episode(plan: Plan) -> Episode:
    """Play a game of the curriculum: the same for the same plan."""
    chance = random.Random(seed_of(plan.seed, f"episode {plan.number}"))
    kind = draw_kind(plan.kinds, chance)
    level = round(math.exp(chance.uniform(*map(math.log, LEVELS))))
    player = MCTS(budget=Budget(simulations=level), seed=chance.getrandbits(32), resigns=False, megabytes=8)
    game = _opened(kind, player, chance)
    course = _Course(game, player, chance, level)
    course.play()
    return course.sheet.episode(Origin(plan.number, plan.seed, f"mcts:{level}"))


# -- openings ----------------------------------------------------------------------------------------------------------


def _opened(kind: Kind, player: MCTS, chance: random.Random) -> Game:
    """Return a game with its random opening, at a komi for which that may be fair."""
    game = kind.start(0.0 if kind.has_komi else None)
    while not draw_opening(game, chance):
        game = kind.start(0.0 if kind.has_komi else None)
    if not kind.has_komi:
        return game
    lead, _ = player.search(game, Budget(simulations=LEVELS[0])).totals()
    return replayed(game, kind.start(draw_komi(kind, lead, chance)))


# -- the game ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _View:
    """What a search found: the thought, the visits by action, and who surely owns each point (0: nobody surely)."""

    thought: Thought
    owners: NDArray[np.int8]


class _Course:
    """A game in progress, and who plays it."""

    def __init__(self, game: Game, player: MCTS, chance: random.Random, level: int) -> None:
        self.game, self.player, self.chance, self.level = game, player, chance, level
        self.sheet = Sheet(game)
        self._n = len(game.board)
        self._before: _View | None = None
        self._blunders = self._drawn_blunders(len(game.moves))

    def _drawn_blunders(self, opened: int) -> frozenset[int]:
        if self.chance.random() >= _BLUNDERED:
            return frozenset()
        return frozenset(opened + self.chance.randrange(self._n) for _ in range(self.chance.choice((1, 1, 2))))

    def play(self) -> None:
        """Play on until the game ends, or is cut."""
        while not self.sheet.is_over():
            if len(self.game.moves) in self._blunders:
                self.sheet.push(random_move(self.game, self.chance), "random")
                self._before = None
            else:
                self._think()

    def _think(self) -> None:
        """Search and move."""
        pace = self._pace()
        simulations = self.level if pace == "full" else max(_FEWEST, self.level // _QUICK)
        search = self.player.search(self.game, Budget(simulations=simulations))
        search.run_afresh(_FEWEST)
        view = _viewed(self.game, search)
        passes = self._is_settled(view)
        self._before = view
        visits = {2 * self._n: sum(view.thought.visits.values())} if passes else view.thought.visits
        move = Pass if passes else self._chosen(visits)
        self.sheet.push(move, pace, view.thought._replace(visits=visits))

    def _pace(self) -> Pace:
        lost = self._before is not None and not _DECIDED < self._before.thought.win_rate < 1 - _DECIDED
        return "full" if self.chance.random() < (_FULL / 4 if lost else _FULL) else "quick"

    def _chosen(self, visits: dict[int, int]) -> Move:
        """Return a legal move drawn by visits: freely in the opening, later close to the most visited."""
        heat = 1.0 if len(self.game.moves) < self._n / 4 else 0.25
        most = max(visits.values(), default=1)
        weights = {action: (count / most) ** (1 / heat) for action, count in visits.items()}
        while weights:
            action = self.chance.choices(list(weights), list(weights.values()))[0]
            move = move_of(action, self._n)
            if not self.game.why_not(move):
                return move
            del weights[action]
        return random_move(self.game, self.chance)

    def _is_settled(self, view: _View) -> bool:
        """Say whether nobody can gain anything more: all points are surely somebody's, whoever moves.

        The search before this one had the other side to move.
        """
        game, before = self.game, self._before
        if game.rules.scoring == "stones" or not game.rules.ends_by_passes or game.why_not(Pass) or before is None:
            return False
        counted = game.state().points["tao"] == 0
        if not (view.owners != 0)[counted].all() or (view.owners != before.owners)[counted].any():
            return False
        return game.rules.scoring == "territory" or area_owners(game) == view.owners.tolist()


def _viewed(game: Game, search: Search) -> _View:
    """Return what a search found; where its tree is empty, nothing."""
    n, children = len(game.board), search.children()
    children = children[children["visits"] > 0]
    visits = {
        _action(int(kind), int(point), n): int(count)
        for kind, point, count in zip(children["kind"], children["point"], children["visits"])
    }
    total = max(1, sum(visits.values()))
    win_rate = round(float(children["wins"].sum()) / total, 4) if visits else 0.5
    lead = round(float(children["margins"].sum()) / total, 2)
    owners = search.ownership()
    sure = np.where(np.abs(owners) >= _SURE, np.sign(owners), 0).astype(np.int8)
    return _View(Thought(win_rate, lead, visits), sure)


def _action(kind: int, point: int, n: int) -> int:
    if kind == PLACE:
        return point
    return {PASS: 2 * n, RETURN: 2 * n + 1}.get(kind, n + point)
