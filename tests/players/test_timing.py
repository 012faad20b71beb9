"""How time is used: never more than a clock gives, and no early end that changes a move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.players import Analysis, Budget, Candidate
from tengen.players.player import until_decided, within

RATE: Final = 128
"""Visits that a simulated search makes in a second: sums of such parts of a second are exact."""
SLICE: Final = 8
"""Visits between two looks."""


@dataclass
class Simulated:
    """A search in simulated time, of which ``favours`` says over and over which move is visited next."""

    favours: list[int]
    visits: list[int] = field(default_factory=lambda: [0, 0, 0])

    def looks(self, budget: Budget) -> Iterator[Analysis]:
        """Search as long as a budget says."""
        while budget.seconds is not None and self.time < budget.seconds:
            for _ in range(SLICE):
                self.visits[self.favours[sum(self.visits) % len(self.favours)]] += 1
            yield analysis(self.visits)

    @property
    def time(self) -> float:
        return sum(self.visits) / RATE

    @property
    def chosen(self) -> int:
        return self.visits.index(max(self.visits))


def analysis(visits: list[int]) -> Analysis:
    found = [Candidate(move, count, 0.5, 0, 0, (move,)) for move, count in zip(("A1", "B1", "C1"), visits)]
    return Analysis(tuple(found), 0.5, 0, {}, sum(visits))


@given(favours=st.lists(st.integers(0, 2), min_size=1, max_size=40))
def test_an_early_end_never_changes_the_move(favours: list[int]) -> None:
    ended, whole, budget = Simulated(favours), Simulated(favours), Budget(seconds=2)
    assert list(until_decided(ended.looks(budget), budget, lambda: ended.time))
    assert list(whole.looks(budget))
    assert ended.chosen == whole.chosen
    assert ended.time <= whole.time == 2


@pytest.mark.parametrize(
    ("favours", "took"),
    [
        ([0], 0.5),  # nothing can catch up after half of the time
        ([0, 0, 1], 0.75),  # a lead of a third of the visits suffices from then on
        ([0, 0, 0, 0, 0, 1, 1, 1], 0.8),
        ([0, 1, 0, 1, 0, 1, 0, 1, 0], 0.9),  # close
        ([0, 1], 1),  # as many visits for both
    ],
)
def test_a_search_ends_as_soon_as_nothing_can_overtake(favours: list[int], took: float) -> None:
    search, budget = Simulated(favours), Budget(seconds=1)
    assert list(until_decided(search.looks(budget), budget, lambda: search.time))
    assert search.time == pytest.approx(took, abs=0.1)


@pytest.mark.parametrize("budget", [None, Budget(500)])
def test_only_time_ends_looks_before_their_end(budget: Budget | None) -> None:
    search = Simulated([0])
    assert len(list(until_decided(search.looks(Budget(seconds=2)), budget, lambda: search.time))) == 2 * RATE / SLICE


@pytest.mark.parametrize("visits", [[], [7], [5, 5]])
def test_looks_end_with_the_time_where_no_move_is_ahead(visits: list[int]) -> None:
    ticks = iter(range(100))
    assert len(list(until_decided(iter([analysis(visits)] * 50), Budget(seconds=10), lambda: next(ticks)))) == 10


def test_a_budget_of_ones_own_holds_beside_a_clock() -> None:
    assert within(None, 2) == Budget(seconds=2)
    assert within(Budget(500), 2) == Budget(500, 2)
    assert within(Budget(seconds=5), 2) == Budget(seconds=2)
    assert within(Budget(9, 1), 2) == Budget(9, 1)
