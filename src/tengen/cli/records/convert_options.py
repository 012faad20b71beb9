"""The options of `tengen convert`, beside the record and the notation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from ..options import Axes, CirclesAreTiles, FromMove, Rules, ToMove


@dataclass(frozen=True)
class ConvertOptions:
    """What is read as which format, what is made of it, and what of it is taken."""

    from_format: Annotated[str | None, typer.Option(help="Read IN as this, whatever it seems.")] = None
    to_format: Annotated[
        str | None,
        typer.Option(help="The format to write, such as sgf or png. [default: as OUT ends]"),
    ] = None
    board: Annotated[str | None, typer.Option(help="The board where IN leaves it open.")] = None
    move: Annotated[int | None, typer.Option(min=0, help="The position after this move only.")] = None
    first: FromMove = None
    last: ToMove = None
    title: Annotated[str | None, typer.Option(help="The title to write.")] = None
    coordinates: Annotated[bool, typer.Option("--coordinates", help="Ask for coordinates in diagrams.")] = False
    every: Annotated[bool, typer.Option("--all", help="Convert all that IN holds, not only the first.")] = False
    circles_are_tiles: CirclesAreTiles = False
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it is there.")] = False
    why: Annotated[
        bool, typer.Option("--why", help="Say in comments why each tile fell, and why a move is illegal.")
    ] = False
    rules: Rules = None
    settings: Axes = None

    @property
    def cuts(self) -> bool:
        """Whether only a part is wanted."""
        return (self.move, self.first, self.last) != (None, None, None)
