"""One figure under construction: its visible content and its notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import Final

from ..boards import Board
from ..game import Turn
from ..records import Content, Diagram, Markup, Numbering, Position, Step, listed
from ..records.diagram import point_of

_LARGE: Final = 13
"""The shortest side of boards of which figures with few moves show only a part."""
_FEW_MOVES: Final = 12
_AROUND: Final = 2
"""The lines shown around the moves."""
_UNLISTED: Final = 4
"""The flag of SGF's FG for not listing invisible moves."""


@dataclass(frozen=True)
class Comment:
    """A record's comment on a move, by its number in the figure, or 0 before any."""

    number: int
    text: str


@dataclass(frozen=True)
class BookFigure:
    """A diagram and the text printed below it.

    The diagram's position has the earlier tiles, and those laid by its moves that are still visible under a stone.
    ``notes`` list what the picture cannot show, ``comments`` are the record's. ``problem`` is the note on an
    illegal move that ended it. A move's number in the game is the printed one plus ``shift``. ``flags`` are SGF's FG.
    """

    diagram: Diagram
    notes: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()
    shift: int = 0
    flags: int = 0
    problem: str = ""

    @property
    def span(self) -> tuple[int, int]:
        """The numbers in the game of the first and the last move; without moves the last is one less."""
        first = self.diagram.first + self.shift
        return first, first + len(self.diagram.moves) - 1


@dataclass
class Sheet:
    """A figure under construction: its visible content so far, and the visible stones that were captured alone."""

    board: Board
    start: Position
    first: int
    name: str = ""
    steps: list[Step] = field(default_factory=list)
    unseen: list[tuple[int, str, str]] = field(default_factory=list)
    tiled: list[int] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    markup: Markup = field(default_factory=Markup)
    seen: dict[str, Content] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    tiles: dict[str, int] = field(default_factory=dict)
    alone: set[str] = field(default_factory=set)
    removed: bool = False
    """Whether the last turn removed stones."""
    ending: str = ""
    problem: str = ""
    flags: int = 0
    numbering: Numbering = "all"

    def __post_init__(self) -> None:
        self.end: Position = self.start
        self.seen = dict(self.start.stones)
        self.tiles = dict(self.start.tiles)

    @property
    def following(self) -> int:
        return self.first + len(self.steps)

    def is_empty(self) -> bool:
        return not (self.steps or self.comments or self.name or self.ending or self.problem) and self.markup.is_empty()

    def hides(self, label: str | None, before: Position) -> bool:
        """Return whether a stone placed now could neither be drawn nor mentioned, because of larger captures."""
        if label is None:
            return False
        if label in self.seen:
            return label not in before.stones and label not in self.alone
        point = self.board.point(label)
        gone = self.seen.keys() - before.stones.keys()
        near = {*self.board.footprint[point], *self.board.covered_from[point]}
        return any(self.board.point(other) in near for other in gone)

    def add(self, step: Step, turn: Turn, before: Position, after: Position) -> None:
        """Draw a turn, or, if it cannot be seen, list it for a note."""
        number, label = self.following, point_of(step.move)
        self.steps.append(step)
        self.end = after
        self.removed = bool(turn.captured or turn.lost)
        if label is None:
            self.unseen.append((number, step.move, ""))
            return
        content: Content = "tao" if step.move.startswith("tao ") else step.colour
        if label in self.seen:
            self.unseen.append((number, "tao" if before.stones.get(label) == "tao" else "at", label))
        else:
            self.numbers[label] = number
            self.seen[label] = content
        if turn.tile:
            self.tiles[label] = after.tiles[label]
            self.tiled.append(number)
        for side in (turn.captured, turn.lost):
            for point in side:
                joined = not {*side}.isdisjoint(self.board.connections[point])
                (self.alone.discard if joined else self.alone.add)(self.board.labels[point])

    def figure(self) -> BookFigure:
        """Return the figure; stones without a number get a letter if the notes mention them."""
        if self.numbering == "none":
            diagram = Diagram(self.board.text, self.end, markup=self.markup, title=self.name)
            return BookFigure(diagram, self._ending(), tuple(self.comments), flags=self.flags, problem=self.problem)
        shift = (self.first - 1) // 100 * 100 if self.numbering == "modulo" else 0
        markup = deepcopy(self.markup)
        free = (letter for letter in ascii_lowercase if letter not in {*markup.labels.values()})
        for _, _, label in self.unseen:
            if label and label not in self.numbers and label not in markup.labels:
                markup.labels[label] = next(free, label)
        diagram = Diagram(
            board=self.board.text,
            position=replace(self.start, tiles=self.tiles),
            moves=tuple(self.steps),
            first=self.first - shift,
            markup=markup,
            title=self.name,
        )
        marked = tuple(_marked(markup, {label: number - shift for label, number in self.numbers.items()}))
        comments = tuple(Comment(max(0, comment.number - shift), comment.text) for comment in self.comments)
        notes = (*self._notes(markup, shift), *marked, *self._ending())
        if markup.view is None:
            markup.view = self._part(markup)
        return BookFigure(diagram, notes, comments, shift, self.flags, self.problem)

    def _part(self, markup: Markup) -> list[str] | None:
        """Return the points around a few moves on a large board, unless the record has a view; None for all."""
        board, shape = self.board, self.board.shape
        marked = {label for labels in markup.marks.values() for label in labels}
        tied = {label for pair in (*markup.arrows, *markup.lines) for label in pair}
        shown = [board.point(label) for label in {*self.numbers, *markup.labels, *marked, *tied}]
        if shape is None or board.surface != "plane" or min(shape) < _LARGE or not 0 < len(self.steps) <= _FEW_MOVES:
            return None
        if any(markup.territory.values()) or not shown:
            return None
        columns, rows = ([board.coordinates[point][axis] for point in shown] for axis in (0, 1))
        (left, right), (top, bottom) = (
            _widened(min(each), max(each), size) for each, size in zip((columns, rows), shape)
        )
        view = [
            label for label, (x, y) in zip(board.labels, board.coordinates) if left <= x <= right and top <= y <= bottom
        ]
        return view if len(view) < 0.6 * len(board) else None

    def _notes(self, markup: Markup, shift: int) -> Iterator[str]:
        grouped: dict[tuple[str, str], list[int]] = {}
        for number, word, label in self.unseen if not self.flags & _UNLISTED else ():
            seen = self.numbers.get(label)
            where = markup.labels.get(label, "") if seen is None else str(seen - shift)
            grouped.setdefault((word, where), []).append(number - shift)
        for (word, where), numbers in grouped.items():
            yield _told(numbers, word, where)
        if self.tiled:
            laid = "tiles were" if len(self.tiled) > 1 else "a tile was"
            yield f"{laid} laid by {listed(map(str, [number - shift for number in self.tiled]), 'and')}"

    def _ending(self) -> tuple[str, ...]:
        return tuple(said for said in (self.ending, self.problem) if said)


def _widened(low: float, high: float, size: int) -> tuple[float, float]:
    """Return a range of lines with a margin, extended to a nearby edge."""
    low, high = low - _AROUND, high + _AROUND
    return (0 if low <= _AROUND else low), (size - 1 if high >= size - 1 - _AROUND else high)


def _marked(markup: Markup, numbers: Mapping[str, int]) -> Iterator[str]:
    """Remove signs that would hide the numbers of stones, and yield notes on them instead."""
    for mark, labels in markup.marks.items():
        if on := sorted(numbers[label] for label in labels if label in numbers):
            said = "selected" if mark == "selected" else f"marked with a {mark}"
            yield f"{listed(map(str, on), 'and')} {'is' if len(on) == 1 else 'are'} {said}"
            markup.marks[mark] = [label for label in labels if label not in numbers]


def _told(numbers: list[int], word: str, where: str) -> str:
    """Return a note on invisible moves.

    >>> _told([31, 34], "at", "25"), _told([32], "tao", "a"), _told([33], "pass", ""), _told([35, 36], "pass", "")
    ('31 and 34 at 25', '32 takes the Tao stone at a', '33 passes', '35 and 36 pass')
    """
    if word == "at":
        return f"{listed(map(str, numbers), 'and')} at {where}"
    verbs = {"tao": ("takes the Tao stone", "take the Tao stone"), "pass": ("passes", "pass")}
    one, several = verbs.get(word, ("returns a prisoner", "return prisoners"))
    rest = f" at {where}" if word == "tao" else ""
    return f"{listed(map(str, numbers), 'and')} {one if len(numbers) == 1 else several}{rest}"
