"""The next game against the computer: its level where that follows its player's results, and an easier game."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel

from ...players.following import ENOUGH
from ...records import TengenError, Text
from ..errors import NO_SEAT, NOT_OVER, RequestError
from ..games.next_game import Easier, easier_terms, easier_ways, followed
from ..gate.quotas import ROOM_FOR_A_GAME
from ..rooms import Room
from ..scheduler.threads import in_thread
from ..services import Served
from .game_routes import found_game, seats_in
from .new_game_routes import CreatedGame, keep_game
from .openapi import REFUSALS

router: Final = APIRouter(prefix="/api/games", tags=["games"])


class NextLevel(BaseModel):
    """The computer's ``level`` from now on; ``run``: the games won in a row at it, negative for lost."""

    counts: bool
    level: int | None
    run: int


@router.get("/{id}/next-level", responses=REFUSALS)
async def next_level(
    services: Served, id: str, run: Annotated[int, Query(ge=1 - ENOUGH, le=ENOUGH - 1)] = 0
) -> NextLevel:
    """Say at which level the computer plays next against somebody whose results it follows.

    Two games won in a row raise it by one, two lost lower it; ``run`` is what this said after the game before.
    """
    live = await found_game(services, id)
    if live.room.phase != "over":
        raise RequestError(409, "not-over", NOT_OVER)
    found = followed(live.room, run)
    if found is None:
        return NextLevel(counts=False, level=None, run=run)
    return NextLevel(counts=True, level=found.level, run=found.run)


class EasierGames(BaseModel):
    """What an easier game would have: a lower level of the computer, or a handicap; null: that cannot be had."""

    level: int | None
    handicap: int | None


class EasierRequest(BaseModel, extra="forbid"):
    """How the next game shall be easier."""

    by: Easier


@router.get("/{id}/easier", responses=REFUSALS)
async def easier(services: Served, id: str) -> EasierGames:
    """Say how a game against the computer could be made easier."""
    live = await found_game(services, id)
    ways = await in_thread(easier_ways, live.room)
    return EasierGames(level=ways.level, handicap=ways.handicap)


@router.post("/{id}/easier", status_code=201, responses=REFUSALS, dependencies=ROOM_FOR_A_GAME)
async def begin_easier(
    services: Served, request: Request, response: Response, id: str, wanted: EasierRequest
) -> CreatedGame:
    """Begin an easier game of the same kind, once a game against the computer is over."""
    live = await found_game(services, id)
    if not await seats_in(services, request, live, None):
        raise RequestError(403, "not-your-seat", NO_SEAT)
    if live.room.phase != "over":
        raise RequestError(409, "not-over", NOT_OVER)
    try:
        terms = await in_thread(easier_terms, live.room, wanted.by)
    except TengenError:
        raise RequestError(409, "not-easier", Text("This game cannot be made easier in this way.")) from None
    visitor = await services.visitors.find_or_add(request, response)
    services.limits.new_games.spend(request)
    mine = [colour for colour, seat in terms.seats.items() if seat.kind == "person"]
    made = await keep_game(services, request, Room(terms), visitor.id, mine)
    response.headers["location"] = made.url
    return made
