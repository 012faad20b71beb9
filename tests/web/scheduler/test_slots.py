"""Slots of a scarce resource: fair shares, bounds for one account, and no delay by cancelled waiters."""

import asyncio
from typing import Any

import pytest
from starlette.types import Message

from tengen.web.scheduler.fair_queue import CostModel, QueueFull
from tengen.web.scheduler.fair_requests import FairRequests
from tengen.web.scheduler.slots import Slot, Slots


async def settle(*tasks: asyncio.Future[Any]) -> list[bool]:
    """Return which tasks are done once all have had a chance to run."""
    for _ in range(5):
        await asyncio.sleep(0)
    return [task.done() for task in tasks]


def take(slots: Slots, *payers: str) -> list[asyncio.Task[Slot]]:
    return [asyncio.create_task(slots.take(Slot(payer=payer))) for payer in payers]


async def test_waiting_slots_are_limited_and_freed_by_cancelling() -> None:
    slots = Slots(1, waiting=1)
    held, waiting = take(slots, "a", "a")
    await settle()
    with pytest.raises(QueueFull):
        await slots.take(Slot(payer="a"))
    waiting.cancel()
    await settle()
    slots.leave(held.result())
    await asyncio.wait_for(slots.take(Slot(payer="b")), 60)


async def test_one_account_gets_half_of_the_slots() -> None:
    slots = Slots(4, each=2)
    waiting = take(slots, *["one"] * 4)
    assert await settle(*waiting) == [True, True, False, False]
    assert await settle(*take(slots, "other")) == [True]
    slots.leave(waiting[0].result())
    assert await settle(*waiting) == [True, True, True, False]


async def test_the_least_served_and_short_work_come_first() -> None:
    slots, order = Slots(1, costs=CostModel(60.0, seconds=1.0, size=1e6)), list[str]()

    async def done(name: str, payer: str, size: float) -> None:
        slot = await slots.take(Slot(payer=payer, size=size, kind="analysis"))
        order.append(name)
        slots.leave(slot, spent=5.0)

    held = await slots.take(Slot(payer="nobody"))
    jobs = [("study", "one", 3e6), ("look", "one", 3e3), ("other's look", "other", 3e3)]
    tasks = [asyncio.create_task(done(*job)) for job in jobs]
    await settle()
    slots.leave(held)
    await asyncio.gather(*tasks)
    assert order == ["look", "other's look", "study"]


async def test_a_full_queue_refuses_or_drops_the_largest_payers_work() -> None:
    slots = Slots(1, room=2)
    _, first, second = take(slots, "nobody", "one", "one")
    await settle()
    with pytest.raises(QueueFull):
        await slots.take(Slot(payer="one"))
    [other] = take(slots, "other")
    assert await settle(first, second, other) == [False, True, False]
    assert isinstance(second.exception(), QueueFull)
    slots.turn_away(OSError())
    assert await settle(first, other) == [True, True]
    assert isinstance(first.exception(), OSError)
    assert isinstance(other.exception(), OSError)


async def test_a_cancelled_waiter_or_holder_delays_no_other() -> None:
    slots = Slots(1)
    held = await slots.take(Slot(payer="one"))
    gone, given, last = take(slots, "one", "one", "other")
    await settle()
    gone.cancel()
    await settle()
    slots.leave(held, spent=1.0)  # to "other", which has had nothing
    last.cancel()  # before it knows
    await asyncio.wait_for(given, 60)


class Slow:
    """An application that answers requests when they are released; by path, in order of arrival."""

    def __init__(self, status: int = 200) -> None:
        self.came: list[str] = []
        self.status, self.go = status, asyncio.Semaphore(0)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.came.append(scope["path"])
        await self.go.acquire()
        await send({"type": "http.response.start", "status": self.status, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def ask(app: FairRequests, host: str, path: str) -> None:
    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(_: Message) -> None:
        pass

    await app({"type": "http", "path": path, "headers": [], "client": (host, 1)}, receive, send)


async def test_requests_wait_only_for_those_of_their_own_address() -> None:
    slow, slots = Slow(), Slots(100, each=2)
    app = FairRequests(slow, slots)
    many = [asyncio.ensure_future(ask(app, "192.0.2.1", f"m{number}")) for number in range(5)]
    await settle()
    other = asyncio.ensure_future(ask(app, "192.0.2.2", "other"))
    await settle()
    assert slow.came == ["m0", "m1", "other"]
    many[2].cancel()  # a cancelled waiter takes no slot
    slow.go.release()
    await settle()
    assert slow.came == ["m0", "m1", "other", "m3"]
    for _ in range(4):
        slow.go.release()
    await asyncio.gather(*many, other, return_exceptions=True)
    assert slow.came[-1] == "m4"
    assert (slots.taken, slots.waiting) == (0, [])


async def test_whoever_is_refused_and_asks_on_waits_a_little() -> None:
    slow = Slow(429)
    app = FairRequests(slow, Slots(100, each=1), pause=3600.0)
    first, second = (asyncio.ensure_future(ask(app, "192.0.2.1", path)) for path in ("1", "2"))
    await settle()
    slow.go.release()
    await settle()
    assert slow.came == ["1"]
    first.cancel()
    slow.go.release()
    await second  # without a queue it does not wait either
    assert slow.came == ["1", "2"]
