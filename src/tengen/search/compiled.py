"""Compiling the search in two processes, which takes two thirds of the time.

One begins with the tree, the other with the playouts and their results; they share the parts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import typeof

from ..boards import Board, parse
from ..kernel import State
from ..kernel.code_store import claimed
from ..kernel.compiling import claim
from ..kernel.jit import dispatcher_of, is_any_there, is_there
from ..rules import Rules
from .calls import compile_playouts_beside, is_compiling
from .planes import PLANES
from .policy import play_on
from .policy_net import PolicyNet, the_layers
from .search import ROOT, Search
from .tree import back_up, count_apart, count_up, keep, search

_THERE: set[bool] = set()


def compile_ahead(board: Board) -> None:
    """Compile the search in background processes, if none of it is on disk."""
    if not is_any_there(search):
        is_compiling(_is_wide(board))


def is_compiled(board: Board) -> bool:
    """Return whether a search on boards like this one starts without compiling."""
    wide = _is_wide(board)
    if wide not in _THERE and is_there(search, arguments(wide)):
        _THERE.add(wide)
    return wide in _THERE


def _is_wide(board: Board) -> bool:
    return not board.point_stones or board.directed


def compile_search(wide: bool) -> None:
    """Load the search for boards with wide stones or without, or compile it, in a separate process."""
    with claimed(claim("search", wide)):
        compile_playouts_beside(wide)
        nodes, *given = arguments(wide)
        search(nodes, *given)
        keep(nodes, nodes.copy(), ROOT)


def compile_playouts(wide: bool) -> None:
    """Compile the parts of the search that play to the end and count the result, then the network."""
    _, task, thread, last, _ = given = arguments(wide)
    random, whole, real = np.uint64(0), 0, 0.0
    for part, kinds in (
        (play_on, (task, thread, last, last, random, random)),
        (count_up, (task, thread, real, True)),
        (back_up, (given[0], thread, whole, real, real)),
        (count_apart, (thread, whole, real)),
    ):
        dispatcher_of(part).compile(tuple(map(typeof, kinds)))
    if not wide:
        PolicyNet(the_layers(), parse("3x3"))(np.zeros((1, 9, PLANES), np.uint8))


def arguments(wide: bool) -> tuple[Any, ...]:
    """Return arguments for a search without simulations."""
    board = parse("gengo 5" if wide else "3x3")
    begun = Search(board, Rules(), megabytes=1)
    begun.begin(State.empty(board, Rules()))
    return begun._nodes, begun.task, begun.workers[0], len(board), 0
