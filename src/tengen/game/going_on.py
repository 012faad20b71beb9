"""Continue a game with either side to move, for programs that observe neither turns nor ends of games."""

from __future__ import annotations

from ..records import Colour, other
from .game import Game


def turned(game: Game, colour: Colour) -> Game | None:
    """Return a game with this side to move: itself, or resumed after the passes that ended it (spec 1.17a).

    None means that a new game must start from the current position. A game lost for lack of moves, or decided by a
    goal, is returned unchanged, since it cannot continue.
    """
    over = game.outcome
    if (over is None and game.to_play == colour) or (over is not None and over.how in ("no_moves", "goal")):
        return game
    if over is not None and over.how == "score" and game.moves:
        resumed = game.copy()
        resumed.resume(by=other(colour) if game.variant.resumption == "opponent" else colour)
        if resumed.to_play == colour:
            return resumed
    return None
