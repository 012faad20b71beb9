"""People: the browsers of one account, and their names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Final

from sqlalchemy import Select, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...records import COLOURS, Colour
from ..rooms import Event, GameTerms
from ..rooms.events import Joined, Renamed
from .channels import TALK, notify
from .schema import accounts, browsers, events, games, visitors

WITH_ACCOUNT: Final = visitors.outerjoin(browsers, browsers.c.visitor == visitors.c.id).outerjoin(
    accounts, accounts.c.id == browsers.c.account
)
NAME: Final = func.coalesce(accounts.c.name, visitors.c.name).label("name")
"""The name of a visitor's account, or else of the visitor."""
_AT_ONCE: Final = 100
"""The number of games changed in one transaction."""


def same_person(*some: str) -> Select[str]:
    """Return the query for visitors and all other visitors of their accounts."""
    mine = browsers.alias()
    accounts_of = select(mine.c.account).where(mine.c.visitor.in_(some))
    others = select(browsers.c.visitor).where(browsers.c.account.in_(accounts_of))
    return select(visitors.c.id).where(or_(visitors.c.id.in_(some), visitors.c.id.in_(others)))


def one_by_one(*some: str) -> Select[str]:
    """Return the query that serializes transactions on the same people in PostgreSQL."""
    return same_person(*some).order_by(visitors.c.id).with_for_update(key_share=True, of=visitors)


async def call(connection: AsyncConnection, visitor: str, name: str | None) -> None:
    """Set or remove the name of a visitor and of their account, within a transaction."""
    await connection.execute(update(visitors).where(visitors.c.id.in_(same_person(visitor))).values(name=name))
    account = select(browsers.c.account).where(browsers.c.visitor == visitor).scalar_subquery()
    await connection.execute(update(accounts).where(accounts.c.id == account).values(name=name))


async def forget_names(
    engine: AsyncEngine,
    seats: Mapping[str, Collection[Colour]],
    news: Callable[[Mapping[str, Collection[Colour]]], str],
) -> None:
    """Remove the names of the players in these seats from games; ``news`` are sent with each batch."""
    for some in _pieces(seats):
        async with engine.begin() as connection:
            await forget_names_in(connection, some)
            await notify(connection, TALK, [news(some)])


async def forget_names_in(connection: AsyncConnection, seats: Mapping[str, Collection[Colour]]) -> None:
    """Do the same within a transaction."""
    for some in _pieces(seats):
        wanted = select(games.c.id, games.c.setting).where(games.c.id.in_(some))
        for id, setting in (await connection.execute(wanted)).all():
            terms = GameTerms.load(setting)
            settled = select(events.c.number).where(events.c.game == id, events.c.body.contains('"kind": "sides"'))
            if (await connection.execute(settled)).first():  # does not trace who had which colour when
                some[id] = COLOURS
            nameless = {
                colour: replace(seat, name=None) if colour in some[id] else seat for colour, seat in terms.seats.items()
            }
            if nameless != terms.seats:
                changed = replace(terms, seats=nameless).dump()
                await connection.execute(update(games).where(games.c.id == id).values(setting=changed))
        named = select(events).where(events.c.game.in_(some), events.c.body.contains('"name"'))
        for row in (await connection.execute(named)).all():
            happened = Event.load(row.body)
            if isinstance(happened, Joined | Renamed) and happened.name is not None and happened.by in some[row.game]:
                mine = update(events).where(events.c.game == row.game, events.c.number == row.number)
                await connection.execute(mine.values(body=replace(happened, name=None).dump()))


def _pieces(seats: Mapping[str, Collection[Colour]]) -> Iterator[dict[str, Collection[Colour]]]:
    waiting = iter(seats.items())
    while some := dict(islice(waiting, _AT_ONCE)):
        yield some
