"""Units in, results out: lost units are retried, and no result comes twice."""

import threading
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from multiprocessing import active_children
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import pytest
from working import failing, halved, killed_beside, killed_once, large, no_answer

from tengen.records import TengenError, TengenWarning
from tengen.workers import HERE, Here, Workers, hire
from tengen.workers.units import Answer, Lost, Pool, attempt


class Unreliable(Pool[int]):
    """Works at once, the latest unit first, and loses a unit a given number of times."""

    room = 3

    def __init__(self, losses: Mapping[object, int]) -> None:
        self.losses = Counter(losses)
        self.begun: Counter[object] = Counter()
        self.abandoned: list[int] = []
        self.answers: dict[int, Callable[[], Answer[Any]]] = {}

    def begin(self, work: Callable[[Any], Any], unit: Any) -> int:
        handle = len(self.answers)
        self.begun[unit] += 1
        self.answers[handle] = lambda: self._answer(work, unit)
        return handle

    def _answer(self, work: Callable[[Any], Any], unit: Any) -> Answer[Any]:
        if self.begun[unit] <= self.losses[unit]:
            raise Lost
        return attempt(work, unit)

    def finished(self, running: Mapping[int, Any]) -> Iterable[int]:
        return [max(running)]

    def answer(self, handle: int) -> Answer[Any]:
        return self.answers[handle]()

    def abandon(self, handles: Sequence[int]) -> None:
        self.abandoned += handles

    def __exit__(self, *_: object) -> None: ...


def test_every_unit_is_there_once_however_often_it_was_lost() -> None:
    pool = Unreliable({2: 1, 5: 4, 10: 3})
    with pytest.warns(TengenWarning, match="was lost with its process and is retried"):
        found = list(pool.run(halved, [2, 5, 8, 10, 11]))
    assert sorted(found) == [(2, 1.0), (5, 2.5), (8, 4.0), (10, 5.0), (11, 5.5)]
    assert pool.begun == {2: 2, 5: 5, 8: 1, 10: 4, 11: 1}
    assert pool.abandoned == []


@pytest.mark.parametrize("workers", [HERE, Unreliable({4: 1})], ids=["here", "pool"])
def test_a_waiting_unit_is_requested_again_after_a_result(workers: Workers) -> None:
    found: list[tuple[int, float]] = []

    def units() -> Iterator[int | None]:
        for unit in (2, 4, 6, 8, 10):
            while len(found) < unit // 2 - 2:
                yield None
            yield unit

    with warnings.catch_warnings(action="ignore"):
        for pair in workers.run(halved, units()):
            found.append(pair)
    assert sorted(found) == [(2, 1.0), (4, 2.0), (6, 3.0), (8, 4.0), (10, 5.0)]


def test_a_unit_that_is_always_lost_is_given_up() -> None:
    pool = Unreliable({5: 5})
    with pytest.warns(TengenWarning), pytest.raises(TengenError, match="5 was lost 5 times"):
        list(pool.run(halved, [8, 5]))
    assert pool.begun[5] == 5
    assert pool.abandoned == [0]


def test_what_is_wrong_ends_the_work() -> None:
    pool = Unreliable({})
    with pytest.raises(TengenError, match="3 cannot be halved"):
        list(pool.run(halved, [2, 3, 4, -3]))


class Batches(Unreliable):
    """Reports all units in progress at once, the first one begun first."""

    def finished(self, running: Mapping[int, Any]) -> Iterable[int]:
        return sorted(running)


def test_what_is_finished_with_a_unit_that_fails_is_not_lost() -> None:
    found: list[tuple[int, float]] = []
    with pytest.raises(TengenError, match="3 cannot be halved"):
        found.extend(Batches({}).run(halved, [3, 2, 4, 8]))
    assert found == [(2, 1.0), (4, 2.0)]
    found.clear()
    with pytest.warns(TengenWarning), pytest.raises(TengenError, match="5 was lost 5 times"):
        found.extend(Batches({5: 5}).run(halved, [5, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20]))
    assert [unit for unit, _ in found] == [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]


def test_closing_the_results_ends_the_work_in_progress() -> None:
    pool = Unreliable({})
    running = pool.run(halved, count())
    assert next(running) == (2, 1.0)
    running.close()
    assert sorted(pool.abandoned) == [0, 1]


def test_here_units_are_done_in_order_when_they_are_asked_for() -> None:
    asked: list[int] = []
    running = HERE.run(halved, (asked.append(unit) or unit for unit in (4, 2)))  # type: ignore[func-returns-value]
    assert not asked
    assert next(running) == (4, 2.0)
    assert asked == [4]
    assert list(running) == [(2, 1.0)]


def test_processes_do_several_works_and_end_with_those_who_ask() -> None:
    with hire(2) as workers:
        assert sorted(workers.run(halved, range(4, 9))) == [(unit, unit / 2) for unit in range(4, 9)]
        with pytest.raises(TengenError, match="3 cannot be halved"):
            list(workers.run(halved, [-3]))
        running = workers.run(halved, count(4))
        unit, half = next(running)
        assert half == unit / 2
        running.close()
        with pytest.raises(StopIteration):
            next(running)


def test_processes_are_ended_though_their_end_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(process: SpawnProcess) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    with hire(2) as workers:
        assert len(list(workers.run(halved, range(4, 9)))) == 5
        processes = active_children()
        assert processes
        monkeypatch.setattr(SpawnProcess, "terminate", pressed)
        with pytest.raises(KeyboardInterrupt):
            workers.__exit__(None, None, None)
    assert not any(process.is_alive() for process in processes)


def test_what_a_process_had_when_it_was_killed_is_done_again(tmp_path: Path) -> None:
    with hire(2) as workers, pytest.warns(TengenWarning, match="is retried"):
        found = list(workers.run(partial(killed_once, tmp_path), range(4, 12)))
    assert sorted(found) == [(unit, unit / 2) for unit in range(4, 12)]


def test_processes_may_end_in_mid_answer_without_threads_left() -> None:
    threads = set(threading.enumerate())
    with hire(2) as workers:
        running = workers.run(large, [64 << 20, 64 << 20, 64 << 20])
        assert len(next(running)[1]) == 64 << 20
        running.close()
    assert set(threading.enumerate()) == threads
    assert not active_children()


def test_only_the_unit_of_a_killed_process_is_repeated(tmp_path: Path) -> None:
    with hire(2) as workers, pytest.warns(TengenWarning) as told:
        assert sorted(workers.run(partial(killed_beside, tmp_path), [1, 2])) == [(1, 1), (2, 2)]
    assert [str(each.message).split()[0] for each in told] == ["2"]


def test_errors_of_the_work_come_back_with_their_origin() -> None:
    with hire(2) as workers:
        with pytest.raises(ZeroDivisionError, match="nothing to divide by") as plain:
            list(workers.run(failing, [0]))
        assert "in failing" in plain.value.__notes__[0]
        with pytest.raises(RuntimeError, match=r"in failing\n(.*\n)+.*Fussy: 1 is not 0"):
            list(workers.run(failing, [1]))
        with pytest.raises(Exception, match="pickle"):
            list(workers.run(no_answer, [1]))
        assert list(workers.run(halved, [4])) == [(4, 2.0)]
        assert len(active_children()) == 1  # the same process goes on after an error


def test_who_is_hired() -> None:
    assert isinstance(hire(), Here)
    for jobs, message in (
        (0, "jobs must be at least 1, not 0"),
        (10**10, r"--jobs 10000000000: must be at most \d+ for"),
    ):
        with pytest.raises(TengenError, match=message):
            hire(jobs)
