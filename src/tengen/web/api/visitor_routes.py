"""A visitor: their name, and their games."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from ..games import game_view
from ..games.game_server import Live
from ..security import plain_name

router = APIRouter(prefix="/api/me", tags=["visitor"])
_SHOWN = 60


class Name(BaseModel):
    """A name to be called by; empty: none."""

    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, Field(max_length=40)]


@router.get("")
async def me(request: Request) -> dict[str, Any]:
    """Return who the visitor is; somebody without a cookie is nobody yet."""
    visitor = await request.app.state.web.visitor(request)
    return {"name": visitor.name if visitor else None, "known": visitor is not None}


@router.put("")
async def rename(request: Request, response: Response, given: Name) -> dict[str, Any]:
    """Claim a name: it is shown in games that are begun or joined from now on."""
    web = request.app.state.web
    visitor = await web.known_visitor(request, response)
    name = plain_name(given.name)
    await web.store.rename(visitor.id, name)
    return {"name": name, "known": True}


@router.get("/games")
async def games(request: Request, theme: str = "light") -> list[dict[str, Any]]:
    """Return the visitor's games, those played last first."""
    web = request.app.state.web
    visitor = await web.visitor(request)
    if visitor is None:
        return []
    found = []
    look = game_view.Look("dark" if theme == "dark" else "light", False)
    for id, seats in await web.store.games_of(visitor.id, _SHOWN):
        live = await web.hall.room(id)
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
                    "players": {colour: game_view.player_name(live.room, colour) for colour in ("black", "white")},
                    "text": game_view.status(live, seats),
                    "updated": live.changed,
                    "svg": await _drawn(live, look),
                }
            )
    return found


async def _drawn(live: Live, look: game_view.Look) -> str:
    """Return the board of a game in a list, drawn beside the event loop, and once as long as the game stands."""

    def draw() -> asyncio.Task[str]:
        still = live.room.after(())  # a copy: the room may go on meanwhile
        return asyncio.ensure_future(asyncio.to_thread(game_view.picture, still, look, f"g{live.id}"))

    return await asyncio.shield(live.once(("listed", look), draw))
