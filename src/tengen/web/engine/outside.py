"""A stronger engine beside the workers, such as KataGo: asked first about what it knows, where the operator has one."""

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
"""Seconds between two partial results of an analysis, and between two looks at whether it is still wanted."""
_LOOK: Final = 2_000
"""Simulations of Tengen's own up to which no more than a look is asked for."""
_LOOKS_AT_DEAD: Final = 2
"""Looks that dead stones take: one for each side to move."""
_MOMENT: Final = 5.0
"""Seconds for which one waits for the engine to start; after them workers answer, until it runs."""
_REST: Final = 60.0
"""Seconds after a start that failed in which workers answer at once."""
_LOOK_AFTER: Final = 10.0
"""Seconds between two looks whether it runs, while nobody asks it anything."""
_FIRST_BOARD: Final = "3x3"
"""The board of the first position, by which it shows that it answers before anybody has to wait for it."""
_SILENCE: Final = 3.0
"""Seconds without a word, once it has judged a position, after which it hangs: it reports every second."""
_TICK: Final = 0.25
"""Seconds between two looks at whether it still says anything."""
_LONGEST: Final = 60.0
"""Seconds that a job is expected to take at most."""
OutsideEnd = Literal["answered", "unknown", "absent", "silent", "failed"]
"""How a job ended: answered; or left to the workers, as the engine does not know the game or would not say anything,
as it does not run or hangs already when it is asked, as it hangs over this job, or as it fails."""
_FAILED: Final = "the outside engine failed, and workers take over"
_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class OutsideEngine:
    """Answers what an engine knows, as many positions at a time as it thinks about; None where it does not, or fails.

    Who waits has fair shares, and one account half of the engine at most (`Slots`); ``queue`` jobs may wait. An engine
    that hangs holds up nobody for longer than the first who notices: workers answer until it says something again or
    its program has been replaced. One that does not answer the first position of its own, or does not start, is tried
    again after a while.
    ``ended`` counts the jobs by their kinds and ends.
    """

    def __init__(self, engine: Engine, queue: int = 64) -> None:
        self._engine = engine
        costs = CostModel(_LONGEST, seconds=1.0, size=1e6)
        self._slots = Slots(engine.at_once, each=max(1, engine.at_once // 2), room=queue, costs=costs)
        self._threads = ThreadPoolExecutor(engine.at_once + 1, thread_name_prefix="outside")  # one that starts it
        self._start: asyncio.Future[bool] | None = None
        self._begun = 0.0
        self._rests_until = 0.0
        self._has_judged = False
        self.ended: Counter[tuple[JobKind, OutsideEnd]] = Counter()

    @property
    def state(self) -> Literal["runs", "starting", "fails"]:
        """How it does: it starts until it has judged a first position, and fails where it hangs or could not lately."""
        if self._hangs or time.monotonic() < self._rests_until:
            return "fails"
        return "runs" if self._has_judged else "starting"

    async def keep(self) -> None:
        """Start it, and again for ever where it has ended: else somebody would wait for that."""
        while True:
            try:
                await self._runs(0.0)
            except Exception:  # what befalls it once must not keep it from being started again
                _log.exception("the outside engine could not be supervised")
            await asyncio.sleep(_LOOK_AFTER)

    @property
    def waiting(self) -> Counter[JobKind]:
        """How many jobs of each kind wait for a place."""
        return Counter(cast("JobKind", slot.kind) for slot in self._slots.waiting)

    @property
    def begun(self) -> int:
        """How many jobs have a place."""
        return self._slots.taken

    def queued(self, key: str) -> bool:
        """Say whether a job of this key waits for a place."""
        return any(slot.key == key for slot in self._slots.waiting)

    async def analyse(
        self, question: Question, simulations: int, on_update: Callable[[AnalysisResult], None] | None
    ) -> AnalysisResult | None:
        """Return what is found about a position, as closely as workers would look in this many simulations."""
        loop = asyncio.get_running_loop()

        def tell(found: AnalysisResult) -> None:
            if on_update is not None:
                loop.call_soon_threadsafe(on_update, found)

        effort: Effort = "glance" if simulations <= GLANCE else "look" if simulations <= _LOOK else "study"
        work = partial(self._analysed, question.played, effort, tell)
        return await self._done("analysis", question, self._visits(effort), work)

    async def move(self, question: Question, visits: int) -> str | None:
        """Return the move that it likes best after ``visits`` visits."""
        return await self._done("move", question, visits, partial(self._moved, visits))

    def why_not(self, game: Game) -> str:
        """Say why the engine does not play a game, in words that follow its name; "" where it does."""
        return self._engine.why_not(game)

    async def dead(self, question: Question) -> DeadStones | None:
        """Return the stones that look dead."""
        return await self._done("dead", question, _LOOKS_AT_DEAD * self._visits("look"), self._dead)

    def close(self) -> None:
        """End the engine; what is still asked fails."""
        self._engine.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _visits(self, effort: Effort) -> int:
        return self._engine.budget(effort).simulations or 1

    async def _done(
        self, kind: JobKind, question: Question, visits: int, work: Callable[[Game, Event], _T | None]
    ) -> _T | None:
        """Do something in a thread once there is a slot for it, until it is done or unwanted; count how it ends."""
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
        """Return the result of a thread; where the engine hangs, this job and all that wait get EngineDown."""
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
            done.exception()  # the one who asked may have gone, and nobody else looks at it
        self._slots.leave(slot)

    @property
    def _hangs(self) -> bool:
        """Whether it says nothing though it is asked; before its first judgement, its own, nobody asks it."""
        return self._has_judged and self._engine.silence > _SILENCE

    async def _runs(self, moment: float) -> bool:
        """Say whether the engine runs; it is started where it does not, and not waited for where that takes long.

        A start is waited for ``moment`` seconds from its beginning, by all who come together, and after one that failed
        there is no other for a while.
        """
        now = time.monotonic()
        if self._start is None or self._start.done():
            if now < self._rests_until:
                return False
            self._start, self._begun = asyncio.get_running_loop().run_in_executor(self._threads, self._started), now
        start = self._start  # the next one may begin before this task hears how it ended
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
        except _Unwanted:  # caught here, so that the engine is told at once: an exception that is kept keeps its frames
            return None
        return DeadStones(list(ending.dead), ending.by)


class _Unwanted(Exception):
    """Nobody waits for the answer any more."""
