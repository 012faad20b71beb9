"""Reading and writing what has to outlive the server. An event is stored before anybody is told of it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Select, delete, event, func, insert, select, text, update
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ...records import Colour, TengenError
from ..games import Event, GameTerms
from .event_writer import EventAppend, EventWriter
from .schema import beats, events, games, grants, reviews, seats, visitors
from .turn_leases import TurnLeases
from .upgrade import upgrade

_AT_ONCE: Final = 500
"""Reviews that are let go of together at most."""


@dataclass(frozen=True)
class StoredGame:
    """A game as it is kept: its terms, its events, and the intents that caused them, by number."""

    id: str
    terms: GameTerms
    events: Sequence[Event]
    intents: dict[str, int]
    updated: float


@dataclass(frozen=True)
class Visitor:
    """Somebody with a cookie; the name is theirs to claim."""

    id: str
    name: str | None = None


class Store:
    """The database behind the server; ``url`` is SQLAlchemy's, with an async driver or without any.

    >>> Store("sqlite:///games.db").url
    'sqlite+aiosqlite:///games.db'
    """

    def __init__(self, url: str, clock: Callable[[], float] = time.time) -> None:
        self.url, self.clock = _driven(url), clock
        try:
            self.engine: AsyncEngine = create_async_engine(self.url, pool_pre_ping=True, hide_parameters=True)
        except (SQLAlchemyError, ValueError) as error:
            raise TengenError(f"the database's address cannot be read: {_why(error)}") from None
        self.shared = self.engine.dialect.name == "postgresql"
        self.leases = TurnLeases(self.engine, clock)
        self._writer = EventWriter(self.engine, clock)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)

    async def open(self) -> None:
        """Bring the tables up to date.

        Raises:
            TengenError: the database cannot be reached, or was made by a newer Tengen.
        """
        try:
            async with self.engine.begin() as connection:
                await connection.run_sync(upgrade)
        except (SQLAlchemyError, OSError, ValueError) as error:
            raise TengenError(f"the database cannot be used: {_why(error)}") from None

    async def close(self) -> None:
        """Store what is on its way, and let go of the connections."""
        await self._writer.close()
        await self.engine.dispose()

    async def check(self) -> None:
        """Raise where the database does not answer."""
        async with self.engine.connect() as connection:
            await connection.execute(text("select 1"))

    # -- games ---------------------------------------------------------------------------------------------------------

    async def create(
        self,
        id: str,
        terms: GameTerms,
        tokens: dict[Colour, str],
        owner: str,
        colours: Collection[Colour],
        phase: str,
        due: bool = False,
    ) -> None:
        """Keep a new game; ``tokens`` are the hashes of its secret links, ``colours`` the seats of its owner.

        ``due`` says that it is the computer's turn.
        """
        now = self.clock()
        row = {"id": id, "setting": terms.dump(), "created": now, "updated": now, "number": 0, "phase": phase}
        async with self.engine.begin() as connection:
            await connection.execute(insert(games).values(row | {"due": now if due else None}))
            if tokens:
                rows = [{"game": id, "colour": colour, "token": token} for colour, token in tokens.items()]
                await connection.execute(insert(seats), rows)
            if colours:
                rows = [{"game": id, "colour": colour, "visitor": owner} for colour in colours]
                await connection.execute(insert(grants), rows)

    async def has_game(self, id: str) -> bool:
        """Say whether there is a game of this name."""
        return bool(await self._ids(select(games.c.id).where(games.c.id == id)))

    async def load(self, id: str) -> StoredGame | None:
        """Return a game with all its events, or None."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(games).where(games.c.id == id))).one_or_none()
            if row is None:
                return None
            found = await self._events(connection, id, 0)
        intents = {intent: number for number, (_, intent) in enumerate(found) if intent}
        return StoredGame(id, GameTerms.load(row.setting), [event for event, _ in found], intents, row.updated)

    async def since(self, id: str, number: int) -> list[tuple[Event, str | None]]:
        """Return the events from a number on, with the intents that caused them."""
        async with self.engine.connect() as connection:
            return await self._events(connection, id, number)

    async def _events(self, connection: AsyncConnection, id: str, number: int) -> list[tuple[Event, str | None]]:
        wanted = select(events).where(events.c.game == id, events.c.number >= number).order_by(events.c.number)
        return [(Event.load(row.body), row.intent) for row in await connection.execute(wanted)]

    async def append(self, wanted: EventAppend) -> None:
        """Store events, all of them or none.

        Raises:
            EventConflict: there is an event of that number, or the intent was carried out already.
        """
        await self._writer.append(wanted)

    async def overdue(self, now: float) -> list[str]:
        """Return the games in which a clock has fallen."""
        return await self._ids(select(games.c.id).where(games.c.deadline <= now).limit(100))

    async def timed(self) -> list[str]:
        """Return the games in which a clock is running."""
        return await self._ids(select(games.c.id).where(games.c.deadline.is_not(None)))

    async def _ids(self, wanted: Select[str]) -> list[str]:
        async with self.engine.connect() as connection:
            return list((await connection.execute(wanted)).scalars().all())

    async def last_beat(self) -> float | None:
        """Return when a server was last said to be alive, in seconds since 1970; None: there never was one."""
        async with self.engine.connect() as connection:
            found: float | None = (await connection.execute(select(beats.c.at).where(beats.c.id == 1))).scalar()
        return found

    async def beat(self, now: float) -> float | None:
        """Note that a server is alive; return when one was before, in seconds since 1970."""
        async with self.engine.begin() as connection:
            before = (await connection.execute(select(beats.c.at).where(beats.c.id == 1))).scalar_one_or_none()
            if before is None:
                await connection.execute(delete(beats).where(beats.c.id == 1))
                await connection.execute(insert(beats).values(id=1, at=now))
            else:
                await connection.execute(update(beats).where(beats.c.id == 1).values(at=now))
        return before

    # -- visitors and their seats --------------------------------------------------------------------------------------

    async def visitor(self, token: str) -> Visitor | None:
        """Return whose cookie has this hash."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(visitors).where(visitors.c.token == token))).one_or_none()
        return None if row is None else Visitor(row.id, row.name)

    async def add_visitor(self, id: str, token: str) -> Visitor:
        """Keep a new visitor."""
        async with self.engine.begin() as connection:
            await connection.execute(insert(visitors).values(id=id, token=token, name=None, created=self.clock()))
        return Visitor(id)

    async def rename(self, visitor: str, name: str | None) -> None:
        """Give a visitor a name, or none."""
        async with self.engine.begin() as connection:
            await connection.execute(update(visitors).where(visitors.c.id == visitor).values(name=name))

    async def seats_of(self, game: str, visitor: str | None) -> frozenset[Colour]:
        """Return the seats that a visitor has in a game."""
        if visitor is None:
            return frozenset()
        async with self.engine.connect() as connection:
            wanted = select(grants.c.colour).where(grants.c.game == game, grants.c.visitor == visitor)
            return frozenset((await connection.execute(wanted)).scalars())

    async def seat_by_token(self, game: str, token: str) -> Colour | None:
        """Return the seat whose secret link has this hash."""
        async with self.engine.connect() as connection:
            wanted = select(seats.c.colour).where(seats.c.game == game, seats.c.token == token)
            found: Colour | None = (await connection.execute(wanted)).scalar_one_or_none()
        return found

    async def holders(self, game: str) -> list[tuple[Colour, str]]:
        """Return every seat of a game with a visitor who has it."""
        async with self.engine.connect() as connection:
            found = await connection.execute(select(grants.c.colour, grants.c.visitor).where(grants.c.game == game))
            return [(row.colour, row.visitor) for row in found.all()]

    async def grant(self, game: str, colour: Colour, visitor: str) -> None:
        """Give a visitor a seat, once and for all."""
        try:
            async with self.engine.begin() as connection:
                await connection.execute(insert(grants).values(game=game, colour=colour, visitor=visitor))
        except IntegrityError:
            return  # had it already

    async def games_of(self, visitor: str, limit: int = 100) -> list[tuple[str, frozenset[Colour]]]:
        """Return a visitor's games, those played last first, and the seats in them."""
        async with self.engine.connect() as connection:
            wanted = (
                select(games.c.id, grants.c.colour)
                .join(grants, grants.c.game == games.c.id)
                .where(grants.c.visitor == visitor)
                .order_by(games.c.updated.desc(), games.c.id)
                .limit(2 * limit)
            )
            found: dict[str, set[Colour]] = {}
            for id, colour in (await connection.execute(wanted)).all():
                found.setdefault(id, set()).add(colour)
        return [(id, frozenset(colours)) for id, colours in found.items()][:limit]

    # -- reviews -------------------------------------------------------------------------------------------------------

    async def keep_review(self, id: str, record: str, visitor: str | None, most: float = math.inf) -> None:
        """Keep a record that is looked at, as JSON; what was kept under this id is replaced.

        Where all reviews come to more than ``most`` characters then, the oldest go: those first whose visitors have
        claimed no name.
        """
        row = {"record": record, "size": len(record)}
        async with self.engine.begin() as connection:
            done = await connection.execute(update(reviews).where(reviews.c.id == id).values(row))
            if done.rowcount == 0:
                row |= {"id": id, "visitor": visitor, "created": self.clock()}
                await connection.execute(insert(reviews).values(row))
            excess = (await connection.execute(select(func.sum(reviews.c.size)))).scalar_one() - most
            if excess > 0:
                await _let_go(connection, id, excess)

    async def has_review(self, id: str) -> bool:
        """Say whether there is a review of this name."""
        return bool(await self._ids(select(reviews.c.id).where(reviews.c.id == id)))

    async def review(self, id: str) -> tuple[str, str | None] | None:
        """Return a record that is looked at, as JSON, and whose it is."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(reviews).where(reviews.c.id == id))).one_or_none()
        return None if row is None else (row.record, row.visitor)


async def _let_go(connection: AsyncConnection, kept: str, excess: float) -> None:
    """Delete reviews other than ``kept``, a few hundred at most in one go, until enough characters are gone."""
    wanted = (
        select(reviews.c.id, reviews.c.size)
        .outerjoin(visitors, visitors.c.id == reviews.c.visitor)
        .where(reviews.c.id != kept)
        .order_by(visitors.c.name.is_not(None), reviews.c.created)
        .limit(_AT_ONCE)
    )
    gone = []
    for id, size in (await connection.execute(wanted)).all():
        if excess <= 0:
            break
        gone.append(id)
        excess -= size
    await connection.execute(delete(reviews).where(reviews.c.id.in_(gone)))


def _driven(url: str) -> str:
    """Return a database's URL with the driver that does not block."""
    for name, driver in (("sqlite", "sqlite+aiosqlite"), ("postgresql", "postgresql+asyncpg")):
        if url.startswith(f"{name}://"):
            return driver + url[len(name) :]
    if url.startswith("postgres://"):
        return "postgresql+asyncpg" + url[len("postgres") :]
    if url.startswith(("sqlite+aiosqlite://", "postgresql+asyncpg://")):
        return url
    raise TengenError(f"{url.partition(':')[0]!r} is no database of ours; sqlite:///FILE or postgresql://... would be")


def _why(error: Exception) -> str:
    """Return what a driver says is wrong, in one line."""
    said = str(getattr(error, "orig", None) or error).strip().splitlines()
    return said[0].rpartition(">: ")[2] if said else type(error).__name__


def _prepare_sqlite(connection: DBAPIConnection, _record: object) -> None:
    """Let nothing that was acknowledged be lost, and readers not wait for writers."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
