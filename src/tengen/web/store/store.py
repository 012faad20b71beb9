"""The store of persistent data. Events are stored before they are sent to pages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from sqlalchemy import ColumnElement, delete, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from ...records import Colour, TengenError
from ..rooms import Event, GameTerms
from ..scheduler.limit_table import LIMITS
from .account_store import AccountStore
from .channels import TALK, notify
from .chat_store import MessageStore
from .clocks import DatabaseClock, SteadyClock
from .conditional_store import ConditionalStore
from .event_writer import EventWriter
from .lobby_store import LobbyStore
from .operator_store import OperatorStore
from .people import NAME, WITH_ACCOUNT, call, same_person
from .push_store import PushStore
from .result_store import ResultStore
from .retention import RetentionStore
from .review_store import ReviewStore
from .schema import beats, browsers, events, games, grants, visitors
from .seats import NewGameRow, Seats, insert_game
from .sqlite import DatabaseLock, FileEngine, check_whole, damaged, file_of, keep_private, make_private, prepare
from .statements import Statements, put
from .tournament_store import TournamentStore
from .trouble import StoreTrouble, in_one_line, tell_trouble
from .turn_leases import TurnLeases
from .upgrade import refuse_other, upgrade
from .variant_store import VariantStore

log: Final = logging.getLogger("tengen.web")

_SEEN: Final = 24 * 3600.0
"""Seconds between updates of a visitor's last visit, or of a variant's last use."""

_DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
_RATED: Final = games.c.setting.contains('"rated": true')
"""The condition for rated games, by the text that `GameTerms.dump` writes for them only."""


@dataclass(frozen=True)
class StoredGame:
    """A stored game: its terms, its events, and the intents that caused them, by number."""

    id: str
    terms: GameTerms
    events: Sequence[Event]
    intents: dict[str, int]
    updated: float
    listed: bool = False


@dataclass(frozen=True)
class Visitor:
    """A visitor with a cookie; the name is their claimed one, or their account's."""

    id: str
    name: str | None = None
    account: str | None = None


class Store(Statements):
    """The database of the server; ``url`` is SQLAlchemy's, with an async driver or without a driver.

    Its ``clock`` gives the seconds since 1970; if several servers may use it, that is the database's.

    ``pages`` are slots for reading the data of open pages. Thousands may be opened at once, and SQLAlchemy's own queue
    for connections would time out.

    >>> Store("sqlite:///games.db").url
    'sqlite+aiosqlite:///games.db'
    """

    def __init__(self, url: str, clock: Callable[[], float] | None = None) -> None:
        self.url: Final = _driven(url)
        try:
            away = not self.url.startswith("sqlite")  # a connection to a file cannot be lost unnoticed
            engine = create_async_engine(self.url, pool_pre_ping=away, hide_parameters=True)
        except (SQLAlchemyError, ValueError) as error:
            raise TengenError("the database's address cannot be read: {why}", why=in_one_line(error)) from None
        self.file: Final = file_of(engine)
        super().__init__(
            engine if away else FileEngine(engine.sync_engine), clock or (DatabaseClock() if away else SteadyClock())
        )
        self.pages: Final = LIMITS["pages"].slots()
        given = self.engine, self.clock
        self.leases: Final = TurnLeases(*given)
        self.reviews: Final = ReviewStore(*given)
        self.messages: Final = MessageStore(*given)
        self.conditional: Final = ConditionalStore(*given)
        self.pushes: Final = PushStore(*given)
        self.lobby: Final = LobbyStore(*given)
        self.accounts: Final = AccountStore(*given)
        self.results: Final = ResultStore(*given)
        self.operator: Final = OperatorStore(*given)
        self.variants: Final = VariantStore(*given)
        self.tournaments: Final = TournamentStore(*given)
        self.retention: Final = RetentionStore(*given)
        self.writer: Final = EventWriter(*given, self.leases.name)
        self.seats: Final = Seats(*given, self.writer)
        self._lock = None if self.file is None else DatabaseLock(self.file)
        self.trouble: StoreTrouble | None = None  # set from a failure until a sign of life is stored
        self._opened = False
        for each in {self.engine.sync_engine, self.writer.committing}:
            tell_trouble(each, self._note if each is self.writer.committing else self._note_of_one)
        if not self.shared:
            prepare(self.engine.sync_engine)

    async def open(self) -> None:
        """Check and lock the file, and migrate its tables; or raise TengenError."""
        try:
            if self._lock is not None:
                self._lock.take()
            if self.file is not None:
                await asyncio.to_thread(make_private, self.file)
                await asyncio.to_thread(check_whole, self.file)
            async with self.engine.begin() as connection:
                await connection.run_sync(upgrade)
                await self._set_clock(connection)
            if self.file is not None:
                await asyncio.to_thread(keep_private, self.file)  # the database is ours, and undamaged
            self.trouble, self._opened = None, True
        except (SQLAlchemyError, StoreTrouble, OSError, ValueError) as error:
            self._let_go()
            if isinstance(error, TengenError):
                raise
            if isinstance(error, StoreTrouble) and error.kind == "damaged" and self.file is not None:
                raise TengenError(damaged(self.file, str(error))) from None
            raise TengenError("the database cannot be used: {why}", why=in_one_line(error)) from None

    async def attach(self) -> None:
        """Use the tables unchanged, perhaps next to a server; TengenError if they are another version's."""
        database = self.engine.url.database
        if not self.shared and not (database and Path(database).exists()):
            raise TengenError("database {database} not found; --database names another one", database=database)
        try:
            async with self.engine.connect() as connection:
                await connection.run_sync(refuse_other)
                await self._set_clock(connection)
        except TengenError:
            raise
        except (SQLAlchemyError, OSError, ValueError) as error:
            raise TengenError("the database cannot be used: {why}", why=in_one_line(error)) from None

    async def close(self) -> None:
        """Store pending events, and close the connections."""
        await self.writer.close()
        await self.engine.dispose()
        self._let_go()

    def _let_go(self) -> None:
        if self._lock is not None:
            self._lock.close()

    def _note(self, trouble: StoreTrouble) -> None:
        """Note that nothing can be stored; this is logged once."""
        if trouble.kind == "collision":
            return  # one of the two transactions succeeds
        known = self.trouble is not None and self.trouble.kind == trouble.kind
        if self._opened and not known:
            log.error("nothing can be stored", extra={"code": trouble.kind, "why": str(trouble)})
        trouble.was_logged = self._opened
        self.trouble = trouble

    def _note_of_one(self, trouble: StoreTrouble) -> None:
        """Note a request's trouble; a timeout for the file concerns that request only."""
        if not trouble.is_brief:
            self._note(trouble)

    async def check(self) -> None:
        """Raise if the database does not answer."""
        async with self.engine.connect() as connection:
            await connection.execute(text("select 1"))

    async def notify(self, texts: Sequence[str]) -> None:
        """Send the other servers of the database messages about chat and presence."""
        async with self.engine.begin() as connection:
            await notify(connection, TALK, texts)

    # -- games ---------------------------------------------------------------------------------------------------------

    async def keep(self, new: NewGameRow) -> None:
        """Store a new game with its seats; EnoughGames beyond the limit."""
        await self.writer.transact(partial(insert_game, new=new, now=self.clock()))

    async def discard(self, id: str) -> None:
        """Delete a game with everything that belongs to it."""
        await self._change(delete(games).where(games.c.id == id))

    async def has_game(self, id: str) -> bool:
        return bool(await self._values(select(games.c.id).where(games.c.id == id)))

    async def load(self, id: str) -> StoredGame | None:
        """Return a game with all its events, or None."""
        row = await self._row(select(games).where(games.c.id == id))
        if row is None:
            return None
        found = await self.since(id, 0)
        happened = [event for event, _ in found]
        intents = {intent: number for number, (_, intent) in enumerate(found) if intent}
        return StoredGame(id, GameTerms.load(row.setting), happened, intents, row.updated, row.listed)

    async def since(self, id: str, number: int) -> list[tuple[Event, str | None]]:
        """Return the events from a number on, with the intents that caused them."""
        wanted = select(events).where(events.c.game == id, events.c.number >= number).order_by(events.c.number)
        return [(Event.load(row.body), row.intent) for row in await self._rows(wanted)]

    async def overdue(self, now: float) -> list[str]:
        """Return the games in which a flag has fallen."""
        return await self._values(select(games.c.id).where(games.c.deadline <= now).limit(100))

    async def timed(self) -> list[str]:
        """Return the games in which a clock is running."""
        return await self._values(select(games.c.id).where(games.c.deadline.is_not(None)))

    def missed(self) -> bool:
        """Return whether the process was stopped since the last call, or its clock was set."""
        return isinstance(self.clock, SteadyClock) and self.clock.missed()

    async def last_beat(self) -> float | None:
        """Return the last heartbeat of a server, in seconds since 1970, or None."""
        async with self.engine.connect() as connection:
            await self._set_clock(connection)
            found: float | None = (await connection.execute(select(beats.c.at).where(beats.c.id == 1))).scalar()
        return found

    async def beat(self, now: float) -> float | None:
        """Store a heartbeat; return the previous one, in seconds since 1970."""
        try:
            async with self.engine.begin() as connection:
                found = await connection.execute(select(beats.c.at).where(beats.c.id == 1))
                before: float | None = found.scalar_one_or_none()
                await put(connection, beats, [{"id": 1, "at": now}], ["id"])
                await self._set_clock(connection)
        except StoreTrouble as error:
            self._note(error)  # also if another process has the file, which affects all
            raise
        if self.trouble is not None:
            log.warning("the database stores what comes in again")
            self.trouble = None
        return before

    async def _set_clock(self, connection: AsyncConnection) -> None:
        if isinstance(self.clock, DatabaseClock):
            await self.clock.set(connection)

    # -- visitors and their seats --------------------------------------------------------------------------------------

    async def visitor(self, token: str) -> Visitor | None:
        """Return the visitor whose cookie has this hash, with the account's name if any."""
        return await self._visitor(visitors.c.token == token, coming=True)

    async def visitor_by_id(self, id: str) -> Visitor | None:
        return await self._visitor(visitors.c.id == id)

    async def _visitor(self, which: ColumnElement[bool], coming: bool = False) -> Visitor | None:
        wanted = select(visitors.c.id, NAME, browsers.c.account, visitors.c.seen).select_from(WITH_ACCOUNT)
        row = await self._row(wanted.where(which))
        if row is None:
            return None
        if coming and self.clock() - row.seen > _SEEN and self.trouble is None:
            with suppress(StoreTrouble):  # a failure to store this must not stop the page
                await self._change(update(visitors).where(visitors.c.id == row.id).values(seen=self.clock()))
        return Visitor(row.id, row.name, row.account)

    async def add_visitor(self, id: str, token: str) -> Visitor:
        now = self.clock()
        await self._change(insert(visitors).values(id=id, token=token, name=None, created=now, seen=now))
        return Visitor(id)

    async def rename(self, visitor: str, name: str | None) -> None:
        """Set or remove the name of a visitor and of their account."""
        async with self.engine.begin() as connection:
            await call(connection, visitor, name)

    async def seats_of(self, game: str, visitor: str | None) -> frozenset[Colour]:
        """Return the seats of a visitor, or of another browser of the same account, in a game."""
        if visitor is None:
            return frozenset()
        mine = grants.c.visitor.in_(same_person(visitor))
        return frozenset(await self._values(select(grants.c.colour).where(grants.c.game == game, mine)))

    async def games_of(self, visitor: str, limit: int = 100) -> list[tuple[str, frozenset[Colour]]]:
        """Return the games of a visitor and their account, last played first, finished ones at the end."""
        wanted = (
            select(games.c.id, grants.c.colour)
            .group_by(games.c.id, grants.c.colour)
            .join(grants, grants.c.game == games.c.id)
            .where(grants.c.visitor.in_(same_person(visitor)))
            .order_by(games.c.phase == "over", games.c.updated.desc(), games.c.id)
            .limit(2 * limit)
        )
        found: dict[str, set[Colour]] = {}
        for id, colour in await self._rows(wanted):
            found.setdefault(id, set()).add(colour)
        return [(id, frozenset(colours)) for id, colours in found.items()][:limit]

    async def same_person(self, visitor: str) -> list[str]:
        """Return a visitor and all other visitors of their account, if any."""
        return await self._values(same_person(visitor))

    async def copy_seats(self, source: str, target: str) -> int:
        """Give a visitor the seats of another one and of their account; return the number of games new to them.

        Seats in rated games only go to browsers of the same account.
        """
        seats = select(grants.c.game, grants.c.colour).distinct()
        if not await self._are_one(source, target):
            seats = seats.where(grants.c.game.not_in(select(games.c.id).where(_RATED)))
        async with self.engine.begin() as connection:
            theirs = await connection.execute(seats.where(grants.c.visitor.in_(same_person(source))))
            mine = await connection.execute(seats.where(grants.c.visitor == target))
            new = {tuple(row) for row in theirs} - {tuple(row) for row in mine}
            if new:
                rows = [{"game": game, "colour": colour, "visitor": target} for game, colour in sorted(new)]
                await connection.execute(insert(grants), rows)
        return len({game for game, _ in new})

    async def keeps_rated(self, source: str, target: str | None) -> bool:
        """Return whether a visitor has an unfinished rated game, and the other is not of the same account."""
        if target is not None and await self._are_one(source, target):
            return False
        held = select(games.c.id).join(grants, grants.c.game == games.c.id).where(_RATED, games.c.phase != "over")
        return bool(await self._values(held.where(grants.c.visitor.in_(same_person(source))).limit(1)))

    async def _are_one(self, one: str, other: str) -> bool:
        return bool(await self._values(same_person(one).where(visitors.c.id == other)))


def _driven(url: str) -> str:
    kind, slashes, rest = url.partition("://")
    driver = _DRIVERS.get(kind, kind if kind in _DRIVERS.values() else None)
    if not slashes or driver is None:
        raise TengenError(
            "{url!r} is not supported as a database; use sqlite:///FILE or postgresql://...", url=url.partition(":")[0]
        )
    return f"{driver}://{rest}"
