"""SGF, the Smart Game Format: read tolerantly, repair with warnings, refuse with line and column.

`read` and `read_file` return the first game of a file, `read_all` yields every game of a collection, and `write`
returns FF[4]. Games that a reader of ordinary Go would misread are marked private (see docs/reference/records.md).

>>> record = read("(;SZ[9]KM[6.5];B[dd];W[])")
>>> record.board, record.axes, [node.move for node in record.main_line()]
('9', {'komi': 6.5}, [None, 'D6', 'pass'])
>>> print(write(record), end="")
(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5];B[dd];W[])
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from os import PathLike
from typing import BinaryIO, Final

from ...records import FormatError, Record
from ..encoding import MAX_BYTES, check_length, decode, read_bytes
from .collection import sources
from .grammar import MAX_NODES, GameSource, find_game, without_values
from .reader import read_game
from .writer import write

__all__ = ["MAX_BYTES", "MAX_NODES", "node_count", "read", "read_all", "read_file", "write"]

_ROUND: Final = re.compile(r"[()]")


def read(data: str | bytes) -> Record:
    """Return the first game, with its variations, and a warning if more games follow.

    >>> from tengen.formats import sgf
    >>> record = sgf.read("(;SZ[9]PB[Ada]KM[7];B[ee];W[cc])")
    >>> record.game_info().black.name, [node.move for node in record.main_line()]
    ('Ada', [None, 'E5', 'C7'])
    """
    record, source, at = next(_games(_sources(data)))
    if source is not None:
        source.warnings = record.warnings
        source.warn(at, "another game begins here; only the first was read")
    return record


def read_all(data: str | bytes | PathLike[str] | BinaryIO) -> Iterator[Record]:
    """Yield every game of a collection, one at a time; a FormatError ends it at an unreadable game.

    A path, or a file opened as binary, is read in pieces, so that a collection of any size takes no more memory than
    its largest game and the text before it. In bytes, each game has the charset that it declares.

    >>> [record.board for record in read_all("(;SZ[9];B[ee])(;SZ[13];B[gg])")]
    ['9', '13']
    """
    for record, *_ in _games(_sources(data)):
        yield record


def _games(texts: Iterator[GameSource]) -> Iterator[tuple[Record, GameSource | None, int]]:
    """Yield the games of consecutive texts, with the text in which the next one begins, if any, and its offset.

    A game's warnings cover text skipped before it, and after the last one.
    """
    source, at, last = GameSource("", []), 0, None
    while True:
        found = find_game(source, at)
        while found is None:
            try:
                following = next(texts, None)
            except FormatError:  # of the next game, not of the one before
                if last is not None:
                    yield last, source, at
                raise
            if following is None and last is not None:
                last.warnings += source.warnings
                yield last, None, at
                return
            if following is None:
                raise FormatError("no game here; SGF must begin with `(;`", 1, 1)
            following.warnings[:0] = source.warnings
            source, found = following, find_game(following, 0)
        if last is not None:
            yield last, source, found
        last, at = read_game(source, found)
        source.warnings = []


def node_count(data: str | bytes) -> int:
    """Count the nodes of the game with which a text begins, without reading it; 0 if it does not begin with one.

    In the two-byte charsets of East Asia the number is an estimate: a character may hold the byte of a bracket.
    """
    bare = without_values(data if isinstance(data, str) else data.decode("utf-8-sig", "ignore"))
    depth = 0
    for bracket in _ROUND.finditer(bare):
        depth += 1 if bracket[0] == "(" else -1
        if depth == 0:
            return bare.count(";", 0, bracket.start())
    return bare.count(";")


def read_file(path: str | PathLike[str]) -> Record:
    """Return the first game of a file; files over `MAX_BYTES` are refused unread."""
    return read(read_bytes(path))


def _sources(data: str | bytes | PathLike[str] | BinaryIO) -> Iterator[GameSource]:
    if isinstance(data, str):
        text, warnings = decode(data)
        return iter([GameSource(text, warnings)])
    if isinstance(data, bytes):
        check_length(data)
        return sources(BytesIO(data))
    return sources(data)
