"""The positions that wait to be thought about, the most urgent first, and those that somebody thinks about."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from heapq import heapify, heappop, heappush
from threading import Condition, Event
from typing import Final

from .queries import Request


class Job:
    """A position in the backlog; ``given_up`` says that its query was terminated."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.given_up: Final = Event()


class Backlog:
    """Positions by their priority, the earlier one first where that is equal. Any thread may use it."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, int, Job]] = []
        self._at_hand: set[Job] = set()
        self._count = 0
        self._closed = False
        self._changed = Condition()

    def add(self, requests: Iterable[Request]) -> None:
        """Add positions."""
        with self._changed:
            for request in requests:
                self._count += 1
                heappush(self._waiting, (-request.priority, self._count, Job(request)))
            self._changed.notify_all()

    def take(self) -> Job | None:
        """Return the most urgent position, as soon as there is one; None when there will be none any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            if not self._waiting:
                return None
            _, _, job = heappop(self._waiting)
            self._at_hand.add(job)
            return job

    def finish(self, job: Job) -> None:
        """Note that a position is done with."""
        with self._changed:
            self._at_hand.discard(job)

    def terminate(self, query: str | None, turns: Collection[int] | None) -> list[Request]:
        """Give up the positions of a query (None: of all), at some turns (None: at all); return those not begun."""
        with self._changed:
            dropped = [entry for entry in self._waiting if _is_meant(entry[2].request, query, turns)]
            self._waiting = [entry for entry in self._waiting if entry not in dropped]
            heapify(self._waiting)
            for job in self._at_hand:
                if _is_meant(job.request, query, turns):
                    job.given_up.set()
            return [job.request for _, _, job in sorted(dropped, key=lambda entry: entry[1])]

    def close(self) -> None:
        """Say that no position will come any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


def _is_meant(request: Request, query: str | None, turns: Collection[int] | None) -> bool:
    return query in (None, request.query) and (turns is None or request.turn in turns)
