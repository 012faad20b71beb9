"""Whatever comes, the only error is FormatError."""

from __future__ import annotations

from contextlib import suppress
from json import dumps

from hypothesis import given, settings
from hypothesis import strategies as st

from tengen import boards
from tengen.formats import clicks, json, read_any, sgf
from tengen.records import FormatError, Record

NINE = boards.parse("9")
GRAMMAR = st.sampled_from(["(", ")", ";", "[", "]", "\\", "\n", "\r", " ", ":", "B[dd]", "W[]", "AB[aa:bb]"])
WORDS = st.sampled_from(
    ["SZ[9]", "GM[100]", "TGB[9]", "TGS[", "KM[6.5]", "HA[2]", "RU[", "PL[W]", "C[x]", "tao E5", "{", '"', "1 pass"]
)
SCRAPS = GRAMMAR | WORDS | st.sampled_from(["天", "\0", "\ud800", "\ufeff"])
TEXTS = st.one_of(st.text(max_size=40), st.lists(SCRAPS, max_size=20).map("".join))
GAMES = st.lists(SCRAPS, max_size=12).map(lambda scraps: "(;" + "".join(scraps) + ")")


@settings(max_examples=500, deadline=None)
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


@settings(max_examples=200, deadline=None)
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


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(KEYS, JSON_VALUES))
def test_json(given_values: dict[str, object]) -> None:
    text = dumps({"tengen": 1, "kind": "record", "board": "9", "nodes": [{}], **given_values})
    try:
        record = json.loads(text)
    except FormatError:
        return
    assert json.loads(json.dumps(record)).info == record.info
