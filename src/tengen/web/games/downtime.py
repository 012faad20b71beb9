"""The time without a server: it is given back to the clocks, and every server says from time to time that it lives."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import islice
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from ..rooms import Event, Room
from ..store import Store, StoreTrouble
from ..store.clocks import GAP
from .live_game import LiveGame

_AT_ONCE: Final = 10
"""Games that get their time back together, in one commit; who comes to a game meanwhile waits for those."""

Find = Callable[[str], Awaitable[LiveGame | None]]
"""Finds a game by its id; None: there is none."""

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
        """Return the event that gives a game its time back, if it is yet to get it."""
        return _away(live.room, now, self._since) if live.id in self._left else []

    def given(self, live: LiveGame) -> None:
        """Note that a game has its time back."""
        self._left.discard(live.id)

    async def end(self, find: Find, give_back: Callable[[LiveGame], Awaitable[None]]) -> None:
        """Give all games that are left their time back, and only then a sign of life.

        One that cannot be opened, so that nobody can move in it, does not hold up the others.
        """
        await self.look()
        while self._left:
            some = tuple(islice(self._left, _AT_ONCE))
            ended = await asyncio.gather(*(self._give(id, find, give_back) for id in some), return_exceptions=True)
            if failed := next((each for each in ended if each is not None), None):
                raise failed
            await self.look()
        await self._store.beat(self._clock())
        self.has_ended = not self._left

    async def _give(self, id: str, find: Find, give_back: Callable[[LiveGame], Awaitable[None]]) -> None:
        live = await opened(find, id)
        if live is not None:
            await give_back(live)
        self._left.discard(id)


async def opened(find: Find, id: str) -> LiveGame | None:
    """Return a game; None: there is none any more, or what is stored of it cannot be opened."""
    try:
        return await find(id)
    except (StoreTrouble, SQLAlchemyError, OSError):
        raise  # it is the database that fails, and the game may be whole: it is tried again
    except Exception:  # whatever is wrong with one game must not stop the clocks of all others
        log.exception("a game that was left cannot be opened", extra={"game": id})
        return None


def _away(room: Room, now: float, since: float) -> list[Event]:
    """Return the event that gives the side to move back the time without a server: since then, or the last event."""
    if room.turn_began is None:
        return []
    last = since if room.last_event is None else max(since, room.last_event.at)
    seconds = now - max(last, room.turn_began)
    return [Event("away", now, seconds=seconds)] if seconds else []
