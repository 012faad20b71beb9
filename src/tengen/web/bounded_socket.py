"""WebSockets that send frames without end: uvicorn reads all that has come at once, and answers every ping."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .rate_limits import TokenBuckets

_PIECE: Final = 1_024
"""Bytes that are read at once: as many frames as fit in are read in two milliseconds."""
_MOST_WAITING: Final = 100_000
"""Bytes that may wait to be read; a message has 16,384 at most."""
_FRAMES: Final = 300
_FRAMES_A_SECOND: Final = 30
"""Frames that may come at once and in a second: pages send a message a second, in one frame each."""
_PATIENCE: Final = 30.0
"""Seconds after which a connection is gone that is being closed and takes nothing."""


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Reads the frames of a WebSocket piece by piece, so that others come in between; too many end the connection."""

    on_lost: Callable[[], None] = staticmethod(lambda: None)
    dropped: Callable[[Any], None] = staticmethod(lambda _: None)
    _abort: asyncio.TimerHandle | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._waiting = b""
        self._reading = False
        self._allowed = TokenBuckets(_FRAMES, _FRAMES_A_SECOND, self.loop.time)

    def data_received(self, data: bytes) -> None:
        """Take what has come: a piece at once, and the rest when others have had their turn."""
        self._waiting += data
        if len(self._waiting) > _MOST_WAITING + len(data):
            self._give_up()
        elif not self._reading:
            self._read()

    def _read(self) -> None:
        self._reading = False
        piece, self._waiting = self._waiting[:_PIECE], self._waiting[_PIECE:]
        if self.disconnected or self.transport.is_closing():
            self._waiting = b""
            return
        super().data_received(piece)
        if self._waiting:
            self._reading = True
            self.transport.pause_reading()
            self.loop.call_soon(self._read)
        elif not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_events(self) -> None:
        """Do what the frames say that were read, unless there are too many."""
        if not self.handshake_complete or self._allowed.take("", len(self.conn.events)):
            super().handle_events()
        else:
            self._give_up()

    def _give_up(self) -> None:
        self._waiting = b""
        self.dropped("frames")
        self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Close the connection of a page that says nothing, whether or not it takes what was sent to it."""
        super().keepalive_timeout()
        self._end_soon()

    async def send(self, message: Any) -> None:
        """Send the messages to the page; a connection that is closed is gone soon."""
        await super().send(message)
        if self.close_sent:
            self._end_soon()

    def _end_soon(self) -> None:
        if self._abort is None and not self.disconnected:
            self._abort = self.loop.call_later(_PATIENCE, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the place."""
        if self._abort is not None:
            self._abort.cancel()
        self.on_lost()
        super().connection_lost(exc)
        self.conn.parser.close()  # it holds the connection, which holds it: memory that only a look for garbage frees
