"""Requests that cannot be carried out: what is wrong with them, in one shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypedDict

from fastapi import HTTPException
from starlette.responses import JSONResponse

from ..records.errors import PicklableError
from .request_ids import request_id
from .texts import tell

_LONGEST: Final = 300
"""How much is said of where a request is wrong, and what is: both may repeat what was sent."""


class RequestError(PicklableError, HTTPException):
    """A request that cannot be carried out; ``code`` is for programs, ``text`` a plain sentence."""

    def __init__(self, status: int, code: str, text: str, **more: object) -> None:
        super().__init__(status, text)
        self.code = code
        self.text = text
        self.more = more


def error_answer(status: int, code: str, text: str, more: Mapping[str, object] | None = None) -> JSONResponse:
    """Return an error as JSON; ``request`` is the id under which the log knows more."""
    return JSONResponse({"error": {"code": code, "text": tell(text), **(more or {})}, "request": request_id()}, status)


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
    where, said = (f"{text[:_LONGEST]}…" if len(text) > _LONGEST else text for text in (where, found["msg"]))
    return f"{where}: {said}" if where else said
