"""Malformed and strange files, re-created small: read, or repaired with a warning."""

import codecs
from contextlib import suppress

import pytest
from example_counts import first

from tengen.formats import sgf
from tengen.records import FormatError

READ = [
    ("UTF-16, big end first", codecs.BOM_UTF16_BE + "(;PB[天元];B[dd])".encode("utf-16-be"), "天元"),
    ("UTF-16 without mark", "(;PB[天元];B[dd])".encode("utf-16-le"), "天元"),
    ("UTF-8 undeclared", "(;PB[天元];B[dd])".encode(), "天元"),
    ("Big5", "(;PB[圍棋]CA[Big5];B[dd])".encode("big5hkscs"), "圍棋"),
    ("Cyrillic", "(;PB[Чёрные]CA[windows-1251];B[dd])".encode("cp1251"), "Чёрные"),
    ("long names of FF[1]", b"(\n;\nGaMe[1]SiZe[19]PlayerBlack[Bo]\n;\nBlack[dd])", "Bo"),
    ("ends of line of all kinds", b"(;PB[Bo]\r\n;B[dd]\r\r\n\n)", "Bo"),
    ("UTF-16 without mark, big end first", "(;PB[天元];B[dd])".encode("utf-16-be"), "天元"),
    ("properties nobody knows", b"(;PB[Bo]MULTIGOGM[1]KGSDE[aa]X9[\xc3\xa9];B[dd])", "Bo"),
]
REPAIRED = [
    ("no semicolon", b"(\r\nPB[Bo]\r\n;B[dd])", "line 2, column 1: `;` is missing before `PB`"),
    ("text before", b"Subject: a game\n\n(;PB[Bo];B[dd])", "line 1, column 1: `Subject: a game` does not belong"),
    ("text behind", b"(;PB[Bo];B[dd]))", "line 1, column 16: `)` does not belong"),
    ("empty variation", b"(;PB[Bo];B[dd]())", "an empty variation"),
    ("Korean undeclared", "(;PB[Bo]C[여기가 큰 자리];B[dd])".encode("cp949"), "guessed cp949"),
    ("Latin undeclared", "(;PB[Bo]C[Eröffnung];B[dd])".encode("latin-1"), "guessed latin-1"),
    ("damaged UTF-8", "(;PB[Bo]C[天元打ち]".encode()[:-2] + b"];B[dd])", "damaged in one place"),
    ("declared charset unknown", "(;PB[Bo]CA[klingon]C[天];B[dd])".encode(), "klingon is unknown"),
    ("empty point list", b"(;PB[Bo]AB[];B[dd])", "`AB[]` does not name a point"),
    ("a point set twice", b"(;PB[Bo]AB[aa]AW[aa];B[dd])", "sets a point again"),
    ("nobody to play", b"(;PB[Bo]PL[x];B[dd])", "must name a player"),
    ("a move and stones", b"(;PB[Bo];B[dd]AB[aa])", "the stones are set up first"),
    ("two comments", b"(;PB[Bo]C[a]C[b];B[dd])", "they were joined"),
    ("two games", b"(;PB[Bo];B[dd])(;B[aa])", "only the first was read"),
]


@pytest.mark.parametrize(("data", "black"), [case[1:] for case in READ], ids=[case[0] for case in READ])
def test_read(data: bytes, black: str) -> None:
    record = sgf.read(data)
    assert record.warnings == []
    assert record.info["PB"] == black
    assert [node.move for node in record.main_line()][-1] == "D16"


@pytest.mark.parametrize(("data", "warning"), [case[1:] for case in REPAIRED], ids=[case[0] for case in REPAIRED])
def test_repaired(data: bytes, warning: str) -> None:
    record = sgf.read(data)
    assert len(record.warnings) == 1
    assert warning in record.warnings[0]
    assert record.info["PB"] == "Bo"
    assert next(node.move for node in record.main_line() if node.move) == "D16"


@pytest.mark.parametrize(
    "text",
    first(
        6,
        [
            "(" * 100_000,
            "(;" * 100_000 + ")" * 100_000,
            "(;C" + "[" * 100_000,
            "(;AB" + "[aa:ss]" * 100_000 + ")",
            "(;C[" + "\\" * 100_001,
            "( " * 100_000 + ";",
            "(;B[aa]" * 100_000,
            "(;B[aa]" + "(" * 100_000,
            "(" * 100_000 + ")" * 100_000,
            "(;" * 100_000,
        ],
    ),
    ids=range(10),
)
def test_deep_nesting_neither_recurses_nor_hangs(text: str) -> None:
    with suppress(FormatError):
        assert sgf.write(sgf.read(text))


def test_separators_and_pairs_of_characters() -> None:
    assert "KM" in sgf.read(b"(;SZ[9]KM[\x1c6.50];B[aa])").info
    with pytest.raises(FormatError):
        sgf.read(b'{"tengen": 1, "kind": "record", \x88board": "9", "variant": "tile", "axes": {"komi": 6.5}}')


def test_warnings_have_an_end() -> None:
    assert len(sgf.read("(" + ";B[dd]]" * 1_000 + ")").warnings) == 101


@pytest.mark.parametrize(("written", "colour"), [("B", "black"), ("white", "white"), ("1", "black"), ("2", "white")])
def test_who_moves_is_read_as_programs_have_written_it(written: str, colour: str) -> None:
    assert sgf.read(f"(;SZ[9]PL[{written}]AB[dd])".encode()).root.to_play == colour
