"""A stronger engine beside the workers, such as KataGo: asked first about what it knows, where the operator has one."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Final, TypeVar

from ...engines import Effort, Engine
from ...engines.consulted import favourite
from ...game import Game
from ...match.dead import estimate_dead
from ...players import Analysis, Budget
from ...records import TengenError
from ..light_work import in_thread
from .engine_jobs import GLANCE, described, explained
from .fair_places import FairPlaces
from .jobs import Job, Question
from .messages import AnalysisResult, JobKind

_INTERVAL: Final = 0.5
"""Seconds between two partial results of an analysis, and between two looks at whether it is still wanted."""
_LOOK: Final = 2_000
"""Simulations of Tengen's own up to which no more than a look is asked for."""
_LOOKS_AT_DEAD: Final = 2
"""Looks that dead stones take: one for each side to move."""
_MOMENT: Final = 5.0
"""Seconds for which one waits for the engine to start; after them workers answer, until it runs."""
_WORTH_WAITING: Final = 30.0
"""The same for a move: who chose the engine as an opponent wants to play against no other."""
_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class OutsideEngine:
    """Answers what an engine knows, as many positions at a time as it thinks about; None where it does not, or fails.

    Who waits has fair shares (`FairPlaces`); ``queue`` jobs may wait.
    """

    def __init__(self, engine: Engine, queue: int = 64) -> None:
        self._engine = engine
        self._places = FairPlaces(engine.at_once, queue)
        self._threads = ThreadPoolExecutor(engine.at_once + 1, thread_name_prefix="outside")  # one that starts it
        self._numbers = itertools.count(1)
        self._start: asyncio.Future[bool] | None = None

    async def analyse(
        self, question: Question, simulations: int, on_update: Callable[[AnalysisResult], None] | None
    ) -> AnalysisResult | None:
        """Return what is found about a position, as closely as workers would look by so many simulations.

        Raises:
            Busy: too many wait already.
        """
        loop = asyncio.get_running_loop()

        def tell(found: AnalysisResult) -> None:
            if on_update is not None:
                loop.call_soon_threadsafe(on_update, found)

        effort: Effort = "glance" if simulations <= GLANCE else "look" if simulations <= _LOOK else "study"
        visits = self._visits(effort)
        return await self._done(
            "analysis", question, visits, lambda game, unwanted: self._analysed(game, effort, tell, unwanted)
        )

    async def move(self, question: Question, visits: int) -> str | None:
        """Return the move that it likes best after so many visits; errors as for `analyse`."""
        return await self._done(
            "move", question, visits, lambda game, unwanted: self._moved(game, visits, unwanted), _WORTH_WAITING
        )

    def why_not(self, game: Game) -> str:
        """Say why the engine does not play a game, in words that follow its name; "" where it does."""
        return self._engine.why_not(game)

    async def dead(self, question: Question) -> list[str] | None:
        """Return the stones that look dead; errors as for `analyse`."""
        return await self._done("dead", question, _LOOKS_AT_DEAD * self._visits("look"), self._dead)

    def close(self) -> None:
        """End the engine; what is still asked fails."""
        self._engine.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _visits(self, effort: Effort) -> int:
        return self._engine.budget(effort).simulations or 1

    async def _done(
        self,
        kind: JobKind,
        question: Question,
        visits: int,
        work: Callable[[Game, Event], _T | None],
        moment: float | None = None,
    ) -> _T | None:
        """Do something in a thread once there is a place for it, until it is done or unwanted."""
        game = await in_thread(self._known, question)
        if game is None or not await self._runs(_MOMENT if moment is None else moment):
            return None
        loop, unwanted = asyncio.get_running_loop(), Event()
        job = Job(next(self._numbers), kind, question, {"simulations": visits}, loop.create_future())
        await self._places.take(job)
        done = loop.run_in_executor(self._threads, work, game, unwanted)
        done.add_done_callback(lambda _: self._places.leave(job))
        try:
            return await asyncio.shield(done)  # whoever asked may go; the place lasts until the thread is free
        except TengenError as error:
            self._note(error)
            return None
        finally:
            unwanted.set()

    async def _runs(self, moment: float) -> bool:
        """Say whether the engine runs; it is started where it does not, and not waited for where that takes long."""
        if self._start is None or self._start.done():
            self._start = asyncio.get_running_loop().run_in_executor(self._threads, self._started)
        await asyncio.wait([self._start], timeout=moment)
        return self._start.done() and not self._start.cancelled() and self._start.result()

    def _note(self, error: TengenError) -> None:
        _log.warning("the outside engine failed, and workers take over", extra={"why": str(error)})

    # -- in a thread ---------------------------------------------------------------------------------------------------

    def _started(self) -> bool:
        try:
            self._engine.start()
        except TengenError as error:
            self._note(error)
            return False
        return True

    def _known(self, question: Question) -> Game | None:
        game = Game.from_json(question.text)
        return None if self._engine.why_not(game) else game

    def _analysed(
        self, game: Game, effort: Effort, tell: Callable[[AnalysisResult], None], unwanted: Event
    ) -> AnalysisResult | None:
        if game.outcome is not None:
            return None
        last: Analysis | None = None
        for found in self._engine.analyse(game, self._engine.budget(effort), _INTERVAL):
            if last is not None:
                tell(described(game, last))
            last = found
            if unwanted.is_set():
                break
        tells = described if effort == "glance" else explained
        return None if last is None else tells(game, last)

    def _moved(self, game: Game, visits: int, unwanted: Event) -> str | None:
        best = None
        for found in self._engine.analyse(game, Budget(simulations=visits), _INTERVAL):
            if unwanted.is_set():
                return None
            best = favourite(game, found)
        return None if best is None else game.write_move(best)

    def _dead(self, game: Game, unwanted: Event) -> list[str] | None:
        def pause() -> None:
            if unwanted.is_set():
                raise _Unwanted

        try:
            return list(estimate_dead(game, engine=self._engine, pause=pause))
        except _Unwanted:
            return None


class _Unwanted(Exception):
    """Nobody waits for the answer any more."""
