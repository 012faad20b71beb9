"""The options of `tengen formal`, beside the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer


@dataclass(frozen=True)
class FormalOptions:
    """What is checked, from which configuration the game starts, and which configuration is looked at."""

    board: Annotated[str | None, typer.Option("--board", help="The board, where FILE leaves it open.")] = None
    start: Annotated[
        str | None,
        typer.Option(metavar="START", help="Start from this configuration: a file, rows as .X./..O, or first: FILE's."),
    ] = None
    at: Annotated[
        int | None, typer.Option("--at", metavar="K", min=0, help="Look at configuration K. [default: the last]")
    ] = None
    family: Annotated[
        str, typer.Option(metavar="POINTS", help="Say whether the family of these stones' groups is safe: A1,C3.")
    ] = ""
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="The record goes on: do not ask for two passes at its end.")
    ] = False
    listed: Annotated[bool, typer.Option("--list", help="Print every configuration.")] = False
