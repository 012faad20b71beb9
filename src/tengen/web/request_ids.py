"""The id of a request: it is in its answer, in what is logged of it, and in the error that somebody reports."""

from __future__ import annotations

import logging
import secrets
from contextvars import ContextVar
from typing import Final

HEADER: Final = "x-request-id"
_current: ContextVar[str] = ContextVar("request", default="")


def begin_request() -> str:
    """Give the request that is answered now an id, and return it; it is never the sender's choice."""
    id = secrets.token_hex(6)
    _current.set(id)
    return id


def request_id() -> str:
    """Return the id of the request that is answered now; "" where none is."""
    return _current.get()


class WithRequestId(logging.Filter):
    """Adds the id of the request that is answered to whatever is logged meanwhile."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything through."""
        if id := request_id():
            record.request = id
        return True
