"""WebSockets of pages: their common part, and those of the lobby and of reviews."""

from __future__ import annotations

import asyncio
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ..errors import NO_TOURNAMENT
from ..gate.sockets import admitted, heard
from ..operating.open_sockets import SIGNED_OUT
from ..reviews.analyses import ReviewMessage
from ..scheduler.limit_table import LIMITS
from ..scheduler.tasks import log_failure
from ..services import Served, Services
from ..store import Visitor
from ..texts import say, tell, tell_all

router: Final = APIRouter()
log: Final = logging.getLogger("tengen.web")
_FAILED, _TOO_MUCH, _GONE = 1011, 4429, 4404
_WAITING: Final = 1_000
"""The maximum number of messages queued for a slow review page; later ones are dropped and requested again."""


class PageSocket(ABC):
    """One open WebSocket: one task sends changes, another receives the page's messages.

    If sending fails, ``failure`` is logged with the ``details``.
    """

    failure: str

    def __init__(self, services: Services, socket: WebSocket) -> None:
        self.services: Final = services
        self.socket: Final = socket
        self.details: Mapping[str, object] = {}

    async def serve(self) -> None:
        """Send and receive until the page disconnects, or sends too much."""
        allowed = LIMITS["page_messages"].buckets()
        showing = asyncio.ensure_future(self._show_or_close())
        try:
            while True:
                text = await heard(self.socket, self.services)
                if not allowed.take(""):
                    await self.socket.close(_TOO_MUCH, say("Too many requests at once."))
                    return
                await self.answer(text)
        except (WebSocketDisconnect, RuntimeError):
            return  # the page has gone; Starlette raises RuntimeError if it goes while we send
        finally:
            showing.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await showing

    async def _show_or_close(self) -> None:
        """Send changes; on failure close, so that the page reconnects."""
        try:
            await self.show()
        except Exception as error:
            if WebSocketState.DISCONNECTED in (self.socket.client_state, self.socket.application_state):
                return  # the page has gone
            log_failure(log, self.failure, error, **self.details)
            with suppress(Exception):
                await self.socket.close(_FAILED, say("Something went wrong on our side; please reconnect."))

    @abstractmethod
    async def show(self) -> None:
        """Send changes, for ever."""

    async def answer(self, text: str) -> None:
        """Carry out a message of the page; most pages send only pings."""
        await self.socket.send_json({"type": "pong"})


@router.websocket("/api/lobby/live")
async def live_lobby(services: Served, socket: WebSocket) -> None:
    """Follow the lobby; visitors with a name are online while the connection is open."""
    async with admitted(socket, services) as welcome:
        if welcome:
            await LobbyConnection(services, socket).run()


class LobbyConnection(PageSocket):
    """One open WebSocket: a page that shows the lobby."""

    failure: str = "the lobby cannot be shown"

    def __init__(self, services: Services, socket: WebSocket) -> None:
        super().__init__(services, socket)
        self.changed: Final = asyncio.Event()
        self.changed.set()
        self.visitor: str | None = None
        self.sent: dict[str, int] = {}
        self.told: object = None

    async def run(self) -> None:
        """Serve until the page disconnects."""
        visitor = await self._find()
        self.visitor = visitor.id if visitor and visitor.name else None
        with self.services.sockets.held(visitor.id if visitor else None, self.socket):
            if visitor is not None and await self._find() is None:  # signed out before it could be closed
                with suppress(RuntimeError):  # the page has gone
                    await self.socket.close(SIGNED_OUT)
                return
            try:
                await self.services.lobby.arrive(self.changed.set, self.visitor)
                await self.serve()
            finally:
                self.services.lobby.depart(self.changed.set, self.visitor)

    async def _find(self) -> Visitor | None:
        async with self.services.store.pages.slot():
            return await self.services.visitors.find(self.socket)

    async def show(self) -> None:
        """Send the sections that have changed, several changes at once if they come fast."""
        lobby = self.services.lobby
        while True:
            await self.changed.wait()
            self.changed.clear()
            changed = [each for each, version in lobby.versions.items() if self.sent.get(each) != version]
            parts = [f'"{each}": {lobby.text(each)}' for each in changed]
            self.sent = dict(lobby.versions)
            made, begun = (lobby.made_by(self.visitor), lobby.begun_by(self.visitor)) if self.visitor else ([], [])
            mine = {
                "challenges": [each.stored.id for each in made],
                "begun": {each.stored.id: f"/g/{each.stored.game}" for each in begun},
            }
            if mine != self.told:
                parts.append(f'"you": {json.dumps(mine)}')
            self.told = mine
            if parts:
                await self.socket.send_text(f'{{"type": "lobby", {", ".join(parts)}}}')


@router.websocket("/api/tournaments/{id}/live")
async def live_tournament(services: Served, socket: WebSocket, id: str) -> None:
    """Follow a tournament: a ``tournament`` message reports a change."""
    async with admitted(socket, services) as welcome:
        if not welcome:
            return
        page = ReviewConnection(services, socket)
        leave = services.tournaments.listen(id, lambda: page.hear({"type": "tournament"}))
        try:
            if await services.tournaments.has(id):
                await page.serve()
            else:
                await socket.close(_GONE, tell(NO_TOURNAMENT))
        finally:
            leave()


@router.websocket("/api/reviews/{id}/live")
async def live_review(services: Served, socket: WebSocket, id: str) -> None:
    """Follow a review: ``analysis``, ``graph``, ``graph-done``, ``trouble`` and ``tree`` messages, as they come."""
    async with admitted(socket, services) as welcome:
        if not welcome:
            return
        async with services.store.pages.slot():
            known = await services.store.reviews.has(id)
        if not known:
            await socket.close(_GONE, say("Review not found."))
            return
        page = ReviewConnection(services, socket)
        leave = services.reviews.analyses.follow(id, page.hear)
        try:
            await page.serve()
        finally:
            leave()


class ReviewConnection(PageSocket):
    """One open WebSocket: a page that shows a review, or a tournament."""

    failure: str = "a page cannot be updated"

    def __init__(self, services: Services, socket: WebSocket) -> None:
        super().__init__(services, socket)
        self._waiting: asyncio.Queue[ReviewMessage] = asyncio.Queue(_WAITING)

    def hear(self, message: ReviewMessage) -> None:
        """Queue a message."""
        with suppress(asyncio.QueueFull):
            self._waiting.put_nowait(message)

    async def show(self) -> None:
        """Send the queue."""
        while True:
            await self.socket.send_json(tell_all(await self._waiting.get()))
