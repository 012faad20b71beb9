"""Restrictions on placements (spec 6.9): the values of ``where``, parsed."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isqrt
from typing import Any, Final, NamedTuple

from ..boards import Board
from ..boards.rims import surroundings
from ..records import BoardError, Text
from ..records.text import NOTHING
from .axis import MOST

KINDS: Final = ("anywhere", "away", "near", "no contact", "chains", "no chains of", "closed", "keima", "blocks")
"""The kinds of ``where``, in the order of the kernel's codes."""
_FORM: Final = re.compile(
    r"(away|near|chains|no chains of) ([1-9][0-9]{0,6})|(anywhere|no contact|closed|keima|blocks)"
)
_FORMS: Final = Text(
    "it must be anywhere, `away 3`, `near 2`, `no contact`, `chains 3`, `no chains of 4`, closed, keima or blocks; "
    "the numbers may be any from 1"
)
_KEIMAS: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_SENTENCES: Final = {
    "anywhere": Text("A stone may be placed anywhere."),
    "away": Text.counted(
        "A stone must be placed more than {count} step away from the last one.",
        "A stone must be placed more than {count} steps away from the last one.",
    ),
    "near": Text.counted(
        "A stone must be placed within {count} step of the last one.",
        "A stone must be placed within {count} steps of the last one.",
    ),
    "no contact": Text("No stone may be placed next to an enemy stone."),
    "chains": Text.counted("No chain may have more than {count} stone.", "No chain may have more than {count} stones."),
    "no chains of": Text.counted(
        "No placement may make a chain of exactly {count} stone.",
        "No placement may make a chain of exactly {count} stones.",
    ),
    "closed": Text(
        "A region of up to half of the board's points that touches one colour only is closed to both players."
    ),
    "keima": Text(
        "In a player's turns in a row, each stone must be a knight's move (keima) from the one before, and leave room "
        "for the next."
    ),
    "blocks": Text(
        "The place of a stone in its block of points names the block for the next stone, unless it is full."
    ),
}


class Where(NamedTuple):
    """A kind of ``where`` and its number of steps or stones; 0 if it has none."""

    kind: str
    number: int

    @property
    def follows(self) -> bool:
        """Whether it depends on the last stone placed."""
        return self.kind in ("away", "near", "keima", "blocks")


@lru_cache(maxsize=64)
def where_of(value: str) -> Where:
    """Parse a valid value of ``where``.

    >>> where_of("away 3"), where_of("no contact")
    (Where(kind='away', number=3), Where(kind='no contact', number=0))
    """
    if not (found := _FORM.fullmatch(value)):
        raise ValueError(value)
    return Where(found[1] or found[3], int(found[2] or 0))


def trouble(value: Any) -> Text:
    """Return what is wrong with a value of ``where``; "" for a valid one."""
    if not isinstance(value, str) or not (found := _FORM.fullmatch(value)):
        return _FORMS
    return NOTHING if int(found[2] or 0) <= MOST else Text("numbers in the rules go up to {most:,}", most=MOST)


def tell(value: str) -> Text:
    """Return the sentence for a valid value of ``where``.

    >>> tell("near 2")
    'A stone must be placed within 2 steps of the last one.'
    """
    kind, number = where_of(value)
    return _SENTENCES[kind].with_values(count=number)


def next_points(board: Board, value: str) -> list[int]:
    """Return, for a last stone on each point, the next points that it allows, padded with n to equal length.

    Only ``keima`` and ``blocks`` name points.

    Raises:
        BoardError: the board is not a square grid, or cannot be divided into blocks.

    >>> from tengen import boards
    >>> next_points(boards.parse("4x4"), "blocks")[4:8]
    [2, 3, 6, 7]
    """
    if value not in ("keima", "blocks"):
        return []
    if not board.surface:
        raise BoardError("where = {where} needs a square grid, but {board} is not one", where=value, board=board.text)
    if value == "keima":
        return surroundings(board, _KEIMAS)
    rows, n = board.rows, len(board)
    lines = isqrt(len(rows))
    if lines < 2 or not len(rows) == len(rows[0]) == lines * lines:
        raise BoardError(
            "where = blocks needs a board of 4x4, 9x9, 16x16 or 25x25, but {board} is not one", board=board.text
        )
    block = [
        [q if q >= 0 else n for row in rows[y : y + lines] for q in row[x : x + lines]]
        for y in range(0, len(rows), lines)
        for x in range(0, len(rows), lines)
    ]
    places = sorted(
        (q, y % lines * lines + x % lines) for y, row in enumerate(rows) for x, q in enumerate(row) if q >= 0
    )
    return [q for _, place in places for q in block[place]]
