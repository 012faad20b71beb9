"""Why something may not be done, in the words a player would use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from ...game import Game
from ...game.refusal import refusals
from ...records import Move, Place, Reason, TengenError, Text, joined

REFUSALS: Final[Mapping[str, Text]] = {
    "not-your-seat": Text("You are watching this game; only the two players can do that."),
    "not-your-turn": Text("It is not your turn."),
    "stale": Text("The game has gone on since; look at the board again."),
    "over": Text("The game is over."),
    "counting": Text("Both have passed: mark the dead stones and agree, or go on playing."),
    "no-seki": Text("Seki costs nothing under these rules."),
    "not-counting": Text("Nothing is counted now: that comes when both have passed."),
    "no-moves": Text("There is no move of yours to take back."),
    "no-offer": Text("Nobody has asked you for that."),
    "nothing-asked": Text("You have asked for nothing that waits for an answer."),
    "asked": Text("Your opponent has been asked; wait for the answer."),
    "rated": Text("This game is rated: no move is taken back."),
    "no-return": Text("The players may end the game without result only after the whole position has come back."),
}


class IntentRefused(TengenError):
    """An intent that cannot be carried out; ``code`` is for programs, the text for people."""

    def __init__(self, code: str, text: Text | None = None, reasons: Collection[str] = ()) -> None:
        super().__init__(REFUSALS[code] if text is None else text)
        self.code = code
        self.reasons: Final = tuple(reasons)


def explained(game: Game, move: Move, reasons: Iterable[Reason]) -> Text:
    """Say why the side to move may not make a move: a sentence for every reason.

    A move that superko forbids is called ko where it would retake the ko that the last turn took.
    """
    told = (Reason.KO if reason is Reason.REPETITION and _retakes(game, move) else reason for reason in reasons)
    return joined(refusals(game, move, told))


def _retakes(game: Game, move: Move) -> bool:
    return isinstance(move, Place) and bool(game.moves) and game.turns[-1].ko == move.point
