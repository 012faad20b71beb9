"""`python -m benchmarks.game_counts BOARD`: the number of games on a board."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from tengen.boards import parse
from tengen.cli.options import Axes, Json, Memory, chosen, read_memory
from tengen.cli.proofs.count import run_count
from tengen.cli.signals import ended_politely
from tengen.cli.terminal import announced, as_json, harmless, say

from ..commands import main
from .counts import GameCount


@dataclass(frozen=True)
class GameCountOptions:
    """The rules and the board whose games are counted, and the method."""

    board: Annotated[str, typer.Argument(help="Such as 2x2 or graph:k3.")] = "3x1"
    variant: Annotated[str, typer.Option(help="As in `tengen variants`, or a TOML file.")] = "chinese"
    settings: Axes = None
    memory: Memory = "4GiB"
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File for the findings, from which to continue.")
    ] = None
    json: Json = False


def game_counts(options: GameCountOptions) -> None:
    """Count the games on a board under a superko exactly."""
    variant = chosen(options.variant, options.settings)
    board, rules = parse(options.board, footprint=variant.footprint), variant.rules
    with announced():
        count = GameCount(board, rules, read_memory(options.memory))
        with ended_politely():
            run_count(count, options.checkpoint)
    if options.json:
        about = {"board": board.text, "count": str(count.result), "method": count.head["method"], **count.details()}
        say(as_json(about | {"repetition": rules.repetition, "suicide": rules.suicide}))
    else:
        where = f"{count.result:,} games on {harmless(board.name)}"
        say(f"{where}, repetition {rules.repetition}, suicide {rules.suicide}")


if __name__ == "__main__":
    main(game_counts)
