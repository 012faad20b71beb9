"""SGF's coordinates and the labels of a rectangular board, up to 52x52."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from string import ascii_letters
from typing import Final

from ..boards.grids import column_name
from ..records import FormatError
from .sgf_text import escape, unescape

LARGEST: Final = 52
_WORTH_PACKING: Final = 4
_PLAIN: Final = re.compile(r"([1-9]\d?)(?:x([1-9]\d?))?")
_POINTS: Final = re.compile(r"([A-Za-z]{2})(?::([A-Za-z]{2}))?")


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


def spread(value: str, width: int, height: int) -> list[str] | None:
    """Return the points that an element of a point list names, a point or a rectangle; None if it is neither.

    >>> spread("aa:ba", 9, 9)
    ['aa', 'ba']
    """
    found = _POINTS.fullmatch(value.strip())
    if found is None:
        return None
    (left, top), (right, bottom) = (map(ascii_letters.index, corner) for corner in (found[1], found[2] or found[1]))
    if not (left <= right < width and top <= bottom < height):
        return None
    return [_spot(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]


class Points:
    """How points are written in one game: by SGF's letters on rectangles, by labels in private games.

    ``turned`` points are those of a board drawn with columns and rows exchanged.
    """

    def __init__(self, size: tuple[int, int] | None, turned: bool = False) -> None:
        self.size = size
        self.labels = labels(*size) if size else {}
        if size and turned:
            upright = labels(size[1], size[0])
            self.labels = {letters: upright[letters[1] + letters[0]] for letters in self.labels}
        self._letters = {label: letters for letters, label in self.labels.items()}

    def point(self, text: str) -> str | None:
        """Return the label of one point, None where the text names none."""
        return self.labels.get(text.strip()) if self.size else text or None

    def listed(self, raw: str) -> list[str] | None:
        """Return the labels that an element of a list of points names, still escaped; None where it is none."""
        text = unescape(raw)
        if not self.size:
            return [text] if text else None
        found = spread(text, *self.size)
        return None if found is None else [self.labels[letters] for letters in found]

    def name(self, label: str) -> str:
        """Return how a label is written.

        Raises:
            FormatError: the point is none of an ordinary game's.
        """
        if not self.size:
            return label
        if label not in self._letters:
            raise FormatError(f"{label!r} is no point of the {bounds(*self.size)}")
        return self._letters[label]

    def packed(self, points: Sequence[str]) -> list[str]:
        """Return a list of points, escaped; rectangles of at least four are written as such where the order allows."""
        if not self.size:
            return [escape(label) for label in points]
        names = [self.name(label) for label in points]
        packed = pack(names)
        again = [label for value in packed for label in self.listed(value) or ()]
        return packed if again == list(points) else names


def pack(names: Sequence[str]) -> list[str]:
    """Return points with rectangles of at least four joined.

    >>> pack(["aa", "ba", "ca", "ab", "bb", "cb", "ee"])
    ['aa:cb', 'ee']
    """
    left = dict.fromkeys(names)
    packed = []
    for name in names:
        if name not in left:
            continue
        x, y = (ascii_letters.index(letter) for letter in name)
        right = x
        while right + 1 < LARGEST and _spot(right + 1, y) in left:
            right += 1
        low = y
        while low + 1 < LARGEST and all(_spot(column, low + 1) in left for column in range(x, right + 1)):
            low += 1
        if (right - x + 1) * (low - y + 1) < _WORTH_PACKING:
            right, low = x, y
        for row in range(y, low + 1):
            for column in range(x, right + 1):
                del left[_spot(column, row)]
        packed.append(name if (right, low) == (x, y) else f"{name}:{_spot(right, low)}")
    return packed


def _spot(x: int, y: int) -> str:
    return ascii_letters[x] + ascii_letters[y]
