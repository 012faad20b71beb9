"""A stronger engine beside the workers, such as KataGo: asked first about what it knows, where the operator has one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Final, TypeVar

from ...engines import Effort, Engine
from ...game import Game
from ...match.dead import estimate_dead
from ...players import Analysis
from ...records import TengenError
from .engine_jobs import GLANCE, described, explained
from .jobs import Question
from .messages import AnalysisResult

_INTERVAL: Final = 0.5
"""Seconds between two partial results of an analysis, and between two looks at whether it is still wanted."""
_LOOK: Final = 2_000
"""Simulations of Tengen's own up to which no more than a look is asked for."""
_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class OutsideEngine:
    """Answers what an engine knows, ``at_once`` positions at a time; None where it does not, or fails."""

    def __init__(self, engine: Engine, at_once: int = 8) -> None:
        self._engine = engine
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="outside")

    async def analyse(
        self, question: Question, simulations: int, on_update: Callable[[AnalysisResult], None] | None
    ) -> AnalysisResult | None:
        """Return what is found about a position, as closely as workers would look by so many simulations."""
        loop = asyncio.get_running_loop()

        def tell(found: AnalysisResult) -> None:
            if on_update is not None:
                loop.call_soon_threadsafe(on_update, found)

        effort: Effort = "glance" if simulations <= GLANCE else "look" if simulations <= _LOOK else "study"
        return await self._done(lambda unwanted: self._analysed(question, effort, tell, unwanted))

    async def dead(self, question: Question) -> list[str] | None:
        """Return the stones that look dead."""
        return await self._done(lambda unwanted: self._dead(question))

    def close(self) -> None:
        """End the engine; what is still asked fails."""
        self._engine.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _done(self, work: Callable[[Event], _T | None]) -> _T | None:
        """Do something in a thread, until it is done or unwanted."""
        unwanted = Event()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, unwanted)
        except TengenError as error:
            _log.warning("the outside engine failed, and workers take over", extra={"why": str(error)})
            return None
        finally:
            unwanted.set()

    # -- in a thread ---------------------------------------------------------------------------------------------------

    def _analysed(
        self, question: Question, effort: Effort, tell: Callable[[AnalysisResult], None], unwanted: Event
    ) -> AnalysisResult | None:
        game = self._known(question)
        if game is None:
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

    def _dead(self, question: Question) -> list[str] | None:
        game = Game.from_json(question.text)
        return None if self._engine.why_not(game) else list(estimate_dead(game, engine=self._engine))

    def _known(self, question: Question) -> Game | None:
        game = Game.from_json(question.text)
        return None if game.outcome is not None or self._engine.why_not(game) else game
