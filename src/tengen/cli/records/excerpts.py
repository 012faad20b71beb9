"""Parts of recorded games as diagrams: played through, so that captured stones are gone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ...game.played_records import odd_move
from ...game.record_walk import walk
from ...records import Diagram, Markup, Position, Record, Step, TengenError, other
from ...rules import Variant
from .positions import illegal_move, shift_of


@dataclass(frozen=True)
class Excerpt:
    """A diagram, what stands on the board before its first move and after each, and what is odd about its moves."""

    diagram: Diagram
    positions: tuple[Position, ...]
    odd: tuple[str, ...] = ()

    def after(self, moves: int) -> Position:
        """Return the position after the first of the diagram's moves, in the number given."""
        return self.positions[moves]


@dataclass
class _Passage:
    """Moves without stones set up by hand in between, after the first ``before`` moves of the game."""

    board: str
    before: int
    positions: list[Position]
    steps: list[Step] = field(default_factory=list)
    markup: dict[int, Markup] = field(default_factory=dict)
    odd: dict[int, str] = field(default_factory=dict)

    def excerpt(self, first: int, last: int, shift: int) -> Excerpt:
        """Return the moves from the ``first`` to the ``last`` of the game, numbered with a shift."""
        begin, end = first - 1 - self.before, last - self.before
        diagram = Diagram(
            board=self.board,
            position=self.positions[begin],
            moves=tuple(self.steps[begin:end]),
            first=first + shift if end > begin else 1,
            markup=self.markup.get(end, Markup()),
        )
        odd = tuple(said for step, said in self.odd.items() if begin < step <= end)
        return Excerpt(diagram, tuple(self.positions[begin : end + 1]), odd)


def excerpts(record: Record, variant: Variant, first: int | None = None, last: int | None = None) -> list[Excerpt]:
    """Return the moves of a record from one to another, with new excerpts where stones are set up in between.

    The numbers are the record's own where it begins with another than 1 (SGF's MN); a record without moves is one
    excerpt, its last position. Unless ``last`` is given, stones set up after the last move are one without moves.
    """
    if first is not None and last is not None and first > last:
        raise TengenError(f"there are no moves from {first} to {last}")
    shift = shift_of(record.main_line())
    begin = 1 if first is None else first - shift
    stretches = _played(record, variant, None if last is None else last - shift)
    moves = stretches[-1].before + len(stretches[-1].steps)
    end = moves if last is None else last - shift
    if not moves and first is None and last is None:
        return [stretches[-1].excerpt(1, 0, 0)]
    for number in (begin, end):
        if not 1 <= number <= moves:
            raise TengenError(f"there is no move {number + shift}; the game has {_span(shift, moves)}")
    found = []
    for stretch in stretches:
        low, high = max(begin, stretch.before + 1), min(end, stretch.before + len(stretch.steps))
        if low <= high:
            found.append(stretch.excerpt(low, high, shift))
    final = stretches[-1]
    changed = len(stretches) > 1 and final.positions[0].stones != stretches[-2].positions[-1].stones
    if last is None and not final.steps and changed:
        found.append(final.excerpt(moves + 1, moves, shift))
    return found


def position_after(record: Record, variant: Variant, move: int) -> Excerpt:
    """Return the position after a move of a record, 0 for the one before the first."""
    shift = shift_of(record.main_line())
    number = max(0, move - shift)
    stretches = _played(record, variant, number)
    last = stretches[-1]
    if number > last.before + len(last.steps):
        raise TengenError(f"there is no move {move}; the game has {_span(shift, last.before + len(last.steps))}")
    return last.excerpt(number + 1, number, 0)


def _span(shift: int, moves: int) -> str:
    return f"moves {shift + 1} to {shift + moves}" if moves else "no moves"


def _played(record: Record, variant: Variant, last: int | None) -> list[_Passage]:
    """Return a record's moves up to one of them, in stretches."""
    found: list[_Passage] = []
    for stage in walk(record, variant):
        if last is not None and stage.number > last:
            break
        if stage.reasons:
            before = f" `--to {stage.number - 1}` takes the moves before it." if stage.number > 1 else ""
            raise TengenError(illegal_move(stage) + before)
        moved = stage.node.move is not None
        if stage.anew:
            found = [stretch for stretch in found if stretch.steps]
            found.append(_Passage(stage.game.board.text, stage.number - moved, [_position(stage.game.first_position)]))
        stretch = found[-1]
        if stage.turn is not None:
            stretch.steps.append(Step(stage.turn.mover, stage.game.write_move(stage.turn.move)))
            stretch.positions.append(_position(stage.game.position))
            if said := odd_move(stage):
                stretch.odd[len(stretch.steps)] = said
        if stage.node.markup is not None:
            stretch.markup[len(stretch.steps)] = stage.node.markup
    return found


def _position(position: Position) -> Position:
    """Return a game's position; who created it is left unsaid where it is who did not move."""
    return replace(position, created_by=None) if position.created_by == other(position.to_play) else position
