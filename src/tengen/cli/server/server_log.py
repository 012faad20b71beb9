"""What a server shows on its terminal: the lines of its log, as text or as JSON, and what is compiled beside it."""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}

log: Final = logging.getLogger("tengen.web")

_PATIENCE: Final = 2.0
"""Seconds within which the line is wiped when the server ends."""


def log_config(logs: str) -> dict[str, Any]:
    """Return the configuration of a log that is written as "text" or as "json"."""
    formatter = {"()": JsonLines if logs == "json" else TextLines}
    handler = {"class": "logging.StreamHandler", "formatter": "lines", "filters": ["request"]}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": formatter},
        "filters": {"request": {"()": "tengen.web.errors.WithRequestId"}},
        "handlers": {"errors": handler},
        "root": {"level": "WARNING", "handlers": ["errors"]},
        "loggers": {"tengen": {"level": "INFO"}, "uvicorn.error": {"level": "WARNING"}},
    }


def _more(record: logging.LogRecord) -> dict[str, Any]:
    return {name: value for name, value in vars(record).items() if name not in _USUAL}


class TextLines(logging.Formatter):
    """A line of text for every entry: when, how bad, what, and the rest as name=value."""

    def format(self, record: logging.LogRecord) -> str:
        """Write an entry."""
        when = time.strftime("%H:%M:%S", time.localtime(record.created))
        rest = "".join(f" {name}={value}" for name, value in _more(record).items())
        line = f"{when} {record.levelname.lower()} {record.getMessage()}{rest}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonLines(logging.Formatter):
    """A line of JSON for every entry, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """Write an entry."""
        entry: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + "Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry | _more(record), default=str, ensure_ascii=False)


@contextmanager
def compiling_shown(
    on_terminal: bool, lacking: Callable[[], Sequence[str]] | None = None, every: float = 1.0
) -> Iterator[None]:
    """Show what is yet to be compiled, and for how many seconds; nothing, where all has been.

    On a terminal a line counts on; elsewhere the log has a line at the beginning and one at the end. ``lacking``
    returns in words what is not compiled.
    """
    done = threading.Event()
    teller = threading.Thread(target=_tell, args=(on_terminal, lacking or _lacking, every, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join(_PATIENCE)


def _lacking() -> Sequence[str]:
    from ...players.warming import uncompiled

    return [*uncompiled()]


def _tell(on_terminal: bool, lacking: Callable[[], Sequence[str]], every: float, done: threading.Event) -> None:
    begun = time.monotonic()
    if done.wait(every):
        return
    left = lacking()
    count = len(left)
    if left and not on_terminal:
        log.info("compiling, once; games can be played meanwhile", extra={"parts": ", ".join(left)})
    while left:
        if on_terminal:
            _show(f"Compiling, once: {left[0]} ({count - len(left)} of {count} done), {time.monotonic() - begun:.0f} s")
        if done.wait(every):
            break
        left = lacking()
    seconds = time.monotonic() - begun
    if count and on_terminal:
        _show("") if left else _show(f"Everything is compiled, after {seconds:.0f} s", end="\n")
    elif count and not left:
        log.info("everything is compiled", extra={"seconds": round(seconds)})


def _show(line: str, end: str = "\r") -> None:
    """Write a line over the one before; the cursor stays at its beginning, where a line of the log may come."""
    with suppress(OSError, ValueError):  # a closed terminal needs no counting
        print(f"\r{line:<79}", end=end, file=sys.stderr, flush=True)
