"""Who is behind one open page: they are here, away, or have fallen silent."""

from __future__ import annotations

import asyncio
from typing import Final

from ...records import Colour
from ..games.game_server import GameServer
from ..games.live_game import LiveGame
from ..talk.presence import Sitting

SILENT: Final = 11.0
"""Seconds without a word after which a page that is looked at is taken to have lost its connection."""

SILENT_AWAY: Final = 100.0
"""The same of a page that nobody looks at: browsers let it speak once a minute."""


class PresenceWatch:
    """Keeps one page's place at the table; a page that never says that somebody is there counts while it is open."""

    def __init__(self, games: GameServer, live: LiveGame) -> None:
        self._games, self._live = games, live
        self._sitting = Sitting(frozenset())
        self._timer: asyncio.TimerHandle | None = None

    def sit(self, seats: frozenset[Colour]) -> None:
        """Take place in these seats."""
        self._sitting = Sitting(seats)
        if seats:
            self._live.seating.sittings.add(self._sitting)
            self._tell()

    def leave(self) -> None:
        """Leave the place."""
        self._stop()
        if self._sitting.colours:
            self._live.seating.sittings.discard(self._sitting)
            self._tell()

    def hear(self, away: bool) -> None:
        """Note that the page has said that somebody is there, or away."""
        sitting = self._sitting
        if not sitting.colours:
            return
        self._stop()
        self._timer = asyncio.get_running_loop().call_later(SILENT_AWAY if away else SILENT, self._fall_silent)
        changed = (sitting.away, sitting.silent) != (away, False)
        sitting.away, sitting.silent = away, False
        if changed:
            self._tell()

    def _fall_silent(self) -> None:
        self._sitting.silent = True
        self._tell()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _tell(self) -> None:
        """Let everybody at the table know, also at other servers."""
        self._live.tell()
        self._games.exchange.seated(self._live)
