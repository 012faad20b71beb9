"""Errors as answers: what is wrong, in one shape for programs and one page for people."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TypedDict

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.responses import JSONResponse, Response

from .games import IntentRefused
from .games.game_request import ChoiceRefused
from .pages.templates import PageTemplates
from .texts import say

log = logging.getLogger("tengen.web")


class RequestProblem(HTTPException):
    """A request that cannot be carried out; ``code`` is for programs, ``text`` a plain sentence."""

    def __init__(self, status: int, code: str, text: str, **more: object) -> None:
        super().__init__(status, text)
        self.code, self.text, self.more = code, text, more


def error_answer(status: int, code: str, text: str, more: Mapping[str, object] | None = None) -> JSONResponse:
    """Return an error as JSON."""
    return JSONResponse({"error": {"code": code, "text": text, **(more or {})}}, status)


class ValidationIssue(TypedDict):
    """One of the errors that pydantic lists: where it is, and what it says."""

    loc: tuple[int | str, ...]
    msg: str


def first_of(errors: Sequence[ValidationIssue]) -> str:
    """Say what is wrong with a request that pydantic refused: the first thing, and where."""
    if not errors:
        return "it cannot be read"
    found = errors[0]
    where = ".".join(str(part) for part in found["loc"] if part not in ("body", "query", "path"))
    return f"{where}: {found['msg']}" if where else found["msg"]


def explain_errors(app: FastAPI, templates: PageTemplates) -> None:
    """Answer every error in one shape: JSON under /api, a page elsewhere."""

    def answer(request: Request, status: int, code: str, text: str, **more: object) -> Response:
        if request.url.path.startswith("/api/") or request.method not in ("GET", "HEAD"):
            return error_answer(status, code, text, more)
        return templates.problem(request, status, None if code == "http" else text)

    @app.exception_handler(RequestProblem)
    async def problem(request: Request, error: RequestProblem) -> Response:
        return answer(request, error.status_code, error.code, error.text, **error.more)

    @app.exception_handler(IntentRefused)
    async def refused(request: Request, error: IntentRefused) -> Response:
        return answer(request, 409, error.code, str(error), reasons=list(error.reasons))

    @app.exception_handler(ChoiceRefused)
    async def wrong_choice(request: Request, error: ChoiceRefused) -> Response:
        return answer(request, 422, "wrong-choice", str(error), field=error.field)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return answer(request, 422, "invalid", first_of(error.errors()))

    @app.exception_handler(StarletteHTTPException)
    async def http(request: Request, error: StarletteHTTPException) -> Response:
        return answer(request, error.status_code, "http", str(error.detail))

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        log.error("a request failed", exc_info=error, extra={"path": request.url.path})
        return answer(request, 500, "failed", say("refused.failed"))
