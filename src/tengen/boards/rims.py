"""The rim of a board: the distance of points from it, its sides, and the surroundings of a point."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from .board import Board
from .grids import locate
from .lattices import words_of

LINES = 3
"""The number of lines from the rim that are numbered; points further inside count as inside."""


def rim_lines(board: Board, most: int = LINES) -> tuple[int, ...]:
    """Return the line of every point up to ``most``, 1 on the rim, where points have fewer edges than usual; else 0.

    >>> from tengen import boards
    >>> board = boards.parse("9x9")
    >>> [rim_lines(board)[board.point(label)] for label in ("A1", "B5", "C3", "D4")]
    [1, 2, 3, 0]
    """
    degrees = [len(near) for near in board.edges]
    usual = max(set(degrees), key=degrees.count)
    line = [0] * len(board)
    front = [p for p, degree in enumerate(degrees) if degree < usual]
    for number in range(1, most + 1):
        following: set[int] = set()
        for p in front:
            if line[p] == 0:
                line[p] = number
                following.update(board.edges[p])
        front = [p for p in following if line[p] == 0]
    return tuple(line)


def surroundings(board: Board, offsets: Sequence[tuple[int, int]]) -> list[int]:
    """Return the points at some offsets (x, y) from every point of a square grid, n for missing ones."""
    n = len(board)
    cells: dict[tuple[int, int], int] = {
        (x, y): point for y, row in enumerate(board.rows) for x, point in enumerate(row) if point >= 0
    }
    find = locate(board.surface, len(board.rows[0]), len(board.rows))
    found: list[int] = []
    for x, y in sorted(cells, key=lambda cell: cells[cell]):
        for dx, dy in offsets:
            cell = find(x + dx, y + dy)
            found.append(n if cell is None else cells.get(cell, n))
    return found


def inside(board: Board, lines: int) -> list[bool]:
    """Return for every point of a square grid whether it lies further inside than the outer lines."""
    width, height = len(board.rows[0]), len(board.rows)
    find = locate(board.surface, width, height)
    steps = [(lines, 0), (-lines, 0), (0, lines), (0, -lines)]
    return [all(find(int(x) + dx, int(y) + dy) for dx, dy in steps) for x, y in board.coordinates]


def sides(board: Board) -> dict[str, tuple[int, ...]]:
    """Return a board's sides by name, opposite ones in pairs; empty for boards without sides.

    Grids have "bottom" and "top", and unless they are wrapped "left" and "right". Rows of triangles and hexagons have
    the same four. A hexagon has six, a ring "bottom" (the innermost circle) and "top" (the outermost); a box also has
    "front" and "back".

    >>> from tengen import boards
    >>> sides(boards.parse("3x2 cylinder")), list(sides(boards.parse("hexagon 4")))[2:4]
    ({'bottom': (3, 4, 5), 'top': (0, 1, 2)}, ['upper left', 'lower right'])
    """
    kind, *size = [board.surface] if board.surface else words_of(board.text)
    rows = [[p for p in row if p >= 0] for row in board.rows]
    if kind in ("hexagon", "trihexagonal"):
        return _hexagon_sides(board)
    if kind == "box":
        return _box_sides(*map(int, size[0].split("x")))
    if kind not in ("plane", "cylinder", "triangular", "honeycomb", "ring") or not all(rows):
        return {}
    found = {"bottom": rows[-1], "top": rows[0]}
    if kind not in ("cylinder", "ring"):
        left, right = [row[0] for row in board.rows], [row[-1] for row in board.rows]
        if kind == "honeycomb":  # its rows are shifted by half a hexagon
            left, right = [row[0] for row in rows], [row[-1] for row in rows]
        found |= {"left": left, "right": right}
    return {name: tuple(p for p in points if p >= 0) for name, points in found.items()}


def _box_sides(width: int, height: int, depth: int) -> dict[str, tuple[int, ...]]:
    """Return the six sides of a box, whose points are numbered row by row, in each from the front layer to the back."""
    places = list(product(range(height), range(depth), range(width)))
    ends = {"front": (1, 0), "back": (1, depth - 1), "top": (0, 0), "bottom": (0, height - 1), "left": (2, 0)}
    ends["right"] = (2, width - 1)
    return {name: tuple(p for p, at in enumerate(places) if at[way] == end) for name, (way, end) in ends.items()}


def _hexagon_sides(board: Board) -> dict[str, tuple[int, ...]]:
    """Return the sides of a hexagon with slanting rows: column + row is constant along its third pair."""
    reach = len(board.rows) // 2
    cells = [(x - reach, y - reach, p) for y, row in enumerate(board.rows) for x, p in enumerate(row) if p >= 0]
    return {
        "bottom": tuple(p for _, y, p in cells if y == reach),
        "top": tuple(p for _, y, p in cells if y == -reach),
        "upper left": tuple(p for x, y, p in cells if x + y == -reach),
        "lower right": tuple(p for x, y, p in cells if x + y == reach),
        "upper right": tuple(p for x, _, p in cells if x == reach),
        "lower left": tuple(p for x, _, p in cells if x == -reach),
    }
