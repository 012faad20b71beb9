"""SGF's coordinates and the labels of a rectangular board, up to 52x52; lists of points, compressed and not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from string import ascii_letters
from typing import Final

from ...boards.grids import column_name
from ...records import Colour, Text

Step = tuple[str, Colour]
"""A move's text and colour."""

LARGEST: Final = 52
_WORTH: Final = 4
"""The fewest points that are written as a rectangle."""

_PLAIN: Final = re.compile(r"([1-9]\d?)(?:x([1-9]\d?))?")
_POINTS: Final = re.compile(r"([A-Za-z]{2})(?::([A-Za-z]{2}))?")
_PLACE: Final = {letter: place for place, letter in enumerate(ascii_letters)}


def board_text(width: int, height: int) -> str:
    """Return a rectangle's text form: a square is one number."""
    return f"{width}" if width == height else f"{width}x{height}"


def rectangle(board: str) -> tuple[int, int] | None:
    """Return width and height of a plain rectangle that SGF can name, or None."""
    found = _PLAIN.fullmatch(board)
    if found is None:
        return None
    width, height = int(found[1]), int(found[2] or found[1])
    return (width, height) if max(width, height) <= LARGEST else None


@lru_cache(maxsize=16)
def labels(width: int, height: int) -> dict[str, str]:
    """Return the label of every point by its SGF coordinates, ``aa`` being the upper left corner."""
    names = [column_name(x) for x in range(width)]
    return {ascii_letters[x] + ascii_letters[y]: f"{names[x]}{height - y}" for y in range(height) for x in range(width)}


@lru_cache(maxsize=16)
def steps(width: int, height: int) -> dict[str, Step]:
    """Return text and colour of every placement, by the text of a node with nothing else."""
    colours: tuple[tuple[str, Colour], ...] = (("B", "black"), ("W", "white"))
    return {
        f";{name}[{point}]": (label, colour)
        for point, label in labels(width, height).items()
        for name, colour in colours
    }


@lru_cache(maxsize=16)
def coordinates(width: int, height: int) -> dict[str, str]:
    """Return the SGF coordinates of every point by its label."""
    return {label: point for point, label in labels(width, height).items()}


def bounds(width: int, height: int) -> Text:
    """Return a board's size and letters for a message, "9x9 board (a-i)"."""
    across, down = f"a-{ascii_letters[width - 1]}", f"a-{ascii_letters[height - 1]}"
    size = f"{width}x{height}"
    if width == height:
        return Text("{size} board ({letters})", size=size, letters=across)
    return Text("{size} board (columns {columns}, rows {rows})", size=size, columns=across, rows=down)


def expanded(value: str) -> list[str] | None:
    """Return the coordinates of an element of a point list, a point or a rectangle, row by row, or None.

    >>> expanded("aa:ba"), expanded("ba:aa"), expanded("a")
    (['aa', 'ba'], ['aa', 'ba'], None)
    """
    if len(value) == 2 and value[0] in _PLACE and value[1] in _PLACE:
        return [value]
    found = _POINTS.fullmatch(value.strip())
    if found is None:
        return None
    first, last = found[1], found[2] or found[1]
    (left, right), (top, bottom) = (sorted((_PLACE[first[axis]], _PLACE[last[axis]])) for axis in (0, 1))
    return [ascii_letters[x] + ascii_letters[y] for y in range(top, bottom + 1) for x in range(left, right + 1)]


def area(value: str) -> int:
    """Return the number of points in a rectangle of a point list, without listing them; 0 for anything else."""
    found = _POINTS.fullmatch(value.strip()) if ":" in value else None
    if found is None:
        return 0
    width, height = (abs(_PLACE[found[1][axis]] - _PLACE[found[2][axis]]) + 1 for axis in (0, 1))
    return width * height


def in_rows(points: Iterable[str]) -> list[str]:
    """Return coordinates row by row from the upper left."""
    return sorted(points, key=lambda point: (_PLACE[point[1]], _PLACE[point[0]]))


def runs(points: Sequence[str]) -> list[str]:
    """Return a sequence of coordinates as elements of a point list that expand to it in its own order."""
    found, at = [], 0
    while at < len(points):
        width, height = _run(points, at)
        if width * height < _WORTH:
            width = height = 1
        x, y = (_PLACE[letter] for letter in points[at])
        last = "" if width == height == 1 else f":{_name(x + width - 1, y + height - 1)}"
        found.append(points[at] + last)
        at += width * height
    return found


def _run(points: Sequence[str], at: int) -> tuple[int, int]:
    """Return width and height of the rectangle that the sequence lists row by row from an index on."""
    column, row = (_PLACE[letter] for letter in points[at])
    width = 1
    while points[at + width : at + width + 1] == [_name(column + width, row)]:
        width += 1
    height = 1
    while True:
        begin = at + width * height
        expected = [_name(column + across, row + height) for across in range(width)]
        if list(points[begin : begin + width]) != expected:
            return width, height
        height += 1


def _name(x: int, y: int) -> str:
    return ascii_letters[x] + ascii_letters[y] if max(x, y) < LARGEST else ""
