"""What stands in front of every request: foreign pages, who is barred, and requests beyond the limits are refused."""

from __future__ import annotations

from typing import Final

from fastapi import Request
from starlette.middleware.base import RequestResponseEndpoint
from starlette.responses import Response

from ...records import Text
from ..operating.bans import barred
from ..scheduler.payers import address_of, asked_by
from ..services import Services
from ..store.trouble import TRY_AGAIN
from .error_answers import error_answer
from .headers import BYTES_A_REQUEST, weight_of
from .hosts import host_name, is_from_here, is_known_host, names_no_host

_AT_ONCE: Final = frozenset(("/api/me",))
"""What is answered while the rules are being compiled and the time without a server is yet to be given back."""

_GONE: Final = 499
"""The status of what nobody hears any more: they went while their request waited."""

_STATIC: Final = 0.05
"""How many requests one for a script, a style or a picture counts for: a page has up to a hundred of these."""

_LONGEST_NAME: Final = 253
"""Letters of the longest name that the Internet knows."""

_EVERYBODYS: Final = ("/static/", "/words.json", "/health/", "/metrics")


class RequestGuard:
    """Lets requests through, or refuses them; no body is read before it is counted."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def __call__(self, request: Request, follow: RequestResponseEndpoint) -> Response:
        """Answer a request."""
        for turned_away in (self._misdirected, self._foreign, self._barred, self._too_much, self._in_trouble):
            if (refused := turned_away(request)) is not None:
                return refused
        asked_by(address_of(request))
        if _needs_games(request.url.path):
            await self._services.prepared.wait()
        try:
            response = await follow(request)
        except RuntimeError:
            if not await request.is_disconnected():
                raise
            return Response(status_code=_GONE)
        self._charge_answer(request, response)
        return response

    def _misdirected(self, request: Request) -> Response | None:
        """Refuse what asks for a name that is none of this server's; programs that watch over it may use any."""
        if names_no_host(request):
            return error_answer(
                400,
                "no-host",
                Text(
                    "A request names the host that it asks for, once: the line Host is missing, or stands there "
                    "several times."
                ),
            )
        if request.url.path.startswith("/health/") or is_known_host(request, self._services.settings):
            return None
        said = Text(
            "This server does not answer to the name {host}. Open it by its address in numbers, or ask whoever runs "
            "it to start it with --host-name {host}.",
            host=host_name(request)[:_LONGEST_NAME],
        )
        if request.url.path.startswith("/api/") or request.method not in ("GET", "HEAD"):
            return error_answer(421, "wrong-host", said)
        return self._services.templates.problem(request, 421, said)

    def _charge_answer(self, request: Request, response: Response) -> None:
        """Count a large answer as several requests of the address that asked for it."""
        length = response.headers.get("content-length", "")
        if length.isdecimal() and not request.url.path.startswith("/static/"):
            self._services.limits.requests.charge(address_of(request), int(length) // BYTES_A_REQUEST)

    def _foreign(self, request: Request) -> Response | None:
        """Refuse what changes something and comes from a page of another site."""
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return None
        if is_from_here(request, self._services.settings):
            return None
        return error_answer(
            403,
            "foreign-origin",
            Text("This request comes from a page of another site; only our own pages may change anything."),
        )

    def _barred(self, request: Request) -> Response | None:
        """Refuse whom the operator has barred; what pages look like is everybody's."""
        ban = self._services.bans.of(request)
        if ban is None or request.url.path.startswith(_EVERYBODYS):
            return None
        if request.url.path.startswith("/api/") or request.method not in ("GET", "HEAD"):
            return error_answer(403, "barred", barred(ban))
        return self._services.templates.problem(request, 403, barred(ban))

    def _too_much(self, request: Request) -> Response | None:
        """Refuse what is more than the address of a request may ask for now."""
        bucket = self._services.limits.requests
        key, weight = address_of(request), min(weight_of(request.headers), bucket.size)
        if request.url.path.startswith("/static/"):
            weight = _STATIC
        if bucket.take(key, weight):
            return None
        wait = max(1, round(bucket.wait(key, weight)))
        answer = error_answer(
            429, "too-many", Text("That was too much at once; try again in {seconds} s.", seconds=wait)
        )
        answer.headers["retry-after"] = str(wait)
        return answer

    def _in_trouble(self, request: Request) -> Response | None:
        """Refuse what changes something while nothing can be stored: those who try again leave room to recover."""
        trouble = self._services.store.trouble
        if trouble is None or request.method in ("GET", "HEAD", "OPTIONS"):
            return None
        answer = error_answer(trouble.status, trouble.kind, trouble.text)
        answer.headers["retry-after"] = TRY_AGAIN
        return answer


def _needs_games(path: str) -> bool:
    """Say whether an address may judge positions or take up a game: then it waits; pages say that they wait.

    Whatever is added to the API waits: a game that came into memory too early would lose by its clock.
    """
    return (path.startswith("/api/") and path not in _AT_ONCE) or (path.startswith("/g/") and path.endswith("/rules"))
