"""Fair shares of one worker, played through with jobs that only cost time and a clock that is moved by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

import pytest

from tengen.web.engine import Question
from tengen.web.engine.jobs import Job
from tengen.web.engine.messages import JobAnswer, JobKind
from tengen.web.engine.shares import CostModel, FairShares

SLICE = 0.25
QUANTUM = 1.0


@dataclass
class Arrival:
    """A job that comes at a time (seconds), of somebody, and takes some seconds; its size says so."""

    payer: str
    takes: float
    at: float = 0.0
    kind: JobKind = "move"
    done: float = field(default=0.0)


def served(arrivals: Sequence[Arrival]) -> Sequence[Arrival]:
    """Serve jobs in slices of a quarter of a second, as the pool does with one worker; note when each is done."""
    costs = CostModel(longest=25.0)
    shares, clock = FairShares(costs), 0.0
    to_come = sorted(enumerate(arrivals), key=lambda each: each[1].at)
    open_jobs: dict[Job, Arrival] = {}
    at_hand: Job | None = None
    while to_come or open_jobs:
        while to_come and (to_come[0][1].at <= clock or not open_jobs):
            number, arrival = to_come.pop(0)
            clock = max(clock, arrival.at)
            size = round(arrival.takes * 1e6)
            answer = cast("asyncio.Future[JobAnswer]", None)
            job = Job(number, arrival.kind, Question("", 1, payer=arrival.payer), {"simulations": size}, answer)
            shares.enter(job)
            open_jobs[job] = arrival
        first = min(open_jobs, key=lambda job: (shares.rank(job), job.number))
        if at_hand is None or shares.rank(first) + QUANTUM < shares.rank(at_hand):
            at_hand = first
        spent = min(SLICE, open_jobs[at_hand].takes - at_hand.spent)
        clock += spent
        at_hand.spent += spent
        shares.charge(at_hand, spent)
        if at_hand.spent >= open_jobs[at_hand].takes - 1e-9:
            open_jobs.pop(at_hand).done = clock
            shares.leave(at_hand)
            at_hand = None
    return arrivals


def waits(arrivals: Iterable[Arrival], payer: str) -> list[float]:
    return [round(each.done - each.at, 2) for each in arrivals if each.payer == payer]


def test_a_short_job_of_another_visitor_waits_for_one_slice_only() -> None:
    greedy = [Arrival("greedy", 25.0) for _ in range(4)]
    assert max(waits(served([*greedy, Arrival("modest", 0.05, at=7.1)]), "modest")) <= SLICE + 0.05


@pytest.mark.parametrize("others", [2, 10, 50])
def test_a_short_job_waits_for_one_slice_however_many_visitors_have_long_ones(others: int) -> None:
    long = [Arrival(f"visitor {number}", 25.0) for number in range(others)]
    assert max(waits(served([*long, Arrival("modest", 0.05, at=7.1)]), "modest")) <= SLICE + 0.05


def test_two_visitors_have_half_each_however_many_jobs_one_has() -> None:
    jobs = served([*(Arrival("greedy", 20.0) for _ in range(5)), Arrival("other", 20.0, at=1.0)])
    assert max(waits(jobs, "other")) <= 2 * 20.0 + 2 * QUANTUM + 1


def test_of_one_visitors_jobs_one_is_finished_before_the_next_is_begun() -> None:
    assert waits(served([Arrival("somebody", 10.0) for _ in range(3)]), "somebody") == [10.0, 20.0, 30.0]


def test_moves_come_before_analyses_and_these_are_done_too() -> None:
    jobs = served(
        [Arrival("reader", 20.0, kind="analysis"), *(Arrival("player", 1.0, at=2.0 * at) for at in range(30))]
    )
    assert max(waits(jobs, "player")) <= 1.0 + SLICE
    assert max(waits(jobs, "reader")) <= 45


def test_who_analysed_for_long_on_an_idle_machine_moves_as_soon_as_others() -> None:
    jobs = [
        Arrival("reader", 25.0, kind="analysis"),
        Arrival("reader", 0.1, at=26.0),
        *(Arrival(f"player {number}", 0.1, at=26.0) for number in range(5)),
    ]
    assert max(waits(served(jobs)[1:2], "reader")) <= 0.6


def test_a_long_job_is_done_though_short_ones_of_new_visitors_never_end() -> None:
    short = [Arrival(f"visitor {number}", 0.5, at=number * 0.5) for number in range(200)]
    assert max(waits(served([Arrival("patient", 5.0), *short]), "patient")) < 60


def test_accounts_that_owe_nothing_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.web.engine.shares._ACCOUNTS", 10)
    shares = FairShares(CostModel(longest=25.0))
    for number in range(100):
        job = Job(number, "move", Question("", 1, payer=str(number)), {"simulations": 1}, None)  # type: ignore[arg-type]
        shares.enter(job)
        shares.charge(job, 0.1)
        shares.leave(job)
    assert len(shares._times) <= 11
