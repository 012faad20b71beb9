"""What every opponent has in common."""

from __future__ import annotations

from typing import Protocol

from ..game import Game
from ..records import Move


class Player(Protocol):
    """Whoever chooses moves; the game is theirs to look at, and left as it was."""

    @property
    def name(self) -> str:
        """What the player is called in records and on the screen."""

    def choose(self, game: Game) -> Move:
        """Return a legal move for the side to move, or a resignation.

        Raises:
            TengenError: the game is over.
        """
