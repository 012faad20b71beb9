"""Places at an engine that thinks about a few positions at once: who waits for one gets it by fair shares."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

from .job_queue import JobQueue
from .jobs import Job
from .messages import JobKind
from .shares import CostModel, FairShares

_LONGEST: Final = 60.0
"""Seconds that a job is expected to take at most."""


class FairPlaces:
    """``many`` places, of which one account has half at most; ``room`` jobs may wait for one.

    What a job probably takes is learnt from its visits; the account that is furthest behind is next (`FairShares`). A
    job's ``answer`` is here that it has a place.
    """

    def __init__(self, many: int, room: int) -> None:
        self._free, self._each = many, max(1, many // 2)
        self._queue = JobQueue(room)
        self._costs = CostModel(_LONGEST)
        self._shares = FairShares(self._costs)
        self._taken: Counter[str] = Counter()

    async def take(self, job: Job) -> None:
        """Wait for a place, which is the job's until `leave`.

        Raises:
            Busy: too many wait already.
        """
        if (out := self._queue.put(job)) is not None:
            self._shares.leave(out)
            out.refuse(self._queue.busy())
        self._shares.enter(job)
        self._hand_out()
        try:
            await job.answer
        except asyncio.CancelledError:
            if self._queue.remove(job):
                self._shares.leave(job)
            else:
                self.leave(job)
            raise

    def leave(self, job: Job) -> None:
        """Give a job's place to another."""
        if job.begun is not None:
            job.spent = asyncio.get_running_loop().time() - job.begun
        self._shares.charge(job, job.spent)
        self._costs.learn(job)
        self._shares.leave(job)
        self._taken -= Counter([job.question.account])
        self._free += 1
        self._hand_out()

    def turn_away(self, error: Exception) -> None:
        """Let nobody wait any longer who has no place."""
        for job in [*self._queue]:
            self._queue.remove(job)
            self._shares.leave(job)
            job.refuse(error)

    @property
    def waiting(self) -> Counter[JobKind]:
        """How many jobs of each kind wait."""
        return Counter(job.kind for job in self._queue)

    @property
    def taken(self) -> int:
        """How many places are taken."""
        return self._taken.total()

    def queued(self, key: str) -> bool:
        """Say whether a job of this key waits."""
        return any(job.question.key == key for job in self._queue)

    def _hand_out(self) -> None:
        while self._free:
            choices = (each for each in self._queue if self._taken[each.question.account] < self._each)
            job = min(choices, key=lambda each: (self._shares.rank(each), each.number), default=None)
            if job is None:
                return
            self._queue.remove(job)
            self._free -= 1
            self._taken[job.question.account] += 1
            job.begun = asyncio.get_running_loop().time()
            if not job.answer.done():
                job.answer.set_result("")
