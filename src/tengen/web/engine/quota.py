"""What one address may ask of the engine: simulations an hour, and jobs at once."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from ...records import TengenError, Text
from ..rate_limits import ConcurrencyLimit, TokenBuckets

_HOUR: Final = 3600


class QuotaSpent(TengenError):
    """An address has asked for too much; ``wait`` says in how many seconds the same is granted (0: after a job)."""

    def __init__(self, text: Text, wait: int) -> None:
        self.wait = wait
        super().__init__(text)


class Quota:
    """A bucket of simulations for every address, filled evenly up to an hour's worth, and a few jobs at once.

    >>> quota = Quota(simulations=1_000, clock=lambda: 0.0)
    >>> with quota.job("somebody", 900):
    ...     quota.left("somebody")
    100
    """

    def __init__(
        self, *, simulations: int = 400_000, jobs: int = 3, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._simulations = TokenBuckets(simulations, simulations / _HOUR, clock)
        self._jobs = ConcurrencyLimit(each=jobs)

    @contextmanager
    def job(self, address: str, simulations: int) -> Iterator[None]:
        """Grant a job for as long as the block lasts; its simulations are spent whether or not it succeeds.

        Raises:
            QuotaSpent: there are no simulations left for it, or too many jobs already; nothing was spent.
        """
        if not self._jobs.take(address):
            said = Text.counted(
                "one position is being looked at for you already; wait until that is done",
                "{count} positions are being looked at for you already; wait until that is done",
                self._jobs.each,
            )
            raise QuotaSpent(said, 0)
        try:
            if not self._simulations.take(address, simulations):
                wait = math.ceil(self._simulations.wait(address, min(simulations, self._simulations.size)))
                said = Text.counted(
                    "You have used the engine a great deal; ask again in a minute",
                    "You have used the engine a great deal; ask again in {count} minutes",
                    math.ceil(wait / 60),
                )
                raise QuotaSpent(said, wait)
            yield
        finally:
            self._jobs.leave(address)

    def left(self, address: str) -> int:
        """Return how many simulations an address may ask for now."""
        return int(self._simulations.left(address))
