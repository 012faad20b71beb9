r"""Plain rows, top row first: as `Game.rows` gives them, and boards as programs print them.

X is black, O white, ``.`` vacant, T a Tao stone, ``#`` where the board has no point. Read as well are x, o, b, w, @, ●,
○ and ☯, boards of line-drawing characters, coordinates around the rows, the last move in parentheses, tiles as Tengen
shows them, and who is to play and the prisoners where a line says so. Where coordinates stand around the rows and no
other sign is black, ``#`` is (sgfmill draws so). What looks like a row but holds another sign is refused.

>>> read("3 . X O\n2 . O .\n1 . . .\n  A B C").position.stones
{'B3': 'black', 'C3': 'white', 'B2': 'white'}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from ...boards.grids import cell_name
from ...boards.limits import MAX_SIDE
from ...records import Content, Diagram, FormatError, other
from ..board_texts import parsed
from ..encoding import decode
from .cells import Cell, CellGrid, Edges, Statement, statement_of
from .interpretation import diagram_of, first_of
from .row_dialects import usual_rows
from .symbols import After, Notation, PointView, SymbolGrid, board_of, draw

if TYPE_CHECKING:
    from ...boards import Board

_STONES: Final[dict[str, Content]] = {
    **dict.fromkeys("XxBb@●⚫", "black"),
    **dict.fromkeys("OoWw○⚪", "white"),
    **dict.fromkeys("T☯", "tao"),
}
_VACANT: Final = frozenset(".,+:·░╵╶└╷╎┌├╴┘╌┴┐┤┬┼╋")
_HEIGHTS: Final = {letter: height for height, letter in enumerate("▫²³⁴⁵⁶⁷⁸⁹⁺", 1)} | {"'": 1}
_NUMBER: Final = re.compile(r"[ \t]*(\d{1,2})?(?!\d)")
_SEEN: Final = re.escape("".join(_STONES) + "".join(sorted(_VACANT)) + "#")
_POINT: Final = re.compile(rf"([ \t─|]*)(\()?([{_SEEN}])([{''.join(_HEIGHTS)}])?(\d(?!\d))?(\))?")
_BEHIND: Final = re.compile(r"[ \t─|]*?(?:[ \t|]+(\d{1,2}))?(?:[ \t]{2,}.*)?\s*")
_SIGNS: Final = frozenset("".join(_STONES)) | _VACANT | {"#"}
_WIDEST: Final = 4 * MAX_SIDE
_LONGEST: Final = 1_000
"""Longer lines, and lines with more points, are no rows."""
_COLUMNS: Final = re.compile(r"[ \t|]*([A-Za-z]{1,2}(?: +[A-Za-z]{1,2})*)[ \t|]*")
_TURN: Final = re.compile(r"\b(black|white) to play\b|\bnext player: *(black|white)\b", re.IGNORECASE)
_TAKEN: Final = (
    re.compile(r"\b(black|white)\b(?: \([XO]\))? has captured (\d{1,6})\b", re.IGNORECASE),
    re.compile(r"\bPrisoners: (Black) (\d{1,6}), White \d", re.IGNORECASE),
    re.compile(r"\bPrisoners: Black \d+, (White) (\d{1,6})", re.IGNORECASE),
)
_LOST: Final = re.compile(r"^([BW]) stones captured: (\d{1,6})", re.MULTILINE)


def read(data: str | bytes, board: Board | None = None) -> Diagram:
    """Return the first position of a text; a warning says if more follow. ``board`` is the one that is left open."""
    return first_of(read_all(data, board), "positions")


def read_all(data: str | bytes, board: Board | None = None) -> Iterator[Diagram]:
    """Yield every position of a text.

    Raises:
        FormatError: there is none, or rows that cannot be understood; with line and column.
    """
    text, warnings = decode(data)
    if "\x1b" in text:
        raise FormatError("the text holds a terminal's colours, in which both stones look alike; make it without them")
    lines, said = usual_rows(text.split("\n"))
    runs = list(_runs(lines))
    if not runs:
        raise FormatError("no rows of points begin here; they are like `. X O .`", 1, 1)
    for run in runs:
        _refuse_neighbours(lines, [row.line for row in run], len(run[0].cells))
    warnings = [*warnings, *([f"line {runs[0][0].line}: {said}"] if said else [])]
    for place, run in enumerate(runs):
        begin = run[0].line - 1 if place else 0
        end = runs[place + 1][0].line - 1 if place + 1 < len(runs) else len(lines)
        diagram = diagram_of(_RowsReader(lines, begin, end, run, board).grid, board)
        yield replace(diagram, warnings=(*warnings, *diagram.warnings))
        warnings = []


def recognises(text: str) -> bool:
    """Say whether a text holds rows: several below one another, or nothing else."""
    lines, _ = usual_rows(text.split("\n"))
    runs = list(_runs(lines))
    contents = [
        content for run in runs for row in run for cell, content in zip(row.cells, row.contents) if not cell.gap
    ]
    if None not in contents or any(row.number and len(row.cells) == 1 for run in runs for row in run):
        return False
    rows = sum(map(len, runs))
    said = sum(not line.strip() or statement_of(line.strip()) is not None for line in lines)
    return rows + said == len(lines) or any(len(run) > 1 and len(run[0].cells) > 1 for run in runs)


def write(diagram: Diagram, after: After | None = None) -> str:
    """Return the position at a diagram's end; what rows cannot say of it stands in braces below them.

    ``after`` knows what stands on the board after the diagram's moves; without it nothing is taken off.

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
    """Return what rows do not keep of a diagram.

    >>> from tengen.records import Position
    >>> lost(Diagram("9", Position({}), title="A corner"))
    ['the title']
    """
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


def _symbol(look: PointView) -> tuple[str, bool]:
    return ("." if look.stone is None else {"black": "X", "white": "O", "tao": "T"}[look.stone]), True


_NOTATION: Final = Notation("a picture of rows", _symbol, turn="black")


def _shown(word: str, drawing: SymbolGrid) -> bool:
    """Say whether the rows themselves show what a statement says."""
    if word == "TAO":
        return True
    rows = [[Cell(gap=not symbol) for symbol in row] for row in drawing.rows]
    return word == "BOARD" and drawing.board.text == _cut_out(rows)


def _cut_out(rows: list[list[Cell]]) -> str:
    """Return the text of a grid from which the gaps in its rows are cut out."""
    gaps = [cell_name((x, y), len(rows)) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell.gap]
    return parsed(f"{len(rows[0])}x{len(rows)}" + (f" without {' '.join(gaps)}" if gaps else "")).text


@dataclass
class _TextRow:
    """A line with points: their cells and contents, a row's number, tiles and digits behind cells, the last move."""

    line: int
    number: int | None
    cells: list[Cell] = field(default_factory=list)
    contents: list[Content | None] = field(default_factory=list)
    heights: dict[int, int] = field(default_factory=dict)
    digits: dict[int, int] = field(default_factory=dict)
    last: int | None = None
    wraps: bool = False


def _runs(lines: list[str]) -> Iterator[list[_TextRow]]:
    """Yield the rows that stand below one another and have points."""
    run: list[_TextRow] = []
    for number, line in enumerate([*lines, ""], 1):
        row = _row(line, number)
        if row is not None:
            run.append(row)
        elif run:
            if any(not cell.gap for own in run for cell in own.cells):
                yield run
            run = []


def _row(text: str, line: int) -> _TextRow | None:
    """Return a line's points, None where it is no row."""
    begin = _NUMBER.match(text)
    if begin is None or len(text) > _LONGEST:
        return None
    row, at = _TextRow(line, int(begin[1]) if begin[1] else None), begin.end()
    while len(row.cells) < _WIDEST and (found := _POINT.match(text, at)):
        count, (before, opened, point, height, digit, closed) = len(row.cells), found.groups()
        row.wraps = row.wraps or (not count and "─" in before)
        row.cells.append(Cell(point, gap=point == "#", line=line, column=found.start(3) + 1))
        row.contents.append(_STONES.get(point))
        row.last = count if opened or closed else row.last
        if height:
            row.heights[count] = _HEIGHTS[height]
        if digit:
            row.digits[count] = int(digit)
        at = found.end()
    behind = _BEHIND.fullmatch(text, at)
    if behind is None or not row.cells:
        return None
    row.number = row.number or (int(behind[1]) if behind[1] else None)
    return row


def _refuse_neighbours(lines: list[str], run: list[int], width: int) -> None:
    """Refuse a picture beside which a line stands that was meant as one of its rows, but cannot be read as one."""
    for line in (run[0] - 1, run[-1] + 1):
        text = lines[line - 1] if 1 <= line <= len(lines) else ""
        begin = _NUMBER.match(text)
        if begin is None or len(text) > _LONGEST or not text.strip() or _COLUMNS.fullmatch(text):
            continue
        count, at = 0, begin.end()
        while count < width and (found := _POINT.match(text, at)):
            count, at = count + 1, found.end()
        rest = text[at:].strip()
        if count == width > 1 and rest:
            raise FormatError(
                f"`{rest[:24]}` behind the row is no part of it; two blanks before it would be right",
                line,
                text.index(rest, at) + 1,
            )
        signs = "".join(text[begin.end() :].split())
        odd = [sign for sign in signs if sign not in _SIGNS]
        if len(signs) == width and 2 * len(odd) <= width and odd:
            raise FormatError(
                f"`{odd[0]}` is no sign for a point; X, O and . are, and # for a place without one",
                line,
                text.index(odd[0], begin.end()) + 1,
            )


class _RowsReader:
    """Rows and the lines around them as a grid."""

    def __init__(self, lines: list[str], begin: int, end: int, run: list[_TextRow], board: Board | None) -> None:
        self.run = run
        self.text = "\n".join(lines[begin:end])
        self.grid = CellGrid([row.cells for row in run], Edges(True, True, True, True), line=run[0].line)
        self._check_shape()
        self.left, self.top = self._column(lines), self._top()
        self._take_hashes(lines)
        self._take_statements(lines, run[-1].line, end)
        self._take_place(board)
        self._take_stones()
        self._take_heights()
        self._take_words()

    def say(self, word: str, text: str) -> None:
        """Add a statement where the text has none of that word."""
        if all(statement.word != word for statement in self.grid.statements):
            self.grid.statements.append(Statement(word, text, self.grid.line, 1))

    def _check_shape(self) -> None:
        width = len(self.run[0].cells)
        for row in self.run:
            if len(row.cells) != width:
                place = row.cells[min(width, len(row.cells) - 1)].column
                raise FormatError(f"this row has {len(row.cells)} points, the first has {width}", row.line, place)
        if max(width, len(self.run)) > MAX_SIDE:
            raise self.grid.error(f"a board is {MAX_SIDE}x{MAX_SIDE} at most")

    def _points(self, wanted: Callable[[_TextRow, int], bool]) -> str:
        """Return the points for which something holds, as labels."""
        cells = ((x, y, row) for y, row in enumerate(self.run) for x in range(len(row.cells)))
        return " ".join(cell_name((self.left + x, y), self.top) for x, y, row in cells if wanted(row, x))

    def _take_hashes(self, lines: list[str]) -> None:
        """Take ``#`` for Black where it can be nothing else; refuse it where it could be either."""
        hashes = [(row, x) for row in self.run for x, cell in enumerate(row.cells) if cell.gap]
        if not hashes or any("black" in row.contents for row in self.run):
            return
        drawn = "".join(lines[row.line - 1] for row in self.run)
        if any(row.number for row in self.run) or self._names_columns(lines):
            for row, x in hashes:
                row.cells[x].gap, row.contents[x] = False, "black"
        elif "o" in drawn:
            raise (
                hashes[0][0]
                .cells[hashes[0][1]]
                .error(
                    "`#` could be a black stone or a place without a point; X for Black, or O for White, would be clear"
                )
            )

    def _names_columns(self, lines: list[str]) -> bool:
        beside = [lines[at] for at in (self.run[0].line - 2, self.run[-1].line) if 0 <= at < len(lines)]
        return any((found := _COLUMNS.fullmatch(line)) and len(found[1].split()) > 1 for line in beside)

    def _take_stones(self) -> None:
        for row in self.run:
            for cell, content in zip(row.cells, row.contents, strict=True):
                cell.stone = None if content == "tao" else content
        tao = self._points(lambda row, x: row.contents[x] == "tao")
        if tao:
            self.grid.statements.append(Statement("TAO", tao, self.grid.line, 1))

    def _take_statements(self, lines: list[str], begin: int, end: int) -> None:
        for number, line in enumerate(lines[begin:end], begin + 1):
            found = statement_of(line.strip())
            if found:
                self.grid.statements.append(Statement(*found, number, 1))

    def _take_heights(self) -> None:
        """Take in tiles; digits behind points are heights too, unless a 1 among them shows that moves are numbered."""
        digits = [digit for row in self.run for digit in row.digits.values()]
        if digits and "MoveNum:" not in self.text and min(digits) > 1:
            self.grid.warn("digits behind points were read as the heights of tiles")
            for row in self.run:
                row.heights |= row.digits
        for height in sorted({height for row in self.run for height in row.heights.values()}):
            points = self._points(lambda row, x, height=height: row.heights.get(x) == height)  # type: ignore[misc]
            self.grid.statements.append(Statement("TILE", f"{points} {height}", self.grid.line, 1))

    def _take_words(self) -> None:
        """Take in whose turn it is and the prisoners, where the lines around say so."""
        turn = _TURN.search(self.text)
        last = [row.contents[row.last] for row in self.run if row.last is not None]
        if turn:
            self.say("TURN", (turn[1] or turn[2]).lower())
        elif len(last) == 1 and last[0] in ("black", "white"):
            self.say("TURN", "white" if last[0] == "black" else "black")
        taken: dict[str, str] = {}
        for pattern in _TAKEN:
            taken |= {found[1].lower(): found[2] for found in pattern.finditer(self.text)}
        taken |= {"white" if found[1] == "B" else "black": found[2] for found in _LOST.finditer(self.text)}
        if taken:
            self.say("PRISONERS", " ".join(f"{colour} {taken.get(colour, 0)}" for colour in ("black", "white")))

    def _take_place(self, board: Board | None) -> None:
        """Find out on which board the rows lie, and where."""
        if any(statement.word == "BOARD" for statement in self.grid.statements):
            return
        if board is None and any(row.wraps for row in self.run):
            raise self.grid.error("lines run over the rim of this board; name the board")
        left, top = self.left, self.top
        if left or top > len(self.run):
            if board is None or top > len(board.rows):
                raise self.grid.error("the coordinates are those of a part of a board; name the board")
            self.grid.edges = Edges()
            corner = f"{left + 1}:{len(board.rows) - top + 1}"
            self.grid.statements.append(Statement("AT", corner, self.grid.line, 1))
        elif board is None or not board.rows or (len(board.rows[0]), len(board.rows)) != self._shape():
            text = _cut_out(self.grid.rows)
            if "without" in text:
                self.grid.statements.append(Statement("BOARD", text, self.grid.line, 1))

    def _shape(self) -> tuple[int, int]:
        return len(self.run[0].cells), len(self.run)

    def _column(self, lines: list[str]) -> int:
        """Return the first column, from 0, as letters above or below the rows name it."""
        for number in (self.run[0].line - 2, self.run[-1].line):
            found = _COLUMNS.fullmatch(lines[number]) if 0 <= number < len(lines) else None
            names = found[1].upper().split() if found else []
            if len(names) == self._shape()[0]:
                for first in range(MAX_SIDE):
                    own = [cell_name((first + x, 0), 1)[:-1] for x in range(len(names))]
                    if own == names:
                        return first
        return 0

    def _top(self) -> int:
        """Return the number of the top row; without numbers that fall from row to row, the rows are all there are."""
        numbers = [row.number for row in self.run]
        top = numbers[0] or 0
        falling = numbers == list(range(top, top - len(numbers), -1))
        return max(top, len(numbers)) if falling else len(numbers)
