"""Fair shares of one worker, simulated with work that only costs time and a manual clock."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import pytest

from tengen.web.scheduler.fair_queue import FairQueue, QueueFull, Work

SLICE = 0.25
QUANTUM = 1.0


@dataclass
class Arrival:
    """Work of a payer that arrives at a time (in seconds) and takes the expected number of seconds."""

    payer: str
    takes: float
    at: float = 0.0
    urgent: bool = True
    done: float = field(default=0.0)


def served(arrivals: Sequence[Arrival]) -> Sequence[Arrival]:
    """Serve work in slices of a quarter of a second, as the engine does with one worker; note when each is done."""
    shares, clock = FairQueue[Work](), 0.0
    to_come = sorted(arrivals, key=lambda each: each.at)
    open_work: dict[Work, Arrival] = {}
    at_hand: Work | None = None
    while to_come or open_work:
        while to_come and (to_come[0].at <= clock or not open_work):
            arrival = to_come.pop(0)
            clock = max(clock, arrival.at)
            work = Work(payer=arrival.payer, urgent=arrival.urgent, expected=arrival.takes)
            shares.enter(work)
            open_work[work] = arrival
        first = min(open_work, key=lambda work: (shares.rank(work), work.number))
        if at_hand is None or shares.rank(first) + QUANTUM < shares.rank(at_hand):
            at_hand = first
        spent = min(SLICE, open_work[at_hand].takes - at_hand.spent)
        clock += spent
        at_hand.spent += spent
        shares.charge(at_hand, spent)
        if at_hand.spent >= open_work[at_hand].takes - 1e-9:
            open_work.pop(at_hand).done = clock
            shares.leave(at_hand)
            at_hand = None
    return arrivals


def waits(arrivals: Iterable[Arrival], payer: str) -> list[float]:
    return [round(each.done - each.at, 2) for each in arrivals if each.payer == payer]


@pytest.mark.parametrize("others", [1, 2, 10, 50])
def test_a_short_job_waits_for_at_most_one_slice(others: int) -> None:
    long = [Arrival(f"visitor {number}", 25.0) for number in range(others) for _ in range(4 if others == 1 else 1)]
    assert max(waits(served([*long, Arrival("modest", 0.05, at=7.1)]), "modest")) <= SLICE + 0.05


def test_two_visitors_have_half_each_however_many_jobs_one_has() -> None:
    jobs = served([*(Arrival("greedy", 20.0) for _ in range(5)), Arrival("other", 20.0, at=1.0)])
    assert max(waits(jobs, "other")) <= 2 * 20.0 + 2 * QUANTUM + 1


def test_a_visitors_jobs_run_one_after_the_other() -> None:
    assert waits(served([Arrival("somebody", 10.0) for _ in range(3)]), "somebody") == [10.0, 20.0, 30.0]


def test_moves_come_before_analyses_and_these_are_done_too() -> None:
    jobs = served([Arrival("reader", 20.0, urgent=False), *(Arrival("player", 1.0, at=2.0 * at) for at in range(30))])
    assert max(waits(jobs, "player")) <= 1.0 + SLICE
    assert max(waits(jobs, "reader")) <= 45


def test_analysis_on_an_idle_machine_does_not_delay_later_moves() -> None:
    jobs = [
        Arrival("reader", 25.0, urgent=False),
        Arrival("reader", 0.1, at=26.0),
        *(Arrival(f"player {number}", 0.1, at=26.0) for number in range(5)),
    ]
    assert max(waits(served(jobs)[1:2], "reader")) <= 0.6


def test_endless_short_jobs_do_not_starve_a_long_one() -> None:
    short = [Arrival(f"visitor {number}", 0.5, at=number * 0.5) for number in range(200)]
    assert max(waits(served([Arrival("patient", 5.0), *short]), "patient")) < 60


def test_accounts_that_owe_nothing_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.web.scheduler.fair_queue._ACCOUNTS", 10)
    shares = FairQueue[Work]()
    for number in range(100):
        work = Work(payer=str(number))
        shares.enter(work)
        shares.charge(work, 0.1)
        shares.leave(work)
    assert len(shares._times) <= 21


# -- what waits --------------------------------------------------------------------------------------------------------


def put(queue: FairQueue[Work], *payers: str, urgent: bool = True) -> list[Work]:
    made = [Work(payer=payer, urgent=urgent) for payer in payers]
    for work in made:
        queue.put(work)
    return made


def payers(queue: FairQueue[Work]) -> list[str]:
    return [work.payer for work in sorted(queue, key=lambda work: work.number)]


def test_a_full_queue_refuses_and_keeps_who_is_in_it() -> None:
    queue = FairQueue[Work](2)
    first = put(queue, "a", "a")
    with pytest.raises(QueueFull):
        put(queue, "a")
    assert [*queue] == first
    with pytest.raises(QueueFull):
        put(FairQueue[Work](each=1), "a", "b", "a")


def test_analyses_leave_half_the_room_to_moves() -> None:
    queue = FairQueue[Work](4)
    put(queue, "a", "a", urgent=False)
    with pytest.raises(QueueFull):
        put(queue, "a", urgent=False)
    put(queue, "a")
    assert len(queue) == 3


def test_who_had_a_turn_has_it_again_first_even_in_a_full_queue() -> None:
    queue = FairQueue[Work](1)
    lost = Work(payer="a")
    queue.enter(lost)
    put(queue, "a")
    queue.put_back(lost)
    assert queue.first() is lost


def test_short_jobs_go_first_and_blocked_ones_are_skipped() -> None:
    queue = FairQueue[Work]()
    long, short, other = (Work(payer=payer, expected=cost) for payer, cost in (("a", 1.5), ("a", 0.1), ("b", 0.5)))
    for work in (long, short, other):
        queue.put(work)
    assert queue.first() is short
    assert queue.first(lambda work: work.payer == "b") is other
    queue.charge(short, 1.0)
    assert queue.first() is other
