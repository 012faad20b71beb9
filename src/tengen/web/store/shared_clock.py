"""The time by which several servers of one database agree: the database's, as each machine knows it.

A machine whose own clock is ahead would else let clocks of games fall before their time, take turns of the computer
from servers that live, and give time back that nobody has lost.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from .steady_clock import GAP, SteadyClock

log: Final = logging.getLogger("tengen.web")
_NOW: Final = text("select extract(epoch from clock_timestamp())")
_FINE: Final = 0.05
"""Seconds by which clocks may differ unnoticed, beside what the question itself takes."""
_STRANGE: Final = 2.0
"""Seconds of a difference of which the operator hears."""


class SharedClock(SteadyClock):
    """Tells the seconds since 1970 as the database does. A step of the machine's own clock changes nothing."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        super().__init__(wall, steady)
        self._was_set = False

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

    def _follow(self, step: float) -> None:
        """Leave a step of the machine's clock alone: `set` follows the database's."""
