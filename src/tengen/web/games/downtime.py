"""The time without a server: it is given back to the clocks, and every server says from time to time that it lives."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from itertools import islice
from typing import Final

from ..rooms import Event
from ..rooms.events import TimeReturned
from ..store import Store
from ..store.clocks import GAP
from .live_game import LiveGame

log: Final = logging.getLogger("tengen.web")


class Downtime:
    """The time since the last sign of life of a server, for as long as some games are yet to get it back.

    There was no server, too, while the machine slept, the process was stopped, or nothing could be stored; a step of
    the machine's clock is such a time, which is negative if the clock was set back. A game gets its time back when it
    comes into memory, or with whatever happens in it next. ``has_ended``: a sign of life may be given, as no game would
    lose time by it if this server were killed. Where several processes share a database, another may have lived on
    since its own last word.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock
        self._since = 0.0
        self._left: set[str] = set()
        self._missed = False
        self._beginning = asyncio.Lock()
        self.has_ended: bool = False

    async def begin(self) -> None:
        """Find how long no server ran, and which games' clocks stood still during that time."""
        self.pulse()
        before = await self._store.last_beat()
        if before is not None and abs(self._clock() - before) >= (GAP if self._store.shared else 0.0):
            self._since, self._left = before, set(await self._store.timed())
        self._missed, self.has_ended = False, False

    def pulse(self) -> None:
        """Note that this process runs, and whether it did not."""
        self._missed = self._store.missed() or self._missed

    async def look(self) -> None:
        """Begin if this process did not run for a while, or its clock was set."""
        self.pulse()
        if self._missed:
            async with self._beginning:
                if self._missed:
                    log.warning("this server stood still, or its clock was set; the games get their time back")
                    await self.begin()

    def owed(self, live: LiveGame, now: float) -> list[Event]:
        """Return the event that gives the side to move back the time without a server, if it is yet to get it.

        That is the time since the last sign of life or, if it came later, the game's last event.
        """
        room = live.room
        if live.id not in self._left or room.turn_began is None:
            return []
        last = self._since if room.last_event is None else max(self._since, room.last_event.at)
        seconds = now - max(last, room.turn_began)
        return [TimeReturned(now, seconds)] if seconds else []

    def given(self, id: str) -> None:
        """Note that a game has its time back, or cannot be opened."""
        self._left.discard(id)

    def left(self, most: int) -> tuple[str, ...]:
        """Return some of the games that are yet to get their time back."""
        return tuple(islice(self._left, most))

    async def end(self) -> None:
        """Give a sign of life: all games have their time back."""
        await self._store.beat(self._clock())
        self.has_ended = not self._left
