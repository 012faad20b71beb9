"""Boards as text: line-drawing boards with Unicode stones for terminals, plain rows for programs and tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, pairwise
from operator import itemgetter
from typing import Final

from ..boards import Board
from ..records import Content, Position
from .geometry import grid_names

BLANK: Final = "#"
"""The sign in `rows` for a place without a point."""

_ROW_MARKS: Final[dict[Content | None, str]] = {"black": "X", "white": "O", "tao": "T", None: "."}
_Ink = tuple[str, str]
"""Text and its ANSI colour codes."""

_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8
_JOINTS: Final = "·╵╶└╷╎┌├╴┘╌┴┐┤┬┼"
"""The line characters by the sum of `_NORTH`, `_EAST`, `_SOUTH` and `_WEST`."""


@dataclass(frozen=True)
class _Glyphs:
    """The characters of one style, each a single column wide."""

    stones: Mapping[Content, str]
    joints: str
    hoshi: str
    line: str
    tiles: str
    blocked: str
    wall: str


_UNICODE = _Glyphs({"black": "●", "white": "○", "tao": "☯"}, _JOINTS, "╋", "─", "▫²³⁴⁵⁶⁷⁸⁹⁺", "░", "▓")
_ASCII = _Glyphs({"black": "X", "white": "O", "tao": "T"}, "." * 16, "+", " ", "'23456789*", ":", "#")

_WOOD = "48;5;180"
_SLATE = "48;5;66"
_INKS: Final[dict[Content | None, str]] = {"black": "38;5;16", "white": "38;5;231", "tao": "38;5;16", None: "38;5;94"}


def rows(board: Board, position: Position) -> list[str]:
    """Return the rows of a board, top row first: X black, O white, T Tao stone, ``.`` vacant, ``#`` without a point.

    Boards without rows, such as graphs, give an empty list.

    >>> from tengen import boards
    >>> rows(boards.parse("3x2 without A1"), Position({"B2": "black", "C1": "white"}))
    ['.X.', '#.O']
    """
    stones = position.stones
    return [
        "".join(BLANK if point < 0 else _ROW_MARKS[stones.get(board.labels[point])] for point in row)
        for row in board.rows
    ]


def board_text(
    board: Board,
    position: Position,
    *,
    ascii: bool = False,
    colour: bool = False,
    last: str | None = None,
    marks: Mapping[str, str] | None = None,
    view: Iterable[str] = (),
    room: tuple[int, int] = (80, 40),
    walls: bool = False,
) -> str:
    """Draw a position for a terminal, with coordinates, without trailing blanks and newline.

    ● is Black, ○ White, ☯ a Tao stone (X, O and T in ASCII), ░ a point blocked by a wide stone's footprint (``:``). A
    tile is shown after its point as ``▫`` (ASCII ``'``), a stack of tiles as its height, up to 9; with ``walls``, tiles
    are walls, and the point is ▓ (``#``). ``last`` is the last move's point, in parentheses; if these would hide a
    tile's sign, the board is drawn wider. ``marks`` adds characters on vacant points, and after stones. ``colour`` adds
    ANSI colours; ``ascii`` overrides it. Boards without rows are drawn with their lines if that fits into ``room``,
    columns and rows; otherwise, and in ASCII, they become a table of points, stones and neighbours. With a ``view``
    only the rows and columns of its points are drawn.

    >>> from tengen import boards
    >>> print(board_text(boards.parse("3x2"), Position({"B2": "black", "C1": "white"}), last="C1"))
       A B C
    2  ┌─●─┐  2
    1  └─┴(○) 1
       A B C
    """
    glyphs = _ASCII if ascii else _UNICODE
    point = None if last is None else board.find(last)
    closed = frozenset(position.tiles if walls else ())
    picture = _TextPicture(board, position, glyphs, colour and not ascii, point, marks or {}, frozenset(view), closed)
    if not board.rows:
        return (None if ascii else picture.figure(room)) or picture.table()
    return picture.staggered() if _has_diagonals(board) else picture.grid()


@dataclass
class _TextPicture:
    """One drawing: the content of every point, and of the gap after it."""

    board: Board
    position: Position
    glyphs: _Glyphs
    colour: bool
    last: int | None
    marks: Mapping[str, str]
    view: frozenset[str]
    walls: frozenset[str]
    room: int = 1
    """The number of characters between two points."""

    def __post_init__(self) -> None:
        board, view = self.board, self.view
        self.rows = _part(board, view)
        self.listed = [point for point, label in enumerate(board.labels) if not view or label in view]
        self.hoshi = frozenset(board.hoshi)
        wide = () if board.point_stones else self.position.stones.items()
        stones = (board.find(label) for label, content in wide if content != "tao")
        self.blocked = {q for p in stones if p is not None for q in board.footprint[p]}
        self.cells = {point: (x, y) for y, row in enumerate(board.rows) for x, point in enumerate(row)}
        rows = ([point for point in row if point >= 0] for row in board.rows)
        pairs = (pair for row in rows for pair in pairwise(row))
        # whether the parenthesis before the last move would hide the sign after the point before it
        self.tight = any(point == self.last and self._after(before) for before, point in pairs)

    def grid(self) -> str:
        """Draw rows and columns, connected by lines."""
        self.room = 2 if self.tight else 1
        letters, numbers = grid_names(self.board, self.rows)
        width = max(map(len, numbers))
        height, between = max(map(len, letters)), " " * self.room
        columns = [f"{name:>{height}}" for name in letters]  # upright if a name has two letters
        heads = [f"{'':{width}}  {between.join(name[line] for name in columns)}" for line in range(height)]
        lines = [
            f"{number:>{width}} {self._row(row, list(map(self._lines, row)))} {number}"
            for number, row in zip(numbers, self.rows, strict=True)
        ]
        return "\n".join(line.rstrip() for line in [*heads, *lines, *heads])

    def staggered(self) -> str:
        """Draw rows shifted against each other, with the first and the last label of each row beside it."""
        self.room = 3 if self.tight else 1
        places = self.board.coordinates
        left = min(places[point][0] for row in self.rows for point in row if point >= 0)
        ends = [[self.board.labels[point] for point in row if point >= 0] for row in self.rows]
        width = max(len(labels[0]) for labels in ends if labels)
        lines = []
        for row, labels in zip(self.rows, ends, strict=True):
            points = [point for point in row if point >= 0]
            if not points:
                continue
            lines_of = [
                sum(side for side, other in ((_EAST, after), (_WEST, before)) if other in self.board.edges[point])
                for before, point, after in zip([-1, *points], points, [*points[1:], -1])
            ]
            indent = round((1 + self.room) * (places[points[0]][0] - left))
            lines.append(f"{labels[0]:>{width}} {'':{indent}}{self._row(points, lines_of, '·.')} {labels[-1]}")
        return "\n".join(line.rstrip() for line in lines)

    def figure(self, room: tuple[int, int]) -> str | None:
        """Draw a graph with its lines and the names of its points; None if it does not fit, or for a part of it."""
        if len(self.listed) < len(self.board):
            return None
        named = [self._named(point) for point in range(len(self.board))]
        found = figure(self.board, list(map(len, named)), *room)
        if found is None:
            return None
        rows = [[self._wood(sign) for sign in f"{line:{found.width}}"] for line in found.lines]
        for point, (row, column) in enumerate(found.spots):
            rows[row][column : column + len(named[point])] = [self._inked(sign, point) for sign in named[point]]
        edge = self._wood(" ")
        return "\n".join(self._painted([edge, *row, edge]).rstrip() for row in rows)

    def _named(self, point: int) -> str:
        """Return a point's stone, tiles or mark with its name; in parentheses if it is the last move."""
        label = self.board.labels[point]
        text = (self._stone(point) or self.marks.get(label, "")) + self._after(point) + label
        return f"({text})" if point == self.last else text

    def table(self) -> str:
        """List every point with its stone and its neighbours, each with its own stone."""
        labels = self.board.labels
        width = max((len(labels[point]) for point in self.listed), default=0)
        vacant = "." if self.glyphs is _ASCII else "·"
        lines = []
        for point in self.listed:
            label = labels[point]
            stone = self._painted([self._inked(self._stone(point) or self.marks.get(label, vacant), point)])
            gap = ")" if point == self.last else self._after(point) or " "
            near = " ".join(labels[other] + (self._stone(other) or "") for other in self.board.neighbours[point])
            lines.append(f"{label:>{width}} {'(' if point == self.last else ' '}{stone}{gap} {near}".rstrip())
        return "\n".join(lines)

    def _row(self, row: Iterable[int], lines: list[int], plain: str = "") -> str:
        """Return the points of a row with gaps before, between and after them."""
        points = list(row)
        gaps = [" ", *[" " * self.room] * len(points)]
        for x, (point, leaving) in enumerate(zip(points, lines, strict=True)):
            if point >= 0:
                gaps[x] = self.glyphs.line * len(gaps[x]) if leaving & _WEST else gaps[x]
                gaps[x + 1] = self.glyphs.line * self.room if leaving & _EAST else gaps[x + 1]
        for x, point in enumerate(points):
            if point >= 0:
                behind = self._after(point) + (")" if point == self.last else "")
                gaps[x + 1] = (behind + gaps[x + 1][len(behind) :])[: self.room]
        if self.last in points:
            at = points.index(self.last)
            gaps[at] = gaps[at][:-1] + "("
        found = [self._wood(gaps[0])]
        for x, point in enumerate(points):
            found.append(self._point(point, lines[x], plain) if point >= 0 else self._wood(" "))
            found.append(self._wood(gaps[x + 1]))
        return self._painted(found)

    def _point(self, point: int, leaving: int, plain: str) -> _Ink:
        vacant = plain[self.glyphs is _ASCII] if plain else self.glyphs.joints[leaving]
        if point in self.blocked:
            vacant = self.glyphs.blocked
        elif point in self.hoshi:
            vacant = self.glyphs.hoshi
        mark = self.marks.get(self.board.labels[point], vacant)
        return self._inked(self._stone(point) or mark, point)

    def _stone(self, point: int) -> str | None:
        label = self.board.labels[point]
        content = self.position.stones.get(label)
        if label in self.walls:
            return self.glyphs.wall
        return None if content is None else self.glyphs.stones[content]

    def _after(self, point: int) -> str:
        """Return the content of the gap after a point: the height of its tiles, or a mark displaced by a stone."""
        label = self.board.labels[point]
        height = self.position.tiles.get(label, 0)
        if height and label not in self.walls:
            return self.glyphs.tiles[min(height, 10) - 1]
        return self.marks.get(label, "") if label in self.position.stones else ""

    def _inked(self, text: str, point: int) -> _Ink:
        label = self.board.labels[point]
        ground = _SLATE if self.position.tiles.get(label) else _WOOD
        return text, f"{_INKS[self.position.stones.get(label)]};{ground}"

    def _wood(self, text: str) -> _Ink:
        return text, f"{_INKS[None]};{_WOOD}"

    def _painted(self, pieces: Iterable[_Ink]) -> str:
        """Join pieces of text, with ANSI colours if requested."""
        if not self.colour:
            return "".join(text for text, _ in pieces)
        runs = groupby(pieces, key=itemgetter(1))
        return "".join(f"\033[{ink}m{''.join(text for text, _ in run)}\033[0m" for ink, run in runs)

    def _lines(self, point: int) -> int:
        """Return which lines leave a point along its row and column, including those across wrapped edges."""
        if point < 0:
            return 0
        grid = self.board.rows
        (x, y), width, height = self.cells[point], len(grid[0]), len(grid)
        near = self.board.edges[point]

        def joined(column: int, row: int, wraps: bool) -> bool:
            inside = 0 <= column < width and 0 <= row < height
            return (inside or wraps) and grid[row % height][column % width] in near

        sides = _EAST * joined(x + 1, y, width > 2) + _WEST * joined(x - 1, y, width > 2)
        if self.board.surface in ("mobius", "klein") and width > 2 and x in (0, width - 1):
            sides |= (_WEST if x == 0 else _EAST) * (grid[height - 1 - y][width - 1 - x] in near)
        return sides + _NORTH * joined(x, y - 1, height > 2) + _SOUTH * joined(x, y + 1, height > 2)


def _part(board: Board, view: frozenset[str]) -> list[tuple[int, ...]]:
    """Return the rows and columns of a board that contain points of a view; all without a view."""
    held = [
        (x, y)
        for y, row in enumerate(board.rows)
        for x, point in enumerate(row)
        if point >= 0 and board.labels[point] in view
    ]
    if not held:
        return list(map(tuple, board.rows))
    (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*held))
    return [tuple(row[left : right + 1]) for row in board.rows[top : bottom + 1]]


def _has_diagonals(board: Board) -> bool:
    """Return whether lines connect points of neighbouring rows and columns, as on triangular lattices."""
    if board.surface:
        return False
    cells = {point: (x, y) for y, row in enumerate(board.rows) for x, point in enumerate(row) if point >= 0}
    return any(
        abs(cells[point][0] - cells[other][0]) == 1 == abs(cells[point][1] - cells[other][1])
        for point, near in enumerate(board.edges)
        for other in near
    )


_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of Unicode's Braille patterns, by row and column of the dot."""
_CLEAR = 2
"""Columns between the names of neighbouring points in the same row."""


@dataclass(frozen=True)
class Figure:
    """A drawing of ``width`` columns: its rows with the lines only, and each point's row and first column."""

    width: int
    lines: tuple[str, ...]
    spots: tuple[tuple[int, int], ...]


def figure(board: Board, sizes: Sequence[int], width: int, height: int) -> Figure | None:
    """Draw the lines of a board at the smallest size that keeps its points apart; None if it does not fit.

    ``sizes`` are the columns of the points. A row is taken to be as high as two columns are wide.
    """
    places = board.coordinates
    left, top = min(x for x, _ in places), min(y for _, y in places)
    for scale in range(4, 2 * width):
        spots = [
            (round((y - top) * scale / 2), round((x - left) * scale) + max(sizes) // 2 - size // 2)
            for (x, y), size in zip(places, sizes, strict=True)
        ]
        across = max(column + size for (_, column), size in zip(spots, sizes, strict=True))
        down = max(row for row, _ in spots) + 1
        if across > width or down > height:
            return None
        if not _touch(spots, sizes):
            centres = [(row, column + size // 2) for (row, column), size in zip(spots, sizes, strict=True)]
            return Figure(across, _drawn(board, centres, across, down), tuple(spots))
    return None


def _touch(spots: Sequence[tuple[int, int]], sizes: Sequence[int]) -> bool:
    """Return whether the names of two points are too close."""
    return any(
        row == other_row and column < other + sizes[b] + _CLEAR and other < column + sizes[a] + _CLEAR
        for (a, (row, column)), (b, (other_row, other)) in combinations(enumerate(spots), 2)
    )


def _drawn(board: Board, centres: Sequence[tuple[int, int]], width: int, height: int) -> tuple[str, ...]:
    cells = [[0] * width for _ in range(height)]
    for a, near in enumerate(board.edges):
        for b in near:
            if a < b:
                _line(cells, centres[a], centres[b])
    return tuple("".join(chr(0x2800 + bits) if bits else " " for bits in row) for row in cells)


def _line(cells: list[list[int]], a: tuple[int, int], b: tuple[int, int]) -> None:
    """Set the dots of a line between the middles of two characters, each of 4 x 2 dots."""
    (y, x), (down, across) = (4 * a[0] + 1.5, 2 * a[1] + 0.5), (4 * (b[0] - a[0]), 2 * (b[1] - a[1]))
    steps = max(abs(down), abs(across))
    for step in range(steps + 1):
        row, column = round(y + down * step / steps), round(x + across * step / steps)
        cells[row // 4][column // 2] |= _DOTS[row % 4][column % 2]
