"""`tengen show`: a position, a diagram or part of a game, in the terminal and as pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from ...boards import parse
from ...draw import image_files
from ...draw.svg import diagram_svg
from ...records import Diagram, Markup, TengenError
from .. import RUNS
from ..files import STREAM, circled, put, read_source, say_of, tell_written
from ..options import Ascii, CirclesAreTiles, FromMove, Source, ToMove, check_span
from ..terminal import Looks, announced, progress, say, thinking
from .pictures import MOVING, ShownPictures
from .positions import (
    PositionOptions,
    WalkedLine,
    chains_named,
    drawn,
    heading,
    last_point,
    liberties_named,
    reached,
    score_lines,
    signs,
    state,
    stop_at_illegal,
    tell,
)

if RUNS:
    from ...book import cut
    from ...game import Game, Score
    from ...game.game_records import assumed_komi
    from ...game.played_records import shortened
    from ...game.record_walk import Stage
    from ...game.variations import Line, branches


@dataclass(frozen=True)
class ShowOptions(PositionOptions):
    """A position, or the moves from ``first`` to ``last``, and what to show besides the stones."""

    first: FromMove = None
    last: ToMove = None
    territory: Annotated[bool, typer.Option("--territory", help="Show and count the territory.")] = False
    regions: Annotated[
        bool,
        typer.Option("--regions", help="Mark the owner of each region; an enemy stone there is an incursion."),
    ] = False
    dead: Annotated[
        str | None,
        typer.Option(metavar="POINTS", help='Dead stones: D4,E5, or "". [default: as agreed, or estimated]'),
    ] = None
    circles_are_tiles: CirclesAreTiles = False
    seki: Annotated[
        str | None, typer.Option(metavar="POINTS", help="Stones of groups in seki: D4,E5. [default: detected]")
    ] = None
    liberties: Annotated[str, typer.Option(metavar="POINTS", help="Mark the liberties of these stones: D4,E5.")] = ""

    @property
    def numbered(self) -> bool:
        """Whether moves are selected, not a position."""
        return self.first is not None or self.last is not None

    def check(self) -> None:
        super().check()
        if self.regions and (self.territory or self.numbered):
            raise TengenError("--regions marks a position during play; leave out --territory, --from and --to")
        check_span(self.first, self.last)


def show(source: Source, options: ShowOptions, pictures: ShownPictures, ascii: Ascii = False) -> None:
    """Draw a position, a diagram or the moves of a game, in the terminal or as pictures."""
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
    """Show a diagram as it is, without rules."""
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
    dead, estimated = _dead_stones(game, options)
    seki = sorted(chains_named(game, options.seki)) if options.seki is not None else game.seki
    counted = game.score(dead=sorted(dead), seki=seki) if options.territory else None
    open_points = liberties_named(game, options.liberties)
    view = walked.view(stage.node)
    owners = counted.owner if counted is not None else game.territory() if options.regions else None
    last = last_point(game)
    if pictures.files:
        title = f"{headline}, {state(stage).partition('.')[0].lower()}"
        markup = _with_seki(stage.node.markup, counted)
        seen = {"dead": dead, "owners": owners, "liberties": open_points}
        written = pictures.write(lambda size: _picture(stage, pictures, size, title, markup, view=view, **seen))
        tell_written(written + _animate(walked, options, pictures, headline))
    else:
        tell(headline, looks)
        marks = signs(stage.node.markup) | dict.fromkeys(open_points, "*")
        if owners is not None:
            marks |= {label: owner[0] for label, owner in owners.items() if owner and owner != game.stones.get(label)}
        part, walls = Markup(view=view), game.rules.captured == "wall"
        say(drawn(game.board, game.position, looks, None if last in dead else last, marks, part, walls))
        say(state(stage))
        if stage.turn is not None and stage.turn.why(game.board):
            say(stage.turn.why(game.board))
        _tell_more(walked, stage, looks, options.variation)
    if counted is not None:
        lines = score_lines(counted, bool(assumed_komi(game.variant)))
        say("\n".join([*lines, *estimated]), err=STREAM in pictures.files.values())
    stop_at_illegal(stage)


def _dead_stones(game: Game, options: ShowOptions) -> tuple[frozenset[str], list[str]]:
    """Return the stones taken as dead; at the end of a played game, estimate them for a count, with a note."""
    if options.dead is not None:
        return chains_named(game, options.dead), []
    ends = options.territory and game.moves and options.move is options.node is None
    if game.dead or not ends or game.variant.dead_stones == "stay":
        return frozenset(game.dead), []
    from ...engines.dead import estimate_dead

    with thinking():
        dead = estimate_dead(game)
    named = ", ".join(dict.fromkeys(game.board.names(game.chain(label))[0] for label in dead))
    return frozenset(dead), [f"Dead by Tengen's estimate: {named or 'no stone'}. `--dead D4,E5` names the dead stones."]


def _picture(
    stage: Stage, pictures: ShownPictures, size: int | None, title: str, markup: Markup | None, **seen: Any
) -> str:
    return stage.game.svg(markup=markup, size=size, title=title, **seen, **pictures.look)


def _with_seki(markup: Markup | None, counted: Score | None) -> Markup | None:
    held = [label for holding in counted.seki for label in holding.stones] if counted is not None else []
    if not held:
        return markup
    markup = markup or Markup()
    return replace(markup, marks=markup.marks | {"triangle": [*markup.marks.get("triangle", ()), *held]})


def _animate(walked: WalkedLine, options: ShowOptions, pictures: ShownPictures, headline: str) -> list[str]:
    """Write the requested animation: every position up to the selected move, or over the selected moves."""
    name = pictures.animate
    if name is None:
        return []
    until = options.last if options.numbered else options.move
    nodes = walked.line.nodes[: None if options.node is None else options.node + 1]
    part = replace(walked, line=Line(nodes))
    view = walked.view(nodes[-1]) or []  # the frames share one size
    svgs = []
    with progress("Drawing", 2 * len(nodes)) as step:
        for stage in part.stages(until):
            if stage.reasons:
                break
            step()
            if stage.number + walked.shift >= (options.first or 1) - 1 and (stage.anew or stage.node.move is not None):
                size = pictures.size or MOVING
                svgs.append(_picture(stage, pictures, size, headline, stage.node.markup, view=view))
        kind = "gif" if name == STREAM else Path(name).suffix[1:].lower()
        put(name, image_files.animation(svgs, kind, pictures.delay, step))
    return [name]


# -- numbered moves ----------------------------------------------------------------------------------------------------


def _show_moves(walked: WalkedLine, options: ShowOptions, pictures: ShownPictures, looks: Looks) -> None:
    for move in (options.first, options.last):
        if move is not None:
            walked.refuse(move)
    reached: list[Stage] = []

    def kept() -> Iterator[Stage]:
        for stage in walked.stages(options.last):
            if stage.anew and reached and stage.node.move is None and stage.number + walked.shift == options.last:
                return  # set up after the last requested move
            reached[:] = [stage]
            yield stage

    figures = list(cut(kept(), None, options.first or 1))
    if len(figures) > 1:
        raise TengenError("stones are set up between these moves; select fewer moves")
    (figure,), (stage,) = figures, reached
    headline = heading(walked.record, stage.game)
    if pictures.files:
        diagram = replace(figure.diagram, coordinates=True, title=figure.diagram.title or headline)
        _draw(diagram, pictures, _animate(walked, options, pictures, headline))
    else:
        tell(headline, looks)
        markup, last = figure.diagram.markup, last_point(stage.game)
        game, walls = stage.game, stage.game.rules.captured == "wall"
        say(drawn(game.board, game.position, looks, last, signs(markup), markup, walls))
        _tell_moves(figure.diagram, looks)
    _tell_notes(figure.notes, looks)
    if figure.problem:
        raise typer.Exit(1)


def _draw(diagram: Diagram, pictures: ShownPictures, written: Sequence[str] = ()) -> None:
    tell_written([*pictures.write(lambda size: diagram_svg(diagram, size=size, **pictures.look)), *written])


def _tell_moves(diagram: Diagram, looks: Looks) -> None:
    if diagram.moves:
        last = diagram.first + len(diagram.moves) - 1
        span = f"Move {last}" if last == diagram.first else f"Moves {diagram.first} to {last}"
        tell(f"{span}: {' '.join(step.move for step in diagram.moves)}", looks)


def _tell_notes(notes: Sequence[str], looks: Looks) -> None:
    if notes:
        tell(f"{'; '.join(notes).removesuffix('.')}.", looks)


def _tell_more(walked: WalkedLine, stage: Stage, looks: Looks, address: str) -> None:
    """Print the record's comment here, and how to see its variations."""
    for text in (stage.node.name, *stage.node.comment.splitlines()):
        if text.strip():
            tell(text, looks)
    within = f"{address}/" if address else ""
    addresses = [within + branch.address for branch in branches(walked.line)]
    if addresses:
        more = f" and {len(addresses) - 8} more" if len(addresses) > 8 else ""
        say(f"Variations: {', '.join(addresses[:8])}{more}. --variation {addresses[0]} shows one.")
