"""Security headers, and the limit of bodies, for every request."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import RequestError
from ..settings import MOST_BODY

BYTES_A_REQUEST: Final = 50_000
"""Bytes of a body, or of an answer, that count as one further request."""
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
SAFE_HEADERS: Final = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""The headers of every answer, which restrict what a page may load."""


def weight_of(headers: Headers) -> float:
    """Return the weight of a request: 1, and 1 more for each further block of bytes of its body.

    A body without a stated length counts as the longest.
    """
    said = headers.get("content-length", "")
    length = int(said) if said.isdecimal() and len(said) < 10 else 0
    return 1 + max(length, MOST_BODY if "transfer-encoding" in headers else 0) / BYTES_A_REQUEST


class SmallBodies:
    """Refuses bodies of more than ``most`` bytes, with or without a stated length."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        said = Headers(scope=scope).get("content-length", "0")
        if said.isdigit() and int(said) > self.most:
            raise self._too_long()
        body, answered = bytearray(), False
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            if len(body) > self.most:
                raise self._too_long()
            if not message.get("more_body"):
                break

        async def receive_again() -> Message:
            nonlocal answered
            if answered:
                return await receive()
            answered = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        await self.app(scope, receive_again, send)

    def _too_long(self) -> RequestError:
        text = f"A request may hold {self.most:,} bytes at most."
        return RequestError(413, "too-long", text, headers={"connection": "close"})
