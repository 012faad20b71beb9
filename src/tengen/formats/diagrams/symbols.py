"""From a diagram to symbols, and statements about what they cannot show; shared by drawn notations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Final

from ...boards import Board
from ...records import COLOURS, BoardError, Colour, Content, Diagram, FormatError, Mark, Position, Step, Text
from ...records.diagram import point_of
from ...rules.axis import plain
from ..board_texts import parsed
from .captions import caption, hidden_moves
from .cells import Cell, CellGrid, DrawnEdges, DrawnPart, Statement, locate
from .statements import COUNT_WORDS, MARK_WORDS, escape

GAP: Final = ""
"""Fills hidden cells of a drawing."""

_ACROSS: Final = ("cylinder", "torus", "mobius", "klein")
_UPWARDS: Final = ("torus", "klein")

After = Callable[[int], Position]
"""Returns the position after some of a diagram's moves; callers that know the rules pass it."""


@dataclass(frozen=True)
class PointView:
    """The visible content of a point: a stone or the number of a move, and the marks on it.

    ``number`` is the drawing's own, from 1; ``letter`` is the label, or replaces it; "" if none is free.
    """

    stone: Content | None = None
    number: int | None = None
    marks: tuple[Mark, ...] = ()
    label: str | None = None
    letter: str = ""
    owner: Colour | None = None
    dimmed: bool = False
    hoshi: bool = False

    @property
    def bare(self) -> bool:
        """Whether it has no marks."""
        return not (self.marks or self.owner or self.dimmed) and self.label is None


Symbol = Callable[[PointView], tuple[str, bool]]
"""The symbol of a point, and whether it expresses everything."""


@dataclass
class SymbolGrid:
    """Rows of symbols, top row first, the edges around them, the caption, and the statements.

    ``shown`` maps the label of every drawn point to its symbol.
    """

    board: Board
    rows: list[list[str]]
    edges: DrawnEdges
    title: str
    statements: list[tuple[str, str]]
    shown: dict[str, str]


@dataclass(frozen=True)
class Notation:
    """The properties of a notation for drawing.

    ``symbol`` draws a point; ``heard`` returns a caption as readers see it, and ``avoid`` are characters forbidden in
    texts; ``turn`` is the default side to move (None: always stated); ``gaps``: the notation can show them.
    """

    name: str
    symbol: Symbol
    heard: Callable[[str], str] = str.strip
    avoid: str = ""
    turn: Colour | None = None
    gaps: bool = True


def draw(diagram: Diagram, notation: Notation, size: int | None = None, continues: bool = False) -> SymbolGrid:
    """Return a diagram's drawing.

    ``size`` is the side given with the drawing; ``continues`` leaves out what the drawing before this one states.
    FormatError: the board has no rows, or lacks points that the diagram names.
    """
    return _GridWriter(diagram, notation, size).drawing(continues)


def board_of(diagram: Diagram, name: str) -> Board:
    """Return a diagram's board; FormatError if it cannot be drawn in rows."""
    try:
        board = parsed(diagram.board)
    except BoardError as error:
        raise FormatError(error.text) from None
    if not board.rows:
        what = Text("{name} draws rows, which the board {board} lacks; use json or sgf")
        raise FormatError(what.with_values(name=name, board=board.text[:40]))
    return board


def parts(
    diagram: Diagram, most: int, after: After | None = None, breaks: Callable[[int], bool] = lambda number: False
) -> list[Diagram]:
    """Return a diagram as a sequence of diagrams, with at most ``most`` moves each, in turn.

    ``breaks`` are numbers at which a new one begins in any case. ``after`` returns the board at that point; without it
    no stones are captured.
    """
    cuts = [0]
    for count, step in enumerate(diagram.moves):
        in_turn = count == 0 or diagram.moves[count - 1].colour != step.colour
        if count and (count - cuts[-1] == most or not in_turn or breaks(diagram.first + count)):
            cuts.append(count)
    found = []
    for begin, end in zip(cuts, [*cuts[1:], len(diagram.moves)], strict=True):
        if begin == 0:
            position = diagram.position
        elif after is not None:
            position = after(begin)
        else:
            before = replace(diagram, moves=diagram.moves[:begin])
            position = replace(diagram.position, stones=before.stones(), to_play=diagram.moves[begin].colour)
        found.append(replace(diagram, position=position, moves=diagram.moves[begin:end], first=diagram.first + begin))
    return found


class _GridWriter:
    def __init__(self, diagram: Diagram, notation: Notation, size: int | None) -> None:
        self.board = board_of(diagram, notation.name)
        self.diagram = diagram = self._canonical(diagram)
        self.notation = notation
        self.size = size
        view = diagram.markup.view
        self.view = {self.label(point) for point in view} if view else set(self.board.labels)
        self.left, self.top, self.width, self.height = self._rectangle()
        self.numbers = diagram.numbers()
        self.statements: list[tuple[str, str]] = []
        self.shown: dict[str, str] = {}
        self.unseen: list[str] = []  # hidden points within the drawing

    def label(self, text: str) -> str:
        point = self.board.find(text)
        if point is None:
            raise FormatError(self.board.missing(text))
        return self.board.labels[point]

    def _canonical(self, diagram: Diagram) -> Diagram:
        """Return the diagram with the board's own names for the points of its stones and moves."""
        if diagram.first < 1:
            raise FormatError(
                "the moves of a diagram are numbered from {first}; they must start at 1 or later", first=diagram.first
            )
        position = diagram.position
        stones = {self.label(point): content for point, content in position.stones.items()}
        tiles = {self.label(point): height for point, height in position.tiles.items()}
        moves = []
        for step in diagram.moves:
            point = point_of(step.move)
            text = step.move if point is None else step.move.removesuffix(point) + self.label(point)
            moves.append(Step(step.colour, text))
        return replace(diagram, position=replace(position, stones=stones, tiles=tiles), moves=tuple(moves))

    def drawing(self, continues: bool) -> SymbolGrid:
        across, upwards = self.board.surface in _ACROSS, self.board.surface in _UPWARDS
        edges = DrawnEdges(
            top=self.top == 0 and not upwards,
            bottom=self.top + self.height == len(self.board.rows) and not upwards,
            left=self.left == 0 and not across,
            right=self.left + self.width == len(self.board.rows[0]) and not across,
        )
        self._say_place(edges)
        looks = self._looks()
        rows = [[self._cell(x, y, looks) for x in range(self.width)] for y in range(self.height)]
        if not self.notation.gaps:
            self.say_points("UNSEEN", self.unseen)
        self._say_stones(looks)
        if continues:
            self.state("CONTINUES")
        else:
            self._say_state()
        self._say_markup(looks, anchored=edges.left and edges.bottom)
        title = self._say_moves()
        return SymbolGrid(self.board, rows, edges, title, self.statements, self.shown)

    def state(self, word: str, *texts: str) -> None:
        self.statements.append((word, " ".join(texts)))

    def say_points(self, word: str, points: Iterable[str], *more: str) -> None:
        """Add a statement about points, in the board's order, if there are any."""
        labels = sorted({self.label(point) for point in points}, key=self.board.point)
        if labels:
            self.state(word, *labels, *more)

    def _rectangle(self) -> tuple[int, int, int, int]:
        """Return the first column and row shown, and the width and height: all rows, or what the view needs."""
        if len(self.view) == len(self.board):
            return 0, 0, len(self.board.rows[0]), len(self.board.rows)
        seen = [
            (x, y)
            for y, row in enumerate(self.board.rows)
            for x, point in enumerate(row)
            if point >= 0 and self.board.labels[point] in self.view
        ]
        left, top = min(x for x, _ in seen), min(y for _, y in seen)
        return left, top, max(x for x, _ in seen) - left + 1, max(y for _, y in seen) - top + 1

    def _say_place(self, edges: DrawnEdges) -> None:
        """Name the board and the corner if a reader would guess others."""
        blank = [[Cell()] * self.width] * self.height
        size = None if self.size is None else (self.size, self.size)
        board, corner = Statement("BOARD", self.board.text), Statement("AT", f"{self.left + 1}:{self.top + 1}")
        for said in ([], [corner], [board], [board, corner]):
            found = _placed(CellGrid(blank, edges, size, statements=said))
            if found and (found.board.text, found.left, found.top) == (self.board.text, self.left, self.top):
                break
        for statement in said:
            self.state(statement.word, statement.text)

    def _looks(self) -> dict[str, PointView]:
        """Return the visible content of every point, with the numbers of their drawing."""
        markup, stones = self.diagram.markup, self.diagram.position.stones
        hoshi = {self.board.labels[point] for point in self.board.hoshi}
        labels = {self.label(point): text for point, text in markup.labels.items()}
        letters = _letters(labels[label] for label in self.board.labels if label in labels)
        marks: dict[str, tuple[Mark, ...]] = {}
        for word in MARK_WORDS.values():
            for point in dict.fromkeys(map(self.label, markup.marks.get(word, ()))):
                marks[point] = (*marks.get(point, ()), word)
        owner: dict[str, Colour] = {}
        for colour in COLOURS:
            owner |= dict.fromkeys(map(self.label, markup.territory.get(colour, ())), colour)
        dimmed = {self.label(point) for point in markup.dimmed or ()}
        return {
            label: PointView(
                stone=stones.get(label),
                number=self.numbers[label] - self.diagram.first + 1 if label in self.numbers else None,
                marks=marks.get(label, ()),
                label=labels.get(label),
                letter=letters.get(labels.get(label, ""), ""),
                owner=owner.get(label),
                dimmed=label in dimmed,
                hoshi=label in hoshi,
            )
            for label in self.board.labels
        }

    def _cell(self, x: int, y: int, looks: Mapping[str, PointView]) -> str:
        point = self.board.rows[self.top + y][self.left + x]
        label = self.board.labels[point] if point >= 0 else ""
        if label not in self.view:
            self.unseen += [label] if label else []
            return GAP
        self.shown[label], _ = self.notation.symbol(looks[label])
        return self.shown[label]

    def _say_stones(self, looks: Mapping[str, PointView]) -> None:
        """State the stones that are not drawn, all Tao stones, and the tiles."""
        for colour in COLOURS:
            unseen = [label for label, look in looks.items() if look.stone == colour and label not in self.shown]
            self.say_points(colour.upper(), unseen)
        self.say_points("TAO", (label for label, look in looks.items() if look.stone == "tao"))
        tiles = self.diagram.position.tiles
        for height in sorted(set(tiles.values())):
            here = [label for label, other_height in tiles.items() if other_height == height]
            self.say_points("TILE", here, *([str(height)] if height > 1 else []))

    def _say_state(self) -> None:
        """State what no drawing can show of the position."""
        position, moves = self.diagram.position, self.diagram.moves
        for word, name in COUNT_WORDS.items():
            counts = [getattr(position, name).get(colour, 0) for colour in COLOURS]
            if any(counts):
                self.state(word, *(f"{colour} {plain(count)}" for colour, count in zip(COLOURS, counts, strict=True)))
        if position.tao_turns:
            self.state("TURNS", str(position.tao_turns))
        if position.order_turn:
            self.state("ORDER", str(position.order_turn))
        if position.last_incursion:
            self.state("INCURSION")
        if position.created_by is not None:
            self.state("CREATED", position.created_by)
        expected = moves[0].colour if moves else self.notation.turn or position.to_play
        if expected != position.to_play:
            self.state("TURN", position.to_play)

    def _say_markup(self, looks: Mapping[str, PointView], anchored: bool) -> None:
        """State the marks that symbols do not fully express, and the arrows and lines."""
        unsaid = {
            label: look
            for label, look in looks.items()
            if not look.bare and (label not in self.shown or not self.notation.symbol(look)[1])
        }
        for word, mark in MARK_WORDS.items():
            self.say_points(word, (label for label, look in unsaid.items() if mark in look.marks))
        for colour in COLOURS:
            self.say_points(f"T{colour[0].upper()}", (p for p, look in unsaid.items() if look.owner == colour))
        self.say_points("DD", (label for label, look in unsaid.items() if look.dimmed))
        for word, points in (("DD", self.diagram.markup.dimmed), ("VW", self.diagram.markup.view)):
            if points == []:
                self.state(word)
        for label, look in unsaid.items():
            if look.label is not None:
                self.state("LB", label, escape(look.label, self.notation.avoid))
        for word, pairs in (("AR", self.diagram.markup.arrows), ("LN", self.diagram.markup.lines)):
            for ends in pairs:
                self.state(word, *(self._end(self.label(point), anchored) for point in ends))

    def _end(self, label: str, anchored: bool) -> str:
        """Return an end of an arrow for other readers: the label if they can resolve it, or counted from the corner."""
        if anchored and len(label.rstrip("0123456789")) == 1:
            return label
        point = self.board.find(label)
        for y, row in enumerate(self.board.rows):
            if point in row:
                x, y = row.index(point) - self.left + 1, y - self.top + 1
                if 1 <= x <= self.width and 1 <= y <= self.height:
                    return f"{x}:{y}"
        return label

    def _say_moves(self) -> str:
        """Return the caption, and add statements on moves that it and the numbers do not show."""
        diagram = self.diagram
        seen = {number: label for label, number in self.numbers.items() if label in self.shown}
        told = {number: step.move for number, step in enumerate(diagram.moves, diagram.first)}
        hidden = {number: text for number, text in told.items() if number not in seen}
        title = "".join(letter if letter.isprintable() else " " for letter in diagram.title)
        spoken = caption(" ".join(title.split()), [self._note(*move, seen) for move in hidden.items()])
        if hidden_moves(self.notation.heard(spoken), seen, diagram.first, self.board) != (diagram.title, hidden):
            self.state("TITLE", escape(diagram.title, self.notation.avoid))
        else:
            hidden = {}
        for number, text in told.items():
            if number in hidden or seen.get(number, text) != text:
                self.state("MOVE", str(number), text)
        return spoken

    def _note(self, number: int, move: str, seen: Mapping[int, str]) -> str:
        point = point_of(move)
        if point is None:
            return f"{number} {move}"
        at = next((str(earlier) for earlier, label in seen.items() if label == point), point)
        return f"{number} at {at}"


def _placed(grid: CellGrid) -> DrawnPart | None:
    """Return where a reader would place a grid without guessing."""
    try:
        found = locate(grid)
    except FormatError:
        return None
    return None if grid.warnings else found


def _letters(labels: Iterable[str]) -> dict[str, str]:
    """Return a letter for every label: its own if it is one (or ``*``), otherwise a similar free one."""
    texts = list(dict.fromkeys(labels))
    own = (*ascii_lowercase, "*")
    found = {text: text for text in texts if text in own}
    free = [letter for letter in ascii_lowercase if letter not in found]
    for text in texts:
        if text not in found and free:
            near = text[:1].lower()
            found[text] = near if near in free else free[0]
            free.remove(found[text])
    return found
