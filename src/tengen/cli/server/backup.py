"""`tengen backup` and `tengen restore`: copies of a server's database, verified before they are named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from ...records import TengenError
from ...web.settings import default_database
from .. import RUNS
from ..options import Database, Force
from ..signals import ended_politely
from ..terminal import counted, gauge, harmless, say

if RUNS:
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    from ...web.operating.copies import postgres_dumps, sqlite_files
    from ...web.operating.copies.copying import Verified


_SHOWN: Final = 20

Games = Annotated[
    int | None, typer.Option("--games", min=0, help="Open at most this many games and reviews, drawn at random.")
]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File for the copy.")],
    database: Database = None,
    games: Games = None,
    force: Force = False,
) -> None:
    """Back up a server's database while it runs, and open every game in the copy."""
    copies, source = _copies(database)
    found = _watched(lambda progress: copies.back_up(source, file, force, games, progress))
    _tell(found, f"{file} holds the database as it was when the copy began")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Copy written by tengen backup.")],
    database: Database = None,
    games: Games = None,
    force: Force = False,
) -> None:
    """Restore a server's database from a copy, after opening every game in it; no server may be running."""
    copies, target = _copies(database)
    try:
        with file.open("rb") as opened:
            begins = opened.read(len(copies.MAGIC))
    except OSError as error:
        raise TengenError(f"{file} cannot be read: {error.strerror}") from None
    if begins != copies.MAGIC:
        raise TengenError(
            f"{file} is not a copy of {'an SQLite' if isinstance(target, Path) else 'a PostgreSQL'} database; "
            "tengen backup writes one, and --database names the server's kind"
        )
    found = _watched(lambda progress: copies.restore(file, target, force, games, progress))
    _tell(found, "The database is as it was when the copy was made")


def _copies(database: str | None) -> tuple[Any, Path | str]:
    """Return the module that copies a server's database, and its location: an SQLite file or an address."""
    url = database or default_database()
    if url.startswith("sqlite"):
        return sqlite_files, _path(url)
    if url.startswith("postgres"):
        return postgres_dumps, url
    raise TengenError(f"{url.partition(':')[0]!r} is not a supported database; use sqlite:///FILE or postgresql://...")


def _path(url: str) -> Path:
    """Return the file in a database address, without its settings."""
    try:
        path = make_url(url).database
    except (ArgumentError, ValueError):
        path = None
    if not path or path == ":memory:":
        raise TengenError(f"{url} does not name a file; write sqlite:///FILE")
    return Path(path)


def _watched(work: Callable[[Callable[[float, str], None]], Verified]) -> Verified:
    with ended_politely(), gauge(remaining=True) as show:
        return work(show)


def _tell(found: Verified, done: str) -> None:
    """Print what was opened; report what cannot be opened, and exit with 1."""
    opened = f"{counted(found.games, 'game')} with {counted(found.events, 'event')}"
    say(f"{done}: opened {opened} and {counted(found.reviews, 'review')}.")
    for line in found.failed[:_SHOWN]:
        say(harmless(f"cannot be opened: {line}"), err=True)
    if found.failed:
        say(f"{counted(len(found.failed), 'thing')} cannot be opened; everything else can.", err=True)
        raise typer.Exit(1)
