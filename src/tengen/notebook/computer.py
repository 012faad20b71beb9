"""The computer of a board in a notebook: it thinks in a thread beside the kernel, about one thing at a time."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ..engines.dead import SIMULATIONS
from ..game import Game
from ..opening import book_move
from ..records.levels import LEVELS
from ..web.engine.engine_jobs import EngineJobs
from ..web.engine.messages import AnalysisResult
from ..web.games.hints import SIMULATIONS as LOOKED

_T = TypeVar("_T")


class _Stopped(Exception):
    """Nobody waits for the answer any more."""


class Computer:
    """Answers for one board, whose search tree it keeps. Who stops waiting for an answer ends the thinking.

    The search is compiled code that leaves Python to others; it looks up every 30 ms whether it is still wanted.
    """

    def __init__(self) -> None:
        self._jobs = EngineJobs(games=1, pause=self._pause)
        self._seed = secrets.randbelow(1 << 32)
        self._thread = ThreadPoolExecutor(1, "tengen")
        self._wanted: object = None
        self._running: object = None

    async def move(self, game: Game, level: int) -> str:
        """Return the text of a move for the side to move: that of a level of the computer, or the opening book's."""
        known = book_move(game, self._seed, LEVELS[level - 1])
        if known is not None:
            return game.write_move(known.move)
        text = game.to_json()
        return await self._ask(lambda: self._jobs.move(text, level, ""))

    async def dead(self, game: Game) -> list[str]:
        """Return the stones of a game that look dead."""
        text = game.to_json()
        return await self._ask(lambda: self._jobs.dead(text, SIMULATIONS))

    async def analysis(self, game: Game) -> AnalysisResult:
        """Return what is found about a game's position, with as much thinking as the page spends on a hint."""
        text = game.to_json()
        return await self._ask(lambda: [*self._jobs.analyse(text, LOOKED)][-1])

    async def _ask(self, answer: Callable[[], _T]) -> _T:
        """Have a question answered in the thread; a question still being answered is dropped for it."""
        wish = self._wanted = object()

        def work() -> _T:
            self._running = wish
            self._pause()
            return answer()

        try:
            return await asyncio.wrap_future(self._thread.submit(work))
        finally:
            if self._wanted is wish:
                self._wanted = None

    def _pause(self) -> None:
        if self._running is not self._wanted:
            raise _Stopped
