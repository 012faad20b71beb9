"""Let an opening book grow by searches (``python training/openings/grow.py FILE all --board 9 --playouts 5000``).

The file is rewritten after every search. Ctrl-C ends it, and the same command continues with the rest.
docs/lab/openings.md describes the book, and how Tengen's own was made.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from tengen.files.whole import write_whole
from tengen.game import Game
from tengen.opening.book import Book, BookRow, Points, best, canonical, onto, read_rows, rules_text, symmetries, written
from tengen.players import MCTS, Budget
from tengen.players.calibration import share_of
from tengen.players.scope import Scope
from tengen.records import Place
from tengen.rules import variant, variants
from tengen.rules.axis import read_axes

_MEGABYTES: Final = 256
_SMALL: Final = 100
"""Boards with up to this many points have all first moves answered; larger ones only the usual ones."""
_NEAR: Final = 2
"""The distance from a marked point of usual first moves on large boards."""
_KEPT: Final = 0.05
"""The share of a search's visits that makes a move worth keeping."""


class SearchedPosition(NamedTuple):
    """A search's findings about a stone on a point: its visits, and its win rate (0 to 1)."""

    point: int
    visits: int
    win_rate: float


Search = Callable[[Game, Sequence[int]], Iterable[SearchedPosition]]
"""Searches a position for the best stone on one of some points, with the findings about each."""


class Grower:
    """Grows one game's part of a book; ``start`` is the game before its first move.

    Raises:
        BoardError: the board has too many symmetries.
    """

    def __init__(self, book: Book, start: Game) -> None:
        self.book: Final = book
        self.start: Final = start
        self.rules: Final = rules_text(start.rules)
        self.board: Final = start.board
        self._group = symmetries(start.board, start.rules)

    def wanted(self, depth: int, playouts: int) -> list[Points]:
        """Return the beginnings not yet searched by this many playouts, in canonical form.

        The empty board comes first, then, with a ``depth`` of at least 2, the reasonable first moves; from 3 on, the
        continuations of the book's moves. Further ones follow when these have been searched.
        """
        return [
            moves for moves in self._beginnings(depth) if not (rows := self._rows(moves)) or rows[0].playouts < playouts
        ]

    def _rows(self, moves: Points) -> list[BookRow]:
        return self.book.at(self.rules, self.board.text, self.board.names(moves))

    def _beginnings(self, depth: int) -> Iterator[Points]:
        layer: list[Points] = [()]
        for ply in range(depth):
            yield from layer
            if ply == 0:
                layer = self._first_moves()
                continue
            before = self._followed([()], best) if ply == 1 else layer
            layer = self._followed(before, list if ply % 2 else best)

    def _followed(self, layer: Iterable[Points], choice: Callable[[list[BookRow]], list[BookRow]]) -> list[Points]:
        """Return the beginnings that follow others by the book's moves."""
        labels = self.board.labels
        found = {
            canonical((*moves, labels.index(row.reply)), self._group)
            for moves in layer
            for row in choice(self._rows(moves))
        }
        return sorted(found)

    def _first_moves(self) -> list[Points]:
        """Return the usual first moves: all on small boards, otherwise those near the marked points."""
        points = set(range(len(self.board)))
        if len(self.board) > _SMALL and self.board.hoshi:
            points = set(self.board.hoshi)
            for _ in range(_NEAR):
                points |= {other for point in points for other in self.board.edges[point]}
        legal = [point for point in points if not self.start.why_not(Place(point))]
        usual = {canonical((point,), self._group) for point in legal}
        return sorted(usual | {*self._followed([()], list)})

    def grow(self, moves: Points, search: Search, playouts: int) -> list[BookRow]:
        """Search a beginning, store the findings, and return it.

        Nothing is stored if the game is over, or the search finds no stone.
        """
        game = self.start.copy()
        for point in moves:
            game.play(Place(point))
        if game.outcome is not None:
            return []
        board, still = self.board, [*onto(moves, moves, self._group)]
        # A point stands for all its images that leave the beginning unchanged.
        points = [point for point in range(len(board)) if point == min(moved[point] for moved in still)]
        looks = sorted(search(game, points), key=lambda look: (-look.visits, look.point))
        names, least = board.names(moves), max(1, _KEPT * sum(look.visits for look in looks))
        rows = [
            BookRow(self.rules, board.text, names, board.labels[look.point], look.win_rate, look.visits, playouts)
            for look in looks
            if look.visits >= least
        ]
        if rows:
            self.book.keep(rows)
        return rows


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """Return the command line's options."""
    parser = argparse.ArgumentParser(description="Let an opening book grow by searches.")
    parser.add_argument("file", type=Path, help="the book, which is made if it is not there")
    parser.add_argument("variants", nargs="+", help="variants, as in `tengen variants`; or all")
    parser.add_argument("--board", default="9", help="boards, with commas between them [9]")
    parser.add_argument("--set", action="append", default=[], metavar="AXIS=VALUE", help="rules to change")
    parser.add_argument("--playouts", type=int, required=True, help="playouts of each position")
    parser.add_argument("--depth", type=int, choices=range(1, 5), default=2, help="moves deep [2]")
    return parser.parse_args(words)


def starts(options: argparse.Namespace) -> Iterator[Game]:
    """Yield the requested games, board by board: every variant on each."""
    names = [each.name for each in variants()] if options.variants == ["all"] else options.variants
    for board in options.board.split(","):
        for name in names:
            game = Game(variant(name, **read_axes(options.set)), board=board.strip())
            if game.outcome is not None or game.rules.handicap:
                raise SystemExit(f"{name}: the book needs games that begin with an empty board and are not over")
            yield game


def looks(game: Game, points: Sequence[int], playouts: int) -> Iterator[SearchedPosition]:
    """Search a position for a stone on one of some points."""
    barred = np.zeros((2, 2 * len(game.board) + 2), np.uint32)
    barred[:, : len(game.board)] = 1  # at the root only
    barred[:, points] = 0
    player = MCTS(megabytes=_MEGABYTES, seed=1)
    *_, found = player.analyse(game, Budget(simulations=playouts), scope=Scope(barred))
    for each in found.candidates:
        move = game.read_move(each.move)
        if isinstance(move, Place):
            yield SearchedPosition(move.point, each.visits, share_of(each.win_rate))


def main(words: Sequence[str] | None = None) -> None:
    """Let a book grow, and say by how many positions."""
    options, done = arguments(words), 0
    book = Book(read_rows(options.file)) if options.file.exists() else Book()
    growers = [Grower(book, game) for game in starts(options)]
    for depth in range(1, options.depth + 1):  # the most frequent requests come first
        for grower in growers:
            for moves in grower.wanted(depth, options.playouts):
                if grower.grow(moves, lambda game, points: looks(game, points, options.playouts), options.playouts):
                    write_whole(options.file, written(book.rows()))
                    done += 1
    print(f"{options.file}: {done} positions searched")


if __name__ == "__main__":
    main()
