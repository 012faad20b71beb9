"""Malformed and strange files, re-created small: read, repaired with a warning, or refused with line and column."""

from __future__ import annotations

import codecs
from contextlib import suppress

import pytest
from example_counts import first

from tengen.formats import sgf
from tengen.records import FormatError

READ = [
    ("byte order mark", codecs.BOM_UTF8 + "(;CA[UTF-8]PB[天元];B[dd])".encode(), "天元"),
    ("UTF-16", codecs.BOM_UTF16_LE + "(;PB[天元];B[dd])".encode("utf-16-le"), "天元"),
    ("UTF-16, big end first", codecs.BOM_UTF16_BE + "(;PB[天元];B[dd])".encode("utf-16-be"), "天元"),
    ("UTF-16 without mark", "(;PB[天元];B[dd])".encode("utf-16-le"), "天元"),
    ("UTF-8 undeclared", "(;PB[天元];B[dd])".encode(), "天元"),
    ("Japanese", "(;PB[表 予測]CA[Shift_JIS];B[dd])".encode("cp932"), "表 予測"),
    ("Chinese", "(;PB[古力]CA[GB2312];B[dd])".encode("gb18030"), "古力"),
    ("Korean", "(;PB[이름]CA[EUC-KR];B[dd])".encode("cp949"), "이름"),
    ("Big5", "(;PB[圍棋]CA[Big5];B[dd])".encode("big5hkscs"), "圍棋"),
    ("Cyrillic", "(;PB[Чёрные]CA[windows-1251];B[dd])".encode("cp1251"), "Чёрные"),
    ("long names of FF[1]", b"(\n;\nGaMe[1]SiZe[19]PlayerBlack[Bo]\n;\nBlack[dd])", "Bo"),
    ("ends of line of all kinds", b"(;PB[Bo]\r\n;B[dd]\r\r\n\n)", "Bo"),
    ("UTF-16 without mark, big end first", "(;PB[天元];B[dd])".encode("utf-16-be"), "天元"),
    ("properties nobody knows", b"(;PB[Bo]MULTIGOGM[1]KGSDE[aa]X9[\xc3\xa9];B[dd])", "Bo"),
]
REPAIRED = [
    ("bracket too many", b"(;PB[Bo];B[dd]];W[aa])", "line 1, column 15: a `]` too many"),
    ("last brackets missing", b"(;PB[Bo];B[dd](;W[aa]", "2 `)` added, moves may be missing"),
    ("no semicolon", b"(\r\nPB[Bo]\r\n;B[dd])", "line 2, column 1: `;` is missing before `PB`"),
    ("text before", b"Subject: a game\n\n(;PB[Bo];B[dd])", "line 1, column 1: `Subject: a game` is no part"),
    ("text behind", b"(;PB[Bo];B[dd]))", "line 1, column 16: `)` is no part"),
    ("empty variation", b"(;PB[Bo];B[dd]())", "an empty variation"),
    ("komi in hundredths", b"(;PB[Bo]KM[375];B[dd])", "in hundredths, as the server Fox"),
    ("Chinese undeclared", "(;PB[Bo]C[黑棋先走这里是大场];B[dd])".encode("gb18030"), "guessed gb18030"),
    ("Japanese undeclared", "(;PB[Bo]C[ここが大場です];B[dd])".encode("cp932"), "guessed cp932"),
    ("Korean undeclared", "(;PB[Bo]C[여기가 큰 자리];B[dd])".encode("cp949"), "guessed cp949"),
    ("Latin undeclared", "(;PB[Bo]C[Eröffnung];B[dd])".encode("latin-1"), "guessed latin-1"),
    ("damaged UTF-8", "(;PB[Bo]C[天元打ち]".encode()[:-2] + b"];B[dd])", "damaged in one place"),
    ("not as declared", "(;PB[Bo]CA[EUC-KR]C[ええ\ufffd];B[dd])".encode(), "not EUC-KR as declared"),
    ("declared charset unknown", "(;PB[Bo]CA[klingon]C[天];B[dd])".encode(), "klingon is unknown"),
    ("empty point list", b"(;PB[Bo]AB[];B[dd])", "`AB[]` names no point"),
    ("a point set twice", b"(;PB[Bo]AB[aa]AW[aa];B[dd])", "sets a point again"),
    ("nobody to play", b"(;PB[Bo]PL[x];B[dd])", "names no player"),
    ("a move and stones", b"(;PB[Bo];B[dd]AB[aa])", "the stones are set up first"),
    ("two comments", b"(;PB[Bo]C[a]C[b];B[dd])", "they were joined"),
    ("two games", b"(;PB[Bo];B[dd])(;B[aa])", "only the first was read"),
]
REFUSED = [
    ("bracket missing", b"(;PB[Bo];B[nc\n;W[rd]\n;B[qc])", 1, 11, "a `]` is missing"),
    ("comment cut short", b"(;PB[Bo];B[dd]\n;W[pp]C[and th", 2, 8, "has no end"),
    ("letter too many", b"(;PB[Bo]\n;B[dd];W[iem])", 2, 9, "two letters"),
    ("letter missing", b"(;PB[Bo]\n;B[dd];W[n])", 2, 9, "two letters"),
    ("digits", b"(;PB[Bo]\n;B[37])", 2, 3, "two letters"),
    ("backgammon", b"(;FF[4]\nGM[6]\n;B[dd])", 2, 3, "another game"),
    ("off the board", b"(;SZ[9]\n;B[jj])", 2, 3, "outside the 9x9 board (a-i)"),
    ("a `)` too many", b"(;PB[Bo];B[dd]);W[aa];B[bb])", 1, 16, "moves outside of a game"),
    ("lower case", b"(;PB[Bo];b[dd])", 1, 10, "capital letters"),
    ("binary", bytes(range(256)), 1, 1, "binary"),
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
    ("data", "line", "column", "says"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_refused(data: bytes, line: int, column: int, says: str) -> None:
    with pytest.raises(FormatError) as caught:
        sgf.read(data)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert says in str(caught.value)


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
