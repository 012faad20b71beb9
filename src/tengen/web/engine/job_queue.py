"""The bounded queue of jobs that no worker has begun yet; a visitor who has many waiting makes room for others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .jobs import Busy, Job


class JobQueue:
    """Jobs that wait, in the order in which they came: at most ``room`` in all, half of them not urgent."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._jobs: list[Job] = []

    def __len__(self) -> int:
        return len(self._jobs)

    def __iter__(self) -> Iterator[Job]:
        return iter(self._jobs)

    def put(self, job: Job) -> Job | None:
        """Add a job; return the job that had to go for it: the last one of the visitor with most jobs waiting.

        Raises:
            Busy: there is no room left, and no other visitor has more jobs waiting.
        """
        rivals = self._rivals(job)
        out = None if rivals is None else self._most_dispensable(job, rivals)
        if out is not None:
            self._jobs.remove(out)
        self._jobs.append(job)
        return out

    def _rivals(self, job: Job) -> list[Job] | None:
        """Return the jobs of which one has to go for a new one; None: there is room."""
        patient = [each for each in self._jobs if not each.urgent]
        if not job.urgent and len(patient) >= max(1, self._room // 2):
            return patient
        return self._jobs if len(self._jobs) >= self._room else None

    def _most_dispensable(self, job: Job, rivals: list[Job]) -> Job:
        waiting = Counter(each.question.account for each in rivals)
        account, many = waiting.most_common(1)[0]
        if many <= waiting[job.question.account] + 1:
            raise self.busy()
        return [each for each in rivals if each.question.account == account][-1]

    def busy(self) -> Busy:
        """Return the refusal of a job that there is no room for."""
        return Busy("the engine is busy: {count} jobs are waiting; ask again in a few seconds", count=len(self))

    def put_back(self, job: Job) -> None:
        """Put a job that was taken out back at the head, room or not."""
        self._jobs.insert(0, job)

    def remove(self, job: Job) -> bool:
        """Take a job out; say whether it was in the queue."""
        if job not in self._jobs:
            return False
        self._jobs.remove(job)
        return True
