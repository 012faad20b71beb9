"""The board: a graph with two relations on its points, as plain frozen data (spec 0.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import index

from ..records.errors import BoardError
from .pairs import is_pair, pairs_of, read_pair
from .spots import Spot, coordinates
from .symmetry import count, generators

Relation = tuple[tuple[int, ...], ...]
"""For every point, the points it is related to, ascending."""

Point = int | str
"""A point of a board, by its index or by its label."""

_GRID_LABEL = re.compile(r"[A-Za-z]+[0-9]+")


def _whole(name: object) -> int | None:
    """Return a point's index as an ordinary int; None where it is none."""
    if isinstance(name, bool):
        return None
    try:
        return index(name)  # type: ignore[arg-type]
    except TypeError:
        return None


def own_points(count: int) -> Relation:
    """Return the footprint of ordinary stones: every point blocks itself."""
    return tuple((point,) for point in range(count))


def overlapped(neighbours: Relation, footprint: Relation) -> Relation:
    """Return footprint plus neighbours, which are the neighbours where stones may overlap (spec 4.2)."""
    joined = enumerate(zip(neighbours, footprint, strict=True))
    return tuple(tuple(sorted({*near, *under} - {point})) for point, (near, under) in joined)


@dataclass(frozen=True, repr=False)
class Board:
    """Points ``0..n-1``, the drawn lines between them, and where stones connect and block.

    ``edges``, ``neighbours`` and ``footprint`` list, for every point, its related points in ascending order; the
    first two are symmetric and without loops, the footprint is symmetric and contains the point itself.
    ``text`` is the board's one text form: ``boards.parse(board.text) == board``.
    ``rows`` holds the points as rows, top row first, -1 where there is no point; it is empty on boards without rows.
    ``wrapped`` says whether the lines run over the rim. ``centre`` is tengen, or None. ``hoshi`` are the points marked
    on the board, of which fixed handicaps (spec 0.6) are made.
    ``surface`` is what a square grid is drawn on: "plane", "cylinder", "torus", "mobius" or "klein"; it is empty on
    every other board. ``positions`` are the places the points were given by the board's maker, or None; ``places`` are
    those of a lattice's points, the shortest edge 1 long.

    >>> from tengen import boards
    >>> board = boards.parse("9x13")
    >>> len(board), board.shape, board.labels[board.centre]
    (117, (9, 13), 'E7')
    """

    text: str
    labels: tuple[str, ...]
    edges: Relation
    neighbours: Relation
    footprint: Relation
    rows: tuple[tuple[int, ...], ...] = ()
    wrapped: bool = False
    centre: int | None = None
    hoshi: tuple[int, ...] = ()
    surface: str = ""
    positions: tuple[Spot, ...] | None = None
    places: tuple[Spot, ...] | None = field(default=None, compare=False)

    def __len__(self) -> int:
        return len(self.labels)

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        text = self.text if len(self.text) <= 80 else f"{self.text[:77]}..."
        return f"Board({text!r})"

    def find(self, label: str) -> int | None:
        """Return the point with this label, or None; upper and lower case are one on boards with rows.

        On boards with rows a pair of coordinates names a point, too: ``(0 0)`` is Black's near left corner (spec 1.21).
        For those who have something else in mind for what is not on the board; everybody else wants `point`.
        """
        found = self._points.get(label)
        if found is not None or not self.rows:
            return found
        return read_pair(label, self.rows) if label.startswith("(") else self._points.get(label.upper())

    def point(self, name: Point) -> int:
        """Return the point with this label or index: the one way from a name to a point.

        Raises:
            BoardError: the board has no such point.

        >>> from tengen import boards
        >>> boards.parse("9").point("e5")
        40
        """
        found = self.find(name) if isinstance(name, str) else _whole(name)
        if found is None or not 0 <= found < len(self.labels):
            raise BoardError(f"{name!r} is not a point of {self.text}")
        return found

    def names(self, points: Iterable[int]) -> tuple[str, ...]:
        """Return the labels of points.

        Raises:
            BoardError: the board has no such point.
        """
        return tuple([self.labels[self.point(point)] for point in points])

    def pair(self, point: Point) -> str:
        """Return how the formal notation names a point: ``(x y)``, or its label in parentheses where there are no rows.

        >>> from tengen import boards
        >>> boards.parse("9").pair("C4"), boards.parse("graph:k4").pair(2)
        ('(2 3)', '(2)')
        """
        place = self.point(point)
        return self._pairs[place] if self.rows else f"({self.labels[place]})"

    @cached_property
    def _pairs(self) -> dict[int, str]:
        return pairs_of(self.rows)

    def is_label(self, text: str) -> bool:
        """Say whether a text is well formed as a label here, on the board or not (spec 0.5: ``off_board``)."""
        if self.rows:
            return _GRID_LABEL.fullmatch(text) is not None or is_pair(text)
        return bool(text) and text == text.strip() and text.splitlines() == [text]

    @cached_property
    def _points(self) -> dict[str, int]:
        return {label: point for point, label in enumerate(self.labels)}

    @property
    def shape(self) -> tuple[int, int] | None:
        """Width and height of a square grid, whatever its surface and with what was cut out; else None."""
        return (len(self.rows[0]), len(self.rows)) if self.surface else None

    @cached_property
    def coordinates(self) -> tuple[Spot, ...]:
        """Where each point is drawn: x to the right, y downwards, the shortest edge 1 long.

        Grids have whole numbers, the top left corner (0, 0); lattices their true shape; graphs the positions they
        were given, or a layout: without crossings where the graph is planar.
        """
        if self.surface:
            cells = {point: (x, y) for y, row in enumerate(self.rows) for x, point in enumerate(row)}
            return tuple(cells[point] for point in range(len(self)))
        return self.places or coordinates(self.edges, self.positions)

    @cached_property
    def point_stones(self) -> bool:
        """Whether a stone blocks its own point only."""
        return all(len(points) == 1 for points in self.footprint)

    @cached_property
    def is_plain(self) -> bool:
        """Whether stones connect along the drawn lines and block their own point only, as in ordinary Go."""
        return self.point_stones and self.neighbours == self.edges

    def with_overlap(self) -> Board:
        """Return the board on which neighbours are footprint plus neighbours (spec 4.2); itself where that is so."""
        return self._overlapping

    @cached_property
    def _overlapping(self) -> Board:
        joined = overlapped(self.neighbours, self.footprint)
        if joined == self.neighbours:
            return self
        text = f'{self.text[:-1]},"overlap":true}}' if self.text.startswith("{") else f"{self.text} overlap"
        return replace(self, text=text, neighbours=joined)

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Return generators of the board's symmetries: permutations that keep edges, neighbours and footprint."""
        return self._generators

    def symmetry_count(self) -> int:
        """Return the number of the board's symmetries, the identity included."""
        return count(self.edges, self.neighbours, self.footprint)

    @cached_property
    def _generators(self) -> tuple[tuple[int, ...], ...]:
        return generators(self.edges, self.neighbours, self.footprint)
