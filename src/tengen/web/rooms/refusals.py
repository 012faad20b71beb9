"""Why something may not be done, in the words a player would use."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from ...game import Game
from ...game.refusal import refusals
from ...records import Move, Place, Reason, TengenError

REFUSALS: Final = {
    "not-your-seat": "You are watching this game; only the two players can do that.",
    "not-your-turn": "It is not your turn.",
    "stale": "The game has gone on since; look at the board again.",
    "over": "The game is over.",
    "counting": "Both have passed: mark the dead stones and agree, or go on playing.",
    "no-seki": "Seki costs nothing under these rules.",
    "not-counting": "Nothing is counted now: that comes when both have passed.",
    "no-moves": "There is no move of yours to take back.",
    "no-offer": "Nobody has asked you for that.",
    "nothing-asked": "You have asked for nothing that waits for an answer.",
    "asked": "Your opponent has been asked; wait for the answer.",
    "rated": "This game is rated: no move is taken back.",
    "no-return": "The players may end the game without result only after the whole position has come back.",
}


class IntentRefused(TengenError):
    """An intent that cannot be carried out; ``code`` is for programs, the text for people."""

    def __init__(self, code: str, text: str | None = None, reasons: Collection[str] = ()) -> None:
        super().__init__(text or REFUSALS[code])
        self.code = code
        self.reasons: Final = tuple(reasons)


def explained(game: Game, move: Move, reasons: Iterable[Reason]) -> str:
    """Say why the side to move may not make a move: a sentence for every reason.

    A move that superko forbids is called ko where it would retake the ko that the last turn took.
    """
    told = (Reason.KO if reason is Reason.REPETITION and _retakes(game, move) else reason for reason in reasons)
    return " ".join(refusals(game, move, told))


def _retakes(game: Game, move: Move) -> bool:
    return isinstance(move, Place) and bool(game.moves) and game.turns[-1].ko == move.point
