"""Text forms: their meaning and their round trips (spec 0.1, 4.1)."""

import pickle
import subprocess
import sys

import networkx as nx
import pytest
from board_strategies import graphs, texts
from data import cases, load
from example_counts import examples
from hypothesis import given

from tengen import boards
from tengen.boards import Board, BoardError, parse


def assert_comes_back(board: Board) -> None:
    again = parse(board.text)
    assert again == board
    assert again.text == board.text


def assert_sound(board: Board) -> None:
    """Assert that relations ascend and edges are symmetric, with loops in the footprint alone."""
    for relation, looped in ((board.edges, False), (board.neighbours, False), (board.footprint, True)):
        assert len(relation) == len(board)
        for point, related in enumerate(relation):
            assert list(related) == sorted(set(related))
            assert (point in related) == looped
    assert all(point in board.edges[other] for point, near in enumerate(board.edges) for other in near)
    for relation, back in ((board.neighbours, board.reached_from), (board.footprint, board.covered_from)):
        arcs = {(point, other) for point, related in enumerate(relation) for other in related}
        assert arcs == {(other, point) for point, related in enumerate(back) for other in related}
        assert (back is relation) == (arcs == {(b, a) for a, b in arcs})
    both = {(p, q) for p, near in enumerate(board.neighbours) for q in near if p in board.neighbours[q]}
    assert both == {(p, q) for p, near in enumerate(board.connections) for q in near}
    placed = [point for row in board.rows for point in row if point >= 0]
    assert placed == (list(range(len(board))) if board.rows else [])
    assert [board.find(label) for label in board.labels] == list(range(len(board)))
    assert all(board.is_label(label) for label in board.labels)


@examples(80)
@given(texts)
def test_every_family_comes_back(text: str) -> None:
    board = parse(text)
    assert_comes_back(board)
    assert_sound(board)
    assert_comes_back(board.with_overlap())
    assert board.with_overlap().without_overlap() in (board, board.without_overlap())
    assert_comes_back(board.without_overlap())


@examples(60)
@given(graphs())
def test_edge_lists_keep_names_and_their_order(graph: tuple[list[str], list[tuple[str, str]]]) -> None:
    names, edges = graph
    board = boards.from_relations(names, edges)
    assert board.text.startswith("edges:")
    assert board.labels == tuple(names)
    assert {frozenset((board.labels[a], board.labels[b])) for a, near in enumerate(board.edges) for b in near} == {
        frozenset(edge) for edge in edges
    }
    assert_comes_back(board)


@examples(40)
@given(graphs())
def test_graph6_and_sparse6_agree_with_networkx(graph: tuple[list[str], list[tuple[str, str]]]) -> None:
    names, edges = graph
    given_graph = nx.Graph()
    given_graph.add_nodes_from(range(len(names)))
    given_graph.add_edges_from((names.index(a), names.index(b)) for a, b in edges)
    wanted = boards.from_graph(given_graph)
    dense = parse("graph6:" + nx.to_graph6_bytes(given_graph, header=False).decode())
    sparse = parse("sparse6:" + nx.to_sparse6_bytes(given_graph).decode())
    assert dense.edges == sparse.edges == wanted.edges
    assert dense.labels == sparse.labels == wanted.labels
    assert_comes_back(dense)
    assert_comes_back(sparse)


@pytest.mark.parametrize("count", [0, 1, 2, 4, 5, 16, 62, 63, 64, 300])
def test_both_encodings_at_the_borders_of_their_headers(count: int) -> None:
    graph = nx.path_graph(count)
    for read, write in (("graph6", nx.to_graph6_bytes), ("sparse6", nx.to_sparse6_bytes)):
        text = f"{read}:{write(graph, header=False).decode().strip()}"
        if count:
            assert parse(text).edges == boards.from_graph(graph).edges
            assert_comes_back(parse(text))
        else:
            with pytest.raises(BoardError, match="no points"):
                parse(text)


CANONICAL = load("canonical_boards")


@pytest.mark.parametrize(("text", "canonical"), CANONICAL)
def test_one_text_for_one_board(text: str, canonical: str) -> None:
    assert parse(text).text == canonical
    assert_comes_back(parse(text))


@pytest.mark.parametrize("kind", [kind for kind in boards.kinds() if kind.name != "file"], ids=lambda kind: kind.name)
def test_every_kind_has_an_example_that_comes_back(kind: boards.BoardKind) -> None:
    assert_comes_back(parse(kind.example))


def test_what_else_names_a_board() -> None:
    board = parse("9x13")
    assert parse(board) is board
    assert parse(7) == parse("7x7")
    assert parse(nx.path_graph(3)).text == "edges:0-1,1-2"
    assert pickle.loads(pickle.dumps(board)) == board
    assert len({board, parse("9x13"), parse("13x9")}) == 2


@pytest.mark.parametrize(
    ("text", "footprint", "canonical"), cases("board_texts", "a_footprint_is_for_grids_that_name_none")
)
def test_a_footprint_is_for_grids_that_name_none(text: str, footprint: str, canonical: str) -> None:
    assert parse(text, footprint=footprint).text == canonical


def test_an_ordinary_board_imports_nothing_heavy() -> None:
    code = (
        "import sys; from tengen import boards; boards.parse('19'); boards.parse('gengo 9'); boards.parse('star 3');"
        "print(sorted({'networkx', 'igraph', 'numpy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
