r"""Plain rows, top row first: as `Game.rows` gives them, and boards as programs print them.

X is black, O white, ``.`` vacant, T a Tao stone, ``#`` where the board has no point. Read as well are x, o, b, w, @, ●,
○ and ☯, boards of line-drawing characters, coordinates around the rows, the last move in parentheses, tiles as Tengen
shows them, and who is to play and the prisoners where a line says so. Where coordinates stand around the rows and no
other sign is black, ``#`` is (sgfmill draws so). Numbers in place of stones are moves in order, and so are those behind
stones if one of them is 1 or has two digits. What looks like a row but holds another sign is refused.

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
from ...records import Colour, Content, Diagram, FormatError, Text, other
from ..encoding import decode
from .cells import Cell, CellGrid, Edges, Statement, statement_of
from .interpretation import diagram_of, first_of
from .row_dialects import usual_rows
from .row_writing import cut_out, lost, write

if TYPE_CHECKING:
    from ...boards import Board

__all__ = ["lost", "read", "read_all", "recognises", "write"]

_STONES: Final[dict[str, Content]] = {
    **dict.fromkeys("XxBb@●⚫", "black"),
    **dict.fromkeys("OoWw○⚪", "white"),
    **dict.fromkeys("T☯", "tao"),
}
_VACANT: Final = frozenset(".,+:·░╵╶└╷╎┌├╴┘╌┴┐┤┬┼╋")
_HEIGHTS: Final = {letter: height for height, letter in enumerate("▫²³⁴⁵⁶⁷⁸⁹⁺", 1)} | {"'": 1}
_NUMBER: Final = re.compile(r"[ \t]*(\d{1,2})?(?!\d)")
_SEEN: Final = re.escape("".join(_STONES) + "".join(sorted(_VACANT)) + "#")
_BEHIND_STONE: Final = rf"(?<=[{re.escape(''.join(_STONES))}])\d{{2,3}}(?!\d)"
_POINT: Final = re.compile(rf"([ \t─|]*)(\()?([{_SEEN}])([{''.join(_HEIGHTS)}])?(\d(?!\d)|{_BEHIND_STONE})?(\))?")
_MOVE: Final = re.compile(r"([ \t|]*)(\d{1,3})(?![\d)])")
_NUMBERED: Final = re.compile(rf"[ \t─|()\d{_SEEN}{''.join(_HEIGHTS)}]*+")
_BEHIND: Final = re.compile(r"[ \t─|]*+(?:(?<=[ \t|])(\d{1,2}))?(?:[ \t]{2}.*|\s*+)|(?:[ \t]?[─|])*[ \t]{2}.*")
"""The row's number, and anything behind two blanks."""
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
        _refuse_neighbours(lines, run)
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
    sides: tuple[bool, bool] = (False, False)
    """Whether the row's number stands before the points, and behind them."""

    def add(self, found: re.Match[str]) -> None:
        """Add a point that `_POINT` found."""
        count, (before, opened, point, height, digit, closed) = len(self.cells), found.groups()
        self.wraps = self.wraps or (not count and "─" in before)
        self.cells.append(Cell(point, gap=point == "#", line=self.line, column=found.start(3) + 1))
        self.contents.append(_STONES.get(point))
        self.last = count if opened or closed else self.last
        if height:
            self.heights[count] = _HEIGHTS[height]
        if digit:
            self.digits[count] = int(digit)

    def add_move(self, found: re.Match[str]) -> None:
        """Add a point with the number of a move, which `_MOVE` found."""
        self.cells.append(Cell(found[2], number=int(found[2]), line=self.line, column=found.start(2) + 1))
        self.contents.append(None)


def _runs(lines: list[str]) -> Iterator[list[_TextRow]]:
    """Yield the rows that stand below one another and have points."""
    run: list[_TextRow] = []
    for number, line in enumerate([*lines, ""], 1):
        row = _row(line, number)
        if row is not None:
            run.append(row)
        elif run:
            if any(not cell.gap for own in run for cell in own.cells):
                yield _evened(run, lines)
            run = []


def _evened(run: list[_TextRow], lines: list[str]) -> list[_TextRow]:
    """Return rows with the numbers at their ends taken for moves where they are not the numbers of the rows.

    All rows have their numbers on the same sides.
    """
    width = max(len(row.cells) for row in run)
    sides = {row.sides for row in run if len(row.cells) == width}
    if len(sides) > 1:
        again = [_numbered_row(lines[row.line - 1], row.line, (False, False)) for row in run]
        even = [row for row in again if row is not None and len(row.cells) == width + 1]
        return even if len(even) == len(run) else run
    found = []
    for row in run:
        longer = None
        if len(row.cells) < width and row.number is not None:
            longer = _numbered_row(lines[row.line - 1], row.line, *sides)
        found.append(longer if longer is not None and len(longer.cells) == width else row)
    return found


def _row(text: str, line: int) -> _TextRow | None:
    """Return a line's points, None where it is no row."""
    begin = _NUMBER.match(text)
    if begin is None or len(text) > _LONGEST:
        return None
    row, at = _TextRow(line, int(begin[1]) if begin[1] else None), begin.end()
    while len(row.cells) < _WIDEST and (found := _POINT.match(text, at)):
        row.add(found)
        at = found.end()
    behind = _BEHIND.fullmatch(text, at)
    if behind is None or not row.cells or text[max(at, behind.end(1)) :].strip(" \t─|"):
        numbered = _numbered_row(text, line)
        if numbered is not None and len(numbered.cells) > len(row.cells):
            return numbered
    if behind is None or not row.cells:
        return None
    row.sides = bool(begin[1]), bool(behind[1])
    row.number = row.number or (int(behind[1]) if behind[1] else None)
    return row


def _numbered_row(text: str, line: int, labelled: tuple[bool, bool] = (True, True)) -> _TextRow | None:
    """Return the points of a line in which numbers are moves, None where it holds anything else.

    ``labelled`` says whether numbers before and behind the points are the row's; outside of a frame they always are.
    """
    begin, end = text.find("|") + 1, text.rfind("|")
    framed, known = 0 < begin <= end, _NUMBERED.match(text)
    end = end if framed else len(text.rstrip())
    if known is None or known.end() < end:
        return None
    row, label = _TextRow(line, None), _NUMBER.match(text)
    at = label.end() if label and (framed or labelled[0]) else 0
    if label and at and label[1]:
        row.number, row.sides = int(label[1]), (True, False)
    behind = text[end + 1 :].split() if framed else []
    if not _take_points(row, text, at, end) or (behind and not behind[0].isdecimal()):
        return None
    last = row.cells[-1]
    if not framed and labelled[1] and last.number is not None and len(last.symbol) < 3:
        behind = [row.cells.pop().symbol]
        row.contents.pop()
    if behind and len(behind[0]) < 3:
        row.number, row.sides = row.number or int(behind[0]), (row.sides[0], True)
    return row if row.cells else None


def _take_points(row: _TextRow, text: str, first: int, end: int) -> bool:
    """Add the points and numbered moves between two places of a line; say whether there is nothing else."""
    at = first
    while at < end and len(row.cells) < _WIDEST:
        point = _POINT.match(text, at, end)
        move = None if point else _MOVE.match(text, at, end)
        if point and not (point[5] and point[3] in _VACANT):
            row.add(point)
            at = point.end()
        elif move and _stands_apart(text, move, first, end):
            row.add_move(move)
            at = move.end()
        else:
            break
    return bool(row.cells) and not text[at:end].strip(" \t|")


def _stands_apart(text: str, move: re.Match[str], first: int, end: int) -> bool:
    """Return whether a number has blanks or a frame around it; one of several digits needs them on one side only."""
    left = bool(move[1]) or move.start() == first
    right = move.end() == end or text[move.end()] in " \t|"
    return left and right if len(move[2]) == 1 else left or right


def _refuse_neighbours(lines: list[str], run: list[_TextRow]) -> None:
    """Refuse a picture beside which a line stands that was meant as one of its rows, but cannot be read as one."""
    width = len(run[0].cells)
    for line, beside in ((run[0].line - 1, run[0]), (run[-1].line + 1, run[-1])):
        text = lines[line - 1] if 1 <= line <= len(lines) else ""
        begin = _NUMBER.match(text)
        if begin is None or len(text) > _LONGEST or not text.strip() or _names_columns(lines, line, beside.line):
            continue
        count, at = 0, begin.end()
        while count < width and (found := _POINT.match(text, at)):
            count, at = count + 1, found.end()
        rest = text[at:].strip()
        if count == width > 1 and rest:
            raise FormatError(
                "`{rest}` behind the row is no part of it; two blanks before it would be right",
                line,
                text.index(rest, at) + 1,
                rest=rest[:24],
            )
        inner, first = _within(text, begin.end())
        signs = inner.split() if len(inner.split()) == width else "".join(inner.split())
        odd = [sign for sign in signs if sign not in _SIGNS]
        labelled = begin[1] and beside.number and abs(int(begin[1]) - beside.number) == 1
        framed = first > begin.end() and "|" in lines[beside.line - 1]
        if odd and len(signs) == width and (2 * len(odd) <= width or labelled or framed):
            raise _odd_sign(odd[0], line, text.index(odd[0], first) + 1)


def _odd_sign(sign: str, line: int, column: int) -> FormatError:
    return FormatError(
        "`{sign}` is no sign for a point; X, O and . are, and # for a place without one", line, column, sign=sign
    )


def _names_columns(lines: list[str], line: int, beside: int) -> bool:
    """Return whether a line beside a row names columns; a framed one with rows on both sides does not."""
    text, far = lines[line - 1], 2 * line - beside
    if not _COLUMNS.fullmatch(text):
        return False
    return "|" not in text or not 1 <= far <= len(lines) or _row(lines[far - 1], far) is None


def _within(text: str, begin: int) -> tuple[str, int]:
    """Return what stands in a line's frame, or behind its number, without the number at its end; and where."""
    opened, closed = text.find("|", begin), text.rfind("|")
    if begin <= opened < closed and not text[begin:opened].strip():
        return text[opened + 1 : closed], opened + 1
    inner = text[begin:].rstrip()
    bare = inner.rstrip("0123456789")
    return (bare if begin and bare[-1:].isspace() else inner), begin


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

    def state(self, word: str, text: str) -> None:
        """Add a statement where the text has none of that word."""
        if all(statement.word != word for statement in self.grid.statements):
            self.grid.statements.append(Statement(word, text, self.grid.line, 1))

    def _check_shape(self) -> None:
        width = len(self.run[0].cells)
        for row in self.run:
            if len(row.cells) != width:
                place = row.cells[min(width, len(row.cells) - 1)].column
                raise FormatError(
                    "this row has {count} points, the first has {width}",
                    row.line,
                    place,
                    count=len(row.cells),
                    width=width,
                )
        if max(width, len(self.run)) > MAX_SIDE:
            raise self.grid.error(Text("a board is {max_side}x{max_side} at most", max_side=MAX_SIDE))

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
            row, x = hashes[0]
            raise row.cells[x].error(
                Text(
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
        if digits and "MoveNum:" not in self.text and min(digits) > 1 and max(digits) < 10:
            self.grid.warn("digits behind points were read as the heights of tiles")
            for row in self.run:
                row.heights |= row.digits
        elif "MoveNum:" not in self.text:
            self._take_moves_behind_stones()
        for height in sorted({height for row in self.run for height in row.heights.values()}):
            points = self._points(lambda row, x, height=height: row.heights.get(x) == height)  # type: ignore[misc]
            self.grid.statements.append(Statement("TILE", f"{points} {height}", self.grid.line, 1))

    def _take_moves_behind_stones(self) -> None:
        """Take ``X1 O2`` for moves in order."""
        for row in self.run:
            for x, number in row.digits.items():
                cell = row.cells[x]
                if cell.stone is None:
                    raise _odd_sign(f"{cell.symbol}{number}", cell.line, cell.column)
                cell.number, cell.colour, cell.stone = number, cell.stone, None

    def _take_words(self) -> None:
        """Take in whose turn it is and the prisoners, where the lines around say so."""
        turn = _TURN.search(self.text)
        last = [row.contents[row.last] for row in self.run if row.last is not None]
        numbers = [cell.number for row in self.run for cell in row.cells if cell.number is not None]
        if numbers and turn:
            colour: Colour = "black" if (turn[1] or turn[2]).lower() == "black" else "white"
            self.grid.colour = colour if min(numbers) % 2 else other(colour)
        elif numbers:
            pass
        elif turn:
            self.state("TURN", (turn[1] or turn[2]).lower())
        elif len(last) == 1 and last[0] in ("black", "white"):
            self.state("TURN", "white" if last[0] == "black" else "black")
        taken: dict[str, str] = {}
        for pattern in _TAKEN:
            taken |= {found[1].lower(): found[2] for found in pattern.finditer(self.text)}
        taken |= {"white" if found[1] == "B" else "black": found[2] for found in _LOST.finditer(self.text)}
        if taken:
            self.state("PRISONERS", " ".join(f"{colour} {taken.get(colour, 0)}" for colour in ("black", "white")))

    def _take_place(self, board: Board | None) -> None:
        """Find out on which board the rows lie, and where."""
        if any(statement.word == "BOARD" for statement in self.grid.statements):
            return
        if board is None and any(row.wraps for row in self.run):
            raise self.grid.error(Text("lines run over the rim of this board; name the board"))
        left, top = self.left, self.top
        if left or top > len(self.run):
            if board is None or top > len(board.rows):
                raise self.grid.error(Text("the coordinates are those of a part of a board; name the board"))
            self.grid.edges = Edges()
            corner = f"{left + 1}:{len(board.rows) - top + 1}"
            self.grid.statements.append(Statement("AT", corner, self.grid.line, 1))
        elif board is None or not board.rows or (len(board.rows[0]), len(board.rows)) != self._shape():
            text = cut_out(self.grid.rows)
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
