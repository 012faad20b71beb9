"""Clocks for games: a steady one, and for several servers the database's."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

GAP: Final = 5.0
"""A gap between signs of life, or a step of the machine's clock, that counts as time without a server (s)."""


class SteadyClock:
    """The seconds since 1970 by a clock without steps; ``wall`` is the machine's, ``steady`` a monotonic one.

    A monotonic clock may or may not stop while a machine sleeps; `missed` detects either.

    >>> wall, steady = [1_000.0], [0.0]
    >>> clock = SteadyClock(lambda: wall[0], lambda: steady[0])
    >>> wall[0] += 3_600  # the machine's clock is set
    >>> clock(), clock.missed(), clock(), clock.missed()
    (1000.0, True, 4600.0, False)
    """

    _follows = True

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._steady = wall, steady
        self._alive = steady()
        self._apart = self._ahead = wall() - self._alive

    def __call__(self) -> float:
        return self._steady() + self._ahead

    def missed(self) -> bool:
        """Return whether the process was stopped since the last call, or the clock was set; adopt the new time."""
        now, before = self._steady(), self._alive
        step = self._wall() - now - self._apart
        self._alive = now
        if abs(step) >= GAP:
            self._apart += step
            self._ahead += step if self._follows else 0.0
            return True
        return now - before >= GAP


log: Final = logging.getLogger("tengen.web")
_NOW: Final = text("select extract(epoch from clock_timestamp())")
_FINE: Final = 0.05
"""The tolerated difference of clocks in seconds, besides the time of the query."""
_STRANGE: Final = 2.0
"""A difference in seconds that is logged."""


class DatabaseClock(SteadyClock):
    """The database's seconds since 1970, unaffected by steps of the machine's clock."""

    _follows = False  # follows `set` instead
    _was_set = False

    async def set(self, connection: AsyncConnection) -> None:
        """Query the database's time; ignore differences within the query's duration."""
        before = self()
        found = float((await connection.execute(_NOW)).scalar_one())
        after = self()
        behind, doubt = found - (before + after) / 2, (after - before) / 2
        if abs(behind) > doubt + _FINE:
            if abs(behind) > _STRANGE:
                log.warning(
                    "this machine's clock is not the database's, which counts", extra={"behind": round(behind, 1)}
                )
            self._was_set = self._was_set or abs(behind) >= GAP
            self._ahead += behind

    def missed(self) -> bool:
        """Return whether the process was stopped since the last call, or either clock was set."""
        was_set, self._was_set = self._was_set, False
        return super().missed() or was_set
