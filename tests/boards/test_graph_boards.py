"""Graphs as boards: by name, from networkx, from relations, from files; their layouts."""

import itertools
from math import dist, hypot, isclose
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from board_strategies import as_graph
from data import cases, text_of
from example_counts import first
from test_board_texts import assert_comes_back

from tengen import boards
from tengen.boards import BoardError, load, parse
from tengen.boards.graphs import NAMED, SERIES
from tengen.boards.spots import _crosses
from tengen.draw.geometry import NAME, lines_of, name_directions, places_of


@pytest.mark.parametrize(("text", "points", "edges"), cases("graph_boards", "named_graphs"))
def test_named_graphs(text: str, points: int, edges: int) -> None:
    board = parse(f"graph:{text}")
    assert len(board) == points
    assert sum(map(len, board.edges)) == 2 * edges
    assert board.labels == tuple(map(str, range(points)))
    assert board.is_plain
    assert (board.rows, board.shape, board.centre, board.hoshi, board.wrapped) == ((), None, None, (), False)
    assert_comes_back(board)


@pytest.mark.parametrize("name", sorted(SERIES))
def test_a_series_knows_its_size_beforehand(name: str) -> None:
    for size in range(4, 8):
        sizes = [size, 3][: len(SERIES[name].least)]
        board = parse(f"graph:{name}-{'-'.join(map(str, sizes))}")
        assert SERIES[name].size(*sizes) == (len(board), sum(map(len, board.edges)) // 2)


def test_from_graph_keeps_labels_order_and_positions() -> None:
    graph = nx.Graph([("b", "a"), ((1, 2), "b")])
    graph.add_node("lone, some-one 100%")
    board = parse(graph)
    assert board.labels == ("b", "a", "(1, 2)", "lone, some-one 100%")
    assert board.edges == ((1, 2), (0,), (0,), ())
    assert_comes_back(board)
    nx.set_node_attributes(graph, {node: (3 * i, 4 * i) for i, node in enumerate(graph)}, "pos")
    placed = parse(graph)
    assert list(placed.positions or ()) == [(0, 0), (3, 4), (6, 8), (9, 12)]
    assert placed.coordinates[1] == (0.6, 0.8)
    assert placed != board
    assert_comes_back(placed)


def test_relations_by_index_label_and_mapping() -> None:
    by_index = boards.from_relations("abc", [(0, 1)], [(1, 2)], [(0, 1)])
    by_label = boards.from_relations("abc", [("a", "b")], {"b": ["c"], "c": ["b"]}, {"a": ["b"], "b": ["a", "b"]})
    assert by_index == by_label
    assert by_index.edges == ((1,), (0,), ())
    assert by_index.neighbours == ((), (2,), (1,))
    assert by_index.footprint == ((0, 1), (0, 1), (2,))
    assert not by_index.point_stones
    assert_comes_back(by_index)


def test_numpy_indexes_are_indexes() -> None:
    pairs = [tuple(pair) for pair in np.array([[0, 1], [1, 2]])]
    assert boards.from_relations("abc", pairs) == parse("edges:a-b,b-c")


def test_isolated_stones_without_neighbours_come_back() -> None:
    """Empty neighbours are not the same as missing neighbours (spec 0.8)."""
    board = boards.from_relations("ab", [(0, 1)], neighbours=[])
    assert board.neighbours == ((), ())
    assert_comes_back(board)


GRAPHML = text_of("graph_boards_graphml.graphml")
BOMB = '<?xml version="1.0"?>\n<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n<graphml>&b;</graphml>'


@pytest.mark.parametrize(
    ("name", "content", "labels", "text"),
    [
        ("a.g6", ">>graph6<<Cr\n", "0 1 2 3", "graph6:Cr"),
        ("a.s6", ":Dap_^\n", "0 1 2 3 4", "sparse6::Dap_^"),
        ("a.json", '{"points": ["a", "b"]}', "a b", "edges:a,b"),
        ("a.JSON", '\ufeff{"points": [1, 2], "edges": [[1, 2]]}', "1 2", "edges:1-2"),
        ("a.edges", "# streets\n0 1 {}\n1 2\n\n9 # alone\n", "0 1 2 9", "edges:0-1,1-2,9"),
        ("a.txt", "a-b\nb-c,d\nx-1 y\n", "a b c d x-1 y", "edges:a,b,c,d,x%2D1,y,a-b,b-c,x%2D1-y"),
        ("a.graphml", GRAPHML.format(direction="undirected"), "north south", None),
    ],
)
def test_files(tmp_path: Path, name: str, content: str, labels: str, text: str | None) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    board = load(path)
    assert board == load(str(path)) == parse(f"file:{path}")
    assert board.labels == tuple(labels.split())
    assert text is None or board.text == text
    assert board.positions == (((0, 0), (0, 2)) if name.endswith("graphml") else None)
    assert_comes_back(board)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.graphml", GRAPHML.format(direction="directed"), "directed"),
        ("a.graphml", BOMB, "line 2 has a DOCTYPE declaration"),
        ("a.graphml", BOMB.encode("utf-16"), "not UTF-8"),
        ("a.graphml", BOMB.encode("utf-16-le"), "GraphML|declaration|UTF-8"),
        ("a.graphml", "<graphml>", "networkx cannot read this GraphML"),
        ("a.graphml", "<a>" * 500_000, "500,000 XML tags"),
        ("a.g6", "Cr\nCr\n", "holds 2 graphs"),
        ("a.g6", "", "holds 0 graphs"),
        ("a.edges", "a b\na b c\n", "line 2 is 'a b c'"),
        ("a.edges", "a b\nc-d-e\n", "line 2: item 1"),
        ("a.edges", "", "no points"),
        ("a.json", b'{"points": ["\xff"]}', "byte 14 is not UTF-8"),
        ("a.jsn", "", "no known ending; did you mean .json"),
    ],
)
def test_files_refused(tmp_path: Path, name: str, content: str | bytes, said: str) -> None:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(BoardError, match=said):
        load(path)


def test_no_file_too_large_or_strange_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.g6"
    with path.open("wb") as file:
        file.truncate(10**12)
    with pytest.raises(BoardError, match="1,000,000,000,000 bytes"):
        load(path)
    (tmp_path / "folder.g6").mkdir()
    with pytest.raises(BoardError, match="not a regular file"):
        load(tmp_path / "folder.g6")


@pytest.mark.parametrize(
    "text", first(8, [*(f"graph:{name}" for name in sorted(NAMED)), "graph:k4", "graph:tree-3-4", "edges:a-b,c-d,e"])
)
def test_layouts_do_not_cross_where_they_need_not(text: str) -> None:
    board = parse(text)
    lines = [(a, b) for a, near in enumerate(board.edges) for b in near if a < b]
    assert len(set(board.coordinates)) == len(board)
    assert isclose(min(dist(board.coordinates[a], board.coordinates[b]) for a, b in lines), 1)
    assert _crosses(board.coordinates, lines) == (not nx.check_planarity(as_graph(board))[0])
    assert parse(text).coordinates == board.coordinates


@pytest.mark.parametrize(
    "graph", [nx.random_regular_graph(3, 600, seed=1), nx.grid_2d_graph(24, 24)], ids=["springs", "flat"]
)
def test_large_layouts_are_the_same_every_time(graph: nx.Graph) -> None:
    board = boards.from_graph(nx.convert_node_labels_to_integers(graph))
    assert len(set(board.coordinates)) == len(board)
    assert parse(board.text).coordinates == board.coordinates


@pytest.mark.parametrize("text", ["edges:a", "edges:a,b", "edges:a,b,c,d"])
def test_points_without_lines_lie_apart(text: str) -> None:
    assert len(set(parse(text).coordinates)) == len(parse(text))


@pytest.mark.parametrize(
    ("name", "rings"),
    [("petersen", 2), ("dodecahedron", 4), ("cube", 2), ("octahedron", 2), ("icosahedron", 4), ("heawood", 1),
     ("wheel-7", 2), ("k5", 1), ("circular-ladder-5", 2)],
)  # fmt: skip
def test_famous_graphs_are_drawn_by_rings(name: str, rings: int) -> None:
    board = parse(f"graph:{name}")
    assert len({round(hypot(*spot), 3) for spot in board.coordinates}) == rings
    assert len(next(line for line in lines_of(board))) == 2


def test_ten_thousand_points() -> None:
    graph = nx.random_regular_graph(3, 10_000, seed=1)
    board = parse(graph)
    assert len(board) == 10_000
    assert all(len(near) == 3 for near in board.edges)
    assert_comes_back(board)


_LOPSIDED = {
    "rings": "edges:a-b,b-c,c-d,d-a,d-e,e-f,f-g,g-h,h-e,c-h,a-i,i-j,j-k,k-i",
    "nested": "edges:A-B,B-C,C-D,D-E,E-A,A-F,B-G,C-H,D-I,E-J,F-G,G-H,H-I,I-J,J-F,F-K,G-K,H-K,I-K,J-K",
    "torus": "edges:"
    + ",".join(f"{n}-{n % 4 + 4 * ((n // 4 + 1) % 4)},{n}-{(n + 1) % 4 + n // 4 * 4}" for n in range(16)),
    "parts": "edges:a-b,b-c,c-a,x-y,y-z,z-x,q",
    "tutte": "graph:tutte",
}


@pytest.mark.parametrize("text", _LOPSIDED.values(), ids=_LOPSIDED)
def test_points_lines_and_names_lie_apart(text: str) -> None:
    board = parse(text)
    spots = [complex(*spot) for spot in places_of(board).spots]
    lines = [(a, b) for a, near in enumerate(board.edges) for b in near if a < b]
    size = max(abs(a - b) for a in spots for b in spots)
    assert min(abs(a - b) for a, b in itertools.combinations(spots, 2)) > 0.28 * size / len(board) ** 0.5
    beside = [_far(spots[p], spots[a], spots[b]) for p in range(len(board)) for a, b in lines if p not in (a, b)]
    assert min(beside) > 0.07 * size / len(board) ** 0.5
    drawn = [(complex(*a), complex(*b)) for line in lines_of(board) for a, b in itertools.pairwise(line)]
    reach = places_of(board).radius + NAME
    names = [spot + reach * complex(*way) for spot, way in zip(spots, name_directions(board), strict=True)]
    crowded = [name for name in names if min(_far(name, *ends) for ends in drawn) < 0.1]
    assert len(crowded) <= len(board) // 8


def _far(point: complex, start: complex, end: complex) -> float:
    along = end - start
    share = ((point - start) * along.conjugate()).real / abs(along) ** 2
    return abs(point - start - min(1.0, max(0.0, share)) * along)
