"""Plain lists of moves: ``B E5``, ``W C3`` and so on, or numbered, ``1. E5 C3`` or ``1. E5 2. C3``.

The output is a line that names the board, ``# board 9``, and one move per line. A list without such a line does not
name its board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...boards import Board
from ...records import Colour, FormatError, Record, other
from ..sgf.coordinates import rectangle
from .maker import COLOURS, RecordMaker, one_line, side

_BOARD: Final = re.compile(r"#\s*+(?:board|size)\s*+(?::\s*+)?(\d{1,2})\s*+(?:x\s*+(\d{1,2})\s*+)?", re.IGNORECASE)
_POINT: Final = r"(?:[A-Za-z]{1,2}\d{1,2}|pass|resign)"
_TOKEN: Final = re.compile(
    rf"\s*+(?:(?P<number>\d{{1,4}}\s*[.:)])|(?P<colour>black|white|[BbWw])(?:\s*[:\-.]\s*|\s+)(?={_POINT}\b)"
    rf"|(?P<move>{_POINT})\b[,;]?)",
    re.IGNORECASE,
)
_BEGIN: Final = re.compile(
    rf"(?:\s*#[^\n]*\n)*\s*(?:(?:black|white|[BbWw])(?:\s*[:\-.]\s*|\s+){_POINT}\b|1\s*[.:)]\s*(?:[BbWw]\s+)?{_POINT}\b)",
    re.IGNORECASE,
)


def recognises(text: str) -> bool:
    """Return whether a text is nothing but a list of moves."""
    if _BEGIN.match(text) is None:
        return False
    try:
        for _ in _tokens(text):
            pass
    except FormatError:
        return False
    return True


def read(text: str, board: Board | None = None) -> Record:
    """Return the record of a list; missing colours alternate, starting with Black.

    Raises:
        FormatError: the board is unknown, or a word is not a move.
    """
    maker = RecordMaker(*_size(text, board))
    mover: Colour = "black"
    for kind, word, line, column in _tokens(text):
        if kind == "colour":
            mover = COLOURS[word.lower()]
        elif kind == "move":
            move = word.lower() if word.lower() in ("pass", "resign") else maker.label(word, line)
            maker.play(mover, move, line, column)
            mover = other(mover)
    return maker.record


def write(record: Record) -> str:
    """Return the moves of the main line, one per line.

    Raises:
        FormatError: stones are set up, the board is not a rectangle, or the game has more than placements and passes.
    """
    line = one_line(record, "a list of moves")
    if line.stones:
        raise FormatError("a list of moves cannot hold setup stones; use sgf or gtp")
    said = [f"{'W' if colour == 'white' else 'B'} {move}" for colour, move in line.moves]
    if line.resigns is not None:
        said.append(f"{'W' if line.resigns == 'white' else 'B'} resign")
    return "\n".join([f"# board {record.board}", *said]) + "\n"


def _size(text: str, board: Board | None) -> tuple[int, int]:
    for number, line in enumerate(text.split("\n"), 1):
        found = _BOARD.fullmatch(line.strip())
        if found:
            return side(found[1], number), side(found[2] or found[1], number)
    size = None if board is None else rectangle(board.text)
    if size is None:
        raise FormatError("the list of moves does not name its board; name a rectangular board")
    return size


def _tokens(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Yield kind, text, line and column of every word; lines that begin with # are skipped."""
    for number, line in enumerate(text.split("\n"), 1):
        at, end = 0, 0 if line.lstrip().startswith("#") else len(line.rstrip())
        while at < end:
            found = _TOKEN.match(line, at)
            if found is None or found.lastgroup is None:
                word = line[at:].split()[0][:24]
                raise FormatError("`{word}` is not a move; write it like `B E5` or `1. E5`", number, at + 1, word=word)
            yield found.lastgroup, found[found.lastgroup], number, found.start(found.lastgroup) + 1
            at = found.end()
