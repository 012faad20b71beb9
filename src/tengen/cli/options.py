"""Options that several files of commands share."""

from __future__ import annotations

from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead.")]
Axes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="AXIS=VALUE", help="Change an axis of the rules; may be given again."),
]
Board = Annotated[
    str | None,
    typer.Option("--board", help="The board of records in the formal notation, which do not name it."),
]

FromMove = Annotated[int | None, typer.Option("--from", min=1, help="The first move to number.")]
ToMove = Annotated[int | None, typer.Option("--to", min=1, help="The last move to number.")]
Variation = Annotated[
    str, typer.Option("--variation", metavar="ADDRESS", help="A variation: 12.2 is the second choice for move 12.")
]
Theme = Annotated[str, typer.Option("--theme", help="light, dark or print.")]
Size = Annotated[int | None, typer.Option("--size", metavar="PIXELS", help="The longer side of a picture.")]
Coordinates = Annotated[
    bool | None, typer.Option("--coordinates/--no-coordinates", help="Name rows and columns, or do not.")
]
