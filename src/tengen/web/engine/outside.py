"""The operator's stronger engine, such as KataGo, which is used before the workers for games that it supports."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import Final, Literal, TypeVar, cast

from ...engines import Effort, Engine
from ...engines.dead import expected_end
from ...engines.engine import favourite
from ...game import Game
from ...players import Analysis, Budget
from ...records import TengenError
from ..scheduler.fair_queue import CostModel, QueueFull
from ..scheduler.slots import Slot, Slots
from ..scheduler.threads import in_thread
from .engine_jobs import GLANCE, described, explained
from .jobs import EngineDown, Question, busy
from .messages import AnalysisResult, DeadStones, JobKind

_INTERVAL: Final = 0.5
"""Seconds between partial results of an analysis, and between checks whether it is still wanted."""
_LOOK: Final = 2_000
"""Simulations of Tengen's engine up to which a quick look suffices."""
_LOOKS_AT_DEAD: Final = 2
"""Looks for dead stones: one for each side to move."""
_MOMENT: Final = 5.0
"""Seconds to wait for the engine to start; after that, workers answer until it runs."""
_REST: Final = 60.0
"""Seconds after a failed start during which workers answer at once."""
_LOOK_AFTER: Final = 10.0
"""Seconds between checks whether it runs, while it is idle."""
_FIRST_BOARD: Final = "3x3"
"""The board of the first position, which tests the engine before it gets jobs."""
_SILENCE: Final = 3.0
"""Seconds of silence after which it counts as hung, once it has judged a position; it reports every second."""
_TICK: Final = 0.25
"""Seconds between checks for its silence."""
_LONGEST: Final = 60.0
"""The longest expected time of a job, in seconds."""
OutsideEnd = Literal["answered", "unknown", "absent", "silent", "failed"]
"""How a job ended: answered, or left to the workers because the engine does not support the game or gave no result
("unknown"), was not running or already hung ("absent"), hung over this job ("silent"), or failed."""
_FAILED: Final = "the outside engine failed; workers take over"
_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class OutsideEngine:
    """Runs jobs on an engine, several positions at a time; None if it does not support the game, or fails.

    Payers get fair shares, one account at most half of the engine (`Slots`); ``queue`` jobs may wait. If the engine
    hangs, only the jobs running then are delayed: workers answer until it responds or its program has been replaced.
    If it does not start or does not answer its first test position, it is retried after a while. ``ended`` counts the
    jobs by kind and end.
    """

    def __init__(self, engine: Engine, queue: int = 64) -> None:
        self._engine = engine
        costs = CostModel(_LONGEST, seconds=1.0, size=1e6)
        self._slots = Slots(engine.at_once, each=max(1, engine.at_once // 2), room=queue, costs=costs)
        self._threads = ThreadPoolExecutor(engine.at_once + 1, thread_name_prefix="outside")  # one more for its start
        self._start: asyncio.Future[bool] | None = None
        self._begun = 0.0
        self._rests_until = 0.0
        self._has_judged = False
        self.ended: Counter[tuple[JobKind, OutsideEnd]] = Counter()

    @property
    def state(self) -> Literal["runs", "starting", "fails"]:
        """Its state: "starting" until it has judged a first position; "fails" if it hangs or has failed recently."""
        if self._hangs or time.monotonic() < self._rests_until:
            return "fails"
        return "runs" if self._has_judged else "starting"

    async def keep(self) -> None:
        """Start it, and restart it whenever it has ended, so that no job has to wait for that."""
        while True:
            try:
                await self._runs(0.0)
            except Exception:  # a failure must not prevent the next start
                _log.exception("the outside engine could not be supervised")
            await asyncio.sleep(_LOOK_AFTER)

    @property
    def waiting(self) -> Counter[JobKind]:
        return Counter(cast("JobKind", slot.kind) for slot in self._slots.waiting)

    @property
    def begun(self) -> int:
        return self._slots.taken

    def queued(self, key: str) -> bool:
        """Return whether a job of this key is waiting."""
        return any(slot.key == key for slot in self._slots.waiting)

    async def analyse(
        self, question: Question, simulations: int, on_update: Callable[[AnalysisResult], None] | None
    ) -> AnalysisResult | None:
        """Analyse a position as thoroughly as workers would with this many simulations."""
        loop = asyncio.get_running_loop()

        def tell(found: AnalysisResult) -> None:
            if on_update is not None:
                loop.call_soon_threadsafe(on_update, found)

        effort: Effort = "glance" if simulations <= GLANCE else "look" if simulations <= _LOOK else "study"
        work = partial(self._analysed, question.played, effort, tell)
        return await self._done("analysis", question, self._visits(effort), work)

    async def move(self, question: Question, visits: int) -> str | None:
        """Return its best move after ``visits`` visits."""
        return await self._done("move", question, visits, partial(self._moved, visits))

    def why_not(self, game: Game) -> str:
        """Return why the engine does not play a game, in words that follow its name; "" if it does."""
        return self._engine.why_not(game)

    async def dead(self, question: Question) -> DeadStones | None:
        return await self._done("dead", question, _LOOKS_AT_DEAD * self._visits("look"), self._dead)

    def close(self) -> None:
        self._engine.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _visits(self, effort: Effort) -> int:
        return self._engine.budget(effort).simulations or 1

    async def _done(
        self, kind: JobKind, question: Question, visits: int, work: Callable[[Game, Event], _T | None]
    ) -> _T | None:
        """Run a job in a thread once a slot is free, until it is done or cancelled; count how it ends."""
        game = await in_thread(self._known, question)
        if game is None:
            self.ended[kind, "unknown"] += 1
            return None
        if self._hangs or not await self._runs(_MOMENT):
            self.ended[kind, "absent"] += 1
            return None
        loop, unwanted, found = asyncio.get_running_loop(), Event(), None
        end: OutsideEnd
        slot = Slot(payer=question.account, urgent=kind != "analysis", kind=kind, key=question.key)
        slot.size, waiting = visits * question.points, len(self._slots.waiting)
        try:
            await self._slots.take(slot)
            done = loop.run_in_executor(self._threads, work, game, unwanted)
            done.add_done_callback(lambda done: self._leave(slot, done))
            found = await self._heard(done)
            end = "unknown" if found is None else "answered"
        except QueueFull:
            raise busy(waiting) from None
        except EngineDown:
            end = "silent"
        except TengenError as error:
            _log.warning(_FAILED, extra={"why": str(error)})
            end = "failed"
        finally:
            unwanted.set()
        self.ended[kind, end] += 1
        return found

    async def _heard(self, done: asyncio.Future[_T | None]) -> _T | None:
        """Return the result of a thread; if the engine hangs, this job and all waiting ones get EngineDown."""
        while not done.done():
            await asyncio.wait([done], timeout=_TICK)
            if self._hangs and not done.done():
                _log.warning("the outside engine does not respond; workers take over until it does")
                self._slots.turn_away(EngineDown("the engine does not respond"))
                raise EngineDown("the engine does not respond")
        found = done.result()
        self._has_judged = self._has_judged or found is not None
        return found

    def _leave(self, slot: Slot, done: asyncio.Future[_T | None]) -> None:
        if not done.cancelled():
            done.exception()  # retrieved, as the caller may have gone
        self._slots.leave(slot)

    @property
    def _hangs(self) -> bool:
        """Whether it is silent during a job; it gets no jobs before it has judged its test position."""
        return self._has_judged and self._engine.silence > _SILENCE

    async def _runs(self, moment: float) -> bool:
        """Return whether the engine runs; if not, start it.

        All callers wait for a start until ``moment`` seconds after its beginning. After a failed start, the next start
        is delayed.
        """
        now = time.monotonic()
        if self._start is None or self._start.done():
            if now < self._rests_until:
                return False
            self._start, self._begun = asyncio.get_running_loop().run_in_executor(self._threads, self._started), now
        start = self._start  # the next start may begin before this task sees the end of this one
        await asyncio.wait([start], timeout=max(0.0, self._begun + moment - now))
        return start.done() and not start.cancelled() and start.result()

    # -- in a thread ---------------------------------------------------------------------------------------------------

    def _started(self) -> bool:
        try:
            self._engine.start()
            if not self._has_judged:
                self._engine.judge(Game("chinese", board=_FIRST_BOARD), Budget(simulations=1))
                self._has_judged = True
        except TengenError as error:
            _log.warning(_FAILED, extra={"why": str(error)})
            self._rests_until = time.monotonic() + _REST
            return False
        return True

    def _known(self, question: Question) -> Game | None:
        game = Game.from_json(question.text)
        return None if self._engine.why_not(game) else game

    def _analysed(
        self, played: str, effort: Effort, tell: Callable[[AnalysisResult], None], game: Game, unwanted: Event
    ) -> AnalysisResult | None:
        if game.outcome is not None:
            return None
        found: Analysis | None = None
        for found in self._engine.analyse(game, self._engine.budget(effort), _INTERVAL):
            tell(described(game, found))
            if unwanted.is_set():
                break
        if found is None:
            return None
        return described(game, found) if effort == "glance" else explained(game, found, played)

    def _moved(self, visits: int, game: Game, unwanted: Event) -> str | None:
        best = None
        for found in self._engine.analyse(game, Budget(simulations=visits), _INTERVAL):
            if unwanted.is_set():
                return None
            best = favourite(game, found)
        return None if best is None else game.write_move(best)

    def _dead(self, game: Game, unwanted: Event) -> DeadStones | None:
        def pause() -> None:
            if unwanted.is_set():
                raise _Unwanted

        try:
            ending = expected_end(game, engine=self._engine, pause=pause)
        except _Unwanted:  # caught here to cancel the engine's query at once: a stored exception would keep its frames
            return None
        return DeadStones(list(ending.dead), ending.by)


class _Unwanted(Exception):
    """The answer is no longer wanted."""
