"""The options of `tengen solve`, which proofs of one position, of the whole board and surveys of boards share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from ..options import Axes, Force, Json, Memory, SolvedBoard
from ..spreading import Jobs


@dataclass(frozen=True)
class SolveOptions:
    """What is solved, a position or every small board, and within which limits."""

    source: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="A record in any notation, or a position's name: where it ends is solved."
        ),
    ] = None
    position: Annotated[
        str | None, typer.Option(metavar="NAME|FILE", help="The same as GAME: triple-ko-1, ..., or a file.")
    ] = None
    points: Annotated[
        str | None, typer.Option(metavar="POINTS", help='Both sides play on these points only, and pass: "A6 A5".')
    ] = None
    to_play: Annotated[str | None, typer.Option(metavar="COLOUR", help="Who moves first in a position.")] = None
    created_by: Annotated[
        str | None,
        typer.Option(metavar="COLOUR", help="Who made a position, for natural superko. [default: the other side]"),
    ] = None
    variant: Annotated[str | None, typer.Option(help="As in `tengen variants`, or a TOML file. [default: chinese]")] = (
        None
    )
    board: SolvedBoard = None
    settings: Axes = None
    memory: Memory = "4GiB"
    limit: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Stop after this time, on each board, and tell the bounds known by then."),
    ] = None
    graphs: Annotated[
        int | None, typer.Option(metavar="POINTS", help="Solve every connected graph of up to this many points.")
    ] = None
    boards: Annotated[
        str | None, typer.Option(metavar="SIZES", help='Solve every grid that fits into one of these: "3x3 2x4 1x7".')
    ] = None
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the results of --graphs and --boards in this file.")
    ] = None
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the file of --csv; a line that was cut off is done again.")
    ] = False
    whole: Annotated[
        str | None,
        typer.Option(
            metavar="COLOUR", help="Ask one question alone: does this side get the whole board? May use --jobs."
        ),
    ] = None
    proof: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a proof that tengen check-proof checks; .gz packs it.")
    ] = None
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep what the search of one position knows, and go on from it.")
    ] = None
    force: Force = False
    jobs: Jobs = 1
    json: Json = False
