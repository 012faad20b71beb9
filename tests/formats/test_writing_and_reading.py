"""What is written is read back equal."""

from __future__ import annotations

from hypothesis import given, settings
from trees import records, same

from tengen.formats import json, read_any, sgf
from tengen.records import Node, Record


@settings(max_examples=250, deadline=None)
@given(records())
def test_sgf(record: Record) -> None:
    text = sgf.write(record)
    assert same(sgf.read(text), record), text
    assert same(read_any(text.encode("utf-8")), record)


@settings(max_examples=100, deadline=None)
@given(records())
def test_json(record: Record) -> None:
    record.warnings = ["a warning"]
    back = json.loads(json.dumps(record))
    assert same(back, record)
    assert back.warnings == record.warnings
    assert same(read_any(json.dumps(record)), record)


def test_ten_thousand_moves() -> None:
    record = Record(board="19")
    node = record.root
    for number in range(10_000):
        node.children.append(Node(move="D4" if number % 3 else "pass", colour="white" if number % 2 else "black"))
        node = node.children[0]
    assert same(json.loads(json.dumps(record)), record)
    assert same(sgf.read(sgf.write(record)), record)
