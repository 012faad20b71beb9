"""`tengen openings`: the contents of the opening book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from ...records import TengenError
from ...rules import variants
from .. import RUNS
from ..options import Axes, Json, chosen
from ..terminal import as_json, harmless, new_table, print_table, say

if RUNS:
    from ...game import Game
    from ...opening.book import FILE, Book, best, read_rows, rules_text


@dataclass(frozen=True)
class OpeningsOptions:
    variants: Annotated[
        list[str] | None, typer.Argument(help="Variants, as in `tengen variants`, or TOML files; or all.")
    ] = None
    board: Annotated[str, typer.Option(help="Boards, separated by commas.")] = "9"
    settings: Axes = None
    file: Annotated[Path | None, typer.Option(help="Book file. [default: Tengen's own]")] = None
    json: Json = False


def openings(options: OpeningsOptions) -> None:
    """List the games of the opening book, or its moves in some of them."""
    book = Book(read_rows(options.file or FILE))
    if options.variants:
        _list_moves(book, [*_games(options)], options.json)
    else:
        _list_games(book, options.json)


def _games(options: OpeningsOptions) -> Iterator[Game]:
    """Yield the requested games, board by board: every variant on each."""
    names = [each.name for each in variants()] if options.variants == ["all"] else options.variants or []
    for board in options.board.split(","):
        for name in names:
            yield Game(chosen(name, options.settings), board=board.strip())


def _name(game: Game) -> str:
    return harmless(f"{game.variant.name} {game.board.text}")


def _list_games(book: Book, json: bool) -> None:
    """List the games of a book, with their numbers of positions and playouts."""
    table = new_table("board", "unusual rules", "positions", "depth", "playouts each")
    listed = []
    for (board, rules), rows in groupby(book.rows(), key=lambda row: (row.board, row.rules)):
        positions = {row.moves: row.playouts for row in rows}
        spent = sorted({*positions.values()})
        deep = 1 + max(map(len, positions))
        listed.append({"board": board, "rules": rules, "positions": len(positions), "depth": deep, "playouts": spent})
        span = f"{spent[0]:,}" if len(spent) == 1 else f"{spent[0]:,} to {spent[-1]:,}"
        table.add_row(board, rules or "none", f"{len(positions):,}", str(deep), span)
    say(as_json(listed, indent=2)) if json else print_table(table)


def _list_moves(book: Book, games: list[Game], json: bool) -> None:
    """List a book's moves in some games; those it plays are starred."""
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
        raise TengenError(f"the book has no moves for {', '.join(map(_name, games))} under these rules")
    say(as_json([row._asdict() for row in rows], indent=2)) if json else print_table(table)
