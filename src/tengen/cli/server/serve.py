"""`tengen serve`: the web page and its API."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import math
import os
import socket
import sys
import time
from dataclasses import dataclass
from logging.config import dictConfig
from pathlib import Path
from socket import gethostname
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from ...records import TengenError
from ..options import read_span
from ..terminal import say

if TYPE_CHECKING:
    from ...web.settings import Settings

_ELSEWHERE: Final = (
    "Other machines reach it by this machine's IP address, as in http://192.168.1.5:{port}/, or as {names}; "
    "--host-name adds a name."
)
_GRACE: Final = 10
_SILENCE: Final = 30
"""Seconds after which a client that stops reading is disconnected, and its unsent data dropped."""
_BACKLOG: Final = 2048
_OTHER_FILES: Final = 300
"""Open files of a server other than its connections."""
_TOKEN: Final = "TENGEN_OPERATOR_TOKEN"
"""Token that opens the metrics to other machines, if set."""
_SHORTEST: Final = 16


@dataclass(frozen=True)
class ServeOptions:
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for all.")] = "127.0.0.1"
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 picks a free one.")] = 8000
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Database: sqlite:///FILE or postgresql://USER@HOST/NAME. [default: your own file]"
        ),
    ] = None
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, help="Engine processes. [default: one less than the cores]")
    ] = None
    origin: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="Additional address of this server's pages; repeatable.")
    ] = None
    host_name: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Additional host name of this server; repeatable.")
    ] = None
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Trust a proxy on this machine for addresses and HTTPS.")
    ] = False
    secure_cookies: Annotated[
        bool, typer.Option("--secure-cookies", help="Restrict cookies to HTTPS, whatever a proxy reports.")
    ] = False
    engine: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Engine of `tengen engines`, such as katago, for reviews and hints."),
    ] = None
    ponder: Annotated[bool, typer.Option("--ponder", help="Let the computer ponder during its opponent's turn.")] = (
        False
    )
    limits: Annotated[
        Path | None, typer.Option(metavar="FILE", help="TOML file of limits per visitor; see docs/how/web.md.")
    ] = None
    blocked_names: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File of words forbidden in names, one per line."),
    ] = None
    keep_games: Annotated[
        str | None,
        typer.Option(metavar="90d", help="Delete older finished games without account holders."),
    ] = None
    smtp: Annotated[
        str | None,
        typer.Option(metavar="HOST:PORT", help="Mail server for sign-in links; see docs/how/accounts.md."),
    ] = None
    mail_from: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Sender of these mails.")] = None
    smtp_encryption: Annotated[str, typer.Option(metavar="auto|starttls|tls", help="Encryption of SMTP.")] = "auto"
    recompute_ratings: Annotated[
        bool, typer.Option("--recompute-ratings", help="Recompute all ratings from the rated games, then serve.")
    ] = False
    logs: Annotated[str, typer.Option(metavar="text|json", help="Log format.")] = "text"


def serve(options: ServeOptions) -> None:
    """Serve the web page for playing all of these games, and its API.

    Games are kept in your own file, or in the database you name, and continue after a restart. Ctrl-C stops the server.
    """
    gc.disable()  # loaded objects stay; `keep_short` re-enables collection
    if options.logs not in ("text", "json"):
        raise TengenError(f"--logs must be text or json, not {options.logs}")
    from ...web.accounts.name_rules import read_words
    from ...web.settings import Settings, default_database, mail_server, read_limits

    given: dict[str, Any] = {"workers": options.workers} if options.workers else {}
    given |= {} if options.limits is None else read_limits(options.limits)
    given |= {} if options.blocked_names is None else {"blocked_names": read_words(options.blocked_names)}
    given |= {} if options.keep_games is None else {"keep_games": read_span(options.keep_games)}
    given |= {} if options.engine is None else {"outside": _checked_engine(options.engine)}
    given["ponders"] = options.ponder
    token = os.environ.get(_TOKEN)
    if token is not None and len(token) < _SHORTEST:
        raise TengenError(f"{_TOKEN} has {len(token)} characters; a secure token has at least {_SHORTEST}")
    given["operator_token"] = token
    kept, origins = options.database or default_database(), tuple(options.origin or ())
    smtp = mail_server(options.smtp, options.mail_from, options.smtp_encryption, origins)
    given |= {"host_names": tuple(options.host_name or ()), "secure": options.secure_cookies, "smtp": smtp}
    settings = Settings(options.host, options.port, kept, origins=origins, **given)
    run(settings, options)


def _checked_engine(name: str) -> str:
    from ...engines.registry import TAKEN, installation

    if name in TAKEN:
        raise TengenError(
            f"--engine {name}: must name a program other than the page's own engine, such as katago; without it the "
            "page uses Tengen's own search"
        )
    installation(name).check()
    return name


def run(settings: Settings, options: ServeOptions) -> None:
    """Listen, print the address, and serve until a signal ends it."""
    import uvicorn

    from ...web.app import create_app
    from ...web.gate.connections import BoundedWebSocket, ConnectionBounds, bounded_http
    from ...web.scheduler.limit_table import ConcurrencyLimit
    from ...web.scheduler.pauses import keep_short
    from ...web.settings import LOOPBACK
    from ...web.store import Store

    dictConfig(log_config(options.logs))  # uvicorn does it again, after the database is open
    _make_folder(settings.database)
    listening = _listen(settings.host, settings.port)
    asyncio.run(_try_database(Store(settings.database), options.recompute_ratings))
    port = listening.getsockname()[1]
    shown = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else settings.host
    say(f"Tengen is at http://{shown}:{port}/ (Ctrl-C to stop; games are kept in {_shown(settings.database)})")
    if settings.host not in LOOPBACK:
        say(_ELSEWHERE.format(names=", ".join([gethostname(), *settings.host_names]), port=port))
    sys.stdout.flush()
    application = create_app(settings)
    each = math.inf if options.behind_proxy else settings.connections
    places = ConcurrencyLimit(each, _most_connections(settings.most_connections))
    config = uvicorn.Config(
        application,
        http=bounded_http(ConnectionBounds(places, dropped=application.state.services.metrics.dropped)),
        ws=BoundedWebSocket,
        log_config=log_config(options.logs),
        access_log=False,
        proxy_headers=options.behind_proxy,
        server_header=False,
        ws_max_size=16_384,
        ws_ping_interval=_SILENCE / 2,
        ws_ping_timeout=_SILENCE / 2,
        timeout_graceful_shutdown=_GRACE,
    )
    server = uvicorn.Server(config)
    keep_short()
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        return
    finally:
        listening.close()
    if not server.started:
        raise TengenError("the server could not start; see the lines above")


def _most_connections(wanted: int) -> int:
    """Return the maximum number of connections: each is an open file, which the system limits per process.

    The limit is raised as far as possible; some files are reserved for the database and the worker processes.
    """
    if sys.platform == "win32":  # no such limit
        return wanted
    import resource

    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed != resource.RLIM_INFINITY:
        needed = wanted + _OTHER_FILES
        allowed = max(allowed, needed if most == resource.RLIM_INFINITY else min(needed, most))
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
        except (ValueError, OSError):  # macOS reports no limit, but has one
            allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return max(1, min(wanted, allowed - _OTHER_FILES))
    return wanted


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket, so that the announced address already works."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform == "win32":  # SO_REUSEADDR would let two servers share the port
        made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux: accepted connections inherit it
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * _SILENCE)
        made.listen(_BACKLOG)  # early visitors wait instead of being rejected
    except (OSError, OverflowError) as error:
        made.close()
        why = getattr(error, "strerror", None) or str(error)
        raise TengenError(f"port {port} of {host} cannot be used: {why}; choose another with --port") from None
    return made


async def _try_database(store: Any, recompute: bool) -> None:
    """Open the database before announcing the server, so that an error is one line."""
    try:
        await store.open()
        if recompute:
            say(f"Recomputed all ratings from {await store.results.count_anew():,} rated games.")
    finally:
        await store.close()


def _make_folder(url: str) -> None:
    kind, _, path = url.partition(":///")
    if kind.startswith("sqlite") and path and path != ":memory:":
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TengenError(f"the folder of {path} cannot be created: {error.strerror}") from None


def _shown(url: str) -> str:
    """Return where games are kept, without a password."""
    kind, _, rest = url.partition("://")
    return rest.removeprefix("/") if kind.startswith("sqlite") else f"{kind}://{rest.rpartition('@')[2]}"


_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


def log_config(logs: str) -> dict[str, Any]:
    """Return the configuration of a log written as "text" or as "json"."""
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
    """A line of text per log entry: time, level, message, and the rest as name=value."""

    def format(self, record: logging.LogRecord) -> str:
        when = time.strftime("%H:%M:%S", time.localtime(record.created))
        rest = "".join(f" {name}={value}" for name, value in _more(record).items())
        line = f"{when} {record.levelname.lower()} {record.getMessage()}{rest}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonLines(logging.Formatter):
    """A line of JSON per log entry, for log collectors."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + "Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry | _more(record), default=str, ensure_ascii=False)
