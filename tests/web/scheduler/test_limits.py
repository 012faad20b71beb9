"""RateLimits: grants, refusals with their waiting times, and a table with every limit."""

from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from tengen.web.errors import RequestError
from tengen.web.scheduler.limit_table import LIMITS, QuotaSpent, RateLimits
from tengen.web.settings import LIMITS as SETTINGS
from tengen.web.settings import Settings


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def limits(clock: Clock | None = None, **settings: Any) -> RateLimits:
    return RateLimits(Settings(**settings), clock or Clock())


def spend(given: RateLimits, visitor: str, simulations: int) -> None:
    with given.analysis(visitor, simulations):
        pass


def test_what_is_spent_comes_back_evenly_within_an_hour() -> None:
    clock = Clock()
    given = limits(clock, simulations=3_600)
    spend(given, "a", 3_600)
    clock.now = 100
    assert given.simulations.left("a") == 100
    clock.now = 10_000
    assert given.simulations.left("a") == 3_600


def test_a_refusal_says_how_long_to_wait_and_costs_nothing() -> None:
    clock = Clock()
    given = limits(clock, simulations=3_600)
    spend(given, "a", 3_000)
    with pytest.raises(QuotaSpent, match="try again in 7 minutes") as refused:
        spend(given, "a", 1_000)
    assert refused.value.wait == 400
    assert given.simulations.left("a") == 600
    with pytest.raises(QuotaSpent):
        spend(given, "a", 3_601)  # more than an hour's worth is never granted
    clock.now = 400
    spend(given, "a", 1_000)


def test_jobs_at_once_are_counted_and_freed_when_they_fail() -> None:
    given = limits()
    with ExitStack() as held:
        for _ in range(3):
            held.enter_context(given.analysis("a", 1))
        with pytest.raises(QuotaSpent, match="3 positions are already being analysed") as refused:
            spend(given, "a", 1)
        assert refused.value.wait == 0
        spend(given, "b", 1)
    with pytest.raises(ZeroDivisionError), given.analysis("a", 1):
        raise ZeroDivisionError
    assert given.analyses.take("a")


def test_spending_too_much_and_debts_are_refused() -> None:
    given = limits(reports=2)
    here: Any = SimpleNamespace(client=SimpleNamespace(host="192.0.2.1"))
    assert [given.reports.spend(here) for _ in range(2)] == ["192.0.2.1"] * 2
    with pytest.raises(RequestError) as refused:
        given.reports.spend(here)
    assert (refused.value.status_code, refused.value.code) == (429, "too-many")
    given.side_seconds.check("a")
    given.side_seconds.charge("a", 1e9)
    with pytest.raises(RequestError):
        given.side_seconds.check("a")


def test_the_table_has_every_limit_once() -> None:
    stored = {"kept_bytes", "own_bytes", "own_games", "database_bytes"}  # limits of storage, not of actions
    set_by = {each for row in LIMITS.values() for each in (row.burst, row.rate, row.each, row.total, row.room)}
    assert {name for name in set_by if isinstance(name, str)} - {"workers"} == set(SETTINGS) - stored
    given = limits(new_games=10)
    assert (given.challenges.size, given.challenges.rate) == (2.0, 2 / 3600)
    assert (given.messages.size, given.messages.rate) == (1000, 100)
