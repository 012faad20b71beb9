"""The settings of a server."""

from __future__ import annotations

import math
import os
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, cast, get_args

from ..boards import Bounds
from ..formats.encoding import read_bytes
from ..records import FormatError, TengenError, listed
from ..systems.folders import data_folder

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
"""Addresses that only programs on the server's machine can reach."""

BOUNDS: Final = Bounds(points=1_000, lines=5_000, entries=100_000)
"""The largest boards for games and reviews on the web."""

MOST_TEXT: Final = 100_000
"""The longest custom variant or graph, in characters."""

MOST_BODY: Final = 2_500_000
"""The longest body of a request, in bytes; records are the longest."""


def default_database() -> str:
    """Return the URL of the default database file in the `data_folder`, which may refuse."""
    return f"sqlite:///{data_folder() / 'games.db'}"


Encryption = Literal["auto", "starttls", "tls"]
_ENCRYPTION: Final = get_args(Encryption)


@dataclass(frozen=True)
class Smtp:
    """A mail server and the sender; with a ``user`` the connection is always encrypted.

    ``encryption`` is "tls" from the first byte, "starttls", or "auto": as the server offers it.
    """

    host: str
    port: int
    sender: str
    encryption: Encryption = "auto"
    user: str | None = None
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Settings:
    """Where to listen, where to store games, and limits.

    ``workers`` is the number of engine processes; ``queue`` jobs may wait for them. ``origins`` are the public origins
    behind a proxy, such as "https://go.example.org"; ``host_names`` are further names of the server. ``secure`` marks
    cookies as HTTPS only. A visitor may make ``rate`` requests a second on average, ``burst`` at once, and start
    ``new_games`` games an hour.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = field(default_factory=default_database)
    workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 1) - 1))
    queue: int = 32
    origins: tuple[str, ...] = ()
    host_names: tuple[str, ...] = ()
    secure: bool = False
    rate: float = 20.0
    burst: int = 200
    new_games: int = 200
    simulations: int = 2_000_000
    """Simulations of analysis that one address may use in an hour."""
    thinking: int = 20_000_000
    """Simulations of the computer's moves and counts that one address may use in an hour."""
    side_seconds: int = 600
    """Seconds of work on large boards and records that one address may cause in an hour."""
    sockets: int = 200
    """Connections to games and reviews that one address may hold open."""
    review_bytes: int = 20_000_000
    """The length of the records that one address may upload in an hour."""
    kept_bytes: int = 2_000_000_000
    """The length of all stored reviews; beyond it the oldest are deleted."""
    own_bytes: int = 200_000_000
    """The length of one visitor's stored reviews; beyond it their oldest are deleted."""
    own_games: int = 1_000
    """Unfinished games of one visitor; beyond this they cannot start another."""
    database_bytes: int = 50_000_000_000
    """The size of the database; beyond it nothing new can start."""
    keep_games: float | None = None
    """Seconds after which a finished game is deleted unless a player has an account; None: never."""
    push_services: tuple[str, ...] = ()
    """Origins of push services that may be called although they are not public, such as those of tests."""
    most_sockets: int = 10_000
    """The total number of connections to games and reviews that may be open."""
    sign_ins: int = 100
    """Passkeys and links that one address may begin to use in an hour."""
    mails: int = 10
    """Mails that one address may request in an hour, and that may be sent to one mailbox in an hour."""
    exports: int = 10
    """Exports of all their data that one address may request in an hour."""
    reports: int = 20
    """Reports to the operator that one address may send in an hour."""
    new_visitors: int = 300
    """Visitors who come from one address for the first time, or without their cookie, in an hour."""
    connections: int = 500
    """Connections of one address that may be open, including WebSockets; behind a proxy all are the proxy's."""
    most_connections: int = 20_000
    """The total number of connections that may be open, fewer if the system limits a process to fewer files."""
    blocked_names: tuple[str, ...] = ()
    """Words that names must not contain; one that begins with = is only refused as a whole name."""
    operator_token: str | None = field(default=None, repr=False)
    """The token that opens `/metrics` to other machines; None: closed."""
    outside: str = ""
    """The name of a stronger engine (`tengen engines`) that is used before the workers; "": none."""
    ponders: bool = False
    """Whether idle workers ponder."""
    smtp: Smtp | None = None
    """The mail server; None: no mail is sent."""


def mail_server(given: str | None, sender: str | None, encryption: str, origins: Sequence[str]) -> Smtp | None:
    """Return the mail server given as HOST:PORT; user and password come from the environment.

    Raises:
        TengenError: a setting is missing or invalid.

    >>> mail_server("mail.example.org:465", "go@example.org", "tls", ["https://go.example.org"])
    Smtp(host='mail.example.org', port=465, sender='go@example.org', encryption='tls', user=None)
    """
    if given is None:
        if sender is not None:
            raise TengenError("--mail-from needs --smtp HOST:PORT, the mail server")
        return None
    host, _, port = given.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise TengenError("--smtp is HOST:PORT, such as mail.example.org:587, not {given!r:.80}", given=given)
    if sender is None or not re.fullmatch(r"[^\s@]+@[^\s@]+", sender):
        raise TengenError("--smtp needs --mail-from ADDRESS, the address that writes, such as go@example.org")
    if not origins:
        raise TengenError("--smtp needs --origin URL: the address with which links in mails begin")
    if encryption not in _ENCRYPTION:
        raise TengenError(
            "--smtp-encryption is {known}, not {encryption}", known=listed(_ENCRYPTION, "or"), encryption=encryption
        )
    user, password = os.environ.get("TENGEN_SMTP_USER"), os.environ.get("TENGEN_SMTP_PASSWORD")
    return Smtp(host.strip("[]"), int(port), sender, cast("Encryption", encryption), user, password)


LIMITS: Final = (
    *("rate", "burst", "new_games", "review_bytes", "kept_bytes", "own_bytes", "own_games", "database_bytes"),
    *("simulations", "thinking", "side_seconds", "sockets", "most_sockets", "queue"),
    *("sign_ins", "mails", "exports", "reports", "new_visitors", "connections", "most_connections"),
)
"""The settings that a limits file may change (docs/how/web.md)."""


def read_limits(path: str | Path) -> dict[str, float]:
    """Return the settings in a TOML file of limits, by their names in `Settings`.

    Raises:
        TengenError: the file cannot be read, or has an unknown or invalid limit.
    """
    name = Path(path).name
    try:
        found = tomllib.loads(read_bytes(path).decode("utf-8"))
    except OSError as error:
        raise TengenError("{path} cannot be read: {error}", path=path, error=error.strerror) from None
    except FormatError:
        raise
    except (ValueError, RecursionError) as error:  # not UTF-8, or not TOML
        raise TengenError("{name} cannot be read as TOML: {error}", name=name, error=error) from None
    return {limit: _limit(name, limit, value) for limit, value in found.items()}


def _limit(file: str, limit: str, value: object) -> float:
    """Check a limit and return it: ``rate`` is any number over 0, all others are whole numbers."""
    if limit not in LIMITS:
        raise TengenError(
            "{file}: unknown limit {limit!r}; the limits are {limits}",
            file=file,
            limit=limit,
            limits=listed(LIMITS, "comma"),
        )
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return value
    if limit == "rate" and isinstance(value, float) and 0 < value < math.inf:
        return value
    kind = "a number over 0" if limit == "rate" else "a whole number, 1 or more"
    raise TengenError(
        "{file}: {limit} must be {kind}, not {value!r:.40}", file=file, limit=limit, kind=kind, value=value
    )
