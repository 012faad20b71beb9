"""The opening book: its file, its moves, and choosing among them."""

from __future__ import annotations

import csv
import io
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import cycle
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from ..boards import Board
from ..game import Game
from ..kernel.state import tao_points
from ..records import COLOURS, BoardError, FormatError, Move, Place
from ..rules import Rules

_HEAD: Final = ("rules", "board", "moves", "reply", "win_rate", "visits", "playouts")
_ANY: Final = Rules()


class BookRow(NamedTuple):
    """A move in a position, as a row of the file.

    ``rules`` are as in `rules_text`, ``board`` is the board's text, and ``moves`` are the labels of the stones so far,
    Black's first, in the canonical image. ``win_rate`` (0 to 1) is that of the side that makes the ``reply``, which got
    ``visits`` of the search's ``playouts``, including its images.
    """

    rules: str
    board: str
    moves: tuple[str, ...]
    reply: str
    win_rate: float
    visits: int
    playouts: int


def rules_text(rules: Rules) -> str:
    """Return the axes that differ from their defaults, in words: equal texts mean equal rules.

    Without handicap stones, their kind and White's points for them are left out.

    >>> from tengen import variant
    >>> rules_text(variant("chinese").rules)
    'komi=7.5 repetition=positional'
    """
    played = rules if rules.handicap else rules.replace(handicap_kind=_ANY.handicap_kind, handicap_bonus=0)
    return " ".join(sorted(f"{name}={_told(value)}" for name, value in played.differences(_ANY).items()))


def read_rows(path: Path) -> Iterator[BookRow]:
    """Yield the rows of a file. OSError: it cannot be read. FormatError: it is not an opening book."""
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.reader(file)
        if tuple(next(lines, ())) != _HEAD:
            raise FormatError(f"{path}: an opening book must begin with the line {','.join(_HEAD)}")
        for number, line in enumerate(lines, 2):
            try:
                rules, board, moves, reply, win_rate, visits, playouts = line
                row = BookRow(rules, board, tuple(moves.split()), reply, float(win_rate), int(visits), int(playouts))
            except ValueError:
                raise FormatError(f"{path}: line {number} must be one move with its figures") from None
            if not (0 <= row.win_rate <= 1 <= row.visits <= row.playouts):
                raise FormatError(
                    f"{path}: line {number} has a win rate of {win_rate}, {visits} visits and {playouts} playouts; "
                    "the win rate must be from 0 to 1, and the visits from 1 to the playouts"
                )
            yield row


def written(rows: Iterable[BookRow]) -> str:
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(_HEAD)
    for row in rows:
        lines.writerow([*row[:2], " ".join(row.moves), row.reply, f"{row.win_rate:.3f}", row.visits, row.playouts])
    return text.getvalue()


def _told(value: object) -> str:
    """Return a value in full; whole numbers of any type alike, since rules hold 7 and 7.0 for the same."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).replace(" ", "")


Points: TypeAlias = tuple[int, ...]
"""Points in the order of their stones; or, for a symmetry, the images of all points."""

_MOST = 1_000


@lru_cache(maxsize=64)
def symmetries(board: Board, rules: Rules) -> tuple[Points, ...]:
    """Return the symmetries of a board that keep its starting contents, the identity first.

    Raises:
        BoardError: there are more than a thousand.
    """
    found, left = {tuple(range(len(board)))}, [tuple(range(len(board)))]
    while left:
        before = left.pop()
        for step in board.symmetries():
            moved = tuple([step[point] for point in before])
            if moved not in found:
                found.add(moved)
                left.append(moved)
        if len(found) > _MOST:
            raise BoardError(f"{board.text[:60]} has more than {_MOST:,} symmetries, the most for an opening book")
    lying = {*tao_points(board, rules)}
    return tuple(sorted(each for each in found if {each[point] for point in lying} == lying))


def canonical(moves: Points, group: Sequence[Points]) -> Points:
    """Return the canonical image of a sequence of stones: the first in the order of points."""
    return min(tuple([moved[point] for point in moves]) for moved in group)


def onto(kept: Points, moves: Points, group: Sequence[Points]) -> Iterator[Points]:
    """Yield the symmetries that map one sequence to another."""
    return (moved for moved in group if tuple([moved[point] for point in kept]) == moves)


FILE: Final = Path(__file__).with_name("openings.csv")
"""Tengen's own book."""

LONGEST: Final = 3
"""The number of moves in the book: from here on, weak players play on their own."""

_MARGIN: Final = 0.03
"""The largest difference in win rate from the best move at which another move is still played."""
_SURE: Final = 1.96
"""Standard errors from the measured win rate down to its lower bound, which holds in 97.5 % of all cases."""


class BookMove(NamedTuple):
    """A move from the book: its win rate (0 to 1), its visits, and the playouts of the whole search."""

    move: Move
    win_rate: float
    visits: int
    playouts: int

    @property
    def words(self) -> str:
        """Its source, in words."""
        found = f"{self.win_rate:.0%} of its {self.visits:,} playouts, in a search of {self.playouts:,}"
        return f"from the opening book: it won {found}"


class Book:
    """Positions that have been searched, each with its moves, the most visited first."""

    def __init__(self, rows: Iterable[BookRow] = ()) -> None:
        self._known: dict[tuple[str, str], dict[tuple[str, ...], list[BookRow]]] = {}
        for row in rows:
            self._known.setdefault((row.rules, row.board), {}).setdefault(row.moves, []).append(row)

    def rows(self) -> list[BookRow]:
        rows = [row for kept in self._known.values() for position in kept.values() for row in position]
        return sorted(rows, key=lambda row: (len(row.board), row.board, row.rules, len(row.moves), row.moves))

    def keep(self, rows: list[BookRow]) -> None:
        """Replace the moves of a position."""
        first = rows[0]
        self._known.setdefault((first.rules, first.board), {})[first.moves] = rows

    def at(self, rules: str, board: str, moves: tuple[str, ...]) -> list[BookRow]:
        """Return the moves of a position, named as in `BookRow`; none if it is unknown."""
        return self._known.get((rules, board), {}).get(moves, [])

    def knows(self, game: Game) -> bool:
        """Return whether the book has games under these rules on this board."""
        return (rules_text(game.rules), game.board.text) in self._known

    def on_board(self, text: str) -> bool:
        """Return whether the book has any game on a board, by its text."""
        return any(board == text for _, board in self._known)

    def replies(self, game: Game) -> list[list[BookMove]]:
        """Return the best moves for a game's position, each as a list of its images; none if it is unknown.

        The game must have exactly these rules and this board, and the standard start; symmetries are recognised.
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
        """Return one of the best moves for a game's position, at random by the seed; None if it is unknown."""
        found = self.replies(game)
        chance = random.Random(f"{seed} {len(game.moves)}")
        return chance.choice(chance.choice(found)) if found else None


def best(rows: list[BookRow]) -> list[BookRow]:
    """Return the moves to choose from in a position: the most visited, and those that surely win nearly as often."""

    def least(row: BookRow) -> float:  # lower bound of the win rate, by the normal approximation
        return row.win_rate - _SURE * math.sqrt(row.win_rate * (1 - row.win_rate) / row.visits)

    return [row for row in rows if row is rows[0] or least(row) >= rows[0].win_rate - _MARGIN]


def placed(game: Game) -> Points | None:
    """Return the points of the stones that made a game from its start, in order; None for any other game."""
    if game.start is not None or game.rules.handicap or game.resumptions or game.outcome is not None:
        return None
    turns = [(turn.mover, turn.move) for turn in game.turns if not turn.against]
    points = tuple(
        [move.point for (by, move), due in zip(turns, cycle(COLOURS)) if by == due and isinstance(move, Place)]
    )
    return points if len(points) == len(game.moves) else None


def book_move(game: Game, seed: int, simulations: int | None = 0) -> BookMove | None:
    """Return a move of Tengen's own book for a game's position, or None; see `Book.choose`.

    It neither searches nor needs compiled code. ``simulations`` are those of the player's own search (None:
    limited only by time). A book move is used only if its search was at least as large, or while the player's search is
    not compiled yet.
    """
    found = _own().choose(game, seed)
    if found is None or (simulations is not None and simulations <= found.playouts):
        return found
    from ..search.compiled import is_compiled  # late: a first move must not wait for the search to load

    return None if is_compiled(game.board) else found


def on_board(text: str) -> bool:
    """Return whether Tengen's own book has any game on a board, by its text."""
    return _own().on_board(text)


@cache
def _own() -> Book:
    return Book(read_rows(FILE))
