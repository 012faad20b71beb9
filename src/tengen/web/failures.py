"""What goes wrong in the background is logged whole, but for trouble that is known: that is logged when it begins."""

from __future__ import annotations

import logging
from typing import Any

from ..records.errors import PicklableError


class KnownTrouble(PicklableError):
    """Trouble that has a name and ends some time; ``was_logged``: its beginning is in the log, and its end will be."""

    was_logged: bool = False


def log_failure(log: logging.Logger, message: str, error: BaseException, **details: Any) -> None:
    """Log that something failed: with its traceback, in one line if it is known trouble, and not if that was logged."""
    known = _known(error)
    if known is None:
        log.error(message, exc_info=error, extra=details)
    elif not known.was_logged:
        log.warning(message, extra={**details, "why": str(known)})


def _known(error: BaseException) -> KnownTrouble | None:
    """Return the known trouble that an error is, or all errors of a group are: the first that was not logged."""
    if isinstance(error, KnownTrouble):
        return error
    if not isinstance(error, BaseExceptionGroup):
        return None
    found = [known for each in error.exceptions if (known := _known(each)) is not None]
    return min(found, key=lambda each: each.was_logged) if len(found) == len(error.exceptions) else None
