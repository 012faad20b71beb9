"""Lattices with rows and columns that are no square grids: triangles, honeycombs, hexagons, rings, stars."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from typing import Literal

from ..records import Text
from ..records.errors import BoardError
from .board import Board, own_points
from .grids import Cell, cell_name, read_size
from .limits import MAX_POINTS, check_points, number
from .spots import Spot

_HALF_ROOT_3 = sqrt(3) / 2
_AXIAL = ((1, 0), (0, 1), (-1, 1))


@dataclass(frozen=True)
class Lattice:
    """Cells (column, row from the top) with the lines between them and the spots where they lie."""

    width: int
    height: int
    cells: tuple[Cell, ...]
    lines: tuple[tuple[Cell, Cell], ...]
    spot: Callable[[Cell], Spot]
    centre: Cell | None = None


def triangular(width: int, height: int) -> Lattice:
    """Rows of points, every second one pushed half a step to the right; six neighbours inside."""
    check_points(width * height, f"triangular {width}x{height}")
    cells = [(x, y) for y in range(height) for x in range(width)]
    steps = {0: ((1, 0), (0, 1), (-1, 1)), 1: ((1, 0), (0, 1), (1, 1))}
    lines = _lines(cells, lambda cell: steps[cell[1] % 2])
    return Lattice(width, height, tuple(cells), lines, lambda c: (c[0] + c[1] % 2 / 2, c[1] * _HALF_ROOT_3))


def honeycomb(width: int, height: int) -> Lattice:
    """Hexagons in rows, each row pushed half a hexagon against the last; points are the hexagons' corners."""
    check_points(2 * (width + 1) * (height + 1) - 2, f"honeycomb {width}x{height}")
    missing = {(2 * width + 1, 0), (2 * width + 1 if height % 2 else 0, height)}
    cells = [(x, y) for y in range(height + 1) for x in range(2 * width + 2) if (x, y) not in missing]
    lines = _lines(cells, lambda c: ((1, 0),) if (c[0] + c[1]) % 2 else ((1, 0), (0, 1)))
    columns = 1 + max(x for x, _ in cells)

    def spot(cell: Cell) -> Spot:
        x, y = cell
        return x * _HALF_ROOT_3, 1.5 * y + (0.25 if (x + y) % 2 else 0.75)

    return Lattice(columns, height + 1, tuple(cells), lines, spot)


def hexagon(side: int) -> Lattice:
    """A hexagon of the triangular lattice with ``side`` points on each side."""
    check_points(3 * side * (side - 1) + 1, f"hexagon {side}")
    reach = side - 1
    return _axial(reach, lambda cube: max(map(abs, cube)) <= reach)


def star(side: int) -> Lattice:
    """A six-pointed star of the triangular lattice: a hexagon with a triangle of that side on each of its sides."""
    check_points(6 * side * (side + 1) + 1, f"star {side}")
    return _axial(2 * side, lambda cube: min(cube) >= -side or max(cube) <= side)


def ring(spokes: int, rings: int) -> Lattice:
    """Concentric rings joined by spokes; row 1 is the innermost ring, column A the spoke that points up."""
    check_points(spokes * rings, f"ring {spokes}x{rings}")
    if spokes < 3:
        raise BoardError("ring {spokes}x{rings} has {spokes} spokes; a ring has at least 3", spokes=spokes, rings=rings)
    cells = [(x, y) for y in range(rings) for x in range(spokes)]
    around = [((x, y), ((x + 1) % spokes, y)) for x, y in cells]
    inmost = 1 / (2 * sin(pi / spokes))

    def spot(cell: Cell) -> Spot:
        angle, radius = 2 * pi * cell[0] / spokes, inmost + rings - 1 - cell[1]
        return radius * sin(angle), -radius * cos(angle)

    return Lattice(spokes, rings, tuple(cells), (*around, *_lines(cells, lambda _: ((0, 1),))), spot)


def _axial(reach: int, inside: Callable[[tuple[int, int, int]], bool]) -> Lattice:
    """Return the part of the triangular lattice that is inside, in slanting columns around the centre."""
    span = range(-reach, reach + 1)
    cells = [(q + reach, r + reach) for r in span for q in span if inside((q, r, -q - r))]
    lines = _lines(cells, lambda _: _AXIAL)
    size = 2 * reach + 1
    return Lattice(size, size, tuple(cells), lines, lambda c: (c[0] + c[1] / 2, c[1] * _HALF_ROOT_3), (reach, reach))


def _lines(cells: Iterable[Cell], steps: Callable[[Cell], Sequence[Cell]]) -> tuple[tuple[Cell, Cell], ...]:
    known = dict.fromkeys(cells)
    ends = (((x, y), (x + dx, y + dy)) for x, y in known for dx, dy in steps((x, y)))
    return tuple((a, b) for a, b in ends if b in known)


@dataclass(frozen=True)
class LatticeKind:
    """A kind of lattice: what it is called, and its maker, which takes one size or two."""

    title: Text
    make: Callable[..., Lattice]
    sizes: Literal[1, 2]


LATTICES = {
    "triangular": LatticeKind(Text("{size} triangles"), triangular, 2),
    "honeycomb": LatticeKind(Text("{size} honeycomb"), honeycomb, 2),
    "ring": LatticeKind(Text("ring of {size}"), ring, 2),
    "hexagon": LatticeKind(Text("hexagon with sides of {size}"), hexagon, 1),
    "star": LatticeKind(Text("star with tips of {size}"), star, 1),
}
"""The kinds of lattices, by the word that begins their text."""


def read_lattice(words: Sequence[str]) -> Board:
    """Read "honeycomb 5x5" or "hexagon 5" as a board with ordinary stones."""
    kind = words[0]
    of = LATTICES[kind]
    example = f"{kind} 12x3" if of.sizes == 2 else f"{kind} 4"
    if len(words) != 2:
        raise BoardError(
            "{kind} takes one size and nothing else; write, for example, {example}", kind=kind, example=example
        )
    if of.sizes == 2:
        width, height = read_size(words[1], kind, MAX_POINTS)
        text, shape = f"{kind} {width}x{height}", of.make(width, height)
    else:
        side = number(words[1], Text("the size of {kind}", kind=kind), 1, MAX_POINTS)
        text, shape = f"{kind} {side}", of.make(side)
    points = {cell: point for point, cell in enumerate(shape.cells)}
    near: list[set[int]] = [set() for _ in points]
    for a, b in shape.lines:
        near[points[a]].add(points[b])
        near[points[b]].add(points[a])
    edges = tuple(tuple(sorted(found)) for found in near)
    return Board(
        text=text,
        labels=tuple(cell_name(cell, shape.height) for cell in points),
        edges=edges,
        neighbours=edges,
        footprint=own_points(len(points)),
        rows=tuple(tuple(points.get((x, y), -1) for x in range(shape.width)) for y in range(shape.height)),
        centre=None if shape.centre is None else points[shape.centre],
        places=tuple(map(shape.spot, shape.cells)),
    )
