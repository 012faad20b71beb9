"""What an operator changes: each deed and its act, by which servers learn of it, are stored together or not at all."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...records import Colour
from .forgetting import forget_names_in
from .operator_tables import acts, bans, reports
from .people import call, of_one_person
from .schema import games, grants, reviews, seats

BanKind = Literal["address", "account", "visitor"]
ActKind = Literal["ban", "lift", "end", "delete-game", "delete-review", "revoke", "unname", "settle"]


@dataclass(frozen=True)
class NewAct:
    """What an operator has done: ``about`` is for servers, ``words`` for people."""

    operator: str
    kind: ActKind
    about: Mapping[str, Any]
    words: str


def note_act(connection: Connection, act: NewAct, now: float) -> None:
    """Note an act within the transaction of its deed, as the last thing in it.

    Numbers have no gaps, so that nobody who reads on from one misses another: over PostgreSQL one transaction at a time
    has the next number, over SQLite one transaction at a time writes at all.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("lock table acts in share row exclusive mode"))
    number = select(func.coalesce(func.max(acts.c.number), 0) + 1).scalar_subquery()
    about = json.dumps(act.about)
    row = {"operator": act.operator, "kind": act.kind, "about": about, "words": act.words, "at": now}
    connection.execute(insert(acts).values(number=number, **row))


class Deed:
    """A deed that is being done: a transaction."""

    def __init__(self, connection: AsyncConnection, operator: str, now: float) -> None:
        self._connection, self._operator, self._now = connection, operator, now

    async def note(self, kind: ActKind, about: Mapping[str, Any], words: str) -> str:
        """Note what was done, which ends the deed; return the words."""
        act = NewAct(self._operator, kind, about, words)
        await self._connection.run_sync(note_act, act, self._now)
        return words

    async def delete_game(self, id: str) -> bool:
        """Delete a game with all that belongs to it; False: there is none."""
        return (await self._connection.execute(delete(games).where(games.c.id == id))).rowcount > 0

    async def delete_review(self, id: str) -> bool:
        """Delete a review; False: there is none."""
        return (await self._connection.execute(delete(reviews).where(reviews.c.id == id))).rowcount > 0

    async def revoke(self, game: str, colour: Colour, token: str) -> list[str]:
        """Take a seat from all who have it: its link has another hash, and is for the first who opens it.

        Returns who had it, in whichever browser of theirs.
        """
        held = delete(grants).where(grants.c.game == game, grants.c.colour == colour).returning(grants.c.visitor)
        visitors = list((await self._connection.execute(held)).scalars())
        seat = seats.c.game == game, seats.c.colour == colour
        free = update(seats).where(*seat).values(token=token, claimed=None, invited=True)
        await self._connection.execute(free)
        return sorted((await self._connection.execute(of_one_person(visitors))).scalars())

    async def ban(self, kind: BanKind, whom: str, reason: str, expires: float | None) -> None:
        """Keep a ban, in place of an earlier one of the same."""
        row = {"kind": kind, "whom": whom, "reason": reason, "created": self._now, "expires": expires}
        await self.lift(kind, whom)
        await self._connection.execute(insert(bans).values(row))

    async def lift(self, kind: BanKind, whom: str) -> bool:
        """End a ban; False: there is none."""
        mine = delete(bans).where(bans.c.kind == kind, bans.c.whom == whom)
        return (await self._connection.execute(mine)).rowcount > 0

    async def unname(self, visitor: str, played: Mapping[str, Collection[Colour]]) -> None:
        """Take the name of a visitor, or of their account, away, and out of the games that they ``played``."""
        await call(self._connection, visitor, None)
        await forget_names_in(self._connection, played)

    async def settle(self, number: int) -> bool:
        """Note that a report was dealt with; False: there is no such report that waits."""
        mine = update(reports).where(reports.c.number == number, reports.c.settled.is_(None))
        return (await self._connection.execute(mine.values(settled=self._now))).rowcount > 0


@asynccontextmanager
async def deed_of(engine: AsyncEngine, operator: str, clock: Callable[[], float]) -> AsyncIterator[Deed]:
    """Begin a deed of an operator, which is done at the end of the block, or not at all."""
    async with engine.begin() as connection:
        yield Deed(connection, operator, clock())
