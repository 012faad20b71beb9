"""What stands in front of every request: foreign pages, who is barred, and requests beyond the limits are refused."""

from __future__ import annotations

from typing import Final

from fastapi import Request
from starlette.middleware.base import RequestResponseEndpoint
from starlette.responses import Response

from ...records import Text
from ..errors import RequestError
from ..operating.bans import barred
from ..scheduler.payers import address_of, asked_by
from ..services import Services
from ..store.trouble import TRY_AGAIN
from .error_answers import error_answer
from .headers import BYTES_A_REQUEST, SAFE_HEADERS, weight_of
from .hosts import host_name, is_from_here, is_known_host, names_no_host

_AT_ONCE: Final = frozenset(("/api/me",))
"""What is answered while the rules are being compiled and the time without a server is yet to be given back."""

_GONE: Final = 499
"""The status of what nobody hears any more: they went while their request waited."""

_STATIC: Final = 0.05
"""How many requests one for a script, a style or a picture counts for: a page has up to a hundred of these."""

_LONGEST_NAME: Final = 253
"""Letters of the longest name that the Internet knows."""

_READING: Final = ("GET", "HEAD", "OPTIONS")
_EVERYBODYS: Final = ("/static/", "/words.json", "/health/", "/metrics")


class RequestGuard:
    """Lets requests through, or refuses them; no body is read before it is counted."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def __call__(self, request: Request, follow: RequestResponseEndpoint) -> Response:
        """Answer a request."""
        try:
            response = await self._answered(request, follow)
        except RequestError as error:
            response = error_answer(request, error, self._services.templates)
        for name, value in SAFE_HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    async def _answered(self, request: Request, follow: RequestResponseEndpoint) -> Response:
        for refuse in (self._misdirected, self._foreign, self._barred, self._too_much, self._in_trouble):
            refuse(request)
        asked_by(address_of(request))
        if _needs_games(request.url.path):
            await self._services.prepared.wait()
        try:
            response = await follow(request)
        except RuntimeError:
            if not await request.is_disconnected():
                raise
            return Response(status_code=_GONE)
        length = response.headers.get("content-length", "")
        if length.isdecimal() and not request.url.path.startswith("/static/"):  # a large answer counts as several
            self._services.limits.requests.charge(address_of(request), int(length) // BYTES_A_REQUEST)
        return response

    def _misdirected(self, request: Request) -> None:
        """Refuse what asks for a name that is none of this server's; programs that watch over it may use any."""
        if names_no_host(request):
            why = Text(
                "A request names the host that it asks for, once: the line Host is missing, or stands there "
                "several times."
            )
            raise RequestError(400, "no-host", why)
        if not request.url.path.startswith("/health/") and not is_known_host(request, self._services.settings):
            why = Text(
                "This server does not answer to the name {host}. Open it by its address in numbers, or ask whoever "
                "runs it to start it with --host-name {host}.",
                host=host_name(request)[:_LONGEST_NAME],
            )
            raise RequestError(421, "wrong-host", why)

    def _foreign(self, request: Request) -> None:
        """Refuse what changes something and comes from a page of another site."""
        if request.method not in _READING and not is_from_here(request, self._services.settings):
            why = Text("This request comes from a page of another site; only our own pages may change anything.")
            raise RequestError(403, "foreign-origin", why)

    def _barred(self, request: Request) -> None:
        """Refuse whom the operator has barred; what pages look like is everybody's."""
        ban = self._services.bans.of(request)
        if ban is not None and not request.url.path.startswith(_EVERYBODYS):
            raise RequestError(403, "barred", barred(ban))

    def _too_much(self, request: Request) -> None:
        """Refuse what is more than the address of a request may ask for now."""
        bucket = self._services.limits.requests
        key, weight = address_of(request), min(weight_of(request.headers), bucket.size)
        if request.url.path.startswith("/static/"):
            weight = _STATIC
        if not bucket.take(key, weight):
            wait = max(1, round(bucket.wait(key, weight)))
            why = Text("That was too much at once; try again in {seconds} s.", seconds=wait)
            raise RequestError(429, "too-many", why, headers={"retry-after": str(wait)})

    def _in_trouble(self, request: Request) -> None:
        """Refuse what changes something while nothing can be stored: those who try again leave room to recover."""
        trouble = self._services.store.trouble
        if trouble is not None and request.method not in _READING:
            raise RequestError(trouble.status, trouble.kind, trouble.text, headers={"retry-after": TRY_AGAIN})


def _needs_games(path: str) -> bool:
    """Say whether an address may judge positions or take up a game: then it waits; pages say that they wait.

    Whatever is added to the API waits: a game that came into memory too early would lose by its clock.
    """
    return (path.startswith("/api/") and path not in _AT_ONCE) or (path.startswith("/g/") and path.endswith("/rules"))
