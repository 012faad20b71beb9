"""The chat of a game over HTTP: say something, read what was said, turn it off and on."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from ..openapi import REFUSALS
from ..services import Served
from ..talk.chat import ChatWish, chatting
from .chat_relay import shown
from .game_routes import found_game, seats_in

router: Final = APIRouter(prefix="/api/games", tags=["games"])


class ChatSwitch(BaseModel, extra="forbid"):
    """Whether a player wants to chat in this game."""

    on: bool
    seat: Annotated[str, Field(max_length=100)] | None = None


@router.get("/{id}/chat", responses=REFUSALS)
async def chat(
    services: Served, request: Request, id: str, after: Annotated[int, Query(ge=0, le=10_000_000)] = 0
) -> list[dict[str, object]]:
    """Return what the two players have said, after a number of messages; nobody else is told."""
    live = await found_game(services, id)
    chatting(live.room, await services.visitors.seats(request, id))
    return shown(await services.games.chat.since(live, after))


@router.post("/{id}/chat", responses=REFUSALS)
async def say(services: Served, request: Request, id: str, wish: ChatWish) -> dict[str, object]:
    """Say something to the opponent; sent again with the same id, it is said once."""
    live = await found_game(services, id)
    seats = await seats_in(services, request, live, wish.seat)
    visitor = await services.visitors.find(request)
    kept = await services.games.chat.say(live, seats, visitor.id if visitor else None, wish)
    return shown([kept])[0]


@router.put("/{id}/chat", responses=REFUSALS)
async def switch(services: Served, request: Request, id: str, wanted: ChatSwitch) -> dict[str, bool]:
    """Turn the chat of a game off, or on again; the opponent is told."""
    live = await found_game(services, id)
    seats = await seats_in(services, request, live, wanted.seat)
    visitor = await services.visitors.find(request)
    await services.games.chat.switch(live, seats, visitor.id if visitor else None, wanted.on)
    return {"on": wanted.on}
