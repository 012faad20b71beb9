"""Headers that confine what a page may load, and the bound of a body, in front of every request."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..settings import MOST_BODY

BYTES_A_REQUEST: Final = 50_000
"""Bytes of a body, or of an answer, that count as one request more."""
_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
_HEADERS: Final = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def weight_of(headers: Headers) -> float:
    """Return how many requests a request counts for: one, and one more for each further block of bytes of its body.

    A body that does not say how long it is counts as the longest.

    >>> weight_of(Headers({"content-length": "2000000"}))
    41.0
    """
    said = headers.get("content-length", "")
    length = int(said) if said.isdecimal() and len(said) < 10 else 0
    return 1 + max(length, MOST_BODY if "transfer-encoding" in headers else 0) / BYTES_A_REQUEST


class SafeHeaders:
    """Sends the headers that confine what a page may load, with every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers)


class SmallBodies:
    """Refuses bodies of requests that are longer than ``most`` bytes, whether or not they say so beforehand."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        said = Headers(scope=scope).get("content-length", "0")
        if said.isdigit() and int(said) > self.most:
            await _too_long(send, self.most)
            return
        body, answered = bytearray(), False
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            if len(body) > self.most:
                await _too_long(send, self.most)
                return
            if not message.get("more_body"):
                break

        async def receive_again() -> Message:
            nonlocal answered
            if answered:
                return await receive()
            answered = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        await self.app(scope, receive_again, send)


async def _too_long(send: Send, most: int) -> None:
    text = f'{{"error": {{"code": "too-long", "text": "A request may hold {most:,} bytes at most."}}}}'
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})
