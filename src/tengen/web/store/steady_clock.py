"""The time by which games are played: it runs evenly, and reports when the process or the machine's clock did not."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

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

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._steady = wall, steady
        self._alive = steady()
        self._apart = self._ahead = wall() - self._alive

    def __call__(self) -> float:
        """Return the time."""
        return self._steady() + self._ahead

    def missed(self) -> bool:
        """Report whether the process stood still since the last call, or the machine's clock was set; follow that."""
        now, before = self._steady(), self._alive
        step = self._wall() - now - self._apart
        self._alive = now
        if abs(step) >= GAP:
            self._apart += step
            self._follow(step)
            return True
        return now - before >= GAP

    def _follow(self, step: float) -> None:
        """Take over a step of the machine's clock."""
        self._ahead += step
