"""The queue of jobs: urgent ones first, never more than there is room for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest

from tengen.web.engine.job_queue import Busy, Job, JobQueue
from tengen.web.engine.messages import JobKind

Make = Callable[[int, JobKind], Job]


@pytest.fixture
def make() -> Iterator[Make]:
    """Make jobs whose answers belong to a loop that is closed in the end."""
    loop = asyncio.new_event_loop()
    yield lambda number, kind: Job(number, kind, "", {}, loop.create_future())
    loop.close()


def test_moves_and_dead_stones_come_before_analyses(make: Make) -> None:
    queue = JobQueue(8)
    for number, kind in enumerate(("analysis", "move", "analysis", "dead"), 1):
        queue.put(make(number, kind))  # type: ignore[arg-type]
    assert [job.number for job in queue] == [2, 4, 1, 3]
    assert [job and job.number for job in (queue.first(True), queue.first(False))] == [2, 1]


def test_a_full_line_refuses_and_keeps_who_is_in_it(make: Make) -> None:
    queue = JobQueue(2)
    queue.put(make(1, "move"))
    queue.put(make(2, "dead"))
    with pytest.raises(Busy, match="2 jobs are waiting"):
        queue.put(make(3, "move"))
    assert [job.number for job in queue] == [1, 2]


def test_analyses_leave_half_the_room_to_moves(make: Make) -> None:
    queue = JobQueue(4)
    queue.put(make(1, "analysis"))
    queue.put(make(2, "analysis"))
    with pytest.raises(Busy):
        queue.put(make(3, "analysis"))
    queue.put(make(4, "move"))
    assert len(queue) == 3


def test_who_had_a_turn_has_it_again_first_even_in_a_full_line(make: Make) -> None:
    queue = JobQueue(1)
    queue.put(make(2, "move"))
    queue.put_back(make(1, "move"))
    assert [job.number for job in queue] == [1, 2]


def test_who_leaves_is_gone_and_leaves_once(make: Make) -> None:
    queue, job = JobQueue(2), make(1, "analysis")
    queue.put(job)
    assert queue.remove(job)
    assert not queue.remove(job)
    assert queue.first(False) is None
