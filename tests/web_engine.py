"""An engine that answers immediately, for tests of the web application."""

import asyncio
from collections.abc import Callable

from tengen import Game
from tengen.records import Gesture
from tengen.web.engine import Crew, EngineError, EnginePool, Question
from tengen.web.engine.engine_pool import UpdateListener
from tengen.web.engine.messages import AnalysisResult, DeadStones


async def eventually(fits: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    async with asyncio.timeout(300):
        while not fits():
            await asyncio.sleep(0.01)


class QuickEngine(EnginePool):
    """Plays the first legal point, with given dead stones."""

    def __init__(self) -> None:
        super().__init__(Crew(workers=1))
        self.takes_for_dead: list[str] = []
        self.asked: list[tuple[str, int]] = []
        self.waits: asyncio.Event | None = None
        self.fails = False
        self.is_full = False
        self.found: AnalysisResult | None = None
        self.looked = 0
        self.pondered: list[tuple[str, int]] = []
        """Records the games it was told to ponder on, their numbers of moves, and those it was told to stop."""
        self.broken_off: list[tuple[str, int]] = []

    async def start(self) -> None:
        """Start nothing: it is ready."""
        self._is_warm.set()

    async def stop(self) -> None:
        """Stop nothing."""

    def queued(self, key: str) -> bool:
        """Return whether a job waits, as do jobs that the test delays and marks as not begun."""
        return self.is_full

    @property
    def alive(self) -> bool:
        return True

    async def move(self, question: Question, level: int) -> str:
        """Return the first legal move other than a pass, once the test allows an answer."""
        self.asked.append((question.key, level))
        if self.waits is not None:
            await self.waits.wait()
        if self.fails:
            raise EngineError("the engine failed")
        game = Game.from_json(question.text)
        return next((game.write_move(move) for move in game.legal_moves() if not isinstance(move, Gesture)), "resign")

    async def ponder(self, question: Question, level: int) -> None:
        """Record the call, and do nothing for ever."""
        self.pondered.append((question.key, question.moves))
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.broken_off.append((question.key, question.moves))
            raise

    async def analyse(
        self, question: Question, simulations: int, on_update: UpdateListener | None = None
    ) -> AnalysisResult:
        """Return the test's answer, once it is set."""
        self.looked += 1
        if self.found is None:
            raise EngineError("the engine finds nothing")
        return self.found

    async def dead(self, question: Question, simulations: int = 0) -> DeadStones:
        """Return the test's answer."""
        stones = Game.from_json(question.text).stones
        return DeadStones([label for label in self.takes_for_dead if label in stones], "Tengen")
