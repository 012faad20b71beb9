"""Legal positions counted through the kernel: stones are put point by point, and `rebuild` looks for dead chains."""

from __future__ import annotations

from typing import Any

from transitions import compiled

from tengen.boards import Board
from tengen.kernel import State
from tengen.kernel.build import rebuild
from tengen.rules import Rules


def count_legal(board: Board) -> int:
    """Return how many positions of a board leave every chain a liberty.

    A chain that is dead while the points after it are still vacant stays dead, so its positions are skipped together.
    """
    state = State.empty(board, Rules())
    return int(_count(state.plain, state.adjacency.plain, state.scratch))


@compiled
def _count(state: Any, adjacency: Any, scratch: Any) -> int:
    points, _table = state
    n = len(points)
    legal = 0
    tried = [0] * n
    p = 0
    while p >= 0:
        colour = tried[p]
        if colour == 3:
            tried[p] = 0
            points[p].colour = 0
            p -= 1
            continue
        tried[p] = colour + 1
        points[p].colour = colour
        if colour > 0 and rebuild(state, adjacency, scratch) < n:
            continue
        if p == n - 1:
            legal += 1
        else:
            p += 1
    return legal
