"""`tengen admin`: operator's commands next to a running server, which notices changes within a second or two."""

from __future__ import annotations

import asyncio
import getpass
import socket
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Final, TypeVar

import typer

from ...records import TengenError
from ...web.settings import default_database
from .. import RUNS
from ..options import Database, Json, group, read_span
from ..terminal import as_json, harmless, new_table, print_table, say

if RUNS:
    from ...web.operating.operator import Operator, list_games, list_reviews, shown
    from ...web.store import Store

_T = TypeVar("_T")

Newest = Annotated[int, typer.Option("--newest", min=1, help="Number of newest entries to list.")]
Id = Annotated[str, typer.Argument(metavar="ID", help="Id in the address of a game, a review or a variant.")]
Whom = Annotated[str, typer.Argument(metavar="WHOM", help="Address, network, or id of an account or visitor.")]


def admin_games(
    phase: Annotated[
        str | None, typer.Option(help="List games in this phase: waiting, playing, counting or over.")
    ] = None,
    newest: Newest = 20,
    database: Database = None,
    json: Json = False,
) -> None:
    """List the games with the latest moves."""
    if phase not in (None, "waiting", "playing", "counting", "over"):
        raise TengenError(f"--phase must be waiting, playing, counting or over, not {phase}")
    found = _looked(database, lambda store: list_games(store, phase, newest))
    _listed(found, ("id", "phase", "variant", "board", "black", "white", "events", "updated"), json)


def admin_reviews(newest: Newest = 20, database: Database = None, json: Json = False) -> None:
    """List the newest reviews."""
    found = _looked(database, lambda store: list_reviews(store, newest))
    _listed(found, ("id", "created", "size", "visitor"), json)


def admin_show(
    id: Annotated[str, typer.Argument(metavar="ID", help="Id of a game, a review, an account or a visitor.")],
    database: Database = None,
    json: Json = False,
) -> None:
    """Show a game with its players and chat, a review, an account or a visitor."""
    found = _looked(database, lambda store: shown(store, id))
    if json:
        say(as_json(found, indent=2))
        return
    for name, value in found.items():
        rows = value if isinstance(value, list) else [value]
        for place, each in enumerate(rows or ["none"]):
            say(f"{name if place == 0 else '':<10} {_told(name, each)}")


def admin_end(
    id: Id,
    winner: Annotated[str | None, typer.Option(help="Winner, black or white; the other side forfeits.")] = None,
    database: Database = None,
) -> None:
    """End a game: the loser forfeits; after both have passed, it is counted as marked."""
    if winner not in (None, "black", "white"):
        raise TengenError(f"--winner must be black or white, not {winner}")
    _done(database, lambda operator: operator.end(id, winner))  # type: ignore[arg-type]


def admin_delete(id: Id, database: Database = None) -> None:
    """Permanently delete a game, a review or a published variant."""
    _done(database, lambda operator: operator.delete(id))


def admin_revoke(
    id: Id,
    colour: Annotated[str, typer.Argument(metavar="COLOUR", help="Seat: black or white.")],
    database: Database = None,
) -> None:
    """Take a seat away, and print its new link: the first person to open that has the seat."""
    if colour not in ("black", "white"):
        raise TengenError(f"the seat must be black or white, not {colour}")

    async def work(operator: Operator) -> str:
        words, link = await operator.revoke(id, colour)  # type: ignore[arg-type]
        return f"{words}; the first person to open this link has it now: {link}"

    _done(database, work)


def admin_ban(
    whom: Whom,
    span: Annotated[
        str | None, typer.Option("--for", metavar="7d", help="Time span in hours, days or weeks. [default: permanent]")
    ] = None,
    reason: Annotated[str, typer.Option(help="Reason to show them.")] = "",
    database: Database = None,
) -> None:
    """Ban an address, an account or a visitor."""
    if len(reason) > 500:
        raise TengenError(f"the reason must have at most 500 characters, not {len(reason):,}")
    expires = None if span is None else time.time() + read_span(span)
    _done(database, lambda operator: operator.ban(whom, reason, expires))


def admin_lift(whom: Whom, database: Database = None) -> None:
    """Lift a ban."""
    _done(database, lambda operator: operator.lift(whom))


def admin_bans(database: Database = None, json: Json = False) -> None:
    """List the bans."""
    found = _looked(database, lambda store: store.operator.bans())
    _listed([vars(each) for each in found], ("kind", "whom", "created", "expires", "reason"), json)


def admin_reports(
    everything: Annotated[bool, typer.Option("--all", help="Include settled reports.")] = False,
    database: Database = None,
    json: Json = False,
) -> None:
    """List what visitors have reported, the oldest first."""
    found = _looked(database, lambda store: store.operator.reports(everything))
    columns = ("number", "created", "reason", "kind", "about", "quoted", "accused", "words")
    _listed([vars(each) for each in found], columns, json)


def admin_settle(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="Number of the report.")], database: Database = None
) -> None:
    """Mark a report as settled."""
    _done(database, lambda operator: operator.settle(number))


def admin_unname(
    whom: Annotated[str, typer.Argument(metavar="WHOM", help="Id of an account or visitor.")],
    database: Database = None,
) -> None:
    """Remove a person's name from the lobby and all their games."""
    _done(database, lambda operator: operator.unname(whom))


def admin_acts(newest: Newest = 50, database: Database = None, json: Json = False) -> None:
    """List the actions of operators."""
    found = _looked(database, lambda store: store.operator.acts())
    _listed([vars(each) for each in found[-newest:]], ("number", "at", "operator", "words"), json)


def _looked(database: str | None, work: Callable[[Store], Awaitable[_T]]) -> _T:
    """Return the result of ``work`` on a database that another process may be using."""

    async def whole() -> _T:
        store = Store(database or default_database())
        try:
            await store.attach()
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(whole())


def _done(database: str | None, work: Callable[[Operator], Awaitable[str]]) -> None:
    """Do something, and print what was done."""

    async def by_operator(store: Store) -> str:
        return await work(Operator(store, f"{getpass.getuser()}@{socket.gethostname()}"[:80]))

    words = _looked(database, by_operator)
    say(harmless(f"{words[0].upper()}{words[1:]}."))


def _listed(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], json: bool) -> None:
    if json:
        say(as_json([dict(row) for row in rows], indent=2))
        return
    table = new_table(*columns)
    for row in rows:
        table.add_row(*(_told(column, row[column]) for column in columns))
    print_table(table)


def _told(name: str, value: object) -> str:
    """Return a value as text: times in UTC, and nothing that controls the terminal."""
    if value is None:
        return "never" if name == "expires" else "-"
    if isinstance(value, float):
        return f"{datetime.fromtimestamp(value, UTC):%Y-%m-%d %H:%M}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_told(key, each)}" for key, each in value.items())
    if isinstance(value, list):
        return "; ".join(_told(name, each) for each in value) or "-"
    return harmless(str(value))


admin: Final = group(
    "admin",
    "Manage a server's games and visitors, even while it runs (docs/how/operating.md).",
    *(admin_games, admin_reviews, admin_show, admin_end, admin_delete, admin_revoke, admin_ban, admin_lift),
    *(admin_bans, admin_reports, admin_settle, admin_unname, admin_acts),
    no_args_is_help=True,
)
