"""What the WebSockets of all pages have in common: one task shows what happens, while another hears the page."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ..errors import FAILED_CONNECTION, TOO_MUCH
from ..gate.sockets import heard
from ..scheduler.limit_table import LIMITS
from ..scheduler.tasks import log_failure
from ..services import Services
from ..texts import tell

log: Final = logging.getLogger("tengen.web")
_FAILED, _TOO_MUCH = 1011, 4429


class PageSocket(ABC):
    """One open WebSocket; ``limit`` names the limit of its messages.

    Where nothing can be shown, ``failure`` is logged with the ``details``.
    """

    limit: str = "page_messages"
    failure: str

    def __init__(self, services: Services, socket: WebSocket) -> None:
        self.services: Final = services
        self.socket: Final = socket
        self.details: Mapping[str, object] = {}

    async def serve(self) -> None:
        """Show and hear until the page goes away, or says too much."""
        allowed = LIMITS[self.limit].buckets()
        showing = asyncio.ensure_future(self._show_or_close())
        try:
            while True:
                text = await heard(self.socket, self.services)
                if not allowed.take(""):
                    await self.socket.close(_TOO_MUCH, tell(TOO_MUCH))
                    return
                await self.answer(text)
        except (WebSocketDisconnect, RuntimeError):
            return  # the page has gone; RuntimeError is what Starlette raises when it goes while we speak
        finally:
            showing.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await showing

    async def _show_or_close(self) -> None:
        """Show what happens; where that fails, close, so that the page comes back and is shown it anew."""
        try:
            await self.show()
        except Exception as error:
            if WebSocketState.DISCONNECTED in (self.socket.client_state, self.socket.application_state):
                return  # the page has gone
            log_failure(log, self.failure, error, **self.details)
            with suppress(Exception):
                await self.socket.close(_FAILED, tell(FAILED_CONNECTION))

    @abstractmethod
    async def show(self) -> None:
        """Send what has changed, for ever."""

    @abstractmethod
    async def answer(self, text: str) -> None:
        """Do what a message of the page asks."""
