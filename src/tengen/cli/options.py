"""Options that several files of commands share."""

from __future__ import annotations

from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead.")]
Axes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="AXIS=VALUE", help="Change an axis of the rules; may be given again."),
]
