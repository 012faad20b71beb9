"""Parts of recorded games as diagrams: played through, so that captured stones are gone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ...game.played_records import odd_move
from ...game.record_walk import walk
from ...records import Diagram, Markup, Position, Record, Step, TengenError, other
from ...rules import Variant
from .positions import illegal_move, shift_of


@dataclass
class Excerpt:
    """Moves without stones set up by hand in between, from the number ``first`` on, and what is odd about them.

    ``positions`` stand on the board before the first of them and after each, ``markup`` is that of the last.
    """

    board: str
    first: int
    positions: list[Position]
    steps: list[Step] = field(default_factory=list)
    markup: Markup = field(default_factory=Markup)
    odd: list[str] = field(default_factory=list)

    @property
    def diagram(self) -> Diagram:
        """The moves as a diagram."""
        first = self.first if self.steps else 1
        return Diagram(self.board, self.positions[0], tuple(self.steps), first=first, markup=self.markup)


def excerpts(record: Record, variant: Variant, first: int | None = None, last: int | None = None) -> list[Excerpt]:
    """Return the moves of a record from one to another, with new excerpts where stones are set up in between.

    The numbers are the record's own where it begins with another than 1 (SGF's MN); a record without moves is one
    excerpt, its last position. Unless ``last`` is given, stones set up after the last move are one without moves.
    """
    if first is not None and last is not None and first > last:
        raise TengenError(f"there are no moves from {first} to {last}")
    shift = shift_of(record.main_line())
    found = _played(record, variant, shift, first or 1, last)
    final = found[-1]
    end = final.first + len(final.steps) - 1
    if end == shift and first is None and last is None:
        return [final]
    for number in (shift + 1 if first is None else first, end if last is None else last):
        if not shift < number <= end:
            raise TengenError(f"there is no move {number}; the game has {_span(shift, end)}")
    changed = len(found) > 1 and final.positions[0].stones != found[-2].positions[-1].stones
    return [part for part in found if part.steps or (part is final and last is None and changed)]


def position_after(record: Record, variant: Variant, move: int) -> Excerpt:
    """Return the position after a move of a record, 0 for the one before the first."""
    shift = shift_of(record.main_line())
    last = max(shift, move)
    part = _played(record, variant, shift, last + 1, last)[-1]
    if part.first <= last:
        raise TengenError(f"there is no move {move}; the game has {_span(shift, part.first - 1)}")
    return part


def _span(shift: int, end: int) -> str:
    return f"moves {shift + 1} to {end}" if end > shift else "no moves"


def _played(record: Record, variant: Variant, shift: int, first: int, last: int | None) -> list[Excerpt]:
    """Return a record's moves up to one of them, those before the ``first`` only as the position that they make."""
    found: list[Excerpt] = []
    for stage in walk(record, variant):
        number = stage.number + shift
        if last is not None and number > last:
            break
        if stage.reasons:
            before = f" `--to {stage.number - 1}` takes the moves before it." if stage.number > 1 else ""
            raise TengenError(illegal_move(stage) + before)
        if stage.anew:
            found = [part for part in found if part.steps]
            begin = number + (stage.node.move is None)
            found.append(Excerpt(stage.game.board.text, begin, [_position(stage.game.first_position)]))
        part = found[-1]
        if stage.turn is not None:
            part.markup = Markup()
            if number < first:
                part.first, part.positions = number + 1, [_position(stage.game.position)]
            else:
                part.steps.append(Step(stage.turn.mover, stage.game.write_move(stage.turn.move)))
                part.positions.append(_position(stage.game.position))
                part.odd += filter(None, [odd_move(stage)])
        if stage.node.markup is not None:
            part.markup = stage.node.markup
    return found


def _position(position: Position) -> Position:
    """Return a game's position; who created it is left unsaid where it is who did not move."""
    return replace(position, created_by=None) if position.created_by == other(position.to_play) else position
