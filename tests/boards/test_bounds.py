"""Bounds of boards: larger ones are refused before they are built, in any notation."""

import json
import tracemalloc

import networkx as nx
import pytest

from tengen import boards
from tengen.boards import BoardError, Bounds, bounded
from tengen.boards.limits import BoardSizeError

SMALL = Bounds(points=100, lines=300, entries=2_000)


def graph6(graph: nx.Graph) -> str:
    return str(nx.to_graph6_bytes(graph, header=False).decode().strip())


def sparse6(graph: nx.Graph) -> str:
    return str(nx.to_sparse6_bytes(graph, header=False).decode().strip())


def json_of(points: int, edges: int = 0, **more: object) -> str:
    names = [str(n) for n in range(points)]
    pairs = [[str(a), str(b)] for a in range(points) for b in range(a)][:edges]
    return json.dumps({"points": names, "edges": pairs} | more)


_WIDE = "/".join("o" * 15 if y != 7 else "ooooooo" + "x" + "ooooooo" for y in range(15))

TOO_LARGE = [
    ("31x31", "points"),
    ("52x52 torus", "points"),
    ("gengo 11x10", "points"),
    ("10 footprint " + _WIDE, "pairs"),
    ("triangular 40x40", "points"),
    ("honeycomb 40x40", "points"),
    ("hexagon 40", "points"),
    ("star 30", "points"),
    ("ring 40x40", "points"),
    ("graph:k991", "points"),
    ("graph:k99", "lines"),
    ("graph:k50,50", "lines"),
    ("graph:k900,900", "points"),
    ("graph:complete-1000", "points"),
    ("graph:hypercube-9", "points"),
    ("graph:path-9999", "points"),
    ("graph:cycle-9999", "points"),
    ("graph:ladder-999", "points"),
    ("graph:circular-ladder-999", "points"),
    ("graph:star-9999", "points"),
    ("graph:wheel-999", "points"),
    ("graph:tree-9-4", "points"),
    ("edges:" + ",".join(f"{n}-{n + 1}" for n in range(5_000)), "lines"),
    ("edges:" + ",".join(f"p{n}" for n in range(150)), "points"),
    (f"graph6:{graph6(nx.path_graph(200))}", "points"),
    (f"graph6:{graph6(nx.complete_graph(99))}", "lines"),
    (f"sparse6:{sparse6(nx.path_graph(200))}", "points"),
    (f"sparse6:{sparse6(nx.complete_graph(99))}", "lines"),
    (json_of(101), "points"),
    (json_of(90, 301), "lines"),
    (json_of(90, footprint=[[str(a), str(b)] for a in range(90) for b in range(a)]), "pairs"),
    (json_of(90, footprint={str(a): [str(b) for b in range(90)] for a in range(90)}), "pairs"),
]


@pytest.mark.parametrize(("text", "what"), TOO_LARGE, ids=[text[:30] for text, _ in TOO_LARGE])
def test_a_board_beyond_the_bounds_is_refused_before_it_is_built(text: str, what: str) -> None:
    with bounded(SMALL), pytest.raises(BoardSizeError, match=what):
        boards.parse(text)  # imports for reading are cached from now on
    tracemalloc.start()
    try:
        with bounded(SMALL), pytest.raises(BoardSizeError, match=what):
            boards.parse(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 60_000 + 20 * len(text)


@pytest.mark.parametrize("text", ["10x10", "gengo 9", "hexagon 6", "graph:k24", "graph:wheel-100", json_of(100, 300)])
def test_a_board_within_the_bounds_is_the_same_board(text: str) -> None:
    with bounded(SMALL):
        found = boards.parse(text)
    assert found == boards.parse(text)


def test_a_cached_board_is_checked_against_the_current_bounds() -> None:
    assert len(boards.parse("graph:k30")) == 30
    with bounded(SMALL), pytest.raises(BoardError, match="435 lines; a board has at most 300"):
        boards.parse("graph:k30")
    assert len(boards.parse("graph:k30")) == 30
    assert len(boards.parse("11")) == 121
    with bounded(SMALL), pytest.raises(BoardError, match=r"^11x11 has 121 points"):
        boards.parse("11")


def test_bounds_end_with_their_block() -> None:
    with pytest.raises(RuntimeError), bounded(SMALL):
        raise RuntimeError
    assert len(boards.parse("11x11")) == 121


def test_sparse6_with_as_many_lines_as_allowed_is_read() -> None:
    graph = nx.gnm_random_graph(100, 300, seed=1)
    with bounded(SMALL):
        assert sum(map(len, boards.parse(f"sparse6:{sparse6(graph)}").edges)) == 600
