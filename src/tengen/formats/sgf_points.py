"""SGF's coordinates and the labels of a rectangular board, up to 52x52."""

from __future__ import annotations

import re
from functools import lru_cache
from string import ascii_letters, ascii_uppercase
from typing import Final

LARGEST: Final = 52
_LETTERS: Final = ascii_uppercase.replace("I", "")
_PLAIN: Final = re.compile(r"([1-9]\d?)(?:x([1-9]\d?))?")
_POINTS: Final = re.compile(r"([A-Za-z]{2})(?::([A-Za-z]{2}))?")


def column_name(x: int) -> str:
    """Return the name of a column: A to Z without I, then AA, AB and so on.

    >>> [column_name(x) for x in (0, 7, 8, 24, 25, 51)]
    ['A', 'H', 'J', 'Z', 'AA', 'BB']
    """
    tens, ones = divmod(x, len(_LETTERS))
    return (_LETTERS[tens - 1] if tens else "") + _LETTERS[ones]


def board_text(width: int, height: int) -> str:
    """Return a rectangle's text form: a square is one number."""
    return f"{width}" if width == height else f"{width}x{height}"


def rectangle(board: str) -> tuple[int, int] | None:
    """Return width and height of a plain rectangle that SGF can name, None for every other board.

    >>> rectangle("9x13"), rectangle("19"), rectangle("9x9 torus")
    ((9, 13), (19, 19), None)
    """
    found = _PLAIN.fullmatch(board)
    if found is None:
        return None
    width, height = int(found[1]), int(found[2] or found[1])
    return (width, height) if max(width, height) <= LARGEST else None


@lru_cache(maxsize=16)
def labels(width: int, height: int) -> dict[str, str]:
    """Return the label of every point by its SGF coordinates, ``aa`` being the upper left corner.

    >>> labels(19, 19)["dd"]
    'D16'
    """
    return {
        ascii_letters[x] + ascii_letters[y]: f"{column_name(x)}{height - y}"
        for y in range(height)
        for x in range(width)
    }


@lru_cache(maxsize=16)
def coordinates(width: int, height: int) -> dict[str, str]:
    """Return the SGF coordinates of every point by its label."""
    return {label: point for point, label in labels(width, height).items()}


def bounds(width: int, height: int) -> str:
    """Return a board's size and letters for a message, "9x9 board (a-i)"."""
    across, down = f"a-{ascii_letters[width - 1]}", f"a-{ascii_letters[height - 1]}"
    letters = across if width == height else f"columns {across}, rows {down}"
    return f"{width}x{height} board ({letters})"


def listed(value: str, width: int, height: int) -> list[str] | None:
    """Return the labels that an element of a point list names, a point or a rectangle; None if it is neither.

    >>> listed("aa:ba", 9, 9)
    ['A9', 'B9']
    """
    found = _POINTS.fullmatch(value.strip())
    if found is None:
        return None
    (left, top), (right, bottom) = (map(ascii_letters.index, corner) for corner in (found[1], found[2] or found[1]))
    if not (left <= right < width and top <= bottom < height):
        return None
    return [f"{column_name(x)}{height - y}" for y in range(top, bottom + 1) for x in range(left, right + 1)]
