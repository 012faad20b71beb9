"""Taking players' names out of their games: out of the terms, and out of what happened."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...records import Colour
from ..rooms import Event, GameTerms
from ..rooms.events import Joined, Renamed
from .channels import TALK, notify
from .schema import events, games

_AT_ONCE: Final = 100
"""Games that are changed together."""


NamesNews = Callable[[Mapping[str, Collection[Colour]]], str]
"""Says to the other servers in which seats of which games names are forgotten."""


async def forget_names(engine: AsyncEngine, seats: Mapping[str, Collection[Colour]], news: NamesNews) -> None:
    """Let games, by their ids, not say any more what the players of these seats are called; some at a time.

    Each piece has a transaction of its own, whose commit sends the news of it to the other servers.
    """
    for some in _pieces(seats):
        async with engine.begin() as connection:
            await forget_names_in(connection, some)
            await notify(connection, TALK, [news(some)])


async def forget_names_in(connection: AsyncConnection, seats: Mapping[str, Collection[Colour]]) -> None:
    """Do the same within a transaction."""
    for some in _pieces(seats):
        await _forget_in_terms(connection, some)
        await _forget_in_events(connection, some)


def _pieces(seats: Mapping[str, Collection[Colour]]) -> Iterator[dict[str, Collection[Colour]]]:
    waiting = iter(seats.items())
    while some := dict(islice(waiting, _AT_ONCE)):
        yield some


async def _forget_in_terms(connection: AsyncConnection, seats: Mapping[str, Collection[Colour]]) -> None:
    wanted = select(games.c.id, games.c.setting).where(games.c.id.in_(seats))
    for id, setting in (await connection.execute(wanted)).all():
        terms = GameTerms.load(setting)
        nameless = {
            colour: replace(seat, name=None) if colour in seats[id] else seat for colour, seat in terms.seats.items()
        }
        if nameless != terms.seats:
            changed = replace(terms, seats=nameless).dump()
            await connection.execute(update(games).where(games.c.id == id).values(setting=changed))


async def _forget_in_events(connection: AsyncConnection, seats: Mapping[str, Collection[Colour]]) -> None:
    wanted = select(events).where(events.c.game.in_(seats), events.c.body.contains('"name"'))
    for row in (await connection.execute(wanted)).all():
        happened = Event.load(row.body)
        if isinstance(happened, Joined | Renamed) and happened.name is not None and happened.by in seats[row.game]:
            mine = update(events).where(events.c.game == row.game, events.c.number == row.number)
            await connection.execute(mine.values(body=replace(happened, name=None).dump()))
