"""Events of a room, the only data stored during a game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from ...records import Colour

What = Literal["undo", "no-result", "rematch", "hints", "pause", "time"]
"""Kinds of proposals."""

_KINDS: Final[dict[str, type[Event]]] = {}


@dataclass(frozen=True)
class Event:
    """An event, ``at`` a time in seconds since 1970; each kind is a subclass."""

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
        given = json.loads(text)
        if "stones" in given:
            given["stones"] = tuple(given["stones"])
        return _KINDS[given.pop("kind")](**given)


@dataclass(frozen=True)
class PlayerEvent(Event):
    """An event caused by a player, or concerning one."""

    by: Colour


@dataclass(frozen=True)
class Joined(PlayerEvent, kind="join"):
    """A player took a seat."""

    name: str | None = None


@dataclass(frozen=True)
class Renamed(PlayerEvent, kind="name"):
    """A player changed their name."""

    name: str | None = None


@dataclass(frozen=True)
class Moved(PlayerEvent, kind="move"):
    """A player made a move, as text, or "resign"."""

    move: str


@dataclass(frozen=True)
class SidesSettled(PlayerEvent, kind="sides"):
    """A player swapped sides ("swap"), or bid a komi, "none" for no more (spec 6.6a)."""

    said: str


@dataclass(frozen=True)
class TakenBack(PlayerEvent, kind="undo"):
    """The game went back to ``count`` moves, with the opponent's consent if there is one."""

    count: int


@dataclass(frozen=True)
class Proposed(PlayerEvent, kind="propose"):
    """A player proposes something, or accepts the same proposal of the other side.

    An undo goes back to ``count`` moves (and is accepted by `TakenBack`); a rematch is a ``game`` that has begun.
    """

    what: What
    count: int | None = None
    game: str | None = None


@dataclass(frozen=True)
class Declined(PlayerEvent, kind="refuse"):
    what: What = "undo"


@dataclass(frozen=True)
class Withdrawn(PlayerEvent, kind="withdraw"):
    what: What = "undo"


@dataclass(frozen=True)
class DeadMarked(PlayerEvent, kind="dead"):
    """The stones marked as dead from now on: ``stones`` by label, whole chains."""

    stones: tuple[str, ...] = ()


@dataclass(frozen=True)
class SekiMarked(PlayerEvent, kind="seki"):
    """The stones in seki from now on, by label; None: marked automatically."""

    stones: tuple[str, ...] | None = None


@dataclass(frozen=True)
class CountAgreed(PlayerEvent, kind="agree"):
    """A player agreed to the marks."""


@dataclass(frozen=True)
class Resumed(PlayerEvent, kind="resume"):
    """A player resumed the game after both had passed, or after a pause."""


@dataclass(frozen=True)
class FlagFell(PlayerEvent, kind="flag"):
    """A player ran out of time."""


@dataclass(frozen=True)
class Forfeited(PlayerEvent, kind="forfeit"):
    """The operator ended the game, and a player has lost it."""


@dataclass(frozen=True)
class TimeReturned(Event, kind="away"):
    """The clocks were stopped for some ``seconds``."""

    seconds: float


@dataclass(frozen=True)
class TimeGiven(PlayerEvent, kind="time"):
    """A player gave the opponent ``seconds`` more."""

    seconds: float


@dataclass(frozen=True)
class FoundLost(Event, kind="lost"):
    """A check by the computer found a player lost (None: neither)."""

    by: Colour | None = None


@dataclass(frozen=True)
class ToldLost(PlayerEvent, kind="doomed"):
    """A player was shown that they can no longer win, being ``count`` points behind.

    0: they have no living group; None: points do not matter.
    """

    count: int | None = None
