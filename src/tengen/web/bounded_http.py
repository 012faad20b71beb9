"""Connections that ask for no end of things: uvicorn's fast reader keeps heads of any length, and all that wait."""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

MOST_HEAD: Final = 32_768
"""The most that a request may say beside its body, in bytes: its address, its headers, and how a body is divided."""

_MOST_WAITING: Final = 20
"""Requests that may wait on one connection for the answer to an earlier one; browsers send none before it has come."""


class _TooManyWait(Exception):
    """Somebody sends requests faster than they take the answers."""


class BoundedHttp(HttpToolsProtocol):
    """Reads the requests of one connection, which is closed when one is too long beside its body or too many wait."""

    _beside = 0
    _open: tuple[RequestResponseCycle, ...] = ()

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        self._beside += len(data)
        super().data_received(data)
        if self._beside > MOST_HEAD and not self.transport.is_closing():
            self.send_400_response(f"A request may say {MOST_HEAD:,} bytes at most beside its body.")

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
        for each in self._open:
            each.disconnected = not each.response_complete
        super().connection_lost(exc)

    def on_body(self, body: bytes) -> None:
        """Take a piece of a body, whose length is bounded elsewhere."""
        self._beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Take note that a request is complete: the next one counts for itself."""
        self._beside = 0
        super().on_message_complete()
