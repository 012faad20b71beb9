"""`tengen life`: unconditional life in a position, and the fate of a group."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Final

import typer

from ...draw.svg import svg
from ...records import COLOURS, Colour, Markup, other
from .. import RUNS
from ..files import read_source, say_of, tell_written
from ..options import Ascii, Json, Source
from ..records.pictures import PictureOptions
from ..records.positions import PositionOptions, WalkedLine, drawn, heading, last_point, reached, state, stop_at_illegal
from ..terminal import Looks, announced, as_json, counted, harmless, say

if RUNS:
    from ...game import Game
    from ...game.played_records import shortened
    from ...reading.fate import BUDGET, Fate, GroupReader, Reading
    from ...solve.life.unconditional import Chain, ChainRegion, Life, life_of

_SHOWN: Final = 12
"""The maximum number of moves or stones named in a sentence; the rest are counted."""

_FEW: Final = 3


@dataclass(frozen=True)
class GroupOptions:
    group: Annotated[
        list[str] | None, typer.Option(metavar="POINT", help="Read the fate of a stone's group; repeatable.")
    ] = None
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=2_000_000, help="Maximum positions searched for an answer. [default: 20000]"),
    ] = None


def life(
    groups: GroupOptions,
    options: PositionOptions,
    pictures: PictureOptions,
    source: Source,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Show unconditional life, safe territory, and the fate of groups.

    The exit code is 1 if an illegal move precedes the position.
    """
    options.check()
    pictures.check(source)
    walked = WalkedLine.of(read_source(source, options.board), options)
    with announced():
        stage = reached(walked, options)
    for said in shortened(walked.odd):
        say_of(source, said)
    game, headline, view = stage.game, heading(walked.record, stage.game), walked.view(stage.node)
    found = life_of(game)
    readings = list(read_groups(game, groups))
    if pictures.files:
        tell_written(pictures.write(lambda size: _picture(game, found, pictures, size, headline, view)))
    if json:
        board = {"board": game.board.text, "to_play": game.to_play}
        told = {"groups": [{"stone": stone, **asdict(reading)} for stone, reading in readings]} if readings else {}
        say(as_json({**board, **found.to_json(), "owners": found.owners, **told}, indent=2))
    elif not pictures.files:
        say(headline)
        owners = {label: owner[0] for label, owner in found.owners.items() if label not in game.stones}
        say(drawn(game.board, game.position, Looks.of(sys.stdout, ascii), last_point(game), owners, Markup(view=view)))
        say(state(stage))
        for line in (report_group(*each) for each in readings) if readings else report_life(found):
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


def read_groups(game: Game, wanted: GroupOptions) -> Iterator[tuple[str, Reading]]:
    """Yield the fate of the groups of some stones, with either side to move."""
    if wanted.group:
        with announced():
            reader = GroupReader(game, budget=wanted.nodes or BUDGET)
            yield from ((stone, reader.read(stone, first)) for stone in wanted.group for first in COLOURS)


def report_group(stone: str, reading: Reading) -> str:
    """Return the fate of a group with one side to move first."""
    line = f" Line: {' '.join(reading.line)}." if reading.line else ""
    nodes = f"{counted(reading.nodes, 'position')} searched"
    said = {
        Fate.ALIVE: "it cannot be captured",
        Fate.SEKI: "seki: it cannot be captured, but has no two eyes",
        Fate.KO: f"ko, which {(reading.taker or 'one side').capitalize()} takes first",
        Fate.DEAD: "it is captured",
        Fate.UNKNOWN: "not decided; the group is not enclosed, or --nodes is too small",
    }[reading.fate]
    return f"{harmless(stone)}, {reading.first.capitalize()} to move: {said}.{line} {nodes[0].upper()}{nodes[1:]}."


def report_life(found: Life) -> Iterator[str]:
    """Yield the findings about a position as sentences."""
    for colour in COLOURS:
        side = found.side(colour)
        living = [chain for chain in side.chains if chain.alive]
        name, enemy = colour.capitalize(), other(colour).capitalize()
        if not side.chains:
            yield f"{name} has no stones."
            continue
        live = "lives" if len(living) == 1 else "live"
        yield f"{name}: {len(living)} of {counted(len(side.chains), 'chain')} {live} unconditionally."
        if side.territory:
            lost = f"; {enemy}'s stones there are lost: {_named(side.dead)}" if side.dead else ""
            yield f"  Safe territory: {_named(side.territory)} ({counted(len(side.territory), 'point')}){lost}."
        for chain in side.chains:
            yield f"  {harmless(_verdict(chain, colour))}"
    if found.forced and any(found.side(colour).alive for colour in COLOURS):
        yield "No side may pass under these rules: life holds as long as its owner has another turn to make."


def _verdict(chain: Chain, colour: Colour) -> str:
    stones = f"{chain.stones[0]} ({counted(len(chain.stones), 'stone')})"
    if chain.alive:
        return f"{stones} lives: its eyes are {'; '.join(map(_region, chain.eyes))}."
    eyes = chain.eyes
    why = "has no eye" if not eyes else f"has one eye, {_region(eyes[0])}" if len(eyes) == 1 else "has too few eyes"
    parts = [f"{stones} {why}"]
    parts += [
        f"{_region(each)} is shared with {_named(each.shared)}, which can fall"
        for each in chain.regions
        if each.vital and each.shared
    ]
    parts += [_lack(each) for each in chain.regions if not each.vital]
    safe = " It is nevertheless safe by clause 1.20." if chain.safe else ""
    opponent = other(colour).capitalize()
    if chain.capture is None:
        return f"{'; '.join(parts)}. Whether {opponent} moving alone can capture it was not decided.{safe}"
    return f"{'; '.join(parts)}. {opponent} moving alone captures it by {_named(chain.capture)}.{safe}"


def _lack(region: ChainRegion) -> str:
    few = len(region.beyond) <= _FEW
    points = " ".join(region.beyond) if few else f"{len(region.beyond)} points in it"
    return f"{_region(region)} is not an eye: {points} {'is' if len(region.beyond) == 1 else 'are'} out of its reach"


def _region(region: ChainRegion) -> str:
    points = region.points
    return " ".join(points) if len(points) <= _FEW else f"the area of {len(points)} points at {points[0]}"


def _named(labels: Sequence[str]) -> str:
    """Name points, and count the rest if there are too many."""
    more = f" and {len(labels) - _SHOWN} more" if len(labels) > _SHOWN else ""
    return " ".join(labels[:_SHOWN]) + more
