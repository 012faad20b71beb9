"""What somebody at the board wants to do; the room says whether it can be done."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

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


class AskUndo(_Wish):
    """Take back one's last move; a person on the other side is asked."""

    kind: Literal["undo"]


class AnswerUndo(_Wish):
    """Grant or refuse an undo that was asked for."""

    kind: Literal["undo-answer"]
    granted: bool


class AnswerNoResult(_Wish):
    """Grant or refuse an end without result that was asked for."""

    kind: Literal["no-result-answer"]
    granted: bool


class AnswerRematch(_Wish):
    """Decline to play again; to accept, one goes to the game that was begun."""

    kind: Literal["rematch-answer"]
    granted: Literal[False]


class Withdraw(_Wish):
    """Ask no longer for what the opponent has not answered."""

    kind: Literal["withdraw"]


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


class EndWithoutResult(_Wish):
    """Agree to end the game without result, once the rules leave that to the players."""

    kind: Literal["no-result"]


class WantHints(_Wish):
    """Agree to hints for both players."""

    kind: Literal["hints"]


class AnswerHints(_Wish):
    """Allow hints for both players, or refuse them."""

    kind: Literal["hints-answer"]
    granted: bool


class WantEstimate(_Wish):
    """Let the computer mark what it takes to be dead."""

    kind: Literal["estimate"]


Request = (
    AskUndo | AnswerUndo | EndWithoutResult | AnswerNoResult | AnswerRematch | WantHints | AnswerHints | Withdraw
)  # fmt: skip
Intent = MakeMove | GiveUp | Request | MarkDead | MarkSeki | MarkSekiAgain | Agree | GoOn | WantEstimate
_ADAPTER: TypeAdapter[Intent] = TypeAdapter(Annotated[Intent, Field(discriminator="kind")])


def read_intent(given: object) -> Intent:
    """Return the intent that plain data describe; pydantic's ValidationError where they describe none."""
    return _ADAPTER.validate_python(given)
