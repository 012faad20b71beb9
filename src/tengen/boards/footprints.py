"""Footprints: which points around a stone it blocks, and which are its neighbours (spec 4.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..records.errors import BoardError
from .limits import MAX_SIDE, close, short

Offset = tuple[int, int]


@dataclass(frozen=True)
class Footprint:
    """Two sets of offsets, each symmetric under ``d -> -d``: ``overlap`` holds (0, 0), ``neighbours`` does not."""

    overlap: frozenset[Offset]
    neighbours: frozenset[Offset]

    @property
    def reach(self) -> int:
        """The largest distance, along a row or a column, of any offset."""
        return max(max(abs(x), abs(y)) for x, y in self.overlap | self.neighbours)

    @property
    def name(self) -> str:
        """The published name, or an empty text for a footprint of one's own."""
        return next((name for name, known in NAMED.items() if known == self), "")

    @property
    def picture(self) -> str:
        """The footprint drawn with x, o, n and . in rows separated by slashes, without empty margins."""
        offsets = self.overlap | self.neighbours
        across, down = max(x for x, _ in offsets), max(y for _, y in offsets)
        rows = ("".join(self._mark((x, y)) for x in range(-across, across + 1)) for y in range(-down, down + 1))
        return "/".join(rows)

    def _mark(self, offset: Offset) -> str:
        if offset == (0, 0):
            return "x"
        return "o" if offset in self.overlap else "n" if offset in self.neighbours else "."


def closed(*offsets: Offset) -> frozenset[Offset]:
    """Return offsets with everything swapping x and y and changing signs makes of them.

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

GO = NAMED["go"]


def footprint(what: str) -> Footprint:
    """Return the footprint with this name, or the one drawn as a picture.

    >>> footprint(".nnn. nooon noxon nooon .nnn.".replace(" ", "/")) == footprint("gengo")
    True
    """
    if what in NAMED:
        return NAMED[what]
    rows = what.replace("\n", "/").strip("/ ").split("/")
    if len(rows) == 1 and not set(what) <= set("xon."):
        hint = close(what, NAMED) or f"; known are {', '.join(NAMED)}, or draw one: .n./nxn/.n."
        raise BoardError(f"there is no footprint called {short(what)}{hint}")
    return _read_picture([row.strip() for row in rows])


def _read_picture(rows: list[str]) -> Footprint:
    marks = _marks(rows)
    stones = [place for place, mark in marks.items() if mark == "x"]
    if len(stones) != 1:
        raise BoardError(f"the footprint has {len(stones)} points x; it must have exactly one, the stone's own")
    ((left, top),) = stones

    def around(mark: str) -> frozenset[Offset]:
        return frozenset((x - left, y - top) for (x, y), m in marks.items() if m == mark)

    overlap, neighbours = around("o") | {(0, 0)}, around("n")
    _check_symmetric(overlap, "o", (left, top))
    _check_symmetric(neighbours, "n", (left, top))
    return Footprint(overlap, neighbours)


def _marks(rows: list[str]) -> dict[Offset, str]:
    longest = 2 * MAX_SIDE - 1
    if len(rows) > longest or any(len(row) > longest for row in rows):
        raise BoardError(f"the footprint is larger than {longest}x{longest}")
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise BoardError(f"row {y + 1} of the footprint has {len(row)} points, row 1 has {len(rows[0])}")
        for x, mark in enumerate(row):
            if mark not in "xon.":
                raise BoardError(f"row {y + 1}, column {x + 1} of the footprint is {mark!r}; use x, o, n or .")
    return {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}


def _check_symmetric(offsets: Iterable[Offset], mark: str, stone: Offset) -> None:
    kept = set(offsets)
    for x, y in sorted(kept):
        if (-x, -y) not in kept:
            where = f"row {stone[1] + y + 1}, column {stone[0] + x + 1}"
            raise BoardError(f"the footprint is not symmetric: {mark} in {where} has no {mark} opposite, across the x")
