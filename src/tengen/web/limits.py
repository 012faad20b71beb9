"""How often anybody may do something: buckets of tokens that fill up with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

_MOST_KEYS: Final = 20_000


class Buckets:
    """One bucket for every key: ``size`` tokens at most, ``rate`` new ones a second; the oldest keys are forgotten.

    >>> buckets = Buckets(size=2, rate=1.0, clock=lambda: 0.0)
    >>> [buckets.take("somebody") for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, size: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.size, self.rate, self.clock = size, rate, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, count: float = 1.0) -> bool:
        """Take tokens from a bucket; say whether there were enough."""
        now = self.clock()
        left, then = self._left.pop(key, (self.size, now))
        left = min(self.size, left + (now - then) * self.rate)
        enough = left >= count
        self._left[key] = (left - count if enough else left, now)
        while len(self._left) > _MOST_KEYS:
            self._left.popitem(last=False)
        return enough

    def wait(self, key: str, count: float = 1.0) -> float:
        """Return in how many seconds there will be enough tokens."""
        left, then = self._left.get(key, (self.size, self.clock()))
        left = min(self.size, left + (self.clock() - then) * self.rate)
        return max(0.0, (count - left) / self.rate)
