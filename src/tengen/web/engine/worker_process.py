"""The server's side of one worker process: started, spoken to, watched, and ended, without ever blocking the loop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import signal
import sys
from collections import deque
from collections.abc import Callable
from typing import Final, Literal, TypedDict

from ...players.process import wants_to_run
from ...systems.processes import BEHIND, KILL, end, let_stand_back, wake
from ...workers import own_environment
from .jobs import Job
from .messages import FromWorker, ToWorker, read

Warm = Literal["first", "later", "no"]
_LONGEST: Final = 1 << 24
"""Bytes of the longest message of a worker."""
_PACKAGE: Final = __name__.rpartition(".")[0]
_TICK: Final = 0.5
"""Seconds between two looks at a worker, which gives a sign of life as often."""
_SILENT: Final = 5
"""Looks without a sign of life after which a worker hangs. A server that was busy itself has not looked meanwhile."""
_SILENT_AWAY: Final = 10
"""As many of one on another machine."""
_GRACE: Final = 1.0
"""Seconds in which a nursery may end its worker and itself."""
_ENDING: Final = 3.0
"""Seconds that a process may take to end by itself once it says nothing any more."""
_STARVING: Final = 40
"""As many of one that wants to run and is not let, as others have the processors."""
_STARTING: Final[dict[Warm, int]] = {"first": 1200, "later": 120, "no": 120}
"""Looks until the first sign of life: libraries have to be loaded, and at first everything has to be compiled; in
a cluster a processor has to become free, too."""
_BEGUN: Final = 6
"""Jobs that a worker may have begun, each of which holds a tree; what is soon done is begun beyond that."""
_FROM_OUTSIDE: Final = (0, 255, *(-number for number in (KILL, signal.SIGTERM, signal.SIGINT)))
"""Exit codes for which a worker can do nothing; 255 is said where the code is not known."""
_log = logging.getLogger(__name__)

Loss = Literal["killed", "failed", "silent", "stuck"]
"""Why a worker was lost: killed from outside, by a mistake of its own, as it gave no sign of life, or no result."""


class WorkerSettings(TypedDict):
    """What a worker is started with: the arguments of `EngineJobs`, and when it loads what is compiled.

    That is "first", before it is ready, or "later", beside its work, for those that replace it.
    """

    jobs: dict[str, int]
    warm: Warm


class WorkerProcess:
    """A worker process, which its nursery replaces, and the jobs it has begun: one is ``at_hand``, others stand still.

    ``settings`` are the worker's; ``keys`` are those whose search trees it holds, as far as one can tell from here.
    ``ready`` says that it takes jobs now, ``was_ready`` that it ever did; ``loss`` why the last one was lost.
    After ``deadline`` seconds a job that makes no pause is taken to be stuck. With the address of a
    ``cluster`` it runs on another machine, and here is only the process that passes messages on.
    """

    def __init__(self, settings: WorkerSettings, games: int, deadline: float, cluster: str = "") -> None:
        self._settings, self._deadline = json.dumps(settings), deadline
        self._cluster = cluster
        self._nursery: asyncio.subprocess.Process | None = None
        self._silence, self._patience = 0, _STARTING["first" if cluster else settings["warm"]]
        self._since = 0.0
        self.jobs: dict[int, Job] = {}
        self.at_hand: Job | None = None
        self.keys: deque[str] = deque(maxlen=games)
        self.ready: bool = False
        self.was_ready: bool = False
        self.pid: int | None = None
        self.loss: Loss = "killed"
        self._ended_for: Loss | None = None

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
        """Run the nursery until it ends by itself, is killed, or this is cancelled; ``hear`` is given its messages."""
        relay = ["tengen.workers.away", self._cluster] if self._cluster else []
        process = self._nursery = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", *relay, _PACKAGE, self._settings),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=_LONGEST, env=own_environment(),
            **BEHIND,
        )  # fmt: skip
        watching = asyncio.ensure_future(self._watch())
        try:
            let_stand_back(process.pid)
            assert process.stdout is not None  # it is a pipe
            async for line in process.stdout:
                self._silence, self._patience = 0, _SILENT_AWAY if self._cluster else _SILENT
                try:
                    message = read(line)
                except ValueError:  # what a worker could not end before it was lost
                    continue
                if "alive" in message:
                    continue
                self._since = _now()
                if "ready" in message:
                    self.pid, self.ready, self.was_ready = message["ready"], True, True
                elif "lost" in message:
                    self._lose(message["lost"])
                hear(self, message)
            with contextlib.suppress(TimeoutError):  # its own exit code says more than that of a signal
                async with asyncio.timeout(_ENDING):
                    await process.wait()
        finally:
            watching.cancel()
            self._lose(await self._stop(process))

    def _lose(self, code: int) -> None:
        self.ready, self.pid = False, None
        self.loss = self._ended_for or ("killed" if code in _FROM_OUTSIDE else "failed")
        self._ended_for = None

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

    def take_all(self) -> list[Job]:
        """Return the jobs of a worker that was lost; its successor has none."""
        jobs, self.jobs, self.at_hand = [*self.jobs.values()], {}, None
        self.keys.clear()
        return jobs

    async def _watch(self) -> None:
        """Kill the process when it gives no sign of life, or is stuck in a job."""
        while True:
            await asyncio.sleep(_TICK)
            self._silence += 1
            job = self.at_hand
            if self._silence > self._patience:
                starves = self._silence <= _STARVING and not self._cluster and wants_to_run(self.pid)
                if not starves:
                    self._end("silent")
            elif job is not None and _now() - self._since > self._deadline:
                self._end("stuck")

    def _end(self, loss: Loss) -> None:
        """End the worker; the nursery, too, if it has not replaced one that was ended before."""
        _log.warning("an engine worker is %s and is replaced", loss, extra={"worker": self.pid})
        assert self._nursery is not None  # it is watched
        if self.pid is None or self._ended_for is not None:
            self._kill(self._nursery)
        elif self._cluster:
            with contextlib.suppress(ProcessLookupError):
                self._nursery.terminate()  # which ends the worker first, on its machine
        else:
            end(self.pid)
            wake(self._nursery)  # it may have been stopped together with the worker
        self._ended_for, self._silence, self._since = loss, 0, _now()

    async def _stop(self, nursery: asyncio.subprocess.Process) -> int:
        """Have the nursery end, which ends its worker first; return its exit code."""
        with contextlib.suppress(ProcessLookupError):
            nursery.terminate()
        try:
            async with asyncio.timeout(_GRACE):
                return await nursery.wait()
        except TimeoutError:
            self._kill(nursery)
            return await nursery.wait()

    def _kill(self, nursery: asyncio.subprocess.Process) -> None:
        """End all at once."""
        with contextlib.suppress(ProcessLookupError):
            nursery.kill()
        if self.pid is not None and not self._cluster:
            end(self.pid)

    def _tell(self, message: ToWorker) -> None:
        if self.pid is not None and self._nursery is not None and self._nursery.stdin is not None:
            message = {"to": self.pid, **message}
            self._nursery.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")


def _now() -> float:
    return asyncio.get_running_loop().time()
