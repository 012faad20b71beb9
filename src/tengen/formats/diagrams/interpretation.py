"""From a grid of cells to its diagram; shared by drawn notations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final, Protocol

from ...boards import Board
from ...records import Colour, Content, Diagram, FormatError, Position, Step, Text, other
from ..encoding import decode
from .captions import hidden_moves
from .cells import Cell, CellGrid, DrawnPart, locate
from .statements import understand

MAX_MOVES: Final = 2_000
"""The largest accepted difference between numbers of moves."""


class Drawing(Protocol):
    """A drawing found in a text."""

    @property
    def goes_on(self) -> bool:
        """Whether it continues the moves of the previous one."""

    def grid(self) -> CellGrid:
        """Return the cells of the drawing; FormatError with line and column."""


def read_drawings(
    data: str | bytes, board: Board | None, find: Callable[[str], Iterable[Drawing]], none: Text
) -> Iterator[Diagram]:
    """Yield the diagrams of the drawings in a text; those that continue another are joined to it.

    ``board`` is used if a drawing does not name one.

    Raises:
        FormatError: there is no drawing, with the message ``none``, or one is unreadable; with line and column.
    """
    text, warnings = decode(data)
    whole: Diagram | None = None
    for drawing in find(text):
        if whole and not drawing.goes_on:
            yield whole
            whole = None
        diagram = diagram_of(drawing.grid(), board)
        diagram, warnings = replace(diagram, warnings=(*warnings, *diagram.warnings)), []
        longer = _joined(whole, diagram) if whole else None
        if whole and not longer:
            yield whole
        whole = longer or diagram
    if whole is None:
        raise FormatError(none, 1, 1)
    yield whole


def first_of(found: Iterator[Diagram], name: str) -> Diagram:
    """Return the first of several diagrams, with a warning if more follow, readable or not."""
    diagram = next(found)
    try:
        more = next(found, None) is not None
    except FormatError:
        more = True
    warnings = (f"more {name} follow; only the first was read",) if more else ()
    return replace(diagram, warnings=(*diagram.warnings, *warnings))


def _joined(diagram: Diagram, following: Diagram) -> Diagram | None:
    """Return a diagram with the moves of its continuation, or None if the numbers do not follow."""
    if following.first != diagram.first + len(diagram.moves) or following.board != diagram.board:
        return None
    moves = diagram.moves + following.moves
    return replace(diagram, moves=moves, warnings=diagram.warnings + following.warnings)


def diagram_of(grid: CellGrid, named: Board | None = None) -> Diagram:
    """Return the diagram of a grid; ``named`` is the board if the grid does not name one.

    FormatError: the grid is unreadable; with line and column.
    """
    shown = _DiagramReader(grid, locate(grid, named))
    title, moves = shown.moves()
    numbers = sorted(moves)
    steps = tuple(Step(shown.mover(number), moves[number]) for number in numbers)
    said, state = shown.said, {"to_play": steps[0].colour if steps else grid.colour, **shown.said.state}
    return Diagram(
        board=shown.place.board.text,
        position=Position(stones=shown.stones | said.stones, tiles=said.tiles, **state),
        moves=steps,
        first=numbers[0] if numbers else grid.first,
        markup=said.markup,
        title=title,
        coordinates=grid.coordinates,
        links=shown.links(),
        warnings=tuple(grid.warnings),
    )


class _DiagramReader:
    """Reads a grid's cells on their board, together with its statements."""

    def __init__(self, grid: CellGrid, place: DrawnPart) -> None:
        self.grid = grid
        self.place = place
        self.said = understand(grid, place)
        self.cells = list(self._cells())
        self.stones: dict[str, Content] = {}
        self.numbers: dict[int, str] = {}
        self.colours: dict[int, Colour] = {}
        for label, cell in self.cells:
            self._see(cell, label)
        # put the points of every list in the board's order, and note the visible points if some are hidden
        order, markup = {label: point for point, label in enumerate(place.board.labels)}, self.said.markup
        for points in (*markup.marks.values(), *markup.territory.values(), markup.dimmed or []):
            points.sort(key=order.__getitem__)
        if len(self.cells) < len(order):
            markup.view = sorted((label for label, _ in self.cells), key=order.__getitem__)

    def _cells(self) -> Iterator[tuple[str, Cell]]:
        """Yield the cells that are points, with their labels; a stone off the board is an error."""
        board = self.place.board
        for y, row in enumerate(self.grid.rows):
            for x, cell in enumerate(row):
                point = self.place.point(x, y)
                if point >= 0 and not cell.gap and board.labels[point] not in self.said.unseen:
                    yield board.labels[point], cell
                elif point < 0 and (cell.stone or cell.number is not None):
                    what = Text("`{symbol}` is at a place where the board {board} has no point")
                    raise cell.error(what.with_values(symbol=cell.symbol, board=board.text[:40]))

    def _see(self, cell: Cell, label: str) -> None:
        markup = self.said.markup
        if cell.number is not None:
            number = cell.number + self.grid.first - 1
            if number in self.numbers:
                self.grid.warn(
                    f"the number {cell.symbol} occurs twice; this one was read as a label", cell.line, cell.column
                )
                markup.labels.setdefault(label, cell.symbol)
            else:
                self.numbers[number] = label
                if cell.colour is not None:
                    self.colours[number] = cell.colour
        elif cell.stone is not None and label not in self.said.stones:
            self.stones[label] = cell.stone
        if label in self.said.named:
            return
        if cell.mark is not None:
            markup.marks.setdefault(cell.mark, []).append(label)
        if cell.label:
            markup.labels[label] = cell.label
        if cell.dimmed:
            markup.dimmed = [*(markup.dimmed or []), label]

    def moves(self) -> tuple[str, dict[int, str]]:
        """Return the title without its moves, and the moves by number, without gaps."""
        grid, said = self.grid, self.said
        title, told = hidden_moves(grid.title, self.numbers, grid.first, self.place.board)
        if said.title is not None:
            title, told = said.title, {}
        moves = {**self.numbers, **told, **said.moves}
        if not moves:
            return title, moves
        begin, end = min(moves), max(moves)
        if begin < 1 or end - begin >= MAX_MOVES:
            what = Text("the moves are numbered {begin} to {end}; they must start at 1 or later, at most {max_moves:,}")
            raise grid.error(what.with_values(begin=begin, end=end, max_moves=MAX_MOVES))
        missing = [number for number in range(begin, end) if number not in moves]
        if missing:
            listed = ", ".join(map(str, missing[:5])) + ("..." if len(missing) > 5 else "")
            grid.warn(f"no move has the number {listed}; each was taken as a pass")
        return title, moves | dict.fromkeys(missing, "pass")

    def mover(self, number: int) -> Colour:
        """Return the colour of a move: its stone's, or alternating."""
        colour = self.grid.colour
        return self.colours.get(number) or (colour if (number - self.grid.first) % 2 == 0 else other(colour))

    def links(self) -> dict[str, str]:
        """Return the addresses by letter or point: a link of another symbol belongs to every point that shows it."""
        found: dict[str, str] = {}
        for symbol, address in self.grid.links:
            if len(symbol) == 1 and symbol.islower():
                found[symbol] = address
            else:
                found |= {label: address for label, cell in self.cells if cell.symbol == symbol}
        return found | self.said.links
