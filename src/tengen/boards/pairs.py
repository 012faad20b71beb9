"""Points as pairs of coordinates, as in the formal rules: ``(2 3)`` or ``(2,3)`` (spec 1.21)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

Rows = Sequence[Sequence[int]]

_PAIR: Final = re.compile(r"\(\s*+(-?\d{1,9})(?:\s*+,|\s)\s*+(-?\d{1,9})\s*+\)")
_WORD: Final = re.compile(r"\([^()]*\)|[^\s,]+")


def is_pair(text: str) -> bool:
    """Return whether a text is a pair of coordinates, on a board or not."""
    return _PAIR.fullmatch(text) is not None


def read_pair(text: str, rows: Rows) -> int | None:
    """Return the point of a pair on a board with rows, or None; ``(0 0)`` is Black's near left corner.

    >>> read_pair("(1,0)", [[0, 1], [2, 3]]), read_pair("(2 0)", [[0, 1], [2, 3]])
    (3, None)
    """
    found = _PAIR.fullmatch(text)
    if found is None:
        return None
    x, y = int(found[1]), int(found[2])
    if not 0 <= y < len(rows) or not 0 <= x < len(rows[-1 - y]):
        return None
    point = rows[-1 - y][x]
    return point if point >= 0 else None


def pairs_of(rows: Rows) -> dict[int, str]:
    """Return every point of a board with rows written as a pair.

    >>> pairs_of([[0, 1], [2, 3]])[3]
    '(1 0)'
    """
    return {point: f"({x} {y})" for y, row in enumerate(reversed(rows)) for x, point in enumerate(row) if point >= 0}


def split_labels(text: str) -> list[str]:
    """Split a list of labels, separated by blanks or commas; pairs stay whole.

    >>> split_labels("D4,E5 (2 3), (4,4)")
    ['D4', 'E5', '(2 3)', '(4,4)']
    """
    return _WORD.findall(text)
