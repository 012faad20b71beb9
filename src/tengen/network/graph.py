"""A board as the network sees it: relations between its points, kept by every symmetry of the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..boards.board import Relation
from ..boards.surfaces import locate

NEIGHBOURS, REACHED, EDGES, FOOTPRINT, COVERED, DIAGONALS = range(6)
RELATIONS: Final = ("neighbours", "reached", "edges", "footprint", "covered", "diagonals")
"""Relations over which the network sums; the numbers above are their places.

``reached`` and ``covered`` are neighbours and footprint the other way round. Only neighbours are there on every board:
edges where they are not the neighbours, the footprint where it is more than the point, the two turned ones where they
are different, and diagonals on square grids.
"""
_LINES: Final = (((-1, 0), (1, 0)), ((0, -1), (0, 1)))
_DIAGONALS: Final = (((-1, -1), (1, 1)), ((-1, 1), (1, -1)))

Indices = NDArray[np.int32]


@dataclass(frozen=True)
class Links:
    """A relation as index arrays: those of point p are ``points[starts[p] : starts[p + 1]]``.

    A sum over them is multiplied by ``weight``, which is one over the square root of how many points a
    point is related to on average, so that sums are of a size on all boards.
    """

    starts: Indices
    points: Indices
    weight: np.float32

    @classmethod
    def of(cls, relation: Sequence[Sequence[int]]) -> Links:
        """Return the index arrays of a relation."""
        sizes = np.array([len(row) for row in relation], np.int32)
        starts = np.concatenate([np.zeros(1, np.int32), np.cumsum(sizes, dtype=np.int32)])
        points = np.array([q for row in relation for q in row], np.int32)
        return cls(starts, points, np.float32(1 / np.sqrt(max(1.0, float(sizes.mean())))))

    def matrix(self) -> NDArray[np.float32]:
        """Return the relation as a matrix (n, n) of counts times the weight."""
        n = len(self.starts) - 1
        found = np.zeros((n, n), np.float32)
        np.add.at(found, (np.repeat(np.arange(n), np.diff(self.starts)), self.points), self.weight)
        return found


@dataclass(frozen=True, eq=False)
class BoardGraph:
    """The relations of a board of ``size`` points; make it with `graph_of`.

    ``relations`` has an entry for each of `RELATIONS`, None where the board lacks it. ``lines`` (n, 4) holds the points
    to the left, right, above and below on square grids, right over the rims of wrapped ones, n where there is none;
    it is None on other boards. Lines and diagonals are left out where a symmetry of the board does not keep them, as
    on the 4x4 torus, which is a cube of four dimensions: no answer may depend on how such a board is drawn.
    """

    board: Board
    size: int
    relations: tuple[Links | None, ...]
    lines: Indices | None


@lru_cache(maxsize=256)
def graph_of(board: Board) -> BoardGraph:
    """Return the graph of a board; of the board on which a game is played, see `rules.played_on`."""
    under = tuple(tuple(q for q in row if q != p) for p, row in enumerate(board.footprint))
    over = tuple(tuple(q for q in row if q != p) for p, row in enumerate(board.covered_from))
    lines, diagonals = _opposites(board, _LINES), _opposites(board, _DIAGONALS)
    if lines is None or diagonals is None or not (_is_kept(lines, board) and _is_kept(diagonals, board)):
        lines = diagonals = None
    found: dict[int, Relation | None] = {
        NEIGHBOURS: board.neighbours,
        REACHED: board.reached_from if board.directed else None,
        EDGES: board.edges if board.edges != board.neighbours else None,
        FOOTPRINT: under if not board.point_stones else None,
        COVERED: over if over != under else None,
        DIAGONALS: None if diagonals is None else tuple(tuple(q for q in row if q >= 0) for row in diagonals),
    }
    n = len(board)
    links = tuple(None if (row := found[place]) is None else Links.of(row) for place in range(len(RELATIONS)))
    beside = None if lines is None else np.array([[q if q >= 0 else n for q in row] for row in lines], np.int32)
    return BoardGraph(board, n, links, beside)


def _opposites(board: Board, pairs: Sequence[Sequence[tuple[int, int]]]) -> Relation | None:
    """Return, for every point of a square grid, two pairs of opposite points around it, -1 where there is none."""
    if board.shape is None:
        return None
    find = locate(board.surface, *board.shape)
    cells = {(x, y): point for y, row in enumerate(board.rows) for x, point in enumerate(row) if point >= 0}
    around: dict[int, tuple[int, ...]] = {}
    for (x, y), point in cells.items():
        places = [find(x + dx, y + dy) for pair in pairs for dx, dy in pair]
        around[point] = tuple(-1 if place is None else cells.get(place, -1) for place in places)
    return tuple(around[point] for point in range(len(board)))


def _is_kept(opposites: Relation, board: Board) -> bool:
    """Say whether every symmetry of the board moves pairs of opposite points to such pairs."""
    pairs = _unordered(opposites, lambda point: point)
    for moved in board.symmetries():
        there: list[list[tuple[int, ...]]] = [[] for _ in moved]
        for p, row in enumerate(_unordered(opposites, (*moved, -1).__getitem__)):
            there[moved[p]] = row
        if there != pairs:
            return False
    return True


def _unordered(opposites: Sequence[Sequence[int]], name: Callable[[int], int]) -> list[list[tuple[int, ...]]]:
    """Return the pairs of every point in an order that does not depend on how the board is drawn."""
    return [
        sorted(tuple(sorted(map(name, row[at : at + 2]))) for at in (0, 2)) for row in opposites
    ]  # fmt: skip
