"""Light work in threads: in turn for each visitor, and a slot is held until its thread is free."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock

import pytest

from tengen.web.scheduler import threads as module
from tengen.web.scheduler.payers import asked_by
from tengen.web.scheduler.threads import in_thread


async def test_a_stream_of_light_work_delays_others_by_one_turn() -> None:
    """A hundred pieces of one visitor wait; another visitor's comes after the two in progress and one more."""
    order, gate, lock = list[str](), Event(), Lock()

    def piece(who: str) -> None:
        gate.wait(60)
        with lock:
            order.append(who)

    async def asked(who: str) -> None:
        asked_by(who)
        await in_thread(piece, who)

    stream = [asyncio.create_task(asked("one")) for _ in range(100)]
    await asyncio.sleep(0)
    other = [asyncio.create_task(asked("other")) for _ in range(3)]
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*stream, *other)
    assert len(order) == 103
    assert [at for at, who in enumerate(order) if who == "other"][-1] <= 2 + 2 * 3 + 1, order[:20]


async def test_a_cancelled_call_holds_its_slot_until_its_thread_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cancelled pieces of work never have more than two slots, however many threads there are."""
    threads = ThreadPoolExecutor(10)
    monkeypatch.setattr(module, "_THREADS", threads)
    at_work, most, gate, lock = 0, 0, Event(), Lock()

    def piece() -> None:
        nonlocal at_work, most
        with lock:
            at_work += 1
            most = max(most, at_work)
        gate.wait(60)
        with lock:
            at_work -= 1

    gone = [asyncio.create_task(in_thread(piece)) for _ in range(3)]
    while at_work < 2:
        await asyncio.sleep(0.01)
    for task in gone:
        task.cancel()
    await asyncio.gather(*gone, return_exceptions=True)
    waiting = [asyncio.create_task(in_thread(len, "four")) for _ in range(2)]
    await asyncio.sleep(0.05)
    assert not any(task.done() for task in waiting), "both turns are still taken"
    gate.set()
    assert await asyncio.wait_for(asyncio.gather(*waiting), 60) == [4, 4]
    assert most == 2
    threads.shutdown()


async def test_an_error_in_a_thread_reaches_the_caller_and_frees_it() -> None:
    assert [
        type(each) for each in [*await asyncio.gather(*(in_thread(int, "x") for _ in range(5)), return_exceptions=True)]
    ] == [ValueError] * 5
