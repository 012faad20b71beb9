"""The distance of points from the rim of a board."""

from __future__ import annotations

from .board import Board

LINES = 3
"""How many lines from the rim are numbered; points further inside count as inside."""


def rim_lines(board: Board) -> tuple[int, ...]:
    """Return the line of every point, 1 on the rim, where points have fewer edges than most; 0 without a rim.

    >>> from tengen import boards
    >>> board = boards.parse("9x9")
    >>> [rim_lines(board)[board.point(label)] for label in ("A1", "B5", "C3", "D4")]
    [1, 2, 3, 0]
    """
    degrees = [len(near) for near in board.edges]
    usual = max(set(degrees), key=degrees.count)
    line = [0] * len(board)
    front = [p for p, degree in enumerate(degrees) if degree < usual]
    for number in range(1, LINES + 1):
        following: set[int] = set()
        for p in front:
            if line[p] == 0:
                line[p] = number
                following.update(board.edges[p])
        front = [p for p in following if line[p] == 0]
    return tuple(line)
