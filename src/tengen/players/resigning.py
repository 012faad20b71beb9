"""When a player gives up: lost at several of its turns on end, by looks that are close enough, not in the opening."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ..game import Game
from ..records import Colour, Move
from .calibration import calibrated


@dataclass(frozen=True)
class Resigning:
    """The rule: a chance below ``chance`` at ``turns`` turns of a side on end, each by ``visits`` or more.

    The usual chance, 1.4 %, is what 3 % of won simulations are worth.

    Before as many stones and moves as an ``opening`` th of the board has points, nobody gives up. Where no points are
    counted and the last move wins, a side plays on while any point is likely to stay its own.
    """

    chance: float = calibrated(0.03)
    turns: int = 3
    visits: int = 100
    opening: int = 8

    def is_hopeless(self, game: Game, win_rate: float, visits: int, owners: Iterable[float]) -> bool:
        """Say whether one look finds the side to move lost; ``owners`` has every point from 1 (Black) to -1 (White)."""
        if win_rate >= self.chance or visits < self.visits or self.is_early(game):
            return False
        sign = 1 if game.to_play == "black" else -1
        if game.rules.ends_by_passes or game.rules.aim.is_instant:
            return True
        return not any(sign * owner > 0 for owner in owners)

    def is_early(self, game: Game) -> bool:
        """Say whether so little has been played that anything can happen."""
        begun = 0 if game.start is None else len(game.start.stones)
        return begun + len(game.moves) < len(game.board) / self.opening


RESIGNING: Final = Resigning()
"""The rule that Tengen's players follow."""


class Prospects:
    """How a player's last turns looked to it: says when it is time to give up.

    One game is followed at a time, for each side apart; another one, or a move that was taken back, begins the count
    anew. A second look at the same position replaces the first.
    """

    def __init__(self, rule: Resigning = RESIGNING) -> None:
        self.rule = rule
        self._game: tuple[object, ...] = ()
        self._lost: dict[Colour, list[tuple[Move, ...]]] = {}

    def note(self, game: Game, win_rate: float, visits: int, owners: Iterable[float]) -> bool:
        """Note what a look found (see `Resigning.is_hopeless`); say whether the side to move gives up."""
        identity = (game.board, game.rules, game.start)
        if identity != self._game:
            self._game, self._lost = identity, {}
        if not self.rule.is_hopeless(game, win_rate, visits, owners):
            self._lost[game.to_play] = []
            return False
        moves, lost = game.moves, self._lost.get(game.to_play, [])
        lost = [before for before in lost if len(before) < len(moves) and moves[: len(before)] == before]
        self._lost[game.to_play] = [*lost, moves]
        return len(lost) + 1 >= self.rule.turns
