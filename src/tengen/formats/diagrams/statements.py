"""What a drawing cannot show, in words: ``TAO D4``, ``TILE E5 2``, ``MOVE 7 return``.

Sensei's diagrams have them as ``$$ {TAO D4}``, Wikipedia's in a parameter that its template ignores. Other programs
skip them. Points are named by their labels; those of arrows and lines may also be column:row of the drawing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ...records import COLOURS, Colour, Content, Mark, Markup, Text
from ...records.diagram import point_of
from ..sgf.annotations import MARKS, TERRITORY
from .cells import CellGrid, DrawnPart, Statement

MARK_WORDS: Final[dict[str, Mark]] = {word: mark for word, mark in MARKS.items() if word != "M"}
COUNT_WORDS: Final = {
    "PRISONERS": "prisoners",
    "HAND": "tao_in_hand",
    "BOUGHT": "tao_bought",
    "PAID": "tao_paid",
    "COUPONS": "coupons",
}
_STONE_WORDS: Final[dict[str, Content]] = {"BLACK": "black", "WHITE": "white", "TAO": "tao"}
_STAND_INS: Final = ("TAO", "DD", *MARK_WORDS, *TERRITORY)
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|([\\n]))")
_LARGEST: Final = 1_000_000


def escape(text: str, also: str = "") -> str:
    """Return a text on one line and without blanks at its ends, to be read by `unescape`."""
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
    """Return the text that `escape` wrote; a backslash before anything else is literal."""

    def letter(found: re.Match[str]) -> str:
        if found[3]:
            return "\n" if found[3] == "n" else "\\"
        code = int(found[1] or found[2], 16)
        return chr(code) if code < 0x110000 else found[0]

    return _ESCAPE.sub(letter, text)


@dataclass
class StatedFacts:
    """The contents of a grid's statements, with canonical labels.

    ``state`` holds fields of the position. ``unseen`` points are hidden. ``named`` are the points whose signs and
    labels are in statements, which override the signs in their cells.
    """

    stones: dict[str, Content] = field(default_factory=dict)
    tiles: dict[str, int] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    markup: Markup = field(default_factory=Markup)
    moves: dict[int, str] = field(default_factory=dict)
    title: str | None = None
    links: dict[str, str] = field(default_factory=dict)
    unseen: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)


def understand(grid: CellGrid, place: DrawnPart) -> StatedFacts:
    """Return the contents of a grid's statements; FormatError for an error in one of ours, a warning for others."""
    reader = _StatementReader(grid, place)
    for statement in grid.statements:
        reader.take(statement)
    markup = reader.said.markup
    for labels in (*markup.marks.values(), *markup.territory.values(), markup.dimmed or []):
        labels[:] = dict.fromkeys(labels)  # without duplicates
    return reader.said


class _StatementReader:
    def __init__(self, grid: CellGrid, place: DrawnPart) -> None:
        self.grid = grid
        self.place = place
        self.said = StatedFacts()

    def take(self, statement: Statement) -> None:
        """Read a statement; the comments show its form."""
        said, markup, word, text = self.said, self.said.markup, statement.word, statement.text
        match word:
            case "BOARD" | "AT" | "CONTINUES":
                pass  # about the drawing as a whole, read elsewhere
            case "BLACK" | "WHITE" | "TAO":  # TAO D4 E5: contents of points
                said.stones |= dict.fromkeys(self._labels(statement), _STONE_WORDS[word])
            case "TILE":  # TILE D4 E5 2: a stack of two tiles on each
                labels, _, last = text.rpartition(" ")
                height = _count(last, statement) if last.isdecimal() else 1
                if height == 0:
                    raise statement.error(Text("a stack of tiles must have at least one"))
                listed = labels if last.isdecimal() else text
                said.tiles |= dict.fromkeys(self._labels(replace(statement, text=listed)), height)
            case "TURNS":  # TURNS 12: the turns that set the price of a Tao stone (spec 3.9)
                said.state["tao_turns"] = _count(text.strip(), statement)
            case "ORDER":  # ORDER 3: the place in the order of turns (spec 6.7)
                said.state["order_turn"] = _count(text.strip(), statement)
            case "INCURSION":  # INCURSION: the last move was one (spec 2.2)
                said.state["last_incursion"] = True
            case "CREATED":  # CREATED white: the creator of the position (spec 1.5)
                said.state["created_by"] = _colour(statement)
            case "TURN":  # TURN white: the side to move
                said.state["to_play"] = _colour(statement)
            case "MOVE":  # MOVE 7 tao D4: a move that its number does not show
                number, _, move = text.partition(" ")
                move, point = move.strip(), point_of(move.strip())
                named = move if point is None else move.removesuffix(point) + self._label(point.strip(), statement)
                said.moves[_count(number, statement)] = named
            case "TITLE":  # TITLE the text: the exact title
                said.title = unescape(text)
            case "LINK":  # LINK D4 address: the link of a point, or of a label's text
                key, _, address = text.partition(" ")
                said.links[unescape(key)] = unescape(address)
            case "UNSEEN":  # UNSEEN D4 E5: hidden points, despite their cells
                said.unseen.update(self._labels(statement))
            case "DD":  # DD D4 E5: points greyed out
                markup.dimmed = [*(markup.dimmed or ()), *self._labels(statement)]
            case "VW":  # show the whole board again, after a part of it
                markup.view = []
            case "LB":  # LB D4 the text: a label on a point
                name, _, words = text.partition(" ")
                label = self._label(name.strip(), statement)
                said.named.add(label)
                markup.labels[label] = unescape(words)
            case "AR" | "LN":
                self._take_line(statement)
            case _ if word in MARK_WORDS:  # CR D4 E5: signs on points
                markup.marks.setdefault(MARK_WORDS[word], []).extend(self._labels(statement))
            case _ if word in TERRITORY:  # TB D4 E5: the owner of points
                markup.territory.setdefault(TERRITORY[word], []).extend(self._labels(statement))
            case _ if word in COUNT_WORDS:  # PRISONERS black 2 white 0: counts per player
                said.state[COUNT_WORDS[word]] = _counts(statement)
            case _:
                self.grid.warn(f"`{word[:20]}` is unknown and was skipped", statement.line, statement.column)

    def _label(self, text: str, statement: Statement) -> str:
        board = self.place.board
        point = board.find(text)
        if point is None:
            raise statement.error(board.missing(text))
        return board.labels[point]

    def _labels(self, statement: Statement) -> list[str]:
        """Return the points in a statement, without duplicates."""
        found = list(dict.fromkeys(self._label(text, statement) for text in statement.text.split()))
        if statement.word in _STAND_INS:
            self.said.named.update(found)
        return found

    def _take_line(self, statement: Statement) -> None:
        """Read ``AR D4 F4``, ``LN 4:1 4:3``: from point to point; invalid ones are skipped, as elsewhere."""
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


def _counts(statement: Statement) -> dict[Colour, float]:
    words = statement.text.split()
    if words[::2] != list(COLOURS) or len(words) != 4:
        raise statement.error(Text("`{statement}` must look like `black 2 white 0`", statement=statement.text[:30]))
    half = ".5" if statement.word == "COUPONS" else ""  # the only counts with halves
    return {
        colour: _count(text.removesuffix(half), statement) + (0.5 if half and text.endswith(half) else 0)
        for colour, text in zip(COLOURS, words[1::2], strict=True)
    }


def _count(text: str, statement: Statement) -> int:
    if not (text.isdecimal() and len(text) < 8 and int(text) <= _LARGEST):
        raise statement.error(Text("`{text}` must be a number from 0 to {largest:,}", text=text[:20], largest=_LARGEST))
    return int(text)


def _colour(statement: Statement) -> Colour:
    for colour in COLOURS:
        if statement.text.strip() == colour:
            return colour
    raise statement.error(Text("`{statement}` must be black or white", statement=statement.text[:20]))
