"""Quotas: what is granted, what is refused and until when, and how little is remembered."""

from __future__ import annotations

import pytest

from tengen.web.engine import Quota, QuotaSpent


class Clock:
    """A clock that stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def spend(quota: Quota, visitor: str, simulations: int) -> None:
    with quota.job(visitor, simulations):
        pass


def test_what_is_spent_comes_back_evenly_within_an_hour() -> None:
    clock = Clock()
    quota = Quota(simulations=3_600, clock=clock)
    spend(quota, "a", 3_600)
    clock.now = 100
    assert quota.left("a") == 100
    clock.now = 10_000
    assert quota.left("a") == 3_600


def test_a_refusal_says_how_long_to_wait_and_costs_nothing() -> None:
    clock = Clock()
    quota = Quota(simulations=3_600, clock=clock)
    spend(quota, "a", 3_000)
    with pytest.raises(QuotaSpent, match="ask again in 7 minutes") as refused:
        spend(quota, "a", 1_000)
    assert refused.value.wait == 400
    assert quota.left("a") == 600
    clock.now = 400
    spend(quota, "a", 1_000)


def test_what_is_more_than_an_hours_worth_is_never_granted() -> None:
    quota = Quota(simulations=100, clock=Clock())
    with pytest.raises(QuotaSpent):
        spend(quota, "a", 101)
    assert quota.left("a") == 100


def test_jobs_at_once_are_counted_and_freed_when_they_fail() -> None:
    quota = Quota(jobs=2, clock=Clock())
    with quota.job("a", 1), quota.job("a", 1):
        with pytest.raises(QuotaSpent, match="2 positions are being looked at") as refused:
            spend(quota, "a", 1)
        assert refused.value.wait == 0
        spend(quota, "b", 1)
    with pytest.raises(ZeroDivisionError), quota.job("a", 1):
        raise ZeroDivisionError
    with quota.job("a", 1), quota.job("a", 1):
        pass
