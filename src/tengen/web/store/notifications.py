"""Hearing of what other server processes have stored, through PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final, Protocol

from ..scheduler.tasks import TaskSet
from . import CHANNEL, TALK, Store

log: Final = logging.getLogger("tengen.web")
_AGAIN: Final = 0.5
_ALIVE: Final = 10.0


class Hearer(Protocol):
    """Hears what other processes have stored and said about games."""

    async def catch_up(self, id: str) -> None:
        """Take over what is new of a game."""

    async def catch_up_all(self) -> None:
        """Take over what is new of every game, and say that one listens now."""

    def hear(self, text: str) -> None:
        """Take in what a server says."""


class NotificationListener:
    """Listens while the server runs, on a connection of its own; does nothing on SQLite, which one process has.

    ``others`` are further channels, with what is called when something is heard on them, and ``told`` those of which
    that is given what was said. ``connected`` is set while the database tells it everything; each of ``begins`` is
    awaited whenever it begins to.
    """

    def __init__(self, store: Store, games: Hearer, others: Mapping[str, Callable[[], None]] | None = None) -> None:
        self.store = store
        self.games = games
        self.others: Final = others or {}
        self.told: Final[dict[str, Callable[[str], None]]] = {}
        self.connected: Final = asyncio.Event()
        self.begins: Final[list[Callable[[], Awaitable[None]]]] = []
        self._tasks = TaskSet()
        self._is_lost = False

    async def open(self) -> None:
        """Begin to listen."""
        if self.store.shared:
            self._tasks.start(self._listen())

    async def close(self) -> None:
        """Stop listening."""
        await self._tasks.stop()

    async def _listen(self) -> None:
        """Listen for ever; after a lost connection every game is looked at again."""
        going_on = True
        while going_on:
            try:
                await self._listen_once()
            except Exception as error:  # whatever the driver raises: nothing is lost by trying again
                if not self._is_lost:
                    log.warning("the database connection was lost; listening begins anew", extra={"why": str(error)})
                self._is_lost = True
            going_on = await self._tasks.pause(_AGAIN)

    async def _listen_once(self) -> None:
        import asyncpg

        url = self.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        connecting = asyncio.ensure_future(asyncpg.connect(url))
        try:
            connection = await asyncio.shield(connecting)
        except asyncio.CancelledError:  # a connection half made would be left open
            with suppress(Exception):
                (await connecting).terminate()
            raise
        lost = asyncio.Event()  # at once, and not with the next question: games would stand still here meanwhile
        connection.add_termination_listener(lambda _: lost.set())
        try:
            await connection.add_listener(CHANNEL, self._heard)
            for channel, hear in self.others.items():
                await connection.add_listener(channel, lambda *_, hear=hear: hear())
                hear()
            for channel, take in {TALK: self.games.hear, **self.told}.items():
                await connection.add_listener(channel, lambda *said, take=take: take(str(said[-1])))
            if self._is_lost:
                log.warning("the database connection is there again")
            self._is_lost = False
            self.connected.set()
            await self.games.catch_up_all()
            for begin in self.begins:
                await begin()
            while not lost.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), _ALIVE)
                await connection.execute("select 1")
        finally:
            self.connected.clear()
            with suppress(Exception):
                await connection.close(timeout=2)

    def _heard(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        game, _, by = str(payload).partition(" ")
        if by != self.store.leases.name:  # what this server has stored it knows
            self._tasks.start(self.games.catch_up(game))
