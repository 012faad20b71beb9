"""What the operator does beside a running server: bans, reports, and acts, from which servers learn of it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, text, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ...records import Colour
from .people import call, forget_names_in, of_one_person
from .schema import acts, bans, browsers, games, grants, reports, reviews, seats, visitors
from .statements import Statements

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


ReportKind = Literal["game", "review", "message", "name"]
Reason = Literal["insult", "spam", "cheating", "unlawful", "other"]


@dataclass(frozen=True)
class Ban:
    """Somebody who is not let in: ``whom`` is a network of addresses, or an account's or a visitor's id."""

    kind: BanKind
    whom: str
    reason: str
    created: float
    expires: float | None


@dataclass(frozen=True)
class Report:
    """What a visitor has told the operator; ``quoted`` is the name or the message as it was then."""

    kind: ReportKind
    about: str
    quoted: str
    accused: str | None
    reason: str
    words: str
    reporter: str | None
    created: float
    settled: float | None = None
    number: int | None = None


@dataclass(frozen=True)
class Act(NewAct):
    """One thing that the operator did, by its number."""

    at: float
    number: int


class OperatorStore(Statements):
    """Bans, reports and acts."""

    @asynccontextmanager
    async def deed(self, operator: str) -> AsyncIterator[Deed]:
        """Begin a deed of an operator, which is done at the end of the block, or not at all."""
        async with self.engine.begin() as connection:
            yield Deed(connection, operator, self.clock())

    # -- acts ----------------------------------------------------------------------------------------------------------

    async def last_act(self) -> int:
        """Return the number of the last act; 0: there was none."""
        return await self._value(select(func.max(acts.c.number))) or 0

    async def acts(self, after: int = 0) -> list[Act]:
        """Return the acts after a number, in their order."""
        wanted = select(acts).where(acts.c.number > after).order_by(acts.c.number)
        return [Act(**{**row._mapping, "about": json.loads(row.about)}) for row in await self._rows(wanted)]

    # -- bans ----------------------------------------------------------------------------------------------------------

    async def bans(self) -> list[Ban]:
        """Return the bans that are in force, the newest first."""
        return await self._bans(true())

    async def ban_of(self, account: str) -> Ban | None:
        """Return the ban of an account; None: it may come in."""
        found = await self._bans((bans.c.kind == "account") & (bans.c.whom == account))
        return found[0] if found else None

    async def banned_cookies(self) -> dict[str, Ban]:
        """Return the bans of visitors and accounts by the hashes of the cookies they hold."""
        belongs = or_(
            (bans.c.kind == "visitor") & (bans.c.whom == visitors.c.id),
            (bans.c.kind == "account") & (bans.c.whom == browsers.c.account),
        )
        wanted = select(visitors.c.token, bans).select_from(
            visitors.outerjoin(browsers, browsers.c.visitor == visitors.c.id).join(bans, belongs)
        )
        rows = await self._rows(wanted)
        return {row.token: Ban(row.kind, row.whom, row.reason, row.created, row.expires) for row in rows}

    async def _bans(self, which: ColumnElement[bool]) -> list[Ban]:
        in_force = or_(bans.c.expires.is_(None), bans.c.expires > self.clock())
        wanted = select(bans).where(which, in_force).order_by(bans.c.created.desc())
        return [Ban(row.kind, row.whom, row.reason, row.created, row.expires) for row in await self._rows(wanted)]

    # -- reports -------------------------------------------------------------------------------------------------------

    async def report(self, made: Report, most: int) -> bool:
        """Keep a report; False: ``most`` of them wait to be read already."""
        row = {name: value for name, value in vars(made).items() if name != "number"}
        async with self.engine.begin() as connection:
            waiting = select(func.count()).select_from(reports).where(reports.c.settled.is_(None))
            if (await connection.execute(waiting)).scalar_one() >= most:
                return False
            await connection.execute(insert(reports).values(row))
        return True

    async def reports(self, everything: bool = False) -> list[Report]:
        """Return the reports, the oldest first: those that wait to be settled, or all."""
        wanted = select(reports).order_by(reports.c.number)
        if not everything:
            wanted = wanted.where(reports.c.settled.is_(None))
        return [Report(**row._mapping) for row in await self._rows(wanted)]

    async def reported_by(self, visitors: Collection[str]) -> list[dict[str, object]]:
        """Return what these visitors have reported, in their own words."""
        told = reports.c.created, reports.c.kind, reports.c.about, reports.c.quoted, reports.c.reason, reports.c.words
        wanted = select(*told).where(reports.c.reporter.in_(visitors)).order_by(reports.c.number)
        return [row._asdict() for row in await self._rows(wanted)]
