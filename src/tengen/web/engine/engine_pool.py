"""The server's interface to the engine: worker processes, a bounded queue of jobs, and an answer to each."""

from __future__ import annotations

import asyncio
import logging
import sys
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Literal, cast

from ...engines.dead import SIMULATIONS
from ...game import Game
from ...opening import LONGEST, book_move, on_board
from ...players import LEVELS
from ...players.player import OWN
from ...players.warming import uncompiled
from ...records import FormatError
from ...systems.processes import BEHIND, let_stand_back
from ...workers import own_environment
from ..scheduler.fair_queue import CostModel, FairQueue, QueueFull
from ..scheduler.limit_table import LIMITS
from ..scheduler.threads import in_thread
from .jobs import EngineDown, EngineError, Job, Question, busy
from .messages import AnalysisResult, DeadStones, FromWorker, JobAnswer, JobKind, JobRequest, TrialGame
from .outside import OutsideEngine
from .worker_process import Crew, Loss, WorkerProcess

_LONGEST: Final = 25.0
"""Seconds that a job may take; workers enforce it."""
_SHORT: Final = 1.0
"""Seconds; a shorter job may start on any worker."""
_QUANTUM: Final = 1.0
"""Seconds of virtual time by which another job must be ahead to interrupt the current one."""
_MOST_LOST: Final = 3
"""Lost workers after which a job is given up."""
_RESTART: Final = 2.0
"""Seconds charged to an account for a worker lost over its job."""
_STARTS: Final = 3
_MOST_REST: Final = 10.0
_PATIENCE: Final = 60
"""Checks, one a second, whether the search has been compiled, before the rest is compiled."""
_COMPILE: Final = "from tengen.players import warm_up; warm_up()"
_log = logging.getLogger(__name__)
UpdateListener = Callable[[AnalysisResult], None]
JobEnd = Literal["answered", "refused", "cancelled", "lost"]
"""How a job ended: with an answer, with a refusal, cancelled, or after its workers were lost."""


class EnginePool:
    """Runs jobs in the worker processes of a ``crew``.

    Payers get fair shares (`FairQueue`), and a job may interrupt another. At most ``queue`` jobs wait. A worker that
    dies, hangs or does not report on a job for ``deadline`` seconds is replaced, and its jobs are repeated; a job that
    loses several workers is given up. Analyses and dead stones go to an ``outside`` engine first, and to the workers if
    it does not support the game. With ``book``, the computer's first moves come from the opening book if its search was
    as large as the level's. With ``ponders``, idle workers ponder. Each of ``on_end`` is called with every ended job,
    and how it ended.
    """

    def __init__(
        self,
        crew: Crew | None = None,
        *,
        queue: int = 64,
        deadline: float = LIMITS["engine"].deadline,
        book: bool = True,
        outside: OutsideEngine | None = None,
        ponders: bool = False,
    ) -> None:
        self.outside = outside
        self._crew, self._deadline, self._book = crew or Crew(), deadline, book
        self.ponders: bool = ponders
        self._queue: FairQueue[Job] = FairQueue(queue)
        self._costs = CostModel(_LONGEST, seconds=1.0, size=1e6)
        self._processes: list[WorkerProcess] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._is_warm = asyncio.Event()
        self._broken = False
        self.lost: Counter[Loss] = Counter()
        self.on_end: list[Callable[[Job, JobEnd], None]] = []

    async def start(self) -> None:
        """Start the workers, without waiting for them; jobs can be queued at once."""
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._keep_one(place)) for place in range(self._crew.size)]
            if self._crew.warm:
                self._tasks.append(asyncio.create_task(self._compile_the_rest()))
            if self.outside is not None:
                self._tasks.append(asyncio.create_task(self._keep_outside(self.outside)))

    async def stop(self) -> None:
        """End the workers; unfinished jobs fail."""
        if self.outside is not None:
            await asyncio.to_thread(self.outside.close)
        tasks, self._tasks = self._tasks, []
        self._fail_all("the engine has been stopped")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- jobs ----------------------------------------------------------------------------------------------------------

    async def move(self, question: Question, level: int) -> str:
        """Return the move (its text) of a level of the computer in a game.

        Raises Busy if the queue is full, EngineError if the game is over, EngineDown if the engine broke down.
        """
        if not 1 <= level <= len(LEVELS):
            raise EngineError("the computer's levels are 1 to {count}, not {level}", count=len(LEVELS), level=level)
        simulations = LEVELS[level - 1]
        if self._book and question.moves <= LONGEST and (known := await in_thread(_from_book, question, simulations)):
            return known
        return cast("str", await self._ask("move", question, {"level": level, "simulations": simulations}))

    async def ponder(self, question: Question, level: int) -> None:
        """Let the worker that moved last in a game ponder if it is idle.

        This ends when the worker gets a job, after the time of a move, or when it is cancelled.
        """
        process = next((each for each in self._ready() if each.at_hand is None and question.key in each.keys), None)
        if not self.ponders or process is None:
            return
        job = self._job("ponder", question, {"level": level, "simulations": LEVELS[level - 1]})
        job.begun = job.asked
        process.go_on_with(job)
        with suppress(EngineError):
            await self._answer(job)

    async def guest_move(self, question: Question, visits: int) -> str | None:
        """Return the move of the stronger engine after ``visits`` visits; None if it is missing or fails."""
        return None if self.outside is None else await self.outside.move(question, visits)

    async def dead(self, question: Question, simulations: int = SIMULATIONS) -> DeadStones:
        """Return the labels of the stones that look dead, and the engine's name; errors as for `move`."""
        found = None if self.outside is None else await self.outside.dead(question)
        if found is not None:
            return found
        return DeadStones(cast("list[str]", await self._ask("dead", question, {"simulations": simulations})), OWN)

    async def analyse(
        self, question: Question, simulations: int, on_update: UpdateListener | None = None
    ) -> AnalysisResult:
        """Analyse a position; ``on_update`` gets partial results. Errors as for `move`."""
        found = None if self.outside is None else await self.outside.analyse(question, simulations, on_update)
        if found is not None:
            return found
        request: JobRequest = {"simulations": simulations, "played": question.played}
        own = cast("AnalysisResult", await self._ask("analysis", question, request, on_update))
        return own if self.outside is None else {**own, "instead": True}

    async def trial(self, question: Question, simulations: int, number: int) -> TrialGame:
        """Return a game of the computer against itself, with ``simulations`` a move. Errors as for `move`."""
        return cast("TrialGame", await self._ask("trial", question, {"simulations": simulations, "number": number}))

    # -- state ---------------------------------------------------------------------------------------------------------

    @property
    def starting(self) -> bool:
        """Whether jobs wait for the first worker, which is not ready yet and has not failed for good."""
        return not self._is_warm.is_set() and not self._broken and self.lost.total() < _STARTS

    @property
    def alive(self) -> bool:
        return bool(self._ready())

    @property
    def size(self) -> int:
        return self._crew.size

    def queued(self, key: str) -> bool:
        """Return whether a job of this key waits for a worker or for the stronger engine."""
        outside = self.outside is not None and self.outside.queued(key)
        return outside or any(job.question.key == key for job in self._queue)

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self._ready() if process.pid is not None]

    @property
    def waiting(self) -> Counter[JobKind]:
        return Counter(job.kind for job in self._queue)

    @property
    def begun(self) -> Counter[JobKind]:
        return Counter(job.kind for process in self._processes for job in process.jobs.values())

    # -- the way of a job ----------------------------------------------------------------------------------------------

    async def _ask(
        self, kind: JobKind, question: Question, request: JobRequest, on_update: UpdateListener | None = None
    ) -> JobAnswer:
        if not self._tasks or self._broken:
            raise EngineDown("the engine is not running")
        job = self._job(kind, question, request, on_update)
        job.expected = self._costs.expected(kind, job.size)
        waiting = len(self._queue)
        try:
            out = self._queue.put(job)
        except QueueFull:
            raise busy(waiting) from None
        if out is not None:
            self._end(out, "refused")
            out.refuse(busy(waiting))
        self._hand_out()
        return await self._answer(job)

    def _job(
        self, kind: JobKind, question: Question, request: JobRequest, on_update: UpdateListener | None = None
    ) -> Job:
        loop = asyncio.get_running_loop()
        request = {"text": question.text, "key": question.key, **request}
        return Job(kind, question, request, loop.create_future(), on_update, loop.time())

    async def _answer(self, job: Job) -> JobAnswer:
        try:
            return await job.answer
        except asyncio.CancelledError:
            self._give_up(job)
            raise

    def _ready(self) -> list[WorkerProcess]:
        return [process for process in self._processes if process.ready]

    def _hand_out(self) -> None:
        """Give every worker its next job, idle workers first."""
        first = self._queue.first()
        key = None if first is None else first.question.key
        for process in sorted(self._ready(), key=lambda each: (not each.is_idle, key not in each.keys, each.ponders)):
            job = self._next_of(process)
            if job is None or job is process.at_hand:
                continue
            if process.at_hand is None or self._rank(job)[0] + _QUANTUM < self._rank(process.at_hand)[0]:
                if self._queue.remove(job):
                    job.begun = job.begun or asyncio.get_running_loop().time()
                process.go_on_with(job)

    def _next_of(self, process: WorkerProcess) -> Job | None:
        """Return a worker's next job: one that it has already started, or a new one for which it has room."""
        waiting = self._queue.first(lambda job: process.has_room(job.expected < _SHORT))
        return min((*process.jobs.values(), *filter(None, [waiting])), key=self._rank, default=None)

    def _rank(self, job: Job) -> tuple[float, int]:
        return self._queue.rank(job), job.number

    def _give_up(self, job: Job) -> None:
        if self._queue.remove(job):
            self._end(job, "cancelled")
            return
        for process in self._processes:
            if job.number in process.jobs:
                process.cancel(job)

    def _hear(self, process: WorkerProcess, message: FromWorker) -> None:
        if "ready" in message:
            self._broken = False
            self._is_warm.set()
        else:
            self._hear_of(process, process.jobs[message["job"]], message)
        self._hand_out()

    def _hear_of(self, process: WorkerProcess, job: Job, message: FromWorker) -> None:
        """Handle a worker's message about a job: time spent, a partial result, or its end."""
        spent = message.get("spent", 0.0)
        job.spent += spent
        self._queue.charge(job, spent)
        if message.keys() <= {"job", "spent"}:
            return
        if "update" in message:
            if job.on_update is not None and not job.answer.done():
                try:
                    job.on_update(message["update"])
                except Exception:  # an error in the caller's callback must not stop the engine
                    _log.exception("a listener to an analysis failed")
            return
        process.finish(job.number)
        if "answer" in message:
            self._costs.learn(job.kind, job.size, job.spent)
            self._end(job, "answered")
            if not job.answer.done():
                job.answer.set_result(message["answer"])
        else:
            self._end(job, "cancelled" if "cancelled" in message else "refused")
            job.refuse(EngineError(message.get("error", "the job was given up")))

    def _end(self, job: Job, how: JobEnd) -> None:
        self._queue.leave(job)
        for listener in self.on_end:
            listener(job, how)

    # -- the life of a worker ------------------------------------------------------------------------------------------

    async def _keep_one(self, place: int) -> None:
        """Keep one worker alive by replacing it when it ends; the others start when the first is ready."""
        if place:
            await self._is_warm.wait()
        failures = 0
        while True:
            process = WorkerProcess(self._crew, self._deadline)
            self._processes.append(process)
            try:
                await process.live(self._hear)
            except Exception:  # a failure of one worker must not prevent the start of the next
                _log.exception("an engine worker could not be started or listened to")
                process.loss = "failed"
            finally:
                self._processes.remove(process)
            failures = failures + 1 if process.loss == "failed" and process.pid is None else 0
            self._lose(process)
            if failures >= _STARTS:
                await self._rest(failures)

    async def _compile_the_rest(self) -> None:
        """Let a separate process compile what the first worker does not need, unless it is cached."""
        await self._is_warm.wait()
        for _ in range(_PATIENCE):  # the search is compiled first, by others
            left = await in_thread(lambda: next(uncompiled(), None))
            if left is None:
                return
            if left != "search":
                break
            await asyncio.sleep(1.0)
        _log.info("compiling the rest, once: everything is slower for a minute or two")
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", _COMPILE, env=own_environment(), **BEHIND)
        let_stand_back(process.pid)
        try:
            if not await process.wait():
                _log.info("everything is compiled")
        finally:
            with suppress(ProcessLookupError):
                process.kill()

    async def _keep_outside(self, outside: OutsideEngine) -> None:
        """Keep the stronger engine running, once a worker is ready."""
        await self._is_warm.wait()
        await outside.keep()

    def _lose(self, process: WorkerProcess) -> None:
        """Give the jobs of a lost worker to another one; the current job counts as the cause."""
        self.lost[process.loss] += 1
        _log.warning("an engine worker was lost", extra={"worker": process.pid, "why": process.loss})
        if process.at_hand is not None:
            process.at_hand.lost += 1
            self._queue.charge(process.at_hand, _RESTART)
        for job in reversed(process.jobs.values()):
            job.spent = 0.0
            if job.is_bonus and not job.answer.done():
                job.answer.set_result("")  # pondering ends without a result
            if job.answer.done():
                self._end(job, "cancelled")
            elif job.lost < _MOST_LOST:
                self._queue.put_back(job)
            else:
                self._end(job, "lost")
                job.refuse(EngineDown("the engine failed repeatedly on this position"))
        self._hand_out()

    async def _rest(self, failures: int) -> None:
        """Wait before restarting a worker that keeps failing; if it is the only one, refuse all jobs."""
        if not self.pids:
            self._broken = True
            self._fail_all("the engine's workers do not start")
        await asyncio.sleep(min(_MOST_REST, 2 ** (failures - _STARTS)))

    def _fail_all(self, why: str) -> None:
        for job in [*self._queue, *(job for process in self._processes for job in process.jobs.values())]:
            if self._queue.remove(job):
                self._end(job, "lost")
            job.refuse(EngineDown(why))


def _from_book(question: Question, simulations: int) -> str | None:
    """Return the opening book's move in a game; None if it has none or its search was smaller."""
    try:
        if question.board and not on_board(question.board):
            return None
        game = Game.from_json(question.text)
        found = book_move(game, zlib.crc32(question.key.encode()), simulations)
    except (FormatError, OSError):
        _log.exception("the opening book cannot be read: first moves are searched")
        return None
    return None if found is None else game.write_move(found.move)
