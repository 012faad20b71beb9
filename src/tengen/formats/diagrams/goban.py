"""Wikipedia's Goban template, ``{{Goban 9x9|...}}``: all common forms are read, the usual one is written.

What the template cannot express is in a parameter ``tengen=``, which it ignores.

>>> diagram = read("{{Goban 2x2| b|  |w2| -|24|u=u|d=d|l=l|r=r}}")
>>> diagram.board, diagram.position.stones, diagram.numbers()
('2', {'A2': 'black'}, {'A1': 2})
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from ...boards import Board
from ...boards.limits import MAX_SIDE
from ...records import COLOURS, Colour, Diagram, FormatError, Mark, Text, other
from ..source import Source
from .captions import is_notes
from .cells import USUAL_SIDE, Cell, CellGrid, DrawnEdges, Statement, statement_of
from .interpretation import first_of, read_drawings
from .statements import escape
from .symbols import After, Notation, PointView, SymbolGrid, draw, parts

_NAME: Final = re.compile(r"\{\{\s*(?:Template:)?Goban(?![A-Za-z])(?:[ _](\d{1,9})x(\d{1,9}))?", re.IGNORECASE)
_TOKEN: Final = re.compile(r"\{\{|\}\}|\[\[|\]\]|\|")
_NEXT_LINE: Final = re.compile(r"\s*(.*)")
_WORD: Final = re.compile(r"\w*")
_STONE: Final = re.compile(r"([bw])(?:(\d)|([TSCX]))?")
_VACANT: Final = re.compile(r"(?:[udlr]{0,2}|[-x+])(c?)")
_MARKS: Final[dict[str | None, Mark | None]] = {
    None: None,
    "T": "triangle",
    "S": "square",
    "C": "circle",
    "X": "cross",
}
_COLOURS: Final[dict[str, Colour]] = {"b": "black", "w": "white"}
_TILES: Final = ("triangle", "square")
"""The signs on stones that the template is known to have."""
_LETTERS: Final = "ABCDEFGHI"
_SHORT, _HUNDRED, _TEN = 9, 100, 10
_AVOID: Final = "|{}[]<>;&'~"


def read(data: str | bytes, board: Board | None = None) -> Diagram:
    """Return the first diagram of a text, with a warning if more follow. ``board`` is used if the text names none."""
    return first_of(read_all(data, board), "diagrams")


def read_all(data: str | bytes, board: Board | None = None) -> Iterator[Diagram]:
    """Yield every diagram of a text; those that continue another's moves are joined to it.

    Raises:
        FormatError: there is none, or one is unreadable; with line and column.
    """
    none = Text("no diagram here; it must begin with `{{Goban` or `{{Goban 9x9`")
    return read_drawings(data, board, _uses, none)


def recognises(text: str) -> bool:
    """Return whether a text uses the template."""
    return _NAME.search(text) is not None


def write(diagram: Diagram, after: After | None = None) -> str:
    """Return a diagram as wikitext, in several drawings if it is long; `read` returns an equal diagram.

    Lists of points come back in the board's order. FormatError: the board has no rows.
    """
    in_turn = all(step.colour == _by_parity(number) for number, step in enumerate(diagram.moves, diagram.first))
    if in_turn:
        pieces = parts(diagram, _HUNDRED, after, lambda number: number % _HUNDRED == 1)
    else:
        pieces = parts(diagram, _TEN, after)
    short = diagram.first == 1 and len(diagram.moves) <= _SHORT
    return "\n".join(_written(part, in_turn and not short, place > 0) for place, part in enumerate(pieces))


def _by_parity(number: int) -> Colour:
    return "black" if number % 2 else "white"


# -- reading ---------------------------------------------------------------------------------------------------------


@dataclass
class _Use:
    """One use of the template: the size in its name, its cells and its other parameters, with their places."""

    size: tuple[int, int]
    line: int
    cells: list[tuple[str, int, int]] = field(default_factory=list)
    named: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    after: str = ""

    @property
    def goes_on(self) -> bool:
        """Whether it continues the moves of the previous one."""
        return "CONTINUES" in (part.strip() for part in self.value("tengen").split(";"))

    def value(self, name: str) -> str:
        """Return a named parameter, or ""."""
        return self.named[name][0] if name in self.named else ""

    def add(self, text: str, line: int, column: int) -> None:
        """Add a parameter: a cell, or a named one; those without a name are comments."""
        name, equals, value = text.partition("=")
        name = name.strip()
        if equals and _WORD.fullmatch(name):
            self.named[name] = (value, line, column)
        else:
            self.cells.append((text.strip(), line, column + len(text) - len(text.lstrip())))

    def grid(self) -> CellGrid:
        width, height = self.size
        count = width * height
        if len(self.cells) < count:
            said = {"count": len(self.cells), "width": width, "height": height, "needed": count}
            raise FormatError("this drawing has {count} cells; {width}x{height} need {needed}", self.line, 1, **said)
        cells = [_cell(*given) for given in self.cells[:count]]
        grid = CellGrid([cells[at : at + width] for at in range(0, count, width)], self._edges(), line=self.line)
        extra = [text for text, _, _ in self.cells[count + 1 :] if text]
        if extra:
            grid.warn(f"{len(extra)} cells too many were skipped")
        numbered = next((cell for cell in cells if cell.number is not None), None)
        if numbered is not None and numbered.number is not None and numbered.colour is not None:
            grid.colour = numbered.colour if numbered.number % 2 else other(numbered.colour)
        if "tengen" in self.named:
            _say(grid, *self.named["tengen"])
        if is_notes(notes := self.after.strip().strip("()")):
            grid.title = f"({notes})"
        return grid

    def _edges(self) -> DrawnEdges:
        """Return the edges requested, else those of the cells' own borders, else all if 19x19."""
        asked = {side for side in "udlr" if self.value(side).strip()}
        if not asked:
            asked = set("".join(text for text, _, _ in self.cells if set(text) <= set("udlr")))
        if not asked and self.size == (USUAL_SIDE, USUAL_SIDE):
            asked = set("udlr")
        return DrawnEdges("u" in asked, "d" in asked, "l" in asked, "r" in asked)


def _uses(text: str) -> Iterator[_Use]:
    """Yield the uses of the template with a size; others of the family, and mere mentions, are skipped."""
    text = _without_comments(text)
    source, end = Source(text, []), 0
    while found := _NAME.search(text, end):
        line, column = source.place(found.start())
        width, height = (int(found[1]), int(found[2])) if found[1] else (USUAL_SIDE, USUAL_SIDE)
        pieces, end = _pieces(text, found.end())
        if pieces is None:
            raise FormatError("the `}}` of this template is missing", line, column)
        if not pieces or text[found.end() : pieces[0][0] - 1].strip("_ \n"):
            continue
        if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
            raise FormatError("a board has sides from 1 to {max_side}", line, column, max_side=MAX_SIDE)
        use = _Use((width, height), line)
        for begin, stop in pieces:
            use.add(text[begin:stop], *source.place(begin))
        use.after = _NEXT_LINE.match(text, end)[1]  # type: ignore[index]
        yield use


def _without_comments(text: str) -> str:
    """Return a text with its comments replaced by blanks, so that all places stay the same."""
    begin = text.find("<!--")
    kept, done = [], 0
    while begin >= 0 and (end := text.find("-->", begin)) >= 0:
        lines = text[begin : end + 3].split("\n")
        kept += [text[done:begin], "\n".join(" " * len(line) for line in lines)]
        done = end + 3
        begin = text.find("<!--", done)
    return "".join([*kept, text[done:]])


def _pieces(text: str, at: int) -> tuple[list[tuple[int, int]] | None, int]:
    """Return the ranges of the parameters, and the end of the template; None if it is unterminated."""
    found: list[tuple[int, int]] = []
    begin, depth = -1, 0
    for token in _TOKEN.finditer(text, at):
        if token[0] in ("{{", "[["):
            depth += 1
        elif token[0] == "|" and depth == 0:
            if begin >= 0:
                found.append((begin, token.start()))
            begin = token.end()
        elif token[0] in ("}}", "]]") and depth:
            depth -= 1
        elif token[0] == "}}":
            return found + [(begin, token.start())] * (begin >= 0), token.end()
    return None, len(text)


def _cell(text: str, line: int, column: int) -> Cell:
    cell = Cell(text, line=line, column=column)
    stone, vacant = _STONE.fullmatch(text), _VACANT.fullmatch(text)
    if stone and stone[2]:
        cell.number, cell.colour = int(stone[2]) or _TEN, _COLOURS[stone[1]]
    elif stone:
        cell.stone, cell.mark = _COLOURS[stone[1]], _MARKS[stone[3]]
    elif vacant:
        cell.mark = "circle" if vacant[1] else None
    elif text.isascii() and text.isdecimal() and len(text) < 5:
        cell.number = int(text) or _HUNDRED
        cell.colour = _by_parity(cell.number)
    elif text == "X":
        cell.mark = "cross"
    elif len(text) == 1 and text.isalpha():
        cell.label = text
    else:
        raise cell.error(Text("`{text}` is not a cell of the template", text=text[:20]))
    return cell


def _say(grid: CellGrid, text: str, line: int, column: int) -> None:
    """Read the parameter for what the template cannot express."""
    for part in text.split(";"):
        found = statement_of(f"{{{part.strip()}}}")
        if found is None:
            raise FormatError("`{part}` is not a statement such as `TAO D4`", line, column, part=part.strip()[:20])
        statement = Statement(*found, line, column)
        if statement.word == "COORDINATES":
            grid.coordinates = True
        elif statement.word == "FIRST":  # FIRST 51 white: number and colour of the move shown as 1
            number, _, colour = statement.text.partition(" ")
            if not number.isdecimal() or len(number) > 9 or colour not in COLOURS:
                raise statement.error(Text("`{statement}` should be like `51 white`", statement=statement.text[:20]))
            grid.first, grid.colour = max(1, int(number)), "black" if colour == "black" else "white"
        else:
            grid.statements.append(statement)


# -- writing ---------------------------------------------------------------------------------------------------------


def _written(diagram: Diagram, hundreds: bool, continues: bool) -> str:
    shift = (diagram.first - 1) % _HUNDRED if hundreds and diagram.moves else 0
    first = diagram.first - shift

    def tile(look: PointView) -> tuple[str, bool]:
        if look.number is None:
            return _tile(look)
        colour = diagram.moves[look.number - 1].colour[0]
        return f"{(look.number + shift) % _HUNDRED:02}" if hundreds else f"{colour}{look.number % _TEN}", look.bare

    notation = Notation("a Goban template", tile, lambda title: "", _AVOID, "black", gaps=False)
    drawing = draw(diagram, notation, continues=continues)
    if first > 1 or any(word == "MOVE" for word, _ in drawing.statements):
        mover = diagram.moves[0].colour if diagram.moves else "black"
        colour = mover if shift % 2 == 0 else other(mover)
        drawing.statements.insert(0, ("FIRST", f"{first} {colour}"))
    if diagram.coordinates and not continues:
        drawing.statements.append(("COORDINATES", ""))
    if not continues:
        drawing.statements += [
            ("LINK", f"{escape(key, ' ' + _AVOID)} {escape(address, _AVOID)}") for key, address in diagram.links.items()
        ]
    return _wikitext(drawing)


def _tile(look: PointView) -> tuple[str, bool]:
    """Return the tile of a point without a number, and whether it expresses everything about the point."""
    plain = look.label is None and look.owner is None and not look.dimmed
    if look.stone == "tao":
        return "X", look.bare
    if look.stone is not None:
        sign = next((mark for mark in look.marks if mark in _TILES), None)
        tile = f"{look.stone[0]}{sign[0].upper() if sign else ''}"
        return tile, plain and len(look.marks) == (sign is not None)
    if look.bare:
        return ("-" if look.hoshi else ""), True
    if plain and look.marks in (("circle",), ("cross",)):
        return ("c" if look.marks == ("circle",) else "X"), True
    letter = look.letter.upper()
    if letter and letter in _LETTERS:
        return letter, letter == look.label and not (look.marks or look.owner or look.dimmed)
    return ("c" if look.marks or look.label is not None or look.owner else ""), False


def _wikitext(drawing: SymbolGrid) -> str:
    height, width = len(drawing.rows), len(drawing.rows[0])
    edges = drawing.edges
    sides = {"u": edges.top, "d": edges.bottom, "l": edges.left, "r": edges.right}
    usual = width == height == USUAL_SIDE and all(sides.values())
    lines = [f"{{{{Goban{'' if usual else f' {width}x{height}'}|="]
    for y, row in enumerate(drawing.rows):
        upright = "u" * (y == 0 and edges.top) or "d" * (y == height - 1 and edges.bottom)
        tiles = []
        for x, tile in enumerate(row):
            across = "l" * (x == 0 and edges.left) or "r" * (x == width - 1 and edges.right)
            tiles.append(f"|{upright + across + tile if tile == 'c' else tile:>2}")
        lines.append("".join(tiles) + "|=")
    lines.append("|20" if usual else "|24" + "".join(f"|{side}={side}" for side, drawn in sides.items() if drawn))
    if drawing.statements:
        lines.append("|tengen=" + "; ".join(f"{word} {text}".strip() for word, text in drawing.statements))
    caption = re.sub(r"\{(?=\{)", "{ ", drawing.title)
    return "\n".join(lines) + "}}\n" + (f"{caption}\n" if caption else "")
