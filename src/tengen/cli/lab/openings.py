"""`tengen openings`: what the opening book knows, and how it was made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from ...files.whole import write_whole
from ...game import Game
from ...opening.book import FILE, Book, best
from ...opening.growing import Grower, SearchedPosition
from ...opening.rows import read_rows, rules_text, written
from ...players import MCTS, Budget
from ...players.calibration import share_of
from ...players.scope import Scope
from ...records import Place, TengenError
from ...rules import variants
from ..options import Axes, chosen
from ..signals import ended_politely, undivided
from ..terminal import announced, counted, gauge, harmless, new_table, print_table, say, stopped

_MEGABYTES = 256


@dataclass(frozen=True)
class OpeningsOptions:
    """Which games are searched, how deep and how long, and where the book is."""

    variants: Annotated[
        list[str] | None, typer.Argument(help="Variants, as in `tengen variants`, or TOML files; or all.")
    ] = None
    board: Annotated[str, typer.Option(help="Boards, with commas between them.")] = "9"
    settings: Axes = None
    playouts: Annotated[
        int | None,
        typer.Option(help="The playouts of each position; one that had as many is left."),
    ] = None
    depth: Annotated[int, typer.Option(min=1, max=4, help="How many moves deep: 2 answers first moves, too.")] = 2
    file: Annotated[
        Path | None, typer.Option(help="The book that is listed, or grows. [default: to be listed, Tengen's own]")
    ] = None


def openings(options: OpeningsOptions) -> None:
    """List the games of the opening book, or its moves in some of them; with --playouts, let it grow by searches."""
    path = options.file or FILE
    if options.playouts is None:
        book = Book(read_rows(path))
        if options.variants:
            _list_moves(book, [*_games(options)])
        else:
            _list_games(book)
        return
    if options.file is None:
        raise TengenError("--playouts lets a book grow: name its file with --file FILE")
    if options.playouts < 1:
        raise TengenError(f"--playouts {options.playouts}: there must be at least one")
    book = Book(read_rows(path)) if path.exists() else Book()
    with announced(), ended_politely():
        _Growth(book, path, options.depth, options.playouts).run([*_games(options)])


def _games(options: OpeningsOptions) -> Iterator[Game]:
    """Yield the games that were asked for: every variant on the first board, then on the next."""
    names = [each.name for each in variants()] if options.variants == ["all"] else options.variants or ["chinese"]
    for board in options.board.split(","):
        for name in names:
            game = Game(chosen(name, options.settings), board=board.strip())
            if game.outcome is not None or game.rules.handicap:
                raise TengenError(f"{name}: the book has games that begin with an empty board, and are not over then")
            yield game


class _Growth:
    """A book that grows, and the file that is written anew after every search."""

    def __init__(self, book: Book, path: Path, depth: int, playouts: int) -> None:
        self.book, self.path, self.depth, self.playouts = book, path, depth, playouts
        self.done = 0

    def run(self, games: list[Game]) -> None:
        with stopped(self._farewell), gauge() as show:
            growers = [Grower(self.book, game) for game in games]
            for depth in range(1, self.depth + 1):  # what is asked for most often comes first
                for number, grower in enumerate(growers):
                    for moves in grower.wanted(depth, self.playouts):
                        show(number / len(growers), f"{depth}: {_name(grower.start)}, {counted(self.done, 'search')}")
                        if grower.grow(moves, self._looks, self.playouts):
                            with undivided():
                                write_whole(self.path, written(self.book.rows()))
                                self.done += 1
        say(f"{self.path}: {counted(self.done, 'position')} searched")

    def _looks(self, game: Game, points: Sequence[int]) -> Iterator[SearchedPosition]:
        barred = np.zeros((2, 2 * len(game.board) + 2), np.uint32)
        barred[:, : len(game.board)] = 1  # at the root only
        barred[:, points] = 0
        player = MCTS(megabytes=_MEGABYTES, seed=1)
        *_, found = player.analyse(game, Budget(simulations=self.playouts), scope=Scope(barred))
        for each in found.candidates:
            move = game.read_move(each.move)
            if isinstance(move, Place):
                yield SearchedPosition(move.point, each.visits, share_of(each.win_rate))

    def _farewell(self) -> str:
        return f"Stopped after {counted(self.done, 'position')}, kept in {self.path}; the same command goes on."


def _name(game: Game) -> str:
    return harmless(f"{game.variant.name} {game.board.text}")


def _list_games(book: Book) -> None:
    """Say which games a book has, how many positions of each, and what was spent on them."""
    table = new_table("board", "rules that are not the usual ones", "positions", "moves deep", "playouts each")
    for (board, rules), rows in groupby(book.rows(), key=lambda row: (row.board, row.rules)):
        positions = {row.moves: row.playouts for row in rows}
        spent = sorted({*positions.values()})
        deep = 1 + max(map(len, positions))
        span = f"{spent[0]:,}" if len(spent) == 1 else f"{spent[0]:,} to {spent[-1]:,}"
        table.add_row(board, rules or "none", f"{len(positions):,}", str(deep), span)
    print_table(table)


def _list_moves(book: Book, games: list[Game]) -> None:
    """Say what a book has of some games; the moves that it plays are starred."""
    wanted = {(rules_text(game.rules), game.board.text) for game in games}
    table = new_table("after", "move", "wins", "visits", "playouts", "played")
    rows = [row for row in book.rows() if (row.rules, row.board) in wanted]
    for moves, replies in groupby(rows, key=lambda row: (row.rules, row.board, row.moves)):
        kept = [*replies]
        for row in kept:
            after = " ".join(moves[2]) or f"the empty board {moves[1]}"
            star = "*" if row in best(kept) else ""
            table.add_row(after, row.reply, f"{row.win_rate:.1%}", f"{row.visits:,}", f"{row.playouts:,}", star)
    if not rows:
        raise TengenError(f"the book knows nothing of {', '.join(map(_name, games))} by these rules")
    print_table(table)
