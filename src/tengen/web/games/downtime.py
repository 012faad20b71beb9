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
from .game_log import GameLog
from .live_game import LiveGame

_AT_ONCE: Final = 10
"""Games that get their time back together, in one commit; who comes to a game meanwhile waits for those."""

Find = Callable[[str], Awaitable[LiveGame | None]]
"""Finds a game by its id; None: there is none."""

log: Final = logging.getLogger("tengen.web")
_GAP: Final = 5.0
"""Seconds without a word from any of several servers after which there was none."""


class Downtime:
    """The time since the last sign of life of a server, for as long as some games are yet to get it back.

    A game gets it when it comes into memory, and nobody moves in it before. ``has_ended``: a sign of life may be given,
    as no game would lose time by it if this server were killed. Where several processes share a database, another may
    have lived on since its own last word.
    """

    def __init__(self, store: Store, log: GameLog) -> None:
        self._store, self._log = store, log
        self._since = 0.0
        self._left: set[str] = set()
        self.has_ended: bool = False

    async def begin(self, now: float) -> None:
        """See how long there was no server, or nothing could be stored, and whose clocks stood still meanwhile."""
        before = await self._store.last_beat()
        if before is not None and now - before >= (_GAP if self._store.shared else 0.0):
            self._since, self._left = before, set(await self._store.timed())
        self.has_ended = False

    async def come_in(self, live: LiveGame) -> None:
        """Give a game its time back, if it is yet to get it."""
        if live.id in self._left:
            since = self._since
            await self._log.add(live, lambda room, now: _away(room, now, since), recovering=True)
            self._left.discard(live.id)

    async def end(self, find: Find, now: Callable[[], float]) -> None:
        """Give all games that are left their time back, and only then a sign of life.

        One that cannot be opened, so that nobody can move in it, does not hold up the others.
        """
        while self._left:
            some = tuple(islice(self._left, _AT_ONCE))
            ended = await asyncio.gather(*(self._give(id, find) for id in some), return_exceptions=True)
            if failed := next((each for each in ended if each is not None), None):
                raise failed
        await self._store.beat(now())
        self.has_ended = True

    async def _give(self, id: str, find: Find) -> None:
        live = await opened(find, id)
        if live is not None:
            await self.come_in(live)
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
    return [Event("away", now, seconds=seconds)] if seconds > 0 else []
