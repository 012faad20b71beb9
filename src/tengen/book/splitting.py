"""Splitting a line of a record into figures: numbered diagrams of consecutive moves, as in Go books."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Final

from ..game.record_walk import Stage
from ..game.refusal import refusals
from ..records import Markup, Numbering, Position, Resign, Step
from ..records.diagram import point_of
from .figure import BookFigure, Comment, Sheet

MOVES: Final = 50
"""The maximum number of moves of a figure by default."""


def cut(
    stages: Iterable[Stage],
    most: int | None = MOVES,
    since: int = 1,
    until: int | None = None,
    skip: int = 0,
    after_captures: bool = False,
) -> Iterator[BookFigure]:
    """Split the stages of a line (see `tengen.game.record_walk`) into figures of at most ``most`` moves each.

    Only the moves from number ``since`` to number ``until`` are included, counted from the first, whose number MN may
    set. A line whose first nodes are skipped (those before a variation) is numbered from 1. A figure ends
    - before a move on a point, or in the footprint, of a visible stone that was captured since, unless that stone was
      captured alone (usually a ko): then a note says "31 at 25";
    - before setup stones, before a node with SGF's FG, and where MN restarts the numbers;
    - after a node with marks, other than a mark on its own move: they are drawn on their own position;
    - with ``after_captures``, after every move that removed stones, as the text of the formal rules prefers.

    Without a limit (``most`` is None), only setups end a figure, and notes list everything else.
    """
    cutter = _Cutter(most, after_captures)
    for place, stage in enumerate(stages):
        number = cutter.number(stage, numbered_anew=place == skip > 0)
        counted = stage.number + cutter.shift
        if until is not None and counted > until:
            break
        if place < skip or (counted < since and since > 1):
            cutter.pass_over(stage)
        elif stage.reasons:
            cutter.refuse(stage, number)
        else:
            yield from cutter.add(stage, number)
    yield from cutter.close(at_end=True)


class _Cutter:
    """Receives stages one by one and yields full figures."""

    def __init__(self, most: int | None, after_captures: bool = False) -> None:
        self.most = most
        self.after_captures = after_captures
        self.sheet: Sheet | None = None
        self.before: Position | None = None
        self.offset: int | None = None
        self.shift = 0
        self.view: list[str] | None = None
        self.numbering: Numbering = "all"
        self.has_given = False

    def number(self, stage: Stage, numbered_anew: bool = False) -> int:
        """Return the number of a stage's move, or of the last one before it, as set by SGF's MN."""
        moved, printing = stage.node.move is not None, stage.node.printing
        if moved and printing is not None and (printing.number or 0) > 0:
            self.offset = (printing.number or 0) - stage.number
            self.shift = self.offset if stage.number == 1 else self.shift
        elif numbered_anew:
            self.offset = moved - stage.number
        return stage.number + (self.offset or 0)

    def pass_over(self, stage: Stage) -> None:
        """Record a stage outside all figures."""
        self.before = stage.game.position
        markup, printing = stage.node.markup, stage.node.printing
        if markup is not None and markup.view is not None:
            self.view = markup.view
        if printing is not None and printing.numbering is not None:
            self.numbering = printing.numbering

    def refuse(self, stage: Stage, number: int) -> None:
        """Note that the figure ends with an illegal move."""
        player = stage.node.colour or stage.game.to_play
        said = " ".join(refusals(stage.game, stage.node.move, stage.reasons, player))
        sheet = self.sheet or Sheet(stage.game.board, stage.game.position, number)
        sheet.problem = f"{number}, {stage.node.move}, is illegal: {said}"
        self.sheet = sheet

    def add(self, stage: Stage, number: int) -> Iterator[BookFigure]:
        """Add a stage to the figure, or start the next one with it."""
        node, game = stage.node, stage.game
        moved = node.move is not None
        before = game.first_position if stage.anew or self.before is None else self.before
        if self._breaks(stage, number, before):
            yield from self.close()
        if self.sheet is None:
            self.sheet = Sheet(game.board, before if moved else game.position, number if moved else number + 1)
        sheet = self.sheet
        self.pass_over(stage)
        if moved and not sheet.steps:
            sheet.first, sheet.numbering = number, self.numbering
        if node.printing is not None and node.printing.figure is not None:
            sheet.name, sheet.flags = node.printing.figure.title, node.printing.figure.flags or 0
        if moved and self.most is None:
            sheet.markup = Markup()
        if moved and game.moves[-1] is Resign:
            sheet.ending = f"{game.movers[-1].capitalize()} resigns"
        elif stage.turn is not None:
            sheet.add(Step(stage.turn.mover, game.write_move(stage.turn.move)), stage.turn, before, game.position)
        text = "\n".join(part for part in (node.name.strip(), node.comment.strip()) if part)
        if text:
            sheet.comments.append(Comment(sheet.following - 1 if sheet.steps else 0, text))
        if _marks(stage) and node.markup is not None:
            sheet.markup = deepcopy(node.markup)

    def _breaks(self, stage: Stage, number: int, before: Position) -> bool:
        """Return whether a stage starts another figure."""
        node, sheet = stage.node, self.sheet
        if sheet is None:
            return False
        edited = stage.anew and bool(node.changes or node.move is None)
        if edited or self.most is None:
            return edited
        if sheet.steps and node.move is not None and number != sheet.following:
            return True
        seen_anew = node.markup is not None and node.markup.view not in (None, self.view)
        if seen_anew or (node.printing is not None and node.printing.figure is not None):
            return True
        if node.move is None:
            return not sheet.markup.is_empty() and _marks(stage)
        if self.after_captures and sheet.removed:
            return True
        label = None if stage.game.moves[-1] is Resign else point_of(stage.game.write_move(stage.game.moves[-1]))
        return len(sheet.steps) >= self.most or not sheet.markup.is_empty() or sheet.hides(label, before)

    def close(self, at_end: bool = False) -> Iterator[BookFigure]:
        """Return the figure, unless it is empty; an empty line still gets one."""
        sheet, self.sheet = self.sheet, None
        if sheet is not None and (not sheet.is_empty() or (at_end and not self.has_given)):
            if sheet.markup.view is None:
                sheet.markup.view = self.view
            self.has_given = True
            yield sheet.figure()


def _marks(stage: Stage) -> bool:
    """Return whether a node marks anything other than its own move."""
    markup, moves = stage.node.markup, stage.game.moves
    if markup is None:
        return False
    own = point_of(stage.game.write_move(moves[-1])) if stage.node.move is not None and moves else None
    points = {label for labels in markup.marks.values() for label in labels} | markup.labels.keys()
    territory = any(markup.territory.values())
    return bool(points - {own} or markup.arrows or markup.lines or territory or markup.dimmed)
