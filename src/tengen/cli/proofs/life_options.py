"""The options of `tengen life --smallest`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer


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
