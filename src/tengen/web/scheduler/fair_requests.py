"""Requests of one address that are worked on at once: those beyond wait behind each other, and nobody else does."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .limit_table import LIMITS
from .payers import address_of
from .slots import Slot, Slots

_PAUSE: Final = 0.5
"""Seconds for which a refused request keeps its place while others of its address wait: refusing costs time, too."""
_REFUSED: Final = 429


class FairRequests:
    """Lets only a few requests of an address through at once, whether it comes by one connection or by hundreds."""

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
