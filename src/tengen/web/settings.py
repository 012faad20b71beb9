"""What a server is started with."""

from __future__ import annotations

import math
import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ..formats.encoding import read_bytes
from ..records import FormatError, TengenError

MOST_POINTS: Final = 1_000
"""The largest board played on the web, in points."""

MOST_TEXT: Final = 100_000
"""The longest own variant or graph, in characters."""

MOST_BODY: Final = 2_500_000
"""The longest body of a request, in bytes: a record is the longest thing sent."""


def default_database() -> str:
    """Return the URL of the file in which games are kept where nobody names another.

    It stands where programs keep their data: ``XDG_DATA_HOME``, or ``~/.local/share``.
    """
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(home) / 'tengen' / 'games.db'}"


@dataclass(frozen=True)
class Settings:
    """Where to listen, where to keep games, and how much work anybody may cause.

    ``workers`` are processes that think; ``queue`` jobs may wait for them. ``origins`` are further origins, such as
    "https://go.example.org", from which pages may speak to the server, where a proxy hides its name. ``secure`` says
    that it is reached by HTTPS only, which cookies are told. ``rate`` is how many requests a visitor may make in a
    second on an average, ``burst`` how many at once; ``new_games`` how many games in an hour.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = field(default_factory=default_database)
    workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 1) - 1))
    queue: int = 32
    origins: tuple[str, ...] = ()
    secure: bool = False
    rate: float = 20.0
    burst: int = 200
    new_games: int = 200
    simulations: int = 2_000_000
    """Simulations of analysis that may be asked for from one address in an hour."""
    thinking: int = 20_000_000
    """Simulations of the computer's moves and counts that may be asked for from one address in an hour."""
    sockets: int = 200
    """Connections to games and reviews that one address may hold open."""
    review_bytes: int = 20_000_000
    """The length of the records that one address may put on the table in an hour."""
    kept_bytes: int = 2_000_000_000
    """The length of all reviews that are kept; beyond it the oldest go."""
    most_sockets: int = 10_000
    """Connections to games and reviews that may be open in all."""


_WORK: Final = ("simulations", "thinking", "sockets", "most_sockets", "queue")
LIMITS: Final = ("rate", "burst", "new_games", "review_bytes", "kept_bytes", *_WORK)
"""The settings that a file of limits may change; docs/web.md says what they mean."""


def read_limits(path: str | Path) -> dict[str, float]:
    """Return the settings that a TOML file of limits changes, by their names in `Settings`.

    Raises:
        TengenError: the file cannot be read, or has a limit that does not exist or makes no sense.
    """
    name = Path(path).name
    try:
        found = tomllib.loads(read_bytes(path).decode("utf-8"))
    except OSError as error:
        raise TengenError(f"{path} cannot be read: {error.strerror}") from None
    except FormatError:
        raise
    except (ValueError, RecursionError) as error:  # no UTF-8, or no TOML
        raise TengenError(f"{name} cannot be read as TOML: {error}") from None
    return {limit: _limit(name, limit, value) for limit, value in found.items()}


def _limit(file: str, limit: str, value: object) -> float:
    """Return a limit as it is set: ``rate`` is any number over 0, all others are whole numbers."""
    if limit not in LIMITS:
        raise TengenError(f"{file}: there is no limit {limit!r}; there are {', '.join(LIMITS)}")
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return value
    if limit == "rate" and isinstance(value, float) and 0 < value < math.inf:
        return value
    kind = "a number over 0" if limit == "rate" else "a whole number, 1 or more"
    raise TengenError(f"{file}: {limit} is {kind}, not {value!r:.40}")
