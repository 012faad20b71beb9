"""A database that stores nothing for now: what its errors mean, for all who asked it for something."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal, TypeVar

from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import Dialect, ExceptionContext
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection

from ...records import Text
from ..scheduler.tasks import KnownTrouble

__all__ = [
    "TRY_AGAIN",
    "NoConnection",
    "StoreTrouble",
    "TroubleKind",
    "in_one_line",
    "is_foreign_key_violation",
    "once_more",
    "tell_trouble",
    "trouble_of",
]

_T = TypeVar("_T")

TRY_AGAIN: Final = "2"
"""Seconds after which what could not be stored may be sent again: the server tries twice a second itself."""

TroubleKind = Literal["disk-full", "no-database", "damaged", "collision"]

_SQLITE: Final[dict[int, TroubleKind]] = {
    sqlite3.SQLITE_FULL: "disk-full",
    sqlite3.SQLITE_IOERR: "disk-full",  # what a full disk is called where it meets the index of the log
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CANTOPEN), "no-database"),
    **dict.fromkeys((sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM), "no-database"),
}
"""SQLite's primary result codes."""

_POSTGRESQL: Final[dict[str, TroubleKind]] = {
    "53100": "disk-full",
    "XX001": "damaged",
    "XX002": "damaged",
    **dict.fromkeys(("08", "53", "57", "58"), "no-database"),
    "25006": "no-database",
    **dict.fromkeys(("40001", "40P01"), "collision"),
}
"""SQLSTATE, or its first two letters: connections, resources, an operator's intervention, the system; read-only;
transactions that waited for each other, of which the database gave up this one."""


_TEXTS: Final[dict[TroubleKind, Text]] = {
    "disk-full": Text("The server's disk is full: nothing can be stored just now. Try again in a moment."),
    "no-database": Text(
        "The server's database does not answer: nothing can be stored just now. Try again in a moment."
    ),
    "damaged": Text("The server's database is damaged: whoever runs it has to put a backup in its place."),
    "collision": Text(
        "Somebody else changed the same thing at the same moment, and your change was not stored. Try again in a "
        "moment."
    ),
}
_FOREIGN_KEY: Final = "23503"


class StoreTrouble(KnownTrouble):
    """Nothing can be stored for now, or not even read; what was asked for may be asked for again later.

    ``kind`` is the code of the answer; what ``is_brief`` befell one request, as another had the file for too long, or
    what it needed.
    It is no `TengenError`: nobody has asked for anything that is wrong.
    """

    def __init__(self, kind: TroubleKind, why: str, is_brief: bool = False) -> None:
        super().__init__(why)
        self.kind: Final = kind
        self.is_brief: Final[bool] = is_brief

    @property
    def status(self) -> int:
        """The status of an HTTP answer."""
        return 507 if self.kind == "disk-full" else 503

    @property
    def text(self) -> Text:
        """What is wrong, for whoever wanted something."""
        return _TEXTS[self.kind]


def trouble_of(error: BaseException) -> StoreTrouble | None:
    """Return the trouble behind what a driver has raised; None: the request was at fault, or another one was faster."""
    if isinstance(error, StoreTrouble):
        return error
    kind = _kind(error)
    return None if kind is None else StoreTrouble(kind, in_one_line(error), kind == "collision" or _is_brief(error))


def is_foreign_key_violation(error: IntegrityError) -> bool:
    """Say whether something was to be stored that belongs to what somebody else has just deleted."""
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
    return getattr(cause, "sqlstate", None) == _FOREIGN_KEY


async def once_more(transaction: Callable[[], Awaitable[_T]]) -> _T:
    """Return what a transaction comes to, done again, once, where it collided with another one and left no trace.

    Raises:
        StoreTrouble: it collided again, or nothing can be stored.
    """
    try:
        return await transaction()
    except StoreTrouble as error:
        if error.kind != "collision":
            raise
    return await transaction()


def _kind(error: BaseException) -> TroubleKind | None:
    """Return what an error of a driver means; SQLAlchemy's adapters keep the driver's own as its cause."""
    if isinstance(error, sqlite3.Error):
        return _SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    state = str(getattr(error, "sqlstate", None) or "")
    if state:
        return _POSTGRESQL.get(state) or _POSTGRESQL.get(state[:2])
    if isinstance(error, OSError | TimeoutError):
        return "no-database"
    return _kind(error.__cause__) if error.__cause__ is not None else None


def _is_brief(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return error.__cause__ is not None and _is_brief(error.__cause__)


def in_one_line(error: BaseException) -> str:
    """Return what a driver says is wrong, in one line."""
    said = str(getattr(error, "orig", None) or error).strip().splitlines()
    return said[0].rpartition(">: ")[2] if said else type(error).__name__


def tell_trouble(engine: Engine, note: Any) -> None:
    """Have every trouble of a database raised as `StoreTrouble`, wherever it is used, after a call of ``note``."""

    @event.listens_for(engine, "handle_error")
    def _failed(context: ExceptionContext) -> None:
        cause = context.original_exception
        if not isinstance(cause, Exception):
            return  # the task was cancelled, which says nothing about the database
        found = trouble_of(cause)
        if found is None and context.is_disconnect:
            found = StoreTrouble("no-database", in_one_line(cause))
        if found is not None:
            note(found)
            raise found from cause

    @event.listens_for(engine, "do_connect")
    def _connect(dialect: Dialect, _record: object, given: tuple[Any, ...], named: dict[str, Any]) -> object:
        """Connect: what goes wrong here is the driver's own error, which SQLAlchemy passes on as it is."""
        try:
            return dialect.connect(*given, **named)
        except Exception as error:
            found = trouble_of(error)
            if found is None:
                raise
            note(found)
            raise found from error
