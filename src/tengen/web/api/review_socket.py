"""A review's WebSocket: analyses as they come, and variations that others try."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from ..errors import TOO_MUCH
from ..gate.sockets import admitted, heard
from ..reviews.analyses import ReviewMessage
from ..scheduler.limit_table import LIMITS
from ..services import Served, Services
from ..texts import say, tell, tell_all

router: Final = APIRouter()
_GONE, _TOO_MUCH = 4404, 4429
_WAITING: Final = 1_000
"""Messages that wait for a slow listener; those after them are lost, and asked for again by the page."""


@router.websocket("/api/reviews/{id}/live")
async def live_review(services: Served, socket: WebSocket, id: str) -> None:
    """Follow a review: ``analysis``, ``graph``, ``graph-done``, ``trouble`` and ``tree`` messages, as they come."""
    async with admitted(socket, services) as welcome:
        if not welcome:
            return
        async with services.store.pages.slot():
            known = await services.store.reviews.has(id)
        if not known:
            await socket.close(_GONE, say("There is no such review."))
            return
        waiting: asyncio.Queue[ReviewMessage] = asyncio.Queue(_WAITING)
        leave = services.reviews.analyses.follow(id, lambda message: _drop_in(waiting, message))
        sending = asyncio.create_task(_send(socket, waiting))
        try:
            await _listen(socket, services)
        finally:
            leave()
            sending.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await sending


def _drop_in(waiting: asyncio.Queue[ReviewMessage], message: ReviewMessage) -> None:
    with suppress(asyncio.QueueFull):
        waiting.put_nowait(message)


async def _send(socket: WebSocket, waiting: asyncio.Queue[ReviewMessage]) -> None:
    while True:
        await socket.send_json(tell_all(await waiting.get()))


async def _listen(socket: WebSocket, services: Services) -> None:
    """Answer pings until the page goes away; nothing else is said here."""
    allowed = LIMITS["page_messages"].buckets()
    with suppress(WebSocketDisconnect, RuntimeError):  # RuntimeError: it went away while we spoke
        while True:
            await heard(socket, services)
            if not allowed.take(""):
                await socket.close(_TOO_MUCH, tell(TOO_MUCH))
                return
            await socket.send_json({"type": "pong"})
