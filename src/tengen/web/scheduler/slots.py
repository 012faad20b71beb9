"""Slots for scarce resources: threads, the helper process, pages, an engine."""

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
    """Work that waits for a slot and holds it; ``kind`` and ``size`` estimate its cost, ``key`` names its purpose."""

    kind: str = ""
    size: float = 1.0
    key: str = ""
    given: asyncio.Future[None] | None = None


class Slots:
    """A number of slots (``at_once``), at most ``each`` for one payer; payers get fair shares (`FairQueue`).

    ``room`` limits the queue, ``waiting`` that of one payer.
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
        return self._taken.total()

    @property
    def waiting(self) -> list[Slot]:
        return [*self._queue]

    def is_waited_for(self, payer: str) -> bool:
        return self._queue.waits((payer, True))

    async def take(self, slot: Slot, bounded: bool = True) -> Slot:
        """Wait for a slot, held until `leave`.

        Raises:
            QueueFull: too many wait and the slot is ``bounded``, or a payer with fewer slots needs its room.
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
        """Give a slot back; its payer is charged for its time, or for the given ``spent``."""
        assert slot.begun is not None  # started
        slot.spent = asyncio.get_running_loop().time() - slot.begun if spent is None else spent
        self._costs.learn(slot.kind, slot.size, slot.spent)
        self._queue.release(slot)
        self._taken[slot.payer] -= 1
        if not self._taken[slot.payer]:
            del self._taken[slot.payer]
        self._free += 1
        self._hand_out()

    def turn_away(self, error: Exception) -> None:
        for slot in self.waiting:
            self._queue.remove(slot)
            self._refuse(slot, error)

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Hold a slot during the block, charged to this task's payer."""
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
            assert slot.given is not None  # queued
            if slot.given.done():
                self._queue.leave(slot)
                continue
            self._begin(slot)
            slot.given.set_result(None)
