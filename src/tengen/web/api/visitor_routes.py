"""A visitor: their name, and their games."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from ...records import COLOURS
from ..games import game_view
from ..games.live_game import LiveGame
from ..security import plain_name
from ..services import Served

router = APIRouter(prefix="/api/me", tags=["visitor"])
_SHOWN = 60


class VisitorName(BaseModel):
    """A name to be called by; empty: none."""

    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, Field(max_length=40)]


@router.get("")
async def me(services: Served, request: Request) -> dict[str, str | bool | None]:
    """Return who the visitor is; somebody without a cookie is nobody yet."""
    visitor = await services.visitors.find(request)
    return {"name": visitor.name if visitor else None, "known": visitor is not None}


@router.put("")
async def rename(
    services: Served, request: Request, response: Response, given: VisitorName
) -> dict[str, str | bool | None]:
    """Claim a name: it is shown in games that are begun or joined from now on."""
    visitor = await services.visitors.find_or_add(request, response)
    name = plain_name(given.name)
    await services.store.rename(visitor.id, name)
    return {"name": name, "known": True}


@router.get("/games")
async def games(services: Served, request: Request, theme: str = "light") -> list[dict[str, object]]:
    """Return the visitor's games, those played last first."""
    visitor = await services.visitors.find(request)
    if visitor is None:
        return []
    found = []
    style = game_view.BoardStyle("dark" if theme == "dark" else "light", False)
    for id, seats in await services.store.games_of(visitor.id, _SHOWN):
        live = await services.games.find(id)
        if live is not None:
            found.append(
                {
                    "id": id,
                    "url": f"/g/{id}",
                    "title": live.room.game.variant.title,
                    "board": game_view.board_title(live.room.game),
                    "phase": live.room.phase,
                    "you": sorted(seats),
                    "moves": len(live.room.game.moves),
                    "players": {colour: game_view.player_name(live.room, colour) for colour in COLOURS},
                    "text": game_view.status(live, seats),
                    "updated": live.changed,
                    "svg": await _drawn(live, style),
                }
            )
    return found


async def _drawn(live: LiveGame, style: game_view.BoardStyle) -> str:
    """Return the board of a game in a list, drawn beside the event loop, and once as long as the game stands."""

    def draw() -> asyncio.Task[str]:
        room = live.room.after(())  # a copy: the room may go on meanwhile
        return asyncio.ensure_future(asyncio.to_thread(game_view.picture, room, style, f"g{live.id}"))

    return await asyncio.shield(live.once(("listed", style), draw))
