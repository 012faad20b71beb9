"""`python -m benchmarks.smallest_groups`: a smallest living group, the proof, and its picture."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from json import dumps, loads
from pathlib import Path
from typing import Annotated, Any

import typer

from tengen.boards import Board, parse
from tengen.cli.files import check_path, tell_written
from tengen.cli.options import Ascii, Json
from tengen.cli.records.pictures import PictureOptions
from tengen.cli.records.positions import drawn
from tengen.cli.signals import ended_politely
from tengen.cli.terminal import Looks, as_json, counted, gauge, harmless, say, stopped
from tengen.draw.svg import svg
from tengen.records import Markup, Position
from tengen.solve.checkpoints import Keeper

from ..commands import main
from .smallest import Excluded, Smallest, least, smallest


@dataclass(frozen=True)
class SmallestOptions:
    """The group to find."""

    board: Annotated[str | None, typer.Option(help='On this board, such as "gengo 19". [default: endless lines]')] = (
        None
    )
    footprint: Annotated[
        str | None, typer.Option(help="Its stones: go, gengo, large-n, large-o, or a picture of x, o and n.")
    ] = None
    one_chain: Annotated[bool, typer.Option("--one-chain", help="Only groups of one chain.")] = False
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep what the search has excluded, and continue from there.")
    ] = None


def smallest_groups(
    where: Annotated[str, typer.Argument(metavar="WHERE", help="corner, edge, centre or anywhere.")],
    wanted: SmallestOptions,
    pictures: PictureOptions,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Find a smallest unconditionally living group, and show what proves it smallest."""
    pictures.check("")
    check_path("--checkpoint", wanted.checkpoint)
    board, one_chain, keeper = wanted.board, wanted.one_chain, None
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
    """A search's findings so far."""

    one_chain: bool
    keeper: Keeper | None
    before: list[Excluded] = field(default_factory=list)
    """The checkpoint's contents."""
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
        """Report the known bounds."""
        lines = [*report_bounds(self.excluded, self.met, self.one_chain)]
        if self.keeper is not None and (self.before or self.excluded):
            lines.append(f"The exclusions are kept in {self.keeper.path}; the same command continues from there.")
        return "\n".join([*lines, "Stopped."])


def report_smallest(found: Smallest, board: Board) -> Iterator[str]:
    """Yield the group found, and the proved facts about it."""
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
    """Yield the bounds of a stopped search: the number of stones needed, and a number that suffices."""
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
    """Describe the groups and the place searched."""
    field = f"on a field of {_field(excluded)}"
    rims = f" at the {' and the '.join(excluded.rims)}" if excluded.rims else ""
    return f"{counted(excluded.size, 'stone')} in {counted(excluded.chains, 'chain')} {field}{rims}"


if __name__ == "__main__":
    main(smallest_groups)
