"""The lobby's WebSocket: what has changed in it since the last message."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from typing import Final

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ..errors import FAILED_CONNECTION, TOO_MUCH
from ..gate.sockets import admitted, heard
from ..operating.open_sockets import SIGNED_OUT
from ..scheduler.limit_table import LIMITS
from ..scheduler.tasks import log_failure
from ..services import Served, Services
from ..store import Visitor
from ..texts import tell

router: Final = APIRouter()
log: Final = logging.getLogger("tengen.web")

_FAILED, _TOO_MUCH = 1011, 4429


@router.websocket("/api/lobby/live")
async def live_lobby(services: Served, socket: WebSocket) -> None:
    """Follow the lobby; visitors with a name are here for as long as the connection is open."""
    async with admitted(socket, services) as welcome:
        if welcome:
            await LobbyConnection(services, socket).run()


class LobbyConnection:
    """One open WebSocket: a page that shows the lobby."""

    def __init__(self, services: Services, socket: WebSocket) -> None:
        self.services = services
        self.socket = socket
        self.changed: Final = asyncio.Event()
        self.changed.set()
        self.visitor: str | None = None
        self.sent: dict[str, int] = {}
        self.told: object = None
        self.allowed: Final = LIMITS["lobby_messages"].buckets()

    async def run(self) -> None:
        """Serve until the page goes away."""
        visitor = await self._find()
        self.visitor = visitor.id if visitor and visitor.name else None
        with self.services.sockets.held(visitor.id if visitor else None, self.socket):
            if visitor is not None and await self._find() is None:  # signed out before anybody could close it
                with suppress(RuntimeError):  # the page has gone meanwhile
                    await self.socket.close(SIGNED_OUT)
            else:
                await self._serve()

    async def _serve(self) -> None:
        showing: asyncio.Task[None] | None = None
        try:
            await self.services.lobby.arrive(self.changed.set, self.visitor)
            showing = asyncio.ensure_future(self._show_or_close())
            await self._hear()
        except (WebSocketDisconnect, RuntimeError):
            return  # the page has gone; RuntimeError is what Starlette raises when it goes while we speak
        finally:
            self.services.lobby.depart(self.changed.set, self.visitor)
            if showing is not None:
                showing.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await showing

    async def _find(self) -> Visitor | None:
        async with self.services.store.pages.slot():
            return await self.services.visitors.find(self.socket)

    async def _show_or_close(self) -> None:
        """Show what happens; where that fails, close, so that the page comes back and is shown it anew."""
        try:
            await self._show()
        except Exception as error:
            if WebSocketState.DISCONNECTED in (self.socket.client_state, self.socket.application_state):
                return  # the page has gone
            log_failure(log, "the lobby cannot be shown", error)
            with suppress(Exception):
                await self.socket.close(_FAILED, tell(FAILED_CONNECTION))

    async def _show(self) -> None:
        """Send the sections that have changed; what changes meanwhile is sent together."""
        lobby = self.services.lobby
        while True:
            await self.changed.wait()
            self.changed.clear()
            changed = [each for each, version in lobby.versions.items() if self.sent.get(each) != version]
            parts = [f'"{each}": {lobby.text(each)}' for each in changed]
            self.sent = dict(lobby.versions)
            mine = self._mine()
            if mine != self.told:
                parts.append(f'"you": {json.dumps(mine)}')
            self.told = mine
            if parts:
                await self.socket.send_text(f'{{"type": "lobby", {", ".join(parts)}}}')

    def _mine(self) -> dict[str, object]:
        """Return the visitor's own challenges, and the games that began with some."""
        lobby = self.services.lobby
        return {
            "challenges": [] if self.visitor is None else [each.stored.id for each in lobby.made_by(self.visitor)],
            "begun": {}
            if self.visitor is None
            else {each.stored.id: f"/g/{each.stored.game}" for each in lobby.begun_by(self.visitor)},
        }

    async def _hear(self) -> None:
        while True:
            text = await heard(self.socket, self.services)
            if not self.allowed.take(""):
                await self.socket.close(_TOO_MUCH, tell(TOO_MUCH))
                return
            if '"ping"' in text[:100]:
                await self.socket.send_text('{"type": "pong"}')
