"""A level that follows who plays against the engine, from game to game of one session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..players.following import FEWEST, Following
from ..records.colours import other

if TYPE_CHECKING:
    from ..records import Colour
    from .engine import Engine


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

    def leave(self, engine: Engine) -> None:
        """Count the game that is left, if it counts."""
        made, self._made = self._made, set()
        if len(made) == 1 and engine.course.steps >= FEWEST:
            score = _score(engine, *made)
            if score is not None:
                self.standing = self.standing.after(score)


def _score(engine: Engine, computer: Colour) -> float | None:
    """Return what the computer's opponent has of a game: 1, 0.5 or 0; None where it is not over, or has no result."""
    choice, over = engine.last_choice, engine.game.outcome
    if choice is not None and choice.move == "resign" and choice.game.moves == engine.game.moves:
        return 1.0
    if over is None or over.how == "no_result":
        return None
    winner = over.winner
    if over.how == "score":
        margin = engine.margin()
        winner = None if not margin else "black" if margin > 0 else "white"
    return 0.5 if winner is None else float(winner == other(computer))
