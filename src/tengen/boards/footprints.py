"""Footprints: the points that a stone blocks, and its neighbours (spec 4.1)."""

from __future__ import annotations

from dataclasses import dataclass

from ..records import Text
from ..records.errors import BoardError
from .limits import MAX_SIDE, unknown

Offset = tuple[int, int]


@dataclass(frozen=True)
class Footprint:
    """Two disjoint sets of offsets from a stone: ``overlap``, which it blocks, including (0, 0), and ``neighbours``.

    The published ones contain ``-d`` with every ``d``; others need not (spec 4.1).
    """

    overlap: frozenset[Offset]
    neighbours: frozenset[Offset]

    @property
    def symmetric(self) -> bool:
        """Whether both sets contain the opposite of each of their offsets."""
        return self.turned(-1, -1) == self

    def turned(self, across: int, down: int, swap: bool = False) -> Footprint:
        """Return the footprint with the signs of x and y multiplied, and then x and y swapped if requested."""

        def moved(offsets: frozenset[Offset]) -> frozenset[Offset]:
            signed = ((x * across, y * down) for x, y in offsets)
            return frozenset((y, x) if swap else (x, y) for x, y in signed)

        return Footprint(moved(self.overlap), moved(self.neighbours))

    @property
    def reach(self) -> int:
        """The largest distance, along a row or a column, of any offset."""
        return max(max(abs(x), abs(y)) for x, y in self.overlap | self.neighbours)

    @property
    def name(self) -> str:
        """The published name; empty for a custom footprint."""
        return next((name for name, known in NAMED.items() if known == self), "")

    @property
    def picture(self) -> str:
        """The footprint drawn with x, o, n and . in rows separated by slashes, without empty margins."""
        offsets = self.overlap | self.neighbours
        columns = range(min(x for x, _ in offsets), max(x for x, _ in offsets) + 1)
        lines = range(min(y for _, y in offsets), max(y for _, y in offsets) + 1)
        return "/".join("".join(self._mark((x, y)) for x in columns) for y in lines)

    def _mark(self, offset: Offset) -> str:
        if offset == (0, 0):
            return "x"
        return "o" if offset in self.overlap else "n" if offset in self.neighbours else "."


def closed(*offsets: Offset) -> frozenset[Offset]:
    """Return offsets with all their images under swapping x and y and changing signs.

    >>> sorted(closed((1, 0)))
    [(-1, 0), (0, -1), (0, 1), (1, 0)]
    """
    turned = set(offsets) | {(y, x) for x, y in offsets}
    return frozenset((x * i, y * j) for x, y in turned for i in (1, -1) for j in (1, -1))


NAMED = {
    "go": Footprint(closed((0, 0)), closed((1, 0))),
    "gengo": Footprint(closed((0, 0), (1, 0), (1, 1)), closed((2, 0), (2, 1))),
    "large-n": Footprint(closed((0, 0), (1, 0), (1, 1)), closed((2, 0), (2, 1), (2, 2), (3, 0), (3, 1))),
    "large-o": Footprint(closed((0, 0), (1, 0), (1, 1), (2, 0), (2, 1)), closed((2, 2), (3, 0), (3, 1), (3, 2))),
}
"""The published pairs of spec 4.1."""

TITLES = {
    "gengo": Text("{board} with Gengo's stones"),
    "large-n": Text("{board} with Gengo's stones, widely connected"),
    "large-o": Text("{board} with Gengo's wide stones"),
}
"""The titles of boards with such stones."""

GO = NAMED["go"]


def footprint(what: str) -> Footprint:
    """Return the footprint with this name, or parse a picture with rows separated by slashes or line breaks.

    >>> footprint(".nnn. nooon noxon nooon .nnn.".replace(" ", "/")) == footprint("gengo")
    True
    """
    if what in NAMED:
        return NAMED[what]
    if not set(what) <= set("xon. \n/") and "/" not in what and "\n" not in what:
        close = Text("there is no footprint called {name}; did you mean {close}?")
        otherwise = Text("there is no footprint called {name}; known are {known}, or draw one: .n./nxn/.n.")
        raise BoardError(unknown(what, NAMED, close, otherwise))
    return _read_rows(picture_rows(what))


def picture_rows(picture: str) -> list[str]:
    r"""Return the rows of a picture, with dots for blanks (spec 4.1).

    Marks in a row may be separated by blanks, as in the picture published by Gengo. Rows that lost their indentation
    are centred if only that makes the footprint symmetric.

    >>> picture_rows("  n n n\nn o x o n\n  n n n")
    ['.nnn.', 'noxon', '.nnn.']
    """
    lines = picture.replace("\n", "/").split("/")
    while lines and not lines[0].strip():
        del lines[0]
    while lines and not lines[-1].strip():
        del lines[-1]
    bare = [line.strip() for line in lines]
    if not any(" " in line for line in bare) and len({len(line) for line in bare}) <= 1:
        return bare
    indented = any(line.startswith(" ") for line in lines)
    rows = _close_up([line.rstrip() for line in lines])
    if indented or len({len(row) for row in rows}) == 1:
        return [row.ljust(max(map(len, rows)), ".") for row in rows]
    return _centred(rows) or rows


def _close_up(lines: list[str]) -> list[str]:
    """Replace blanks by dots, without the margin and without blanks that only separate marks."""
    columns = [x for line in lines for x, mark in enumerate(line) if mark != " "]
    left = min(columns, default=0)
    apart = any(" " in line.strip() for line in lines) and len({x % 2 for x in columns}) == 1
    return [line[left :: 2 if apart else 1].replace(" ", ".") for line in lines]


def _centred(rows: list[str]) -> list[str] | None:
    width = max(map(len, rows))
    if any((width - len(row)) % 2 for row in rows):
        return None
    centred = [row.center(width, ".") for row in rows]
    try:
        return centred if _read_rows(centred).symmetric else None
    except BoardError:
        return None


def _read_rows(rows: list[str]) -> Footprint:
    marks = _marks(rows)
    stones = [place for place, mark in marks.items() if mark == "x"]
    if len(stones) != 1:
        raise BoardError(
            "the footprint has {count} points x; it must have exactly one, the stone's own", count=len(stones)
        )
    ((left, top),) = stones

    def around(mark: str) -> frozenset[Offset]:
        return frozenset((x - left, y - top) for (x, y), m in marks.items() if m == mark)

    return Footprint(around("o") | {(0, 0)}, around("n"))


def _marks(rows: list[str]) -> dict[Offset, str]:
    longest = 2 * MAX_SIDE - 1
    if len(rows) > longest or any(len(row) > longest for row in rows):
        raise BoardError("the footprint is larger than {longest}x{longest}", longest=longest)
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise BoardError(
                "row {y} of the footprint has {count} points, row 1 has {first}",
                y=y + 1,
                count=len(row),
                first=len(rows[0]),
            )
        for x, mark in enumerate(row):
            if mark not in "xon.":
                raise BoardError(
                    "row {y}, column {x} of the footprint is {mark!r}; use x, o, n or .", y=y + 1, x=x + 1, mark=mark
                )
    return {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
