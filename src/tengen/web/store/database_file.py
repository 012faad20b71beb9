"""An SQLite file: one server has it, and none begins on a damaged one."""

from __future__ import annotations

import glob
import logging
import os
import sqlite3
import stat
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from ...records import TengenError
from ...systems.locking import lock

log: Final = logging.getLogger("tengen.web")
LOCK: Final = "-lock"
"""How the name of the file ends that is locked, beside the database."""

_LOGS: Final = ("-wal", "-journal")
"""How the names of the files end in which SQLite keeps what is yet to be written, or to be taken back."""
_OF: Final = "-of-"

_WHOLE: Final = 256 << 20
"""Bytes up to which a file is looked through whenever a server starts, which takes a second at most."""


class DatabaseLock:
    """Keeps other servers from an SQLite file while it is held; a server that was killed holds nothing.

    It is a file of its own beside the database: SQLite would lose its own locks if anybody else closed its file.
    """

    def __init__(self, path: Path) -> None:
        self._path = Path(os.path.realpath(path))
        self._file: int | None = None

    def take(self) -> None:
        """Take it; TengenError where another server has it."""
        beside = self._path.with_name(self._path.name + LOCK)
        file = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            lock(file, f"another server has {self._path} open; several servers need PostgreSQL")
        except BaseException:
            os.close(file)
            raise
        self._file = file

    def leave(self) -> None:
        """Let others have the database. The file stays: who deleted it might delete what another one holds."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def set_logs_aside(path: Path) -> None:
    """Give what SQLite keeps beside a file other names: nothing is to take it for that of the file that comes after.

    The name has the number of the file on its disk: `put_logs_back` knows by it whether the file was replaced.
    """
    owner = path.stat().st_ino if path.exists() else 0
    for ending in _LOGS:
        with suppress(FileNotFoundError):
            path.with_name(path.name + ending).rename(path.with_name(f"{path.name}{ending}{_OF}{owner}"))
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)


def put_logs_back(path: Path) -> None:
    """Put what was set aside beside its file again if that is there still; with another file there, it goes."""
    owner = path.stat().st_ino if path.exists() else 0
    for ending in _LOGS:
        beside = path.with_name(path.name + ending)
        for aside in path.parent.glob(f"{glob.escape(beside.name)}{_OF}*"):
            if aside.name == f"{beside.name}{_OF}{owner}" and not beside.exists():
                aside.rename(beside)
            else:
                aside.unlink()


def make_private(path: Path) -> None:
    """Create an empty SQLite file that its owner alone can read, unless it is there.

    What SQLite keeps beside a file gets the mode of that file.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def keep_private(path: Path) -> None:
    """Let nobody but the owner of an SQLite file read it, or what SQLite keeps beside it; log what was otherwise."""
    path = Path(os.path.realpath(path))
    if sys.platform == "win32":  # where modes say nothing about other users
        return
    for each in (path, *(path.with_name(path.name + ending) for ending in (*_LOGS, "-shm", LOCK))):
        with suppress(FileNotFoundError):
            mode = stat.S_IMODE(each.stat().st_mode)
            if mode & 0o077:
                _take_rights(each, mode)


def _take_rights(path: Path, mode: int) -> None:
    said = {"file": str(path), "mode": f"{mode:04o}"}
    try:
        path.chmod(mode & 0o700)
    except OSError as error:
        log.error("other users of this machine can read the database", extra=said | {"why": error.strerror})
    else:
        log.warning("other users of this machine could read the database; they no longer can", extra=said)


def check_whole(path: Path) -> None:
    """Look through an SQLite file, unless it is very large, and refuse one whose pages are damaged.

    Raises:
        TengenError: something in it is not what SQLite wrote.
    """
    if not path.exists() or path.stat().st_size > _WHOLE:
        return
    try:
        with closing(sqlite3.connect(path)) as database:
            found = str(database.execute("pragma quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return  # whatever else is wrong shows where the database is used
        found = str(error)
    if found != "ok":
        raise TengenError(damaged(path, found))


def damaged(path: Path | str, found: str) -> str:
    """Return what is said of a damaged database, in one line."""
    said = " ".join(found.replace("*** in database main ***", "").split())
    return (
        f"the database {path} is damaged ({said}); nothing in it was changed. "
        f"`tengen restore` puts a backup in its place"
    )
