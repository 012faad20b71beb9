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

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from os import PathLike
from typing import BinaryIO, Final

from ...records import FormatError, Record
from ..encoding import MAX_BYTES, decode, read_bytes
from .collection import sources
from .grammar import MAX_NODES, GameSource, find_game, without_values
from .reader import read_game
from .writer import write_game

__all__ = ["MAX_BYTES", "MAX_NODES", "node_count", "read", "read_all", "read_file", "write"]

_ROUND: Final = re.compile(r"[()]")


def read(data: str | bytes) -> Record:
    """Return the first game, with its variations; a warning says if more games follow."""
    games = _Games(_sources(data))
    record = games.read()
    if games.find(record):
        games.source.warnings = record.warnings
        games.source.warn(games.at, "another game begins here; only the first was read")
    return record


def read_all(data: str | bytes | PathLike[str] | BinaryIO) -> Iterator[Record]:
    """Yield every game of a collection, one at a time; a FormatError ends it where a game cannot be read.

    A path, or a file opened as binary, is read in pieces, so that a collection of any size takes no more memory than
    its largest game. Bytes too have their charset game by game, as each declares it.
    """
    games = _Games(_sources(data))
    more = True
    while more:
        record = games.read()
        more = games.find(record)
        yield record


class _Games:
    """The games of texts that follow each other, each with what lies before it."""

    def __init__(self, texts: Iterable[GameSource]) -> None:
        self.texts = iter(texts)
        self.source = GameSource("", [])
        self.at = 0
        self.error: FormatError | None = None
        if not self._find():
            raise FormatError("no game begins here; SGF begins with `(;`", 1, 1)

    def find(self, last: Record) -> bool:
        """Go to the next game; say whether there is one. What was repaired behind the last goes with that one."""
        self.source.warnings = []
        found = self._find()
        if not found:
            last.warnings += self.source.warnings
        return found

    def _find(self) -> bool:
        """Go to the next game, in this text or a later one."""
        at = find_game(self.source, self.at)
        while at is None:
            try:
                source = next(self.texts, None)
            except FormatError as error:  # of the next game, not of the one before
                self.error = error
                return True
            if source is None:
                return False
            source.warnings[:0] = self.source.warnings
            source.skipping = self.source.skipping
            self.source = source
            at = find_game(source, 0)
        self.at = at
        return True

    def read(self) -> Record:
        """Return the game found."""
        if self.error is not None:
            raise self.error
        record, self.at = read_game(self.source, self.at)
        return record


def node_count(data: str | bytes) -> int:
    r"""Count the nodes of the game with which a text begins, without reading it; 0 if it does not begin with one.

    In the two-byte charsets of East Asia the number is an estimate: a character may hold the byte of a bracket.

    >>> node_count("(;C[a;b\\];];B[aa](;W[bb])(;W[cc])) (;)")
    4
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


def write(record: Record) -> str:
    """Return a record as SGF, to be encoded as UTF-8; `read` returns an equal record.

    What ``variant`` and ``axes`` say of rules, komi and handicap is not said again by ``info``: RU, KM and HA are
    kept there only where their text says more or says it otherwise.
    """
    return write_game(record)


def _sources(data: str | bytes | PathLike[str] | BinaryIO) -> Iterator[GameSource]:
    if isinstance(data, str):
        text, warnings = decode(data)
        return iter([GameSource(text, warnings)])
    if isinstance(data, bytes):
        if len(data) > MAX_BYTES:
            raise FormatError(
                "the text has {count:,} bytes; at most {most:,} are read", count=len(data), most=MAX_BYTES
            )
        return sources(BytesIO(data))
    return sources(data)
