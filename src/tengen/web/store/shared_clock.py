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

log: Final = logging.getLogger("tengen.web")
_NOW: Final = text("select extract(epoch from clock_timestamp())")
_FINE: Final = 0.05
"""Seconds by which clocks may differ unnoticed, beside what the question itself takes."""
_STRANGE: Final = 2.0
"""Seconds of a difference of which the operator hears."""


class SharedClock:
    """Tells the seconds since 1970 as the database does; ``own`` is this machine's clock."""

    def __init__(self, own: Callable[[], float] = time.time) -> None:
        self._own, self._behind = own, 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self._own() + self._behind

    async def set(self, connection: AsyncConnection) -> None:
        """Ask the database for the time; what differs by no more than the question took is left as it is."""
        before = self._own()
        found = float((await connection.execute(_NOW)).scalar_one())
        after = self._own()
        behind, doubt = found - (before + after) / 2, (after - before) / 2
        if abs(behind - self._behind) > doubt + _FINE:
            if abs(behind - self._behind) > _STRANGE:
                log.warning(
                    "this machine's clock is not the database's, which counts", extra={"behind": round(behind, 1)}
                )
            self._behind = behind
