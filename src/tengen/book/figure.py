"""One figure in the making: what is seen in it, and what its notes have to tell."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import Final

from ..boards import Board
from ..game import Turn
from ..records import Content, Diagram, Markup, Numbering, Position, Step
from ..records.diagram import point_of

_UNLISTED: Final = 4
"""The flag of SGF's FG that leaves the moves that cannot be seen untold."""


@dataclass(frozen=True)
class Comment:
    """What a record says at a move, by its number in the figure; 0 before any."""

    number: int
    text: str


@dataclass(frozen=True)
class BookFigure:
    """A diagram and what is printed below it.

    The diagram's position has the tiles that were there and those that its moves laid: every one lies under a stone
    that is seen, or lay there before. ``notes`` tell what the picture cannot show, ``comments`` are the record's.
    ``problem`` is the note on an illegal move that ended it. The game's number of a move is ``shift`` more than the one
    that is printed. ``flags`` are those of SGF's FG.
    """

    diagram: Diagram
    notes: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()
    shift: int = 0
    flags: int = 0
    problem: str = ""

    @property
    def span(self) -> tuple[int, int]:
        """The numbers in the game of the first and the last move; the last is one less where there is none."""
        first = self.diagram.first + self.shift
        return first, first + len(self.diagram.moves) - 1


@dataclass
class Sheet:
    """A figure in the making: what is seen in it so far, and which of the stones seen were captured alone."""

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
        """The number of the next move."""
        return self.first + len(self.steps)

    def is_empty(self) -> bool:
        return not (self.steps or self.comments or self.name or self.ending or self.problem) and self.markup.is_empty()

    def hides(self, label: str | None, before: Position) -> bool:
        """Say whether a stone put there now could neither be seen nor be mentioned: larger captures hide it."""
        if label is None:
            return False
        if label in self.seen:
            return label not in before.stones and label not in self.alone
        point = self.board.point(label)
        gone = self.seen.keys() - before.stones.keys()
        near = {*self.board.footprint[point], *self.board.covered_from[point]}
        return any(self.board.point(other) in near for other in gone)

    def add(self, step: Step, turn: Turn, before: Position, after: Position) -> None:
        """Put a turn into the picture, or where it cannot be seen there, on the list of turns to mention."""
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
        """Return what was made; stones without a number that the notes speak of get a letter."""
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
        comments = tuple(Comment(max(0, comment.number - shift), comment.text) for comment in self.comments)
        notes = (*self._notes(markup, shift), *self._ending())
        return BookFigure(diagram, notes, comments, shift, self.flags, self.problem)

    def _notes(self, markup: Markup, shift: int) -> Iterator[str]:
        grouped: dict[tuple[str, str], list[int]] = {}
        for number, word, label in self.unseen if not self.flags & _UNLISTED else ():
            seen = self.numbers.get(label)
            where = markup.labels.get(label, "") if seen is None else str(seen - shift)
            grouped.setdefault((word, where), []).append(number - shift)
        for (word, where), numbers in grouped.items():
            yield _told(numbers, word, where)
        if self.tiled:
            plural = "s were" if len(self.tiled) > 1 else " was"
            yield f"tile{plural} laid by {_listed([number - shift for number in self.tiled])}"

    def _ending(self) -> tuple[str, ...]:
        return tuple(said for said in (self.ending, self.problem) if said)


def _told(numbers: list[int], word: str, where: str) -> str:
    """Return a note on moves that are not seen.

    >>> _told([31, 34], "at", "25"), _told([32], "tao", "a"), _told([33], "pass", ""), _told([35, 36], "pass", "")
    ('31 and 34 at 25', '32 takes the Tao stone at a', '33 passes', '35 and 36 pass')
    """
    if word == "at":
        return f"{_listed(numbers)} at {where}"
    verbs = {"tao": ("takes the Tao stone", "take the Tao stone"), "pass": ("passes", "pass")}
    one, several = verbs.get(word, ("returns a prisoner", "return prisoners"))
    rest = f" at {where}" if word == "tao" else ""
    return f"{_listed(numbers)} {one if len(numbers) == 1 else several}{rest}"


def _listed(numbers: list[int]) -> str:
    """Return numbers as a list in words.

    >>> _listed([5]), _listed([5, 8]), _listed([5, 8, 12])
    ('5', '5 and 8', '5, 8 and 12')
    """
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last
