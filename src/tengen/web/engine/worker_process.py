"""The server's side of the workers: who they are, and each one's process, started, spoken to, watched, and ended."""

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
"""Bytes of the longest message of a worker."""
_PACKAGE: Final = __name__.rpartition(".")[0]
_TICK: Final = 0.5
"""Seconds between two looks at a worker, which gives a sign of life as often."""
_SILENT: Final = 8
"""Looks without a sign of life after which a worker hangs. A server that was busy itself has not looked meanwhile."""
_STARVING: Final = 40
"""As many of one that wants to run and is not let, as others have the processors."""
_GRACE: Final = 1.0
"""Seconds in which a process may end when it is asked to."""
_ENDING: Final = 3.0
"""Seconds that a process may take to end by itself once it says nothing any more."""
_STARTING: Final = 1200
"""Looks until the first sign of life: at first everything has to be compiled."""
_BEGUN: Final = 6
"""Jobs that a worker may have begun, each of which holds a tree; what is soon done is begun beyond that."""
_FROM_OUTSIDE: Final = (0, 255, *(-number for number in (KILL, signal.SIGTERM, signal.SIGINT)))
"""Exit codes for which a worker can do nothing; 255 is said where the code is not known."""
_log = logging.getLogger(__name__)

Loss = Literal["killed", "failed", "silent", "stuck"]
"""Why a worker was lost: killed from outside, by a mistake of its own, as it gave no sign of life, or no result."""


@dataclass(frozen=True, kw_only=True)
class Crew:
    """The workers of an engine: ``workers`` processes, by default one for every core but one.

    Each keeps the search trees of ``games`` games, of ``megabytes`` at most. ``warm`` has them load what they need
    before the first job; the first one compiles it where nobody has yet.
    """

    workers: int | None = None
    games: int = 6
    megabytes: int = 48
    warm: bool = True

    @property
    def size(self) -> int:
        """How many think at once."""
        return self.workers or max(1, (os.cpu_count() or 2) - 1)


class WorkerProcess:
    """A worker process, and the jobs it has begun: one is ``at_hand``, others stand still.

    ``keys`` are those whose search trees it holds, as far as one can tell from here. ``ready``: it takes jobs now.
    ``loss`` is why it was lost.
    After ``deadline`` seconds a job that makes no pause is taken to be stuck.
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
        self.pid: int | None = None  # once it was ready
        self.loss: Loss = "killed"

    def has_room(self, short: bool) -> bool:
        """Say whether it can begin another job, which is ``short`` or not."""
        return self.ready and (short or sum(not job.is_bonus for job in self.jobs.values()) < _BEGUN)

    @property
    def ponders(self) -> bool:
        """Whether it does what nobody waits for."""
        return self.at_hand is not None and self.at_hand.is_bonus

    @property
    def is_idle(self) -> bool:
        """Whether it does nothing that anybody waits for."""
        return self.at_hand is None or self.ponders

    async def live(self, hear: Callable[[WorkerProcess, FromWorker], None]) -> None:
        """Run the process until it ends by itself, is killed, or this is cancelled; ``hear`` is given its messages."""
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
                except ValueError:  # what a worker could not end before it was lost
                    continue
                if "alive" in message:
                    continue
                self._since = _now()
                if "ready" in message:
                    self.pid, self.ready = message["ready"], True
                hear(self, message)
            self.ready = False
            with contextlib.suppress(TimeoutError):  # its own exit code says more than that of a signal
                async with asyncio.timeout(_ENDING):
                    await process.wait()
        finally:
            watching.cancel()
            code = await _ended(process)
            self.loss = self._ended_for or ("killed" if code in _FROM_OUTSIDE else "failed")

    def go_on_with(self, job: Job) -> None:
        """Have the worker do a job from now on, one that it has begun or a new one."""
        message: ToWorker = {"job": job.number}
        if job.number not in self.jobs:
            self.jobs[job.number] = job
            with contextlib.suppress(ValueError):
                self.keys.remove(job.question.key)
            self.keys.append(job.question.key)
            message |= {"kind": job.kind, "request": job.request}
        if self.at_hand is not None and self.ponders:
            self.cancel(self.at_hand)  # first: the other job may want the tree that it has
        self.at_hand, self._since = job, _now()
        self._tell(message)

    def cancel(self, job: Job) -> None:
        """Tell the worker that a job is not wanted any more; it says when it has stopped."""
        self._tell({"cancel": job.number})

    def finish(self, number: int) -> None:
        """Forget a job that the worker has answered, or given up."""
        job = self.jobs.pop(number)
        self.at_hand = None if self.at_hand is job else self.at_hand

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        """Kill the process when it gives no sign of life, or is stuck in a job."""
        while True:
            await asyncio.sleep(_TICK)
            self._silence += 1
            if self._silence > self._patience:
                if self._silence > _STARVING or not wants_to_run(self.pid):
                    self._end(process, "silent")
            elif self.at_hand is not None and _now() - self._since > self._deadline:
                self._end(process, "stuck")

    def _end(self, process: asyncio.subprocess.Process, loss: Loss) -> None:
        """End the process at once."""
        _log.warning("an engine worker is %s and is replaced", loss, extra={"worker": self.pid})
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        self._ended_for, self._silence, self._since = loss, 0, _now()

    def _tell(self, message: ToWorker) -> None:
        if self.ready and self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")


async def _ended(process: asyncio.subprocess.Process) -> int:
    """End a process, at once if it does not when it is asked to; return its exit code."""
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
