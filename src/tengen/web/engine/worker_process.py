"""The server's side of one worker process: started, spoken to, and ended, without ever blocking the loop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
from collections import deque
from collections.abc import Callable
from typing import Final, TypedDict

from ..child_environment import child_environment
from .job_queue import Job
from .messages import FromWorker, ToWorker

_LONGEST: Final = 1 << 24
"""Bytes of the longest message of a worker."""
_PACKAGE: Final = __name__.rpartition(".")[0]
_log = logging.getLogger(__name__)


class WorkerSettings(TypedDict):
    """What a worker is started with: the arguments of `EngineJobs`, and whether it compiles before its first job."""

    jobs: dict[str, int]
    warm: bool


class WorkerProcess:
    """A worker process and the jobs it has: one that is urgent, and one that is not, at most.

    ``settings`` are the worker's; ``keys`` are those whose search trees it holds, as far as one can tell from here.
    ``ready`` says that it takes jobs now, ``was_ready`` that it ever did.
    """

    def __init__(self, settings: WorkerSettings, games: int) -> None:
        self._settings = json.dumps(settings)
        self._process: asyncio.subprocess.Process | None = None
        self._limits: dict[int, asyncio.TimerHandle] = {}
        self.jobs: dict[int, Job] = {}
        self.keys: deque[str] = deque(maxlen=games)
        self.ready = self.was_ready = False

    @property
    def pid(self) -> int | None:
        """The number of the process while there is one."""
        return self._process.pid if self._process else None

    def free_for(self, job: Job) -> bool:
        """Say whether it can take a job: an urgent one also during an analysis."""
        return self.ready and not any(each.urgent or not job.urgent for each in self.jobs.values())

    async def live(self, hear: Callable[[WorkerProcess, FromWorker], None]) -> None:
        """Run the process until it ends by itself, is killed, or this is cancelled; ``hear`` is given its messages."""
        process = self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", _PACKAGE, self._settings,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=_LONGEST, env=child_environment(),
        )  # fmt: skip
        try:
            assert process.stdout is not None  # it is a pipe
            async for line in process.stdout:
                hear(self, json.loads(line))
        except ValueError as error:
            _log.error("worker %d said what cannot be understood: %s", process.pid, error)
        finally:
            self.ready = False
            for limit in self._limits.values():
                limit.cancel()
            self.kill()
            await process.wait()

    def give(self, job: Job, seconds: float) -> None:
        """Hand a job to the worker, which is killed if it has not answered in time (seconds)."""
        self.jobs[job.number] = job
        with contextlib.suppress(ValueError):
            self.keys.remove(job.key)
        self.keys.append(job.key)
        self._limits[job.number] = asyncio.get_running_loop().call_later(seconds, self._late, job)
        self._tell({"job": job.number, "kind": job.kind, "request": job.request})

    def cancel(self, job: Job) -> None:
        """Tell the worker that a job is not wanted any more; it says when it has stopped."""
        self._tell({"cancel": job.number})

    def finish(self, number: int) -> Job:
        """Return a job that the worker has answered, or given up."""
        self._limits.pop(number).cancel()
        return self.jobs.pop(number)

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    def _late(self, job: Job) -> None:
        _log.warning("worker %s has not answered job %d (%s) in time and is replaced", self.pid, job.number, job.kind)
        self.kill()

    def _tell(self, message: ToWorker) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
