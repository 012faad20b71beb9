"""Written files are read back equal; for anything else, the only error is FormatError."""

import io
import os
from contextlib import suppress
from json import dumps

import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import records

from tengen import boards
from tengen.formats import json, read_any, sgf
from tengen.formats.formal import clicks
from tengen.formats.sgf.conventions import with_handicap_stones
from tengen.records import FormatError, Node, Record

NINE = boards.parse("9")
GRAMMAR = st.sampled_from(["(", ")", ";", "[", "]", "\\", "\n", "\r", " ", ":", "B[dd]", "W[]", "AB[aa:bb]"])
WORDS = st.sampled_from([
    "SZ[9]", "GM[100]", "GM[q5go-1]", "TO[2]", "CR[aa:bb]", "LB[aa:x]", "AR[aa:bb]", "TB[]", "VW[aa]", "GB[2]",
    "FG[1:a]", "BL[1.5]", "MN[3]", "KO[]", "N[y]", "TGB[9]", "TGS[", "KM[6.5]", "HA[2]", "RU[", "PL[W]", "C[x]",
    "tao", "E5", "{", '"', "1", "pass",
])  # fmt: skip
SCRAPS = GRAMMAR | WORDS | st.sampled_from(["天", "\0", "\ud800", "\ufeff"])
TEXTS = st.one_of(st.text(max_size=40), st.lists(SCRAPS, max_size=20).map("".join))
GAMES = st.lists(SCRAPS, max_size=12).map(lambda scraps: "(;" + "".join(scraps) + ")")


@examples(150)
@given(TEXTS | GAMES | st.binary(max_size=60) | GAMES.map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_sgf_and_detection(data: str | bytes) -> None:
    for read in (sgf.read, lambda given: read_any(given, NINE), lambda given: list(sgf.read_all(given))):
        try:
            found = read(data)
        except FormatError:
            continue
        if isinstance(found, Record):
            again = sgf.read(sgf.write(found)) if found.root.colour or not found.root.move else found
            assert again.board == found.board


@st.composite
def damaged(draw: st.DrawFn) -> str:
    text = draw(records().map(sgf.write) | records().map(json.dumps))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.text('()[];:\\aBZ9{}",\n', max_size=2)) + text[at + draw(st.integers(0, 3)) :]
    return text


def check_damaged(text: str) -> None:
    """Read a text in every way: only FormatError is raised, and any result can be written and read again."""
    for data in (text, text.encode("utf-8", "replace"), text.encode("cp932", "replace")):
        with suppress(FormatError):
            record = read_any(data, NINE)
            assert json.loads(json.dumps(record)) == record
        with suppress(FormatError):
            assert all(record.board for record in sgf.read_all(io.BytesIO(data if isinstance(data, bytes) else b"(;)")))


@examples(50)
@given(damaged())
def test_damaged_records(text: str) -> None:
    check_damaged(text)


@pytest.mark.slow
@settings(max_examples=int(os.environ.get("TENGEN_FUZZ_EXAMPLES", "20000")), deadline=None)
@given(damaged() | TEXTS | GAMES)
def test_damaged_records_for_long(text: str) -> None:
    check_damaged(text)


@examples(80)
@given(TEXTS)
def test_clicks(text: str) -> None:
    with suppress(FormatError):
        clicks.read(text, NINE)


NAMES = st.sampled_from(["A1", "stones", "move"])
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(["black", "record", "9", "D4", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(["board", "variant", "axes", "start", "info", "warnings", "nodes"])


@examples(80)
@given(st.dictionaries(KEYS, JSON_VALUES))
def test_json(given_values: dict[str, object]) -> None:
    text = dumps({"tengen": 1, "kind": "record", "board": "9", "nodes": [{}], **given_values})
    try:
        record = json.loads(text)
    except FormatError:
        return
    assert json.loads(json.dumps(record)).info == record.info


@examples(40)
@given(records())
def test_sgf_is_read_back(record: Record) -> None:
    text = sgf.write(record)
    played = with_handicap_stones(record) if "GM[100]" not in text else record
    assert sgf.read(text) == played, text
    assert read_any(text.encode("utf-8")) == played


@examples(35)
@given(records())
def test_json_is_read_back(record: Record) -> None:
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
