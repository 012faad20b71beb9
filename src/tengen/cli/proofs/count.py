"""`tengen count`: how many legal positions a board has, and how many games there are on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from ...boards import Board, parse
from ...records import TengenError
from ...rules import Variant
from ...solve.checkpoints import Count, Keeper
from ...solve.counting import count_of_positions_of
from ...solve.counting.game_counts import GameCount
from ..options import Axes, Json, Memory, chosen, read_memory
from ..signals import ended_politely
from ..terminal import announced, as_json, gauge, harmless, say, stopped

_USUAL: Final = {"positions": "7", "games": "3x1"}
"""What is counted on where no board is named."""


@dataclass(frozen=True)
class CountOptions:
    """What is counted, on which board and how."""

    board: Annotated[
        str | None, typer.Argument(help='Such as 7, "5x5 torus" or graph:petersen. [default: 7; for games 3x1]')
    ] = None
    what: Annotated[str, typer.Option(help="positions or games.")] = "positions"
    variant: Annotated[
        str, typer.Option(help="Whose games, or whose stones: as in `tengen variants`, or a TOML file.")
    ] = "chinese"
    settings: Axes = None
    method: Annotated[
        str | None, typer.Option(help="frontier or enumeration. [default: frontier, where it can be]")
    ] = None
    memory: Memory = "4GiB"
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep what is found there, and go on from it.")
    ] = None
    json: Json = False


def count(options: CountOptions) -> None:
    """Count the legal positions of a board, or the games on it, exactly."""
    if options.what not in _USUAL:
        raise TengenError(f"--what {options.what}: what is counted are {' or '.join(_USUAL)}")
    variant = chosen(options.variant, options.settings)
    board = parse(options.board or _USUAL[options.what], footprint=variant.footprint)
    memory = read_memory(options.memory)
    if options.what == "games" and options.method is not None:
        raise TengenError(f"--method {options.method}: games are counted in one way only; leave it out")
    with announced():
        count: Count
        if options.what == "games":
            count = GameCount(board, variant.rules, memory)
        else:
            method: Any = options.method
            count = count_of_positions_of(board, variant.rules, method, memory)
        counting = _Counting(count, options.checkpoint)
        with ended_politely():
            counting.run()
    _tell(count, options, board, variant)


class _Counting:
    """A count on its way, and the file in which it is kept, if one is named."""

    def __init__(self, count: Count, file: Path | None) -> None:
        self.count, self.file = count, file
        self._keeper: Keeper | None = None
        self._told = ""
        if file is not None:
            self._keeper = Keeper(file, count.head)
            if not self._keeper.keep("count", count.snapshot, count.resume):
                self._keeper.save()

    def run(self) -> None:
        """Count to the end; whatever stops it, what was found is kept.

        Raises:
            TengenError: the memory does not suffice, or the number is too large.
            typer.Exit: somebody stopped it.
        """
        with stopped(self._farewell):
            try:
                with gauge() as show:
                    for progress in self.count.run():
                        self._told = progress.told
                        show(progress.share, progress.told)
                        if self._keeper is not None and self._keeper.is_due:
                            self._save()
            except TengenError as error:
                self._save()
                raise TengenError(f"{error}{self._where('with more --memory the same command goes on')}") from error
        self._save()

    def _farewell(self) -> str:
        self._save()
        hint = self._where("the same command goes on")
        if self._told and not hint:
            hint = "; with --checkpoint FILE it could go on from there"
        return f"Stopped at {self._told or 'the beginning'}{hint}."

    def _where(self, how: str) -> str:
        return "" if self.file is None else f"; what was found is kept in {self.file}, {how}"

    def _save(self) -> None:
        if self._keeper is not None:
            self._keeper.save()


def _tell(count: Count, options: CountOptions, board: Board, variant: Variant) -> None:
    found, rules, points = count.result, variant.rules, len(board)
    assert found is not None
    if options.json:
        about = {"what": options.what, "board": board.text, "points": points, "count": str(found)}
        if options.what == "games":
            about |= {"repetition": rules.repetition, "suicide": rules.suicide}
        say(as_json(about | {"method": count.head["method"], **count.details()}))
    elif options.what == "games":
        say(f"{found:,} games on {harmless(board.name)}, repetition {rules.repetition}, suicide {rules.suicide}")
    else:
        percent = 100 * found * 10**12 // 3**points / 10**12
        share = f"{percent:.2f}%" if percent >= 0.01 else f"{percent:.1e}%"
        say(f"{found:,} legal positions on {harmless(board.name)}, {share} of 3^{points}")
        if rules.tiles != "none" or rules.tao == "on":
            say("Counted are stones; tiles, Tao stones and prisoners are not.")
