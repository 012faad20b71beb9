"""JSON: strict, with the place of every error."""

import pytest
from data import load

from tengen.formats import json, sgf
from tengen.records import FormatError, Node, Record

HEAD = '{"tengen": 1, "kind": "record", "board": "9"'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1, column 1: invalid JSON"),
        ('{"tengen": 1,\n "kind" "record"}', "line 2, column 9: invalid JSON"),
        ("[]", "$: must be an object"),
        ("{}", "$: not a Tengen record"),
        ('{"tengen": 2, "kind": "record"}', "$.tengen: unknown version 2"),
        (HEAD + "}", "$.nodes: must be a list"),
        (HEAD + ', "nodes": []}', "$.nodes: must be a list"),
        (HEAD + ', "nodes": [{}], "bord": 1}', "$.bord: unknown"),
        (HEAD + ', "nodes": [{"colour": "red"}]}', "$.nodes[0].colour: must be"),
        (HEAD + ', "nodes": [{"parent": 0}]}', "$.nodes[0].parent: the first node"),
        (HEAD + ', "nodes": [{}, {"parent": 1}]}', "$.nodes[1].parent: must be a node before"),
        (HEAD + ', "nodes": [{}, {"parent": -1}]}', "$.nodes[1].parent: must be a whole number"),
        (HEAD + ', "nodes": [{"changes": {"D4": "tao"}}]}', "$.nodes[0].changes.D4: must be"),
        (HEAD + ', "nodes": [{"properties": {"N": "x"}}]}', "$.nodes[0].properties.N: must be a list"),
        (HEAD + ', "nodes": [{}], "start": {}}', "$.start: stones is missing"),
        (HEAD + ', "nodes": [{}], "start": {"stones": {"A1": "red"}, "to_play": "black"}}', "$.start.stones.A1"),
        (HEAD + ', "nodes": [{}], "axes": {"komi": {}}}', "$.axes.komi"),
        (HEAD + ', "nodes": [{}], "axes": {"komi": NaN}}', "NaN is not a JSON value"),
        (HEAD + ', "nodes": [{}], "axes": {"komi": 1, "komi": 2}}', "'komi' occurs twice"),
        (HEAD + ', "nodes": [{}], "axes": {"komi": ' + "1" * 5000 + "}}", "a number too long"),
        (HEAD + ', "nodes": [{"comment": "\\ud800"}]}', "half a character"),
        (HEAD + ', "nodes": [{}], "about": {"tile": "x"}}', "$.about.tile: unknown; expected name, title"),
        (HEAD + ', "nodes": [{}], "about": {"name": 1}}', "$.about.name: must be text"),
        (HEAD + ', "nodes": [{}], "incomplete": 1}', "$.incomplete: must be true or false"),
        (HEAD.replace('"9"', '" File :/etc/hosts"') + ', "nodes": [{}]}', "$.board: names a file"),
        (HEAD.replace('"9"', '"9 thorus"') + ', "nodes": [{}]}', "$.board: "),
        (HEAD + ', "nodes": [{}, {"move": "Z1"}]}', "$.nodes[1].move: Z1 is not on 9x9: its columns"),
        (HEAD + ', "nodes": [{"move": "tao I5"}]}', "$.nodes[0].move: I5 is not on 9x9: columns skip I"),
        (HEAD + ', "nodes": [{"move": ""}]}', "$.nodes[0].move: '' is not a move"),
        (HEAD + ', "nodes": [{"changes": {"A10": "black"}}]}', "$.nodes[0].changes.A10: A10 is not on 9x9"),
        (
            HEAD + ', "nodes": [{}], "start": {"stones": {"x": "black"}, "to_play": "black"}}',
            "$.start.stones.x: x is not",
        ),
        (
            HEAD + ', "nodes": [{}], "start": {"stones": {}, "tiles": {"": 1}, "to_play": "black"}}',
            "$.start.tiles.: '' is not on",
        ),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_refused(text: str, says: str) -> None:
    with pytest.raises(FormatError) as caught:
        json.loads(text)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("nodes", "line", "column", "says"),
    load("refused/json_places"),
)
def test_errors_have_a_place(nodes: str, line: int, column: int, says: str) -> None:
    board = "" if '"board"' in nodes else ' "board": "9",'
    with pytest.raises(FormatError) as caught:
        json.loads(nodes if "[{" not in nodes else f'{{"tengen": 1, "kind": "record",{board}\n "nodes": {nodes}}}')
    assert (caught.value.line, caught.value.column) == (line, column)
    assert says in str(caught.value)


@pytest.mark.parametrize("move", ["E5", "e5", "Pass", "return", "resign", "tao J9", "Tao a1"])
def test_moves_are_read_as_games_read_them(move: str) -> None:
    assert json.loads(HEAD + f', "nodes": [{{"move": "{move}"}}]}}').root.move == move


def test_nodes_know_where_they_stand() -> None:
    text = json.dumps(Record("9", root=Node(comment='a "nodes": [', children=[Node("E5", "black")])))
    nodes = list(json.loads(text).main_line())
    assert [(node.line, node.column) for node in nodes] == [(8, 3), (9, 3)]
    root = json.loads(text.replace("\n", " ")).root
    assert (root.line, root.column) == (1, 107)


def test_written_for_people_too() -> None:
    record = Record("9", "tile", {"tao_price": (1, 2)}, root=Node(children=[Node("E5", "black"), Node("D4", "black")]))
    assert json.dumps(record).splitlines() == [
        '{"tengen": 1,',
        ' "kind": "record",',
        ' "board": "9",',
        ' "variant": "tile",',
        ' "axes": {"tao_price": [1, 2]},',
        ' "info": {},',
        ' "nodes": [',
        "  {},",
        '  {"move": "E5", "colour": "black"},',
        '  {"parent": 0, "move": "D4", "colour": "black"}',
        " ]}",
    ]


@pytest.mark.parametrize("name", ["SZ", "GM", "PB[x];B[cc]C", "P]B", "AB"])
def test_game_information_has_names_of_its_own(name: str) -> None:
    with pytest.raises(FormatError, match="unknown; expected AN"):
        json.loads(json.dumps(Record(board="9", info={name: "19"})))
    with pytest.raises(FormatError, match="is not SGF game information"):
        sgf.write(Record(board="9", info={name: "19"}))
