"""The options of `tengen book`, beside the record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from ..options import Axes, Coordinates, FromMove, RecordBoard, Rules, Size, Theme, ToMove, Variation


@dataclass(frozen=True)
class BookOptions:
    """Which part of which line is printed, how it is cut, and how it looks."""

    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="OUT", help="A .pdf, .svg, .md or .html. [default: GAME.pdf, here]"),
    ] = None
    moves_per_diagram: Annotated[int, typer.Option(min=1, help="The most moves that one diagram shows.")] = 50
    figures: Annotated[
        str, typer.Option(metavar="WHEN", help="Begin a new figure after `captures`, or only when `needed`.")
    ] = "needed"
    first: FromMove = None
    last: ToMove = None
    variation: Variation = ""
    variations: Annotated[bool, typer.Option("--variations", help="Print the variations as well.")] = False
    theme: Theme = "print"
    size: Size = None
    coordinates: Coordinates = None
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False
    rules: Rules = None
    board: RecordBoard = None
    settings: Axes = None
