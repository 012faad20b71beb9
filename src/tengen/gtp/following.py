"""A level that follows who plays against the engine, from game to game of one session."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..players.following import FEWEST, Following
from ..records.position import other

if TYPE_CHECKING:
    from ..game import Outcome
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

    def leave(self, steps: int, resigned: bool, over: Outcome | None, margin: Callable[[], float]) -> None:
        """Count the game that is left, if it counts.

        ``steps`` is its length, ``resigned`` whether the computer gave it up, ``over`` its outcome, None where it has
        none, and ``margin`` asks by how much Black leads.
        """
        made, self._made = self._made, set()
        if len(made) == 1 and steps >= FEWEST:
            score = 1.0 if resigned else _score(over, margin, *made)
            if score is not None:
                self.standing = self.standing.after(score)


def _score(over: Outcome | None, margin: Callable[[], float], computer: Colour) -> float | None:
    """Return what the computer's opponent has of a game: 1, 0.5 or 0; None where it is not over, or has no result."""
    if over is None or over.how == "no_result":
        return None
    winner = over.winner
    if over.how == "score":
        lead = margin()
        winner = None if not lead else "black" if lead > 0 else "white"
    return 0.5 if winner is None else float(winner == other(computer))
