"""Places at an engine that thinks about a few positions at once: half for one account, and fair shares for all."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from tengen.web.engine import Busy, Question
from tengen.web.engine.fair_places import FairPlaces
from tengen.web.engine.jobs import Job

_numbers = itertools.count(1)


def job_of(who: str, visits: int = 10) -> Job:
    answer = asyncio.get_running_loop().create_future()
    return Job(next(_numbers), "analysis", Question("", 361, payer=who), {"simulations": visits}, answer)


async def settled(*tasks: asyncio.Task[None]) -> list[bool]:
    """Return which tasks are done once all have had their turn."""
    for _ in range(5):
        await asyncio.sleep(0)
    return [task.done() for task in tasks]


def taken(places: FairPlaces, *jobs: Job) -> list[asyncio.Task[None]]:
    return [asyncio.create_task(places.take(job)) for job in jobs]


def test_one_account_has_half_of_the_places_and_another_comes_in_at_once() -> None:
    async def run() -> None:
        places = FairPlaces(4, room=9)
        mine = [job_of("one") for _ in range(4)]
        waiting = taken(places, *mine)
        assert await settled(*waiting) == [True, True, False, False]
        [other] = taken(places, job_of("other"))
        assert await settled(other) == [True]
        places.leave(mine[0])
        assert await settled(*waiting) == [True, True, True, False]

    asyncio.run(run())


def test_who_has_had_less_is_next_and_what_is_soon_done_goes_before_what_takes_long() -> None:
    async def run() -> list[str]:
        places, order = FairPlaces(1, room=9), list[str]()

        async def done(name: str, job: Job, seconds: float) -> None:
            await places.take(job)
            order.append(name)
            job.begun = (job.begun or 0.0) - seconds  # it has taken so long
            places.leave(job)

        held = job_of("nobody")
        await places.take(held)
        jobs = [("study", job_of("one", 9_000)), ("look", job_of("one", 10)), ("other's look", job_of("other", 10))]
        tasks = [asyncio.create_task(done(name, job, 5.0)) for name, job in jobs]
        await settled(*tasks)
        places.leave(held)
        await asyncio.gather(*tasks)
        return order

    assert asyncio.run(run()) == ["look", "other's look", "study"]


def test_too_many_that_wait_are_refused_and_who_has_most_waiting_makes_room() -> None:
    async def run() -> None:
        places = FairPlaces(1, room=4)  # half of it is for what is not urgent
        await places.take(job_of("nobody"))
        first, second = taken(places, job_of("one"), job_of("one"))
        await settled(first, second)
        with pytest.raises(Busy):
            await places.take(job_of("one"))
        [other] = taken(places, job_of("other"))
        assert await settled(first, second, other) == [False, True, False]
        assert isinstance(second.exception(), Busy)
        first.cancel(), other.cancel()
        await asyncio.gather(first, other, return_exceptions=True)

    asyncio.run(run())


def test_who_goes_while_they_wait_or_have_just_got_a_place_holds_up_nobody() -> None:
    async def run() -> None:
        places = FairPlaces(1, room=9)
        held = job_of("one")
        await places.take(held)
        gone, given, last = taken(places, job_of("one"), job_of("one"), job_of("other"))
        await settled(gone, given, last)
        gone.cancel()
        await settled(gone)
        places.leave(held)  # to "other", who has had nothing
        last.cancel()  # before it has heard of it
        await asyncio.wait_for(given, 60)

    asyncio.run(run())
