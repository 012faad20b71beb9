"""The queue of jobs: bounded, and whoever has most of it makes room for others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest

from tengen.web.engine import Busy, Question
from tengen.web.engine.job_queue import JobQueue
from tengen.web.engine.jobs import Job
from tengen.web.engine.messages import JobKind

Make = Callable[..., Job]


@pytest.fixture
def make() -> Iterator[Make]:
    """Make jobs whose answers belong to a loop that is closed in the end."""
    loop = asyncio.new_event_loop()

    def make(number: int, kind: JobKind = "move", payer: str = "somebody") -> Job:
        return Job(number, kind, Question("", payer=payer), {}, loop.create_future())

    yield make
    loop.close()


def numbers(queue: JobQueue) -> list[int]:
    return [job.number for job in queue]


def test_a_full_queue_refuses_and_keeps_who_is_in_it(make: Make) -> None:
    queue = JobQueue(2)
    queue.put(make(1))
    queue.put(make(2, "dead"))
    with pytest.raises(Busy, match="2 jobs are waiting"):
        queue.put(make(3))
    assert numbers(queue) == [1, 2]


def test_analyses_leave_half_the_room_to_moves(make: Make) -> None:
    queue = JobQueue(4)
    queue.put(make(1, "analysis"))
    queue.put(make(2, "analysis"))
    with pytest.raises(Busy):
        queue.put(make(3, "analysis"))
    queue.put(make(4))
    assert len(queue) == 3


def test_whoever_has_most_jobs_makes_room_for_somebody_else(make: Make) -> None:
    queue = JobQueue(4)
    for number in (1, 2, 3):
        queue.put(make(number, payer="greedy"))
    queue.put(make(4, payer="modest"))
    out = queue.put(make(5, payer="new"))
    assert out is not None
    assert out.number == 3
    assert numbers(queue) == [1, 2, 4, 5]
    with pytest.raises(Busy):
        queue.put(make(6, payer="new"))


def test_who_had_a_turn_has_it_again_first_even_in_a_full_queue(make: Make) -> None:
    queue = JobQueue(1)
    queue.put(make(2))
    queue.put_back(make(1))
    assert numbers(queue) == [1, 2]


def test_who_leaves_is_gone_and_leaves_once(make: Make) -> None:
    queue, job = JobQueue(2), make(1, "analysis")
    queue.put(job)
    assert queue.remove(job)
    assert not queue.remove(job)
    assert len(queue) == 0
