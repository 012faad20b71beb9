"""SQLite files: opening, locking against other servers, checking for damage, and privacy."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
import stat
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import NullPool

from ...records import TengenError
from ...systems.locking import lock

_T = TypeVar("_T")


def prepare(engine: Engine) -> None:
    """Configure connections: durable commits, and readers that do not wait for writers."""

    @event.listens_for(engine, "connect")
    def _prepare(connection: DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


def file_of(engine: AsyncEngine) -> Path | None:
    """Return the file of an SQLite database; None if it is in memory, or another database."""
    named = engine.url.database
    if engine.dialect.name != "sqlite" or not named or named.startswith((":memory:", "file:")):
        return None
    return Path(named)


class FileEngine(AsyncEngine):
    """An engine whose transactions take turns, and must not be nested, since SQLite has one writer.

    With SQLite's own polling, some of fifty waiting transactions would not get the file within ten seconds.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        async with self._turn, super().begin() as connection:
            yield connection


class FileWriter:
    """A thread with an open connection; the asynchronous driver would take twice the processor time."""

    def __init__(self, url: URL) -> None:
        self.engine: Final = create_engine(url.set(drivername="sqlite"), poolclass=NullPool, hide_parameters=True)
        prepare(self.engine)
        self._thread = ThreadPoolExecutor(1, "tengen-events")
        self._connection: Connection | None = None

    async def transact(self, work: Callable[[Connection], _T]) -> _T:
        """Run ``work`` in its own transaction, which its errors roll back, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact, work)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._drop)
        self._thread.shutdown()

    def _transact(self, work: Callable[[Connection], _T]) -> _T:
        connection = self._connection = self._connection or self.engine.connect()
        try:
            with connection.begin():
                return work(connection)
        except BaseException:
            self._drop()  # a new connection for the next one
            raise

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


log: Final = logging.getLogger("tengen.web")
LOCK: Final = "-lock"
"""The suffix of the lock file next to the database."""

LOGS: Final = ("-wal", "-journal", "-shm")
"""The suffixes of SQLite's logs."""

_WHOLE: Final = 256 << 20
"""The largest file that is checked at every start, in bytes; that takes a second at most."""


class DatabaseLock:
    """A lock that keeps other servers from an SQLite file; it ends with the process.

    It is a separate file: SQLite would lose its own locks if other code closed its file.
    """

    def __init__(self, path: Path) -> None:
        self._path = Path(os.path.realpath(path))
        self._file: int | None = None

    def take(self) -> None:
        """Take the lock; TengenError if another server has it."""
        beside = self._path.with_name(self._path.name + LOCK)
        file = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            lock(file, f"another server has {self._path} open; several servers need PostgreSQL")
        except BaseException:
            os.close(file)
            raise
        self._file = file

    def close(self) -> None:
        """Release the lock. The file stays, as deleting it might delete one that another server holds."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def make_private(path: Path) -> None:
    """Create an SQLite file that only its owner can read, unless it exists; its logs get the same mode."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def keep_private(path: Path) -> None:
    """Make an SQLite file and its logs readable by their owner only; log a change."""
    path = Path(os.path.realpath(path))
    if sys.platform == "win32":  # modes do not affect other users there
        return
    for each in (path, *(path.with_name(path.name + ending) for ending in (*LOGS, LOCK))):
        with suppress(FileNotFoundError):
            mode = stat.S_IMODE(each.stat().st_mode)
            if not mode & 0o077:
                continue
            said = {"file": str(each), "mode": f"{mode:04o}"}
            try:
                each.chmod(mode & 0o700)
            except OSError as error:
                log.error("other users of this machine can read the database", extra=said | {"why": error.strerror})
            else:
                log.warning("other users of this machine could read the database; they no longer can", extra=said)


def check_whole(path: Path) -> None:
    """Raise TengenError for an SQLite file with damaged pages; very large files are not checked."""
    if not path.exists() or path.stat().st_size > _WHOLE:
        return
    try:
        with closing(sqlite3.connect(path)) as database:
            found = str(database.execute("pragma quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return  # other errors appear when the database is used
        found = str(error)
    if found != "ok":
        raise TengenError(damaged(path, found))


def damaged(path: Path | str, found: str) -> str:
    said = " ".join(found.replace("*** in database main ***", "").split())
    return f"the database {path} is damaged ({said}); nothing in it was changed. `tengen restore` restores a backup"


LEAST: Final = 50_000_000
"""Free bytes below which a server is not ready."""
_PROBE: Final = b"\0" * 4096


class DatabaseDisk:
    def __init__(self, file: Path) -> None:
        self._file = file

    @classmethod
    def of(cls, engine: AsyncEngine) -> DatabaseDisk | None:
        """Return the disk of a database; None if it is in memory or on another machine."""
        file = file_of(engine)
        return None if file is None else cls(file)

    def size(self) -> int:
        """Return the size of the file and its write-ahead log in bytes."""
        files = self._file, self._file.with_name(f"{self._file.name}-wal")
        return sum(each.stat().st_size for each in files if each.exists())

    def room(self) -> int:
        return shutil.disk_usage(self._file.absolute().parent).free

    def is_writable(self) -> bool:
        """Write a test file next to the database; return whether that worked and enough room is left."""
        try:
            with tempfile.TemporaryFile(dir=self._file.absolute().parent) as probe:
                probe.write(_PROBE)
                probe.flush()
                os.fsync(probe.fileno())
            return os.access(self._file, os.W_OK) and self.room() >= LEAST
        except OSError:
            return False
