"""What `tengen show` shows: a position, a diagram or the moves of a game, in the terminal and as pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import typer

from ...boards import parse
from ...book import cut
from ...draw.svg import diagram_svg, svg
from ...game import Score
from ...game.picture import invaded
from ...game.played_records import end_as_written, odd_move, shortened
from ...game.record_walk import Stage, walk
from ...game.variations import Line, branches, line_of
from ...records import Colour, Diagram, Markup, Node, Record, TengenError
from ...rules import Variant
from ..compiling import announced
from ..terminal import Looks, harmless, progress, say
from .files import put, tell_written
from .picture_files import GROUNDS, MOVING, ShownPictures
from .position_words import (
    chains_named,
    drawn,
    heading,
    illegal_move,
    ko_points,
    last_point,
    liberties_named,
    score_lines,
    shift_of,
    signs,
    state,
    tell,
)
from .show_options import PositionOptions, ShowOptions
from .sources import STREAM, circled, read_source, say_of, under_rules


@dataclass(frozen=True)
class WalkedLine:
    """A line of a record that is to be walked, under which rules, and the part of the board that a diagram shows."""

    record: Record
    variant: Variant
    line: Line
    part: list[str] | None = None
    odd: dict[str, None] = field(default_factory=dict)
    """What is odd about the moves that were walked so far, each once."""

    @classmethod
    def of(cls, found: Record | Diagram, options: PositionOptions) -> WalkedLine:
        """Return the line of what was read that a place names."""
        record, variant = under_rules(found, options.rules, options.settings)
        part = found.markup.view if isinstance(found, Diagram) else None
        return cls(record, variant, line_of(record, options.variation), part)

    @property
    def shift(self) -> int:
        """By how much the record's own numbers (SGF's MN) are ahead of the count of its moves."""
        return shift_of(self.line.nodes)

    def view(self, node: Node) -> list[str] | None:
        """Return the points that are to be seen at a node: those of the last VW up to there, else the diagram's."""
        seen = self.part
        for each in self.line.nodes:
            if each.markup is not None and each.markup.view is not None:
                seen = each.markup.view
            if each is node:
                break
        return seen

    def stages(self, until: int | None = None) -> Iterator[Stage]:
        """Yield the stages up to a move, by the record's own number."""
        for stage in walk(self.record, self.variant, self.line.nodes):
            if until is not None and stage.number + self.shift > until:
                return
            if said := odd_move(stage):
                self.odd[said] = None
            yield stage

    def refuse(self, move: int) -> None:
        """Refuse a move that is not there."""
        moves = sum(node.move is not None for node in self.line.nodes)
        if not self.shift < move <= moves + self.shift:
            held = f"moves {self.shift + 1} to {self.shift + moves}" if self.shift else f"{moves} moves"
            raise TengenError(f"the game has {held}; there is no move {move}")


def show_file(source: str, options: ShowOptions, pictures: ShownPictures, ascii: bool) -> None:
    """Show what a file holds; the exit code is 1 where an illegal move comes before what was asked for."""
    options.check()
    pictures.check(source)
    found = circled(read_source(source, options.board), options.circles_are_tiles)
    looks = Looks.of(sys.stdout, ascii)
    if isinstance(found, Diagram) and replace(options, circles_are_tiles=False).is_open and not pictures.animate:
        _show_diagram(found, pictures, looks)
        return
    walked = WalkedLine.of(found, options)
    with announced():
        try:
            if options.numbered:
                _show_moves(walked, options, pictures, looks)
            else:
                _show_position(walked, options, pictures, looks)
        finally:
            for said in shortened(walked.odd):
                say_of(source, said)


def _show_diagram(diagram: Diagram, pictures: ShownPictures, looks: Looks) -> None:
    """Show a diagram as it is: no rules are needed for it."""
    if pictures.files:
        _draw(diagram, pictures)
    else:
        board = parse(diagram.board)
        if diagram.title:
            tell(diagram.title, looks)
        position = replace(diagram.position, stones=diagram.stones())
        say(drawn(board, position, looks, marks=signs(diagram.markup), markup=diagram.markup))
        _tell_moves(diagram, looks)
    _tell_notes(diagram.notes(), looks)


# -- positions ---------------------------------------------------------------------------------------------------------


def _show_position(walked: WalkedLine, options: ShowOptions, pictures: ShownPictures, looks: Looks) -> None:
    stage = reached(walked, options)
    game, headline = stage.game, heading(walked.record, stage.game)
    dead = chains_named(game, options.dead) or frozenset(game.dead)
    seki = sorted(chains_named(game, options.seki)) if options.seki is not None else game.seki
    counted = game.score(dead=sorted(dead), seki=seki) if options.territory else None
    open_points = liberties_named(game, options.liberties)
    view = walked.view(stage.node)
    owners = counted.owner if counted is not None else game.territory() if options.regions else None
    seen = _Overlay(last_point(game), frozenset(ko_points(game)), dead, owners, open_points, view, counted)
    if pictures.files:
        title = f"{headline}, {state(stage).partition('.')[0].lower()}"
        written = pictures.write(lambda size: _picture(stage, pictures, size, title, seen))
        tell_written(written + _animate(walked, options, pictures, headline))
    else:
        tell(headline, looks)
        marks = signs(stage.node.markup) | dict.fromkeys(open_points, "*")
        if owners is not None:
            marks |= {label: owner[0] for label, owner in owners.items() if owner and label not in game.stones}
        say(drawn(game.board, game.position, looks, seen.last, marks, Markup(view=view)))
        say(state(stage))
        if stage.turn is not None and stage.turn.why(game.board):
            say(stage.turn.why(game.board))
        _tell_more(walked, stage, looks, options.variation)
    if counted is not None:
        say("\n".join(score_lines(counted, game.variant)))
    stop_at_illegal(stage)


@dataclass(frozen=True)
class _Overlay:
    """What is shown of a position beside its stones."""

    last: str | None = None
    ko: frozenset[str] = frozenset()
    dead: frozenset[str] = frozenset()
    owners: Mapping[str, Colour | None] | None = None
    liberties: frozenset[str] = frozenset()
    view: list[str] | None = None
    counted: Score | None = None


def reached(walked: WalkedLine, options: PositionOptions) -> Stage:
    """Return the game at the move asked for, or at the end; before an illegal move, where one comes first."""
    if options.move:
        walked.refuse(options.move)
    last = len(walked.line.nodes) - 1
    if options.node is not None and options.node > last:
        raise TengenError(f"the line has the nodes 0 to {last}; there is no node {options.node}")
    reached = None
    until = None if options.move is None else max(options.move, walked.shift)
    for number, stage in enumerate(walked.stages(until)):  # the game in a stage goes on with the next one
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


def _picture(stage: Stage, pictures: ShownPictures, size: int | None, title: str, seen: _Overlay) -> str:
    game = stage.game
    return svg(
        game.board,
        game.position,
        markup=_with_seki(stage.node.markup, seen.counted),
        last=seen.last,
        ko=seen.ko,
        dead=seen.dead,
        owners=seen.owners,
        liberties=seen.liberties,
        shaded=invaded(game),
        view=seen.view,
        size=size,
        title=title,
        **pictures.look,
    )


def _with_seki(markup: Markup | None, counted: Score | None) -> Markup | None:
    """Return markup with a triangle on every stone in seki."""
    held = [label for holding in counted.seki for label in holding.stones] if counted is not None else []
    if not held:
        return markup
    markup = markup or Markup()
    return replace(markup, marks=markup.marks | {"triangle": [*markup.marks.get("triangle", ()), *held]})


def _animate(walked: WalkedLine, options: ShowOptions, pictures: ShownPictures, headline: str) -> list[str]:
    """Write the moving picture, if one is wanted: every position up to the move asked for, or from move to move."""
    name = pictures.animate
    if name is None:
        return []
    from ...draw import image_files

    until = options.last if options.numbered else options.move
    nodes = walked.line.nodes[: None if options.node is None else options.node + 1]
    part = replace(walked, line=Line(nodes))
    view = walked.view(nodes[-1]) or []  # one for all, for they are of one size
    svgs = []
    with progress("Drawing", 2 * len(nodes)) as step:
        for stage in part.stages(until):
            if stage.reasons:
                break
            step()
            if stage.number + walked.shift >= (options.first or 1) - 1 and (stage.anew or stage.node.move is not None):
                seen = _Overlay(last_point(stage.game), view=view)
                svgs.append(_picture(stage, pictures, pictures.size or MOVING, headline, seen))
        kind = "gif" if name == STREAM else Path(name).suffix[1:].lower()
        put(name, image_files.animation(svgs, kind, pictures.delay, GROUNDS.get(pictures.theme, "white"), step))
    return [name]


# -- numbered moves ----------------------------------------------------------------------------------------------------


def _show_moves(walked: WalkedLine, options: ShowOptions, pictures: ShownPictures, looks: Looks) -> None:
    """Show the moves from one to another as a numbered diagram."""
    for move in (options.first, options.last):
        if move is not None:
            walked.refuse(move)
    reached: list[Stage] = []

    def kept() -> Iterator[Stage]:
        for stage in walked.stages(options.last):
            if stage.anew and reached and stage.node.move is None and stage.number + walked.shift == options.last:
                return  # set up after the last move asked for
            reached[:] = [stage]
            yield stage

    figures = list(cut(kept(), None, options.first or 1))
    if len(figures) > 1:
        raise TengenError("stones are set up between these moves; take fewer of them")
    (figure,), (stage,) = figures, reached
    headline = heading(walked.record, stage.game)
    if pictures.files:
        diagram = replace(figure.diagram, coordinates=True, title=figure.diagram.title or headline)
        _draw(diagram, pictures, _animate(walked, options, pictures, headline))
    else:
        tell(headline, looks)
        markup, last = figure.diagram.markup, last_point(stage.game)
        say(drawn(stage.game.board, stage.game.position, looks, last, signs(markup), markup))
        _tell_moves(figure.diagram, looks)
    _tell_notes(figure.notes, looks)
    if figure.problem:
        raise typer.Exit(1)


def _draw(diagram: Diagram, pictures: ShownPictures, written: Sequence[str] = ()) -> None:
    def draw(size: int | None) -> str:
        return diagram_svg(diagram, size=size, **pictures.look)

    tell_written([*pictures.write(draw), *written])


def _tell_moves(diagram: Diagram, looks: Looks) -> None:
    if diagram.moves:
        last = diagram.first + len(diagram.moves) - 1
        span = f"Move {last}" if last == diagram.first else f"Moves {diagram.first} to {last}"
        tell(f"{span}: {' '.join(step.move for step in diagram.moves)}", looks)


def _tell_notes(notes: Sequence[str], looks: Looks) -> None:
    if notes:
        tell(f"{'; '.join(notes).removesuffix('.')}.", looks)


# -- what is printed -------------------------------------------------------------------------------------------------


def _tell_more(walked: WalkedLine, stage: Stage, looks: Looks, address: str) -> None:
    """Print what the record says here, and how to see its variations."""
    for text in (stage.node.name, *stage.node.comment.splitlines()):
        if text.strip():
            tell(text, looks)
    within = f"{address}/" if address else ""
    addresses = [within + branch.address for branch in branches(walked.line)]
    if addresses:
        more = f" and {len(addresses) - 8} more" if len(addresses) > 8 else ""
        say(f"Variations: {', '.join(addresses[:8])}{more}. --variation {addresses[0]} shows one.")


def stop_at_illegal(stage: Stage) -> None:
    """Say why a stage is not reached, and end with the exit code 1, where a move is illegal."""
    if stage.reasons:
        text = illegal_move(stage)
        say(harmless(text[:1].upper() + text[1:]))
        raise typer.Exit(1)
