"""Secrets, origins and headers: who may do what, and what a browser may load."""

from __future__ import annotations

import hashlib
import secrets
from ipaddress import IPv6Address, IPv6Network
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .settings import MOST_BODY, Settings

COOKIE: Final = "tengen"
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


def new_token() -> str:
    """Return a secret of 192 random bits that fits into a URL."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """Return a public name of 72 random bits, for games and reviews."""
    return secrets.token_hex(9)


def digest(token: str) -> str:
    """Return what is kept of a secret: its SHA-256. Being random, it needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def is_from_here(connection: HTTPConnection, settings: Settings) -> bool:
    """Say whether a request comes from one of our own pages, or from a program that is no browser.

    Browsers name the page's origin in every request that changes something and in every WebSocket; programs do not.
    A page that came by HTTPS is not one that this server has sent over plain HTTP.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    secure = settings.secure or connection.url.scheme in ("https", "wss")
    here = f"{'https' if secure else 'http'}://{connection.headers.get('host')}"
    return origin in settings.origins or origin == here


def is_id(text: str) -> bool:
    """Say whether a text may be the public name of a game or a review: whatever else is never asked of the store."""
    return 0 < len(text) <= 64 and text.isascii() and text.isalnum()


def plain_name(text: str) -> str | None:
    """Return a name without what cannot be seen or turns the text around it; None where nothing is left."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split()) or None


def plain_text(text: str) -> str:
    """Return a text of several lines without what cannot be seen or turns the text around it.

    >>> plain_text("One" + chr(7) + "." + chr(0x202E) + chr(0x3000) + "Two.")
    'One. Two.'
    """
    kept = text.replace("\r\n", "\n")
    return "".join(filter(None, map(_seen, kept))).strip()


def _seen(letter: str) -> str:
    """Return a letter of a text as it may stand there; "" where it may not. Joiners belong to words and pictures."""
    if letter.isprintable() or letter in "\n\t\u200c\u200d":
        return letter
    return " " if letter.isspace() else ""


def address_of(connection: HTTPConnection) -> str:
    """Return under what name somebody's requests are counted: their address; of IPv6 the network, which is one home's.

    >>> from types import SimpleNamespace as Some
    >>> address_of(Some(client=Some(host="2001:db8:1:2:3:4:5:6")))
    '2001:db8:1:2::/64'
    """
    return counted_address(connection.client.host if connection.client else "nobody")


def counted_address(host: str) -> str:
    """Return under what name an address is counted."""
    if ":" not in host:
        return host
    try:
        found = IPv6Address(host)
    except ValueError:
        return host
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, 64), strict=False))


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
