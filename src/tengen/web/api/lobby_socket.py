"""The lobby's WebSocket: what has changed in it since the last message."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Final

from fastapi import APIRouter, WebSocket

from ..gate.sockets import admitted
from ..operating.open_sockets import SIGNED_OUT
from ..services import Served, Services
from ..store import Visitor
from .page_socket import PageSocket

router: Final = APIRouter()


@router.websocket("/api/lobby/live")
async def live_lobby(services: Served, socket: WebSocket) -> None:
    """Follow the lobby; visitors with a name are here for as long as the connection is open."""
    async with admitted(socket, services) as welcome:
        if welcome:
            await LobbyConnection(services, socket).run()


class LobbyConnection(PageSocket):
    """One open WebSocket: a page that shows the lobby."""

    limit: str = "lobby_messages"
    failure: str = "the lobby cannot be shown"

    def __init__(self, services: Services, socket: WebSocket) -> None:
        super().__init__(services, socket)
        self.changed: Final = asyncio.Event()
        self.changed.set()
        self.visitor: str | None = None
        self.sent: dict[str, int] = {}
        self.told: object = None

    async def run(self) -> None:
        """Serve until the page goes away."""
        visitor = await self._find()
        self.visitor = visitor.id if visitor and visitor.name else None
        with self.services.sockets.held(visitor.id if visitor else None, self.socket):
            if visitor is not None and await self._find() is None:  # signed out before anybody could close it
                with suppress(RuntimeError):  # the page has gone meanwhile
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
        """Send the sections that have changed; what changes meanwhile is sent together."""
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

    async def answer(self, text: str) -> None:
        """Answer a ping."""
        if '"ping"' in text[:100]:
            await self.socket.send_text('{"type": "pong"}')
