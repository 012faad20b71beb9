"""The budget of a search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final


class SharedClock:
    """A budget that threads share; an update lost between them costs a few simulations.

    However short the time, something is run: only where no simulation is left may a search come back without any.
    """

    def __init__(self, left: int | None, end: float | None, now: Callable[[], float]) -> None:
        self.left: int | None = left
        self.end: Final = end
        self.begun: bool = False
        self.stopped: bool = False
        self._now = now

    def take(self, wanted: int) -> int:
        """Return how many simulations to run next: 0 at the end."""
        if self.stopped or (self.begun and self.end is not None and self._now() >= self.end):
            return 0
        self.begun = True
        if self.left is None:
            return wanted
        count = min(wanted, self.left)
        self.left -= count
        return count

    def give_back(self, count: int) -> None:
        """Take back simulations that were not run."""
        if self.left is not None:
            self.left += count

    def still(self, rate: float) -> float:
        """Return how many simulations are still to come, where ``rate`` are run in a second."""
        left = float("inf") if self.left is None else self.left
        return left if self.end is None else min(left, rate * max(0.0, self.end - self._now()))
