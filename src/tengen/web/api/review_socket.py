"""A review's WebSocket: analyses as they come, and variations that others try."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from fastapi import APIRouter, WebSocket

from ..gate.sockets import admitted
from ..reviews.analyses import ReviewMessage
from ..services import Served, Services
from ..texts import say, tell_all
from .page_socket import PageSocket

router: Final = APIRouter()
_GONE: Final = 4404
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
        page = ReviewConnection(services, socket)
        leave = services.reviews.analyses.follow(id, page.hear)
        try:
            await page.serve()
        finally:
            leave()


class ReviewConnection(PageSocket):
    """One open WebSocket: a page that shows a review. It says nothing but pings."""

    failure: str = "a review cannot be shown"

    def __init__(self, services: Services, socket: WebSocket) -> None:
        super().__init__(services, socket)
        self._waiting: asyncio.Queue[ReviewMessage] = asyncio.Queue(_WAITING)

    def hear(self, message: ReviewMessage) -> None:
        """Have a message sent."""
        with suppress(asyncio.QueueFull):
            self._waiting.put_nowait(message)

    async def show(self) -> None:
        """Send what waits."""
        while True:
            await self.socket.send_json(tell_all(await self._waiting.get()))

    async def answer(self, text: str) -> None:
        """Answer a ping."""
        await self.socket.send_json({"type": "pong"})
