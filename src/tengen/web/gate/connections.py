"""Limits of connections: their number, the time and size of requests, and floods of frames.

Uvicorn's fast reader has no such limits, which a server without a proxy needs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ..scheduler.limit_table import LIMITS, ConcurrencyLimit
from ..scheduler.payers import counted_address

MOST_HEAD: Final = 32_768
"""The largest request without its body, in bytes: URL, headers, and chunk sizes."""

_MUCH: Final = f"A request may say {MOST_HEAD:,} bytes of headers at most."

_MOST_WAITING: Final = 20
"""The maximum number of pipelined requests that may wait on a connection; browsers send none."""

_PIECE: Final = 16_384
"""Bytes that are parsed between checks; up to a quarter of a million may arrive at once."""

_FRAMES_PIECE: Final = 1_024
"""Bytes of frames that are parsed at once, which takes at most two milliseconds."""
_MOST_UNREAD: Final = 100_000
"""The maximum number of bytes of unread frames; a message has 16,384 at most."""
_PATIENCE: Final = 30.0
"""Seconds after which a closing WebSocket that does not read is dropped."""

_FULL: Final = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 10\r\nconnection: close\r\n\r\n"
_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


@dataclass(frozen=True)
class ConnectionBounds:
    """The limits of connections: their number, and their speed.

    A request may take ``patience`` seconds from its first byte (or the start of the connection) to its last, reading an
    answer takes no longer, and both get a second more for every ``rate`` bytes; this is checked every ``look`` seconds.
    ``dropped`` gets the reason for each cut connection: "full", "slow-request", "slow-reader" or "frames".
    """

    places: ConcurrencyLimit
    patience: float = 20.0
    rate: float = 5_000.0
    look: float = 2.0
    dropped: Callable[[str], None] = lambda _: None


def bounded_http(given: ConnectionBounds) -> type[BoundedHttp]:
    """Return the class of a server's connections."""
    return type("Bounded", (BoundedHttp,), {"bounds": given})


class _TooMuch(Exception):
    """A request's head is longer than `MOST_HEAD`, or too many requests wait: the reader refuses all that follows."""


class BoundedHttp(HttpToolsProtocol):
    """Reads the requests of one connection, which is closed if one is too slow or too large."""

    bounds: ConnectionBounds
    _beside = 0  # bytes received, without bodies
    _head = 0  # bytes of this request's headers read so far
    _open: tuple[RequestResponseCycle, ...] = ()
    _place: str | None = None
    _looking: asyncio.TimerHandle | None = None
    _since: float | None = None  # when the incoming request began, or None
    _came = 0
    _stuck: tuple[float, int] | None = None  # the time since which an answer is not read, and its bytes

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or refuse it."""
        super().connection_made(transport)
        place = counted_address(self.client[0] if self.client else "nobody")
        if not self.bounds.places.take(place):
            self.bounds.dropped("full")
            transport.write(_FULL)
            transport.close()
            return
        self._place, self._since = place, self.loop.time()
        self._looking = self.loop.call_later(self.bounds.look, self._look)

    def _look(self) -> None:
        """Close the connection if it has been too slow; otherwise check again later."""
        self._looking = self.loop.call_later(self.bounds.look, self._look)
        now, bounds = self.loop.time(), self.bounds
        if self.flow.write_paused or self.transport.is_closing():
            left = self.transport.get_write_buffer_size()
            since, size = self._stuck = self._stuck or (now, left)
            if now - since > bounds.patience + max(0, size - left) / bounds.rate:
                bounds.dropped("slow-reader")
                self.transport.abort()
        elif self._since is not None:
            self._stuck = None
            if self.flow.read_paused:  # reading is paused on our side
                self._since += bounds.look
            if now - self._since > bounds.patience + self._came / bounds.rate:
                bounds.dropped("slow-request")
                if self._came and (self.cycle is None or not self.cycle.response_started):
                    self.transport.write(_SLOW)
                self.transport.close()

    def resume_writing(self) -> None:
        """Note that an answer was read."""
        self._stuck = None
        super().resume_writing()

    def _let_go(self) -> None:
        if self._looking is not None:
            self._looking.cancel()

    def _leave(self) -> None:
        if self._place is not None:
            self.bounds.places.leave(self._place)
            self._place = None

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a WebSocket, which counts on."""
        self._let_go()
        super().handle_websocket_upgrade()
        heir = self.transport.get_protocol()
        assert isinstance(heir, BoundedWebSocket)
        heir.on_lost, heir.dropped = self._leave, self.bounds.dropped
        self.parser: Any = None  # the parser references this object, which is no longer used

    def data_received(self, data: bytes) -> None:
        """Parse received bytes."""
        if self._since is None:
            self._since = self.loop.time()
        self._came += len(data)
        for start in range(0, len(data), _PIECE):
            piece = data[start : start + _PIECE]
            self._beside += len(piece)
            super().data_received(piece)
            if self.transport.get_protocol() is not self or self.transport.is_closing():
                return
            if self._beside > MOST_HEAD:
                self.send_400_response(_MUCH)
                return

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(_MUCH if self._head > MOST_HEAD else msg)

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header; trailers count as well."""
        self._count(len(name) + len(value) + len(b": \r\n"))
        super().on_header(name, value)

    def _count(self, more: int) -> None:
        """Count bytes of a request, even if it ends in the same piece."""
        self._head += more
        if self._head > MOST_HEAD:
            raise _TooMuch

    def on_message_begin(self) -> None:
        self._head = 0
        if self._since is None:  # after another one in the same piece
            self._since = self.loop.time()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Start a request, or let it wait unless too many do."""
        super().on_headers_complete()
        if self.cycle is not None:  # None for a WebSocket's handshake
            self._open = (*(each for each in self._open if not each.response_complete), self.cycle)
        if len(self.pipeline) > _MOST_WAITING:
            raise _TooMuch

    def connection_lost(self, exc: Exception | None) -> None:
        """Notify every answer of the disconnect; uvicorn notifies the last one only."""
        self._let_go()
        self._leave()
        for each in self._open:
            each.disconnected = not each.response_complete
        super().connection_lost(exc)
        for waiting, _ in self.pipeline:  # they will not start, and reference this object
            waiting.on_response = lambda: None

    def on_body(self, body: bytes) -> None:
        """Take a piece of a body, whose length is limited elsewhere."""
        self._beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._beside, self._came, self._since = 0, 0, None
        super().on_message_complete()


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Reads the frames of a WebSocket in pieces, so that other connections get their turn; too many end the connection.

    Uvicorn reads everything at once, and answers every ping.
    """

    on_lost: Callable[[], None] = staticmethod(lambda: None)
    dropped: Callable[[str], None] = staticmethod(lambda _: None)
    _abort: asyncio.TimerHandle | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._unread = b""
        self._reading = False
        self._allowed = LIMITS["frames"].buckets(clock=self.loop.time)

    def data_received(self, data: bytes) -> None:
        """Parse a piece at once, and the rest after other connections have had their turn."""
        self._unread += data
        if len(self._unread) > _MOST_UNREAD + len(data):
            self._give_up()
        elif not self._reading:
            self._read()

    def _read(self) -> None:
        self._reading = False
        piece, self._unread = self._unread[:_FRAMES_PIECE], self._unread[_FRAMES_PIECE:]
        if self.disconnected or self.transport.is_closing():
            self._unread = b""
            return
        super().data_received(piece)
        if self._unread:
            self._reading = True
            self.transport.pause_reading()
            self.loop.call_soon(self._read)
        elif not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_events(self) -> None:
        """Handle the frames read, unless there are too many."""
        if not self.handshake_complete or self._allowed.take("", len(self.conn.events)):
            super().handle_events()
        else:
            self._give_up()

    def _give_up(self) -> None:
        self._unread = b""
        self.dropped("frames")
        self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Close the connection of a silent page, whether or not it reads."""
        super().keepalive_timeout()
        self._end_soon()

    async def send(self, message: Any) -> None:
        """Send messages to the page; a closing connection is dropped soon."""
        await super().send(message)
        if self.close_sent:
            self._end_soon()

    def _end_soon(self) -> None:
        if self._abort is None and not self.disconnected:
            self._abort = self.loop.call_later(_PATIENCE, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._abort is not None:
            self._abort.cancel()
        self.on_lost()
        super().connection_lost(exc)
        self.conn.parser.close()  # breaks a reference cycle
