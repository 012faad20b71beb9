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
    "Other machines reach it by this one's address in numbers, as in http://192.168.1.5:{port}/, or as {names}; "
    "--host-name adds a name."
)
_GRACE: Final = 10
_SILENCE: Final = 30
"""Seconds after which who reads nothing any more is let go of, and what was to be sent to them with it."""
_BACKLOG: Final = 2048
_OTHER_FILES: Final = 300
"""Files that a server may have open beside its connections."""
_TOKEN: Final = "TENGEN_OPERATOR_TOKEN"
"""What opens the figures to other machines, if it is set."""
_SHORTEST: Final = 16


@dataclass(frozen=True)
class ServeOptions:
    """Where to listen, what is kept where, and how much a visitor may do."""

    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 is everywhere.")] = "127.0.0.1"
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 finds a free one.")] = 8000
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME.")
    ] = None
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, help="Processes that think. [default: the cores but one]")
    ] = None
    origin: Annotated[list[str] | None, typer.Option(metavar="URL", help="Another address of this server's pages.")] = (
        None
    )
    host_name: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Another name by which browsers may ask for this server.")
    ] = None
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Believe a proxy on this machine about addresses and HTTPS.")
    ] = False
    secure_cookies: Annotated[
        bool, typer.Option("--secure-cookies", help="Browsers send cookies by HTTPS only, whatever a proxy says.")
    ] = False
    engine: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Ask this one of `tengen engines`, such as katago, for reviews and hints."),
    ] = None
    ponder: Annotated[bool, typer.Option("--ponder", help="Let the computer think on while its opponent does.")] = False
    limits: Annotated[
        Path | None, typer.Option(metavar="FILE", help="TOML: how much a visitor may do; see docs/how/web.md.")
    ] = None
    blocked_names: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Words that no name may have, one a line."),
    ] = None
    keep_games: Annotated[
        str | None,
        typer.Option(metavar="90d", help="Delete games that ended longer ago and that nobody with an account played."),
    ] = None
    smtp: Annotated[
        str | None,
        typer.Option(metavar="HOST:PORT", help="The mail server for links that sign in; see docs/how/accounts.md."),
    ] = None
    mail_from: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Who writes those mails.")] = None
    smtp_encryption: Annotated[
        str, typer.Option(metavar="auto|starttls|tls", help="How the mail server is spoken to; auto: as it offers.")
    ] = "auto"
    recompute_ratings: Annotated[
        bool, typer.Option("--recompute-ratings", help="Compute all ratings from the rated games anew, then serve.")
    ] = False
    logs: Annotated[str, typer.Option(metavar="text|json", help="How to write the log.")] = "text"


def serve(options: ServeOptions) -> None:
    """Serve the page on which all of these games are played, and its API.

    Games are kept in a file of yours, or in the database you name. Ctrl-C ends it; games go on when it is back.
    """
    gc.disable()  # what is loaded now stays; `keep_short` lets Python look for garbage
    if options.logs not in ("text", "json"):
        raise TengenError(f"--logs is text or json, not {options.logs}")
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
        raise TengenError(f"{_TOKEN} has {len(token)} characters; a token that nobody guesses has at least {_SHORTEST}")
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
            f"--engine {name}: this names a program beside the page's workers, such as katago; without it they play "
            "and judge by Tengen's own search"
        )
    installation(name).check()
    return name


def run(settings: Settings, options: ServeOptions) -> None:
    """Listen, say where, and serve until a signal ends it."""
    import uvicorn

    from ...web.app import create_app
    from ...web.gate.connections import BoundedWebSocket, ConnectionBounds, bounded_http
    from ...web.scheduler.limit_table import ConcurrencyLimit
    from ...web.scheduler.pauses import keep_short
    from ...web.settings import LOOPBACK
    from ...web.store import Store

    dictConfig(log_config(options.logs))  # uvicorn does it again, after the database was opened
    _make_folder(settings.database)
    listening = _listen(settings.host, settings.port)
    asyncio.run(_try_database(Store(settings.database), options.recompute_ratings))
    port = listening.getsockname()[1]
    shown = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else settings.host
    say(f"Tengen is at http://{shown}:{port}/ (Ctrl-C ends it; games are kept in {_shown(settings.database)})")
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
        raise TengenError("the server could not start; the lines above say why")


def _most_connections(wanted: int) -> int:
    """Return how many connections there may be: each is an open file, and the system limits those of a process.

    As many files are asked for as there may be. What is left of them is for the database and the processes that think.
    """
    if sys.platform == "win32":  # which has no such limit
        return wanted
    import resource

    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed != resource.RLIM_INFINITY:
        needed = wanted + _OTHER_FILES
        allowed = max(allowed, needed if most == resource.RLIM_INFINITY else min(needed, most))
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
        except (ValueError, OSError):  # macOS says that there is no limit, and has one
            allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return max(1, min(wanted, allowed - _OTHER_FILES))
    return wanted


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens, so that what is said about the address is true."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform == "win32":  # where SO_REUSEADDR would let two servers listen at the same port
        made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux: accepted connections inherit it
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * _SILENCE)
        made.listen(_BACKLOG)  # a visitor who comes before all is ready waits and is not turned away
    except (OSError, OverflowError) as error:
        made.close()
        why = getattr(error, "strerror", None) or str(error)
        raise TengenError(f"port {port} of {host} cannot be used: {why}; choose another with --port") from None
    return made


async def _try_database(store: Any, recompute: bool) -> None:
    """Open the database once before the server says that it runs: one line then says what is wrong."""
    try:
        await store.open()
        if recompute:
            say(f"All ratings are computed anew, from {await store.results.count_anew():,} rated games.")
    finally:
        await store.close()


def _make_folder(url: str) -> None:
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
