"""One person, several browsers: visitors who belong to the same account."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Select, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .schema import accounts, browsers, visitors


def same_person(visitor: str) -> Select[str]:
    """Return the query for a visitor and, where they have an account, for all who belong to it."""
    mine = browsers.alias()
    account = select(mine.c.account).where(mine.c.visitor == visitor).scalar_subquery()
    others = select(browsers.c.visitor).where(browsers.c.account == account)
    return select(visitors.c.id).where(or_(visitors.c.id == visitor, visitors.c.id.in_(others)))


def one_by_one(*some: str) -> Select[str]:
    """Return the query that has a transaction wait for those that count something of the same people.

    That is for PostgreSQL; over SQLite one transaction has the file from the first thing that it writes.
    """
    return of_one_person(some).order_by(visitors.c.id).with_for_update(key_share=True, of=visitors)


def of_one_person(some: Collection[str]) -> Select[str]:
    """Return the query for visitors, and for all who belong to the account of one of them."""
    mine = browsers.alias()
    accounts_of = select(mine.c.account).where(mine.c.visitor.in_(some))
    others = select(browsers.c.visitor).where(browsers.c.account.in_(accounts_of))
    return select(visitors.c.id).where(or_(visitors.c.id.in_(some), visitors.c.id.in_(others)))


async def call(connection: AsyncConnection, visitor: str, name: str | None) -> None:
    """Give a visitor a name, or none, and the account they have, within a transaction."""
    await connection.execute(update(visitors).where(visitors.c.id.in_(same_person(visitor))).values(name=name))
    account = select(browsers.c.account).where(browsers.c.visitor == visitor).scalar_subquery()
    await connection.execute(update(accounts).where(accounts.c.id == account).values(name=name))
