"""The work of `tengen life`: a position judged, and a smallest group looked for; each told, drawn and printed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from json import dumps, loads
from typing import TYPE_CHECKING, Any, Final

from ...boards import Board, parse
from ...draw.svg import svg
from ...game import Game
from ...game.played_records import shortened
from ...records import COLOURS, Markup, Position, TengenError
from ..compiling import announced
from ..records.files import check_folder, check_name, tell_written
from ..records.picture_files import PictureOptions
from ..records.position_words import drawn, heading, last_point, state
from ..records.record_view import WalkedLine, reached, stop_at_illegal
from ..records.show_options import PositionOptions
from ..records.sources import read_source, say_of
from ..saving import ended_politely
from ..terminal import Looks, as_json, say
from .life_options import SmallestOptions
from .life_report import report_bounds, report_life, report_smallest, searched

if TYPE_CHECKING:
    from ...solve.checkpoints import Keeper
    from ...solve.life.smallest import Excluded, Smallest
    from ...solve.life.unconditional import Life

_LINE: Final = 79
"""The width of the line that says how far a search is."""


def judge(source: str | None, options: PositionOptions, pictures: PictureOptions, json: bool, ascii: bool) -> None:
    """Judge a position of what a file holds; the exit code is 1 where an illegal move comes before it."""
    from ...solve.life.unconditional import life_of

    if source is None:
        raise TengenError("name a FILE with a position, or ask for --smallest corner, edge or centre")
    options.check()
    pictures.check(source)
    walked = WalkedLine.of(read_source(source, options.board), options)
    with announced():
        stage = reached(walked, options)
    for said in shortened(walked.odd):
        say_of(source, said)
    game, headline, view = stage.game, heading(walked.record, stage.game), walked.view(stage.node)
    found = life_of(game)
    if pictures.files:
        tell_written(pictures.write(lambda size: _picture(game, found, pictures, size, headline, view)))
    if json:
        board = {"board": game.board.text, "to_play": game.to_play}
        say(as_json({**board, **found.to_json(), "owners": found.owners}, indent=2))
    elif not pictures.files:
        say(headline)
        owners = {label: owner[0] for label, owner in found.owners.items() if label not in game.stones}
        say(drawn(game.board, game.position, Looks.of(sys.stdout, ascii), last_point(game), owners, Markup(view=view)))
        say(state(stage))
        for line in report_life(found):
            say(line)
    stop_at_illegal(stage)


def _picture(
    game: Game, found: Life, pictures: PictureOptions, size: int | None, title: str, view: Sequence[str] | None
) -> str:
    living = {label for colour in COLOURS for label in found.side(colour).alive}
    return svg(
        game.board,
        game.position,
        markup=Markup(marks={"circle": sorted(living)}),
        dead=(*found.black.dead, *found.white.dead),
        owners={label: owner for label, owner in found.owners.items() if label not in living},
        view=view,
        size=size,
        title=f"{title}: what lives",
        **pictures.look,
    )


def find_smallest(
    wanted: SmallestOptions, board: str | None, pictures: PictureOptions, json: bool, ascii: bool
) -> None:
    """Find a smallest living group, and tell, draw and print what proves it smallest."""
    from ...solve.life.smallest import smallest

    pictures.check("")
    one_chain = wanted.one_chain
    known = _Known(one_chain)
    keeper = _keeper(wanted, board, known)
    with _followed(known, keeper):
        found = smallest(
            wanted.smallest or "",
            wanted.footprint,
            board,
            one_chain=one_chain,
            tell=known.exclude,
            meet=known.met.append,
            known=tuple(known.before),
        )
    if keeper is not None:
        keeper.path.unlink(missing_ok=True)
    place = parse(found.board)
    position = Position(dict.fromkeys((label for chain in found.chains for label in chain), "black"))
    if pictures.files:
        tell_written(pictures.write(lambda size: _group(place, position, found, pictures, size)))
    if json:
        say(as_json(found.to_json(), indent=2))
    elif not pictures.files:
        marks = dict.fromkeys((label for eye in found.eyes for label in eye), "*")
        say(drawn(place, position, Looks.of(sys.stdout, ascii), marks=marks))
        for line in report_smallest(found, place):
            say(line)


@dataclass
class _Known:
    """What a search has found out so far; a terminal shows on one line how far it is."""

    one_chain: bool
    keeper: Keeper | None = None
    before: list[Excluded] = field(default_factory=list)
    """What the checkpoint held."""
    excluded: list[Excluded] = field(default_factory=list)
    met: list[Smallest] = field(default_factory=list)

    def snapshot(self) -> dict[str, str]:
        """Return what is excluded, as JSON."""
        return {"excluded": dumps([asdict(each) for each in dict.fromkeys((*self.before, *self.excluded))])}

    def take_up(self, kept: Mapping[str, Any]) -> None:
        """Take what a checkpoint held."""
        from ...solve.life.smallest import Excluded

        self.before = [Excluded.read(row) for row in loads(str(kept["excluded"]))]

    def exclude(self, excluded: Excluded) -> None:
        self.excluded.append(excluded)
        if self.keeper is not None and excluded not in self.before:
            self.keeper.save()
        if sys.stderr.isatty():
            enough = f"; {self.met[-1].size} are enough" if self.met else ""
            print(f"\rNone of {searched(excluded)}{enough}".ljust(_LINE), end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.excluded and sys.stderr.isatty():
            print(f"\r{' ' * _LINE}\r", end="", file=sys.stderr, flush=True)


def _keeper(wanted: SmallestOptions, board: str | None, known: _Known) -> Keeper | None:
    """Return what keeps a search in a file, if one is named; take up what the file holds."""
    if wanted.checkpoint is None:
        return None
    from ...solve.checkpoints import Keeper

    check_name("--checkpoint", str(wanted.checkpoint))
    check_folder("--checkpoint", wanted.checkpoint)
    asked = {"smallest": wanted.smallest, "footprint": wanted.footprint, "one chain": wanted.one_chain, "board": board}
    known.keeper = Keeper(wanted.checkpoint, asked)
    known.keeper.keep("groups", known.snapshot, known.take_up)
    return known.keeper


@contextmanager
def _followed(known: _Known, keeper: Keeper | None) -> Iterator[None]:
    """Give the lines about a search; Ctrl-C, or a signal that ends the program, leaves the bounds that are known."""
    try:
        with ended_politely():
            yield
    except (KeyboardInterrupt, SystemExit):
        known.clear()
        for line in report_bounds(known.excluded, known.met, known.one_chain):
            say(line, err=True)
        if keeper is not None and (known.before or known.excluded):
            say(f"What is excluded is kept in {keeper.path}; the same command goes on from there.", err=True)
        raise
    known.clear()


def _group(board: Board, position: Position, found: Smallest, pictures: PictureOptions, size: int | None) -> str:
    return svg(
        board,
        position,
        markup=Markup(marks={"circle": [label for eye in found.eyes for label in eye]}),
        size=size,
        title=f"{found.size} stones live: {found.where}",
        **pictures.look,
    )
