"""From a grid of cells to the diagram it shows; what notations of drawings share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from ...boards import Board
from ...records import Colour, Content, Diagram, FormatError, Markup, Position, Step, Text, other
from .captions import hidden_moves
from .cells import Cell, CellGrid, DrawnPart, locate
from .statements import StatedFacts, understand

MAX_MOVES: Final = 2_000
"""Numbers further apart are refused."""


def diagram_of(grid: CellGrid, named: Board | None = None) -> Diagram:
    """Return the diagram of a grid; ``named`` is the board where the grid leaves it open.

    FormatError says what cannot be understood, and where.
    """
    shown = _DiagramReader(grid, locate(grid, named))
    title, moves = shown.moves()
    numbers = sorted(moves)
    steps = tuple(Step(shown.mover(number), moves[number]) for number in numbers)
    return Diagram(
        board=shown.place.board.text,
        position=shown.position(steps[0].colour if steps else grid.colour),
        moves=steps,
        first=numbers[0] if numbers else grid.first,
        markup=shown.markup,
        title=title,
        coordinates=grid.coordinates,
        links=shown.links(),
        warnings=tuple(grid.warnings),
    )


def whole_diagrams(drawings: Iterable[tuple[bool, Callable[[], Diagram]]]) -> Iterator[Diagram]:
    """Yield diagrams that are yet to be read, one by one; those that go on with the one before are joined to it."""
    whole: Diagram | None = None
    for goes_on, read in drawings:
        if whole and not goes_on:
            yield whole
            whole = None
        diagram = read()
        longer = _joined(whole, diagram) if whole else None
        if whole and not longer:
            yield whole
        whole = longer or diagram
    if whole:
        yield whole


def with_warnings(found: Iterator[Diagram], warnings: Iterable[str], none: Text) -> Iterator[Diagram]:
    """Yield diagrams, the first with the warnings about the whole text; without any, a FormatError: ``none``."""
    diagram = next(found, None)
    if diagram is None:
        raise FormatError(none, 1, 1)
    yield replace(diagram, warnings=(*warnings, *diagram.warnings))
    yield from found


def first_of(found: Iterator[Diagram], name: str) -> Diagram:
    """Return the first of several diagrams; a warning says if more follow, whether they can be read or not."""
    diagram = next(found)
    try:
        more = next(found, None) is not None
    except FormatError:
        more = True
    warnings = (f"more {name} follow; only the first was read",) if more else ()
    return replace(diagram, warnings=(*diagram.warnings, *warnings))


def _joined(diagram: Diagram, following: Diagram) -> Diagram | None:
    """Return a diagram with the moves of the one that goes on with it, None where the numbers do not follow."""
    if following.first != diagram.first + len(diagram.moves) or following.board != diagram.board:
        return None
    moves = diagram.moves + following.moves
    return replace(diagram, moves=moves, warnings=diagram.warnings + following.warnings)


@dataclass
class _LabelledCell:
    """A cell that lies on a point, and the point's label."""

    cell: Cell
    label: str


class _DiagramReader:
    """What the cells of a grid show on their board, beside what its statements say."""

    def __init__(self, grid: CellGrid, place: DrawnPart) -> None:
        self.grid = grid
        self.place = place
        self.said: StatedFacts = understand(grid, place)
        self.cells = list(self._cells())
        self.stones: dict[str, Content] = {}
        self.numbers: dict[int, str] = {}
        self.colours: dict[int, Colour] = {}
        self.markup: Markup = self.said.markup
        for named in self.cells:
            self._see(named.cell, named.label)
        self._arrange()

    def _cells(self) -> Iterator[_LabelledCell]:
        """Yield the cells that are points; a stone where the board has no point is an error."""
        labels = self.place.board.labels
        for y, row in enumerate(self.grid.rows):
            for x, cell in enumerate(row):
                point = self.place.point(x, y)
                if point >= 0 and not cell.gap and labels[point] not in self.said.unseen:
                    yield _LabelledCell(cell, labels[point])
                elif point < 0 and (cell.stone or cell.number is not None):
                    raise cell.error(
                        Text(
                            "`{symbol}` stands where the board {board} has no point",
                            symbol=cell.symbol,
                            board=self.place.board.text[:40],
                        )
                    )

    def _see(self, cell: Cell, label: str) -> None:
        if cell.number is not None:
            self._see_number(cell, cell.number + self.grid.first - 1, label)
        elif cell.stone is not None and label not in self.said.stones:
            self.stones[label] = cell.stone
        if label in self.said.named:
            return
        if cell.mark is not None:
            self.markup.marks.setdefault(cell.mark, []).append(label)
        if cell.label:
            self.markup.labels[label] = cell.label
        if cell.dimmed:
            self.markup.dimmed = [*(self.markup.dimmed or []), label]

    def _see_number(self, cell: Cell, number: int, label: str) -> None:
        if number in self.numbers:
            self.grid.warn(f"the number {cell.symbol} stands twice; this one is a label", cell.line, cell.column)
            self.markup.labels.setdefault(label, cell.symbol)
            return
        self.numbers[number] = label
        if cell.colour is not None:
            self.colours[number] = cell.colour

    def _arrange(self) -> None:
        """Put the points of every list in the board's order, and note which are shown where not all are."""
        order = {label: point for point, label in enumerate(self.place.board.labels)}
        dimmed = self.markup.dimmed or []
        for points in (*self.markup.marks.values(), *self.markup.territory.values(), dimmed):
            points.sort(key=order.__getitem__)
        shown = [named.label for named in self.cells]
        if len(shown) < len(order):
            self.markup.view = sorted(shown, key=order.__getitem__)

    def moves(self) -> tuple[str, dict[int, str]]:
        """Return the title without what it says of moves, and the moves by number, without gaps."""
        grid, said = self.grid, self.said
        title, told = hidden_moves(grid.title, self.numbers, grid.first, self.place.board)
        if said.title is not None:
            title, told = said.title, {}
        moves = {**self.numbers, **told, **said.moves}
        if not moves:
            return title, moves
        begin, end = min(moves), max(moves)
        if begin < 1 or end - begin >= MAX_MOVES:
            raise grid.error(
                Text(
                    "the moves are numbered {begin} to {end}; they begin at 1 or later, {max_moves:,} at most",
                    begin=begin,
                    end=end,
                    max_moves=MAX_MOVES,
                )
            )
        missing = [number for number in range(begin, end) if number not in moves]
        if missing:
            listed = ", ".join(map(str, missing[:5])) + ("..." if len(missing) > 5 else "")
            grid.warn(f"no move has the number {listed}; each was taken as a pass")
        return title, moves | dict.fromkeys(missing, "pass")

    def mover(self, number: int) -> Colour:
        """Return who made a move: as its stone says, or in turn."""
        own = self.colours.get(number)
        if own is not None:
            return own
        return self.grid.colour if (number - self.grid.first) % 2 == 0 else other(self.grid.colour)

    def position(self, to_play: Colour) -> Position:
        """Return the position before the moves."""
        said = self.said
        return Position(
            stones=self.stones | said.stones,
            to_play=said.turn or to_play,
            tiles=said.tiles,
            tao_turns=said.tao_turns,
            last_incursion=said.incursion,
            created_by=said.created,
            **said.counts,
        )

    def links(self) -> dict[str, str]:
        """Return the addresses by letter or point: a link of another symbol leads from every point that shows it."""
        found: dict[str, str] = {}
        for symbol, address in self.grid.links:
            if len(symbol) == 1 and symbol.islower():
                found[symbol] = address
            else:
                found |= {named.label: address for named in self.cells if named.cell.symbol == symbol}
        return found | self.said.links
