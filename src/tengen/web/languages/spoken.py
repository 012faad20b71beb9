"""Middleware that sets the language of each request and WebSocket, and names it in the response.

The order is ``?lang=``, which pages also keep in a cookie, then that cookie, then Accept-Language, then English.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .catalogue import ENGLISH, catalogue
from .reader import known, preferred, speaking

COOKIE: Final = "language"
_DAYS: Final = 400


def wished(scope: Scope) -> str | None:
    """Return the language of ``?lang=`` in an address; None without it, or without a catalogue for it."""
    given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[-1]
    return known(given)


def language_of(scope: Scope) -> str:
    """Return the language of a request or WebSocket."""
    headers = Headers(scope=scope)
    kept = known(cookie_parser(headers.get("cookie", "")).get(COOKIE, ""))
    return wished(scope) or kept or preferred(headers.get("accept-language", "")) or ENGLISH


def cookie_of(chosen: str, secure: bool) -> str:
    """Return the header that keeps a choice; the page's own switch writes the same cookie."""
    return f"{COOKIE}={chosen}; Max-Age={_DAYS * 24 * 3600}; Path=/; SameSite=Lax{'; Secure' if secure else ''}"


class Spoken:
    """Answers each request in its reader's language; static files have none."""

    def __init__(self, app: ASGIApp, secure: bool = False) -> None:
        self.app = app
        self.secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith("/static/"):
            await self.app(scope, receive, send)
            return
        chosen = language_of(scope)

        async def send_with_language(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._name(MutableHeaders(scope=message), scope, chosen)
            await send(message)

        with speaking(chosen):
            await self.app(scope, receive, send_with_language)

    def _name(self, headers: MutableHeaders, scope: Scope, chosen: str) -> None:
        kind = headers.get("content-type", "")
        if not kind.startswith(("text/html", "application/json", "application/manifest")):
            return
        headers.setdefault("content-language", catalogue(chosen).tag)
        headers.add_vary_header("Accept-Language")
        headers.add_vary_header("Cookie")
        if kind.startswith("text/html") and wished(scope):
            headers.append("set-cookie", cookie_of(chosen, self.secure or scope["scheme"] == "https"))
