"""Slots at something of which there is too little for all at once: threads, the helper process, pages, an engine."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from .fair_queue import UNBOUNDED, CostModel, FairQueue, QueueFull, Work
from .payers import asker


@dataclass(eq=False, kw_only=True)
class Slot(Work):
    """Work that waits for a slot and holds it; its ``kind`` and ``size`` say what it costs, ``key`` what it is for."""

    kind: str = ""
    size: float = 1.0
    key: str = ""
    given: asyncio.Future[None] | None = None


class Slots:
    """Slots that are taken ``at_once``, ``each`` by one payer at most; who waits has fair shares (`FairQueue`).

    ``room`` slots may be waited for in all, ``waiting`` by one payer.
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
        self._queue: FairQueue[Slot] = FairQueue(room, waiting)
        self._taken: Counter[str] = Counter()

    @property
    def taken(self) -> int:
        """How many slots are taken."""
        return self._taken.total()

    @property
    def waiting(self) -> list[Slot]:
        """The slots that are waited for."""
        return [*self._queue]

    def is_waited_for(self, payer: str) -> bool:
        """Say whether a payer waits for a slot."""
        return self._queue.waits((payer, True))

    async def take(self, slot: Slot, bounded: bool = True) -> Slot:
        """Wait for a slot, which lasts until `leave`.

        Raises:
            QueueFull: too many wait already and the slot is ``bounded``, or somebody with fewer slots needs its room.
        """
        slot.expected = self._costs.expected(slot.kind, slot.size)
        if self._free and self._taken[slot.payer] < self._each:
            self._queue.enter(slot)
            self._begin(slot)
            return slot
        slot.given = asyncio.get_running_loop().create_future()
        out = self._queue.put(slot, bounded)
        if out is not None:
            self._refuse(out, QueueFull())
        try:
            await slot.given
        except asyncio.CancelledError:
            if self._queue.remove(slot):
                self._queue.leave(slot)
            elif slot.begun is not None:
                self.leave(slot)
            raise
        return slot

    def leave(self, slot: Slot, spent: float | None = None) -> None:
        """End a slot, which is charged for the time since its begin, or for what it ``spent``."""
        assert slot.begun is not None  # it has begun
        slot.spent = asyncio.get_running_loop().time() - slot.begun if spent is None else spent
        self._costs.learn(slot.kind, slot.size, slot.spent)
        self._queue.release(slot)
        self._taken[slot.payer] -= 1
        if not self._taken[slot.payer]:
            del self._taken[slot.payer]
        self._free += 1
        self._hand_out()

    def turn_away(self, error: Exception) -> None:
        """Refuse a slot to all who wait."""
        for slot in self.waiting:
            self._queue.remove(slot)
            self._refuse(slot, error)

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Hold a slot for the block, on the account of whom this task works for."""
        slot = await self.take(Slot(payer=asker()), bounded=False)
        try:
            yield
        finally:
            self.leave(slot)

    def _refuse(self, slot: Slot, error: Exception) -> None:
        self._queue.leave(slot)
        if slot.given is not None and not slot.given.done():
            slot.given.set_exception(error)

    def _begin(self, slot: Slot) -> None:
        self._free -= 1
        self._taken[slot.payer] += 1
        self._queue.hold(slot)
        slot.begun = asyncio.get_running_loop().time()

    def _hand_out(self) -> None:
        may = None if self._each == UNBOUNDED else lambda slot: self._taken[slot.payer] < self._each
        while self._free and (slot := self._queue.first(may)) is not None:
            self._queue.remove(slot)
            assert slot.given is not None  # it has waited
            if slot.given.done():
                self._queue.leave(slot)
                continue
            self._begin(slot)
            slot.given.set_result(None)
