"""The options of `tengen solve`, which proofs of one position and of the whole board share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from ..options import Axes, Force, Json, Memory, SolvedBoard
from ..spreading import Jobs


@dataclass(frozen=True)
class SolveOptions:
    """What is solved, and within which limits."""

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
        typer.Option(metavar="SECONDS", help="Stop after this time, and tell the bounds known by then."),
    ] = None
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
