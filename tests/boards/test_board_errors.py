"""What is refused: with a BoardError that says what, where and what would be right, before memory is taken."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest
from example_counts import examples
from hypothesis import example, given
from hypothesis import strategies as st

from tengen import boards
from tengen.boards import BoardError, parse

NONSENSE = [
    ("", "empty"),
    ("   ", "empty"),
    ("0", "the size of the board is '0'; it must be 1 to 52"),
    ("-3", "'-3'; it must be 1 to 52"),
    ("53", "1 to 52"),
    ("9x53", "the height of the board is '53'"),
    ("9x", "the height of the board is '', which is not a whole number"),
    ("9x9x9", "width x height"),
    ("٩", "there is no board"),
    ("9x9 tours", "did you mean torus"),
    ("9x9 banana", "after a size may stand plane, cylinder, torus, mobius, klein"),
    ("9x9 torus torus", "unexpected 'torus' after torus"),
    ("9 without", "nothing follows 'without'"),
    ("9 without I5", "'I5' cannot be cut out: it is not on the 9x9 board .A1 to J9; there is no column I."),
    ("9 without D4 without E5", "'without' stands twice"),
    ("1 without A1", "every point is cut out"),
    ("9 overlap please", "unexpected 'please' after overlap"),
    ("gengo", "needs a size"),
    ("gengoo 19", "did you mean gengo"),
    ("hexagn 5", "did you mean hexagon"),
    ("petersen", "did you mean graph:petersen"),
    ("cycle-5", "did you mean graph:cycle-5"),
    ("graph petersen", "did you mean graph:"),
    ("gengo 9 footprint nxn", "two footprints"),
    ("9 footprint", "nothing follows 'footprint'"),
    ("9 footprint gengoo", "did you mean gengo"),
    ("9 footprint nnn", "0 points x"),
    ("9 footprint xx", "2 points x"),
    ("9 footprint n n n n o o o n n o x o n", "the footprint's marks stand apart; write its rows without blanks"),
    ("9 footprint n n n/n o o o n/n o x o n/n o o o n/n n n", "the footprint's marks stand apart"),
    ("9 footprint n n n\nn o o o n\nn o x o n\nn o o o n\nn n n", "the footprint's marks stand apart"),
    ("9 mobius footprint nx./..n", "a mobius board turns footprints over at the rim"),
    ("9 overlap", "overlap means nothing here: these stones block their own point only"),
    ("go 9 torus overlap", "overlap means nothing here"),
    ("9 footprint n/nxn", "row 2 of the footprint has 3 points, row 1 has 1"),
    ("9 footprint n?n/nxn/nnn", "row 1, column 2 of the footprint is '[?]'; use x, o, n or [.]"),
    ("9 footprint " + "n" * 200 + "x" + "n" * 200, "larger than 103x103"),
    ("gengo 4 torus", "offsets of the footprint meet over the rim; sides of 5 or more"),
    ("gengo 1 cylinder", "meet over the rim"),
    ("large-o 5x9 cylinder", "over the rim"),
    ("4x9 cylinder footprint n.oxo.n", "over the rim"),
    ("8x9 cylinder footprint n...x...n", "sides of 9 or more"),
    ("5x9 cylinder footprint n..oxo..n", "falls into its footprint over the rim"),
    ("9 mobius footprint n../.x./..n", "turned over at the rim, the neighbours of"),
    ("9 klein footprint o../.x./..o", "turned over at the rim, the footprint of"),
    ("triangular", "takes one size"),
    ("triangular 7x7 torus", "takes one size"),
    ("ring 2x9", "at least 3"),
    ("hexagon 0", "1 to 10,000"),
    ("hexagon 5x5", "not a whole number"),
    ("graph:peterson", "did you mean petersen"),
    ("graph:nothing-like-it", "known are bull"),
    ("graph:", "known are bull"),
    ("graph:cycle", "needs its size; write, for example, graph:cycle-4"),
    ("graph:cycle-2", "it must be 3 to"),
    ("graph:cycle-5-5", "takes 1 numbers, not 2"),
    ("graph:k0", "1 to 10,000"),
    ("graph:k2000", "relates 3,998,000 pairs of points; a board holds at most 2,000,000"),
    ("graph6:", "ends before"),
    ("graph6:D", "announces 5 points in 2 characters, but has 0"),
    ("graph6:C\u00e9", "character 2 of this graph6 text"),
    ("graph6:Bz", "bits set beyond its last pair"),
    ("sparse6:Dap_", "begins with a colon"),
    ("sparse6::A" + "_" * 500, "more edges than"),
    ("edges:", "edge list is empty"),
    ("edges:a-b,,c", "item 2 of the edge list is ''"),
    ("edges:a-b-c", "item 1 of the edge list is 'a-b-c'"),
    ("edges:a-a", "edge 1 is a loop: it joins 'a' to itself"),
    ("edges:a-b,c,b-a", "edge 2 joins 'b' and 'a' a second time"),
    ("edges:%FF", "not valid percent encoding"),
    ("edges:Pass", "'Pass', which is the name of a move"),
    ("edges:a-resign", "point 2 is called 'resign'"),
    ("edges:tao 3", "'tao 3', which is the name of a move"),
    ("edges:%20a", "does not begin or end with a blank"),
    ("edges:a%0Ab", "one line without control characters"),
    ("edges:a%00", "control characters"),
    ("{", "line 1, column 2 of the JSON"),
    ("{}", "no list of points"),
    ('{"points":[]}', "no points"),
    ('{"points":["a"],"edgs":[]}', "unknown key 'edgs'; did you mean edges"),
    ('{"points":["a",""]}', "point 2 has an empty name"),
    ('{"points":["a","a"]}', "points 1 and 2 are both called 'a'"),
    ('{"points":[1,"1"]}', "both called '1'"),
    ('{"points":[true]}', "point 1 is True"),
    ('{"points":["a","bbb"],"edges":[["a","bbc"]]}', "edge 1: there is no point 'bbc'; did you mean bbb"),
    ('{"points":["a","b"],"edges":[["a"]]}', "edge 1 is .*pair of points"),
    ('{"points":["a","b"],"edges":{"a":["b"]}}', "edges are a list of pairs"),
    ('{"points":["a","b"],"edges":"ab"}', "give a list of pairs"),
    ('{"points":["a","b"],"footprint":{"a":["b"]}}', "`footprint` is not symmetric: 'a' lists 'b', but 'b' does not"),
    ('{"points":["a","b"],"neighbours":{"a":["a"]}}', "'a' is given in its own `neighbours`"),
    (
        '{"points":["a","b"],"edges":[["a","b"]],"footprint":[["a","b"]]}',
        "both a neighbour of 'a' and in its footprint",
    ),
    ('{"points":["a","b"],"positions":[[0,0]]}', "1 positions for 2 points"),
    ('{"points":["a","b"],"positions":[[0,0],[0,0]]}', "'a' and 'b' have the same position"),
    ('{"points":["a"],"positions":[[0,NaN]]}', "within a million"),
    ('{"points":["a"],"positions":[[0,1e400]]}', "within a million"),
    ('{"points":["a"],"positions":["12"]}', "two numbers"),
    ('{"points":["a"],"positions":{"b":[0,0]}}', "leave out 'a'"),
    ('{"points":["a"],"overlap":1}', "true or false"),
    ('{"points":["a"],"overlap":true}', "overlap means nothing here"),
    ('{"points":["a"],"directed":"yes"}', "directed is 'yes'; it must be true or false"),
    ('{"points":["\\ud800"]}', "control characters"),
    ('{"points":' + "[" * 100_000, "nested too deeply"),
    ('{"points":[' + "9" * 5000 + "]}", "number that is too long"),
    ("file:", "no known ending"),
    ("file:/nowhere/at/all.g6", "cannot be read"),
    ("file:a\0b.g6", "cannot be read"),
    ("file:/tmp.jsn", "did you mean .json"),
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
def test_what_is_no_board(what: object, said: str) -> None:
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


PREFIXES = [
    "",
    "9 ",
    "gengo ",
    "9 footprint ",
    "9 without ",
    "hexagon ",
    "graph:",
    "graph6:",
    "sparse6::",
    "edges:",
    "{",
    "file:",
]


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
