"""The board: a graph with two relations on its points, as immutable data (spec 0.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from operator import index
from typing import Any, Final

from ..records import Text
from ..records.display import mime_bundle
from ..records.errors import BoardError
from .limits import WIDEST, bounds, check_entries, check_lines, check_points, short, unknown
from .pairs import is_pair, pairs_of, read_pair
from .spots import Spot, coordinates, is_laid_out

LABEL: Final = re.compile(r"([A-Za-z]+)([0-9]+)")
"""A label on a board with rows: the column's letters and the row."""
_PLAIN: Final = re.compile(r"[^\s,;:'\"`]{1,24}|\(-?\d{1,9}[ ,]-?\d{1,9}\)")
"""Labels that need no quotes in a sentence."""
_LONGEST: Final = 60

Relation = tuple[tuple[int, ...], ...]
"""For every point, its related points in ascending order."""

Point = int | str
"""A point of a board, by its index or by its label."""

_JSON_OVERLAP = ',"overlap":true}'


def reverse(relation: Relation) -> Relation:
    """Return the reverse of a relation: for every point, the points that are related to it."""
    found: list[list[int]] = [[] for _ in relation]
    for point, others in enumerate(relation):
        for other in others:
            found[other].append(point)
    turned = tuple(map(tuple, found))
    return relation if turned == relation else turned


def _whole(name: object) -> int | None:
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
    """Return footprint plus neighbours: the neighbours on boards where stones may overlap (spec 4.2)."""
    joined = enumerate(zip(neighbours, footprint, strict=True))
    return tuple(tuple(sorted({*near, *under} - {point})) for point, (near, under) in joined)


@dataclass(frozen=True, repr=False)
class Board:
    """Points ``0..n-1``, the drawn lines between them, and where stones connect and block.

    ``edges``, ``neighbours`` and ``footprint`` list, for every point, its related points in ascending order. Edges are
    symmetric. For a stone on a point, ``neighbours`` are where its liberties lie, and ``footprint`` is what it blocks,
    including the point itself; on boards of asymmetric footprints these two need not be symmetric (spec 4.1).
    ``overlap``: the footprints have been added to the neighbours, for rules with ``own_overlap`` (spec 4.2). ``text``
    is the board's text form: ``boards.parse(board.text) == board``. ``rows`` holds the points as rows, top row first,
    -1 for gaps; it is empty on boards without rows. ``wrapped``: lines run over the rim. ``centre`` is tengen, or None.
    ``hoshi`` are the marked points, used for fixed handicaps (spec 0.6). ``surface`` is the surface of a square grid:
    "plane", "cylinder", "torus", "mobius" or "klein"; empty on other boards. ``positions`` are the points' places from
    the board's maker, or None; ``places`` are those of a lattice's points, the shortest edge 1 long.

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
    overlap: bool = False
    places: tuple[Spot, ...] | None = field(default=None, compare=False)
    _repr_mimebundle_ = mime_bundle

    def __len__(self) -> int:
        return len(self.labels)

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        text = self.text if len(self.text) <= 80 else f"{self.text[:77]}..."
        return f"Board({text!r})"

    @property
    def name(self) -> str:
        """The board's text, with both sides of a square written out.

        >>> from tengen import boards
        >>> [boards.parse(text).name for text in ("9", "9x13", "9x9 torus", "graph:petersen")]
        ['9x9', '9x13', '9x9 torus', 'graph:petersen']
        """
        return f"{self.text}x{self.text}" if self.text.isdigit() else self.text

    def find(self, label: str) -> int | None:
        """Return the point with this label, or None; case does not matter on boards with rows.

        On boards with rows a pair of coordinates is a label, too: ``(0 0)`` is Black's near left corner (spec 1.21).
        Use `point` unless a missing point is expected.
        """
        found = self.by_label.get(label)
        if found is not None or not self.rows:
            return found
        return read_pair(label, self.rows) if label.startswith("(") else self.by_label.get(label.upper())

    def point(self, name: Point) -> int:
        """Return the point with this label or index.

        Raises:
            BoardError: the board has no such point.

        >>> from tengen import boards
        >>> boards.parse("9").point("e5")
        40
        """
        found = self.find(name) if isinstance(name, str) else _whole(name)
        if found is None or not 0 <= found < len(self.labels):
            if isinstance(name, str):
                raise BoardError(self.missing(name))
            raise BoardError("{name!r} is not a point of {board}", name=name, board=self.name)
        return found

    def missing(self, label: str, otherwise: Text | None = None) -> Text:
        """Return the error for a label that is not on the board, with the one that was probably meant.

        ``otherwise`` is the message for a text that cannot be a label (see `is_label`).

        >>> from tengen import boards
        >>> boards.parse("9").missing("I5")
        'I5 is not on 9x9: columns skip I. Did you mean J5?'
        >>> boards.parse("2").missing("b3")
        'b3 is not on 2x2: its columns are A to B, its rows 1 to 2'
        """
        if otherwise is not None and not self.is_label(label.strip()):
            return otherwise
        label, board = label.strip(), self.name
        shown = label if _PLAIN.fullmatch(label) else short(label)
        values = {"name": shown, "board": board if len(board) <= _LONGEST else f"{board[:_LONGEST]}..."}
        said = Text("{name} is not on {board}", **values)
        if not self.rows:
            return unknown(label, self.labels, Text("{name} is not on {board}; did you mean {close}?"), said, **values)
        asked = LABEL.fullmatch(label.upper())
        if asked is not None and "I" in asked[1]:
            meant = f"{asked[1].replace('I', 'J')}{asked[2]}"
            if meant in self.labels:
                return Text("{name} is not on {board}: columns skip I. Did you mean {meant}?", **values, meant=meant)
            return Text("{name} is not on {board}: columns skip I", **values)
        found = [each for each in map(LABEL.fullmatch, self.labels) if each is not None]
        columns = sorted({each[1] for each in found}, key=lambda column: (len(column), column))
        numbers = {each[2] for each in found}
        if not columns or (asked is not None and asked[1] in columns and asked[2] in numbers):  # the point was cut out
            return said
        return Text(
            "{name} is not on {board}: its columns are {first} to {last}, its rows 1 to {rows}",
            **values,
            first=columns[0],
            last=columns[-1],
            rows=max(map(int, numbers)),
        )

    def names(self, points: Iterable[int]) -> tuple[str, ...]:
        """Return the labels of points; BoardError if the board has no such point."""
        return tuple([self.labels[self.point(point)] for point in points])

    def pair(self, point: Point) -> str:
        """Return a point in the formal notation: ``(x y)``, or its label in parentheses on boards without rows.

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
        """Return whether a text is well formed as a label here, on the board or not (spec 0.5: ``off_board``)."""
        if self.rows:
            return LABEL.fullmatch(text) is not None or is_pair(text)
        return bool(text) and text == text.strip() and text.splitlines() == [text]

    @cached_property
    def by_label(self) -> dict[str, int]:
        """The points by their labels, as written."""
        return {label: point for point, label in enumerate(self.labels)}

    def check_bounds(self) -> None:
        """Raise BoardError if a board of this size exceeds the current bounds (see `limits.bounded`)."""
        if bounds() is not WIDEST:
            check_points(len(self), self.name)
            check_lines(sum(map(len, self.edges)) // 2, self.name)
            for relation in (self.neighbours, self.footprint):
                check_entries(sum(map(len, relation)), self.name)

    @property
    def shape(self) -> tuple[int, int] | None:
        """Width and height of a square grid on any surface, even with points cut out; None for other boards."""
        return (len(self.rows[0]), len(self.rows)) if self.surface else None

    @cached_property
    def coordinates(self) -> tuple[Spot, ...]:
        """The drawn place of each point: x to the right, y downwards, the shortest edge 1 long.

        Grids have whole numbers with the top left corner at (0, 0), lattices their true shape. Graphs have their given
        positions or a layout, without crossings if the graph is planar.
        """
        if self.surface:
            cells = {point: (x, y) for y, row in enumerate(self.rows) for x, point in enumerate(row)}
            return tuple(cells[point] for point in range(len(self)))
        return self.places or coordinates(self.edges, self.positions)

    @property
    def has_places(self) -> bool:
        """Whether the board comes with the places of its points."""
        return bool(self.surface or self.places or self.positions)

    @property
    def must_be_laid_out(self) -> bool:
        """Whether the points' places must still be computed, which takes a while."""
        return not self.has_places and "coordinates" not in self.__dict__ and not is_laid_out(self.edges)

    @cached_property
    def point_stones(self) -> bool:
        """Whether a stone blocks only its own point."""
        return all(len(points) == 1 for points in self.footprint)

    @cached_property
    def reached_from(self) -> Relation:
        """For every point, the points whose stones have it as a neighbour, so that it can be their liberty."""
        return reverse(self.neighbours)

    @cached_property
    def covered_from(self) -> Relation:
        """For every point, the points whose stones block it."""
        return reverse(self.footprint)

    @cached_property
    def connections(self) -> Relation:
        """For every point, those whose stones connect with one here: each is the other's neighbour (spec 4.3)."""
        if not self.directed:
            return self.neighbours
        both = zip(self.neighbours, self.reached_from, strict=True)
        return tuple(tuple(sorted({*near} & {*back})) for near, back in both)

    @property
    def directed(self) -> bool:
        """Whether the neighbour relation is asymmetric anywhere."""
        return self.reached_from is not self.neighbours

    @cached_property
    def reaches_far(self) -> bool:
        """Whether a stone can take a liberty of a stone that it does not connect with: friendly fire (spec 4.4)."""
        for point, covered in enumerate(self.footprint):
            near = {point, *self.connections[point]}
            if any(not near.issuperset(self.reached_from[other]) for other in covered):
                return True
        return False

    def overlapping(self, colours: Mapping[int, object], own: bool = False) -> tuple[int, ...]:
        """Return stones that overlap so that no order of placing them exists: each lies in the next one's footprint.

        ``colours`` are the colours of the stones; with ``own``, footprints of the same colour do not matter (spec 4.2).
        Return () if there is an order: on boards of asymmetric footprints later stones may cover earlier ones.
        """

        def covering(point: int) -> list[int]:
            others = (other for other in self.covered_from[point] if other != point and other in left)
            return [other for other in others if not own or colours[other] != colours[point]]

        left = set(colours)
        while latest := [point for point in left if not covering(point)]:
            left.difference_update(latest)
        walk: list[int] = []
        point = min(left, default=-1)
        while left and point not in walk:
            walk.append(point)
            back = {*self.footprint[point]}
            point = min(covering(point), key=lambda other: (other not in back, other))
        return tuple(walk[walk.index(point) :]) if walk else ()

    @cached_property
    def is_plain(self) -> bool:
        """Whether stones connect along the drawn lines and block only their own point, as in ordinary Go."""
        return self.point_stones and self.neighbours == self.edges

    def with_overlap(self) -> Board:
        """Return the board with footprint plus neighbours as neighbours (spec 4.2); itself if it has them already."""
        return self._overlapping

    def without_overlap(self) -> Board:
        """Undo `with_overlap`; return the board itself if its footprints are not neighbours."""
        if not self.overlap:
            return self
        text = self.text.removesuffix(_JSON_OVERLAP) + "}" if self.text.startswith("{") else self.text
        apart = zip(self.neighbours, self.footprint, strict=True)
        near = tuple(tuple(q for q in beside if q not in under) for beside, under in apart)
        return replace(self, text=text.removesuffix(" overlap"), neighbours=near, overlap=False)

    @cached_property
    def _overlapping(self) -> Board:
        joined = overlapped(self.neighbours, self.footprint)
        if joined == self.neighbours:
            return self
        text = f"{self.text[:-1]}{_JSON_OVERLAP}" if self.text.startswith("{") else f"{self.text} overlap"
        return replace(self, text=text, neighbours=joined, overlap=True)

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Return generators of the board's symmetries: permutations that keep edges, neighbours and footprint."""
        return self._generators

    @cached_property
    def _generators(self) -> tuple[tuple[int, ...], ...]:
        graph, colours = _coloured_graph(self)
        return tuple(tuple(moved[: len(self)]) for moved in graph.automorphism_group(color=colours))

    def symmetry_count(self) -> int:
        """Return the number of the board's symmetries, including the identity.

        Raises:
            BoardError: the number has too many digits for Python.
        """
        graph, colours = _coloured_graph(self)
        try:
            return int(graph.count_automorphisms(color=colours))
        except ValueError:
            raise BoardError("the board has more symmetries than a number of 4,300 digits can count") from None


def _coloured_graph(board: Board) -> tuple[Any, list[int]]:
    """Return a coloured graph with the symmetries of a board, for igraph's BLISS.

    Each relation is a layer, a copy of the points in its own colour; each point is joined to its copies. An asymmetric
    relation leads from its layer to a second one.
    """
    igraph: Any = import_module("igraph")
    size = len(board)
    related = [board.edges]
    related += [board.neighbours] if board.neighbours != board.edges else []
    related += [board.footprint] if any(len(under) > 1 for under in board.footprint) else []
    lines: list[tuple[int, int]] = []
    layers = 0
    for relation in related:
        pairs = {(a, b) for a, near in enumerate(relation) for b in near if a != b}
        width = 0 if pairs == {(b, a) for a, b in pairs} else 1
        first, second = layers * size, (layers + width) * size
        lines += [(a + first, b + second) for a, b in sorted(pairs) if width or a < b]
        layers += 1 + width
    lines += [(point + depth * size, point) for depth in range(1, layers) for point in range(size)]
    colours = [depth for depth in range(layers) for _ in range(size)]
    return igraph.Graph(n=size * layers, edges=lines), colours
