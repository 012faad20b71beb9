"""A worker's jobs: moves, dead stones and analyses, with the search trees of a few recent games."""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Final

from ...engines.dead import estimate_dead, expected_end
from ...engines.hints.hint import hint_of
from ...game import Game, Outcome
from ...game.scoring import komi_sign
from ...match.rule_effects import rule_effects
from ...match.selfplay import Lab, PlannedGame, play_one
from ...players import LEVELS, MCTS, Analysis, Budget
from ...players.sides import chosen, settle
from ...records import COLOURS
from ...rules import variant
from .messages import AnalysisResult, TrialGame

_INTERVAL: Final = 0.25
"""Seconds between partial results of an analysis."""
GLANCE: Final = 300
"""The maximum number of simulations of an analysis that does not explain its first candidate."""
_LISTED: Final = 10
_LONGEST: Final = 12
_TRIAL_WORK: Final = 60_000
"""Points times moves after which a trial is cut off: about 10 seconds on 19x19."""


class EngineJobs:
    """Answers jobs; keeps the players, with their trees, of the last ``games`` keys.

    A search takes ``seconds`` at most, without the time in ``pause``, which is called between its parts.
    """

    def __init__(
        self, games: int = 6, megabytes: int = 48, seconds: float = 25.0, pause: Callable[[], None] | None = None
    ) -> None:
        self._games, self._megabytes, self._seconds, self._pause = games, megabytes, seconds, pause
        self._players: OrderedDict[str, MCTS] = OrderedDict()

    def move(self, text: str, level: int, key: str) -> str:
        """Return the move of a level of `MCTS` in a game (as JSON), or "resign", "swap", "bid 6.5" or "bid none"."""
        game = Game.from_json(text)
        budget = Budget(simulations=LEVELS[level - 1], seconds=self._seconds)
        player = self._player(key, level)
        settled = settle(game, player, budget)
        move = settled or game.write_move(chosen(game, player, budget))
        self._keep(key, player)
        return move

    def ponder(self, text: str, level: int, key: str) -> None:
        """Ponder while the other side is to move, for as long as a move of the level takes.

        The next search reuses the simulations: the level plays as strongly as before, and sooner. Interrupting it in a
        pause leaves the tree intact.
        """
        player = self._player(key, level)
        try:
            budget = Budget(simulations=LEVELS[level - 1], seconds=self._seconds)
            for _ in player.analyse(Game.from_json(text), budget):
                pass
        finally:
            self._keep(key, player)

    def dead(self, text: str, simulations: int) -> list[str]:
        """Return the dead stones of a game, chain by chain."""
        return list(estimate_dead(Game.from_json(text), simulations=simulations, pause=self._pause))

    def analyse(self, text: str, simulations: int, played: str = "") -> Iterator[AnalysisResult]:
        """Yield refined results for a game's position, in which this was ``played``."""
        game = Game.from_json(text)
        if game.outcome is not None:
            yield self._ended(game, game.outcome, simulations)
            return
        budget = Budget(simulations=simulations, seconds=self._seconds)
        player = MCTS(megabytes=self._megabytes, pause=self._pause, at_once=True)
        for found in player.analyse(game, budget, _INTERVAL):
            yield described(game, found)
        if simulations > GLANCE:
            yield explained(game, found, played)

    def trial(self, text: str, simulations: int, number: int) -> TrialGame:
        """Play one game of a game's rules and board against itself; long games are cut off, on large boards sooner."""
        start = Game.from_json(text)
        points = len(start.board)
        longest = min(4 * points + 100, max(100, _TRIAL_WORK // points))
        rules = variant(start.variant, handicap=0, fairness="none")
        lab = Lab(rules, start.board, simulations=simulations, longest=longest)

        def player(seed: int) -> MCTS:
            budget = Budget(simulations)
            return MCTS(
                lab.level, budget=budget, seed=seed, resigns=False, megabytes=16, pause=self._pause, at_once=True
            )

        played = play_one(lab, player, PlannedGame(number, lab.variant.rules.komi))
        game = lab.start(number=number)
        for move in played.moves:
            game.play(move)
        return {
            "winner": played.winner,
            "margin": None if played.margin is None else played.margin - komi_sign(rules.rules) * played.komi,
            "how": played.how,
            "moves": len(played.moves),
            "events": {name: getattr(played, name) for name in lab.balance([]).events},
            "effects": {axis: (effect.turns, effect.winner) for axis, effect in rule_effects(game).items()},
        }

    def _player(self, key: str, level: int) -> MCTS:
        """Take the player of a key, or a new one, out of the cache; the caller puts it back after a complete search.

        An interrupted move leaves a tree that must not be reused.
        """
        known, seed = self._players.pop(key, None), zlib.crc32(key.encode())
        return known or MCTS(
            level, seed=seed, megabytes=self._megabytes, resigns=False, pause=self._pause, at_once=True
        )

    def _keep(self, key: str, player: MCTS) -> None:
        self._players[key] = player
        if len(self._players) > self._games:
            self._players.popitem(last=False)

    def _ended(self, game: Game, outcome: Outcome, simulations: int) -> AnalysisResult:
        black = {"black": 1.0, "white": 0.0, None: 0.5}[outcome.winner]
        owners = {}
        if outcome.how == "score":
            owners = expected_end(game, simulations=max(1, simulations // 2), pause=self._pause).owners
        return {
            "to_play": game.to_play,
            "visits": 0,
            "win_rate": black if game.to_play == COLOURS[0] else 1 - black,
            "black": black,
            "lead": outcome.margin,
            "candidates": [],
            "ownership": owners,
        }


def explained(game: Game, found: Analysis, played: str = "") -> AnalysisResult:
    """Return an analysis as plain data, with why its first candidate is good, or better than the move ``played``."""
    return {**described(game, found), "why": list(hint_of(game, found, played).why)}


def described(game: Game, found: Analysis) -> AnalysisResult:
    return {
        "to_play": game.to_play,
        "visits": found.visits,
        "win_rate": round(found.win_rate, 4),
        "black": round(found.win_rate if game.to_play == COLOURS[0] else 1 - found.win_rate, 4),
        "black_error": round(found.win_rate_error, 4),
        "lead": round(found.lead, 2),
        "lead_error": round(found.lead_error, 2),
        "candidates": [
            {
                "move": each.move,
                "visits": each.visits,
                "win_rate": round(each.win_rate, 4),
                "lead": round(each.lead, 2),
                "variation": list(each.variation[:_LONGEST]),
            }
            for each in found.candidates[:_LISTED]
        ],
        "ownership": {label: round(owner, 2) for label, owner in found.ownership.items()},
        "by": found.by,
    }
