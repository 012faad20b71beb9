"""`tengen life`: what lives unconditionally in a position, what happens to a group, and the smallest living groups."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from json import dumps, loads
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from ...boards import Board, parse
from ...draw.svg import svg
from ...game import Game
from ...game.played_records import shortened
from ...reading.fate import BUDGET, Fate, GroupReader, Reading
from ...records import COLOURS, Colour, Markup, Position, TengenError, other
from ...solve.checkpoints import Keeper
from ...solve.life.smallest import Excluded, Smallest, least, smallest
from ...solve.life.unconditional import Chain, ChainRegion, Life, life_of
from ..files import check_path, read_source, say_of, tell_written
from ..options import Ascii, Json
from ..records.pictures import PictureOptions
from ..records.positions import PositionOptions, WalkedLine, drawn, heading, last_point, reached, state, stop_at_illegal
from ..signals import ended_politely
from ..terminal import Looks, announced, as_json, counted, gauge, harmless, say, stopped

_SHOWN: Final = 12
"""The most moves or stones that a sentence names; the rest is counted."""

_FEW: Final = 3
"""The most points of an area that are named one by one."""


@dataclass(frozen=True)
class SmallestOptions:
    """Which smallest living group is looked for, if one is."""

    smallest: Annotated[
        str | None,
        typer.Option(metavar="WHERE", help="Find a smallest living group: corner, edge, centre, anywhere."),
    ] = None
    footprint: Annotated[
        str | None, typer.Option(help="Its stones: go, gengo, large-n, large-o, or a picture of x, o and n.")
    ] = None
    one_chain: Annotated[bool, typer.Option("--one-chain", help="The group is to be one chain.")] = False
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep what the search has excluded, and go on from it.")
    ] = None


@dataclass(frozen=True)
class GroupOptions:
    """Which groups are read, and how far."""

    group: Annotated[
        list[str] | None, typer.Option(metavar="POINT", help="Read what happens to the group of a stone; repeatable.")
    ] = None
    nodes: Annotated[int, typer.Option(min=1, max=2_000_000, help="Maximum positions searched for an answer.")] = BUDGET


def life(
    wanted: SmallestOptions,
    groups: GroupOptions,
    options: PositionOptions,
    pictures: PictureOptions,
    source: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A record or a diagram in any notation; - for stdin.")
    ] = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Show what lives whatever the opponent does, what is safe territory, and what happens to a group."""
    if wanted.smallest is None:
        if wanted != SmallestOptions():
            raise TengenError("--footprint, --one-chain and --checkpoint go with --smallest")
        judge(source, groups, options, pictures, json, ascii)
        return
    if source is not None or groups.group or not options.is_open:
        raise TengenError("--smallest looks for a group of its own: leave FILE, --group and the position's options out")
    find_smallest(wanted, options.board, pictures, json, ascii)


def judge(
    source: str | None,
    groups: GroupOptions,
    options: PositionOptions,
    pictures: PictureOptions,
    json: bool,
    ascii: bool,
) -> None:
    """Judge a position of what a file holds; the exit code is 1 where an illegal move comes before it."""
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


def find_smallest(
    wanted: SmallestOptions, board: str | None, pictures: PictureOptions, json: bool, ascii: bool
) -> None:
    """Find a smallest living group, and tell, draw and print what proves it smallest."""
    pictures.check("")
    check_path("--checkpoint", wanted.checkpoint)
    where, one_chain, keeper = wanted.smallest or "", wanted.one_chain, None
    if wanted.checkpoint is not None:
        asked = {"smallest": where, "footprint": wanted.footprint, "one chain": one_chain, "board": board}
        keeper = Keeper(wanted.checkpoint, asked)
    known = _Known(one_chain, keeper)

    def exclude(excluded: Excluded) -> None:
        known.exclude(excluded)
        enough = f"; {known.met[-1].size} are enough" if known.met else ""
        show(0.0, f"none of {searched(excluded)}{enough}")

    with ended_politely(), stopped(known.farewell), gauge() as show:
        found = smallest(
            where, wanted.footprint, board,
            one_chain=one_chain, tell=exclude, meet=known.met.append, known=tuple(known.before),
        )  # fmt: skip
    if keeper is not None:
        keeper.path.unlink(missing_ok=True)
    place = parse(found.board)
    position = Position(dict.fromkeys((label for chain in found.chains for label in chain), "black"))
    if pictures.files:
        eyes = Markup(marks={"circle": [label for eye in found.eyes for label in eye]})
        title = f"{found.size} stones live: {found.where}"
        tell_written(
            pictures.write(lambda size: svg(place, position, markup=eyes, size=size, title=title, **pictures.look))
        )
    if json:
        say(as_json(found.to_json(), indent=2))
    elif not pictures.files:
        marks = dict.fromkeys((label for eye in found.eyes for label in eye), "*")
        say(drawn(place, position, Looks.of(sys.stdout, ascii), marks=marks))
        for line in report_smallest(found, place):
            say(line)


@dataclass
class _Known:
    """What a search has found out so far."""

    one_chain: bool
    keeper: Keeper | None
    before: list[Excluded] = field(default_factory=list)
    """What the checkpoint held."""
    excluded: list[Excluded] = field(default_factory=list)
    met: list[Smallest] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.keeper is not None:
            self.keeper.keep("groups", self._snapshot, self._take_up)

    def _snapshot(self) -> dict[str, str]:
        return {"excluded": dumps([asdict(each) for each in dict.fromkeys((*self.before, *self.excluded))])}

    def _take_up(self, kept: Mapping[str, Any]) -> None:
        self.before = [Excluded(**{**row, "rims": tuple(row["rims"])}) for row in loads(str(kept["excluded"]))]

    def exclude(self, excluded: Excluded) -> None:
        self.excluded.append(excluded)
        if self.keeper is not None and excluded not in self.before:
            self.keeper.save()

    def farewell(self) -> str:
        """Say which bounds are known."""
        lines = [*report_bounds(self.excluded, self.met, self.one_chain)]
        if self.keeper is not None and (self.before or self.excluded):
            lines.append(f"What is excluded is kept in {self.keeper.path}; the same command goes on from there.")
        return "\n".join([*lines, "Stopped."])


def read_groups(game: Game, wanted: GroupOptions) -> Iterator[tuple[str, Reading]]:
    """Yield what happens to the groups of some stones, with either side to move."""
    if wanted.group:
        with announced():
            reader = GroupReader(game, budget=wanted.nodes)
            yield from ((stone, reader.read(stone, first)) for stone in wanted.group for first in COLOURS)


def report_group(stone: str, reading: Reading) -> str:
    """Say what happens to a group if one side moves first."""
    line = f" Line: {' '.join(reading.line)}." if reading.line else ""
    nodes = f"{counted(reading.nodes, 'position')} searched"
    said = {
        Fate.ALIVE: "it cannot be captured",
        Fate.SEKI: "seki: it cannot be captured, and has no two eyes",
        Fate.KO: f"ko, which {(reading.taker or 'one side').capitalize()} takes first",
        Fate.DEAD: "it is captured",
        Fate.UNKNOWN: "not decided; the group is not enclosed, or --nodes is too small",
    }[reading.fate]
    return f"{harmless(stone)}, {reading.first.capitalize()} to move: {said}.{line} {nodes[0].upper()}{nodes[1:]}."


def report_life(found: Life) -> Iterator[str]:
    """Yield what is known of a position in sentences."""
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
    safe = " It is safe by clause 1.20 all the same." if chain.safe else ""
    opponent = other(colour).capitalize()
    if chain.capture is None:
        return f"{'; '.join(parts)}. No moves of {opponent}'s alone were found that take it: that is open.{safe}"
    return f"{'; '.join(parts)}. {opponent} alone takes it by {_named(chain.capture)}.{safe}"


def _lack(region: ChainRegion) -> str:
    few = len(region.beyond) <= _FEW
    points = " ".join(region.beyond) if few else f"{len(region.beyond)} points in it"
    return f"{_region(region)} is no eye, for {points} {'is' if len(region.beyond) == 1 else 'are'} out of its reach"


def _region(region: ChainRegion) -> str:
    points = region.points
    return " ".join(points) if len(points) <= _FEW else f"the area of {len(points)} points at {points[0]}"


def _named(labels: Sequence[str]) -> str:
    """Name points, and count those that are too many."""
    more = f" and {len(labels) - _SHOWN} more" if len(labels) > _SHOWN else ""
    return " ".join(labels[:_SHOWN]) + more


# -- the smallest groups ---------------------------------------------------------------------------------------------


def report_smallest(found: Smallest, board: Board) -> Iterator[str]:
    """Yield what was found, and what is proved of it."""
    where = {"corner": "in a corner", "edge": "at an edge", "centre": "in the centre", "anywhere": "somewhere"}
    on = "on" if found.where == "anywhere" else "of"
    chains = counted(len(found.chains), "chain")
    yield (
        f"{counted(found.size, 'stone')} in {chains} live {where[found.where]} {on} {harmless(board.name)}: "
        f"{'; '.join(map(' '.join, found.chains))}. Eyes: {'; '.join(map(' '.join, found.eyes))}."
    )
    kind = "one chain of fewer stones" if found.one_chain else "fewer stones, in however many chains,"
    if found.proved:
        last = f", the last of them {searched(found.excluded[-1])}" if found.excluded else ""
        yield f"No group of {kind} does: {counted(len(found.excluded), 'case')} excluded{last}."
    elif found.size > 1:
        yield f"No group of {kind} was found on fields of up to {_field(found.excluded[-1])}."


def report_bounds(excluded: Sequence[Excluded], met: Sequence[Smallest], one_chain: bool) -> Iterator[str]:
    """Yield what a search that was stopped knows: how many stones are needed, and how many are enough."""
    if excluded:
        kind = " as one chain" if one_chain else ""
        fewer = least(excluded, one_chain) - 1
        if fewer:
            yield f"At least {fewer + 1} stones{kind}: no group of {counted(fewer, 'stone')} or fewer lives there."
        yield f"The last that was excluded: {searched(excluded[-1])}."
    for found in met[-1:]:
        yield f"At most {found.size} stones: {'; '.join(map(' '.join, found.chains))} live on {harmless(found.board)}."


def _field(excluded: Excluded) -> str:
    across = f"{excluded.width}x" if excluded.width > 1 and excluded.height > 1 else ""
    return f"{across}{max(excluded.height, 0 if across else excluded.width)} points"


def searched(excluded: Excluded) -> str:
    """Say which groups were looked for, and where."""
    field = f"on a field of {_field(excluded)}"
    rims = f" at the {' and the '.join(excluded.rims)}" if excluded.rims else ""
    return f"{counted(excluded.size, 'stone')} in {counted(excluded.chains, 'chain')} {field}{rims}"
