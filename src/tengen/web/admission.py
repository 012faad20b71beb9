"""Who is let in, and what for: connections that stay open, and turns of the computer that somebody causes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from ..match.dead import SIMULATIONS
from ..players import LEVELS
from .games import Refusal, Room
from .security import address_of, is_from_here
from .texts import say

_FOREIGN, _TOO_MUCH = 4403, 4429
_TELL_AGAIN: Final = 10.0
"""Seconds after which whoever waits is told again that the server compiles, and noticed if they have gone."""

_WAKES: Final = frozenset(("move", "undo", "resume"))
"""Intents after which it may be the computer's turn."""


@asynccontextmanager
async def admitted(socket: WebSocket) -> AsyncIterator[bool]:
    """Accept a connection, and hold its place; False: it was closed, being of another site or one too many."""
    web = socket.app.state.web
    await socket.accept()
    address = address_of(socket)
    if not is_from_here(socket.headers, web.settings.origins):
        await socket.close(_FOREIGN, say("refused.foreign_socket"))
        yield False
    elif not web.requests.take(address) or not web.sockets.take(address):
        await socket.close(_TOO_MUCH, say("refused.sockets"))
        yield False
    else:
        try:
            yield await _prepared(socket, web.prepared)
        finally:
            web.sockets.leave(address)


async def _prepared(socket: WebSocket, prepared: asyncio.Event) -> bool:
    """Wait until games can be shown: until the time without a server is given back, clocks would seem to have fallen.

    False: whoever waited has gone.
    """
    while not prepared.is_set():
        try:
            await socket.send_json({"type": "preparing"})
        except (WebSocketDisconnect, RuntimeError):
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(_TELL_AGAIN):
                await prepared.wait()
    return True


async def heard(socket: WebSocket) -> str:
    """Return what a page says next; a frame of bytes says nothing that we understand.

    Raises:
        WebSocketDisconnect: the page has gone.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1000)
    return message.get("text") or ""


def spend(web: Any, request: Any, room: Room, kind: Any) -> None:
    """Count what the computer will have to think for an intent, or for a new game, for whoever's address it is.

    Raises:
        Refusal: that was too much.
    """
    if not web.thinking.take(address_of(request), cost(room, kind)):
        raise Refusal("too-much-thinking", say("refused.thinking"))


def cost(room: Room, kind: Any) -> int:
    """Return how many simulations an intent of this kind may cause."""
    if kind == "estimate":
        return SIMULATIONS
    computer = room.setting.computer
    if kind == "agree":
        return 0 if computer is None else SIMULATIONS
    return 0 if computer is None or kind not in _WAKES else LEVELS[(room.setting.seats[computer].level or 1) - 1]
