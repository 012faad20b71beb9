"""Reading drawn notations: a grid of cells, and its place on a board."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...boards import Board
from ...boards.limits import MAX_SIDE
from ...records import BoardError, Colour, FormatError, Mark, Text
from ..board_texts import parsed
from ..source import add_warning

USUAL_SIDE = 19
"""The default side of a board, as on Sensei's Library."""


@dataclass
class Cell:
    """One point of a drawing: a stone, a numbered stone, a sign or a label; or a gap in the drawing.

    ``number`` is a move's number, ``colour`` its stone's colour if the cell gives it. ``symbol`` is the text, at
    ``line`` and ``column``.
    """

    symbol: str = ""
    stone: Colour | None = None
    number: int | None = None
    colour: Colour | None = None
    mark: Mark | None = None
    label: str = ""
    dimmed: bool = False
    gap: bool = False
    line: int = 0
    column: int = 0

    def error(self, message: Text) -> FormatError:
        """Return the error to raise for this cell."""
        return FormatError(message, self.line, self.column)


@dataclass(frozen=True)
class DrawnEdges:
    """The sides on which a drawing shows the board's edge."""

    top: bool = False
    bottom: bool = False
    left: bool = False
    right: bool = False


@dataclass(frozen=True)
class Statement:
    """A statement of a drawing about itself, such as ``TAO D4``; see `tengen.formats.diagrams.statements`."""

    word: str
    text: str
    line: int = 0
    column: int = 0

    def error(self, message: Text) -> FormatError:
        return FormatError(message, self.line, self.column)


def statement_of(text: str) -> tuple[str, str] | None:
    """Return the word and the text of a statement in braces, or None."""
    if not (text.startswith("{") and text.endswith("}")):
        return None
    word, *rest = text[1:-1].strip().split(None, 1)[:2] or [""]
    return (word.upper(), rest[0] if rest else "") if word.isascii() and word.isalpha() else None


@dataclass
class CellGrid:
    """A drawing as written: rows of cells of equal length, top row first, and statements about them.

    ``size`` is the side of the board if given, ``first`` the number of the move that the drawing numbers 1, and
    ``colour`` its colour (without numbers: the side to move).
    """

    rows: list[list[Cell]]
    edges: DrawnEdges = DrawnEdges()
    size: tuple[int, int] | None = None
    first: int = 1
    colour: Colour = "black"
    title: str = ""
    coordinates: bool = False
    statements: list[Statement] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    line: int = 1

    def warn(self, message: str, line: int = 0, column: int = 0) -> None:
        """Add a warning about what was repaired or chosen, with its place."""
        add_warning(self.warnings, message, line or self.line, column)

    def error(self, message: Text) -> FormatError:
        return FormatError(message, self.line, 1)


@dataclass(frozen=True)
class DrawnPart:
    """The place of a grid: its board, and the column and row (from the top left, 0) of the grid's first cell."""

    board: Board
    left: int
    top: int

    def point(self, x: int, y: int) -> int:
        """Return the point under a cell of the grid, or -1."""
        return self.board.rows[self.top + y][self.left + x]


def locate(grid: CellGrid, named: Board | None = None) -> DrawnPart:
    """Return the place of a grid; ``named`` is the board if the grid does not name one.

    A side is as long as the grid between two opposite edges, else as the size given, else as the other side, if known
    and the rows fit, else 19. A grid with one edge lies along it, without edges in the middle. Choices that the
    notation does not state become warnings.
    """
    said = {statement.word: statement for statement in grid.statements}
    board = _told(said["BOARD"]) if "BOARD" in said else _chosen(grid, named)
    width, height = len(grid.rows[0]), len(grid.rows)
    columns, rows = len(board.rows[0]), len(board.rows)
    if width > columns or height > rows:
        what = Text("a drawing of {width}x{height} points does not fit on the board {board}")
        raise grid.error(what.with_values(width=width, height=height, board=board.text))
    if "AT" in said:
        left, top = _corner(said["AT"], columns - width, rows - height)
    else:
        left = _along(grid, (grid.edges.left, grid.edges.right), columns - width, "left nor right")
        top = _along(grid, (grid.edges.top, grid.edges.bottom), rows - height, "upper nor lower")
    return DrawnPart(board, left, top)


def _told(statement: Statement) -> Board:
    try:
        board = parsed(statement.text)
    except BoardError as error:
        raise statement.error(error.text) from None
    if not board.rows:
        raise statement.error(Text("the board {board} has no rows and cannot be drawn in rows", board=board.text[:60]))
    return board


def _chosen(grid: CellGrid, named: Board | None) -> Board:
    edges = grid.edges
    width = len(grid.rows[0]) if edges.left and edges.right else None
    height = len(grid.rows) if edges.top and edges.bottom else None
    if named is not None:
        said = grid.size or (None, None)
        known = (width or said[0], height or said[1])
        shape = (len(named.rows[0]), len(named.rows)) if named.rows else (0, 0)
        if named.rows and all(own in (None, side) for own, side in zip(known, shape, strict=True)):
            return named
        if None in known:
            raise grid.error(Text("the drawing is not one of the board {board}", board=named.text[:40]))
    width, height = _side(grid, width, height, 0), _side(grid, height, width, 1)
    if max(width, height) > MAX_SIDE:
        what = Text("a board of {width}x{height} is too large; the most is {most}x{most}")
        raise grid.error(what.with_values(width=width, height=height, most=MAX_SIDE))
    return parsed(f"{width}x{height}")


def _side(grid: CellGrid, known: int | None, across: int | None, axis: int) -> int:
    """Return a side of the board: as drawn, as given, as long as the other one, or the default."""
    length = (len(grid.rows[0]), len(grid.rows))[axis]
    name = ("wide", "high")[axis]
    said = grid.size[axis] if grid.size else None
    if known is not None:
        if said not in (None, known):
            grid.warn(f"the size is given as {said}, but the drawing is {known} points {name} from edge to edge")
        return known
    if said is not None:
        if said < length:
            grid.warn(f"the size is given as {said}, but the drawing is {length} points {name}")
        return max(said, length)
    if across is None:
        return max(USUAL_SIDE, length)
    side = across if length <= across else max(USUAL_SIDE, length)
    grid.warn(f"the board's size is not given; it was taken to be {side} {name}")
    return side


def _along(grid: CellGrid, drawn: tuple[bool, bool], free: int, names: str) -> int:
    if free == 0:
        return 0
    if all(drawn):
        raise grid.error(Text("both edges are drawn, but the board is larger"))
    if not any(drawn):
        grid.warn(f"neither the {names} edge is drawn; the part shown was placed in the middle")
        return free // 2
    return 0 if drawn[0] else free


def _corner(statement: Statement, right: int, bottom: int) -> tuple[int, int]:
    left, colon, top = statement.text.partition(":")
    if not colon or not (left.isdecimal() and top.isdecimal() and len(left) < 4 and len(top) < 4):
        raise statement.error(
            Text("`{statement}` is not a corner; write column:row, such as 4:1", statement=statement.text[:20])
        )
    x, y = int(left) - 1, int(top) - 1
    if not (0 <= x <= right and 0 <= y <= bottom):
        raise statement.error(Text("the drawing does not fit on the board at {statement}", statement=statement.text))
    return x, y
