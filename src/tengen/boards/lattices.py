"""Lattices with rows and columns other than square grids: triangles, honeycombs, tilings, rings, boxes, cubes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import acos, cos, dist, hypot, pi, sin, sqrt
from typing import Literal

from ..records import Text
from ..records.errors import BoardError
from .board import Board, own_points
from .grids import Cell, cell_name, read_size
from .limits import MAX_POINTS, check_points, number, short
from .spots import Spot

_HALF_ROOT_3 = sqrt(3) / 2
_AXIAL = ((1, 0), (0, 1), (-1, 1))
_AXES = ((0, 0, 1), (0, 1, 0), (1, 0, 0))
_TRIANGLE = ((0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 1, 1))
"""The ends (column, row, column, row) of the sides of a triangle that stands on its side."""


@dataclass(frozen=True)
class Lattice:
    """Cells (column, row from the top) with the lines between them and their drawn places."""

    width: int
    height: int
    cells: tuple[Cell, ...]
    lines: tuple[tuple[Cell, Cell], ...]
    spot: Callable[[Cell], Spot]
    centre: Cell | None = None


def triangular(width: int, height: int) -> Lattice:
    """Rows of points, every second one shifted half a step to the right; six neighbours inside."""
    check_points(width * height, f"triangular {width}x{height}")
    cells = [(x, y) for y in range(height) for x in range(width)]
    steps = {0: ((1, 0), (0, 1), (-1, 1)), 1: ((1, 0), (0, 1), (1, 1))}
    lines = _lines(cells, lambda cell: steps[cell[1] % 2])
    return Lattice(width, height, tuple(cells), lines, lambda c: (c[0] + c[1] % 2 / 2, c[1] * _HALF_ROOT_3))


def honeycomb(width: int, height: int) -> Lattice:
    """Hexagons in rows, each row shifted half a hexagon against the last; points are the hexagons' corners."""
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


def trihexagonal(side: int) -> Lattice:
    """Triangles and hexagons, ``side`` hexagons on each side: the triangular lattice without every fourth point."""
    check_points(9 * side * side - 3 * side, f"trihexagonal {side}")
    reach = 2 * side - 1
    found = _axial(reach, lambda cube: max(map(abs, cube)) <= reach and bool(cube[0] % 2 or cube[1] % 2))
    return replace(found, centre=None)


def rhombitrihexagonal(side: int) -> Lattice:
    """Hexagons, squares and triangles, ``side`` hexagons on each side; every inner point has four neighbours."""
    check_points(18 * side * (side - 1) + 6, f"rhombitrihexagonal {side}")
    span, apart = range(1 - side, side), 1 + sqrt(3)
    spots: dict[tuple[int, int, int], Spot] = {}
    for r, q, corner in product(span, span, range(6)):
        if abs(q + r) < side:
            angle = (2 * corner + 1) * pi / 6
            spots[q, r, corner] = (apart * (q + r / 2) + cos(angle), apart * r * _HALF_ROOT_3 + sin(angle))
    lines = [((q, r, corner), (q, r, (corner + 1) % 6)) for q, r, corner in spots]
    for q, r, corner in spots:  # squares join the sides of hexagons that face each other
        if corner < 3:
            right, down = _AXIAL[corner]
            lines.append(((q, r, corner), (q + right, r + down, corner + 2)))
            lines.append(((q, r, (corner + 5) % 6), (q + right, r + down, corner + 3)))
    columns, rows = (sorted({round(spot[way], 3) for spot in spots.values()}) for way in (0, 1))
    cells = {at: (columns.index(round(x, 3)), rows.index(round(y, 3))) for at, (x, y) in spots.items()}
    ends = tuple((cells[a], cells[b]) for a, b in lines if b in cells)
    lies = {cells[at]: spot for at, spot in spots.items()}
    return Lattice(len(columns), len(rows), tuple(sorted(lies, key=lambda c: (c[1], c[0]))), ends, lies.__getitem__)


def sierpinski(depth: int) -> Lattice:
    """A triangle of three triangles, each built in the same way, ``depth`` times."""
    check_points((3 ** min(depth + 1, 20) + 3) // 2, f"sierpinski {depth}")
    corners = [(0, 0)]
    for level in range(depth):
        corners += [(x + dx * 2**level, y + dy * 2**level) for dx, dy in ((0, 1), (1, 1)) for x, y in corners]
    lines = [((x + a, y + b), (x + c, y + d)) for x, y in corners for a, b, c, d in _TRIANGLE]
    cells = sorted({cell for line in lines for cell in line}, key=lambda cell: (cell[1], cell[0]))
    size = 2**depth + 1
    return Lattice(size, size, tuple(cells), tuple(lines), lambda c: (c[0] - c[1] / 2, c[1] * _HALF_ROOT_3))


def box(width: int, height: int, depth: int) -> Lattice:
    """Layers of a square grid one behind the other; the layers' columns follow each other, separated by a letter."""
    check_points(width * height * depth, f"{width}x{height}x{depth}")
    places = list(product(range(height), range(depth), range(width)))
    cells = {(y, z, x): (z * (width + 1) + x, y) for y, z, x in places}
    steps = [((y, z, x), (y + dy, z + dz, x + dx)) for y, z, x in places for dy, dz, dx in _AXES]
    lines = tuple((cells[a], cells[b]) for a, b in steps if b in cells)
    apart, behind = (depth + 0.6) * sqrt(0.5), sqrt(0.5)

    def spot(cell: Cell) -> Spot:
        layer, column = divmod(cell[0], width + 1)
        return column * apart + layer * behind, cell[1] * apart - layer * behind

    middle = cells[height // 2, depth // 2, width // 2] if width % 2 and height % 2 and depth % 2 else None
    return Lattice(depth * (width + 1) - 1, height, tuple(cells.values()), lines, spot, middle)


def cube(side: int) -> Lattice:
    """The surface of a cube with ``side`` points along each edge; its rows are those of a net."""
    check_points(6 * (side - 1) ** 2 + 2, f"cube {side}")
    if side < 2:
        raise BoardError("cube {side} has no edges; a cube has at least 2 points along each", side=side)
    last = side - 1
    places = [place for place in product(range(side), range(side), range(side)) if not {0, last}.isdisjoint(place)]
    cells = {place: _net(place, last) for place in places}
    lines = [
        (cells[place], cells[end])
        for place in places
        for step in _AXES
        if (end := (place[0] + step[0], place[1] + step[1], place[2] + step[2])) in cells
        and any(a == b and a in (0, last) for a, b in zip(place, end, strict=True))
    ]
    spots = {cells[place]: _from_above(place, last) for place in places}
    shortest = min(dist(spots[a], spots[b]) for a, b in lines)
    spots = {cell: (x / shortest, y / shortest) for cell, (x, y) in spots.items()}
    order = sorted(spots, key=lambda cell: (cell[1], cell[0]))
    return Lattice(4 * last, 3 * side - 4, tuple(order), tuple(lines), spots.__getitem__)


def _net(place: tuple[int, int, int], last: int) -> Cell:
    """Return the cell of a point of a cube in its net: a belt of four sides between the insides of top and bottom."""
    x, y, z = place
    if z in (0, last) and 0 < x < last and 0 < y < last:
        return x, y - 1 if z == 0 else 3 * last - 1 - y
    around = x if y == last else last + last - y if x == last else 3 * last - x if y == 0 else 3 * last + y
    return around % (4 * last), last - 1 + z


def _from_above(place: tuple[int, int, int], last: int) -> Spot:
    """Return the drawn place of a point of a cube, seen from above, lower layers further out, without crossings."""
    x, y, z = (2 * at / last - 1 for at in place)
    if last % 2 == 0:
        x, y = x + z / last, y + z / last
    far, out = sqrt(x * x + y * y + z * z), hypot(x, y)
    angle = acos(-z / far) / pi
    most = max(abs(x), abs(y)) * angle**0.5 + out * (1 - angle**0.5) or 1
    return x / most * angle, y / most * angle


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
    """A kind of lattice: its title, and its maker, which takes one, two or three sizes."""

    title: Text
    make: Callable[..., Lattice]
    sizes: Literal[1, 2, 3]


LATTICES = {
    "triangular": LatticeKind(Text("{size} triangles"), triangular, 2),
    "honeycomb": LatticeKind(Text("{size} honeycomb"), honeycomb, 2),
    "ring": LatticeKind(Text("ring of {size}"), ring, 2),
    "hexagon": LatticeKind(Text("hexagon with sides of {size}"), hexagon, 1),
    "star": LatticeKind(Text("star with tips of {size}"), star, 1),
    "trihexagonal": LatticeKind(Text("triangles and hexagons, {size} on a side"), trihexagonal, 1),
    "rhombitrihexagonal": LatticeKind(Text("hexagons and squares, {size} on a side"), rhombitrihexagonal, 1),
    "sierpinski": LatticeKind(Text("Sierpiński triangle of depth {size}"), sierpinski, 1),
    "box": LatticeKind(Text("box of {size}"), box, 3),
    "cube": LatticeKind(Text("surface of a cube with edges of {size}"), cube, 1),
}
"""The kinds of lattices, by the first word of their text."""


def words_of(text: str) -> list[str]:
    """Return the words of a board's text; "box" comes before the sides of a box.

    >>> words_of("hexagon 5"), words_of("5x5x5")
    (['hexagon', '5'], ['box', '5x5x5'])
    """
    words = text.split()
    return ["box", *words] if words[0][0].isdigit() and words[0].count("x") == 2 else words


def read_lattice(words: Sequence[str]) -> Board:
    """Parse "honeycomb 5x5" or "hexagon 5" as a board with ordinary stones."""
    kind = words[0]
    of = LATTICES[kind]
    example = f"{kind} {('4', '12x3', '5x5x5')[of.sizes - 1]}"
    if len(words) != 2:
        raise BoardError(
            "{kind} takes one size and nothing else; write, for example, {example}", kind=kind, example=example
        )
    if of.sizes == 2:
        width, height = read_size(words[1], kind, MAX_POINTS)
        text, shape = f"{kind} {width}x{height}", of.make(width, height)
    elif of.sizes == 3:
        sides = words[1].split("x")
        if len(sides) != 3:
            raise BoardError("a box has three sides; write, for example, 5x5x5, not {text}", text=short(words[1]))
        what = Text("a side of a box")
        width, height, depth = (number(side, what, 1, MAX_POINTS) for side in sides)
        text, shape = f"{width}x{height}x{depth}", of.make(width, height, depth)
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
