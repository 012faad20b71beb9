"""What a server is started with."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

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
    most_sockets: int = 10_000
    """Connections to games and reviews that may be open in all."""
