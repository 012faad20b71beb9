"""Presence of players: here, away with the page open, or offline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from ...records import COLOURS, Colour
from ..rooms import Room

Presence = Literal["here", "away", "offline"]

_NEAREST: Final[tuple[Presence, ...]] = ("here", "away", "offline")


@dataclass(eq=False)
class Sitting:
    """An open page of a player in these seats; ``away``: in the background; ``silent``: without heartbeats."""

    colours: frozenset[Colour]
    away: bool = False
    silent: bool = False

    @property
    def presence(self) -> Presence:
        if self.silent:
            return "offline"
        return "away" if self.away else "here"


class Seating:
    """The presence of one game's players, by the pages open at this server and by other servers' reports.

    >>> table = Seating()
    >>> table.sittings.add(Sitting(frozenset(["black"]), away=True))
    >>> table.of("black"), table.of("white")
    ('away', 'offline')
    """

    def __init__(self) -> None:
        self.sittings: set[Sitting] = set()
        self.elsewhere: Mapping[str, Mapping[Colour, Presence]] = {}

    def of(self, colour: Colour) -> Presence:
        """Return a player's presence, by their most present page."""
        return _nearest([*self._here(colour), *(seats[colour] for seats in self.elsewhere.values() if colour in seats)])

    def seats_here(self) -> dict[Colour, Presence]:
        """Return the presence of players with a page open at this server."""
        found = {colour: _nearest(self._here(colour)) for colour in COLOURS}
        return {colour: presence for colour, presence in found.items() if presence != "offline"}

    def _here(self, colour: Colour) -> list[Presence]:
        return [sitting.presence for sitting in self.sittings if colour in sitting.colours]


def _nearest(found: list[Presence]) -> Presence:
    return next((presence for presence in _NEAREST if presence in found), "offline")


class GameTable(Protocol):
    """A game by id with its players' presence; it notifies its pages of changes and messages."""

    id: str
    room: Room
    seating: Seating

    def tell(self) -> None: ...

    def speak(self) -> None: ...
