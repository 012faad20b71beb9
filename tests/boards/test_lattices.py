"""Lattices: numbers of points and lines, and true shapes."""

from collections import Counter
from math import dist, isclose

import networkx as nx
import pytest
from board_strategies import as_graph, lattices
from example_counts import examples
from hypothesis import given

from tengen.boards import parse

UNEVEN = ("ring", "cube", *"123456789")
"""Prefixes of the texts of lattices whose lines differ in length."""


@pytest.mark.parametrize(
    ("text", "points", "degrees"),
    [
        ("triangular 3x3", 9, {2: 2, 3: 3, 4: 2, 5: 1, 6: 1}),
        ("honeycomb 1x1", 6, {2: 6}),
        ("honeycomb 5x5", 70, {2: 22, 3: 48}),
        ("hexagon 1", 1, {0: 1}),
        ("hexagon 2", 7, {3: 6, 6: 1}),
        ("hexagon 5", 61, {3: 6, 4: 18, 6: 37}),
        ("star 1", 13, {2: 6, 5: 6, 6: 1}),
        ("star 4", 121, {2: 6, 4: 36, 5: 6, 6: 73}),
        ("trihexagonal 1", 6, {2: 6}),
        ("trihexagonal 3", 72, {2: 6, 3: 24, 4: 42}),
        ("rhombitrihexagonal 1", 6, {2: 6}),
        ("rhombitrihexagonal 3", 114, {2: 18, 3: 24, 4: 72}),
        ("sierpinski 4", 123, {2: 3, 4: 120}),
        ("5x5x5", 125, {3: 8, 4: 36, 5: 54, 6: 27}),
        ("cube 2", 8, {3: 8}),
        ("cube 7", 218, {3: 8, 4: 210}),
        ("ring 12x3", 36, {3: 24, 4: 12}),
        ("ring 3x1", 3, {2: 3}),
    ],
)
def test_points_and_lines(text: str, points: int, degrees: dict[int, int]) -> None:
    board = parse(text)
    assert len(board) == points
    assert Counter(map(len, board.edges)) == degrees
    assert nx.is_connected(as_graph(board))
    assert board.is_plain
    assert board.shape is None


def test_the_same_lattices_as_in_networkx() -> None:
    assert nx.is_isomorphic(as_graph(parse("honeycomb 4x3")), nx.hexagonal_lattice_graph(4, 3)) or nx.is_isomorphic(
        as_graph(parse("honeycomb 4x3")), nx.hexagonal_lattice_graph(3, 4)
    )
    assert nx.is_isomorphic(as_graph(parse("4x3x2")), nx.grid_graph((4, 3, 2)))
    assert nx.is_isomorphic(as_graph(parse("cube 2")), nx.cubical_graph())
    assert nx.is_isomorphic(as_graph(parse("ring 7x3")), nx.cartesian_product(nx.cycle_graph(7), nx.path_graph(3)))


@examples(30)
@given(lattices)
def test_lines_are_as_long_as_they_look(text: str) -> None:
    """Every line of a plane lattice is 1 long (others' at least 1), and no two points are closer."""
    board = parse(text)
    spots = board.coordinates
    for point, near in enumerate(board.edges):
        for other in near:
            length = dist(spots[point], spots[other])
            assert length >= 1 - 1e-9 if text.startswith(UNEVEN) else isclose(length, 1)
    closest = min((dist(a, b) for i, a in enumerate(spots) for b in spots[:i]), default=1)
    assert closest >= 1 - 1e-9


@examples(30)
@given(lattices)
def test_rows_run_down_and_columns_to_the_right(text: str) -> None:
    board = parse(text)
    if text.startswith(UNEVEN):
        return
    for row in board.rows:
        across = [board.coordinates[point][0] for point in row if point >= 0]
        assert across == sorted(across)
    heights = [min(board.coordinates[point][1] for point in row if point >= 0) for row in board.rows]
    assert heights == sorted(heights)


def test_labels_of_a_ring() -> None:
    board = parse("ring 12x3")
    inner, outer = board.find("A1"), board.find("A3")
    assert inner is not None
    assert outer is not None
    assert isclose(dist(board.coordinates[inner], board.coordinates[outer]), 2)
    assert board.coordinates[outer][1] < board.coordinates[inner][1] < 0
