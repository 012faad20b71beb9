"""Cutting a line of a record into figures: numbered diagrams of consecutive moves, as Go books print them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import Final

from ..boards import Board
from ..draw.words import sentence
from ..game import Game
from ..game.walking import Stage
from ..records import Content, Diagram, Markup, Position, Resign, Step
from ..records.diagram import point_of

MOVES: Final = 50
"""A figure has at most so many moves, where nothing else is asked for."""


@dataclass(frozen=True)
class Comment:
    """What a record says at a move, by its number in the figure; 0 before any."""

    number: int
    text: str


@dataclass(frozen=True)
class Figure:
    """A diagram and what is printed below it.

    The diagram's position has the tiles that were there and those that its moves laid: every one lies under a stone
    that is seen, or lay there before. ``notes`` tell what the picture cannot show, ``comments`` are the record's.
    ``name`` is what the record calls it; ``address`` is that of its variation, as in `tengen.game.variations`.
    """

    diagram: Diagram
    notes: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()
    name: str = ""
    address: str = ""

    @property
    def last(self) -> int:
        """The number of the last move; one less than the first where there is none."""
        return self.diagram.first + len(self.diagram.moves) - 1


def cut(
    stages: Iterable[Stage], most: int | None = MOVES, since: int = 1, until: int | None = None, skip: int = 0
) -> Iterator[Figure]:
    """Cut the stages of a line (see `tengen.game.walking`) into figures with at most so many moves each.

    Only the moves from number ``since`` to number ``until`` are taken. A line whose first nodes are to be skipped
    (those before a variation) is numbered from 1. A figure ends

    - before a move on a point, or in the footprint, of a stone that is seen but was captured since, unless that stone
      was captured alone (a ko, as a rule): then a note says "31 at 25";
    - before stones that are set up, before a node with SGF's FG, and where MN numbers the moves anew;
    - after a node with marks, save a mark on its own move: they are drawn on the position they were meant for.

    Without a limit (``most`` is None), only what is set up by hand and MN end a figure, and all else is told in notes.
    """
    cutter = _Cutter(most)
    for place, stage in enumerate(stages):
        number = cutter.number(stage, numbered_anew=place == skip > 0)
        if until is not None and number > until:
            break
        if place < skip or (number < since and since > 1):
            cutter.pass_over(stage)
        elif stage.reasons:
            cutter.refuse(stage, number)
        else:
            yield from cutter.add(stage, number)
    yield from cutter.close(at_end=True)


@dataclass
class _Sheet:
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
    ending: str = ""

    def __post_init__(self) -> None:
        self.seen = dict(self.start.stones)
        self.tiles = dict(self.start.tiles)

    @property
    def following(self) -> int:
        """The number of the next move."""
        return self.first + len(self.steps)

    def is_empty(self) -> bool:
        return not (self.steps or self.comments or self.name or self.ending) and self.markup.is_empty()

    def hides(self, label: str | None, before: Position) -> bool:
        """Say whether a stone put there now could neither be seen nor be told of: larger captures hide it."""
        if label is None:
            return False
        if label in self.seen:
            return label not in before.stones and label not in self.alone
        point = self.board.find(label)
        gone = self.seen.keys() - before.stones.keys()
        return any(point in self.board.footprint[self.board.find(other) or 0] for other in gone)

    def add(self, step: Step, before: Position, after: Position) -> None:
        """Put a move into the picture, or where it cannot be seen there on the list of those to be told of."""
        number, label = self.following, point_of(step.move)
        self.steps.append(step)
        if label is None:
            self.unseen.append((number, step.move, ""))
            return
        if label in self.seen:
            self.unseen.append((number, "tao" if before.stones.get(label) == "tao" else "at", label))
        else:
            self.numbers[label] = number
            self.seen[label] = "tao" if step.move.startswith("tao ") else step.colour
        if after.tiles.get(label, 0) > before.tiles.get(label, 0):
            self.tiles[label] = after.tiles[label]
            self.tiled.append(number)
        stood = {**before.stones, label: step.colour}
        gone = {other for other, content in stood.items() if after.stones.get(other) != content and content != "tao"}
        for other in gone:
            near = (self.board.labels[point] for point in self.board.neighbours[self.board.find(other) or 0])
            joined = any(beside in gone and stood[beside] == stood[other] for beside in near)
            (self.alone.discard if joined else self.alone.add)(other)

    def figure(self) -> Figure:
        """Return what was made; stones without a number that the notes speak of get a letter."""
        markup = deepcopy(self.markup)
        free = (letter for letter in ascii_lowercase if letter not in {*markup.labels.values()})
        for _, _, label in self.unseen:
            if label and label not in self.numbers and label not in markup.labels:
                markup.labels[label] = next(free, label)
        grouped: dict[tuple[str, str], list[int]] = {}
        for number, word, label in self.unseen:
            where = str(self.numbers.get(label) or markup.labels.get(label, ""))
            grouped.setdefault((word, where), []).append(number)
        notes = [_told(numbers, word, where) for (word, where), numbers in grouped.items()]
        if self.tiled:
            plural = "s were" if len(self.tiled) > 1 else " was"
            notes.append(f"tile{plural} laid by {_listed(self.tiled)}")
        return Figure(
            Diagram(
                board=self.board.text,
                position=replace(self.start, tiles=self.tiles),
                moves=tuple(self.steps),
                first=self.first,
                markup=markup,
                title=self.name,
            ),
            notes=(*notes, *([self.ending] if self.ending else [])),
            comments=tuple(self.comments),
        )


class _Cutter:
    """Takes stages one by one and gives figures as they get full."""

    def __init__(self, most: int | None) -> None:
        self.most = most
        self.sheet: _Sheet | None = None
        self.before: Position | None = None
        self.offset: int | None = None
        self.view: list[str] | None = None
        self.has_given = False

    def number(self, stage: Stage, numbered_anew: bool = False) -> int:
        """Return the number of a stage's move, or of the last one before it, as SGF's MN has it where it says so."""
        moved = stage.node.move is not None
        given = stage.node.properties.get("MN", [""])[0] if moved else ""
        if given.isdecimal() and 0 < len(given) < 7 and int(given):
            self.offset = int(given) - stage.number
        elif numbered_anew:
            self.offset = moved - stage.number
        return stage.number + (self.offset or 0)

    def pass_over(self, stage: Stage) -> None:
        """Take note of a stage that is in no figure."""
        self.before = stage.game.position
        markup = stage.node.markup
        if markup is not None and markup.view is not None:
            self.view = markup.view

    def refuse(self, stage: Stage, number: int) -> None:
        """Say that the figure ends with an illegal move."""
        player = stage.node.colour or stage.game.to_play
        said = " ".join(sentence(reason, stage.game.rules, player) for reason in stage.reasons)
        sheet = self.sheet or _Sheet(stage.game.board, stage.game.position, number)
        sheet.ending = f"{number}, {stage.node.move}, is illegal: {said}"
        self.sheet = sheet

    def add(self, stage: Stage, number: int) -> Iterator[Figure]:
        """Put a stage into the figure, or begin the next one with it."""
        node, game = stage.node, stage.game
        moved = node.move is not None
        before = _start(game) if stage.anew or self.before is None else self.before
        if self._breaks(stage, number, before):
            yield from self.close()
        if self.sheet is None:
            self.sheet = _Sheet(game.board, before if moved else game.position, number if moved else number + 1)
        sheet = self.sheet
        if "FG" in node.properties:
            sheet.name = node.properties["FG"][0].partition(":")[2].strip()
        if moved and self.most is None:
            sheet.markup = Markup()
        if moved and game.moves[-1] is Resign:
            sheet.ending = f"{game.movers[-1].capitalize()} resigns"
        elif moved:
            sheet.add(Step(game.movers[-1], game.write_move(game.moves[-1])), before, game.position)
        self._say(sheet, stage)
        self.pass_over(stage)

    def _say(self, sheet: _Sheet, stage: Stage) -> None:
        """Put a node's words and marks into the figure."""
        node = stage.node
        text = "\n".join(part for part in (node.name.strip(), node.comment.strip()) if part)
        if text:
            sheet.comments.append(Comment(sheet.following - 1 if sheet.steps else 0, text))
        if _marks(stage) and node.markup is not None:
            sheet.markup = deepcopy(node.markup)

    def _breaks(self, stage: Stage, number: int, before: Position) -> bool:
        """Say whether a stage begins another figure."""
        node, sheet = stage.node, self.sheet
        if sheet is None:
            return False
        edited = stage.anew and bool(node.changes or node.move is None)
        if edited or (sheet.steps and node.move is not None and number != sheet.following):
            return True
        if self.most is None:
            return False
        seen_anew = node.markup is not None and node.markup.view not in (None, self.view)
        if seen_anew or "FG" in node.properties:
            return True
        if node.move is None:
            return not sheet.markup.is_empty() and _marks(stage)
        label = None if stage.game.moves[-1] is Resign else point_of(stage.game.write_move(stage.game.moves[-1]))
        return len(sheet.steps) >= self.most or not sheet.markup.is_empty() or sheet.hides(label, before)

    def close(self, at_end: bool = False) -> Iterator[Figure]:
        """Give the figure, unless there is nothing in it; a line without anything has one all the same."""
        sheet, self.sheet = self.sheet, None
        if sheet is not None and (not sheet.is_empty() or (at_end and not self.has_given)):
            if sheet.markup.view is None:
                sheet.markup.view = self.view
            self.has_given = True
            yield sheet.figure()


def _start(game: Game) -> Position:
    """Return the position a game began with."""
    return game.start or Game(game.variant, board=game.board).position


def _marks(stage: Stage) -> bool:
    """Say whether a node marks anything but its own move."""
    markup, moves = stage.node.markup, stage.game.moves
    if markup is None:
        return False
    own = point_of(stage.game.write_move(moves[-1])) if stage.node.move is not None and moves else None
    points = {label for labels in markup.marks.values() for label in labels} | markup.labels.keys()
    territory = any(markup.territory.values())
    return bool(points - {own} or markup.arrows or markup.lines or territory or markup.dimmed)


def _told(numbers: list[int], word: str, where: str) -> str:
    """Return a note on moves that are not seen.

    >>> _told([31, 34], "at", "25"), _told([32], "tao", "a"), _told([33], "pass", ""), _told([35, 36], "pass", "")
    ('31 and 34 at 25', '32 takes the Tao stone at a', '33 passes', '35 and 36 pass')
    """
    if word == "at":
        return f"{_listed(numbers)} at {where}"
    verbs = {"tao": ("takes the Tao stone", f" at {where}"), "pass": ("passes", "")}
    verb, rest = verbs.get(word, ("returns a prisoner", ""))
    if len(numbers) > 1:
        verb = {"passes": "pass", "takes the Tao stone": "take the Tao stone"}.get(verb, "return prisoners")
    return f"{_listed(numbers)} {verb}{rest}"


def _listed(numbers: list[int]) -> str:
    """Return numbers as a list in words.

    >>> _listed([5]), _listed([5, 8]), _listed([5, 8, 12])
    ('5', '5 and 8', '5, 8 and 12')
    """
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last
