"""Cures for cycles compared: the known cycles that each breaks, and what each would have forbidden in written games.

``python -m benchmarks cures RECORD ... --out docs/lab`` replays the records under each cure, plays the cycles, and
writes the two tables into ``variants.md``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tengen.files.whole import write_whole
from tengen.formats import read_file
from tengen.game.record_walk import walk
from tengen.match.fairness import share_of
from tengen.records import Reason, Record, TengenError
from tengen.rules import variant
from tengen.solve.states.ko_positions import KoPosition, comes_back, first_break, local, positions
from tengen.solve.states.recurrence import cycles

from .repeating import OutOfTimeError, search
from .variant_tables import rewritten

_SECONDS: Final = 120.0
"""Processor time for all play on the points of one position under one cure."""

SENDING_TWO: Final = KoPosition(
    name="sending-two",
    title="Sending two, returning one",
    about="Black adds a second stone, White captures both, Black recaptures one, and White plays elsewhere.",
    rows=(".OX.X", "OOXXX", "OOX.X", ".X.X."),
    to_play="black",
    moves=("A1", "C1", "B1", "pass"),
    points=("A1", "B1", "C1"),
    stakes={},
)
DOUBLE_KO: Final = KoPosition(
    name="double-ko",
    title="Double ko",
    about="Each side takes a ko when the other takes one; from time to time a side plays elsewhere.",
    rows=(
        ".........",
        "X.XXXXX..",
        "OOOOOOX..",
        ".OOOXOXX.",
        "OXOX.XOX.",
        "XXXXXXOXX",
        "O.OOOOOOO",
        "OO.O...O.",
        "...O...O.",
    ),
    to_play="black",
    moves=("A6", "E5", "pass", "A5", "E6", "pass"),
    points=("A6", "A5", "E6", "E5"),
    stakes={},
)


@dataclass(frozen=True)
class Cure:
    """A rule against cycles: its name, its reason against a move, and how it changes ordinary Go.

    ``preset`` is the variant for the known cycles, if it is not ordinary Go with these axes.
    """

    name: str
    reason: Reason
    axes: Mapping[str, Any]
    preset: str = "chinese"


CURES: Final = (
    Cure("positional superko", Reason.REPETITION, {"repetition": "positional"}),
    Cure("situational superko", Reason.REPETITION, {"repetition": "situational"}),
    Cure("Tile Go", Reason.TILE_LIMIT, {"tiles": "tile", "repetition": "ko"}, "tile"),
    Cure("Cushion Go", Reason.TILE_LIMIT, {"tiles": "cushion", "repetition": "ko"}, "cushion"),
    Cure("Stoical Go", Reason.RECAPTURE, {"recapture": "stoical", "repetition": "none"}),
    Cure("Stoical, larger", Reason.RECAPTURE, {"recapture": "larger", "repetition": "none"}),
)


def known() -> list[KoPosition]:
    """Return the positions with cycles to play."""
    return [SENDING_TWO, DOUBLE_KO, *positions().values()]


def broken_at(what: KoPosition, cure: Cure) -> int | None:
    """Return the number of the first illegal move of a cycle under a cure, or None."""
    game = what.game(cure.preset) if cure.preset != "chinese" else what.game(**cure.axes)
    found = first_break(what, game)
    return None if found is None else found.number


def still_returns(what: KoPosition, cure: Cure) -> bool | None:
    """Return whether any play on a position's own points repeats under a cure; None if undecided."""
    if cure.reason is Reason.REPETITION:
        return False
    if cure.preset != "chinese":
        return cycles(local(what, cure.preset), forced=False).exists
    try:
        return search(what.game(**cure.axes), _SECONDS, points=what.points).verdict == "yes"
    except OutOfTimeError:
        return None


def cycles_table(found: Sequence[KoPosition]) -> str:
    """Return a line for each position: each cure's first illegal move, and whether other play there repeats."""
    lines = [
        f"| cycle | moves | {' | '.join(cure.name for cure in CURES)} |",
        f"|---|---:|{'---|' * len(CURES)}",
    ]
    for what in found:
        assert comes_back(what), what.name
        print(what.name, file=sys.stderr, flush=True)
        cells = [_cell(broken_at(what, cure), still_returns(what, cure)) for cure in CURES]
        lines.append(f"| {what.title} | {len(what.moves)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(number: int | None, returns: bool | None) -> str:
    told = "not broken" if number is None else f"move {number}"
    other = {True: "other play returns", False: "nothing returns", None: "other play: not decided"}[returns]
    return told if number is None else f"{told}; {other}"


@dataclass(frozen=True)
class Cost:
    """The cost of a cure in written games: ``refused`` moves in each of the games, ``moves`` in all."""

    refused: tuple[int, ...]
    moves: int


def cost(records: Iterable[Record], cure: Cure) -> Cost:
    """Replay games under a cure, making refused moves anyway, and count them."""
    chosen = variant("chinese", **cure.axes)
    refused, moves = [], 0
    for record in records:
        count = 0
        for stage in walk(record, chosen, strict=False):
            if stage.turn is not None:
                moves += 1
                count += cure.reason in stage.turn.against
            count += cure.reason in stage.reasons
        refused.append(count)
    return Cost(tuple(refused), moves)


def costs_table(records: Sequence[Record]) -> str:
    """Return a line for each cure: the share of games and of moves that it refuses, with intervals of 95 %."""
    lines = [
        "| cure | games with a refused move (95 %) | refused moves | of all moves | most in a game |",
        "|---|---:|---:|---:|---:|",
    ]
    for cure in CURES:
        found = cost(records, cure)
        games = share_of(sum(count > 0 for count in found.refused), len(found.refused))
        total = sum(found.refused)
        lines.append(
            f"| {cure.name} | {round(games.value * games.games)} of {games.games}: {_percent(games.value)} "
            f"({_percent(games.low)}–{_percent(games.high)}) | {total:,} of {found.moves:,} | "
            f"{100 * total / max(1, found.moves):.2f} % | {max(found.refused, default=0)} |"
        )
    return "\n".join(lines)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def main(arguments: Sequence[str]) -> int:
    """Replay, play the cycles, and write or print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks cures", description=__doc__)
    parser.add_argument("records", nargs="*", type=Path, help="written games, such as examples/games/*.sgf")
    parser.add_argument("--out", type=Path, help="folder of variants.md, such as docs/lab; without it, print")
    options = parser.parse_args(arguments)
    records = []
    for path in options.records:
        try:
            records.append(read_file(path))
        except TengenError as error:
            print(f"{path}: skipped: {error}", file=sys.stderr)
    tables = {"cures": cycles_table(known())}
    if records:
        tables["costs"] = costs_table(records)
    if options.out is None:
        print("\n\n".join(tables.values()))
        return 0
    page = options.out / "variants.md"
    write_whole(page, rewritten(page.read_text("utf-8"), tables))
    return 0
