"""Temporary database failures: the meaning of its errors for requests."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Final, Literal, ParamSpec, TypeVar

from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import Dialect, ExceptionContext
from sqlalchemy.exc import IntegrityError

from ...records import Text
from ..scheduler.tasks import KnownTrouble

_T = TypeVar("_T")
_P = ParamSpec("_P")

TRY_AGAIN: Final = "2"
"""Seconds after which a failed request may be repeated; the server itself retries twice a second."""

TroubleKind = Literal["disk-full", "no-database", "damaged", "collision"]

_SQLITE: Final[dict[int, TroubleKind]] = {
    sqlite3.SQLITE_FULL: "disk-full",
    sqlite3.SQLITE_IOERR: "disk-full",  # a full disk, when writing the log's index
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CANTOPEN), "no-database"),
    **dict.fromkeys((sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM), "no-database"),
}
"""SQLite's primary result codes."""
_BRIEF: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

_POSTGRESQL: Final[dict[str, TroubleKind]] = {
    "53100": "disk-full",
    "XX001": "damaged",
    "XX002": "damaged",
    **dict.fromkeys(("08", "53", "57", "58"), "no-database"),
    "25006": "no-database",
    **dict.fromkeys(("40001", "40P01"), "collision"),
}
"""SQLSTATE, or its first two letters: connections, resources, an operator's intervention, the system; read-only;
deadlocks."""


_TEXTS: Final[dict[TroubleKind, Text]] = {
    "disk-full": Text("The server's disk is full: nothing can be stored just now. Try again in a moment."),
    "no-database": Text(
        "The server's database does not answer: nothing can be stored just now. Try again in a moment."
    ),
    "damaged": Text("The server's database is damaged: its operator has to restore a backup."),
    "collision": Text("Not stored: another change came at the same moment. Try again in a moment."),
}
_FOREIGN_KEY: Final = "23503"
_PAUSE: Final = 0.05
"""Seconds before a transaction is repeated: the one that waited for it must wake up first, or they collide again."""


class StoreTrouble(KnownTrouble):
    """A temporary failure to store or read; not a `TengenError`, as the request was not at fault.

    ``kind`` is the code of the answer; if ``is_brief``, it concerns one request that collided with another.
    """

    def __init__(self, kind: TroubleKind, why: str, is_brief: bool = False) -> None:
        super().__init__(why)
        self.kind: Final = kind
        self.is_brief: Final[bool] = is_brief

    @property
    def status(self) -> int:
        return 507 if self.kind == "disk-full" else 503

    @property
    def text(self) -> Text:
        return _TEXTS[self.kind]


def trouble_of(error: BaseException) -> StoreTrouble | None:
    """Return the trouble behind a driver's error; None if the request was at fault, or another request came first."""
    if isinstance(error, StoreTrouble):
        return error
    code, state = getattr(error, "sqlite_errorcode", 0) & 0xFF, str(getattr(error, "sqlstate", None) or "")
    kind = _SQLITE.get(code) or _POSTGRESQL.get(state) or _POSTGRESQL.get(state[:2])
    if kind is None and isinstance(error, OSError | TimeoutError):
        kind = "no-database"
    if kind is not None:
        return StoreTrouble(kind, in_one_line(error), kind == "collision" or code in _BRIEF)
    cause = error.__cause__  # the driver's own error behind that of SQLAlchemy's adapter
    return None if code or state or cause is None else trouble_of(cause)


def is_foreign_key_violation(error: IntegrityError) -> bool:
    """Return whether an item was to be stored whose parent has just been deleted."""
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
    return getattr(cause, "sqlstate", None) == _FOREIGN_KEY


def once_more(transaction: Callable[_P, Coroutine[Any, Any, _T]]) -> Callable[_P, Coroutine[Any, Any, _T]]:
    """Return a transaction that is repeated once if it collided with another one and was rolled back."""

    @wraps(transaction)
    async def done(*given: _P.args, **named: _P.kwargs) -> _T:
        try:
            return await transaction(*given, **named)
        except StoreTrouble as error:
            if error.kind != "collision":
                raise
        await asyncio.sleep(_PAUSE)
        return await transaction(*given, **named)

    return done


def in_one_line(error: BaseException) -> str:
    """Return a driver's message in one line."""
    said = str(getattr(error, "orig", None) or error).strip().splitlines()
    return said[0].rpartition(">: ")[2] if said else type(error).__name__


def tell_trouble(engine: Engine, note: Any) -> None:
    """Raise every trouble of a database as `StoreTrouble`, after a call of ``note``."""

    @event.listens_for(engine, "handle_error")
    def _failed(context: ExceptionContext) -> None:
        cause = context.original_exception
        if not isinstance(cause, Exception):
            return  # the task was cancelled; the database is not at fault
        found = trouble_of(cause)
        if found is None and context.is_disconnect:
            found = StoreTrouble("no-database", in_one_line(cause))
        if found is not None:
            note(found)
            raise found from cause

    @event.listens_for(engine, "do_connect")
    def _connect(dialect: Dialect, _record: object, given: tuple[Any, ...], named: dict[str, Any]) -> object:
        """Connect, converting the driver's own errors, which SQLAlchemy passes on unchanged."""
        try:
            return dialect.connect(*given, **named)
        except Exception as error:
            found = trouble_of(error)
            if found is None:
                raise
            note(found)
            raise found from error
