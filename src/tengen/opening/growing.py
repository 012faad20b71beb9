"""How an opening book grows: which positions are searched, and what of a search is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ..game import Game
from ..records import Place
from .book import Book, best
from .rows import BookRow, Points, canonical, onto, rules_text, symmetries

_SMALL: Final = 100
"""Points of a board up to which every first move is answered; on larger ones those that people play."""
_NEAR: Final = 2
"""Steps from a marked point within which people begin on large boards."""
_KEPT: Final = 0.05
"""The part of a search's visits that makes a move worth keeping."""


class SearchedPosition(NamedTuple):
    """What a search found about a stone on a point: its visits, and how often it won (0 to 1) for who placed it."""

    point: int
    visits: int
    win_rate: float


Search = Callable[[Game, Sequence[int]], Iterable[SearchedPosition]]
"""Searches a position for the best stone on one of some points, and says of each what it found."""


class Grower:
    """Grows the part of a book that one game has; ``start`` is the game before its first move.

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
        """Return the beginnings not yet searched by this many playouts; each is a canonical one.

        The empty board comes first, and then, with a ``depth`` of at least 2, the reasonable first moves; from 3 on,
        what follows the moves that the book plays. More are wanted when these have been searched.
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
        """Return the beginnings that arise from others by moves that the book has chosen there."""
        labels = self.board.labels
        found = {
            canonical((*moves, labels.index(row.reply)), self._group)
            for moves in layer
            for row in choice(self._rows(moves))
        }
        return sorted(found)

    def _first_moves(self) -> list[Points]:
        """Return the first moves that somebody may choose: all on small boards, else those near the marked points."""
        points = set(range(len(self.board)))
        if len(self.board) > _SMALL and self.board.hoshi:
            points = set(self.board.hoshi)
            for _ in range(_NEAR):
                points |= {other for point in points for other in self.board.edges[point]}
        legal = [point for point in points if not self.start.why_not(Place(point))]
        usual = {canonical((point,), self._group) for point in legal}
        return sorted(usual | {*self._followed([()], list)})

    def grow(self, moves: Points, search: Search, playouts: int) -> list[BookRow]:
        """Search a beginning, and keep what was found; return it.

        Nothing is kept where the game is over, or the search finds no stone.
        """
        game = self.start.copy()
        for point in moves:
            game.play(Place(point))
        if game.outcome is not None:
            return []
        board, still = self.board, [*onto(moves, moves, self._group)]
        # A point stands for all that are images of it, as long as the beginning stays as it is.
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
