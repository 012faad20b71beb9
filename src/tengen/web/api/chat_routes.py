"""The chat of a game: say something, read what was said, turn it off and on, and hear it over the game's WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, WebSocket
from pydantic import BaseModel, Field

from ..games.game_server import GameServer
from ..games.live_game import LiveGame
from ..services import Served
from ..store.chat_store import ChatMessage
from ..talk.chat import ChatWish, chatting
from .game_routes import found_game, seats_in
from .openapi import REFUSALS

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


async def relay_chat(games: GameServer, socket: WebSocket, live: LiveGame) -> None:
    """Tell an open page of a player everything that is said in the game, from the first message on."""
    spoken, heard = asyncio.Event(), 0
    live.hearers.add(spoken.set)
    try:
        while True:
            async with games.store.pages.slot():
                found = await games.chat.since(live, heard)
            if found:
                heard = found[-1].number
                await socket.send_json({"type": "chat", "messages": shown(found)})
            await spoken.wait()
            spoken.clear()
    finally:
        live.hearers.discard(spoken.set)


def shown(messages: Sequence[ChatMessage]) -> list[dict[str, object]]:
    """Return messages as a page or a program gets them."""
    return [
        {"number": each.number, "by": each.by, "at": each.at, "kind": each.kind, "body": each.body} for each in messages
    ]
