"""The command that examines how fair games are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..options import Axes
from .spreading import Cluster, Jobs


def balance(
    variants: Annotated[list[str], typer.Argument(help="Variants, as in `tengen variants`, or TOML files; or all.")],
    board: Annotated[str | None, typer.Option("--board", help='Such as 7, "7x7 torus" or graph:petersen.')] = None,
    axes: Axes = None,
    games: Annotated[int, typer.Option("--games", help="How many games to play of each.")] = 96,
    level: Annotated[int, typer.Option("--level", help="The level that plays both sides, 1 to 10.")] = 3,
    simulations: Annotated[
        int | None, typer.Option("--simulations", help="Simulations a move, where not the level's.")
    ] = None,
    longest: Annotated[int | None, typer.Option("--longest", metavar="MOVES", help="Cut games here.")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Another seed, other games.")] = 0,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="Keep games, reports and plots there, and go on from there."),
    ] = None,
) -> None:
    """Find out how fair a game is, which komi it needs, how long it lasts and what happens in it."""
    from .balance import Wishes, balance_games

    balance_games(Wishes(variants, board, axes or (), games, level, simulations, longest, seed, jobs, cluster, out))
