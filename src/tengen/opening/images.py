"""Which beginnings of games are one and the same: those that a symmetry of the board makes of each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from ..boards import Board
from ..kernel.state import tao_points
from ..records import BoardError
from ..rules import Rules

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
