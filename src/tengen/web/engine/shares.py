"""Fair shares of the engine: whose job is next.

Start-time fair queueing (Goyal, Vin and Cheng, 1996): every account has a virtual time, which goes on by the seconds
that its jobs have taken; the account that is furthest behind is served. What a job will probably take is added, up to a
few seconds, so that what is soon done goes before what takes long.
"""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import Final

from .jobs import Job
from .messages import JobKind

_HORIZON: Final = 2.0
"""Seconds: the most that a job stands back for being long."""
_WEIGHT: Final = 4.0
"""How much more an analysis, for which nobody waits in a game, costs its account."""
_DEBT: Final = 10.0
"""Seconds: the most that an account falls behind for what it had while nobody else wanted it."""
_LEAST: Final = 0.01
"""Seconds that the smallest job takes."""
_FORGETTING: Final = 0.9
_ACCOUNTS: Final = 5_000


class CostModel:
    """What a job probably takes, in seconds: its size, times what one simulation of one point took lately.

    >>> from types import SimpleNamespace as Some
    >>> model = CostModel(longest=25.0)
    >>> before = model.expected(Some(kind="move", size=1_000_000))
    >>> for _ in range(30):
    ...     model.learn(Some(kind="move", size=1_000_000, spent=3.0))
    >>> before, round(model.expected(Some(kind="move", size=1_000_000)), 1)
    (1.01, 3.0)
    """

    def __init__(self, longest: float) -> None:
        self._longest = longest
        self._seconds: dict[JobKind, float] = {"move": 1.0, "dead": 1.0, "analysis": 1.0, "ponder": 1.0}
        self._sizes: dict[JobKind, float] = {"move": 1e6, "dead": 1e6, "analysis": 1e6, "ponder": 1e6}

    def expected(self, job: Job) -> float:
        """Return the seconds that a whole job probably takes."""
        return min(self._longest, _LEAST + job.size * self._seconds[job.kind] / self._sizes[job.kind])

    def learn(self, job: Job) -> None:
        """Take in what a job that was done has taken."""
        for sums, more in ((self._seconds, job.spent), (self._sizes, float(job.size))):
            sums[job.kind] = sums[job.kind] * _FORGETTING + more


class FairShares:
    """The virtual times of all accounts that have jobs, and of those that had some lately; in seconds."""

    def __init__(self, costs: CostModel) -> None:
        self._costs = costs
        self._times: dict[tuple[str, bool], float] = {}
        self._active: Counter[tuple[str, bool]] = Counter()
        self._now = 0.0

    def enter(self, job: Job) -> None:
        """Note that a job is wanted: an account that had none begins with what all have by now."""
        if not self._active[job.account]:
            self._times[job.account] = max(self._now, self._times.get(job.account, 0.0))
        self._active[job.account] += 1

    def leave(self, job: Job) -> None:
        """Note that a job is done, or not wanted any more."""
        if job.is_bonus:
            return
        self._active[job.account] -= 1
        if not self._active[job.account]:
            del self._active[job.account]
        if len(self._times) > _ACCOUNTS:
            kept = {account: time for account, time in self._times.items() if account in self._active}
            self._times = kept | {account: time for account, time in self._times.items() if time > self._now}

    def charge(self, job: Job, seconds: float) -> None:
        """Charge a job's account for what it took; a bonus is on nobody's."""
        if job.is_bonus:
            return
        self._now += seconds / max(1, len(self._active))
        time = self._times.get(job.account, self._now) + seconds * (1 if job.urgent else _WEIGHT)
        self._times[job.account] = min(time, self._now + _DEBT)

    def rank(self, job: Job) -> float:
        """Return the virtual time at which a job would have had its share: the least is next, and a bonus the last."""
        if job.is_bonus:
            return inf
        left = max(self._costs.expected(job) - job.spent, job.spent / 4)
        return self._times.get(job.account, self._now) + min(_HORIZON, left) + (0 if job.urgent else _HORIZON)
