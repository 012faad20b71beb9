"""Writing events in groups: events that arrive during a commit are committed together in the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from sqlalchemy import Connection, Engine, bindparam, delete, insert, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from ...records import TengenError
from ..rooms import Event
from ..rooms.events import TakenBack
from .channels import CHANNEL, notify
from .operator_store import NewAct, note_act
from .schema import conditional_moves, events, games, grants, messages, seats
from .sqlite import FileWriter, file_of
from .trouble import once_more

_T = TypeVar("_T")

_MOST: Final = 200
"""The maximum number of appends in one commit."""

_APART: Final = 0.01
"""The minimum number of seconds between two commits: each costs the processor as much as a move's own events."""

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
    """An event of that number is already stored, perhaps by another process."""


@dataclass(frozen=True)
class EventAppend:
    """Events of a game, the first of which becomes number ``number``, and the ``intent`` that caused them.

    ``turned``: with them the players change colours. ``phase``, ``deadline`` and ``due`` (the computer's turn) are the
    game's state after the events; an operator's ``act`` that caused them is stored with them.
    """

    game: str
    number: int
    events: Sequence[Event]
    intent: str | None
    phase: str
    deadline: float | None
    due: bool = False
    act: NewAct | None = None
    turned: bool = False
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def settle(self, error: Exception | None = None) -> None:
        """Report success, or the error if nothing was stored."""
        if isinstance(error, IntegrityError):
            error = EventConflict(
                "the game {game} has gone on since event {number}", game=self.game, number=self.number
            )
        if not self.done.done():
            self.done.set_result(None) if error is None else self.done.set_exception(error)


def _turn_seats(connection: Connection, game: str) -> None:
    """Swap the colours in a game, in three steps because a colour is part of the primary keys."""
    connection.execute(delete(conditional_moves).where(conditional_moves.c.game == game))
    for table in (seats, grants, messages):
        for old, new in (("black", "turn"), ("white", "black"), ("turn", "white")):
            connection.execute(update(table).where(table.c.game == game, table.c.colour == old).values(colour=new))


class EventWriter:
    """Commits appends in groups, one group at a time, since each commit costs a write to the disk."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float], name: str) -> None:
        self._engine, self._clock, self._name = engine, clock, name
        self._file = None if file_of(engine) is None else FileWriter(engine.url)
        self._waiting: list[EventAppend] = []
        self._work: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def committing(self) -> Engine:
        return self._engine.sync_engine if self._file is None else self._file.engine

    async def append(self, wanted: EventAppend) -> None:
        """Return when the events are stored, even if the caller goes away; EventConflict if others came first."""
        self._waiting.append(wanted)
        if self._work is None or self._work.done():
            self._work = asyncio.ensure_future(self._write_all())
        await wanted.done

    @once_more
    async def transact(self, work: Callable[[Connection], _T], games: Sequence[str] = ()) -> _T:
        """Run ``work`` in a transaction in turn, repeat it after a collision, and return its result.

        Other servers are notified of the changed ``games``.
        """
        if self._file is not None:
            return await self._file.transact(work)
        async with self._engine.begin() as connection:
            done = await connection.run_sync(work)
            await notify(connection, CHANNEL, [f"{game} {self._name}" for game in games])
        return done

    async def close(self) -> None:
        """Return when all waiting appends are stored or refused."""
        if self._work is not None:
            await self._work
        if self._file is not None:
            await self._file.close()

    async def _write_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
            await self._write(group)
            await asyncio.sleep(_APART)

    async def _write(self, group: Sequence[EventAppend]) -> None:
        """Store a group as a whole, or else one by one, so that a conflict concerns one game only.

        If the database is locked or full, all fail at once, as each would wait as long again.
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
        """Store a group in one transaction, ordered by games to avoid deadlocks between servers."""
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
            connection.execute(insert(events), happened)
            connection.execute(_GAMES, after)
            undone = [each.game for each in ordered if any(isinstance(event, TakenBack) for event in each.events)]
            if undone:  # if the same moves are played again, revealed conditional moves must not answer
                connection.execute(delete(conditional_moves).where(conditional_moves.c.game.in_(undone)))
            for each in ordered:
                if each.turned:
                    _turn_seats(connection, each.game)
            for act in filter(None, (each.act for each in ordered)):
                note_act(connection, act, now)

        await self.transact(store, [each.game for each in ordered])
