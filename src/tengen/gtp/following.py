"""A level that follows who plays against the engine, from game to game of one session."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..players.following import FEWEST, Following

if TYPE_CHECKING:
    from ..records import Colour


class FollowedGames:
    """The level of the computer, what its opponent's games make of it, and the colour of its moves in this game.

    A game counts when another one begins: if it is over, has six moves or more, and the computer made those of one
    colour alone.
    """

    def __init__(self, level: int) -> None:
        self.standing: Following = Following(level)
        self._made: set[Colour] = set()

    def note(self, colour: Colour) -> None:
        """Note that the computer chose a move of this colour."""
        self._made.add(colour)

    def leave(self, steps: int, share_against: Callable[[Colour], float | None]) -> None:
        """Count the game that is left, if it counts: of so many steps, and who won it.

        ``share_against`` says what the opponent of a computer of a colour has of it: 1, 0.5 or 0; None: no result.
        """
        made, self._made = self._made, set()
        if len(made) == 1 and steps >= FEWEST:
            score = share_against(*made)
            if score is not None:
                self.standing = self.standing.after(score)
