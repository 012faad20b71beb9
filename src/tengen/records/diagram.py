"""A printed diagram: a position and the numbered moves after it, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .notes import Mark, Markup, Printing
from .position import GESTURES, Colour, Content, Position
from .record import Node, Record


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a diagram: its colour, and its text as in `Node.move`."""

    colour: Colour
    move: str


@dataclass(frozen=True)
class Diagram:
    """A diagram in a book: a position, the moves from ``first`` on with their numbers, and marks.

    ``board`` is a board's text form and ``position`` the state before the first of the ``moves``. ``markup`` is drawn
    over everything; its ``view`` is the visible part of the board. ``coordinates`` requests the names of rows and
    columns, and ``links`` maps a text of the markup's labels, or a point, to an address. ``warnings`` list what was
    repaired while reading.

    >>> drawn = Diagram("9", Position({}), (Step("black", "E5"), Step("white", "pass")))
    >>> drawn.numbers(), drawn.stones(), drawn.notes()
    ({'E5': 1}, {'E5': 'black'}, ('2 pass',))
    """

    board: str
    position: Position
    moves: tuple[Step, ...] = ()
    first: int = 1
    markup: Markup = field(default_factory=Markup)
    title: str = ""
    coordinates: bool = False
    links: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = field(default=(), compare=False)

    def numbers(self) -> dict[str, int]:
        """Return the number on every point with a visible move."""
        return {label: number for number, label in self._seen()}

    def stones(self) -> dict[str, Content]:
        """Return the stones of the picture: those before the moves, and one for every number, without captures."""
        stones = dict(self.position.stones)
        for number, label in self._seen():
            move = self.moves[number - self.first]
            stones[label] = "tao" if move.move.startswith("tao ") else move.colour
        return stones

    def notes(self) -> tuple[str, ...]:
        """Return what the picture cannot show: "31 at 25" for a move on a numbered point, "32 pass"."""
        numbers = self.numbers()
        said = []
        for number, step in enumerate(self.moves, self.first):
            label = point_of(step.move)
            if label is None:
                said.append(f"{number} {step.move}")
            elif numbers.get(label) != number:
                said.append(f"{number} at {numbers.get(label, label)}")
        return tuple(said)

    def _seen(self) -> list[tuple[int, str]]:
        """Return number and point of the visible moves: the first on each point that was vacant before them."""
        taken = set(self.position.stones)
        found = []
        for number, step in enumerate(self.moves, self.first):
            label = point_of(step.move)
            if label is not None and label not in taken:
                taken.add(label)
                found.append((number, label))
        return found

    def squares_as_tao(self) -> Diagram:
        """Return the diagram for a game with Tao stones: a square on an empty point is a Tao stone (spec 3.10).

        A diagram that already names Tao stones is unchanged.
        """
        taken = {**self.position.stones, **self.numbers()}
        squares = [label for label in self.markup.marks.get("square", ()) if label not in taken]
        if not squares or "tao" in self.position.stones.values():
            return self
        stones = {**self.position.stones, **dict.fromkeys(squares, "tao")}
        return self._without_marks("square", squares, replace(self.position, stones=stones))  # type: ignore[arg-type]

    def circles_as_tiles(self) -> Diagram:
        """Return the diagram with a tile on every point with a circle, in place of the circle."""
        circled = list(self.markup.marks.get("circle", ()))
        tiles = {**self.position.tiles, **{label: self.position.tiles.get(label, 0) + 1 for label in circled}}
        return self._without_marks("circle", circled, replace(self.position, tiles=tiles))

    def _without_marks(self, mark: Mark, points: list[str], position: Position) -> Diagram:
        """Return the diagram with another position and without a mark on some points."""
        left = [label for label in self.markup.marks.get(mark, ()) if label not in points]
        marks = {name: labels for name, labels in self.markup.marks.items() if name != mark}
        markup = replace(self.markup, marks={**marks, **({mark: left} if left else {})})
        return replace(self, position=position, markup=markup)

    def record(self, whole: bool = False) -> Record:
        """Return the diagram as a record: the position is its start, and the markup belongs to the last move.

        A first number other than 1 is stored in the first move's `printing`. Plain stones are set up as at the start of
        a game; with ``whole`` they are the whole position, to which no rules add anything (spec 3.10).
        """
        record = Record(board=self.board, warnings=list(self.warnings))
        plain = not whole and self.position == Position(stones=self.position.stones, to_play=self.position.to_play)
        if plain and "tao" not in self.position.stones.values():
            record.root.changes = {label: c for label, c in self.position.stones.items() if c != "tao"}
            record.root.to_play = self.position.to_play
        else:
            record.start = self.position
        node = record.root
        for step in self.moves:
            node.children.append(Node(move=step.move, colour=step.colour))
            node = node.children[0]
        if self.moves and self.first != 1:
            record.root.children[0].printing = Printing(number=self.first)
        if not self.markup.is_empty():
            node.markup = self.markup
        if self.title:
            record.info["GN"] = self.title
        return record


def point_of(move: str) -> str | None:
    """Return the label of the point in a move's text, or None."""
    return None if move in GESTURES else move.removeprefix("tao ")
