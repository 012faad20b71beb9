"""Resigning after several hopeless turns in a row, if searches were deep enough, but not in the opening."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ..game import Game
from ..records import Colour, Move
from .calibration import calibrated


@dataclass(frozen=True)
class Resigning:
    """The rule: a win rate below ``chance`` on ``turns`` consecutive turns of a side, each with ``visits`` or more.

    The usual threshold, 1.4 %, corresponds to 3 % of won playouts.

    No player resigns with fewer stones and moves than points / ``opening``. If no points are counted and the
    last move wins, a side plays on while it is likely to keep any point.
    """

    chance: float = calibrated(0.03)
    turns: int = 3
    visits: int = 100
    opening: int = 8

    def is_hopeless(self, game: Game, win_rate: float, visits: int, owners: Iterable[float]) -> bool:
        """Return whether the side to move is lost; ``owners`` has all points from 1 (Black) to -1 (White)."""
        if win_rate >= self.chance or visits < self.visits or self.is_early(game):
            return False
        sign = 1 if game.to_play == "black" else -1
        if game.rules.ends_by_passes or game.rules.aim.is_instant:
            return True
        return not any(sign * owner > 0 for owner in owners)

    def is_early(self, game: Game) -> bool:
        """Return whether it is too early to resign."""
        begun = 0 if game.start is None else len(game.start.stones)
        return begun + len(game.moves) < len(game.board) / self.opening


RESIGNING: Final = Resigning()
"""The rule of Tengen's players."""


class Prospects:
    """A player's prospects at its last turns, and whether to resign.

    One game is followed at a time, each side separately; another game, or an undone move, restarts the count. A second
    look at the same position replaces the first.
    """

    def __init__(self, rule: Resigning = RESIGNING) -> None:
        self.rule = rule
        self._game: tuple[object, ...] = ()
        self._lost: dict[Colour, list[tuple[Move, ...]]] = {}

    def note(self, game: Game, win_rate: float, visits: int, owners: Iterable[float]) -> bool:
        """Note a look (see `Resigning.is_hopeless`); return whether the side to move resigns."""
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
