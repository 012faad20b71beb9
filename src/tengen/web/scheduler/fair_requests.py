"""Concurrent requests of one address are limited; further ones queue behind each other only."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .limit_table import LIMITS
from .payers import address_of
from .slots import Slot, Slots

_PAUSE: Final = 0.5
"""Seconds for which a refused request keeps its slot while others of its address wait, as refusals cost time, too."""
_REFUSED: Final = 429


class FairRequests:
    """Limits the concurrent requests of an address, over any number of connections."""

    def __init__(self, app: ASGIApp, slots: Slots | None = None, pause: float = _PAUSE) -> None:
        self.app = app
        self._slots = slots or LIMITS["working"].slots()
        self._pause = pause

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        who, status = address_of(HTTPConnection(scope)), 0

        async def sent(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        slot = await self._slots.take(Slot(payer=who))
        try:
            await self.app(scope, receive, sent)
            if status == _REFUSED and self._slots.is_waited_for(who):
                await asyncio.sleep(self._pause)
        finally:
            self._slots.leave(slot)
