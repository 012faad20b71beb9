"""Requests that cannot be carried out: what is wrong with them, in one shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fastapi import HTTPException
from starlette.responses import JSONResponse

from ..records.errors import PicklableError, TengenError
from ..records.text import Text, as_text, values_of
from .request_ids import request_id
from .texts import tell

NAME_REFUSED: Final = Text("This name cannot be claimed on this server; choose another one.")

_LONGEST: Final = 300
"""How much is said of where a request is wrong, and what is: both may repeat what was sent."""


class RequestError(PicklableError, HTTPException):
    """A request that cannot be carried out: a template and its values, or a text; ``code`` is for programs.

    ``more`` is what else the answer says to programs.
    """

    def __init__(
        self, status: int, code: str, template: str, /, more: Mapping[str, object] | None = None, **values: object
    ) -> None:
        self.code = code
        self.text: Final = as_text(template, **values)
        self.more: Final = dict(more or {})
        super().__init__(status, self.text)


def error_data(code: str, text: str) -> dict[str, Any]:
    """Return an error as programs get it: its code, the text in the reader's language, and the values in the text."""
    values = values_of(text)
    return {"code": code, "text": tell(text), **({"values": values} if values else {})}


def error_answer(status: int, code: str, text: str, more: Mapping[str, object] | None = None) -> JSONResponse:
    """Return an error as JSON; ``request`` is the id under which the log knows more."""
    return JSONResponse({"error": {**error_data(code, text), **(more or {})}, "request": request_id()}, status)


def first_of(errors: Sequence[Mapping[str, Any]]) -> Text:
    """Return what is wrong with a request that pydantic refused: the first thing, and where."""
    if not errors:
        return Text("it cannot be read")
    found = errors[0]
    where = _shortened(".".join(str(part) for part in found["loc"] if part not in ("body", "query", "path")))
    said = _said(found)
    return Text("{path}: {what}", path=where, what=said) if where else said


def _said(issue: Mapping[str, Any]) -> Text:
    """Return what pydantic says is wrong."""
    values = issue.get("ctx", {})
    if issue["type"] == "string_too_short":
        return Text.counted(
            "String should have at least {count} character",
            "String should have at least {count} characters",
            values["min_length"],
        )
    if issue["type"] == "string_too_long":
        return Text.counted(
            "String should have at most {count} character",
            "String should have at most {count} characters",
            values["max_length"],
        )
    error = values.get("error")
    return error.text if isinstance(error, TengenError) else Text(_shortened(issue["msg"]))


def _shortened(text: str) -> str:
    return f"{text[:_LONGEST]}…" if len(text) > _LONGEST else text
