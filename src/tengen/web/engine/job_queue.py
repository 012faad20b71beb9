"""Jobs for the engine, and the bounded queue in which they wait: moves before analyses."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ...records import TengenError
from .messages import AnalysisResult, JobAnswer, JobKind, JobRequest


class EngineError(TengenError):
    """A job that could not be done: the game is over, or its worker broke down twice."""


class Busy(EngineError):
    """Too many jobs are waiting already; one may ask again later."""


@dataclass(eq=False)
class Job:
    """One thing to work out: ``request`` is what the worker is told, ``key`` whose search tree it may go on from.

    ``tries`` counts the workers that were lost over it.
    """

    number: int
    kind: JobKind
    key: str
    request: JobRequest
    answer: asyncio.Future[JobAnswer]
    on_update: Callable[[AnalysisResult], None] | None = None
    tries: int = field(default=0)

    @property
    def urgent(self) -> bool:
        """Whether somebody waits for it to go on playing."""
        return self.kind != "analysis"


class JobQueue:
    """The jobs that wait: the urgent first, each kind in order; at most ``room`` in all, half of them not urgent."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._urgent: deque[Job] = deque()
        self._patient: deque[Job] = deque()

    def __len__(self) -> int:
        return len(self._urgent) + len(self._patient)

    def __iter__(self) -> Iterator[Job]:
        yield from self._urgent
        yield from self._patient

    def put(self, job: Job) -> None:
        """Add a job.

        Raises:
            Busy: there is no room left.
        """
        if len(self) >= self._room or (not job.urgent and len(self._patient) >= max(1, self._room // 2)):
            raise Busy(f"the engine is busy: {len(self)} jobs are waiting; ask again in a few seconds")
        self._of(job).append(job)

    def put_back(self, job: Job) -> None:
        """Put a job that was taken out back at the head, room or not."""
        self._of(job).appendleft(job)

    def first(self, urgent: bool) -> Job | None:
        """Return the next job of the urgent ones, or of the others."""
        return next(iter(self._urgent if urgent else self._patient), None)

    def remove(self, job: Job) -> bool:
        """Take a job out; say whether it was in the queue."""
        jobs = self._of(job)
        if job not in jobs:
            return False
        jobs.remove(job)
        return True

    def _of(self, job: Job) -> deque[Job]:
        return self._urgent if job.urgent else self._patient
