"""Bounds under superko without history: valid where every history can be searched, and tight on some boards."""

import pytest
from example_counts import first

from benchmarks.surveys.graphs import graphs
from tengen import Game, boards
from tengen.records import TengenError
from tengen.rules.repetition import RepetitionName
from tengen.solve.budget import Budget
from tengen.solve.states.brackets import Positions
from tengen.solve.superko.first_bounds import first_bounds
from tengen.solve.superko.history import Superko
from tengen.solve.value import ROUTES, value

RULES = ("positional", "situational", "natural")


def compared(graph6: str, rule: str, nodes: int | None = None) -> tuple[int, int]:
    """Compare the bounds of a graph's positions with values within ``nodes``; return how many, and how many settled."""
    board, budget = boards.parse(f"graph6:{graph6}"), Budget()
    solver, found, settled = Superko(board, rule, budget=Budget(nodes=nodes)), 0, 0
    positions, full = Positions(board), (1 << len(board)) - 1
    for black in range(full + 1):
        for white in (stones for stones in range(full + 1) if not stones & black):
            try:
                positions.number(black, white)
            except TengenError:  # a chain has no liberty
                continue
            start = solver.start(black, white, 0, creator=1)
            low, high = solver.value(start)
            known = first_bounds(board, rule, (black, white), budget)
            assert max(known.low, low) <= min(known.high, high), (graph6, rule, black, white)
            if low < high:
                continue
            assert known.low <= low <= known.high, (graph6, rule, black, white)
            assert solver.value(start, known) == (low, high)
            found, settled = found + 1, settled + known.is_settled
    return found, settled


@pytest.mark.slow
@pytest.mark.parametrize("rule", first(1, RULES))
def test_they_hold_on_every_position_of_every_small_graph(rule: str) -> None:
    counts = [compared(graph6, rule) for graph6 in graphs(4)]
    assert sum(found for found, _ in counts) > 150
    assert (sum(settled for _, settled in counts) > 50) is (rule != "positional")


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
def test_they_hold_on_all_positions_of_graphs_of_five_points(rule: str) -> None:
    """On the three graphs with most edges there are too many histories for some positions."""
    assert sum(compared(graph6, rule, nodes=30_000_000)[0] for graph6 in graphs(5)) > 2_500


@pytest.mark.parametrize("rule", RULES[1:])
@pytest.mark.parametrize(
    ("board", "expected"), [("2x5", (10, 10)), ("2x6", (3, 12)), ("3x4", (0, 12)), ("1x12", (0, 12))]
)
def test_boards_too_large_for_histories_have_bounds(
    board: str, expected: tuple[int, int], rule: RepetitionName
) -> None:
    found = value(Game("chinese", board=board, komi=0, repetition=rule))
    assert ((found.low, found.high), found.route, found.complete) == (expected, "unbarred", expected[0] == expected[1])
    turned = value(Game.setup("chinese", {}, board=board, komi=0.5, repetition=rule, to_play="white"))
    assert (turned.low, turned.high) == (-expected[1] - 0.5, -expected[0] - 0.5)


@pytest.mark.parametrize("rule", RULES)
def test_the_empty_board_is_never_worth_less_than_nothing(rule: RepetitionName) -> None:
    found = value(Game("chinese", board="1x8", komi=0, repetition=rule), budget=Budget(nodes=2_000))
    assert (found.low, found.complete) == (0, False)


def test_what_they_do_not_cover_is_refused() -> None:
    route = next(route for route in ROUTES if route.name == "unbarred")
    played = Game("chinese", board="2x5", repetition="natural")
    played.play("A1")
    for game, said in (
        (played, "without history"),
        (Game("chinese", board="2x5", repetition="positional"), "repetition"),
        (Game("chinese", board="2x5", repetition="natural", suicide="allowed"), "suicide"),
        (Game("chinese", board="2x5", repetition="natural", passes=3), "passes"),
        (Game("chinese", board="2x4", repetition="natural"), "10 points or more"),
        (Game("chinese", board="3x7", repetition="natural"), "up to 20 points, not 21"),
    ):
        assert said in str(route.refusal(game))
