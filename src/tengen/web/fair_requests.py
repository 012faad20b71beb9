"""Requests of one address that are worked on at once: those beyond wait behind each other, and nobody else does."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .security import address_of

_AT_ONCE: Final = 40
"""Requests of one address that are worked on at once: a whole page with its scripts is fewer."""
_PAUSE: Final = 0.5
"""Seconds for which a refused request keeps its place while others of its address wait: refusing costs time, too."""
_REFUSED: Final = 429


class FairRequests:
    """Lets only a few requests of an address through at once, whether it comes by one connection or by hundreds."""

    def __init__(self, app: ASGIApp, at_once: int = _AT_ONCE, pause: float = _PAUSE) -> None:
        self.app = app
        self._at_once = at_once
        self._pause = pause
        self._working: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        who, status = address_of(HTTPConnection(scope)), 0

        async def sent(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        await self._come_in(who)
        try:
            await self.app(scope, receive, sent)
            if status == _REFUSED and who in self._waiting:
                await asyncio.sleep(self._pause)
        finally:
            self._leave(who)

    async def _come_in(self, who: str) -> None:
        if self._working[who] < self._at_once:
            self._working[who] += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(who)
            raise

    def _leave(self, who: str) -> None:
        """Let the next one in; who has been cancelled meanwhile is none."""
        waiting = self._waiting.get(who)
        while waiting:
            turn = waiting.popleft()
            if not waiting:
                del self._waiting[who]
            if not turn.done():
                turn.set_result(None)
                return
        self._working[who] -= 1
        if not self._working[who]:
            del self._working[who]
