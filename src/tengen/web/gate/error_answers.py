"""Errors as answers: JSON for programs, a page for people."""

from __future__ import annotations

import logging
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection
from starlette.exceptions import HTTPException
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


def error_answer(request: Request, error: RequestError, templates: PageTemplates) -> Response:
    """Return an error in one shape for all programs, with the id under which the log knows more; or on a page."""
    if request.url.path.startswith(_FOR_PROGRAMS) or request.method not in ("GET", "HEAD"):
        told = {**error_data(error.code, error.text), **error.more}
        return JSONResponse({"error": told, "request": request_id()}, error.status_code, error.headers)
    page = templates.problem(request, error.status_code, None if error.code == "http" else error.text)
    page.headers.update(error.headers)
    return page


def explain_errors(app: FastAPI, templates: PageTemplates) -> None:
    """Answer every error of an application."""

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
    """Return the answer that an error means; None: nobody has foreseen it."""
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
            why = Text(
                "You have {count} games that are not over: end one of them before you begin another.", count=error.most
            )
            return RequestError(409, "enough-games", why)
        case StoreTrouble():
            return RequestError(error.status, error.kind, error.text, headers={"retry-after": TRY_AGAIN})
        case NoConnection():
            return _refusal(StoreTrouble("no-database", str(error)))
        case IntegrityError() if is_foreign_key_violation(error):
            why = Text("What this belongs to was deleted at the same moment: nothing was stored.")
            return RequestError(409, "gone", why)
    return None
