"""Who thinks for the server: how many workers, where, and what each of them may keep."""

from __future__ import annotations

import os
from dataclasses import dataclass

from .worker_process import WorkerSettings


@dataclass(frozen=True, kw_only=True)
class Crew:
    """The workers of an engine: ``workers`` processes on this machine, by default one for every core but one.

    ``away`` more think on the machines of a Ray ``cluster``, by its address; see `tengen.workers.cluster.Cluster`. Each
    keeps the search trees of ``games`` games, of ``megabytes`` at most. ``warm`` has them load what they need before
    the first job; the first one compiles it where nobody has yet.

    >>> crew = Crew(workers=2, cluster="10.0.0.7:6379", away=1)
    >>> crew.size, [crew.cluster_of(place) for place in range(3)]
    (3, ['', '', '10.0.0.7:6379'])
    """

    workers: int | None = None
    games: int = 6
    megabytes: int = 48
    warm: bool = True
    cluster: str = ""
    away: int = 0

    @property
    def here(self) -> int:
        """How many think on this machine."""
        return self.workers or max(1, (os.cpu_count() or 2) - 1)

    @property
    def size(self) -> int:
        """How many think at once, here and away."""
        return self.here + self.away

    def cluster_of(self, place: int) -> str:
        """Return the cluster on which the worker of a place, from 0 on, thinks; "" for this machine."""
        return self.cluster if place >= self.here else ""

    def settings(self, *, first: bool) -> WorkerSettings:
        """Return a worker's settings: the ``first`` of a machine loads what is compiled before it is ready."""
        jobs = {"games": self.games, "megabytes": self.megabytes}
        return {"jobs": jobs, "warm": "no" if not self.warm else "first" if first else "later"}
