"""The lines of a server's log, as text or as JSON."""

from __future__ import annotations

import json
import logging
import time
from typing import Any, Final

_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


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
