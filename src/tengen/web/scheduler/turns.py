"""Turns at something of which there is too little for all at once: threads, the helper process, pages, an engine."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from .accounts import asker
from .fair_queue import UNBOUNDED, CostModel, FairQueue, QueueFull, Work


@dataclass(eq=False, kw_only=True)
class Turn(Work):
    """Work that waits for a turn and holds it; its ``kind`` and ``size`` say what it costs, ``key`` what it is for."""

    kind: str = ""
    size: float = 1.0
    key: str = ""
    given: asyncio.Future[None] | None = None


class Turns:
    """Turns that are taken ``at_once``, ``each`` by one payer at most; who waits has fair shares (`FairQueue`).

    ``room`` turns may be waited for in all, ``waiting`` by one payer.
    """

    def __init__(
        self,
        at_once: int,
        *,
        each: int = UNBOUNDED,
        room: int = UNBOUNDED,
        waiting: int = UNBOUNDED,
        costs: CostModel | None = None,
    ) -> None:
        self._free, self._each = at_once, each
        self._costs = costs or CostModel(longest=60.0, seconds=0.01, size=1.0)
        self._queue: FairQueue[Turn] = FairQueue(room, waiting)
        self._taken: Counter[str] = Counter()

    @property
    def taken(self) -> int:
        """How many turns are taken."""
        return self._taken.total()

    @property
    def waiting(self) -> list[Turn]:
        """The turns that are waited for."""
        return [*self._queue]

    def is_waited_for(self, payer: str) -> bool:
        """Say whether a payer waits for a turn."""
        return self._queue.waits((payer, True))

    async def take(self, turn: Turn, bounded: bool = True) -> Turn:
        """Wait for a turn, which lasts until `leave`.

        Raises:
            QueueFull: too many wait already and the turn is ``bounded``, or somebody with fewer turns needs its room.
        """
        turn.expected = self._costs.expected(turn.kind, turn.size)
        if self._free and self._taken[turn.payer] < self._each:
            self._queue.enter(turn)
            self._begin(turn)
            return turn
        turn.given = asyncio.get_running_loop().create_future()
        out = self._queue.put(turn, bounded)
        if out is not None:
            self._refuse(out, QueueFull())
        try:
            await turn.given
        except asyncio.CancelledError:
            if self._queue.remove(turn):
                self._queue.leave(turn)
            elif turn.begun is not None:
                self.leave(turn)
            raise
        return turn

    def leave(self, turn: Turn, spent: float | None = None) -> None:
        """End a turn, which is charged for the time since its begin, or for what it ``spent``."""
        assert turn.begun is not None  # it has begun
        turn.spent = asyncio.get_running_loop().time() - turn.begun if spent is None else spent
        self._costs.learn(turn.kind, turn.size, turn.spent)
        self._queue.release(turn)
        self._taken[turn.payer] -= 1
        if not self._taken[turn.payer]:
            del self._taken[turn.payer]
        self._free += 1
        self._hand_out()

    def turn_away(self, error: Exception) -> None:
        """Refuse a turn to all who wait."""
        for turn in self.waiting:
            self._queue.remove(turn)
            self._refuse(turn, error)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Hold a turn for the block, on the account of whom this task works for."""
        turn = await self.take(Turn(payer=asker()), bounded=False)
        try:
            yield
        finally:
            self.leave(turn)

    def _refuse(self, turn: Turn, error: Exception) -> None:
        self._queue.leave(turn)
        if turn.given is not None and not turn.given.done():
            turn.given.set_exception(error)

    def _begin(self, turn: Turn) -> None:
        self._free -= 1
        self._taken[turn.payer] += 1
        self._queue.hold(turn)
        turn.begun = asyncio.get_running_loop().time()

    def _hand_out(self) -> None:
        may = None if self._each == UNBOUNDED else lambda turn: self._taken[turn.payer] < self._each
        while self._free and (turn := self._queue.first(may)) is not None:
            self._queue.remove(turn)
            assert turn.given is not None  # it has waited
            if turn.given.done():
                self._queue.leave(turn)
                continue
            self._begin(turn)
            turn.given.set_result(None)
