"""The clocks that games run by: an even one, and for several servers the database's."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

GAP: Final = 5.0
"""Seconds without a sign of life, or of a step of the machine's clock, that count as time without a server."""


class SteadyClock:
    """The seconds since 1970, by a clock that nobody sets; ``wall`` is the machine's, ``steady`` a monotonic one.

    A monotonic clock may stand while a machine sleeps, and may run on; `missed` notices either.

    >>> wall, steady = [1_000.0], [0.0]
    >>> clock = SteadyClock(lambda: wall[0], lambda: steady[0])
    >>> wall[0] += 3_600  # somebody sets the machine's clock
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
        """Report whether the process stood still since the last call, or the machine's clock was set; follow that."""
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
"""Seconds by which clocks may differ unnoticed, beside what the question itself takes."""
_STRANGE: Final = 2.0
"""Seconds of a difference of which the operator hears."""


class DatabaseClock(SteadyClock):
    """Tells the seconds since 1970 as the database does. A step of the machine's own clock changes nothing."""

    _follows = False  # what `set` finds is followed instead
    _was_set = False

    async def set(self, connection: AsyncConnection) -> None:
        """Ask the database for the time; what differs by no more than the question took is left as it is."""
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
        """Report whether the process stood still since the last call, or either clock was set."""
        was_set, self._was_set = self._was_set, False
        return super().missed() or was_set
