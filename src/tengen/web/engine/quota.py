"""What one visitor may ask of the engine: simulations an hour, and jobs at once."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ...records import TengenError

_HOUR = 3600.0


class QuotaSpent(TengenError):
    """A visitor has asked for too much; ``wait`` says in how many seconds the same will be granted (0: after a job)."""

    def __init__(self, message: str, wait: int) -> None:
        self.wait = wait
        super().__init__(message)


@dataclass
class _Bucket:
    """What a visitor may still spend, as of a moment, and how many jobs of theirs are being done."""

    left: float
    seen: float
    jobs: int = 0


class Quota:
    """A token bucket for every visitor, filled evenly up to an hour's worth.

    ``visitors`` bounds the memory: the one longest unseen without a job is forgotten first.

    >>> quota = Quota(simulations=1_000, clock=lambda: 0.0)
    >>> with quota.job("somebody", 900):
    ...     quota.left("somebody")
    100
    """

    def __init__(
        self,
        *,
        simulations: int = 400_000,
        jobs: int = 3,
        visitors: int = 10_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._hourly, self._jobs, self._visitors, self._clock = simulations, jobs, visitors, clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    @contextmanager
    def job(self, visitor: str, simulations: int) -> Iterator[None]:
        """Grant a job for as long as the block lasts; its simulations are spent whether or not it succeeds.

        Raises:
            QuotaSpent: the visitor has no simulations left for it, or too many jobs already; nothing was spent.
        """
        bucket = self._bucket(visitor)
        if bucket.jobs >= self._jobs:
            many = "one position is" if self._jobs == 1 else f"{self._jobs} positions are"
            raise QuotaSpent(f"{many} being looked at for you already; wait until that is done", 0)
        if bucket.left < simulations:
            wait = math.ceil((min(simulations, self._hourly) - bucket.left) * _HOUR / self._hourly)
            raise QuotaSpent(f"You have used the engine a great deal; ask again in {_minutes(wait)}", wait)
        bucket.left -= simulations
        bucket.jobs += 1
        try:
            yield
        finally:
            bucket.jobs -= 1

    def left(self, visitor: str) -> int:
        """Return how many simulations a visitor may ask for now."""
        return int(self._bucket(visitor).left)

    def __len__(self) -> int:
        return len(self._buckets)

    def _bucket(self, visitor: str) -> _Bucket:
        now = self._clock()
        bucket = self._buckets.pop(visitor, None) or _Bucket(self._hourly, now)
        bucket.left = min(self._hourly, bucket.left + (now - bucket.seen) * self._hourly / _HOUR)
        bucket.seen = now
        self._buckets[visitor] = bucket
        if len(self._buckets) > self._visitors:
            idle = next((name for name, each in self._buckets.items() if not each.jobs), visitor)
            if idle != visitor:
                del self._buckets[idle]
        return bucket


def _minutes(seconds: int) -> str:
    minutes = math.ceil(seconds / 60)
    return "a minute" if minutes <= 1 else f"{minutes} minutes"
