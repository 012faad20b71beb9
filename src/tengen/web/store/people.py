"""One person, several browsers: visitors who belong to the same account."""

from __future__ import annotations

from sqlalchemy import Select, or_, select

from .schema import browsers, visitors


def same_person(visitor: str) -> Select[str]:
    """Return the query for a visitor and, where they have an account, for all who belong to it."""
    mine = browsers.alias()
    account = select(mine.c.account).where(mine.c.visitor == visitor).scalar_subquery()
    others = select(browsers.c.visitor).where(browsers.c.account == account)
    return select(visitors.c.id).where(or_(visitors.c.id == visitor, visitors.c.id.in_(others)))
