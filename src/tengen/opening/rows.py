"""The file of an opening book: a line of CSV for every move that a search of a position found worth keeping."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from ..boards import Board
from ..kernel.state import tao_points
from ..records import BoardError, FormatError
from ..rules import Rules

_HEAD: Final = ("rules", "board", "moves", "reply", "win_rate", "visits", "playouts")
_ANY: Final = Rules()


class BookRow(NamedTuple):
    """A move in a position, as it stands in the file.

    ``rules`` are as `rules_text` writes them, ``board`` is the board's text, and ``moves`` are the labels of the stones
    so far, Black's first, in the image that stands for all others. ``win_rate`` (0 to 1) is that of the side that makes
    the ``reply``, which ``visits`` of the search's ``playouts`` went through, those of its images included.
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

    Without handicap stones, neither their kind nor White's points for them are part of it.

    >>> from tengen import variant
    >>> rules_text(variant("chinese").rules)
    'komi=7.5 repetition=positional'
    """
    played = rules if rules.handicap else rules.replace(handicap_kind=_ANY.handicap_kind, handicap_bonus=0)
    return " ".join(sorted(f"{name}={_told(value)}" for name, value in played.differences(_ANY).items()))


def read_rows(path: Path) -> Iterator[BookRow]:
    """Yield the rows of a file. OSError: it cannot be read. FormatError: it is no file of this kind."""
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.reader(file)
        if tuple(next(lines, ())) != _HEAD:
            raise FormatError(f"{path}: an opening book begins with the line {','.join(_HEAD)}")
        for number, line in enumerate(lines, 2):
            try:
                rules, board, moves, reply, win_rate, visits, playouts = line
                row = BookRow(rules, board, tuple(moves.split()), reply, float(win_rate), int(visits), int(playouts))
            except ValueError:
                raise FormatError(f"{path}: line {number} is not one move with its figures") from None
            if not (0 <= row.win_rate <= 1 <= row.visits <= row.playouts):
                raise FormatError(
                    f"{path}: line {number} has a win rate of {win_rate}, {visits} visits and {playouts} playouts; "
                    "a win rate is from 0 to 1, and visits are at least 1 and at most the playouts"
                )
            yield row


def written(rows: Iterable[BookRow]) -> str:
    """Return the text of a file with these rows."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(_HEAD)
    for row in rows:
        lines.writerow([*row[:2], " ".join(row.moves), row.reply, f"{row.win_rate:.3f}", row.visits, row.playouts])
    return text.getvalue()


def _told(value: object) -> str:
    """Return a value in full; a whole number of any type as such, as the rules hold 7 and 7.0 for the same."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).replace(" ", "")


Points: TypeAlias = tuple[int, ...]
"""Points in the order in which stones were placed on them; or, of a symmetry, where it moves every point."""

_MOST = 1_000


@lru_cache(maxsize=64)
def symmetries(board: Board, rules: Rules) -> tuple[Points, ...]:
    """Return the symmetries of a board that keep what lies there at the beginning, the identity first.

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
            raise BoardError(f"{board.text[:60]} has more than {_MOST:,} symmetries; an opening book keeps fewer apart")
    lying = {*tao_points(board, rules)}
    return tuple(sorted(each for each in found if {each[point] for point in lying} == lying))


def canonical(moves: Points, group: Sequence[Points]) -> Points:
    """Return which of all images of a beginning stands for it: the first in the order of points."""
    return min(tuple([moved[point] for point in moves]) for moved in group)


def onto(kept: Points, moves: Points, group: Sequence[Points]) -> Iterator[Points]:
    """Yield the symmetries that make one beginning of another."""
    return (moved for moved in group if tuple([moved[point] for point in kept]) == moves)
