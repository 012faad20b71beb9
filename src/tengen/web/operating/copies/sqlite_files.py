"""Copies of an SQLite file by SQLite's online backup: consistent, while the server keeps running."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final
from urllib.parse import quote

from ....records import TengenError
from ...store.sqlite import LOCK, LOGS, DatabaseLock, make_private
from .copying import HALF, Progress, Verified, beside, put, verify

MAGIC: Final = b"SQLite format 3\x00"
_PAGES: Final = 1_000
_IN_USE: Final = "a server has {} open: stop it first, then restore"


def back_up(source: Path, target: Path, force: bool, most: int | None, progress: Progress) -> Verified:
    """Copy a database into a file, and verify the copy before it gets its name."""
    with beside(target, force) as copy:
        _copy(source, copy, progress)
        found = asyncio.run(verify(f"sqlite:///{copy}", False, most, progress))
        _close_up(copy)
        put(copy, target, force)
    return found


def restore(source: Path, target: Path, force: bool, most: int | None, progress: Progress) -> Verified:
    """Replace a database by a verified copy; an older one is migrated."""
    with beside(target, force) as copy, closing(DatabaseLock(target)) as lock:
        try:
            lock.take()  # keeps servers from starting on it
        except TengenError:
            raise TengenError(_IN_USE.format(target)) from None
        _copy(source, copy, progress)
        found = asyncio.run(verify(f"sqlite:///{copy}", True, most, progress))
        _close_up(copy)
        _see_unused(target)
        for ending in LOGS:  # logs of a damaged or missing database must not be applied to the new one
            target.with_name(target.name + ending).unlink(missing_ok=True)
        put(copy, target, force)
    return found


def _copy(source: Path, target: Path, progress: Progress) -> None:
    if not source.is_file():
        raise TengenError("database {source} not found", source=source)

    def told(_: int, left: int, total: int) -> None:
        progress(HALF * (1 - left / max(1, total)), f"copying {source.name}")

    make_private(target)
    try:
        with closing(sqlite3.connect(f"file:{quote(str(source.resolve()))}?mode=ro", uri=True)) as given:
            # An open read transaction, so that the server's writes do not restart the copy.
            given.execute("begin")
            given.execute("select count(*) from sqlite_master").fetchone()
            with closing(sqlite3.connect(target)) as made:
                given.backup(made, pages=_PAGES, progress=told)
                (said,) = made.execute("pragma integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise TengenError("{source} cannot be copied: {error}", source=source, error=error) from None
    if said != "ok":
        raise TengenError("{source} is damaged: {said}", source=source, said=said)


def _close_up(copy: Path) -> None:
    """Merge a copy into one file, and flush it to the disk."""
    with closing(sqlite3.connect(copy)) as made:
        made.execute("pragma journal_mode=delete").fetchone()
    copy.with_name(copy.name + LOCK).unlink(missing_ok=True)  # the copy is not in use yet
    with copy.open("rb") as file:
        os.fsync(file.fileno())


def _see_unused(target: Path) -> None:
    """Write a database's logs into its file; TengenError if it is open elsewhere."""
    if not target.exists():
        return
    try:
        with closing(sqlite3.connect(target, timeout=1)) as old:
            mode = old.execute("pragma journal_mode=delete").fetchone()[0]
    except sqlite3.OperationalError:
        mode = "wal"
    except sqlite3.DatabaseError:  # a damaged database can be replaced
        mode = "delete"
    if mode == "wal":
        raise TengenError(_IN_USE.format(target))
