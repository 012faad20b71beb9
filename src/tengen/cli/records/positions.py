"""Positions and parts of recorded games: selecting them, and their text, signs and points in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Final

import typer

from ...boards import Board, split_labels
from ...draw.sentences import ending
from ...draw.text import board_text
from ...records import (
    COLOURS,
    Diagram,
    Gesture,
    Mark,
    Markup,
    Node,
    Position,
    Record,
    Step,
    TengenError,
    other,
)
from ...rules import Variant
from .. import RUNS
from ..files import under_rules
from ..options import Axes, RecordBoard, Rules, Variation
from ..terminal import Looks, and_komi, harmless, say

if RUNS:
    from ...game import Game, Score
    from ...game.game_records import assumed_komi
    from ...game.played_records import end_as_written, odd_move
    from ...game.record_walk import Stage, walk
    from ...game.refusal import refusals
    from ...game.variations import Line, line_of

_SIGNS: Final[dict[Mark, str]] = {"circle": "o", "cross": "x", "square": "#", "triangle": "^", "selected": "*"}
"""Signs for marks in a terminal."""


def tell(text: str, looks: Looks) -> None:
    """Print foreign text, in ASCII if requested."""
    plain = harmless(text)
    say(plain.encode("ascii", "replace").decode() if looks.ascii else plain)


def drawn(
    board: Board,
    position: Position,
    looks: Looks,
    last: str | None = None,
    marks: Mapping[str, str] | None = None,
    markup: Markup | None = None,
    walls: bool = False,
) -> str:
    """Return a position as terminal text, or the part of it in the markup's view."""
    view = (markup.view if markup is not None else None) or ()
    return board_text(
        board, position, ascii=looks.ascii, colour=looks.colour, last=last, marks=marks, view=view, walls=walls
    )


def signs(markup: Markup | None) -> dict[str, str]:
    """Return the signs, and the first letters of the texts, on points."""
    if markup is None:
        return {}
    signs = {label: _SIGNS[mark] for mark, labels in markup.marks.items() for label in labels}
    letters = {
        label: text[:1] for label, text in markup.labels.items() if text[:1].isascii() and text[:1].isprintable()
    }
    owners = {label: colour[0] for colour, labels in markup.territory.items() for label in labels}
    return owners | signs | letters


def heading(record: Record, game: Game) -> str:
    """Return the players, if recorded, and the game."""
    names = [record.info.get(key, "").strip() for key in ("PB", "PW")]
    players = f"{names[0] or 'Black'} (Black), {names[1] or 'White'} (White): " if any(names) else ""
    return harmless(f"{players}{game.variant.title} on {game.board.name}")


def state(stage: Stage) -> str:
    """Return the last move, the prisoners, and the side to move or the result."""
    game = stage.game
    moves = stage.number - bool(stage.reasons)
    told = f"After move {moves}." if moves else "Before the first move."
    prisoners = game.prisoners
    if any(prisoners.values()):
        told += " Prisoners: " + ", ".join(f"{colour.capitalize()} {prisoners[colour]}" for colour in COLOURS) + "."
    if game.outcome is not None:
        assumed = assumed_komi(game.variant) if game.outcome.how == "score" else ""
        told += f" {ending(game.outcome.how, game.outcome.winner, game.outcome.margin, game.rules.scoring)}"
        return f"{told} {assumed[0].upper()}{assumed[1:]}." if assumed else told
    return f"{told} {game.to_play.capitalize()} to play."


def illegal_move(stage: Stage) -> str:
    """Return which move is illegal, and why."""
    mover = stage.node.colour or stage.game.to_play
    said = " ".join(refusals(stage.game, stage.node.move, stage.reasons, mover))
    return f"move {stage.number}, {stage.node.move}, is illegal. {said}"


def score_lines(score: Score, assumed: bool = False) -> Iterator[str]:
    """Yield each side's points and the leader, then notes on the count; ``assumed``: no record names the komi."""
    kind = "Territory with prisoners" if score.kind == "territory" else score.kind.capitalize()
    komi = and_komi(score.komi, score.bonus, assumed)
    lead = f"{score.winner.capitalize()} leads by {abs(score.margin):g}" if score.winner else "Neither side leads"
    yield f"{kind}: Black {score.black:g}, White {score.white:g}{komi}. {lead}."
    yield from score.notes


def shift_of(nodes: Iterable[Node]) -> int:
    """Return the difference of a record's own move numbers (SGF's MN) from the count of its moves."""
    first = next((node for node in nodes if node.move is not None), None)
    number = first.printing.number if first is not None and first.printing is not None else None
    return max(0, (number or 1) - 1)


def last_point(game: Game) -> str | None:
    move = game.moves[-1] if game.moves else None
    return None if move is None or isinstance(move, Gesture) else game.board.labels[move.point]


def stones_named(game: Game, text: str) -> list[str]:
    """Read labels separated by spaces or commas."""
    found = []
    for word in split_labels(text):
        point = game.board.find(word)
        if point is None:
            raise TengenError(game.board.missing(word))
        if game.content(point) not in COLOURS:
            raise TengenError(f"no stone on {word}")
        found.append(game.board.labels[point])
    return found


def chains_named(game: Game, text: str) -> frozenset[str]:
    return frozenset(each for label in stones_named(game, text) for each in game.board.names(game.chain(label)))


def liberties_named(game: Game, text: str) -> frozenset[str]:
    return frozenset(each for label in stones_named(game, text) for each in game.board.names(game.liberties(label)))


@dataclass(frozen=True)
class PositionOptions:
    """A position of a record, after a move, at a node, or the last one, and the rules to play it under.

    The root of a line is node 0; ``variation`` is the line's address, as in `tengen.game.variations`.
    """

    move: Annotated[int | None, typer.Option(min=0, help="Show the position after this move.")] = None
    node: Annotated[
        int | None, typer.Option(min=0, help="Show the position at this node of the line; the root is 0.")
    ] = None
    variation: Variation = ""
    rules: Rules = None
    board: RecordBoard = None
    settings: Axes = None

    @property
    def is_open(self) -> bool:
        """Whether no option but the board is given."""
        return not self.settings and self == type(self)(board=self.board, settings=self.settings)

    @property
    def numbered(self) -> bool:
        """Whether moves are selected, not a position."""
        return False

    def check(self) -> None:
        """Refuse contradictory options."""
        if (self.move is not None) + (self.node is not None) + self.numbered > 1:
            raise TengenError("--move, --node, and --from with --to select different places; use one of them")


@dataclass(frozen=True)
class WalkedLine:
    """A line of a record, its rules, and the part of the board that a diagram shows."""

    record: Record
    variant: Variant
    line: Line
    part: list[str] | None = None
    odd: dict[str, None] = field(default_factory=dict)
    """Warnings about the moves walked so far, without duplicates."""

    @classmethod
    def of(cls, found: Record | Diagram, options: PositionOptions) -> WalkedLine:
        """Return the line that the options select."""
        record, variant = under_rules(found, options.rules, options.settings)
        part = found.markup.view if isinstance(found, Diagram) else None
        return cls(record, variant, line_of(record, options.variation), part)

    @property
    def shift(self) -> int:
        """The difference of the record's own move numbers (SGF's MN) from the count of its moves."""
        return shift_of(self.line.nodes)

    def view(self, node: Node) -> list[str] | None:
        """Return the visible points at a node: those of the last VW up to there, or else the diagram's."""
        seen = self.part
        for each in self.line.nodes:
            if each.markup is not None and each.markup.view is not None:
                seen = each.markup.view
            if each is node:
                break
        return seen

    def stages(self, until: int | None = None) -> Iterator[Stage]:
        """Yield the stages up to a move, numbered as in the record."""
        for stage in walk(self.record, self.variant, self.line.nodes):
            if until is not None and stage.number + self.shift > until:
                return
            if said := odd_move(stage):
                self.odd[said] = None
            yield stage

    def refuse(self, move: int) -> None:
        """Refuse a move that does not exist."""
        moves = sum(node.move is not None for node in self.line.nodes)
        if not self.shift < move <= moves + self.shift:
            held = f"moves {self.shift + 1} to {self.shift + moves}" if self.shift else f"{moves} moves"
            raise TengenError(f"no move {move}: the game has {held}")


def reached(walked: WalkedLine, options: PositionOptions) -> Stage:
    """Return the game at the selected move, or at the end; before an illegal move, if one comes first."""
    if options.move:
        walked.refuse(options.move)
    last = len(walked.line.nodes) - 1
    if options.node is not None and options.node > last:
        raise TengenError(f"no node {options.node}: the line has nodes 0 to {last}")
    reached = None
    until = None if options.move is None else max(options.move, walked.shift)
    for number, stage in enumerate(walked.stages(until)):  # the next stage changes this stage's game
        reached = stage
        if number == options.node or (options.move and stage.number + walked.shift == options.move):
            break
        if options.move == 0 and (number == last or walked.line.nodes[number + 1].move is not None):
            break
    assert reached is not None, "every record has a root"
    own_rules = not options.rules and not options.settings
    if own_rules and reached.node is walked.line.nodes[-1] and not reached.reasons:
        end_as_written(reached.game, reached.node)
    return reached


def stop_at_illegal(stage: Stage) -> None:
    """If a move is illegal, report why the stage is not reached, and exit with code 1."""
    if stage.reasons:
        text = illegal_move(stage)
        say(harmless(text[:1].upper() + text[1:]))
        raise typer.Exit(1)


# -- parts of games as diagrams: played, so that captured stones are removed -------------------------------------------


@dataclass
class Excerpt:
    """Moves without setup stones in between, from the number ``first`` on, and warnings about them.

    ``positions`` are the board before the first move and after each; ``markup`` is that of the last position.
    """

    board: str
    first: int
    positions: list[Position]
    steps: list[Step] = field(default_factory=list)
    markup: Markup = field(default_factory=Markup)
    odd: list[str] = field(default_factory=list)

    @property
    def diagram(self) -> Diagram:
        first = self.first if self.steps else 1
        return Diagram(self.board, self.positions[0], tuple(self.steps), first=first, markup=self.markup)


def excerpts(record: Record, variant: Variant, first: int | None = None, last: int | None = None) -> list[Excerpt]:
    """Return a range of a record's moves, with a new excerpt wherever stones are set up in between.

    The numbers are the record's own (SGF's MN). A record without moves is one excerpt, its last position. Unless
    ``last`` is given, stones set up after the last move form an excerpt without moves.
    """
    if first is not None and last is not None and first > last:
        raise TengenError(f"no moves from {first} to {last}")
    shift = shift_of(record.main_line())
    found = _played(record, variant, shift, first or 1, last)
    final = found[-1]
    end = final.first + len(final.steps) - 1
    if end == shift and first is None and last is None:
        return [final]
    for number in (shift + 1 if first is None else first, end if last is None else last):
        if not shift < number <= end:
            raise TengenError(f"no move {number}: the game has {_span(shift, end)}")
    changed = len(found) > 1 and final.positions[0].stones != found[-2].positions[-1].stones
    return [part for part in found if part.steps or (part is final and last is None and changed)]


def position_after(record: Record, variant: Variant, move: int) -> Excerpt:
    """Return the position after a move of a record, or the initial position for 0."""
    shift = shift_of(record.main_line())
    last = max(shift, move)
    part = _played(record, variant, shift, last + 1, last)[-1]
    if part.first <= last:
        raise TengenError(f"no move {move}: the game has {_span(shift, part.first - 1)}")
    return part


def _span(shift: int, end: int) -> str:
    return f"moves {shift + 1} to {end}" if end > shift else "no moves"


def _played(record: Record, variant: Variant, shift: int, first: int, last: int | None) -> list[Excerpt]:
    """Return a record's moves up to one of them; moves before ``first`` only shape the initial position."""
    found: list[Excerpt] = []
    for stage in walk(record, variant):
        number = stage.number + shift
        if last is not None and number > last:
            break
        if stage.reasons:
            before = f" `--to {stage.number - 1}` selects the moves before it." if stage.number > 1 else ""
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
    """Return a game's position, leaving out its creator if that is the side that did not move."""
    return replace(position, created_by=None) if position.created_by == other(position.to_play) else position
