"""SGF, the Smart Game Format: read tolerantly, repair with warnings, refuse with line and column.

`read` and `read_file` return the first game of a file, `read_all` yields every game of a collection, and `write`
returns FF[4]. Games that a reader of ordinary Go would misread are marked private (see docs/records.md).

>>> record = read("(;SZ[9]KM[6.5];B[dd];W[])")
>>> record.board, record.axes, [node.move for node in record.main_line()]
('9', {'komi': 6.5}, [None, 'D6', 'pass'])
>>> print(write(record), end="")
(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5];B[dd];W[])
"""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from typing import BinaryIO

from ..records import FormatError, Record
from .encoding import MAX_BYTES, decode, read_bytes
from .sgf_reading import read_game
from .sgf_stream import sources
from .sgf_text import MAX_NODES, Source, find_game, parse_game
from .sgf_writing import write_game

__all__ = ["MAX_BYTES", "MAX_NODES", "read", "read_all", "read_file", "write"]


def read(data: str | bytes) -> Record:
    """Return the first game, with its variations; a warning says if more games follow."""
    source, start = _open(data)
    root, end = parse_game(source, start)
    record = read_game(source, root)
    following = find_game(source, end)
    if following is not None:
        source.warn(following, "another game begins here; only the first was read")
    return record


def read_all(data: str | bytes | PathLike[str] | BinaryIO) -> Iterator[Record]:
    """Yield every game of a collection, one at a time; a FormatError ends it where a game cannot be read.

    A path or a binary file is read piece by piece, so that a collection of any size takes the memory of one game.
    """
    if not isinstance(data, str | bytes):
        for source in sources(data):
            yield from _games(source)
        return
    yield from _games(_open(data)[0])


def _games(source: Source) -> Iterator[Record]:
    at = find_game(source, 0)
    while at is not None:
        root, end = parse_game(source, at)
        record = read_game(source, root)
        source.warnings = []
        at = find_game(source, end)
        record.warnings += source.warnings
        source.warnings = []
        yield record


def read_file(path: str | PathLike[str]) -> Record:
    """Return the first game of a file; files over `MAX_BYTES` are refused unread."""
    return read(read_bytes(path))


def write(record: Record) -> str:
    """Return a record as SGF, to be encoded as UTF-8; `read` returns an equal record.

    What ``variant`` and ``axes`` say of rules, komi and handicap is not said again by ``info``: RU, KM and HA are
    kept there only where their text says more or says it otherwise.
    """
    return write_game(record)


def _open(data: str | bytes) -> tuple[Source, int]:
    text, warnings = decode(data)
    source = Source(text, warnings)
    start = find_game(source, 0)
    if start is None:
        raise FormatError("no game begins here; SGF begins with `(;`", 1, 1)
    return source, start
