"""Diagrams of Sensei's Library (``$$``): all on a page are read, and any diagram with rows is written.

>>> diagram = read('''$$B A hane
... $$ ---------
... $$ | . . . .
... $$ | . 1 2 .
... $$ | . O X 3
... $$ | . . . .''')
>>> diagram.numbers(), diagram.position.stones
({'B18': 1, 'C18': 2, 'D17': 3}, {'B17': 'white', 'C17': 'black'})
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ...boards import Board
from ...records import Diagram, Text
from .cells import USUAL_SIDE
from .interpretation import first_of, read_drawings
from .sensei_text import STONES, blocks, clean
from .statements import escape
from .symbols import After, Notation, PointView, SymbolGrid, draw, parts

MOVES: Final = 10
"""The number of moves that a drawing can show."""

_SYMBOLS: Final[dict[tuple[str | None, str | None], str]] = {
    meaning: symbol for symbol, meaning in STONES.items() if symbol != ","
}
_LINKED: Final = frozenset("0123456789WB@#CSTQYZPM")
"""The symbols for links, in addition to the letters."""


def read(data: str | bytes, board: Board | None = None) -> Diagram:
    """Return the first diagram of a text, with a warning if more follow. ``board`` is used if the text names none."""
    return first_of(read_all(data, board), "diagrams")


def read_all(data: str | bytes, board: Board | None = None) -> Iterator[Diagram]:
    """Yield every diagram of a text; those that continue another's moves are joined to it.

    Raises:
        FormatError: there is none, or one is unreadable; with line and column.
    """
    return read_drawings(data, board, blocks, Text("no diagram here; its lines must begin with `$$`"))


def recognises(text: str) -> bool:
    """Return whether a text holds such a diagram."""
    return "$$" in text and any(block.is_clear for block in blocks(text))


def write(diagram: Diagram, after: After | None = None) -> str:
    """Return a diagram as text, in several drawings for more than ten moves; `read` returns an equal diagram.

    Lists of points come back in the board's order. FormatError: the board has no rows.
    """
    return "\n".join(_written(part, place > 0) for place, part in enumerate(parts(diagram, MOVES, after)))


def _written(diagram: Diagram, continues: bool) -> str:
    size = int(diagram.board) if diagram.board.isdecimal() else None
    size = None if size == USUAL_SIDE else size
    drawing = draw(diagram, _NOTATION, size, continues)
    colour = diagram.moves[0].colour if diagram.moves else diagram.position.to_play
    number = f"m{diagram.first}" if diagram.first > 1 else ""
    options = f"{colour[0].upper()}{'c' if diagram.coordinates else ''}{size or ''}{number}"
    lines = [f"{options} {clean(drawing.title)}".rstrip(), *_rows(drawing)]
    if not continues:
        lines += _links(diagram.links, drawing)
    lines += [f" {{{f'{word} {text}'.strip()}}}" for word, text in drawing.statements]
    return "".join(f"$${line}\n" for line in lines)


def _rows(drawing: SymbolGrid) -> Iterator[str]:
    edges = drawing.edges
    line = "  " + "-" * (2 * len(drawing.rows[0]) + 1)
    if edges.top:
        yield line
    for row in drawing.rows:
        symbols = " ".join(symbol or "_" for symbol in row)
        yield f" {'|' if edges.left else ' '} {symbols}{' |' if edges.right else ''}"
    if edges.bottom:
        yield line


def _symbol(look: PointView) -> tuple[str, bool]:
    """Return a point's symbol, and whether it expresses everything about the point."""
    if look.number is not None:
        return str(look.number % MOVES), look.bare
    if look.stone == "tao":
        return "S", look.bare  # spec 3.10; also named in words, for readers without the rules
    plain = look.label is None and look.owner is None
    if plain and not look.dimmed and len(look.marks) <= 1 and (look.stone, *(look.marks or (None,))) in _SYMBOLS:
        symbol = _SYMBOLS[look.stone, look.marks[0] if look.marks else None]
        return ("," if symbol == "." and look.hoshi else symbol), True
    if look.stone is None and plain and not look.marks:
        return "?", True
    if look.stone is None and look.label is not None and look.letter:
        return look.letter, look.letter == look.label and not (look.marks or look.owner or look.dimmed)
    for mark in look.marks:  # the signs are also in words; one is drawn for other readers
        if (look.stone, mark) in _SYMBOLS:
            return _SYMBOLS[look.stone, mark], False
    if look.label is None and (look.owner == "black" or look.marks):
        return _SYMBOLS[look.stone, "square"], False
    return _SYMBOLS[look.stone, "circle" if look.label is not None or look.owner else None], False


_NOTATION: Final = Notation("a `$$` diagram", _symbol, clean, "[<")


def _links(links: Mapping[str, str], drawing: SymbolGrid) -> Iterator[str]:
    """Yield the links: by letter, by a symbol whose points share them, or in words."""
    by_symbol: dict[str, set[str | None]] = {}
    for label, symbol in drawing.shown.items():
        by_symbol.setdefault(symbol, set()).add(links.get(label))
    said: set[str] = set()
    for symbol, addresses in by_symbol.items():
        address = next(iter(addresses))
        if symbol in _LINKED and len(addresses) == 1 and address is not None and _plain(address):
            yield f" [{symbol}|{address}]"
            said |= {label for label, own in drawing.shown.items() if own == symbol}
    for key, address in links.items():
        if len(key) == 1 and key.isascii() and key.islower() and _plain(address):
            yield f" [{key}|{address}]"
        elif key not in said:
            drawing.statements.append(("LINK", f"{escape(key, ' [<')} {escape(address, '[<')}"))


def _plain(address: str) -> bool:
    """Return whether an address can be written in a link unchanged."""
    return address == clean(address) and "|" not in address and address.isprintable()
