"""Refusals and failures: their texts, their JSON, and the id of the request concerned."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from typing import Any, Final, TypeVar

from ..records.errors import PicklableError, TengenError
from ..records.text import Text, as_text, values_of
from .texts import tell

BARRED: Final = Text("The operator of this server has banned you.")
ENOUGH: Final = Text("Too many requests; try again later.")
ENOUGH_GAMES: Final = Text("That is enough new games for now; play one of them, or try again later.")
ENOUGH_REVIEWS: Final = Text("That is enough new reviews for now; try again in an hour.")
FAILED: Final = Text("Something went wrong on our side; nothing was changed.")
LINK_SPENT: Final = Text("This link was already used, has expired or is incomplete; make a new one.")
NOT_OVER: Final = Text("This game is not over yet.")
NAME_REFUSED: Final = Text("This name cannot be claimed on this server; choose another one.")
NO_COURSE: Final = Text("Course not found; see Learn for the list.")
NO_GAME: Final = Text("Game not found; the link may be incomplete.")
NO_PLAYER: Final = Text("Player not found.")
NO_REVIEW: Final = Text("Review not found; the link may be incomplete.")
NO_SEAT: Final = Text("This link gives no seat in this game; it may be incomplete.")
NO_TASK: Final = Text("Task not found.")
NO_TOURNAMENT: Final = Text("Tournament not found.")
NO_VARIANT: Final = Text("Variant not found; see the list of rules.")
NOTHING_REPORTED: Final = Text("A report is about one game, review, tournament or published game.")
STOPPED_HERE: Final = Text("The game cannot go on here under these rules; choose an earlier position.")
TOO_LATE: Final = Text("This took too long, or was started elsewhere; start again.")
TOO_MUCH_SOON: Final = Text("Too many requests at once; try again in a few seconds.")

_T = TypeVar("_T")
REQUEST_ID: Final = "x-request-id"
"""The header with a request's id."""
_current: ContextVar[str] = ContextVar("request", default="")
_LONGEST: Final = 300
"""The longest text about an invalid request, in characters: it may repeat what was sent."""


class RequestError(PicklableError):
    """A request that cannot be carried out: a template and its values, or a text; ``code`` is for programs.

    ``more`` are further values for programs, sent in the body and in the ``headers``.
    """

    def __init__(
        self,
        status: int,
        code: str,
        template: str,
        /,
        more: Mapping[str, object] | None = None,
        headers: dict[str, str] | None = None,
        **values: object,
    ) -> None:
        self.status_code: Final = status
        self.code: Final = code
        self.text: Final = as_text(template, **values)
        self.more: Final = dict(more or {})
        self.headers: Final = dict(headers or {})
        super().__init__(self.text)


def existing(found: _T | None, code: str, why: Text) -> _T:
    """Return ``found``, or refuse the request if it is None."""
    if found is None:
        raise RequestError(404, code, why)
    return found


def error_data(code: str, text: str) -> dict[str, Any]:
    """Return an error for programs: its code, the text in the reader's language, and the values in the text."""
    values = values_of(text)
    return {"code": code, "text": tell(text), **({"values": values} if values else {})}


def first_of(errors: Sequence[Mapping[str, Any]]) -> Text:
    """Return the first problem that pydantic found in a request, and its place."""
    if not errors:
        return Text("it cannot be read")
    found = errors[0]
    where = _shortened(".".join(str(part) for part in found["loc"] if part not in ("body", "query", "path")))
    said = _said(found)
    return Text("{path}: {what}", path=where, what=said) if where else said


_LENGTHS: Final = {
    "string_too_short": Text.counted(
        "String should have at least {count} character", "String should have at least {count} characters"
    ),
    "string_too_long": Text.counted(
        "String should have at most {count} character", "String should have at most {count} characters"
    ),
}


def _said(issue: Mapping[str, Any]) -> Text:
    values = issue.get("ctx", {})
    if issue["type"] in _LENGTHS:
        return _LENGTHS[issue["type"]].with_values(count=values.get("min_length", values.get("max_length")))
    error = values.get("error")
    return error.text if isinstance(error, TengenError) else Text(_shortened(issue["msg"]))


def _shortened(text: str) -> str:
    return f"{text[:_LONGEST]}…" if len(text) > _LONGEST else text


def begin_request() -> str:
    """Give the current request an id and return it; senders cannot choose it."""
    id = secrets.token_hex(6)
    _current.set(id)
    return id


def request_id() -> str:
    """Return the id of the current request, or ""."""
    return _current.get()


class WithRequestId(logging.Filter):
    """Adds the id of the current request to log records."""

    def filter(self, record: logging.LogRecord) -> bool:
        if id := request_id():
            record.request = id
        return True
