"""The opening book: positions with the moves that long searches found, and which of them is played."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Final, NamedTuple

from ..game import Game
from ..records import COLOURS, Move, Place
from .rows import BookRow, Points, canonical, onto, read_rows, rules_text, symmetries

FILE: Final = Path(__file__).with_name("openings.csv")
"""Tengen's own book."""

LONGEST: Final = 3
"""Moves after which no book knows anything: weak players play on by themselves from here."""

_MARGIN: Final = 0.03
"""How much less often than the best move another one may win, and still be played."""
_SURE: Final = 1.96
"""Standard errors below the win rate that was found, at which it surely is: in 97.5 % of all cases."""


class BookMove(NamedTuple):
    """A move from the book: how often it won (0 to 1) in its visits, and the playouts of the whole search."""

    move: Move
    win_rate: float
    visits: int
    playouts: int

    @property
    def words(self) -> str:
        """Where it comes from, in words."""
        found = f"{self.win_rate:.0%} of its {self.visits:,} simulations, in a search of {self.playouts:,}"
        return f"from the opening book: it won {found}"


class Book:
    """Positions that have been searched, each with its moves, the one most looked at first."""

    def __init__(self, rows: Iterable[BookRow] = ()) -> None:
        self._known: dict[tuple[str, str], dict[tuple[str, ...], list[BookRow]]] = {}
        for row in rows:
            self._known.setdefault((row.rules, row.board), {}).setdefault(row.moves, []).append(row)

    def rows(self) -> list[BookRow]:
        """Return all rows: by board, then by rules, shorter beginnings first."""
        rows = [row for kept in self._known.values() for position in kept.values() for row in position]
        return sorted(rows, key=lambda row: (len(row.board), row.board, row.rules, len(row.moves), row.moves))

    def keep(self, rows: list[BookRow]) -> None:
        """Put the moves of a position in the place of those that were known of it."""
        first = rows[0]
        self._known.setdefault((first.rules, first.board), {})[first.moves] = rows

    def at(self, rules: str, board: str, moves: tuple[str, ...]) -> list[BookRow]:
        """Return the moves of a position, whose names are as in `BookRow`; none where it is unknown."""
        return self._known.get((rules, board), {}).get(moves, [])

    def knows(self, game: Game) -> bool:
        """Say whether the book has games by these rules on this board."""
        return (rules_text(game.rules), game.board.text) in self._known

    def on_board(self, text: str) -> bool:
        """Say whether the book has any game on a board, by its text."""
        return any(board == text for _, board in self._known)

    def replies(self, game: Game) -> list[list[BookMove]]:
        """Return the best moves known for a game's position, each as all its images; none where none is known.

        The game must have the very rules and board, and begin as all games do; any symmetry of the board is seen.
        """
        moves = placed(game) if len(game.moves) <= LONGEST else None
        if moves is None or not self.knows(game):
            return []
        group = symmetries(game.board, game.rules)
        kept = canonical(moves, group)
        ways = [*onto(kept, moves, group)]
        found: list[list[BookMove]] = []
        for row in best(self.at(rules_text(game.rules), game.board.text, game.board.names(kept))):
            point = game.board.point(row.reply)
            images = [Place(image) for image in sorted({moved[point] for moved in ways})]
            known = row.win_rate, row.visits, row.playouts
            found.append([BookMove(move, *known) for move in images if not game.why_not(move)])
        return [images for images in found if images]

    def choose(self, game: Game, seed: int) -> BookMove | None:
        """Return one of the best moves known for a game's position, at random by the seed; None where none is known."""
        found = self.replies(game)
        chance = random.Random(f"{seed} {len(game.moves)}")
        return chance.choice(chance.choice(found)) if found else None


def best(rows: list[BookRow]) -> list[BookRow]:
    """Return those of a position's moves that are played: the most visited, and what surely wins nearly as often."""

    def least(row: BookRow) -> float:  # that the win rate surely is, by the normal approximation
        return row.win_rate - _SURE * math.sqrt(row.win_rate * (1 - row.win_rate) / row.visits)

    return [row for row in rows if row is rows[0] or least(row) >= rows[0].win_rate - _MARGIN]


def placed(game: Game) -> Points | None:
    """Return the points of the stones that made a game from its beginning, in turn; None where it is anything else."""
    if game.start is not None or game.rules.handicap or game.resumptions or game.outcome is not None:
        return None
    turns = [(turn.mover, turn.move) for turn in game.turns if not turn.against]
    points = tuple(
        [move.point for (by, move), due in zip(turns, cycle(COLOURS)) if by == due and isinstance(move, Place)]
    )
    return points if len(points) == len(game.moves) else None


def book_move(game: Game, seed: int, simulations: int | None = 0) -> BookMove | None:
    """Return a move of Tengen's own book for a game's position, None where it has none; see `Book.choose`.

    Nothing is searched, and nothing compiled is needed. ``simulations`` are those of the player's own search (None:
    only time limits it). The book has a move only where its search was at least as large, or as long as the player's is
    not compiled yet and would have to wait.
    """
    found = _own().choose(game, seed)
    if found is None or (simulations is not None and simulations <= found.playouts):
        return found
    from ..search.compiled import is_compiled  # late: a first move has to come before the search is loaded

    return None if is_compiled(game.board) else found


def on_board(text: str) -> bool:
    """Say whether Tengen's own book has any game on a board, by its text."""
    return _own().on_board(text)


@cache
def _own() -> Book:
    return Book(read_rows(FILE))
