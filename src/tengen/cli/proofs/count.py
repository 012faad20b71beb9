"""`tengen count`: counts the legal positions of a board."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ...boards import Board, parse
from ...records import TengenError
from ...rules import Variant
from .. import RUNS
from ..options import Axes, Json, Memory, chosen, read_memory
from ..signals import ended_politely
from ..terminal import announced, as_json, gauge, harmless, say, stopped

if RUNS:
    from ...solve.checkpoints import Count, Keeper
    from ...solve.counting import count_of_positions_of


@dataclass(frozen=True)
class CountOptions:
    board: Annotated[str, typer.Argument(help='Board, such as 7, "5x5 torus" or graph:petersen.')] = "7"
    variant: Annotated[str, typer.Option(help="Variant, as in `tengen variants`, or a TOML file.")] = "chinese"
    settings: Axes = None
    method: Annotated[
        str | None, typer.Option(help="Method: frontier or enumeration. [default: frontier if possible]")
    ] = None
    memory: Memory = "4GiB"
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the progress there, and resume from it.")
    ] = None
    json: Json = False


def count(options: CountOptions) -> None:
    """Count the legal positions of a board exactly."""
    variant = chosen(options.variant, options.settings)
    board = parse(options.board, footprint=variant.footprint)
    method: Any = options.method
    with announced():
        count = count_of_positions_of(board, variant.rules, method, read_memory(options.memory))
        with ended_politely():
            run_count(count, options.checkpoint)
    _tell(count, options, board, variant)


def run_count(counting: Count, file: Path | None) -> None:
    """Count to the end; if stopped, save the progress in the file, if one is given."""
    keeper, told = None if file is None else Keeper(file, counting.head), ""

    def save() -> None:
        if keeper is not None:
            keeper.save()

    def where(how: str) -> str:
        return "" if file is None else f"; the progress is kept in {file}, {how}"

    def farewell() -> str:
        save()
        hint = where("the same command continues")
        if told and not hint:
            hint = "; --checkpoint FILE would let it continue from there"
        return f"Stopped at {told or 'the beginning'}{hint}."

    if keeper is not None and not keeper.keep("count", counting.snapshot, counting.resume):
        keeper.save()
    with stopped(farewell):
        try:
            with gauge() as show:
                for share, told in counting.run():
                    show(share, told)
                    if keeper is not None and keeper.is_due:
                        keeper.save()
        except TengenError as error:
            save()
            raise TengenError(f"{error}{where('the same command continues with more --memory')}") from error
    save()


def _tell(count: Count, options: CountOptions, board: Board, variant: Variant) -> None:
    found, rules, points = count.result, variant.rules, len(board)
    assert found is not None
    if options.json:
        about = {"what": "positions", "board": board.text, "points": points, "count": str(found)}
        say(as_json(about | {"method": count.head["method"], **count.details()}))
    else:
        percent = 100 * found * 10**12 // 3**points / 10**12
        share = f"{percent:.2f}%" if percent >= 0.01 else f"{percent:.1e}%"
        say(f"{found:,} legal positions on {harmless(board.name)}, {share} of 3^{points}")
        if rules.tiles != "none" or rules.tao == "on":
            say("Only stones are counted, not tiles, Tao stones and prisoners.")
