"""`tengen backup` and `tengen restore`: a copy of a server's database that was opened before it got its name."""

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
    int | None, typer.Option("--games", min=0, help="The most games and reviews to open, drawn at random.")
]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the copy.")],
    database: Database = None,
    games: Games = None,
    force: Force = False,
) -> None:
    """Copy a server's database into a file while the server runs, and open every game in the copy."""
    copies, source = _copies(database)
    found = _watched(lambda progress: copies.back_up(source, file, force, games, progress))
    _tell(found, f"{file} holds the database as it was when the copy began")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What tengen backup wrote.")],
    database: Database = None,
    games: Games = None,
    force: Force = False,
) -> None:
    """Put a copy in the place of a server's database, after every game in it was opened; no server may be running."""
    copies, target = _copies(database)
    try:
        with file.open("rb") as opened:
            begins = opened.read(len(copies.MAGIC))
    except OSError as error:
        raise TengenError(f"{file} cannot be read: {error.strerror}") from None
    if begins != copies.MAGIC:
        raise TengenError(
            f"{file} is no copy of {'an SQLite' if isinstance(target, Path) else 'a PostgreSQL'} database; "
            "tengen backup writes one, and --database says of which kind the server's is"
        )
    found = _watched(lambda progress: copies.restore(file, target, force, games, progress))
    _tell(found, "The database is as it was when the copy was made")


def _copies(database: str | None) -> tuple[Any, Path | str]:
    """Return the module that copies a server's database, and where that is: a file of SQLite or an address."""
    url = database or default_database()
    if url.startswith("sqlite"):
        return sqlite_files, _path(url)
    if url.startswith("postgres"):
        return postgres_dumps, url
    raise TengenError(f"{url.partition(':')[0]!r} is no database of ours; sqlite:///FILE or postgresql://... would be")


def _path(url: str) -> Path:
    """Return the file that an address names, without the settings that may follow it."""
    try:
        path = make_url(url).database
    except (ArgumentError, ValueError):
        path = None
    if not path or path == ":memory:":
        raise TengenError(f"{url} names no file; sqlite:///FILE does")
    return Path(path)


def _watched(work: Callable[[Callable[[float, str], None]], Verified]) -> Verified:
    with ended_politely(), gauge(remaining=True) as show:
        return work(show)


def _tell(found: Verified, done: str) -> None:
    """Say what was opened; where something cannot be, say what, and exit with 1."""
    opened = f"{counted(found.games, 'game')} with {counted(found.events, 'event')}"
    say(f"{done}: opened {opened} and {counted(found.reviews, 'review')}.")
    for line in found.failed[:_SHOWN]:
        say(harmless(f"cannot be opened: {line}"), err=True)
    if found.failed:
        say(f"{counted(len(found.failed), 'thing')} cannot be opened; all the rest can.", err=True)
        raise typer.Exit(1)
