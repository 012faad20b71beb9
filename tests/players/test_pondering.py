"""Use of time: the tree grows while the other side thinks, and no early end changes a move."""

import io
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import pytest
from data import cases
from hypothesis import given
from hypothesis import strategies as st

from tengen import Game, boards, variant
from tengen.engines import Consulted, Own
from tengen.gtp import Engine, Script, Session, Thinking
from tengen.players import MCTS, Analysis, Budget, Candidate, Random
from tengen.players.player import until_decided, within
from tengen.players.pondering import ponder, pondering, ponders


def test_what_is_found_meanwhile_counts_in_the_next_search() -> None:
    game, player = Game("chinese", board="5x5"), MCTS(budget=Budget(simulations=50), seed=1)
    game.play(player.choose(game))
    before = game.to_json()
    slices = ponder(player, game)
    for _ in range(5):
        next(slices)
    slices.close()
    thought = player.found(game)
    assert thought is not None
    assert thought.visits > 50
    assert game.to_json() == before
    game.play(thought.candidates[0].move)
    kept = player.search(game, Budget(simulations=1)).visits
    assert kept >= thought.candidates[0].visits / 2


def test_pondering_needs_a_game_in_progress_and_a_tree() -> None:
    over = Game.setup("chinese", ["XX.", "XXX", ".X."])
    over.play("pass")
    over.play("pass")
    assert list(ponder(MCTS(), over)) == []
    threads = threading.active_count()
    for other in (Random(1), Consulted(Own())):
        assert not ponders(other)
        with pondering(other, Game("chinese", board="5")):
            assert threading.active_count() == threads


class Endless(MCTS):
    """Pretends to search, and never ends by itself."""

    def __init__(self) -> None:
        super().__init__(megabytes=8)
        self.thinks = threading.Event()

    def analyse(self, game: Game, *details: object) -> Iterator[Analysis]:
        while True:
            self.thinks.set()
            yield Analysis((), 0.5, 0.0, {}, 0)


def test_a_thread_searches_until_it_is_stopped() -> None:
    game, player = Game("tile", board="5x5"), Endless()
    threads = threading.active_count()

    def interrupted() -> None:
        with pondering(player, game):
            assert player.thinks.wait(60)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert threading.active_count() == threads


class Waiting(Script):
    """Lines that arrive only after a number of checks."""

    def __init__(self, text: str, looks: int) -> None:
        super().__init__(io.StringIO(text))
        self.looks = self._left = looks

    def next(self) -> str | None:
        self._left = self.looks
        return super().next()

    def is_waiting(self) -> bool:
        self._left -= 1
        return self._left < 0


@pytest.mark.parametrize(("is_to", "grows"), [(True, True), (False, False)])
def test_gtp_thinks_on_after_its_own_move_only(is_to: bool, grows: bool) -> None:
    thinking = Thinking(visits=40, seed=1, ponders=is_to)
    engine = Engine(variant("chinese"), boards.parse("5x5"), thinking)
    Session(engine, Waiting("genmove b\n", 5), io.StringIO()).run()
    player = engine.player()
    assert isinstance(player, MCTS)
    found = player.found(engine.game)
    assert (found is not None and found.visits > 0) == grows
    Session(engine, Waiting("play w A1\n", 5), out := io.StringIO()).run()
    assert player.found(engine.game) is None
    assert out.getvalue() == "= \n\n"


RATE: Final = 128
"""Simulated visits per second: sums of such fractions of a second are exact."""
SLICE: Final = 8
"""Visits between two looks."""


@dataclass
class Simulated:
    """A search in simulated time, with ``favours`` as the move visited next."""

    favours: list[int]
    visits: list[int] = field(default_factory=lambda: [0, 0, 0])

    def looks(self, budget: Budget) -> Iterator[Analysis]:
        """Search until a budget is spent."""
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


@pytest.mark.parametrize(("favours", "took"), cases("pondering", "a_search_ends_as_soon_as_nothing_can_overtake"))
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
