"""What happened in a room: the only thing that is stored while a game goes on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from ...records import Colour

What = Literal["undo", "no-result", "rematch", "hints", "pause", "time"]
"""What a player may propose to the other."""

_KINDS: Final[dict[str, type[Event]]] = {}


@dataclass(frozen=True)
class Event:
    """One event, ``at`` a time in seconds since 1970; each kind is a class."""

    kind: ClassVar[str]
    at: float

    def __init_subclass__(cls, kind: str = "") -> None:
        cls.kind = kind
        _KINDS[kind] = cls

    def dump(self) -> str:
        """Return it as JSON, without the fields that are None."""
        given = {"kind": self.kind, **vars(self)}
        return json.dumps({name: value for name, value in given.items() if value is not None})

    @staticmethod
    def load(text: str) -> Event:
        """Read what `dump` wrote."""
        given = json.loads(text)
        if "stones" in given:
            given["stones"] = tuple(given["stones"])
        return _KINDS[given.pop("kind")](**given)


@dataclass(frozen=True)
class PlayerEvent(Event):
    """An event that a player caused, or that happened to one."""

    by: Colour


@dataclass(frozen=True)
class Joined(PlayerEvent, kind="join"):
    """A player took a seat."""

    name: str | None = None


@dataclass(frozen=True)
class Renamed(PlayerEvent, kind="name"):
    """A player is called by another name from now on."""

    name: str | None = None


@dataclass(frozen=True)
class Moved(PlayerEvent, kind="move"):
    """A player made a move, as text; "resign" too."""

    move: str


@dataclass(frozen=True)
class SidesSettled(PlayerEvent, kind="sides"):
    """A player swapped sides ("swap"), or bid a komi, "none" for no more (spec 6.6a)."""

    said: str


@dataclass(frozen=True)
class TakenBack(PlayerEvent, kind="undo"):
    """The game went back to ``count`` moves: granted by a player who was asked, or where nobody is."""

    count: int


@dataclass(frozen=True)
class Proposed(PlayerEvent, kind="propose"):
    """A player proposes something, or accepts it where the other side has proposed the same.

    An undo goes back to ``count`` moves (and is accepted by `TakenBack`); a rematch is a ``game`` that has begun.
    """

    what: What
    count: int | None = None
    game: str | None = None


@dataclass(frozen=True)
class Declined(PlayerEvent, kind="refuse"):
    """A player declined what the other one had proposed."""

    what: What = "undo"


@dataclass(frozen=True)
class Withdrawn(PlayerEvent, kind="withdraw"):
    """A player took a proposal back."""

    what: What = "undo"


@dataclass(frozen=True)
class DeadMarked(PlayerEvent, kind="dead"):
    """All that is marked as dead from now on: ``stones`` by their labels, whole chains."""

    stones: tuple[str, ...] = ()


@dataclass(frozen=True)
class SekiMarked(PlayerEvent, kind="seki"):
    """All that is in seki from now on, by labels; None leaves it to the automatic mark."""

    stones: tuple[str, ...] | None = None


@dataclass(frozen=True)
class CountAgreed(PlayerEvent, kind="agree"):
    """A player agreed to what is marked."""


@dataclass(frozen=True)
class Resumed(PlayerEvent, kind="resume"):
    """A player asked to go on: after both had passed, or after a pause."""


@dataclass(frozen=True)
class FlagFell(PlayerEvent, kind="flag"):
    """A player is out of time."""


@dataclass(frozen=True)
class Forfeited(PlayerEvent, kind="forfeit"):
    """The operator ended the game, and a player has lost it."""


@dataclass(frozen=True)
class TimeReturned(Event, kind="away"):
    """Nobody's clock ran for some ``seconds``."""

    seconds: float


@dataclass(frozen=True)
class TimeGiven(PlayerEvent, kind="time"):
    """A player gave the opponent ``seconds`` more."""

    seconds: float


@dataclass(frozen=True)
class FoundLost(Event, kind="lost"):
    """The computer has looked, and a player (None: nobody) is lost."""

    by: Colour | None = None


@dataclass(frozen=True)
class ToldLost(PlayerEvent, kind="doomed"):
    """A player is told that they cannot win any more, being ``count`` points behind.

    0: nothing of theirs lives; None: points say nothing.
    """

    count: int | None = None
