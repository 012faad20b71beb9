"""What happened in a room: the only thing that is stored while a game goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from ...records import Colour

What = Literal["undo", "no-result", "rematch", "hints"]
"""What a player may propose to the other."""

_PROPOSALS: Final[Mapping[str, What]] = {"ask": "undo", "void": "no-result", "rematch": "rematch", "hints": "hints"}
"""Proposals by the kind under which they are stored."""


@dataclass(frozen=True)
class Event:
    """One event, ``at`` a time in seconds since 1970; each kind is a class.

    The stored form is that of earlier versions: servers of two versions may share a database.
    """

    kind: ClassVar[str]
    at: float

    def dump(self) -> str:
        """Return it as JSON, without the fields that are None."""
        return json.dumps({name: value for name, value in self._stored().items() if value is not None})

    def _stored(self) -> dict[str, Any]:
        return {"kind": self.kind, **vars(self)}

    @staticmethod
    def load(text: str) -> Event:
        """Read what `dump` wrote, in this version or an earlier one."""
        given = json.loads(text)
        if "stones" in given:
            given["stones"] = tuple(given["stones"])
        kind = given.pop("kind")
        return Proposed(what=_PROPOSALS[kind], **given) if kind in _PROPOSALS else _KINDS[kind](**given)


@dataclass(frozen=True)
class Joined(Event):
    """A player took a seat."""

    kind = "join"
    by: Colour
    name: str | None = None


@dataclass(frozen=True)
class Renamed(Event):
    """A player is called by another name from now on."""

    kind = "name"
    by: Colour
    name: str | None = None


@dataclass(frozen=True)
class Moved(Event):
    """A player made a move, as text; "resign" too."""

    kind = "move"
    by: Colour
    move: str


@dataclass(frozen=True)
class TakenBack(Event):
    """The game went back to ``count`` moves: granted by a player who was asked, or where nobody is."""

    kind = "undo"
    by: Colour
    count: int


@dataclass(frozen=True)
class Proposed(Event):
    """A player proposes something, or accepts it where the other side has proposed the same.

    An undo goes back to ``count`` moves (and is accepted by `TakenBack`); a rematch is a ``game`` that has begun.
    """

    by: Colour
    what: What
    count: int | None = None
    game: str | None = None

    def _stored(self) -> dict[str, Any]:
        kind = next(kind for kind, what in _PROPOSALS.items() if what == self.what)
        return {"kind": kind, **vars(self), "what": None}


@dataclass(frozen=True)
class Declined(Event):
    """A player declined what the other one had proposed."""

    kind = "refuse"
    by: Colour
    what: What = "undo"


@dataclass(frozen=True)
class Withdrawn(Event):
    """A player took a proposal back."""

    kind = "withdraw"
    by: Colour
    what: What = "undo"


@dataclass(frozen=True)
class DeadMarked(Event):
    """All that is marked as dead from now on: ``stones`` by their labels, whole chains."""

    kind = "dead"
    by: Colour
    stones: tuple[str, ...] = ()


@dataclass(frozen=True)
class SekiMarked(Event):
    """All that is in seki from now on, by labels; None leaves it to the automatic mark."""

    kind = "seki"
    by: Colour
    stones: tuple[str, ...] | None = None


@dataclass(frozen=True)
class CountAgreed(Event):
    """A player agreed to what is marked."""

    kind = "agree"
    by: Colour


@dataclass(frozen=True)
class Resumed(Event):
    """A player asked to go on after both had passed; an earlier version took the passes back, to ``count`` moves."""

    kind = "resume"
    by: Colour
    count: int | None = None


@dataclass(frozen=True)
class FlagFell(Event):
    """A player is out of time."""

    kind = "flag"
    by: Colour


@dataclass(frozen=True)
class Forfeited(Event):
    """The operator ended the game, and a player has lost it."""

    kind = "forfeit"
    by: Colour


@dataclass(frozen=True)
class TimeReturned(Event):
    """Nobody's clock ran for some ``seconds``."""

    kind = "away"
    seconds: float


@dataclass(frozen=True)
class FoundLost(Event):
    """The computer has looked, and a player (None: nobody) is lost."""

    kind = "lost"
    by: Colour | None = None


@dataclass(frozen=True)
class ToldLost(Event):
    """A player is told that they cannot win any more, being ``count`` points behind.

    0: nothing of theirs lives; None: points say nothing.
    """

    kind = "doomed"
    by: Colour
    count: int | None = None


_KINDS: Final[Mapping[str, type[Event]]] = {each.kind: each for each in Event.__subclasses__() if each is not Proposed}
