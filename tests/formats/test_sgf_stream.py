"""Collections read piece by piece: the same games and places for any pieces, in bounded memory."""

import codecs
import io
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

import pytest

from tengen.formats import sgf
from tengen.formats.sgf import collection as sgf_collection
from tengen.records import FormatError

GAMES = [
    "(;SZ[9]C[brackets ) ( ; in \\] text];B[dd](;W[ee];B[ff])(;W[cc]))",
    "Subject: a game\n(;SZ[13]PB[a\r\nb];B[dd])",
    "\n\n(;SZ[19]\n;B[dd]\n;W[pp]CR[zz])",
    "(;FF[4]N[(;B\\[aa\\])];AB[aa:cc])",
]


class Pieces(io.RawIOBase):
    """A binary file that is made as it is read."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._left = b""

    def read(self, size: int = -1) -> bytes:
        while len(self._left) < size:
            piece = next(self._pieces, b"")
            if not piece:
                break
            self._left += piece
        found, self._left = self._left[:size], self._left[size:]
        return found


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 64, 1 << 18])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_stream_gives_what_the_whole_text_gives(chunk: int, newline: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_collection, "_CHUNK", chunk)
    text = newline.join(GAMES).encode()
    whole, streamed = list(sgf.read_all(text)), list(sgf.read_all(io.BytesIO(text)))
    assert len(whole) == 4
    assert streamed == whole
    for one, other in zip(streamed, whole, strict=True):
        places = [[(node.line, node.column) for node in record.main_line()] for record in (one, other)]
        assert places[0] == places[1]
    said = [warning for record in streamed for warning in record.warnings]
    assert [warning for warning in said if "CR[zz]" in warning] == [
        warning for record in whole for warning in record.warnings if "CR[zz]" in warning
    ]
    assert any("`Subject: a game` does not belong" in warning for warning in said)


def test_errors_name_the_line_of_the_whole_file(tmp_path: Path) -> None:
    file = tmp_path / "many.sgf"
    file.write_text("(;SZ[9]\n;B[dd])\n\n(;SZ[9]\n;B[zz])\n", "utf-8")
    games = sgf.read_all(file)
    assert next(games).board == "9"
    with pytest.raises(FormatError) as caught:
        next(games)
    assert (caught.value.line, caught.value.column) == (5, 3)


GAME = r"(;GM[1]{declared}PB[{name}]C[表 \] 構 ( \\ 能];B[dd](;W[ee])(;W[cc])){end}"


@pytest.mark.parametrize("chunk", [1, 5, 1 << 18])
def test_every_game_has_its_own_charset(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_collection, "_CHUNK", chunk)
    names = {
        ("cp932", "CA[Shift_JIS]"): "表予測ソ",
        ("big5hkscs", "CA[Big5]"): "功許蓋",
        ("gb18030", "CA[GBK]"): "昞乗侺",
        ("utf-8", "CA[UTF-8]"): "天元",
        ("utf-8", ""): "이름",
        ("iso2022_jp", "CA[ISO-2022-JP]"): "天元",
        ("euc_jp", "CA[EUC-JP]"): "天元",
        ("cp949", "CA[EUC-KR]"): "天元",
    }
    texts = {key: GAME.format(declared=key[1], name=name, end="\n") for key, name in names.items()}
    data = b"".join(text.encode(charset) for (charset, _), text in texts.items())
    records = list(sgf.read_all(io.BytesIO(data)))
    assert [record.info["PB"] for record in records] == list(names.values())
    assert {record.root.comment for record in records} == {"表 ] 構 ( \\ 能"}
    assert [record.root.line for record in records] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert all(record.warnings == [] for record in records)
    assert list(sgf.read_all(data)) == records


def test_damaged_characters_let_no_bracket_loose() -> None:
    data = b"(;CA[Shift_JIS]PB[\xfc]\x81\x5d];B[dd])(;PB[\x8f\x5d];B[ee])"
    first, second = sgf.read_all(data)
    assert [node.move for node in first.main_line()] == [None, "D16"]
    assert first.warnings == ["some characters are not cp932 and were replaced"]
    assert second.info["PB"] == "従"
    assert second.warnings == ["no charset is declared; read as cp932, like the game before"]


def test_undeclared_games_help_each_other() -> None:
    names = ["古力", "白棋已经活净，这里是大场", "常昊"]
    data = "".join(f"(;PB[{name}];B[dd])" for name in names).encode("gb18030")
    records = list(sgf.read_all(data))
    assert [record.info["PB"] for record in records] == names
    assert records[0].warnings == ["no charset is declared; guessed gb18030"]
    assert records[1].warnings == ["no charset is declared; read as gb18030, like the game before"]


@pytest.mark.parametrize("chunk", [1, 3, 64])
@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", ["\ufeff", ""])
def test_two_byte_characters(chunk: int, charset: str, mark: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_collection, "_CHUNK", max(chunk, 4))
    data = (mark + "".join(GAMES) + "(;PB[天元];B[dd])").encode(charset)
    records = list(sgf.read_all(io.BytesIO(data)))
    assert records == list(sgf.read_all("".join(GAMES) + "(;PB[天元];B[dd])"))


def test_half_a_character_at_the_end() -> None:
    data = b"\xff\xfe" + "(;PB[天元];B[dd])".encode("utf-16-le") + b"\x00"
    (record,) = sgf.read_all(io.BytesIO(data))
    assert record.warnings[0] == "some characters are not utf-16-le and were replaced"


def test_a_mark_holds_for_the_whole_file_and_may_stand_again() -> None:
    data = b"".join(codecs.BOM_UTF8 + "(;CA[GB2312]PB[天元];B[dd])\n".encode() for _ in range(2))
    assert [(record.info["PB"], record.warnings) for record in sgf.read_all(data)] == [("天元", [])] * 2


def test_text_behind_the_last_game_is_said_of_it() -> None:
    first, second = sgf.read_all(io.BytesIO(b"(;B[aa]) between (;B[bb]) behind"))
    assert first.warnings == []
    assert second.warnings == [
        "line 1, column 10: `between` does not belong to a game and was skipped",
        "line 1, column 27: `behind` does not belong to a game and was skipped",
    ]


@pytest.mark.parametrize("data", [b"", b"nothing here", "(;B[aa])", Path(".")])
def test_what_is_no_collection(data: str | bytes | Path) -> None:
    given = io.BytesIO(data) if isinstance(data, bytes) else data
    if isinstance(given, str):
        with pytest.raises(TypeError, match="binary file"):
            next(sgf.read_all(cast(BinaryIO, io.StringIO(given))))
    else:
        with pytest.raises(FormatError, match=r"no game here|not an ordinary file"):
            next(sgf.read_all(given))


def test_binary_data_has_its_place() -> None:
    games = sgf.read_all(io.BytesIO(b"(;B[aa])\n(;C[a\0];B[bb])"))
    assert next(games).board == "19"
    with pytest.raises(FormatError, match="line 2, column 6: a NUL byte"):
        next(games)


@pytest.mark.parametrize("text", ["(;SZ[19]" + ";B[dd]" * 5_000, "(;C[" + "x" * 30_000, "(" + " " * 30_000 + ";B[aa])"])
def test_a_game_without_end_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_collection, "_CHUNK", 1000)
    monkeypatch.setattr(sgf_collection, "MAX_BYTES", 10_000)
    with pytest.raises(FormatError, match="line 1, column 9: a single game of more than 10,000 bytes"):
        list(sgf.read_all(io.BytesIO(b"(;B[aa])\n" + text.encode())))


JUNK = [
    "Round ( 1 of 3 ; see\n\n天元 and more 天元天元天元天元天元\n",
    "\n\r\n\r\n\n\r\rx\n\r",
    "(\n\nPB\n (name) ; \n B \n C ; (",
    "天" * 70,
    "\r\n" * 90 + " " * 90,
]


@pytest.mark.parametrize("chunk", [1, 2, 7, 1 << 18])
def test_junk_leaves_its_places(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_collection, "_CHUNK", chunk)
    for between in JUNK:
        data = f"{between}(;SZ[9]\n;B[dd]){between}(;CA[UTF-8]PB[天]\n;W[aa]CR[zz])\n{between}".encode()
        whole, streamed = list(sgf.read_all(data.decode())), list(sgf.read_all(io.BytesIO(data)))
        assert streamed == whole
        for one, other in zip(streamed, whole, strict=True):
            places = [[(node.line, node.column) for node in record.main_line()] for record in (one, other)]
            assert places[0] == places[1]
            assert [said.split("`")[0] for said in one.warnings] == [said.split("`")[0] for said in other.warnings]


def test_a_node_within_junk_is_refused_wherever_it_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_collection, "_CHUNK", 1)
    with pytest.raises(FormatError, match="line 3, column 2: moves outside a game"):
        list(sgf.read_all(io.BytesIO("(;B[aa]) 天 \n\n ;\n\n B \n[bb](;B[aa])".encode())))


def collection(size: int) -> tuple[Pieces, int]:
    """Return a collection of about a given size, made as it is read, and its number of games."""
    game = b"(;GM[1]FF[4]SZ[19]PB[Somebody]KM[6.5]" + b";B[dd];W[pp];B[dp];W[pd]C[a word]" * 60 + b")\n"
    return Pieces(game for _ in range(size // len(game))), size // len(game)


def test_a_collection_takes_the_memory_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_collection, "_CHUNK", 10_000)
    pieces, count = collection(300_000)
    tracemalloc.start()
    try:
        assert len([record.board for record in sgf.read_all(cast(BinaryIO, pieces))]) == count
        assert tracemalloc.get_traced_memory()[1] < 500_000
    finally:
        tracemalloc.stop()
