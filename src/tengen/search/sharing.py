"""Two processes compile the search, where nothing of it has been: one begins with the tree, one with playouts.

Their shares take about as long: the second goes on with what becomes of a playout's end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import typeof

from ..boards import Board, parse
from ..kernel import State
from ..kernel.jit import dispatcher_of, is_any_there, is_there
from ..rules import Rules
from .beside import compile_share_beside
from .policy import play_on
from .search import Search
from .tree import back_up, count_apart, count_up, search

_THERE: set[bool] = set()


def compile_ahead(board: Board) -> None:
    """Have other processes compile the search while this one does something else, if nothing of it is on disk."""
    if not is_any_there(search):
        compile_share_beside("tree", _is_wide(board))
        compile_share_beside("playouts", _is_wide(board))


def is_compiled(board: Board) -> bool:
    """Say whether a search on boards like this one need not wait for a compiler; compile nothing."""
    wide = _is_wide(board)
    if wide not in _THERE and is_there(search, arguments(wide)):
        _THERE.add(wide)
    return wide in _THERE


def _is_wide(board: Board) -> bool:
    return not board.point_stones or board.directed


def compile_share(share: str, wide: bool) -> None:
    """Compile the playouts, or the whole search with what others have compiled of it meanwhile."""
    nodes, task, thread, last, simulations = arguments(wide)
    if share == "tree":
        search(nodes, task, thread, last, simulations)
        return
    random, whole, real = np.uint64(0), 0, 0.0
    for part, given in (
        (play_on, (task, thread, last, last, random, random)),
        (count_up, (task, thread, real, True)),
        (back_up, (nodes, thread, whole, real, real)),
        (count_apart, (thread, whole, real)),
    ):
        dispatcher_of(part).compile(tuple(map(typeof, given)))


def arguments(wide: bool) -> tuple[Any, ...]:
    """Return what the search may be given, for no simulation at all."""
    board = parse("gengo 5" if wide else "3x3")
    begun = Search(board, Rules(), megabytes=1)
    begun.begin(State.empty(board, Rules()))
    return begun._nodes, begun.task, begun.workers[0], len(board), 0
