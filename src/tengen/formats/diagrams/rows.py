r"""Plain rows, top row first: as in `Game.rows`, and boards as programs print them.

X is black, O white, ``.`` vacant, T a Tao stone, ``#`` a place without a point. Also read are x, o, b, w, @, ●, ○ and
☯, boards of line-drawing characters, coordinates around the rows, the last move in parentheses, tiles as Tengen shows
them, and the side to move and the prisoners if a line gives them. With coordinates around the rows and no other sign
for black, ``#`` is black (as sgfmill draws). Numbers in place of stones are moves in order, and so are numbers after
stones if one of them is 1 or has two digits. A line that resembles a row but has another sign is refused.

>>> read("3 . X O\n2 . O .\n1 . . .\n  A B C").position.stones
{'B3': 'black', 'C3': 'white', 'B2': 'white'}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from ...boards import Board
from ...boards.grids import cell_name
from ...boards.limits import MAX_SIDE
from ...records import Colour, Diagram, FormatError, Text, other
from ..board_texts import parsed
from ..encoding import decode
from .cells import Cell, CellGrid, DrawnEdges, Statement, statement_of
from .interpretation import diagram_of, first_of
from .row_text import COLUMNS, TextRow, odd_sign, refuse_neighbours, runs_of, usual_rows
from .symbols import After, Notation, SymbolGrid, board_of, draw

_TURN: Final = re.compile(r"\b(black|white) to play\b|\bnext player: *(black|white)\b", re.IGNORECASE)
_TAKEN: Final = (
    re.compile(r"\b(black|white)\b(?: \([XO]\))? has captured (\d{1,6})\b", re.IGNORECASE),
    re.compile(r"\bPrisoners: (Black) (\d{1,6}), White \d", re.IGNORECASE),
    re.compile(r"\bPrisoners: Black \d+, (White) (\d{1,6})", re.IGNORECASE),
)
_LOST: Final = re.compile(r"^([BW]) stones captured: (\d{1,6})", re.MULTILINE)


def read(data: str | bytes, board: Board | None = None) -> Diagram:
    """Return the first position of a text, with a warning if more follow. ``board`` is used if the text names none."""
    return first_of(read_all(data, board), "positions")


def read_all(data: str | bytes, board: Board | None = None) -> Iterator[Diagram]:
    """Yield every position of a text.

    Raises:
        FormatError: there is none, or rows are unreadable; with line and column.
    """
    text, warnings = decode(data)
    if "\x1b" in text:
        raise FormatError("the text holds terminal colours, which make both stones look alike; create it without them")
    lines, said = usual_rows(text.split("\n"))
    runs = list(runs_of(lines))
    if not runs:
        raise FormatError("no rows of points here; they must look like `. X O .`", 1, 1)
    for run in runs:
        refuse_neighbours(lines, run)
    warnings = [*warnings, *([f"line {runs[0][0].line}: {said}"] if said else [])]
    for place, run in enumerate(runs):
        begin = run[0].line - 1 if place else 0
        end = runs[place + 1][0].line - 1 if place + 1 < len(runs) else len(lines)
        diagram = diagram_of(_RowsReader(lines, begin, end, run, board).grid, board)
        yield replace(diagram, warnings=(*warnings, *diagram.warnings))
        warnings = []


def recognises(text: str) -> bool:
    """Return whether a text holds rows: several consecutive ones, or nothing else."""
    lines, _ = usual_rows(text.split("\n"))
    runs = list(runs_of(lines))
    contents = [
        content for run in runs for row in run for cell, content in zip(row.cells, row.contents) if not cell.gap
    ]
    if None not in contents or any(row.number and len(row.cells) == 1 for run in runs for row in run):
        return False
    rows = sum(map(len, runs))
    said = sum(not line.strip() or statement_of(line.strip()) is not None for line in lines)
    return rows + said == len(lines) or any(len(run) > 1 and len(run[0].cells) > 1 for run in runs)


# -- reading -----------------------------------------------------------------------------------------------------------


class _RowsReader:
    """Reads rows and the lines around them as a grid."""

    def __init__(self, lines: list[str], begin: int, end: int, run: list[TextRow], board: Board | None) -> None:
        self.run = run
        self.text = "\n".join(lines[begin:end])
        self.width = len(run[0].cells)
        self.grid = CellGrid([row.cells for row in run], DrawnEdges(True, True, True, True), line=run[0].line)
        self._check_shape()
        beside = [lines[at] for at in (run[0].line - 2, run[-1].line) if 0 <= at < len(lines)]
        self.columns = [found[1].upper().split() for line in beside if (found := COLUMNS.fullmatch(line))]
        numbers = [row.number for row in run]
        top = numbers[0] or 0
        falling = numbers == list(range(top, top - len(run), -1))  # without such numbers, these are all rows
        self.left, self.top = self._column(), max(top, len(run)) if falling else len(run)
        self._take_hashes("".join(lines[row.line - 1] for row in run))
        for number, line in enumerate(lines[run[-1].line : end], run[-1].line + 1):
            if said := statement_of(line.strip()):
                self.grid.statements.append(Statement(*said, number, 1))
        self._take_place(board)
        self._take_stones()
        self._take_heights()
        self._take_words()

    def state(self, word: str, text: str) -> None:
        """Add a statement unless the text already has one with this word."""
        if all(statement.word != word for statement in self.grid.statements):
            self.grid.statements.append(Statement(word, text, self.grid.line, 1))

    def _check_shape(self) -> None:
        for row in self.run:
            if len(row.cells) != self.width:
                what = Text("this row has {count} points, but the first has {width}")
                place = row.cells[min(self.width, len(row.cells) - 1)]
                raise place.error(what.with_values(count=len(row.cells), width=self.width))
        if max(self.width, len(self.run)) > MAX_SIDE:
            raise self.grid.error(Text("a board has at most {max_side}x{max_side} points", max_side=MAX_SIDE))

    def _points(self, wanted: Callable[[TextRow, int], bool]) -> str:
        """Return the labels of the points that satisfy a condition."""
        cells = ((x, y, row) for y, row in enumerate(self.run) for x in range(len(row.cells)))
        return " ".join(cell_name((self.left + x, y), self.top) for x, y, row in cells if wanted(row, x))

    def _take_hashes(self, drawn: str) -> None:
        """Read ``#`` as Black if it can be nothing else; refuse it if it is ambiguous."""
        hashes = [(row, x) for row in self.run for x, cell in enumerate(row.cells) if cell.gap]
        if not hashes or any("black" in row.contents for row in self.run):
            return
        if any(row.number for row in self.run) or any(len(names) > 1 for names in self.columns):
            for row, x in hashes:
                row.cells[x].gap, row.contents[x] = False, "black"
        elif "o" in drawn:
            row, x = hashes[0]
            what = Text("`#` could be a black stone or a place without a point; use X for Black, or O for White")
            raise row.cells[x].error(what)

    def _take_stones(self) -> None:
        for row in self.run:
            for cell, content in zip(row.cells, row.contents, strict=True):
                cell.stone = None if content == "tao" else content
        tao = self._points(lambda row, x: row.contents[x] == "tao")
        if tao:
            self.grid.statements.append(Statement("TAO", tao, self.grid.line, 1))

    def _take_heights(self) -> None:
        """Read tiles; digits after points are heights, too, unless a 1 among them shows that moves are numbered."""
        digits = [digit for row in self.run for digit in row.digits.values()]
        if digits and "MoveNum:" not in self.text and min(digits) > 1 and max(digits) < 10:
            self.grid.warn("digits after points were read as the heights of tiles")
            for row in self.run:
                row.heights |= row.digits
        elif "MoveNum:" not in self.text:  # `X1 O2` are moves in order
            for row in self.run:
                for x, number in row.digits.items():
                    cell = row.cells[x]
                    if cell.stone is None:
                        raise odd_sign(f"{cell.symbol}{number}", cell.line, cell.column)
                    cell.number, cell.colour, cell.stone = number, cell.stone, None
        for height in sorted({height for row in self.run for height in row.heights.values()}):
            points = self._points(lambda row, x, height=height: row.heights.get(x) == height)  # type: ignore[misc]
            self.grid.statements.append(Statement("TILE", f"{points} {height}", self.grid.line, 1))

    def _take_words(self) -> None:
        """Read the side to move and the prisoners from the lines around, if given."""
        turn = _TURN.search(self.text)
        last = [row.contents[row.last] for row in self.run if row.last is not None]
        numbers = [cell.number for row in self.run for cell in row.cells if cell.number is not None]
        said = (turn[1] or turn[2]).lower() if turn else ""
        if numbers and said:
            colour: Colour = "black" if said == "black" else "white"
            self.grid.colour = colour if min(numbers) % 2 else other(colour)
        elif said:
            self.state("TURN", said)
        elif not numbers and len(last) == 1 and last[0] in ("black", "white"):
            self.state("TURN", "white" if last[0] == "black" else "black")
        taken: dict[str, str] = {}
        for pattern in _TAKEN:
            taken |= {found[1].lower(): found[2] for found in pattern.finditer(self.text)}
        taken |= {"white" if found[1] == "B" else "black": found[2] for found in _LOST.finditer(self.text)}
        if taken:
            self.state("PRISONERS", " ".join(f"{colour} {taken.get(colour, 0)}" for colour in ("black", "white")))

    def _take_place(self, board: Board | None) -> None:
        """Find the board of the rows, and their place on it."""
        if any(statement.word == "BOARD" for statement in self.grid.statements):
            return
        if board is None and any(row.wraps for row in self.run):
            raise self.grid.error(Text("lines cross the edge of this board; name the board"))
        left, top = self.left, self.top
        if left or top > len(self.run):
            if board is None or top > len(board.rows):
                raise self.grid.error(Text("the coordinates are those of part of a board; name the board"))
            self.grid.edges = DrawnEdges()
            corner = f"{left + 1}:{len(board.rows) - top + 1}"
            self.grid.statements.append(Statement("AT", corner, self.grid.line, 1))
        elif board is None or not board.rows or (len(board.rows[0]), len(board.rows)) != (self.width, len(self.run)):
            text = cut_out(self.grid.rows)
            if "without" in text:
                self.grid.statements.append(Statement("BOARD", text, self.grid.line, 1))

    def _column(self) -> int:
        """Return the first column, from 0, from the letters above or below the rows."""
        for names in self.columns:
            for first in range(MAX_SIDE) if len(names) == self.width else ():
                if [cell_name((first + x, 0), 1)[:-1] for x in range(len(names))] == names:
                    return first
        return 0


# -- writing -----------------------------------------------------------------------------------------------------------


def write(diagram: Diagram, after: After | None = None) -> str:
    """Return the position at a diagram's end; what rows cannot express is in braces below them.

    ``after`` returns the board after the diagram's moves; without it no stones are captured.

    Raises:
        FormatError: the board has no rows.
    """
    position = diagram.position
    if diagram.moves and after is None:
        position = replace(position, stones=diagram.stones(), to_play=other(diagram.moves[-1].colour))
    elif diagram.moves and after is not None:
        position = after(len(diagram.moves))
    board = board_of(diagram, "a picture of rows")
    drawing = draw(Diagram(board.text, position), _NOTATION)
    lines = ["".join(symbol or "#" for symbol in row) for row in drawing.rows]
    lines += [f"{{{f'{word} {text}'.strip()}}}" for word, text in drawing.statements if not _shown(word, drawing)]
    return "".join(f"{line}\n" for line in lines)


def lost(diagram: Diagram) -> list[str]:
    """Return what rows do not keep of a diagram."""
    moves = len(diagram.moves)
    return [
        what
        for what, there in (
            (f"the numbers of {moves} move{'' if moves == 1 else 's'}", moves),
            ("marks and labels", not replace(diagram.markup, view=None).is_empty()),
            ("which part is shown", diagram.markup.view),
            ("the title", diagram.title),
            ("links", diagram.links),
        )
        if there
    ]


_SYMBOLS: Final = {None: ".", "black": "X", "white": "O", "tao": "T"}
_NOTATION: Final = Notation("a picture of rows", lambda look: (_SYMBOLS[look.stone], True), turn="black")


def _shown(word: str, drawing: SymbolGrid) -> bool:
    """Return whether the rows themselves express a statement."""
    if word == "TAO":
        return True
    rows = [[Cell(gap=not symbol) for symbol in row] for row in drawing.rows]
    return word == "BOARD" and drawing.board.text == cut_out(rows)


def cut_out(rows: list[list[Cell]]) -> str:
    """Return the text of a grid without the gaps in its rows."""
    gaps = [cell_name((x, y), len(rows)) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell.gap]
    return parsed(f"{len(rows[0])}x{len(rows)}" + (f" without {' '.join(gaps)}" if gaps else "")).text
