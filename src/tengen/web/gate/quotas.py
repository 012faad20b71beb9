"""Quotas for games and reviews, per visitor and in total."""

from __future__ import annotations

from typing import Final

from fastapi import Depends, Request

from ...records import Text
from ..errors import RequestError
from ..services import Served
from ..store import EnoughGames


async def _refuse_when_full(services: Served) -> None:
    """Refuse new items while the database has reached its size limit."""
    if services.housekeeping.full:
        why = Text("This server has reached its storage limit: nothing new can start. Games in progress go on.")
        raise RequestError(503, "full", why)


async def _refuse_too_many_games(services: Served, request: Request) -> None:
    """Refuse a new game to a visitor with too many unfinished games; simultaneous requests are counted when stored."""
    most = services.settings.own_games
    visitor = await services.visitors.find(request)
    if visitor is not None and await services.store.retention.unfinished(visitor.id) >= most:
        raise EnoughGames(most)


ROOM_FOR_ANYTHING: Final = [Depends(_refuse_when_full)]
ROOM_FOR_A_GAME: Final = [*ROOM_FOR_ANYTHING, Depends(_refuse_too_many_games)]
"""Dependencies of routes that start a game."""
