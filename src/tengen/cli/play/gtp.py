"""`tengen gtp`: the engine on standard input and output."""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...boards import Board, parse
from ...records import Position
from ...rules import Variant
from ..options import Axes, PlayedBoard, Ponders, Resigns, UsesBook, chosen, gives_up
from ..terminal import announced

if TYPE_CHECKING:
    from ...game import Game
    from ...gtp import Thinking


@dataclass(frozen=True)
class ThinkingOptions:
    level: Annotated[int | None, typer.Option(min=1, max=10, help="Strength. [default: 5, or the whole clock]")] = None
    seconds: Annotated[float | None, typer.Option(help="Time limit per move.")] = None
    threads: Annotated[
        int | None, typer.Option(min=1, max=256, help="Search threads. [default: 2, or 1 on one core]")
    ] = None
    seed: Annotated[int | None, typer.Option(min=0, help="Seed; reproducible with one thread and a level.")] = None
    player: Annotated[str, typer.Option(help="Engine: mcts (Tengen) or katago.")] = "mcts"
    visits: Annotated[int | None, typer.Option(min=1, help="Visits per move, in place of a level.")] = None
    resign: Resigns = "hopeless"
    ponder: Ponders = False
    book: UsesBook = True

    def thinking(self) -> Thinking:
        from ...gtp import Thinking

        thinking = Thinking(
            self.player,
            self.level,
            self.visits,
            seconds=self.seconds,
            threads=self.threads or min(2, os.cpu_count() or 1),
            seed=secrets.randbelow(1 << 32) if self.seed is None else self.seed,
            resigns=gives_up(self.resign),
            ponders=self.ponder,
            book=self.book,
        )
        thinking.check_katago()  # report a missing KataGo now, not at the first move
        return thinking


def gtp(
    options: ThinkingOptions,
    variant: Annotated[str, typer.Option(help="Variant, as in `tengen variants`, or a TOML file.")] = "chinese",
    board: PlayedBoard = None,
    settings: Axes = None,
    strict: Annotated[bool, typer.Option("--strict", help="Reject moves that only ko or superko forbids.")] = False,
) -> None:
    """Play inside any Go program that speaks GTP."""
    # Import nothing slow before a GTP command needs it; `_Announced` reports compilation.
    from ...gtp import Descriptor, Engine, Session

    thinking, played = options.thinking(), chosen(variant, settings)
    place = parse(board or played.board, footprint=played.footprint)
    with ExitStack() as stack:
        engine = Engine(played, place, thinking, opening=_Announced(stack, thinking.player), strict=strict)
        out: Any = sys.stdout
        out.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n", line_buffering=False)
        Session(engine, Descriptor(sys.stdin.fileno(), watched=out.fileno()), out).run()


class _Announced:
    """Opens games; the first starts compiling the search in the background, and announces compiling that delays it."""

    def __init__(self, stack: ExitStack, player: str) -> None:
        self._stack, self._searches, self._said = stack, player == "mcts", False

    def __call__(self, variant: Variant, board: Board, start: Position | None) -> Game:
        from ...gtp.game_course import open_game
        from ...search.compiled import compile_ahead

        if not self._said:
            self._stack.enter_context(announced())
            self._said = True
            if self._searches:  # while the board is still being set up
                compile_ahead(board)
        return open_game(variant, board, start)
