"""Geometry of a picture: points, ghosts beyond a wrapped edge, the width of stones, and the visible part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import dist

from ..boards import Board, Spot

_TOUCHING = 0.475
"""A stone's radius relative to the shortest distance between points for stones."""

_APART = 1.2
"""The least distance of two points of a graph, on which a stone is 0.95 wide."""

_LONG, _ROOMY, _WIDEST = 5.0, 2.6, 60.0
"""The length of a small graph, its largest scale, and the largest scale for points that are too close."""

_GHOSTS = 1
"""The rows of ghosts that continue a wrapped board of ordinary stones."""

_SEEN = 4
"""The largest distance at which neighbours of a wide stone are searched across the edge."""

_TOGETHER = 256
"""The number of points or lines that are compared with all points at once."""

_ROUTED = 3_000
"""Boards with more lines have straight ones, even through points."""


@dataclass(frozen=True)
class Ghost:
    """Another image of a point, beyond the edge."""

    point: int
    spot: Spot


@dataclass(frozen=True)
class BoardGeometry:
    """A board's geometry: spots, the stones' radius, and the bounding box.

    The unit is the shortest line; on graphs it is shortened to separate stones, and small graphs have long lines.
    """

    spots: tuple[Spot, ...]
    ghosts: tuple[Ghost, ...]
    ghost_lines: tuple[tuple[Spot, Spot], ...]
    radius: float
    box: tuple[float, float, float, float]


@lru_cache(maxsize=128)
def places_of(board: Board) -> BoardGeometry:
    """Return a board's geometry; stones are as wide as possible without touching neighbouring stones."""
    nearest, spots = _nearest(board), board.coordinates
    if board.point_stones and not board.rows:
        longest = max(1.0, *(max(each) - min(each) for each in zip(*spots)))
        scale = max(1.0, min(_ROOMY / nearest, _LONG / longest), min(_APART / nearest, _WIDEST / longest))
        spots, nearest = tuple((x * scale, y * scale) for x, y in spots), min(1.0, nearest * scale)
    ghosts, lines = _ghosts(board)
    seen = [*spots, *(ghost.spot for ghost in ghosts)]
    left, top = min((x for x, _ in seen), default=0.0), min((y for _, y in seen), default=0.0)
    right, bottom = max((x for x, _ in seen), default=0.0), max((y for _, y in seen), default=0.0)
    return BoardGeometry(spots, ghosts, lines, round(_TOUCHING * nearest, 4), (left, top, right, bottom))


def _nearest(board: Board) -> float:
    """Return the distance of the closest two points for stones; ordinary stones need at most 1."""
    import numpy as np

    x, y = np.array(board.coordinates).T
    best = reach = 1.0 if board.point_stones else 3.0
    for start in range(0, len(x), _TOGETHER):
        some = slice(start, start + _TOGETHER)
        squares = np.subtract.outer(x[some], x) ** 2 + np.subtract.outer(y[some], y) ** 2
        for row, blocked in zip(squares, board.footprint[some], strict=True):
            row[list(blocked)] = reach**2
        best = min(best, float(squares.min()) ** 0.5)
    return max(best, 0.05)


def _ghosts(board: Board) -> tuple[tuple[Ghost, ...], tuple[tuple[Spot, Spot], ...]]:
    """Return the points and lines that continue a wrapped grid on its wrapped sides."""
    if board.surface in ("", "plane"):
        return (), ()
    width, height = len(board.rows[0]), len(board.rows)
    deep = _GHOSTS if board.point_stones else 2
    upright = board.surface in ("torus", "klein")
    columns = range(-deep, width + deep)
    rows = range(-deep if upright else 0, height + deep if upright else height)
    cells = {(x, y): cell_of(board, x, y) for x in columns for y in rows}
    ghosts = tuple(
        Ghost(point, (float(x), float(y)))
        for (x, y), point in cells.items()
        if point >= 0 and not (0 <= x < width and 0 <= y < height)
    )
    lines = []
    for (x, y), point in cells.items():
        for near in ((x + 1, y), (x, y + 1)):
            other = cells.get(near, -1)
            outside = any(not (0 <= a < width and 0 <= b < height) for a, b in ((x, y), near))
            if outside and point >= 0 and other >= 0 and other in board.edges[point]:
                lines.append(((float(x), float(y)), (float(near[0]), float(near[1]))))
    return ghosts, tuple(lines)


def cell_of(board: Board, x: int, y: int) -> int:
    """Return the point in a cell of a grid that continues across its wrapped edges, or -1."""
    width, height = len(board.rows[0]), len(board.rows)
    turns, x = divmod(x, width) if board.surface != "plane" else (0, x)
    if turns % 2 and board.surface in ("mobius", "klein"):
        y = height - 1 - y
    if board.surface in ("torus", "klein"):
        y %= height
    return board.rows[y][x] if 0 <= x < width and 0 <= y < height else -1


def nearest_image(board: Board, point: int, spot: Spot) -> Spot:
    """Return the image of a point nearest to a spot: its own place, or on a wrapped board one beyond the edge.

    >>> from tengen import boards
    >>> board = boards.parse("9x9 torus")
    >>> nearest_image(board, board.find("A5"), (8.0, 4.0))
    (9.0, 4.0)
    """
    own = board.coordinates[point]
    if not board.wrapped:
        return own
    x, y = round(spot[0]), round(spot[1])
    around = ((x + across, y + down) for across in range(-_SEEN, _SEEN + 1) for down in range(-_SEEN, _SEEN + 1))
    images = [(float(column), float(row)) for column, row in around if cell_of(board, column, row) == point]
    return min((own, *images), key=lambda image: dist(image, spot))


def lines_of(board: Board) -> Iterable[tuple[Spot, ...]]:
    """Return the lines to draw: two spots for a straight one, three for one bent around a point."""
    return _runs(board) if board.surface else _bent(board)


@lru_cache(maxsize=128)
def _bent(board: Board) -> tuple[tuple[Spot, ...], ...]:
    """Return the lines of a board without rows, cached since every line is compared with every point."""
    spots = places_of(board).spots
    lines = [(a, b) for a, near in enumerate(board.edges) for b in near if a < b]
    bend, clear = len(lines) <= _ROUTED, places_of(board).radius + 0.03
    middles = _middles(spots, lines, clear) if bend else [None] * len(lines)
    return tuple(
        (spots[a], spots[b]) if middle is None else (spots[a], middle, spots[b])
        for (a, b), middle in zip(lines, middles, strict=True)
    )


def _middles(spots: tuple[Spot, ...], lines: list[tuple[int, int]], clear: float) -> list[Spot | None]:
    """Return for every line the spot where it bends around the first point on it."""
    import numpy as np

    found: list[Spot | None] = []
    for start in range(0, len(lines), _TOGETHER):
        some = lines[start : start + _TOGETHER]
        ends, rows, places = np.array(some), np.arange(len(some)), np.array(spots)
        begin = places[ends[:, 0], None]
        along_x, along_y = (places[ends[:, 1], None] - begin).transpose(2, 0, 1)
        x, y = (places - begin).transpose(2, 0, 1)
        length = np.hypot(along_x, along_y)
        along = (x * along_x + y * along_y) / np.maximum(length, _TOUCHING)
        aside = (x * along_y - y * along_x) / np.maximum(length, _TOUCHING)
        on_it = (along > _TOUCHING) & (along < length - _TOUCHING) & (abs(aside) < clear)
        on_it[rows, ends[:, 0]] = on_it[rows, ends[:, 1]] = False
        first = on_it.argmax(axis=1)
        left = aside[rows, first] <= 0
        for row in rows:
            a, b = (spots[end] for end in some[row])
            found.append(_bend(a, b, bool(left[row])) if on_it[row, first[row]] else None)
    return found


def _bend(start: Spot, end: Spot, left: bool) -> Spot:
    (ax, ay), (bx, by), length = start, end, dist(start, end)
    out = (1 if left else -1) * (0.5 + 0.12 * length)
    return (ax + bx) / 2 + out * (by - ay) / length, (ay + by) / 2 - out * (bx - ax) / length


def _runs(board: Board) -> Iterator[tuple[Spot, ...]]:
    """Yield the lines of a grid's rows and columns, each at full length."""
    width, height = len(board.rows[0]), len(board.rows)
    for y in range(height):
        yield from _joined(board, [(x, y) for x in range(width)])
    for x in range(width):
        yield from _joined(board, [(x, y) for y in range(height)])


def _joined(board: Board, cells: list[tuple[int, int]]) -> Iterator[tuple[Spot, ...]]:
    start = cells[0]
    for here, following in zip(cells, [*cells[1:], None]):
        point = board.rows[here[1]][here[0]]
        other = -1 if following is None else board.rows[following[1]][following[0]]
        if point < 0 or other < 0 or other not in board.edges[point]:
            if here != start:
                yield (float(start[0]), float(start[1])), (float(here[0]), float(here[1]))
            start = following or here


NAME = 0.22
"""The distance of a point's name from the edge of its stone."""
_AROUND = 16
"""The possible directions of a point's name."""


@lru_cache(maxsize=32)
def name_directions(board: Board) -> tuple[Spot, ...]:
    """Return for every point of a board without rows the direction in which its name is clearest of lines and points.

    The default among equally clear directions is up and to the right.
    """
    import numpy as np

    places = places_of(board)
    spots, reach = np.array(places.spots), places.radius + NAME
    angles = (np.arange(_AROUND) - _AROUND / 8) * 2 * np.pi / _AROUND
    ways = np.array([np.cos(angles), np.sin(angles)]).T
    drawn = [pair for line in lines_of(board) for pair in pairwise(line)] or [((1e9, 0.0), (1e9, 1.0))]
    starts, ends = np.array(drawn).transpose(1, 0, 2)
    along, found = ends - starts, []
    for point, spot in enumerate(spots):
        names = spot + reach * ways
        from_start = names[:, None] - starts
        share = np.clip((from_start * along).sum(2) / np.maximum((along**2).sum(1), 1e-9), 0, 1)
        clear = np.hypot(*(from_start - along * share[..., None]).transpose(2, 0, 1)).min(1)
        others = np.hypot(*(names[:, None] - spots).transpose(2, 0, 1)) - places.radius
        others[:, point] = NAME
        clear = np.minimum(clear, others.min(1)).round(3)
        found.append(tuple(ways[int(clear.argmax())].tolist()))
    return tuple(found)


def grid_names(board: Board, rows: Sequence[Sequence[int]]) -> tuple[list[str], list[str]]:
    """Return the names of the columns and rows of a grid's points; empty if all were cut out."""
    letters, digits = [""] * len(rows[0]), [""] * len(rows)
    for y, row in enumerate(rows):
        for x, point in enumerate(row):
            if point >= 0:
                letters[x] = board.labels[point].rstrip("0123456789")
                digits[y] = board.labels[point].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return letters, digits
