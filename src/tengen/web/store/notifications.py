"""Hearing of what other server processes have stored, through PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from ..games.game_server import GameServer
from ..tasks import TaskSet
from . import CHANNEL, Store

log = logging.getLogger("tengen.web")
_AGAIN: Final = 1.0
_ALIVE: Final = 10.0


class NotificationListener:
    """Listens while the server runs, on a connection of its own; does nothing on SQLite, which one process has."""

    def __init__(self, store: Store, games: GameServer) -> None:
        self.store, self.games = store, games
        self._tasks = TaskSet()

    async def open(self) -> None:
        """Begin to listen."""
        if self.store.shared:
            self._tasks.start(self._listen())

    async def close(self) -> None:
        """Stop listening."""
        await self._tasks.stop()

    async def _listen(self) -> None:
        """Listen for ever; after a lost connection every game is looked at again."""
        while True:
            try:
                await self._listen_once()
            except Exception as error:  # whatever the driver raises: nothing is lost by trying again
                log.warning("the database connection was lost; listening begins anew", extra={"why": str(error)})
            await asyncio.sleep(_AGAIN)

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
        try:
            await connection.add_listener(CHANNEL, self._heard)
            await self.games.cache.catch_up_all()
            while True:
                await asyncio.sleep(_ALIVE)
                await connection.execute("select 1")
        finally:
            with suppress(Exception):
                await connection.close(timeout=2)

    def _heard(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        self._tasks.start(self.games.cache.catch_up(str(payload)))
