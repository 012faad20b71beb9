"""`tengen serve`: the web page and its API."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import socket
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ...records import TengenError
from ..terminal import say

if TYPE_CHECKING:
    from ...web.settings import Settings

_EXTRA: Final = "the web page needs `pip install 'tengen[web]'`"
_GRACE: Final = 10
_BACKLOG: Final = 2048


def serve_pages(
    host: str,
    port: int,
    database: str | None,
    workers: int | None,
    origins: Sequence[str],
    behind_proxy: bool,
    secure_cookies: bool,
    limits: Path | None,
    logs: str,
) -> None:
    """Serve until a signal ends it; see the command for what the arguments mean.

    Raises:
        TengenError: a library is missing, the limits make no sense, the port is taken, or the database cannot be used.
    """
    if logs not in ("text", "json"):
        raise TengenError(f"--logs is text or json, not {logs}")
    try:
        from ...web.settings import Settings, default_database, read_limits
    except ImportError as error:
        raise TengenError(f"{_EXTRA}: {error}") from None
    given: dict[str, Any] = {"workers": workers} if workers else {}
    given |= {} if limits is None else read_limits(limits)
    kept = database or default_database()
    run(Settings(host, port, kept, origins=tuple(origins), secure=secure_cookies, **given), behind_proxy, logs)


def run(settings: Settings, behind_proxy: bool, logs: str) -> None:
    """Listen, say where, and serve until a signal ends it."""
    try:
        import uvicorn

        from ...web.app import create_app
        from ...web.store import Store
    except ImportError as error:
        raise TengenError(f"{_EXTRA}: {error}") from None
    _make_folder(settings.database)
    listening = _listen(settings.host, settings.port)
    asyncio.run(_try_database(Store(settings.database)))
    port = listening.getsockname()[1]
    shown = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else settings.host
    say(f"Tengen is at http://{shown}:{port}/ (Ctrl-C ends it; games are kept in {_shown(settings.database)})")
    sys.stdout.flush()
    config = uvicorn.Config(
        create_app(settings),
        log_config=_log_config(logs),
        access_log=False,
        proxy_headers=behind_proxy,
        server_header=False,
        ws_max_size=16_384,
        timeout_graceful_shutdown=_GRACE,
    )
    server = uvicorn.Server(config)
    _collect_rarely()
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        return
    finally:
        listening.close()
    if not server.started:
        raise TengenError("the server could not start; the lines above say why")


def _collect_rarely() -> None:
    """Look for garbage in cycles rarely: with a thousand games in memory a whole look takes half a second.

    Nearly all that a server lets go of is freed at once, being in no cycle.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 50)


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens, so that what is said about the address is true."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(_BACKLOG)  # whoever comes before everything is ready waits, and is not turned away
    except (OSError, OverflowError) as error:
        made.close()
        why = getattr(error, "strerror", None) or str(error)
        raise TengenError(f"port {port} of {host} cannot be used: {why}; choose another with --port") from None
    return made


async def _try_database(store: Any) -> None:
    """Open the database once before anybody is told that there is a server: what is wrong is said in one line."""
    try:
        await store.open()
    finally:
        await store.close()


def _make_folder(url: str) -> None:
    """Make the folder of an SQLite file."""
    kind, _, path = url.partition(":///")
    if kind.startswith("sqlite") and path and path != ":memory:":
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TengenError(f"the folder of {path} cannot be made: {error.strerror}") from None


def _shown(url: str) -> str:
    """Return where games are kept, without a password."""
    kind, _, rest = url.partition("://")
    return rest.removeprefix("/") if kind.startswith("sqlite") else f"{kind}://{rest.rpartition('@')[2]}"


def _log_config(logs: str) -> dict[str, Any]:
    formatter = {"()": "tengen.cli.play.serve.JsonLines" if logs == "json" else "tengen.cli.play.serve.TextLines"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": formatter},
        "handlers": {"errors": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"level": "WARNING", "handlers": ["errors"]},
        "loggers": {"tengen": {"level": "INFO"}, "uvicorn.error": {"level": "WARNING"}},
    }


_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


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
