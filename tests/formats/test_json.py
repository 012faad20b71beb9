"""JSON: strict, and wrong places are named."""

from __future__ import annotations

import pytest

from tengen.formats import json
from tengen.records import FormatError, Node, Record

HEAD = '{"tengen": 1, "kind": "record", "board": "9"'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1, column 1: no JSON"),
        ('{"tengen": 1,\n "kind" "record"}', "line 2, column 9: no JSON"),
        ("[]", "$: must be an object"),
        ("{}", "$: no record"),
        ('{"tengen": 2, "kind": "record"}', "$.tengen: version 2"),
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
        (HEAD + ', "nodes": [{}], "axes": {"komi": NaN}}', "NaN is no JSON value"),
        (HEAD + ', "nodes": [{}], "axes": {"komi": 1, "komi": 2}}', "'komi' stands twice"),
        (HEAD + ', "nodes": [{}], "axes": {"komi": ' + "1" * 5000 + "}}", "a number too long"),
        (HEAD + ', "nodes": [{"comment": "\\ud800"}]}', "half a character"),
        (HEAD + ', "nodes": [{}], "about": {"tile": "x"}}', "$.about.tile: unknown; known are name, title"),
        (HEAD + ', "nodes": [{}], "about": {"name": 1}}', "$.about.name: must be text"),
        (HEAD + ', "nodes": [{}], "incomplete": 1}', "$.incomplete: must be true or false"),
        (HEAD.replace('"9"', '" File :/etc/hosts"') + ', "nodes": [{}]}', "$.board: names a file"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_refused(text: str, says: str) -> None:
    with pytest.raises(FormatError) as caught:
        json.loads(text)
    assert says in str(caught.value)


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
