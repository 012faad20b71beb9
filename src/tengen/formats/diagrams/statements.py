"""What a drawing cannot show, said in words beside it: ``TAO D4``, ``TILE E5 2``, ``MOVE 7 return``.

Sensei's diagrams carry them as ``$$ {TAO D4}``, Wikipedia's as a parameter that its template ignores. Other programs
skip them. Points are named by their labels; those of arrows and lines may also be column:row of the drawing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from ...records import COLOURS, Colour, Content, Mark, Markup, Text
from .cells import CellGrid, DrawnPart, Statement

MARK_WORDS: Final[dict[str, Mark]] = {
    "CR": "circle",
    "MA": "cross",
    "SQ": "square",
    "TR": "triangle",
    "SL": "selected",
}
COUNT_WORDS: Final = {"PRISONERS": "prisoners", "HAND": "tao_in_hand", "BOUGHT": "tao_bought", "PAID": "tao_paid"}
_STONE_WORDS: Final[dict[str, Content]] = {"BLACK": "black", "WHITE": "white", "TAO": "tao"}
_OWNER_WORDS: Final[dict[str, Colour]] = {"TB": "black", "TW": "white"}
_STAND_INS: Final = ("TAO", "LB", "DD", *MARK_WORDS, *_OWNER_WORDS)
_ELSEWHERE: Final = ("BOARD", "AT", "CONTINUES")
_GESTURES: Final = ("pass", "return", "resign")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|([\\n]))")
_LARGEST: Final = 1_000_000


def escape(text: str, also: str = "") -> str:
    r"""Return a text on one line and without blanks at its ends, as `unescape` reads it.

    >>> escape("two\nlines "), unescape(escape("two\nlines "))
    ('two\\nlines\\u0020', 'two\nlines ')
    """
    inner = len(text.lstrip(" ")), len(text.rstrip(" "))
    found = []
    for place, letter in enumerate(text):
        at_end = letter == " " and (place < len(text) - inner[0] or place >= inner[1])
        if letter in "\\\n":
            found.append("\\n" if letter == "\n" else "\\\\")
        elif at_end or letter in also or not (letter.isprintable()):
            code = ord(letter)
            found.append(f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")
        else:
            found.append(letter)
    return "".join(found)


def unescape(text: str) -> str:
    """Return the text that `escape` wrote; a backslash before anything else stands for itself."""

    def letter(found: re.Match[str]) -> str:
        if found[3]:
            return "\n" if found[3] == "n" else "\\"
        code = int(found[1] or found[2], 16)
        return chr(code) if code < 0x110000 else found[0]

    return _ESCAPE.sub(letter, text)


@dataclass
class StatedFacts:
    """What a grid's statements say, with canonical labels.

    ``unseen`` points are not shown. ``named`` are the points whose signs and labels are said in words: what their cells
    show beside a stone only stands in for that.
    """

    stones: dict[str, Content] = field(default_factory=dict)
    tiles: dict[str, int] = field(default_factory=dict)
    counts: dict[str, Mapping[Colour, int]] = field(default_factory=dict)
    tao_turns: int = 0
    incursion: bool = False
    created: Colour | None = None
    turn: Colour | None = None
    markup: Markup = field(default_factory=Markup)
    moves: dict[int, str] = field(default_factory=dict)
    title: str | None = None
    links: dict[str, str] = field(default_factory=dict)
    unseen: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)


def understand(grid: CellGrid, place: DrawnPart) -> StatedFacts:
    """Return what the statements of a grid say; FormatError where one of ours is wrong, a warning for others."""
    reader = _StatementReader(grid, place)
    for statement in grid.statements:
        read = _READERS.get(statement.word)
        if read is not None:
            read(reader, statement)
        elif statement.word not in _ELSEWHERE:
            grid.warn(f"`{statement.word[:20]}` is not known and was skipped", statement.line, statement.column)
    markup = reader.said.markup
    for labels in (*markup.marks.values(), *markup.territory.values(), markup.dimmed or []):
        labels[:] = dict.fromkeys(labels)  # each once
    return reader.said


class _StatementReader:
    def __init__(self, grid: CellGrid, place: DrawnPart) -> None:
        self.grid = grid
        self.place = place
        self.said = StatedFacts()

    def label(self, text: str, statement: Statement) -> str:
        """Return the canonical label of a point, or raise."""
        board = self.place.board
        point = board.find(text)
        if point is None:
            raise statement.error(board.missing(text))
        return board.labels[point]

    def labels(self, statement: Statement) -> list[str]:
        """Return the points a statement lists, each once."""
        found = list(dict.fromkeys(self.label(text, statement) for text in statement.text.split()))
        if statement.word in _STAND_INS:
            self.said.named.update(found)
        return found

    def unseen(self, statement: Statement) -> None:
        """``UNSEEN D4 E5``: points left out, though the drawing has cells for them."""
        self.said.unseen.update(self.labels(statement))

    def stones(self, statement: Statement) -> None:
        """``TAO D4 E5``: what stands there."""
        self.said.stones |= dict.fromkeys(self.labels(statement), _STONE_WORDS[statement.word])

    def tiles(self, statement: Statement) -> None:
        """``TILE D4 E5 2``: a stack of two tiles on each."""
        points, _, last = statement.text.rpartition(" ")
        height = _count(last, statement) if last.isdecimal() else 1
        if height == 0:
            raise statement.error(Text("a stack of tiles has at least one"))
        listed = Statement("TILE", points if last.isdecimal() else statement.text, statement.line, statement.column)
        self.said.tiles |= dict.fromkeys(self.labels(listed), height)

    def counts(self, statement: Statement) -> None:
        """``PRISONERS black 2 white 0``: how many each player has."""
        words = statement.text.split()
        if words[::2] != list(COLOURS) or len(words) != 4:
            raise statement.error(Text("`{statement}` should be like `black 2 white 0`", statement=statement.text[:30]))
        counts = {colour: _count(text, statement) for colour, text in zip(COLOURS, words[1::2], strict=True)}
        self.said.counts[COUNT_WORDS[statement.word]] = counts

    def turns(self, statement: Statement) -> None:
        """``TURNS 12``: the turns by which the price of a Tao stone goes (spec 3.9)."""
        self.said.tao_turns = _count(statement.text.strip(), statement)

    def incursion(self, _: Statement) -> None:
        """``INCURSION``: the last move was one (spec 2.2)."""
        self.said.incursion = True

    def created(self, statement: Statement) -> None:
        """``CREATED white``: whose placement made the position (spec 1.5)."""
        self.said.created = _colour(statement)

    def turn(self, statement: Statement) -> None:
        """``TURN white``: who is to play."""
        self.said.turn = _colour(statement)

    def marks(self, statement: Statement) -> None:
        """``CR D4 E5``: signs on points."""
        self.said.markup.marks.setdefault(MARK_WORDS[statement.word], []).extend(self.labels(statement))

    def owners(self, statement: Statement) -> None:
        """``TB D4 E5``: whose territory points are."""
        self.said.markup.territory.setdefault(_OWNER_WORDS[statement.word], []).extend(self.labels(statement))

    def dimmed(self, statement: Statement) -> None:
        """``DD D4 E5``: points greyed out."""
        markup = self.said.markup
        markup.dimmed = markup.dimmed or []
        markup.dimmed.extend(self.labels(statement))

    def view(self, _: Statement) -> None:
        """``VW``: all of the board is to be shown again, after a part of it."""
        self.said.markup.view = []

    def text(self, statement: Statement) -> None:
        """``LB D4 the text``: a label on a point."""
        point, _, text = statement.text.partition(" ")
        label = self.label(point.strip(), statement)
        self.said.named.add(label)
        self.said.markup.labels[label] = unescape(text)

    def lines(self, statement: Statement) -> None:
        """``AR D4 F4``, ``LN 4:1 4:3``: from point to point; as elsewhere, one that is wrong is skipped."""
        ends = [self._end(text) for text in statement.text.split()]
        if len(ends) != 2 or None in ends:
            message = f"`{{{statement.word} {statement.text[:30]}}}` does not name two points; it was skipped"
            self.grid.warn(message, statement.line, statement.column)
            return
        markup = self.said.markup
        (markup.arrows if statement.word == "AR" else markup.lines).append((str(ends[0]), str(ends[1])))

    def _end(self, text: str) -> str | None:
        board = self.place.board
        column, colon, row = text.partition(":")
        if not colon:
            point = board.find(text)
        elif column.isdecimal() and row.isdecimal() and len(column) < 3 and len(row) < 3:
            x, y = int(column) - 1, int(row) - 1
            inside = 0 <= x < len(self.grid.rows[0]) and 0 <= y < len(self.grid.rows)
            point = self.place.point(x, y) if inside else None
        else:
            point = None
        return None if point is None or point < 0 else board.labels[point]

    def move(self, statement: Statement) -> None:
        """``MOVE 7 tao D4``: a move that its number on the board does not say."""
        number, _, text = statement.text.partition(" ")
        move = text.strip()
        if move not in _GESTURES:
            tao = "tao " if move.startswith("tao ") else ""
            move = tao + self.label(move.removeprefix("tao ").strip(), statement)
        self.said.moves[_count(number, statement)] = move

    def title(self, statement: Statement) -> None:
        """``TITLE the text``: the title as it really is."""
        self.said.title = unescape(statement.text)

    def link(self, statement: Statement) -> None:
        """``LINK D4 address``: where a point, or a label's text, leads."""
        key, _, address = statement.text.partition(" ")
        self.said.links[unescape(key)] = unescape(address)


def _count(text: str, statement: Statement) -> int:
    if not (text.isdecimal() and len(text) < 8 and int(text) <= _LARGEST):
        raise statement.error(
            Text("`{text}` should be a number from 0 to {largest:,}", text=text[:20], largest=_LARGEST)
        )
    return int(text)


def _colour(statement: Statement) -> Colour:
    for colour in COLOURS:
        if statement.text.strip() == colour:
            return colour
    raise statement.error(Text("`{statement}` should be black or white", statement=statement.text[:20]))


_READERS: Final[dict[str, Callable[[_StatementReader, Statement], None]]] = {
    **dict.fromkeys(_STONE_WORDS, _StatementReader.stones),
    **dict.fromkeys(COUNT_WORDS, _StatementReader.counts),
    **dict.fromkeys(MARK_WORDS, _StatementReader.marks),
    **dict.fromkeys(_OWNER_WORDS, _StatementReader.owners),
    "UNSEEN": _StatementReader.unseen,
    "TILE": _StatementReader.tiles,
    "TURNS": _StatementReader.turns,
    "INCURSION": _StatementReader.incursion,
    "CREATED": _StatementReader.created,
    "TURN": _StatementReader.turn,
    "DD": _StatementReader.dimmed,
    "VW": _StatementReader.view,
    "LB": _StatementReader.text,
    "AR": _StatementReader.lines,
    "LN": _StatementReader.lines,
    "MOVE": _StatementReader.move,
    "TITLE": _StatementReader.title,
    "LINK": _StatementReader.link,
}
