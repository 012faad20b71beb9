"""Writing events: what comes in while one commit is on its way is committed together with the next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from sqlalchemy import Connection, Engine, bindparam, insert, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from ...records import TengenError
from ..rooms import Event
from .channels import CHANNEL, notify
from .operator_store import NewAct, note_act
from .schema import events, games
from .sqlite import FileWriter
from .trouble import once_more

_T = TypeVar("_T")

_MOST: Final = 200
"""The most appends in one commit."""

_EVENTS: Final = insert(events)
_GAMES: Final = (
    update(games)
    .where(games.c.id == bindparam("game"))
    .values(
        number=bindparam("after"),
        phase=bindparam("now_phase"),
        deadline=bindparam("now_deadline"),
        due=bindparam("now_due"),
        updated=bindparam("now"),
        thinker=None,
        thought=None,
    )
)


class EventConflict(TengenError):
    """Somebody else, perhaps in another process, has stored an event of that number already."""


@dataclass(frozen=True)
class EventAppend:
    """Events of a game, the first of which becomes number ``number``, and the ``intent`` that caused them.

    ``phase``, ``deadline`` and whether the computer is ``due`` are the game's after them; the operator's ``act`` that
    caused them is stored with them.
    """

    game: str
    number: int
    events: Sequence[Event]
    intent: str | None
    phase: str
    deadline: float | None
    due: bool = False
    act: NewAct | None = None
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def settle(self, error: Exception | None = None) -> None:
        """Say that it is stored, or that nothing of it is, and why."""
        if isinstance(error, IntegrityError):
            error = EventConflict(
                "the game {game} has gone on since event {number}", game=self.game, number=self.number
            )
        if not self.done.done():
            self.done.set_result(None) if error is None else self.done.set_exception(error)


class EventWriter:
    """Commits appends in groups, one group at a time: a commit costs a write to the disk, however much is in it."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float], name: str) -> None:
        self._engine, self._clock, self._name = engine, clock, name
        self._shared = engine.dialect.name == "postgresql"
        in_a_file = not self._shared and engine.url.database not in (None, "", ":memory:")
        self._file = FileWriter(engine.url) if in_a_file else None
        self._waiting: list[EventAppend] = []
        self._work: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many appends wait for the commit after the one that is on its way."""
        return len(self._waiting)

    @property
    def committing(self) -> Engine:
        """What makes the connections on which events are committed."""
        return self._engine.sync_engine if self._file is None else self._file.engine

    async def append(self, wanted: EventAppend) -> None:
        """Return when the events are stored, all of them; what is on its way is stored even if the caller goes away.

        Raises:
            EventConflict: there is an event of that number, or the intent was carried out already.
        """
        self._waiting.append(wanted)
        if self._work is None or self._work.done():
            self._work = asyncio.ensure_future(self._write_all())
        await wanted.done

    async def transact(self, work: Callable[[Connection], _T]) -> _T:
        """Return what ``work`` returns, done in a transaction of its own, and again where that collided with another.

        Over an SQLite file it waits in turn behind whatever is written so. Who writes by a connection of its own asks
        again and again for the file, which of fifty at once some are not given within ten seconds.
        """
        if self._file is not None:
            return await self._file.transact(work)

        async def transaction() -> _T:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)

        return await once_more(transaction)

    async def close(self) -> None:
        """Return when everything that waits is stored or refused."""
        if self._work is not None:
            await self._work
        if self._file is not None:
            await self._file.close()

    async def _write_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
            await self._write(group)

    async def _write(self, group: Sequence[EventAppend]) -> None:
        """Store a group as a whole, or else one by one: one game's conflict is nobody else's.

        A database that is locked or full is so for all of them: each would wait as long again.
        """
        try:
            await self._commit(group)
        except Exception as error:
            if isinstance(error, DBAPIError) and not isinstance(error, OperationalError) and len(group) > 1:
                for each in group:
                    await self._write([each])
                return
            for each in group:
                each.settle(error)
        else:
            for each in group:
                each.settle()

    async def _commit(self, group: Sequence[EventAppend]) -> None:
        """Store a group in one transaction, ordered by games, so that two servers do not wait for each other."""
        now = self._clock()
        ordered = sorted(group, key=lambda each: each.game)
        happened = [
            {
                "game": each.game,
                "number": each.number + place,
                "body": event.dump(),
                "intent": each.intent if place == 0 else None,
            }
            for each in ordered
            for place, event in enumerate(each.events)
        ]
        after = [
            {
                "game": each.game,
                "after": each.number + len(each.events),
                "now_phase": each.phase,
                "now_deadline": each.deadline,
                "now_due": now if each.due else None,
                "now": now,
            }
            for each in ordered
        ]

        def store(connection: Connection) -> None:
            connection.execute(_EVENTS, happened)
            connection.execute(_GAMES, after)
            for act in filter(None, (each.act for each in ordered)):
                note_act(connection, act, now)

        if self._file is not None:
            await self._file.transact(store)
            return

        async def transaction() -> None:
            async with self._engine.begin() as connection:
                await connection.run_sync(store)
                if self._shared:
                    await notify(connection, CHANNEL, [f"{each.game} {self._name}" for each in ordered])

        await once_more(transaction)
