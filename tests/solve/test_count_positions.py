"""Legal positions: published numbers, the frontier against enumeration, enumeration against the definition."""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from data import cases
from data import load as facts
from small_boards import PLAIN, count_by_definition, random_board

from tengen import TengenError, boards
from tengen.solve.checkpoints import Keeper
from tengen.solve.counting import count_of_positions, legal_positions
from tengen.solve.counting.frontier import FrontierCount
from tengen.solve.counting.vertex_order import good_order, steps, width

LEGAL = facts("legal_positions")["counts"]


def published(widths: range, points: int = 999) -> Iterator[Any]:
    """Return grids of these widths, with up to ``points`` points."""
    for board, legal in LEGAL.items():
        short, long = map(int, board.split("x"))
        if short in widths and short * long <= points:
            yield pytest.param(board, legal, id=board)


def squares(*sides: int) -> list[Any]:
    return [pytest.param(f"{side}x{side}", LEGAL[f"{side}x{side}"], id=f"{side}x{side}") for side in sides]


@pytest.mark.parametrize("short", range(1, 7))
def test_published_numbers_of_narrow_grids(short: int) -> None:
    """Every one up to 6x19."""
    for board, legal in LEGAL.items():
        if board.startswith(f"{short}x"):
            assert legal_positions(boards.parse(board)) == legal, board


@pytest.mark.parametrize(
    ("board", "legal"),
    [*published(range(7, 8), 70), *published(range(8, 9), 64)]
    + [
        pytest.param(*each.values, marks=pytest.mark.slow)
        for each in (*published(range(7, 9)), *published(range(9, 10), 13 * 9), *squares(10, 11))
    ],
)
def test_published_numbers(board: str, legal: int) -> None:
    """As far as 11x11, in a few minutes."""
    assert legal_positions(boards.parse(board)) == legal


@pytest.mark.parametrize("text", [*PLAIN, "3x4 torus", "graph:petersen"])
def test_the_frontier_counts_as_enumeration_does(text: str) -> None:
    board = boards.parse(text)
    assert legal_positions(board, method="frontier") == legal_positions(board, method="enumeration")


def test_both_count_as_the_definition_says() -> None:
    """On random graphs, and in random orders of their points."""
    for seed in range(60):
        board = random_board(seed, most=6)
        order = random.Random(seed).sample(range(len(board)), len(board))
        expected = count_by_definition(board)
        count = FrontierCount(board, 1 << 30, order)
        assert list(count.run())
        assert count.result == legal_positions(board) == expected, board.text
        assert legal_positions(board, method="enumeration") == expected, board.text


@pytest.mark.slow
def test_both_count_alike_on_many_graphs() -> None:
    for seed in range(2000):
        board = random_board(seed, most=9)
        assert legal_positions(board) == legal_positions(board, method="enumeration"), board.text


@pytest.mark.parametrize(("text", "own_overlap"), cases("count_positions", "wide_stones"))
def test_wide_stones(text: str, own_overlap: bool) -> None:
    """Without stones in another's footprint, or in an enemy's (spec 0.7, 4.2)."""
    board = boards.parse(text)
    found = legal_positions(board, own_overlap=own_overlap)
    assert found == count_by_definition(board, own_overlap)
    assert found > 1


def test_stones_that_overlap_one_way_are_refused() -> None:
    """Whether a stone may lie in another's footprint depends on their order (spec 0.7, 4.1), so they are refused."""
    with pytest.raises(TengenError, match="stones must overlap both ways or not at all to be counted"):
        legal_positions(boards.parse("4x1 footprint xo"))
    with pytest.raises(TengenError, match="the frontier method needs stones that block only their own point"):
        legal_positions(boards.parse("4x1 footprint xn"), method="frontier")


def test_parts_that_are_not_joined_multiply() -> None:
    two = boards.parse("edges:a-b,b-c,c-a,c-d,1-2,2-3,3-4")
    one, other = boards.parse("edges:a-b,b-c,c-a,c-d"), boards.parse("4x1")
    assert legal_positions(two) == legal_positions(one) * legal_positions(other)


def test_orders_of_the_points() -> None:
    """Grids are passed along their shorter side, with known widths: trees 1, cycles 2, tori 2n."""
    for text, widest in (("9x4", 4), ("3x7", 3), ("graph:path-9", 1), ("graph:cycle-8", 2), ("4x9 torus", 8)):
        board = boards.parse(text)
        assert sorted(good_order(board)) == list(range(len(board)))
        assert width(steps(board.neighbours, good_order(board))) == widest, text


def test_little_memory_is_made_do_with() -> None:
    """If not all remainders fit, the board is passed again for the rest."""
    board, seen = boards.parse("7x7"), set()
    count = FrontierCount(board, 500_000)
    for progress in count.run():
        seen.add(progress.told.rpartition(" states")[2])
    assert seen == {"", ", 0 of 2 remainders known", ", 1 of 2 remainders known"}
    assert count.result == LEGAL["7x7"]


def test_what_is_needed_is_no_more_than_said() -> None:
    """Two layers and a hash table of at most four numbers per state."""
    board = boards.parse("7x7")
    count = FrontierCount(board, 1 << 30)
    list(count.run())
    states, columns = count.details()["states"], 2
    again = FrontierCount(board, 2 * states * 8 * (1 + columns) + 4 * 4 * states)
    assert all("remainders" not in progress.told for progress in again.run())
    assert again.result == LEGAL["7x7"]


@pytest.mark.parametrize(("text", "method", "pieces"), [("7x7", None, 40), ("4x3 torus", "enumeration", 3)])
def test_counts_go_on_where_they_were_stopped(tmp_path: Path, text: str, method: Any, pieces: int) -> None:
    board = boards.parse(text)
    count = count_of_positions(board, method)
    assert len(list(islice(count.run(), pieces))) == pieces
    assert count.result is None
    again = count_of_positions(board, method)
    kept = Keeper(tmp_path / "kept", count.head)
    assert not kept.keep("count", count.snapshot, count.resume)
    kept.save()
    assert Keeper(tmp_path / "kept", again.head).keep("count", again.snapshot, again.resume)
    list(again.run())
    assert again.result == legal_positions(board)


def test_what_cannot_be_counted() -> None:
    with pytest.raises(TengenError, match=r"17 points open at once; the frontier method can hold 16"):
        count_of_positions(boards.parse("17"))
    with pytest.raises(TengenError, match=r"stones that block only their own point .* not those of gengo 5"):
        count_of_positions(boards.parse("gengo 5"), "frontier")
