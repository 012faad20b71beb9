"""What somebody at the board wants to do, and why it may be refused, in the words a player would use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, ClassVar, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ...game import Game
from ...game.refusal import refusals
from ...records import Move, Place, Reason, TengenError, Text, joined
from .events import What

_LABEL = Annotated[str, Field(min_length=1, max_length=64)]


class _Wish(BaseModel):
    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", frozen=True)


class MakeMove(_Wish):
    """Make a move, as text: D4, tao D4, pass, return."""

    kind: Literal["move"]
    move: Annotated[str, Field(min_length=1, max_length=80)]


class GiveUp(_Wish):
    """Resign."""

    kind: Literal["resign"]


class Propose(_Wish):
    """Propose something to the opponent, or do it at once where nobody has to be asked.

    "undo": take back one's last move; "no-result": end the game without result; "hints": allow hints for both.
    """

    kind: Literal["propose"]
    what: Literal["undo", "no-result", "hints"]


class AnswerProposal(_Wish):
    """Accept or decline what the opponent has proposed, or withdraw one's own proposal.

    A rematch is proposed by beginning it, and accepted by going there.
    """

    kind: Literal["accept", "decline", "withdraw"]
    what: What


class MarkDead(_Wish):
    """Mark chains as dead or alive, each by one of its stones."""

    kind: Literal["dead"]
    stones: Annotated[list[_LABEL], Field(max_length=1000)]
    dead: bool


class MarkSeki(_Wish):
    """Mark holdings as being in seki or not, each by one of its stones."""

    kind: Literal["seki"]
    stones: Annotated[list[_LABEL], Field(max_length=1000)]
    seki: bool


class MarkSekiAgain(_Wish):
    """Leave it to the automatic mark again what is in seki."""

    kind: Literal["seki-auto"]


class Agree(_Wish):
    """Agree to the dead stones, and to what is in seki, as they are marked."""

    kind: Literal["agree"]


class GoOn(_Wish):
    """Return from counting to play."""

    kind: Literal["resume"]


class WantEstimate(_Wish):
    """Let the computer mark what it takes to be dead."""

    kind: Literal["estimate"]


CountIntent = MarkDead | MarkSeki | MarkSekiAgain | Agree | GoOn
Intent = MakeMove | GiveUp | Propose | AnswerProposal | CountIntent | WantEstimate
_ADAPTER: TypeAdapter[Intent] = TypeAdapter(Annotated[Intent, Field(discriminator="kind")])


def read_intent(given: object) -> Intent:
    """Return the intent that plain data describe; pydantic's ValidationError where they describe none."""
    return _ADAPTER.validate_python(given)


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
