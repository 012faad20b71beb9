"""A level that follows its player: two games won in a row raise it by one, two lost in a row lower it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ..records.levels import LEVELS
from .player import check_whole

ENOUGH: Final = 2
"""Games won, or lost, in a row that change the level."""
FEWEST: Final = 6
"""Moves that a game has at least that counts: shorter ones were broken off before they had begun."""


@dataclass(frozen=True)
class Following:
    """The computer's ``level``, and the games in a row that its player has won since it changed, negative for lost.

    Neighbouring levels are some 200 Elo apart (docs/strength.md): who is between two of them wins three games of four
    against the lower and one of four against the upper, so that the level goes to and fro between these.

    Raises:
        TengenError: there is no such level, or so long a row would have changed it.

    >>> Following(3).after(1.0), Following(3, 1).after(1.0), Following(3, 1).after(0.0)
    (Following(level=3, run=1), Following(level=4, run=0), Following(level=3, run=-1))
    """

    level: int
    run: int = 0

    def __post_init__(self) -> None:
        check_whole("level", self.level, 1, len(LEVELS))
        check_whole("run", self.run, 1 - ENOUGH, ENOUGH - 1)

    def after(self, score: float) -> Following:
        """Return what follows from a game that the player won (1), lost (0) or drew (0.5), which ends a row."""
        if score == 0.5:
            return replace(self, run=0)
        sign = 1 if score > 0.5 else -1
        run = max(0, sign * self.run) + 1
        if run < ENOUGH:
            return replace(self, run=sign * run)
        return Following(min(max(self.level + sign, 1), len(LEVELS)))
