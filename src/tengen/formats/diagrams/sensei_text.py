"""The text of Sensei's Library's diagrams: finding them among other text, and reading each as a grid of cells.

The syntax is that of the page "How Diagrams Work" and of the library's own open program; nothing of either is copied.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from ...boards.limits import MAX_SIDE
from ...records import Colour, FormatError, Mark, Text
from .captions import is_notes
from .cells import Cell, CellGrid, DrawnEdges, Statement, statement_of

_QUOTED: Final = re.compile(r"[ \t]*(?:>[ \t]*)*")
_OPEN: Final = re.compile(r"(?:\[go\b[^\]\n]{0,40}\]|<(?:go|igoban)\b[^>\n]{0,40}>)", re.IGNORECASE)
_CLOSE: Final = re.compile(r"\[/go\]|</(?:go|igoban)>", re.IGNORECASE)
_HEADER: Final = re.compile(r"([BW])?(c)?(\d{1,9})?(?:m(\d{1,9}))?(?:\s++(.*))?", re.DOTALL)
_GLUED: Final = re.compile(r"([BW])?(c)?(\d{1,9})?(?:m(\d{1,9}))?(.*)", re.DOTALL)
_ANOTHER: Final = re.compile(r"(?:[BW]c?|c)(?:\d+)?(?:m\d+)?(?:\s.*)?")
_EDGES: Final = "-+|"
_DRAWN: Final = frozenset("0123456789XOBW#@YQZPCSTMAV*?.,_abcdefghijklmnopqrstuvwxyz" + _EDGES)
_TALLEST: Final = MAX_SIDE + 2

STONES: Final[dict[str, tuple[Colour | None, Mark | None]]] = {
    "X": ("black", None),
    "O": ("white", None),
    "B": ("black", "circle"),
    "W": ("white", "circle"),
    "C": (None, "circle"),
    "#": ("black", "square"),
    "@": ("white", "square"),
    "S": (None, "square"),
    "Y": ("black", "triangle"),
    "Q": ("white", "triangle"),
    "T": (None, "triangle"),
    "Z": ("black", "cross"),
    "P": ("white", "cross"),
    "M": (None, "cross"),
    ".": (None, None),
    ",": (None, None),
}
"""The symbols of stones and signs."""


@dataclass(frozen=True)
class DiagramLine:
    """A line of a diagram without its ``$$``, and its place in the text (from 1)."""

    text: str
    line: int
    column: int


@dataclass
class Block:
    """A diagram's lines: the header, those below it, whether any of them belongs to a drawing, and a caption."""

    header: DiagramLine
    body: list[DiagramLine] = field(default_factory=list)
    caption: str = ""
    drawn: bool = False

    def add(self, line: DiagramLine) -> None:
        """Add a line below the header."""
        self.body.append(line)
        self.drawn = self.drawn or line.text.strip()[:1] not in ("", "{", "[")

    @property
    def is_clear(self) -> bool:
        """Whether it is certainly a diagram."""
        return any(_looks_drawn(line.text) or line.text.lstrip().startswith("{") for line in self.body)

    @property
    def goes_on(self) -> bool:
        """Whether it continues the moves of the previous one."""
        return any(statement_of(line.text.strip()) == ("CONTINUES", "") for line in self.body)

    def grid(self) -> CellGrid:
        """Return the cells of the drawing; FormatError with line and column."""
        grid = _titled(self)
        drawn = [line for line in self.body if not _said(line, grid) and line.text.strip()]
        top, bottom = _is_edge(drawn[0]), len(drawn) > 1 and _is_edge(drawn[-1])
        rows = [_row(line) for line in drawn[top : len(drawn) - bottom]]
        if not rows:
            raise FormatError("no row between the edges", drawn[0].line, drawn[0].column)
        if len(rows) > _TALLEST:
            raise FormatError(
                "more than {max_side} rows, the largest board", rows[MAX_SIDE].line.line, 1, max_side=MAX_SIDE
            )
        left = _agreed(grid, rows, "left", [row.left for row in rows])
        right = _agreed(grid, rows, "right", [row.right for row in rows])
        grid.edges = DrawnEdges(top, bottom, left, right)
        grid.rows = _even(grid, rows)
        return grid


def blocks(text: str) -> Iterator[Block]:
    """Yield the diagrams of a text, unread, in order; other text is skipped."""
    block: Block | None = None
    wrapped = False
    for number, raw in enumerate(text.split("\n"), 1):
        line, opened, closed = _marked(raw, number)
        wrapped = wrapped or opened
        if line is None and block and (wrapped or not block.body):
            line = _bare(raw, number)
        if line is not None and block and block.drawn and _ANOTHER.fullmatch(line.text):
            yield block
            block = None
        if line is not None and block is None:
            block = _begun(line)
        elif line is not None and block is not None:
            block.add(line)
        ends = closed or (line is None and bool(raw.strip() or not wrapped))
        if block and ends:
            if line is None and is_notes(caption := raw.strip().strip("()")):
                block.caption = caption
            if block.drawn:
                yield block
            block = None
        wrapped = wrapped and not closed
    if block and block.drawn:
        yield block


def clean(title: str) -> str:
    """Return a title without surrounding blanks and the end of a wrapper."""
    end = _CLOSE.search(title)
    return (title[: end.start()] if end else title).strip()


def _marked(raw: str, number: int) -> tuple[DiagramLine | None, bool, bool]:
    """Return the text after ``$$`` on a line, or None; and whether a wrapper opens and closes there."""
    opened = _OPEN.search(raw)
    quoted = _QUOTED.match(raw)
    at = opened.end() if opened else quoted.end() if quoted else 0
    at += len(raw) - at - len(raw[at:].lstrip(" \t"))
    closed = _CLOSE.search(raw, at)
    end = closed.start() if closed else len(raw)
    if not raw.startswith("$$", at):
        return None, bool(opened), bool(closed)
    return DiagramLine(raw[at + 2 : end], number, at + 3), bool(opened), bool(closed)


def _bare(raw: str, number: int) -> DiagramLine | None:
    """Return a line without ``$$`` that can only be a row."""
    end = _CLOSE.search(raw)
    text = raw[: end.start()] if end else raw
    return DiagramLine(text, number, 1) if _looks_drawn(text) else None


def _looks_drawn(text: str) -> bool:
    """Return whether a text is clearly a row or an edge: only symbols, with an edge or vacant points among them."""
    words = text.split()
    plain = "".join(words)
    if not plain or not _DRAWN.issuperset(plain):
        return False
    if plain[0] in "|+" or "--" in plain:
        return True
    return "." in plain and (all(len(word) == 1 for word in words) or (len(words) == 1 and plain.upper() == plain))


def _begun(line: DiagramLine) -> Block:
    """Return a block that begins with a line: its header, unless that is missing."""
    if line.text[:1] not in ("B", "W", "c") and (_looks_drawn(line.text) or line.text.lstrip()[:1] in ("[", "{")):
        block = Block(DiagramLine("", line.line, line.column))
        block.add(line)
        return block
    return Block(line)


def _titled(block: Block) -> CellGrid:
    """Return a grid with the contents of the header."""
    text = block.header.text.rstrip()
    found = _HEADER.fullmatch(text) or _GLUED.fullmatch(text)
    assert found is not None
    title = found[5] or ""
    if title[:1].islower() and text[found.start(5) - 1].isalpha():
        title = text  # a word that only starts like options
    grid = CellGrid([], line=block.header.line, title=clean(title))
    grid.colour = "white" if found[1] == "W" else "black"
    grid.coordinates = bool(found[2]) and title != text
    grid.first = max(1, int(found[4] or 1))
    if found[3]:
        grid.size = (int(found[3]), int(found[3]))
    if block.caption:
        grid.title = f"{grid.title} ({block.caption})".strip()
    return grid


def _said(line: DiagramLine, grid: CellGrid) -> bool:
    """Read a link or a statement; return whether the line was one."""
    text = line.text.strip()
    column = line.column + len(line.text) - len(line.text.lstrip())
    if text.startswith("["):
        symbol, bar, address = text[1:-1].rpartition("|")
        if not (bar and text.endswith("]")):
            raise FormatError("write a link as [symbol|address]", line.line, column)
        grid.links.append((symbol.strip(), address.strip()))
        return True
    if text.startswith("{"):
        found = statement_of(text)
        if found is None:
            raise FormatError("write a line in braces as {AR D4 F4}", line.line, column)
        grid.statements.append(Statement(*found, line.line, column))
        return True
    return False


def _is_edge(line: DiagramLine) -> bool:
    plain = "".join(line.text.split())
    return set(plain) <= set(_EDGES) and ("-" in plain or "+" in plain)


@dataclass
class _DrawnRow:
    line: DiagramLine
    left: bool
    right: bool
    cells: list[Cell]


def _row(line: DiagramLine) -> _DrawnRow:
    """Return the cells of a row and whether edges are at its ends."""
    tokens = list(_tokens(line))  # a row number outside the edges is not a move
    if len(tokens) > 2 and tokens[0][0].isdecimal() and tokens[1][0] == "|":
        tokens = tokens[1:]
    if len(tokens) > 2 and tokens[-1][0].isdecimal() and tokens[-2][0] == "|":
        tokens = tokens[:-1]
    left = bool(tokens) and tokens[0][0] in _EDGES
    right = len(tokens) > left and tokens[-1][0] in _EDGES
    inner = tokens[left : len(tokens) - right]
    if len(inner) > _TALLEST:
        raise FormatError(
            "more than {max_side} points, the largest board", line.line, inner[MAX_SIDE][1], max_side=MAX_SIDE
        )
    return _DrawnRow(line, left, right, [_cell(symbol, line.line, column) for symbol, column in inner])


def _tokens(line: DiagramLine) -> Iterator[tuple[str, int]]:
    """Yield symbols and their columns: single characters, or numbers if everything is separated by blanks."""
    words = [(found[0], line.column + found.start()) for found in re.finditer(r"[^\s$]+", line.text)]
    drawn = [word for word, _ in words if word.strip(_EDGES)]
    spaced = len(drawn) > 1 and all(len(word) == 1 or word.isdecimal() for word in drawn)
    for word, column in words:
        if spaced and word.isascii() and word.isdecimal():
            yield word, column
        else:
            yield from ((letter, column + place) for place, letter in enumerate(word))


def _cell(symbol: str, line: int, column: int) -> Cell:
    cell = Cell(symbol, line=line, column=column)
    if symbol in STONES:
        cell.stone, cell.mark = STONES[symbol]
    elif symbol.isascii() and symbol.isdecimal():
        if len(symbol) > 4:
            raise cell.error(Text("`{symbol}` is too large for a move number", symbol=symbol[:20]))
        cell.number = int(symbol) or 10
    elif symbol == "?":
        cell.dimmed = True
    elif symbol == "_" or symbol in _EDGES:
        cell.gap = True
    elif symbol in ("*", "A", "V") or (symbol.isascii() and symbol.islower()):
        cell.label = symbol
    else:
        raise cell.error(Text("`{symbol}` is not a symbol of a diagram", symbol=symbol))
    return cell


def _agreed(grid: CellGrid, rows: list[_DrawnRow], side: str, drawn: list[bool]) -> bool:
    """Return whether most rows show an edge on a side; warn about the others."""
    edge = 2 * sum(drawn) >= len(drawn) and any(drawn)
    for row, own in zip(rows, drawn, strict=True):
        if own != edge:
            what = "lacks the" if edge else "alone has a"
            grid.warn(f"this row {what} {side} edge; it was read like the others", row.line.line, row.line.column)
    return edge


def _even(grid: CellGrid, rows: list[_DrawnRow]) -> list[list[Cell]]:
    """Return rows of equal length; missing points are gaps at an open end, and errors between edges."""
    width = _width(rows)
    found = []
    for row in rows:
        short = width - len(row.cells)
        if short > 0:
            missing, those = ("1 point is", "it is") if short == 1 else (f"{short} points are", "they are")
            grid.warn(f"{missing} missing in this row; {those} not shown", row.line.line, row.line.column)
        gaps = [Cell(gap=True, line=row.line.line) for _ in range(short)]
        found.append(gaps + row.cells if row.right and not row.left else row.cells + gaps)
        for cell in row.cells:
            symbol, at = cell.symbol, (cell.line, cell.column)
            if symbol in ("A", "V"):
                grid.warn(f"`{symbol}` means several stones in a pattern; it was read as a label", *at)
            elif cell.gap and symbol in _EDGES:
                grid.warn(f"`{symbol}` in the middle of the drawing was read as a gap", *at)
    return found


def _width(rows: list[_DrawnRow]) -> int:
    whole = Counter(len(row.cells) for row in rows if row.left and row.right)
    longest = max(rows, key=lambda row: len(row.cells))
    usual = whole.most_common(1)[0][0] if whole else len(longest.cells)
    for row in rows:
        if len(row.cells) > usual or (row.left and row.right and len(row.cells) != usual):
            place = row.cells[min(usual, len(row.cells) - 1)].column if row.cells else row.line.column
            what = Text("this row has {count} points, others have {usual}", count=len(row.cells), usual=usual)
            raise FormatError(what, row.line.line, place)
    if usual == 0:
        raise FormatError("the rows have no points", rows[0].line.line, rows[0].line.column)
    return usual
