"""Writing events: what comes in while one commit is on its way is committed together with the next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import ARRAY, Text, bindparam, func, insert, literal, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...records import TengenError
from ..rooms import Event
from .schema import events, games

CHANNEL: Final = "tengen"
"""Names the games in which something has happened."""

TALK: Final = "tengen_talk"
"""What servers tell each other that is not stored as events (`talk.exchange`)."""

_MOST: Final = 200
"""The most appends in one commit."""

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

    ``phase``, ``deadline`` and whether the computer is ``due`` are the game's after them.
    """

    game: str
    number: int
    events: Sequence[Event]
    intent: str | None
    phase: str
    deadline: float | None
    due: bool = False
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def rows(self) -> list[dict[str, object]]:
        """Return the rows of the events' table."""
        return [
            {
                "game": self.game,
                "number": self.number + place,
                "body": event.dump(),
                "intent": self.intent if place == 0 else None,
            }
            for place, event in enumerate(self.events)
        ]

    def row(self, now: float) -> dict[str, object]:
        """Return what becomes of the game's row."""
        return {
            "game": self.game,
            "after": self.number + len(self.events),
            "now_phase": self.phase,
            "now_deadline": self.deadline,
            "now_due": now if self.due else None,
            "now": now,
        }

    def succeed(self) -> None:
        """Say that it is stored."""
        if not self.done.done():
            self.done.set_result(None)

    def refuse(self, error: Exception) -> None:
        """Say that nothing of it is stored, and why."""
        if isinstance(error, IntegrityError):
            error = EventConflict(f"the game {self.game} has gone on since event {self.number}")
        if not self.done.done():
            self.done.set_exception(error)


class EventWriter:
    """Commits appends in groups, one group at a time: a commit costs a write to the disk, however much is in it."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float]) -> None:
        self._engine, self._clock = engine, clock
        self._shared = engine.dialect.name == "postgresql"
        self._waiting: list[EventAppend] = []
        self._work: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many appends wait for the commit after the one that is on its way."""
        return len(self._waiting)

    async def append(self, wanted: EventAppend) -> None:
        """Return when the events are stored, all of them; what is on its way is stored even if the caller goes away.

        Raises:
            EventConflict: there is an event of that number, or the intent was carried out already.
        """
        self._waiting.append(wanted)
        if self._work is None or self._work.done():
            self._work = asyncio.ensure_future(self._write())
        await wanted.done

    async def close(self) -> None:
        """Return when everything that waits is stored or refused."""
        if self._work is not None:
            await self._work

    async def _write(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
            await self._settle(group)

    async def _settle(self, group: Sequence[EventAppend]) -> None:
        """Store a group as a whole, or else one by one: one game's conflict is nobody else's.

        A database that is locked or full is so for all of them: each would wait as long again.
        """
        try:
            await self._commit(group)
        except Exception as error:
            if isinstance(error, DBAPIError) and not isinstance(error, OperationalError) and len(group) > 1:
                for each in group:
                    await self._settle([each])
                return
            for each in group:
                each.refuse(error)
        else:
            for each in group:
                each.succeed()

    async def _commit(self, group: Sequence[EventAppend]) -> None:
        """Store a group in one transaction, ordered by games, so that two servers do not wait for each other."""
        now = self._clock()
        ordered = sorted(group, key=lambda each: each.game)
        async with self._engine.begin() as connection:
            await connection.execute(insert(events), [row for each in ordered for row in each.rows()])
            await connection.execute(_GAMES, [each.row(now) for each in ordered])
            if self._shared:
                await notify(connection, CHANNEL, [each.game for each in ordered])


async def notify(connection: AsyncConnection, channel: str, texts: Sequence[str]) -> None:
    """Tell the other servers, when the transaction is through."""
    each = func.unnest(literal(list(texts), ARRAY(Text))).column_valued("each")
    await connection.execute(select(func.pg_notify(channel, each)))
