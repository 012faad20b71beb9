"""The guard of all requests: it refuses foreign pages, banned visitors and excess, and turns errors into answers."""

from __future__ import annotations

import logging
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection
from starlette.exceptions import HTTPException
from starlette.middleware.base import RequestResponseEndpoint
from starlette.responses import JSONResponse, Response

from ...records import Text
from ..errors import FAILED, REQUEST_ID, RequestError, error_data, first_of, request_id
from ..games.game_request import ChoiceRefused
from ..operating.bans import barred
from ..page_templates import PageTemplates
from ..rooms import IntentRefused
from ..scheduler.payers import address_of, asked_by
from ..services import Services
from ..store import EnoughGames, StoreTrouble
from ..store.trouble import TRY_AGAIN, is_foreign_key_violation
from .headers import BYTES_A_REQUEST, SAFE_HEADERS, weight_of
from .hosts import host_name, is_from_here, is_known_host, names_no_host

_AT_ONCE: Final = frozenset(("/api/me",))
"""Paths that are answered before games are ready."""

_GONE: Final = 499
"""The status if the client has gone while its request waited."""

_STATIC: Final = 0.05
"""The weight of a request for a script, a style or a picture; a page has up to a hundred of these."""

_LONGEST_NAME: Final = 253
"""The longest domain name, in characters."""

_READING: Final = ("GET", "HEAD", "OPTIONS")
_EVERYBODYS: Final = ("/static/", "/words.json", "/health/", "/metrics")


class RequestGuard:
    """Admits or refuses requests, before their bodies are read."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def __call__(self, request: Request, follow: RequestResponseEndpoint) -> Response:
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
        """Refuse requests for a foreign host name, except health checks."""
        if names_no_host(request):
            why = Text("A request needs exactly one Host header; this one has none, or several.")
            raise RequestError(400, "no-host", why)
        if not request.url.path.startswith("/health/") and not is_known_host(request, self._services.settings):
            why = Text(
                "This server does not answer to the name {host}. Open it by its IP address, or ask its operator to "
                "start it with --host-name {host}.",
                host=host_name(request)[:_LONGEST_NAME],
            )
            raise RequestError(421, "wrong-host", why)

    def _foreign(self, request: Request) -> None:
        """Refuse changes from pages of another site."""
        if request.method not in _READING and not is_from_here(request, self._services.settings):
            why = Text("This request comes from a page of another site; only our own pages may change anything.")
            raise RequestError(403, "foreign-origin", why)

    def _barred(self, request: Request) -> None:
        """Refuse visitors whom the operator has barred, except for static files."""
        ban = self._services.bans.of(request)
        if ban is not None and not request.url.path.startswith(_EVERYBODYS):
            raise RequestError(403, "barred", barred(ban))

    def _too_much(self, request: Request) -> None:
        """Refuse requests beyond the limits of their address."""
        bucket = self._services.limits.requests
        key, weight = address_of(request), min(weight_of(request.headers), bucket.size)
        if request.url.path.startswith("/static/"):
            weight = _STATIC
        if not bucket.take(key, weight):
            wait = max(1, round(bucket.wait(key, weight)))
            why = Text("Too many requests at once; try again in {seconds} s.", seconds=wait)
            raise RequestError(429, "too-many", why, headers={"retry-after": str(wait)})

    def _in_trouble(self, request: Request) -> None:
        """Refuse changes while nothing can be stored, so that retries leave room to recover."""
        trouble = self._services.store.trouble
        if trouble is not None and request.method not in _READING:
            raise RequestError(trouble.status, trouble.kind, trouble.text, headers={"retry-after": TRY_AGAIN})


def _needs_games(path: str) -> bool:
    """Return whether a path may judge positions or load a game, and so has to wait; pages show that they wait.

    Every path of the API waits by default: a game loaded too early would lose on time.
    """
    return (path.startswith("/api/") and path not in _AT_ONCE) or (path.startswith("/g/") and path.endswith("/rules"))


log: Final = logging.getLogger("tengen.web")
_FOR_PROGRAMS: Final = ("/api/", "/health/", "/metrics")


def error_answer(request: Request, error: RequestError, templates: PageTemplates) -> Response:
    """Return an error as JSON, with the request's id for the log, or as a page."""
    if request.url.path.startswith(_FOR_PROGRAMS) or request.method not in ("GET", "HEAD"):
        told = {**error_data(error.code, error.text), **error.more}
        return JSONResponse({"error": told, "request": request_id()}, error.status_code, error.headers)
    page = templates.problem(request, error.status_code, None if error.code == "http" else error.text)
    page.headers.update(error.headers)
    return page


def explain_errors(app: FastAPI, templates: PageTemplates) -> None:
    """Install the handlers of all errors of an application."""

    async def explained(request: Request, error: Exception) -> Response:
        refusal = _refusal(error)
        if refusal is None:
            log.error("a request failed", exc_info=error, extra={"path": request.url.path})
            refusal = RequestError(500, "failed", FAILED, headers={REQUEST_ID: request_id()})
        return error_answer(request, refusal, templates)

    refusals = (RequestError, IntentRefused, ChoiceRefused, EnoughGames, StoreTrouble, NoConnection, IntegrityError)
    for kind in (*refusals, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, explained)


def _refusal(error: Exception) -> RequestError | None:
    """Return the RequestError for an error; None if it was unexpected."""
    match error:
        case RequestError():
            return error
        case IntentRefused():
            return RequestError(409, error.code, error.text, more={"reasons": list(error.reasons)})
        case ChoiceRefused():
            return RequestError(422, "wrong-choice", error.text, more={"field": error.field})
        case RequestValidationError():
            return RequestError(422, "invalid", first_of(error.errors()))
        case HTTPException():
            return RequestError(error.status_code, "http", str(error.detail))
        case EnoughGames():
            why = Text("You have {count} unfinished games: finish one before you start another.", count=error.most)
            return RequestError(409, "enough-games", why)
        case StoreTrouble():
            return RequestError(error.status, error.kind, error.text, headers={"retry-after": TRY_AGAIN})
        case NoConnection():
            return _refusal(StoreTrouble("no-database", str(error)))
        case IntegrityError() if is_foreign_key_violation(error):
            why = Text("Not stored: the item it belongs to was deleted at the same moment.")
            return RequestError(409, "gone", why)
    return None
