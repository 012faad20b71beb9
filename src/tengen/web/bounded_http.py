"""Connections that ask for no end of things, or take no end of time: uvicorn's fast reader bounds neither."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from .bounded_socket import BoundedWebSocket
from .rate_limits import ConcurrencyLimit
from .security import counted_address

MOST_HEAD: Final = 32_768
"""The most that a request may say beside its body, in bytes: its address, its headers, and how a body is divided."""

_MUCH: Final = f"A request may say {MOST_HEAD:,} bytes at most beside its body."

_MOST_WAITING: Final = 20
"""Requests that may wait on one connection for the answer to an earlier one; browsers send none before it has come."""

_PIECE: Final = 16_384
"""Bytes that are read before it is looked whether that was too much: what has come at once may be a quarter million."""

_FULL: Final = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 10\r\nconnection: close\r\n\r\n"
_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"

Dropped = Literal["full", "slow-request", "slow-reader", "frames"]


@dataclass(frozen=True)
class ConnectionBounds:
    """How many connections there may be, and how slow one may be, in seconds and in bytes a second.

    ``patience`` is for a request, from its first byte (or the connection's begin) to its last, and for an answer that
    nobody takes; each byte adds to it what it takes at ``rate``. ``dropped`` is told of each connection that is closed.
    """

    places: ConcurrencyLimit
    patience: float = 20.0
    rate: float = 5_000.0
    look: float = 2.0
    dropped: Callable[[Dropped], None] = lambda _: None


def bounded_http(given: ConnectionBounds) -> type[BoundedHttp]:
    """Return the class of a server's connections."""

    class Bounded(BoundedHttp):
        bounds = given

    return Bounded


def _nothing() -> None:
    pass


class _TooLong(Exception):
    """The head of a request, or what follows a body in pieces, is longer than `MOST_HEAD`."""


class _TooManyWait(Exception):
    """Somebody sends requests faster than they take the answers."""


class BoundedHttp(HttpToolsProtocol):
    """Reads the requests of one connection, which is closed when it takes too long or too much.

    That is: one request is too long beside its body, too many wait, one comes too slowly, or an answer is not taken.
    """

    bounds: ConnectionBounds
    _beside = 0  # bytes beside a body of what has come
    _head = 0  # bytes of the headers that have been read, of this request alone
    _open: tuple[RequestResponseCycle, ...] = ()
    _place: str | None = None
    _looking: asyncio.TimerHandle | None = None
    _since: float | None = None  # when the request that is on its way began to come; None: none is
    _came = 0
    _stuck: tuple[float, int] | None = None  # since when, and with how many bytes, an answer is not taken
    _closing: float | None = None

    # -- how long it takes ---------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place, or refuse the connection."""
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
        """Close the connection if it has been too slow; else look again in a while."""
        now = self.loop.time()
        if self.transport.is_closing():
            self._closing = self._closing or now
            if now - self._closing > self.bounds.patience:
                self._drop("slow-reader")
        elif self._answer_is_stuck(now):
            self._drop("slow-reader")
        elif self._request_is_slow(now):
            self._drop("slow-request")
        self._looking = self.loop.call_later(self.bounds.look, self._look)

    def _request_is_slow(self, now: float) -> bool:
        if self._since is None:
            return False
        if self.flow.read_paused:  # it is we who do not read
            self._since += self.bounds.look
        return now - self._since > self.bounds.patience + self._came / self.bounds.rate

    def _answer_is_stuck(self, now: float) -> bool:
        if not self.flow.write_paused:
            self._stuck = None
            return False
        left = self.transport.get_write_buffer_size()
        since, size = self._stuck = self._stuck or (now, left)
        return now - since > self.bounds.patience + max(0, size - left) / self.bounds.rate

    def resume_writing(self) -> None:
        """Take note that an answer was taken, however soon there is more of it."""
        self._stuck = None
        super().resume_writing()

    def _drop(self, why: Dropped) -> None:
        """Close the connection; a request that has begun is answered with the reason."""
        self.bounds.dropped(why)
        if why == "slow-request":
            if self._came and (self.cycle is None or not self.cycle.response_started):
                self.transport.write(_SLOW)
            self.transport.close()
        else:
            self.transport.abort()

    def _let_go(self) -> None:
        """Look no longer."""
        if self._looking is not None:
            self._looking.cancel()

    def _leave(self) -> None:
        """Give the place back."""
        if self._place is not None:
            self.bounds.places.leave(self._place)
            self._place = None

    def handle_websocket_upgrade(self) -> None:
        """Let a WebSocket have the connection, and the place that it takes."""
        self._let_go()
        super().handle_websocket_upgrade()
        heir = self.transport.get_protocol()
        assert isinstance(heir, BoundedWebSocket)
        heir.on_lost, heir.dropped = self._leave, self.bounds.dropped
        self.parser: Any = None  # it holds this object, which hears no more of the connection

    # -- how much it is ------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
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
        """Refuse what was sent, and close the connection."""
        super().send_400_response(_MUCH if self._head > MOST_HEAD else msg)

    def on_url(self, url: bytes) -> None:
        """Count what is asked for."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header; those after a body in pieces count as well."""
        self._count(len(name) + len(value) + len(b": \r\n"))
        super().on_header(name, value)

    def _count(self, more: int) -> None:
        """Count bytes of a request, whatever comes with them: its end may be in the same piece.

        Raises:
            _TooLong: these are too many; the reader refuses all that follows, and closes the connection.
        """
        self._head += more
        if self._head > MOST_HEAD:
            raise _TooLong

    def on_message_begin(self) -> None:
        """Take note that a request begins."""
        self._head = 0
        if self._since is None:  # behind another one, in what has come together
            self._since = self.loop.time()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Take up a request, or let it wait.

        Raises:
            _TooManyWait: too many do; the reader refuses all that follows, and closes the connection.
        """
        super().on_headers_complete()
        if self.cycle is not None:  # a WebSocket's handshake has none
            self._open = (*(each for each in self._open if not each.response_complete), self.cycle)
        if len(self.pipeline) > _MOST_WAITING:
            raise _TooManyWait

    def connection_lost(self, exc: Exception | None) -> None:
        """Let every answer know that nobody takes it any more; uvicorn tells the last one only."""
        self._let_go()
        self._leave()
        for each in self._open:
            each.disconnected = not each.response_complete
        super().connection_lost(exc)
        for waiting, _ in self.pipeline:  # none of them begins any more, and each holds this object
            waiting.on_response = _nothing

    def on_body(self, body: bytes) -> None:
        """Take a piece of a body, whose length is bounded elsewhere."""
        self._beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Take note that a request is complete: the next one counts for itself."""
        self._beside, self._came, self._since = 0, 0, None
        super().on_message_complete()
