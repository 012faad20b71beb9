"""Refused boards: a BoardError names what is wrong, where, and what would be right, before memory is taken."""

from pathlib import Path

import networkx as nx
import pytest
from data import cases, load
from example_counts import examples
from hypothesis import example, given
from hypothesis import strategies as st

from tengen import boards
from tengen.boards import BoardError, parse

NONSENSE = [
    *load("refused/boards"),
    ("9 footprint " + "n" * 200 + "x" + "n" * 200, "larger than 103x103"),
    ("sparse6::A" + "_" * 500, "more edges than"),
    ('{"points":' + "[" * 100_000, "nested too deeply"),
    ('{"points":[' + "9" * 5000 + "]}", "number that is too long"),
]


@pytest.mark.parametrize(("text", "said"), NONSENSE, ids=[text[:24] or "(empty)" for text, _ in NONSENSE])
def test_nonsense_is_named(text: str, said: str) -> None:
    with pytest.raises(BoardError, match=said) as caught:
        parse(text)
    assert len(str(caught.value)) < 500


HUGE = [
    "99999999999999",
    "9" * 100_000,
    "9x" + "9" * 100_000,
    "triangular 10000x10000",
    "honeycomb 10000x10000",
    "hexagon 100000000",
    "hexagon 10000",
    "star 10000",
    "ring 10000x10000",
    "graph:k1000000000",
    "graph:k10000",
    "graph:k5000,5000",
    "graph:cycle-99999999999",
    "graph:hypercube-10000",
    "graph:tree-1-10000",
    "graph:tree-10000-10000",
    "graph6:~~?@s`_?",
    "graph6:~~~~~~~~",
    "sparse6::~~?@s`_?",
    "sparse6::~??~" + "~" * 5_000_000,
    "52 footprint " + "/".join(["n" * 50 + ("x" if row == 50 else "n") + "n" * 50 for row in range(101)]),
    "edges:" + "a," * 2_000_000,
    "edges:" + "a" * 30_000_000,
    '{"points":[' + "1," * 3_000_000 + "1]}",
]


@pytest.mark.parametrize("text", HUGE, ids=[text[:24] for text in HUGE])
def test_the_huge_is_refused(text: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse(text)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (None, "a text, a side or a networkx graph"),
        (True, "a text, a side or a networkx graph"),
        (9.0, "a text, a side or a networkx graph"),
        (b"19", "a text, a side or a networkx graph"),
        (0, "1 to 52"),
        (10**20, "1 to 52"),
        (nx.DiGraph([(1, 2)]), "directed"),
        (nx.MultiGraph([(1, 2), (1, 2)]), "edge 2 joins '1' and '2' a second time"),
        (nx.Graph([(1, 1)]), "loop"),
        (nx.Graph([(1, "1")]), "both called '1'"),
        (nx.empty_graph(10_001), "10,001 points"),
        (nx.Graph(), "no points"),
    ],
)
def test_invalid_boards_are_refused(what: object, said: str) -> None:
    with pytest.raises(BoardError, match=said):
        parse(what)


def test_a_side_too_long_to_print_is_refused() -> None:
    with pytest.raises(BoardError, match="1 to 52"):
        parse(10**5000)


def test_half_given_positions_are_named() -> None:
    graph = nx.path_graph(2)
    graph.nodes[0]["pos"] = (0, 0)
    with pytest.raises(BoardError, match="node '1' has no position"):
        parse(graph)


@pytest.mark.parametrize(
    ("edges", "neighbours", "footprint", "said"),
    [
        ([(0, 3)], None, None, "edge 1: there is no point 3; points are counted 0 to 2"),
        ([(0, -1)], None, None, "no point -1"),
        ([], [(0, 1), (1, 0)], None, "neighbour 2 joins 'b' and 'a' a second time"),
        ([], None, [(0, 0)], "footprint pair 1 is a loop"),
    ],
)
def test_relations_are_checked(edges: object, neighbours: object, footprint: object, said: str) -> None:
    with pytest.raises(BoardError, match=said):
        boards.from_relations("abc", edges, neighbours, footprint)  # type: ignore[arg-type]


PREFIXES = cases("board_errors", "prefixes")


@examples(150)
@given(st.sampled_from(PREFIXES), st.one_of(st.text(max_size=20), st.text("0123456789xon./-,:~?@ abA", max_size=20)))
@example("sparse6::", "~~~~~")
def test_garbage_raises_nothing_else(prefix: str, rest: str) -> None:
    try:
        board = parse(prefix + rest)
    except BoardError:
        return
    assert parse(board.text) == board


@examples(80)
@given(suffix=st.sampled_from([".g6", ".s6", ".graphml", ".json", ".edges", ".txt"]), data=st.binary(max_size=60))
def test_garbage_in_files_raises_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, suffix: str, data: bytes
) -> None:
    path: Path = tmp_path_factory.getbasetemp() / f"garbage{suffix}"
    path.write_bytes(data)
    try:
        board = boards.load(path)
    except BoardError:
        return
    assert parse(board.text) == board
