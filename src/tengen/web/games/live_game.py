"""A game in memory: its room, its listeners, and what is computed from it once for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from ...records import Colour
from ..store import StoredGame
from . import Room

_T = TypeVar("_T")
Listener = Callable[[], None]


class LiveGame:
    """A game in use: its room, the intents it has answered, its listeners, and the computer's thinking about it."""

    def __init__(self, id: str, room: Room) -> None:
        self.id = id
        self.room = room
        self.intents: dict[str, int] = {}
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.here: dict[Colour, int] = {"black": 0, "white": 0}
        self.thinking: asyncio.Task[None] | None = None
        self.thinking_since: float | None = None
        self.trouble = ""
        self.timer: asyncio.TimerHandle | None = None
        self._made_for: tuple[Room, int] | None = None
        self._made: dict[Hashable, object] = {}

    @classmethod
    def replayed(cls, stored: StoredGame) -> LiveGame:
        """Return a game as its stored events leave it."""
        live = cls(stored.id, Room(stored.terms))
        for event in stored.events:
            live.room.apply(event)
        live.room.game.svg()  # lays out the board beside the event loop: with a thousand points that takes a second
        live.intents = stored.intents
        return live

    def once(self, what: Hashable, make: Callable[[], _T]) -> _T:
        """Return what ``make`` makes of the room as it stands: once, for everybody."""
        if self._made_for is None or self._made_for[0] is not self.room or self._made_for[1] != self.room.number:
            self._made_for, self._made = (self.room, self.room.number), {}
        if what not in self._made:
            self._made[what] = make()
        return cast("_T", self._made[what])

    @property
    def changed(self) -> float:
        """When the last event happened, in seconds since 1970; 0: there has been none."""
        return 0.0 if self.room.last_event is None else self.room.last_event.at

    def tell(self) -> None:
        """Let every listener know that something has changed."""
        for listener in tuple(self.listeners):
            listener()

    def stop_timer(self) -> None:
        """Cancel the timer of the clock that runs."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
