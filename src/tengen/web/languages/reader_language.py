"""The reader's language: set for each request and WebSocket, and for the tasks that it starts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, update_wrapper
from threading import RLock
from typing import Final, Generic, TypeVar
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .catalogue import ENGLISH, LANGUAGES, catalogue

_T = TypeVar("_T")
_READS: Final[ContextVar[str]] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """Return the reader's language; English by default."""
    return _READS.get()


@contextmanager
def speaking(chosen: str) -> Iterator[None]:
    """Set the reader's language within the block, for messages that answer no request."""
    before = _READS.set(chosen if chosen in LANGUAGES else ENGLISH)
    try:
        yield
    finally:
        _READS.reset(before)


class once_a_language(Generic[_T]):
    """A cache of a function's results, as `functools.cache`, but for each language.

    Threads that need the result at the same time wait for the first one; with `functools.cache` each would compute it.
    """

    def __init__(self, make: Callable[[], _T]) -> None:
        self._turn, self._made = RLock(), cache(lambda _: make())
        self.cache_clear: Final = self._made.cache_clear
        update_wrapper(self, make)

    def __call__(self) -> _T:
        with self._turn:
            return self._made(language())


COOKIE: Final = "language"
_DAYS: Final = 400


def known(wish: str) -> str | None:
    """Return the language of a tag such as "de-AT" or "zh-Hant-TW"; None without a catalogue for it.

    >>> known("de-AT"), known("zh-TW"), known("fr")
    ('de', 'zh', None)
    """
    primary = wish.strip().lower().replace("_", "-").partition("-")[0]
    return primary if primary in LANGUAGES else None


def preferred(accepted: str) -> str | None:
    """Return the language that an Accept-Language header prefers among those with a catalogue; None if there is none.

    >>> preferred("fr-CH, fr;q=0.9, ja;q=0.7, de;q=0.8, *;q=0.5"), preferred("nl"), preferred("de;q=0, ko;q=0.1")
    ('de', None, 'ko')
    """
    best, found = 0.0, None
    for part in accepted[:1000].split(","):
        tag, _, weight = part.replace(" ", "").partition(";q=")
        chosen = ENGLISH if tag == "*" else known(tag)
        try:
            quality = float(weight or 1)
        except ValueError:
            continue
        if chosen is not None and quality > best:
            best, found = quality, chosen
    return found


def wished(scope: Scope) -> str | None:
    """Return the language of ``?lang=`` in an address; None without it, or without a catalogue for it."""
    given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[-1]
    return known(given)


class Spoken:
    """Answers each request in its reader's language; static files have none."""

    def __init__(self, app: ASGIApp, secure: bool = False) -> None:
        self.app = app
        self.secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith("/static/"):
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope)
        kept = known(cookie_parser(given.get("cookie", "")).get(COOKIE, ""))
        chosen = wished(scope) or kept or preferred(given.get("accept-language", "")) or ENGLISH

        async def send_with_language(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._name_language(MutableHeaders(scope=message), scope, chosen)
            await send(message)

        with speaking(chosen):
            await self.app(scope, receive, send_with_language)

    def _name_language(self, headers: MutableHeaders, scope: Scope, chosen: str) -> None:
        kind = headers.get("content-type", "")
        if not kind.startswith(("text/html", "application/json", "application/manifest")):
            return
        headers.setdefault("content-language", catalogue(chosen).tag)
        headers.add_vary_header("Accept-Language")
        headers.add_vary_header("Cookie")
        if kind.startswith("text/html") and wished(scope):  # the page's own switch writes the same cookie
            secure = "; Secure" if self.secure or scope["scheme"] == "https" else ""
            cookie = f"{COOKIE}={chosen}; Max-Age={_DAYS * 24 * 3600}; Path=/; SameSite=Lax{secure}"
            headers.append("set-cookie", cookie)
