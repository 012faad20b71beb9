"""Secrets, origins and headers: who may do what, and what a browser may load."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE: Final = "tengen"
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


def new_token() -> str:
    """Return a secret of 192 random bits that fits into a URL."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """Return a public name of 72 random bits, for games and reviews."""
    return secrets.token_hex(9)


def digest(token: str) -> str:
    """Return what is kept of a secret: its SHA-256. Being random, it needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def is_from_here(headers: Headers, allowed: tuple[str, ...]) -> bool:
    """Say whether a request comes from one of our own pages, or from a program that is no browser.

    Browsers name the page's origin in every request that changes something and in every WebSocket; programs do not.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return origin in allowed or urlsplit(origin).netloc == headers.get("host", "")


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
        self.app, self.most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        said = Headers(scope=scope).get("content-length", "0")
        if said.isdigit() and int(said) > self.most:
            await _too_long(send, self.most)
            return
        body, answered = [], False
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body.append(message.get("body", b""))
            if sum(map(len, body)) > self.most:
                await _too_long(send, self.most)
                return
            if not message.get("more_body"):
                break

        async def receive_again() -> Message:
            nonlocal answered
            if answered:
                return await receive()
            answered = True
            return {"type": "http.request", "body": b"".join(body), "more_body": False}

        await self.app(scope, receive_again, send)


async def _too_long(send: Send, most: int) -> None:
    text = f'{{"error": {{"code": "too-long", "text": "A request may hold {most:,} bytes at most."}}}}'
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})
