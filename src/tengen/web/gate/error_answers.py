"""Errors as answers: JSON for programs, a page for people."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.responses import JSONResponse, Response

from ...records import Text
from ..errors import FAILED, REQUEST_ID, RequestError, error_data, first_of, request_id
from ..games.game_request import ChoiceRefused
from ..page_templates import PageTemplates
from ..rooms import IntentRefused
from ..store import EnoughGames, StoreTrouble
from ..store.trouble import TRY_AGAIN, is_foreign_key_violation

log: Final = logging.getLogger("tengen.web")
_FOR_PROGRAMS: Final = ("/api/", "/health/", "/metrics")


def error_answer(status: int, code: str, text: str, more: Mapping[str, object] | None = None) -> JSONResponse:
    """Return an error as JSON; ``request`` is the id under which the log knows more."""
    return JSONResponse({"error": {**error_data(code, text), **(more or {})}, "request": request_id()}, status)


def explain_errors(app: FastAPI, templates: PageTemplates) -> None:
    """Answer every error in one shape: JSON for programs, a page elsewhere."""

    def answer(request: Request, status: int, code: str, text: str, **more: object) -> Response:
        if request.url.path.startswith(_FOR_PROGRAMS) or request.method not in ("GET", "HEAD"):
            return error_answer(status, code, text, more)
        return templates.problem(request, status, None if code == "http" else text)

    @app.exception_handler(RequestError)
    async def wrong_request(request: Request, error: RequestError) -> Response:
        return answer(request, error.status_code, error.code, error.text, **error.more)

    @app.exception_handler(IntentRefused)
    async def refused(request: Request, error: IntentRefused) -> Response:
        return answer(request, 409, error.code, error.text, reasons=list(error.reasons))

    @app.exception_handler(ChoiceRefused)
    async def wrong_choice(request: Request, error: ChoiceRefused) -> Response:
        return answer(request, 422, "wrong-choice", error.text, field=error.field)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return answer(request, 422, "invalid", first_of(error.errors()))

    @app.exception_handler(StarletteHTTPException)
    async def http(request: Request, error: StarletteHTTPException) -> Response:
        return answer(request, error.status_code, "http", str(error.detail))

    @app.exception_handler(EnoughGames)
    async def enough_games(request: Request, error: EnoughGames) -> Response:
        return answer(
            request,
            409,
            "enough-games",
            Text(
                "You have {count} games that are not over: end one of them before you begin another.", count=error.most
            ),
        )

    @app.exception_handler(StoreTrouble)
    async def nothing_stored(request: Request, error: StoreTrouble) -> Response:
        found = answer(request, error.status, error.kind, error.text)
        found.headers["retry-after"] = TRY_AGAIN
        return found

    @app.exception_handler(NoConnection)
    async def overloaded(request: Request, error: Exception) -> Response:
        return await nothing_stored(request, StoreTrouble("no-database", str(error)))

    @app.exception_handler(IntegrityError)
    async def gone(request: Request, error: IntegrityError) -> Response:
        if is_foreign_key_violation(error):
            return answer(
                request, 409, "gone", Text("What this belongs to was deleted at the same moment: nothing was stored.")
            )
        return await failed(request, error)

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        log.error("a request failed", exc_info=error, extra={"path": request.url.path})
        found = answer(request, 500, "failed", FAILED)
        found.headers[REQUEST_ID] = request_id()
        return found
