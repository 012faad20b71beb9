"""The commands that decide what is true of these games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .options import Axes, Json


def count(
    board: Annotated[
        str | None, typer.Argument(help='Such as 7, "5x5 torus" or graph:petersen. [default: 7; for games 3x1]')
    ] = None,
    what: Annotated[str, typer.Option("--what", help="positions or games.")] = "positions",
    variant: Annotated[
        str, typer.Option("--variant", help="Whose games, or whose stones: as in `tengen variants`, or a TOML file.")
    ] = "chinese",
    axes: Axes = None,
    method: Annotated[
        str | None, typer.Option("--method", help="frontier or enumeration. [default: frontier, where it can be]")
    ] = None,
    memory: Annotated[str, typer.Option("--memory", metavar="SIZE", help="Use so much at most.")] = "4GiB",
    checkpoint: Annotated[
        Path | None, typer.Option("--checkpoint", metavar="FILE", help="Keep what is found there, and go on from it.")
    ] = None,
    json: Json = False,
) -> None:
    """Count the legal positions of a board, or the games on it, exactly."""
    from .count import Wishes, count_board

    count_board(Wishes(board, what, variant, axes or (), method, memory, checkpoint, json))
