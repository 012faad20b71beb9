"""An SQLite file: how connections to it are set up, and one in a thread of its own for what is written often."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import NullPool

_T = TypeVar("_T")


def prepare(engine: Engine) -> None:
    """Let nothing that was acknowledged be lost, and readers not wait for writers."""
    event.listen(engine, "connect", _prepare)


def _prepare(connection: DBAPIConnection, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class FileEngine(AsyncEngine):
    """An engine whose transactions take turns: SQLite lets one write, and others ask again and again for the file.

    Of fifty that ask so at once some are not let in within ten seconds. Whoever waits for a turn has no connection yet.
    A transaction may not be begun within another one.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """Begin a transaction when the others have ended."""
        async with self._turn, super().begin() as connection:
            yield connection


class FileWriter:
    """A connection that stays open, and the thread that has it.

    A transaction is one word to the thread and one answer. By the asynchronous driver every step of it is, which takes
    twice the processor time.
    """

    def __init__(self, url: URL) -> None:
        self.engine: Final = create_engine(url.set(drivername="sqlite"), poolclass=NullPool, hide_parameters=True)
        prepare(self.engine)
        self._thread = ThreadPoolExecutor(1, "tengen-events")
        self._connection: Connection | None = None

    async def transact(self, work: Callable[[Connection], _T]) -> _T:
        """Return what ``work`` returns, done in a transaction of its own; what it raises leaves no trace."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact, work)

    async def close(self) -> None:
        """Let go of the file."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._drop)
        self._thread.shutdown()

    def _transact(self, work: Callable[[Connection], _T]) -> _T:
        connection = self._connection = self._connection or self.engine.connect()
        try:
            with connection.begin():
                return work(connection)
        except BaseException:
            self._drop()  # whatever was wrong with the connection is not wrong with the next one
            raise

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
