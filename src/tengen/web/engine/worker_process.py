"""The server's side of the workers: their processes are started, supervised and ended."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from ...players.process import wants_to_run
from ...systems.processes import BEHIND, KILL, let_stand_back
from ...workers import own_environment
from .jobs import Job
from .messages import FromWorker, ToWorker, read

_LONGEST: Final = 1 << 24
"""The longest message of a worker, in bytes."""
_PACKAGE: Final = __name__.rpartition(".")[0]
_TICK: Final = 0.5
"""Seconds between checks of a worker, which sends signs of life at the same interval."""
_SILENT: Final = 8
"""Checks without a sign of life after which a worker counts as hung; a busy server makes fewer checks."""
_STARVING: Final = 40
"""The number of such checks for a runnable worker that gets no processor time."""
_GRACE: Final = 1.0
"""Seconds for a process to end after a request."""
_ENDING: Final = 3.0
"""Seconds for a process to end by itself after its output has ended."""
_STARTING: Final = 1200
"""Checks until the first sign of life: everything may have to be compiled first."""
_BEGUN: Final = 6
"""The maximum number of started jobs of a worker, each with a tree; short jobs may exceed it."""
_FROM_OUTSIDE: Final = (0, 255, *(-number for number in (KILL, signal.SIGTERM, signal.SIGINT)))
"""Exit codes with causes outside the worker; 255 means unknown."""
_log = logging.getLogger(__name__)

Loss = Literal["killed", "failed", "silent", "stuck"]
"""Why a worker was lost: killed from outside, an error of its own, without signs of life, or stuck in a job."""


@dataclass(frozen=True, kw_only=True)
class Crew:
    """The workers of an engine: ``workers`` processes, by default one for every core but one.

    Each keeps the search trees of ``games`` games, of ``megabytes`` at most. With ``warm`` they load their code before
    the first job; the first worker compiles it if it is not cached.
    """

    workers: int | None = None
    games: int = 6
    megabytes: int = 48
    warm: bool = True

    @property
    def size(self) -> int:
        return self.workers or max(1, (os.cpu_count() or 2) - 1)


class WorkerProcess:
    """A worker process, and the jobs it has started: one is ``at_hand``, others are suspended.

    ``keys`` are those of the search trees that it probably holds. ``ready``: it takes jobs. ``loss`` is why it was
    lost. A job without a pause for ``deadline`` seconds is stuck.
    """

    def __init__(self, crew: Crew, deadline: float) -> None:
        self._deadline = deadline
        jobs = {"games": crew.games, "megabytes": crew.megabytes}
        self._settings = json.dumps({"jobs": jobs, "warm": crew.warm})
        self._process: asyncio.subprocess.Process | None = None
        self._silence, self._patience, self._since = 0, _STARTING, 0.0
        self._ended_for: Loss | None = None
        self.jobs: dict[int, Job] = {}
        self.at_hand: Job | None = None
        self.keys: deque[str] = deque(maxlen=crew.games)
        self.ready: bool = False
        self.pid: int | None = None  # known once it is ready
        self.loss: Loss = "killed"

    def has_room(self, short: bool) -> bool:
        """Return whether it can start another job, perhaps a ``short`` one."""
        return self.ready and (short or sum(not job.is_bonus for job in self.jobs.values()) < _BEGUN)

    @property
    def ponders(self) -> bool:
        return self.at_hand is not None and self.at_hand.is_bonus

    @property
    def is_idle(self) -> bool:
        """Whether it is without a job, or only ponders."""
        return self.at_hand is None or self.ponders

    async def live(self, hear: Callable[[WorkerProcess, FromWorker], None]) -> None:
        """Run the process until it ends, is killed, or this is cancelled; ``hear`` gets its messages."""
        process = self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", _PACKAGE, self._settings),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=_LONGEST, env=own_environment(),
            **BEHIND,
        )  # fmt: skip
        watching = asyncio.ensure_future(self._watch(process))
        try:
            let_stand_back(process.pid)
            assert process.stdout is not None  # it is a pipe
            async for line in process.stdout:
                self._silence, self._patience = 0, _SILENT
                try:
                    message = read(line)
                except ValueError:  # a line cut off when the worker was lost
                    continue
                if "alive" in message:
                    continue
                self._since = _now()
                if "ready" in message:
                    self.pid, self.ready = message["ready"], True
                hear(self, message)
            self.ready = False
            with contextlib.suppress(TimeoutError):  # the worker's own exit code is more informative than a signal's
                async with asyncio.timeout(_ENDING):
                    await process.wait()
        finally:
            watching.cancel()
            code = await _ended(process)
            self.loss = self._ended_for or ("killed" if code in _FROM_OUTSIDE else "failed")

    def go_on_with(self, job: Job) -> None:
        """Switch the worker to a job, new or already started."""
        message: ToWorker = {"job": job.number}
        if job.number not in self.jobs:
            self.jobs[job.number] = job
            with contextlib.suppress(ValueError):
                self.keys.remove(job.question.key)
            self.keys.append(job.question.key)
            message |= {"kind": job.kind, "request": job.request}
        if self.at_hand is not None and self.ponders:
            self.cancel(self.at_hand)  # first, as the other job may need this job's tree
        self.at_hand, self._since = job, _now()
        self._tell(message)

    def cancel(self, job: Job) -> None:
        """Cancel a job; the worker reports when it has stopped."""
        self._tell({"cancel": job.number})

    def finish(self, number: int) -> None:
        """Forget a job that the worker has answered or given up."""
        job = self.jobs.pop(number)
        self.at_hand = None if self.at_hand is job else self.at_hand

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        """Kill the process when its heartbeats stop, or when it is stuck in a job."""
        while True:
            await asyncio.sleep(_TICK)
            self._silence += 1
            if self._silence > self._patience:
                if self._silence > _STARVING or not wants_to_run(self.pid):
                    self._end(process, "silent")
            elif self.at_hand is not None and _now() - self._since > self._deadline:
                self._end(process, "stuck")

    def _end(self, process: asyncio.subprocess.Process, loss: Loss) -> None:
        _log.warning("an engine worker is %s and is replaced", loss, extra={"worker": self.pid})
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        self._ended_for, self._silence, self._since = loss, 0, _now()

    def _tell(self, message: ToWorker) -> None:
        if self.ready and self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")


async def _ended(process: asyncio.subprocess.Process) -> int:
    """End a process, by force after a grace period; return its exit code."""
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(_GRACE):
            return await process.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        return await process.wait()


def _now() -> float:
    return asyncio.get_running_loop().time()
