"""Notifications of other server processes, through PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, Protocol

from ..scheduler.tasks import TaskSet
from . import Store
from .channels import CHANNEL, TALK

log: Final = logging.getLogger("tengen.web")
_AGAIN: Final = 0.5
_ALIVE: Final = 10.0


class Loaded(Protocol):
    async def catch_up(self, id: str) -> None: ...


class Hearer(Protocol):
    """Loads what other processes have stored, and gets their messages."""

    @property
    def loaded(self) -> Loaded: ...

    async def catch_up_all(self) -> None: ...

    def hear(self, text: str) -> None: ...


class NotificationListener:
    """Listens on its own connection; does nothing with SQLite, which has one process.

    ``others`` get messages on further channels, and "" whenever it starts to listen, as messages may have been missed.
    ``connected`` is set while it listens.
    """

    def __init__(self, store: Store, games: Hearer, others: Mapping[str, Callable[[str], None]] | None = None) -> None:
        self.store = store
        self.games = games
        self.others: Final = others or {}
        self.connected: Final = asyncio.Event()
        self._tasks = TaskSet()
        self._is_lost = False

    async def open(self) -> None:
        if self.store.shared:
            self._tasks.start(self._listen())

    async def close(self) -> None:
        await self._tasks.stop()

    async def _listen(self) -> None:
        """Listen for ever; after a lost connection, check every game."""
        going_on = True
        while going_on:
            try:
                await self._listen_once()
            except Exception as error:  # whatever the driver raises: retrying is harmless
                if not self._is_lost:
                    log.warning("the database connection was lost; reconnecting", extra={"why": str(error)})
                self._is_lost = True
            going_on = await self._tasks.pause(_AGAIN)

    async def _listen_once(self) -> None:
        import asyncpg

        url = self.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        connecting = asyncio.ensure_future(asyncpg.connect(url))
        try:
            connection = await asyncio.shield(connecting)
        except asyncio.CancelledError:  # closes a half-open connection
            with suppress(Exception):
                (await connecting).terminate()
            raise
        lost = asyncio.Event()  # detects it at once, as games would stall until the next query
        connection.add_termination_listener(lambda _: lost.set())
        try:
            await connection.add_listener(CHANNEL, self._heard)
            for channel, hear in {TALK: self.games.hear, **self.others}.items():
                await connection.add_listener(channel, lambda *said, hear=hear: hear(str(said[-1])))
            if self._is_lost:
                log.warning("the database connection is there again")
            self._is_lost = False
            self.connected.set()
            await self.games.catch_up_all()
            for hear in self.others.values():
                hear("")
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
        if by != self.store.leases.name:  # own events are known
            self._tasks.start(self.games.loaded.catch_up(game))
