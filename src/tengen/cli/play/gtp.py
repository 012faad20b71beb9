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
    """Who plays, and what a move may cost."""

    level: Annotated[
        int | None, typer.Option(min=1, max=10, help="How strong to play. [default: 5, or all of the clock]")
    ] = None
    seconds: Annotated[float | None, typer.Option(help="The most a move may take.")] = None
    threads: Annotated[
        int | None, typer.Option(min=1, max=256, help="Threads to search with. [default: 2, if there are]")
    ] = None
    seed: Annotated[
        int | None, typer.Option(min=0, help="With one thread and a level, makes it play the same again.")
    ] = None
    player: Annotated[str, typer.Option(help="Who plays: mcts (Tengen) or katago.")] = "mcts"
    visits: Annotated[int | None, typer.Option(min=1, help="The visits of a move, in place of a level.")] = None
    resign: Resigns = "hopeless"
    ponder: Ponders = False
    book: UsesBook = True

    def thinking(self) -> Thinking:
        """Return how the engine thinks."""
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
        thinking.check_katago()  # report a missing KataGo now rather than at the first move
        return thinking


def gtp(
    options: ThinkingOptions,
    variant: Annotated[str, typer.Option(help="A variant, as in `tengen variants`, or a TOML file.")] = "chinese",
    board: PlayedBoard = None,
    settings: Axes = None,
    strict: Annotated[bool, typer.Option("--strict", help="Reject moves that only ko or superko forbids.")] = False,
) -> None:
    """Play inside any Go program that speaks GTP."""
    # Nothing that takes long is imported before a GTP command needs it; `_Announced` tells of the compiler.
    from ...gtp import Descriptor, Engine, Session

    thinking, played = options.thinking(), chosen(variant, settings)
    place = parse(board or played.board, footprint=played.footprint)
    with ExitStack() as stack:
        engine = Engine(played, place, thinking, opening=_Announced(stack, thinking.player), strict=strict)
        out: Any = sys.stdout
        out.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n", line_buffering=False)
        Session(engine, Descriptor(sys.stdin.fileno(), watched=out.fileno()), out).run()


class _Announced:
    """Opens games; with the first one the search is compiled beside, and people hear of a compiler they wait for."""

    def __init__(self, stack: ExitStack, player: str) -> None:
        self._stack, self._searches, self._said = stack, player == "mcts", False

    def __call__(self, variant: Variant, board: Board, start: Position | None) -> Game:
        from ...gtp.game_course import open_game
        from ...search.compiled import compile_ahead

        if not self._said:
            self._stack.enter_context(announced())
            self._said = True
            if self._searches:  # while others still set up the board
                compile_ahead(board)
        return open_game(variant, board, start)
