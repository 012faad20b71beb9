"""Why a move may not be made, in the words a player would use."""

from __future__ import annotations

from collections.abc import Iterable

from ...game import Game
from ...game.refusal import refusals
from ...records import Move, Place, Reason


def explained(game: Game, move: Move, reasons: Iterable[Reason]) -> str:
    """Say why the side to move may not make a move: a sentence for every reason.

    A move that superko forbids is called ko where it would retake the ko that the last turn took.
    """
    told = (Reason.KO if reason is Reason.REPETITION and _retakes(game, move) else reason for reason in reasons)
    return " ".join(refusals(game, move, told))


def _retakes(game: Game, move: Move) -> bool:
    return isinstance(move, Place) and bool(game.moves) and game.turns[-1].ko == move.point
