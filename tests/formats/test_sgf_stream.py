"""Collections read piece by piece: the same games, the same places, whatever the pieces, in bounded memory."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

import pytest

from tengen.formats import sgf, sgf_stream
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
    monkeypatch.setattr(sgf_stream, "_CHUNK", chunk)
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
    assert any("`Subject: a game` is no part" in warning for warning in said)


def test_errors_name_the_line_of_the_whole_file(tmp_path: Path) -> None:
    file = tmp_path / "many.sgf"
    file.write_text("(;SZ[9]\n;B[dd])\n\n(;SZ[9]\n;B[zz])\n", "utf-8")
    games = sgf.read_all(file)
    assert next(games).board == "9"
    with pytest.raises(FormatError) as caught:
        next(games)
    assert (caught.value.line, caught.value.column) == (5, 3)


def test_charsets_and_cut_off_files() -> None:
    data = "(;CA[GB2312]PB[古力];B[dd])(;PB[常昊];B[dd](;W[ee]".encode("gb18030")
    first, second = sgf.read_all(io.BytesIO(data))
    assert (first.info["PB"], second.info["PB"]) == ("古力", "常昊")
    assert second.incomplete
    assert list(sgf.read_all(io.BytesIO(b"nothing here"))) == []


def test_a_game_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_stream, "_CHUNK", 1000)
    monkeypatch.setattr(sgf_stream, "MAX_BYTES", 10_000)
    with pytest.raises(FormatError, match="single game of more than 10,000 characters"):
        list(sgf.read_all(io.BytesIO(b"(;SZ[19]" + b";B[dd]" * 5_000)))


def collection(size: int) -> tuple[Pieces, int]:
    """Return a collection of about so many bytes, made as it is read, and how many games it holds."""
    game = b"(;GM[1]FF[4]SZ[19]PB[Somebody]KM[6.5]" + b";B[dd];W[pp];B[dp];W[pd]C[a word]" * 60 + b")\n"
    return Pieces(game for _ in range(size // len(game))), size // len(game)


def test_a_collection_takes_the_memory_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_stream, "_CHUNK", 10_000)
    pieces, count = collection(600_000)
    tracemalloc.start()
    try:
        assert len([record.board for record in sgf.read_all(cast(BinaryIO, pieces))]) == count
        assert tracemalloc.get_traced_memory()[1] < 500_000
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_fifty_megabytes_stream_in_bounded_memory() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    pieces, count = collection(50_000_000)
    assert len([record.board for record in sgf.read_all(cast(BinaryIO, pieces))]) == count
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000  # kilobytes
