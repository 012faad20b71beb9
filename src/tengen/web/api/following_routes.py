"""The computer's next level, where it follows its player's results."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import BaseModel

from ...players.following import ENOUGH
from ..errors import NOT_OVER, RequestError
from ..games.following import followed
from ..services import Served
from .game_routes import found_game
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
