"""The engine as the server sees it: a few worker processes, a bounded queue of jobs, and an answer to each."""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
from collections.abc import Callable, Mapping
from typing import Final, cast

from ...match.dead import SIMULATIONS
from ...players import LEVELS
from .job_queue import EngineError, Job, JobQueue
from .messages import AnalysisResult, FromWorker, JobAnswer, JobKind, JobRequest
from .worker_process import WorkerProcess, WorkerSettings

LIMITS: Final[dict[JobKind, float]] = {"move": 60.0, "dead": 60.0, "analysis": 90.0}
"""Seconds after which a worker that has not answered is taken to be stuck."""
_TRIES: Final = 2
_STARTS: Final = 3
_log = logging.getLogger(__name__)
UpdateListener = Callable[[AnalysisResult], None]


class EnginePool:
    """Thinks in ``workers`` processes (by default one for every core but one), and never in the server's own.

    At most ``queue`` jobs wait; moves and dead stones come before analyses, and also in between the parts of one. A
    worker that dies, or is stuck for longer than ``limits`` allow, is replaced, and its job tried once more.
    ``warm`` has workers load what they need before the first job; the first one compiles it where nobody has yet.
    """

    def __init__(
        self,
        *,
        workers: int | None = None,
        queue: int = 64,
        games: int = 6,
        megabytes: int = 48,
        limits: Mapping[JobKind, float] = LIMITS,
        warm: bool = True,
    ) -> None:
        self._size = workers or max(1, (os.cpu_count() or 2) - 1)
        self._games, self._limits = games, limits
        self._settings: WorkerSettings = {"jobs": {"games": games, "megabytes": megabytes}, "warm": warm}
        self._queue = JobQueue(queue)
        self._processes: list[WorkerProcess] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._numbers = itertools.count(1)
        self._is_warm = asyncio.Event()
        self._broken = False
        self._lost = 0
        self._done = 0

    async def start(self) -> None:
        """Start the workers, without waiting for them: jobs may be given at once."""
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._keep_one(place)) for place in range(self._size)]

    async def stop(self) -> None:
        """End the workers; whoever still waits for an answer is told so."""
        tasks, self._tasks = self._tasks, []
        self._fail_all("the engine has been stopped")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- jobs ----------------------------------------------------------------------------------------------------------

    async def move(self, game_json: str, level: int, key: str) -> str:
        """Return the move (its text) that a level of the computer makes in a game; ``key`` says which game it is.

        Raises:
            Busy: too many wait already. EngineError: the game is over, or the engine broke down.
        """
        if not 1 <= level <= len(LEVELS):
            raise EngineError(f"the computer's levels are 1 to {len(LEVELS)}, not {level}")
        return cast("str", await self._ask("move", key, {"text": game_json, "level": level, "key": key}))

    async def dead(self, game_json: str, key: str = "", simulations: int = SIMULATIONS) -> list[str]:
        """Return the labels of the stones that look dead; errors as for `move`."""
        return cast("list[str]", await self._ask("dead", key, {"text": game_json, "simulations": simulations}))

    async def analyse(
        self, game_json: str, simulations: int, on_update: UpdateListener | None = None, key: str = ""
    ) -> AnalysisResult:
        """Return what is found about a position; ``on_update`` gets what is found so far.

        Errors as for `move`. Cancelling this, as any other job, ends the work.
        """
        request: JobRequest = {"text": game_json, "simulations": simulations}
        return cast("AnalysisResult", await self._ask("analysis", key, request, on_update))

    # -- how it stands -------------------------------------------------------------------------------------------------

    @property
    def warming(self) -> bool:
        """Whether no worker has been ready yet: the first jobs may have to wait for a compilation."""
        return not self._is_warm.is_set()

    async def warmed(self) -> None:
        """Wait until the first worker is ready."""
        await self._is_warm.wait()

    def queued(self, key: str) -> bool:
        """Say whether a job of this key waits for a worker."""
        return any(job.key == key for job in self._queue)

    @property
    def pids(self) -> list[int]:
        """The numbers of the worker processes that are ready."""
        return [process.pid for process in self._processes if process.ready and process.pid is not None]

    def figures(self) -> dict[str, int]:
        """Return figures for the metrics: workers ready, jobs being done, waiting and done, workers lost."""
        return {
            "workers": len(self.pids),
            "busy": sum(len(process.jobs) for process in self._processes),
            "waiting": len(self._queue),
            "done": self._done,
            "lost": self._lost,
        }

    # -- the way of a job ----------------------------------------------------------------------------------------------

    async def _ask(
        self, kind: JobKind, key: str, request: JobRequest, on_update: UpdateListener | None = None
    ) -> JobAnswer:
        if not self._tasks or self._broken:
            raise EngineError("the engine is not running")
        answer: asyncio.Future[JobAnswer] = asyncio.get_running_loop().create_future()
        job = Job(next(self._numbers), kind, key, request, answer, on_update)
        self._queue.put(job)
        self._hand_out()
        try:
            return await answer
        except asyncio.CancelledError:
            self._give_up(job)
            raise

    def _hand_out(self) -> None:
        """Give those who wait to workers that are free for them."""
        for urgent in (True, False):
            while (job := self._queue.first(urgent)) and (process := self._best_for(job)):
                self._queue.remove(job)
                process.give(job, self._limits[job.kind])

    def _best_for(self, job: Job) -> WorkerProcess | None:
        """Return a free worker: one that knows the game, else one that does nothing else, else any."""
        free = [process for process in self._processes if process.free_for(job)]
        return min(free, key=lambda process: (job.key not in process.keys, len(process.jobs)), default=None)

    def _give_up(self, job: Job) -> None:
        if not self._queue.remove(job):
            for process in self._processes:
                if job.number in process.jobs:
                    process.cancel(job)

    def _hear(self, process: WorkerProcess, message: FromWorker) -> None:
        if "ready" in message:
            process.ready = process.was_ready = True
            self._broken = False
            self._is_warm.set()
        elif "update" in message:
            job = process.jobs[message["job"]]
            if job.on_update is not None and not job.answer.done():
                _tell(job.on_update, message["update"])
            return
        else:
            self._settle(process.finish(message["job"]), message)
        self._hand_out()

    def _settle(self, job: Job, message: FromWorker) -> None:
        self._done += 1
        if job.answer.done():
            return
        if "answer" in message:
            job.answer.set_result(message["answer"])
        else:
            job.answer.set_exception(EngineError(message.get("error", "the job was given up")))

    # -- the life of a worker ------------------------------------------------------------------------------------------

    async def _keep_one(self, place: int) -> None:
        """Keep one worker alive: a new one for each that ends. The first is ready before the others begin."""
        if place:
            await self._is_warm.wait()
        failures = 0
        while True:
            process = WorkerProcess(self._settings, self._games)
            self._processes.append(process)
            try:
                await process.live(self._hear)
            finally:
                self._processes.remove(process)
            failures = 0 if process.was_ready else failures + 1
            self._lost += 1
            self._retry(process)
            if failures >= _STARTS:
                await self._rest(failures)

    def _retry(self, process: WorkerProcess) -> None:
        """Let the jobs of a worker that was lost be done by another, once."""
        _log.warning("worker %s was lost with %d jobs", process.pid, len(process.jobs))
        for job in reversed(process.jobs.values()):
            job.tries += 1
            if job.answer.done():
                continue
            if job.tries < _TRIES:
                self._queue.put_back(job)
            else:
                job.answer.set_exception(EngineError("the engine broke down twice over this position"))
        self._hand_out()

    async def _rest(self, failures: int) -> None:
        """Wait before another start where workers end again and again; if there are no others, nobody can be served."""
        if not self.pids:
            self._broken = True
            self._fail_all("the engine's workers do not start")
        await asyncio.sleep(min(60, 2 ** (failures - _STARTS)))

    def _fail_all(self, why: str) -> None:
        waiting = list(self._queue)
        for job in [*waiting, *(job for process in self._processes for job in process.jobs.values())]:
            self._queue.remove(job)
            if not job.answer.done():
                job.answer.set_exception(EngineError(why))


def _tell(on_update: UpdateListener, found: AnalysisResult) -> None:
    """Pass on what is found so far; whoever asked for it must not bring down the engine by a mistake."""
    try:
        on_update(found)
    except Exception:
        _log.exception("a listener to an analysis failed")
