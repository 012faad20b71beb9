"""The operator's tables: bans, reports, and acts, which running servers follow."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, func, insert, or_, select, text, true

from .schema import acts, bans, browsers, reports, visitors
from .statements import Statements, made

BanKind = Literal["address", "account", "visitor"]
Deletion = Literal["delete-game", "delete-review", "delete-variant", "drop-tournament"]  # 16 characters at most
ActKind = Literal["ban", "lift", "end", "revoke", "unname", "settle"] | Deletion
ReportKind = Literal["game", "review", "variant", "tournament", "message", "name"]
Reason = Literal["insult", "spam", "cheating", "unlawful", "other"]


@dataclass(frozen=True)
class NewAct:
    """An operator's act: ``about`` is for servers, ``words`` for people."""

    operator: str
    kind: ActKind
    about: Mapping[str, Any]
    words: str


def note_act(connection: Connection, act: NewAct, now: float) -> None:
    """Record an act as the last step of its transaction.

    The numbers of acts have no gaps, so that readers do not miss any: a lock serializes the numbering in PostgreSQL,
    and SQLite has one writer at a time.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("lock table acts in share row exclusive mode"))
    number = select(func.coalesce(func.max(acts.c.number), 0) + 1).scalar_subquery()
    about = json.dumps(act.about)
    row = {"operator": act.operator, "kind": act.kind, "about": about, "words": act.words, "at": now}
    connection.execute(insert(acts).values(number=number, **row))


@dataclass(frozen=True)
class Ban:
    """A ban: ``whom`` is a network of addresses, or the id of an account or a visitor."""

    kind: BanKind
    whom: str
    reason: str
    created: float
    expires: float | None


@dataclass(frozen=True)
class Report:
    """A visitor's report to the operator; ``quoted`` is the name or the message at that time."""

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
    at: float
    number: int


class OperatorStore(Statements):
    # -- acts ----------------------------------------------------------------------------------------------------------

    async def last_act(self) -> int:
        return await self._value(select(func.max(acts.c.number))) or 0

    async def acts(self, after: int = 0) -> list[Act]:
        """Return the acts after a number, in order."""
        wanted = select(acts).where(acts.c.number > after).order_by(acts.c.number)
        return [Act(**{**row._mapping, "about": json.loads(row.about)}) for row in await self._rows(wanted)]

    # -- bans ----------------------------------------------------------------------------------------------------------

    async def bans(self) -> list[Ban]:
        """Return the current bans, newest first."""
        return await self._bans(true())

    async def ban_of(self, account: str) -> Ban | None:
        """Return the ban of an account, or None."""
        return next(iter(await self._bans((bans.c.kind == "account") & (bans.c.whom == account))), None)

    async def banned_cookies(self) -> dict[str, Ban]:
        """Return the bans of visitors and accounts by the hashes of their cookies."""
        belongs = or_(
            (bans.c.kind == "visitor") & (bans.c.whom == visitors.c.id),
            (bans.c.kind == "account") & (bans.c.whom == browsers.c.account),
        )
        wanted = select(visitors.c.token, bans).select_from(
            visitors.outerjoin(browsers, browsers.c.visitor == visitors.c.id).join(bans, belongs)
        )
        return {row.token: made(Ban, row) for row in await self._rows(wanted)}

    async def _bans(self, which: ColumnElement[bool]) -> list[Ban]:
        in_force = or_(bans.c.expires.is_(None), bans.c.expires > self.clock())
        return await self._all(Ban, select(bans).where(which, in_force).order_by(bans.c.created.desc()))

    # -- reports -------------------------------------------------------------------------------------------------------

    async def report(self, made: Report, most: int) -> bool:
        """Store a report; False if ``most`` are already open."""
        row = {name: value for name, value in vars(made).items() if name != "number"}
        async with self.engine.begin() as connection:
            waiting = select(func.count()).select_from(reports).where(reports.c.settled.is_(None))
            if (await connection.execute(waiting)).scalar_one() >= most:
                return False
            await connection.execute(insert(reports).values(row))
        return True

    async def reports(self, everything: bool = False) -> list[Report]:
        """Return the open reports or all, oldest first."""
        wanted = select(reports).order_by(reports.c.number)
        if not everything:
            wanted = wanted.where(reports.c.settled.is_(None))
        return await self._all(Report, wanted)

    async def reported_by(self, visitors: Collection[str]) -> list[dict[str, object]]:
        told = reports.c.created, reports.c.kind, reports.c.about, reports.c.quoted, reports.c.reason, reports.c.words
        wanted = select(*told).where(reports.c.reporter.in_(visitors)).order_by(reports.c.number)
        return [row._asdict() for row in await self._rows(wanted)]
