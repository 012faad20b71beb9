"""Grids: labels, lines on every surface, tengen, hoshi, fixed handicaps (spec 0.1, 0.6, 3.4)."""

import networkx as nx
import pytest
from board_strategies import grids
from data import cases, load
from example_counts import examples
from hypothesis import given
from hypothesis import strategies as st

from tengen.boards import Board, BoardError, fixed_handicap, parse


def names(board: Board, points: tuple[int, ...]) -> list[str]:
    return [board.labels[point] for point in points]


def around(board: Board, label: str) -> set[str]:
    point = board.find(label)
    assert point is not None
    return set(names(board, board.edges[point]))


def test_labels_are_those_of_gtp() -> None:
    board = parse("52x52")
    columns = [board.labels[point].rstrip("0123456789") for point in board.rows[0]]
    assert columns == [*"ABCDEFGHJKLMNOPQRSTUVWXYZ", *(f"A{c}" for c in "ABCDEFGHJKLMNOPQRSTUVWXYZ"), "BA", "BB"]
    assert board.labels[board.rows[0][0]] == "A52"
    assert board.labels[board.rows[-1][0]] == "A1"
    assert board.labels[board.rows[-1][-1]] == "BB1"


def test_find_and_is_label() -> None:
    board = parse("9x13")
    assert board.find("d4") == board.find("D4") == board.rows[9][3]
    assert [board.find(label) for label in ("I5", "J14", "K1", "A0", "A01", "", "pass", "4D")] == [None] * 8
    assert all(board.is_label(label) for label in ("I5", "J14", "zz99"))
    assert not any(board.is_label(label) for label in ("", "4D", "D", "4", "D4 ", "pass", "D\uff14", "D-4"))
    graph = parse("edges:D4-d4,Ünder %2C cover")
    assert (graph.find("D4"), graph.find("d4"), graph.find("Ünder , cover"), graph.find("e")) == (0, 1, 2, None)
    assert graph.is_label("anything at all")
    assert not any(graph.is_label(label) for label in ("", " a", "a\nb", "a\n"))


@pytest.mark.parametrize(
    ("text", "label", "wanted"),
    load("grid_lines"),
)
def test_lines(text: str, label: str, wanted: str) -> None:
    assert around(parse(text), label) == set(wanted.split())


def test_surfaces_agree_with_networkx() -> None:
    for periodic, surface in (((False, False), "plane"), ((False, True), "cylinder"), ((True, True), "torus")):
        board = parse(f"5x7 {surface}")
        lattice = nx.grid_2d_graph(7, 5, periodic=periodic)
        wanted = {frozenset((board.rows[a][b], board.rows[c][d])) for (a, b), (c, d) in lattice.edges}
        assert {frozenset((a, b)) for a, near in enumerate(board.edges) for b in near} == wanted


@examples(50)
@given(grids())
def test_ordinary_stones_live_on_lines(text: str) -> None:
    board = parse(text)
    assert board.is_plain
    assert board.point_stones
    assert board.neighbours is board.edges
    assert board.with_overlap() is board
    assert board.wrapped == (board.surface != "plane")


@pytest.mark.parametrize(
    ("text", "centre"),
    [
        ("19", "K10"), ("9x13", "E7"), ("1", "A1"), ("9x9 torus", "E5"), ("gengo 19", "K10"), ("18", None),
        ("9x8", None),
        ("9 without E5", None), ("9 without D4", "E5"), ("hexagon 5", "E5"), ("star 4", "J9"), ("triangular 7x7", None),
        ("ring 12x3", None), ("graph:star-4", None),
    ],
)  # fmt: skip
def test_tengen(text: str, centre: str | None) -> None:
    board = parse(text)
    assert (None if board.centre is None else board.labels[board.centre]) == centre


@pytest.mark.parametrize(
    ("text", "hoshi"),
    load("hoshi"),
)
def test_hoshi(text: str, hoshi: str) -> None:
    board = parse(text)
    assert set(names(board, board.hoshi)) == set(hoshi.split())
    assert list(board.hoshi) == sorted(board.hoshi)


FIXED = {
    2: "D4 Q16",
    3: "D4 Q16 D16",
    4: "D4 Q16 D16 Q4",
    5: "D4 Q16 D16 Q4 K10",
    6: "D4 Q16 D16 Q4 D10 Q10",
    7: "D4 Q16 D16 Q4 D10 Q10 K10",
    8: "D4 Q16 D16 Q4 D10 Q10 K4 K16",
    9: "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
}


@pytest.mark.parametrize("stones", sorted(FIXED))
def test_fixed_handicap_is_that_of_gtp(stones: int) -> None:
    board = parse("19")
    assert names(board, fixed_handicap(board, stones)) == FIXED[stones].split()


@pytest.mark.parametrize(("text", "stones", "said"), cases("grids", "fixed_handicap_refused"))
def test_fixed_handicap_refused(text: str, stones: int, said: str) -> None:
    with pytest.raises(BoardError, match=said):
        fixed_handicap(parse(text), stones)


def test_a_missing_handicap_point_matters_only_if_needed() -> None:
    board = parse("9 without E5")
    assert len(fixed_handicap(board, 4)) == 4
    with pytest.raises(BoardError, match="cut out"):
        fixed_handicap(board, 5)


@given(st.integers(1, 52), st.integers(1, 52))
@examples(30)
def test_coordinates_of_grids_are_whole(width: int, height: int) -> None:
    board = parse(f"{width}x{height}")
    assert board.coordinates == tuple((x, y) for y in range(height) for x in range(width))
