"""Jobs for the engine, and the bounded line in which they wait: moves before analyses."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from ...records import TengenError

Kind = Literal["move", "dead", "analysis"]
Found = dict[str, Any]


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
    kind: Kind
    key: str
    request: dict[str, Any]
    answer: asyncio.Future[Any]
    on_update: Callable[[Found], None] | None = None
    tries: int = field(default=0)

    @property
    def urgent(self) -> bool:
        """Whether somebody waits for it to go on playing."""
        return self.kind != "analysis"


class Line:
    """Those who wait: the urgent first, each kind in order; at most ``room`` in all, half of them not urgent."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._urgent: deque[Job] = deque()
        self._patient: deque[Job] = deque()

    def __len__(self) -> int:
        return len(self._urgent) + len(self._patient)

    def __iter__(self) -> Iterator[Job]:
        yield from self._urgent
        yield from self._patient

    def join(self, job: Job) -> None:
        """Let a job wait its turn.

        Raises:
            Busy: there is no room left.
        """
        if len(self) >= self._room or (not job.urgent and len(self._patient) >= max(1, self._room // 2)):
            raise Busy(f"the engine is busy: {len(self)} jobs are waiting; ask again in a few seconds")
        self._of(job).append(job)

    def return_to_head(self, job: Job) -> None:
        """Let a job that had its turn have it again first, room or not."""
        self._of(job).appendleft(job)

    def first(self, urgent: bool) -> Job | None:
        """Return who is next among the urgent, or among the others."""
        return next(iter(self._urgent if urgent else self._patient), None)

    def leave(self, job: Job) -> bool:
        """Take a job out of the line; say whether it was in it."""
        line = self._of(job)
        if job not in line:
            return False
        line.remove(job)
        return True

    def _of(self, job: Job) -> deque[Job]:
        return self._urgent if job.urgent else self._patient
