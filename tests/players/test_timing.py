"""How a clock is used: never more than it gives, no early end that changes a move, time for what is not settled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen import Game
from tengen.players import MCTS, Analysis, Budget, Candidate, Guided, Player
from tengen.players.timing import Pace, deliberate, paced, within
from tengen.records import TengenError
from tengen.records.time_control import Allowance

RATE: Final = 100
"""Visits that a simulated search makes in a second."""


@dataclass
class Simulated:
    """A search in simulated time: ``favours`` says of every hundredth of a second which move it visits."""

    favours: list[int]
    values: list[float]
    time: float = 0.0
    visits: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.visits = [0] * len(self.values)

    def run(self, seconds: float) -> int:
        """Search for some time, a visit at a time."""
        assert seconds > 0
        made = max(1, round(seconds * RATE))
        for _ in range(made):
            self.visits[self.favours[round(self.time * RATE) % len(self.favours)]] += 1
            self.time += 1 / RATE
        return made

    def found(self) -> list[tuple[int, float]]:
        return list(zip(self.visits, self.values))

    @property
    def chosen(self) -> int:
        return self.visits.index(max(self.visits))


SEARCHES = st.builds(
    Simulated,
    st.lists(st.integers(0, 2), min_size=1, max_size=40),
    st.lists(st.sampled_from([0.4, 0.5, 0.6]), min_size=3, max_size=3),
)


@given(search=SEARCHES, most=st.sampled_from([1.0, 1.5, 3.0]))
def test_no_search_takes_longer_than_its_longest(search: Simulated, most: float) -> None:
    deliberate(search.run, search.found, Budget(None, 1.0, most), lambda: search.time)
    assert search.time <= most + 2 / RATE


@given(search=SEARCHES)
def test_an_early_end_never_changes_the_move(search: Simulated) -> None:
    whole = Simulated(search.favours, search.values)
    deliberate(search.run, search.found, Budget(None, 2.0, 2.0), lambda: search.time)
    whole.run(2.0)
    assert search.chosen == whole.chosen


@pytest.mark.parametrize(
    ("favours", "values", "took"),
    [
        ([0], [0.5, 0.5], 0.5),  # nothing can catch up after half of the time
        ([0, 0, 1], [0.6, 0.5], 0.75),  # a lead of a third of the visits suffices from then on
        ([0, 0, 1], [0.5, 0.6], 2.25),  # the same, but the better one is less visited
        ([0, 0, 0, 0, 0, 1, 1, 1], [0.6, 0.5], 0.8),
        ([0, 1, 0, 1, 0, 1, 0, 1, 0], [0.6, 0.5], 2.7),  # close
        ([0, 1], [0.5, 0.5], 3.0),  # as many visits for both
    ],
)
def test_time_goes_where_the_choice_is_not_settled(favours: list[int], values: list[float], took: float) -> None:
    search = Simulated(favours, values)
    deliberate(search.run, search.found, Budget(None, 1.0, 3.0), lambda: search.time)
    assert search.time == pytest.approx(took, abs=0.12)


def test_a_search_that_finds_nothing_more_ends() -> None:
    budget = Budget(None, 1.0, 2.0)
    deliberate(lambda seconds: 0, list, budget, lambda: 0.0)
    assert Pace(1.0, 3.0).is_enough(1.0, 100, [])
    assert Pace(1.0, 3.0).is_enough(1.0, 100, [(7, 0.1)])


def test_a_budget_of_ones_own_holds_beside_a_clock() -> None:
    given = Allowance(2.0, 6.0)
    assert within(None, given) == Budget(None, 2.0, 6.0)
    assert within(Budget(500), given) == Budget(500, 2.0, 6.0)
    assert within(Budget(None, 5.0), given) == Budget(None, 2.0, 5.0)
    assert within(Budget(9, 1.0), given) == Budget(9, 1.0, 1.0)
    for wrong in (Budget(500), Budget(None, 2.0)):
        with pytest.raises(TengenError, match="most must be"):
            Budget(wrong.simulations, wrong.seconds, 1.0)


def looks(visits: list[tuple[int, int]]) -> Iterator[Analysis]:
    for first, second in visits:
        candidates = (Candidate("A1", first, 0.6, 0, 0, ("A1",)), Candidate("B1", second, 0.5, 0, 0, ("B1",)))
        yield Analysis(candidates, 0.5, 0, {}, first + second)


def test_looks_end_as_soon_as_nothing_can_change() -> None:
    grown = [(100 * step, 10 * step) for step in range(1, 21)]
    ticks = iter(range(1000))
    seen = list(paced(looks(grown), Budget(None, 10.0, 20.0), lambda: next(ticks)))
    assert len(seen) == 6  # 540 visits ahead, of 110 a second: nothing catches up in 4 s
    assert len(list(paced(looks(grown), Budget(None, 10.0), lambda: 0.0))) == 20
    assert len(list(paced(looks(grown), None, lambda: 0.0))) == 20


@pytest.mark.parametrize("player", [MCTS(seed=1), Guided(seed=1)], ids=["playouts", "network"])
def test_players_choose_within_a_clock(player: Player) -> None:
    game = Game("chinese", board="5x5")
    for budget in (Budget(None, 0.1, 0.2), Budget(30, 60, 120)):
        move = player.choose(game, budget)
        assert not game.why_not(move)
        game.play(move)
