"""Configurations as text: blocks of rows with a blank line between them, perhaps headed ``f_0``, ``f_1`` and so on.

Rows are top first: X is black, O white, ``.`` vacant, ``#`` no point. On a board without rows a configuration is one
line, with a letter for every point. A text with one block is a configuration; with several, a sequence (spec 1.25).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ...boards import Board, parse
from ...records import FormatError, Text
from ..source import shorten

_ROW: Final = re.compile(r"[.XOxo#]+")
_HEADING: Final = re.compile(r"f_?(\d{1,6}):?")
_VALUES: Final = {".": 0, "X": 1, "O": -1}
_LETTERS: Final = {value: letter for letter, value in _VALUES.items()}

_Block = list[tuple[int, str]]
"""The rows of a configuration, each with its line number."""


def recognises(text: str) -> bool:
    """Return whether a text holds nothing but configurations."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return any(_ROW.fullmatch(line) for line in lines) and all(
        _ROW.fullmatch(line) or _HEADING.fullmatch(line) for line in lines
    )


def read(text: str, board: Board | None = None) -> tuple[Board, list[tuple[int, ...]]]:
    r"""Return the configurations of a text, and their board: the one given, or a grid of the size of the first.

    Raises:
        FormatError: a row or a heading is wrong; with line and column.

    >>> read("...\n\n.X.")[1]
    [(0, 0, 0), (0, 1, 0)]
    """
    found: list[tuple[int, ...]] = []
    for block in _blocks(text):
        if board is None:
            board = parse(f"{len(block[0][1])}x{len(block)}")
        found.append(_values(block, board))
    if board is None:
        raise FormatError("no configuration", 1, 1)
    return board, found


def write(board: Board, configurations: Iterable[Sequence[int]]) -> str:
    """Return configurations as a text that `read` reads."""
    blocks = []
    for number, configuration in enumerate(configurations):
        letters = [_LETTERS[value] for value in configuration]
        rows = ["".join("#" if p < 0 else letters[p] for p in row) for row in board.rows] or ["".join(letters)]
        blocks.append("\n".join([f"f_{number}", *rows]))
    return "\n\n".join(blocks) + "\n"


def _blocks(text: str) -> Iterator[_Block]:
    block: _Block = []
    count = 0
    for number, line in enumerate([*text.splitlines(), ""], 1):
        row = line.strip()
        heading = _HEADING.fullmatch(row)
        if block and (heading or not row):
            yield block
            block, count = [], count + 1
        if heading and int(heading[1]) != count:
            raise FormatError(
                "`{row}` is the heading of configuration {count}; it must be f_{count}", number, 1, row=row, count=count
            )
        if row and not heading:
            if not _ROW.fullmatch(row):
                raise FormatError("`{row}` is not a row of X, O, `.` and `#`", number, 1, row=shorten(row))
            block.append((number, row.upper()))


def _values(block: _Block, board: Board) -> tuple[int, ...]:
    rows = board.rows or (tuple(range(len(board))),)
    if len(block) != len(rows):
        what = Text.counted(
            "the configuration has {count} row; {board} has {rows}",
            "the configuration has {count} rows; {board} has {rows}",
        )
        raise FormatError(what.with_values(count=len(block), board=board.text, rows=len(rows)), block[0][0], 1)
    values = [0] * len(board)
    for (number, text), row in zip(block, rows, strict=True):
        if len(text) != len(row):
            what = Text("the row has {count} letters; {board} has {points} here")
            raise FormatError(what.with_values(count=len(text), board=board.text, points=len(row)), number, 1)
        for column, (letter, point) in enumerate(zip(text, row, strict=True), 1):
            if (letter == "#") != (point < 0):
                there = Text("`{letter}` where {board} has a point")
                what = Text("`{letter}` where {board} has no point") if point < 0 else there
                raise FormatError(what.with_values(letter=letter, board=board.text), number, column)
            if point >= 0:
                values[point] = _VALUES[letter]
    return tuple(values)
