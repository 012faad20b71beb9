"""What is written is read back equal."""

from __future__ import annotations

from example_counts import examples
from hypothesis import given
from trees import records

from tengen.formats import json, read_any, sgf
from tengen.formats.sgf.conventions import with_handicap_stones
from tengen.records import Node, Record


@examples(40)
@given(records())
def test_sgf(record: Record) -> None:
    text = sgf.write(record)
    played = with_handicap_stones(record) if "GM[100]" not in text else record
    assert sgf.read(text) == played, text
    assert read_any(text.encode("utf-8")) == played


@examples(35)
@given(records())
def test_json(record: Record) -> None:
    record.warnings = ["a warning"]
    back = json.loads(json.dumps(record))
    assert back == record
    assert back.warnings == record.warnings
    assert read_any(json.dumps(record)) == record


def test_ten_thousand_moves() -> None:
    record = Record(board="19")
    node = record.root
    for number in range(10_000):
        node.children.append(Node(move="D4" if number % 3 else "pass", colour="white" if number % 2 else "black"))
        node = node.children[0]
    assert json.loads(json.dumps(record)) == record
    assert sgf.read(sgf.write(record)) == record


def test_rules_that_are_no_preset() -> None:
    about = {"name": "duel", "title": "Duel [of] Go", "prose": "Two\nlines.", "source": "us", "footprint": "gengo"}
    record = Record("9", "custom", {"suicide": "allowed", "komi": 3}, about=about)
    for text in (sgf.write(record), json.dumps(record)):
        back = read_any(text)
        assert (back.variant, back.axes, back.about) == ("custom", record.axes, about)
    assert "GM[100]" in sgf.write(record)
    assert '"about"' not in json.dumps(Record("9"))


def test_what_was_cut_off_stays_cut_off() -> None:
    record = sgf.read("(;SZ[9];B[aa]")
    assert record.incomplete
    for text in (sgf.write(record), json.dumps(record)):
        assert read_any(text).incomplete
    assert not sgf.read("(;SZ[9];B[aa])").incomplete
