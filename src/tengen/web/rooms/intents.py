"""What somebody at the board wants to do; the room says whether it can be done."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

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
