"""Many moves of a record played in one call, with the same results as `judge_points` and `turn` for each."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

import numpy as np

from ..boards import parse
from ..rules import Rules
from .array_types import Int32s, UInt8s, UInt64s
from .compiling import compile_beside
from .jit import dispatcher_of, entry, helper, is_there
from .layout import NO_PASSING, Adjacency, Bench, StateArrays
from .moves import judge, pass_turn, place, return_turn
from .state import State

_ENOUGH, _MANY = 3_000, 50_000
"""Moves that take as long, one by one, as loading the compiled code; moves that take longer than compiling it."""
_asked: Final = [0]
"""The number of moves that this process could have played in runs if the code had been compiled."""


class Run(NamedTuple):
    """Input of a run of up to m moves on n points, and output for each of them.

    ``stones`` are points and colours (1 or 2; 0 for the side to move, which is then written there); the point n is a
    pass, n + 1 the return of a prisoner, and n + 2 a resignation. ``keys`` begins with those of earlier situations.
    ``contents`` are the colours on all points after a move, ``tables`` the table before it, whose bytes are ``table``;
    both may have no room. ``taken`` is what the move captured, as in `turn`, or -1 - p for a ko on p, ``removed`` the
    number of stones it removed, and ``laid`` of tiles it laid.
    """

    stones: Int32s  # (m, 2)
    keys: UInt64s  # (known + m)
    contents: UInt8s  # (m, n), or (0, n)
    tables: UInt8s  # (m, bytes), or (0, bytes)
    table: UInt8s  # (bytes)
    taken: Int32s  # (m)
    removed: Int32s  # (m)
    laid: UInt8s  # (m)


@helper
def why_stop(state: StateArrays, adjacency: Adjacency, bench: Bench, run: Run, i: int, known: int) -> int:
    """Return 0 if move i of a run can be made, or the reasons against it; -1 if the history must decide, or more."""
    table = state.table
    n, p, colour = np.int32(table[0].points), run.stones[i, 0], table[0].to_move
    if table[0].won or (table[0].passes_to_end and table[0].passes >= table[0].passes_to_end):
        return -1
    if run.stones[i, 1] and run.stones[i, 1] != colour:
        return -1
    if p == n and not table[0].may_pass and not table[0].must_place:
        return NO_PASSING
    if p >= n:
        may_return = table[0].may_return and table[colour].prisoners > 0
        return -1 if (p == n and table[0].must_place) or (p == n + 1 and not may_return) else 0
    mask, key, _removed, _own = judge(state, adjacency, bench, np.uint32(p), colour)
    seen = False
    for j in range(known + i):
        seen |= run.keys[j] == key
    return -1 if seen else mask


@helper
def make_move(state: StateArrays, adjacency: Adjacency, bench: Bench, run: Run, i: int) -> None:
    """Make move i of a run, and write what it did."""
    points, table = state
    n = np.int32(table[0].points)
    run.taken[i], run.removed[i], run.laid[i] = n, 0, 0
    if run.stones[i, 0] >= n:
        if run.stones[i, 0] == n:
            pass_turn(table)
        elif run.stones[i, 0] == n + 1:
            return_turn(table)
        return
    p = np.uint32(run.stones[i, 0])
    tiles = points[p].tiles
    taken = np.int32(place(state, adjacency, bench.scratch, p))
    run.laid[i] = points[p].tiles - tiles
    if taken != n:
        run.removed[i] = table[0].last_enemy + table[0].last_own
    if taken < n and points[p].vacancies == 1 and points[points[p].chain].size == 1:
        taken = np.int32(-1) - taken
    run.taken[i] = taken


@entry
def play_run(state: StateArrays, adjacency: Adjacency, bench: Bench, run: Run, known: int) -> int:
    """Make moves up to the first that may be illegal or repeats a key; return how many were made.

    For that one, ``taken`` is the mask of reasons against it, or -1 if `judge_points` and the history must decide. Only
    for boards whose stones block only their own point, and rules under which a player without a move goes on. The time
    is quadratic in the number of keys.
    """
    state, adjacency, run = StateArrays(*state), Adjacency(*adjacency), Run(*run)
    bench = Bench(bench[0], StateArrays(*bench[1]), bench[2])
    points, table = state
    for i in range(len(run.stones)):
        why = why_stop(state, adjacency, bench, run, i, known)
        if why:
            run.taken[i] = why
            return i
        if len(run.tables):
            for j in range(len(run.table)):
                run.tables[i, j] = run.table[j]
        run.stones[i, 1] = table[0].to_move
        make_move(state, adjacency, bench, run, i)
        run.keys[known + i] = table[0].key
        if len(run.contents):
            for q in range(len(points)):
                run.contents[i, q] = points[q].colour
    return len(run.stones)


def is_worth_while(moves: int) -> bool:
    """Return whether a run of this many moves is worth one call; after very many, have `play_run` compiled for it."""
    if dispatcher_of(play_run).overloads:
        return True
    _asked[0] += moves
    if _asked[0] >= _MANY:
        compile_beside(f"from {__name__} import play_run, sample; play_run(*sample())")
    return _asked[0] >= _ENOUGH and is_there(play_run, sample())


def room_for(state: State, stones: Int32s, known: Collection[int], keeps: bool = True) -> Run:
    """Allocate a run of moves, points and colours, after situations with the keys ``known``.

    Contents and tables get room only if the run ``keeps`` them.
    """
    m, n, split = len(stones), state.adjacency.size, state.points.nbytes
    keys = np.empty(len(known) + m, np.uint64)
    keys[: len(known)] = np.fromiter(known, np.uint64, len(known))
    table, kept = state.buffer[split : split + state.table.nbytes], m if keeps else 0
    return Run(
        stones, keys, np.empty((kept, n), np.uint8), np.empty((kept, len(table)), np.uint8), table,
        np.empty(m, np.int32), np.empty(m, np.int32), np.empty(m, np.uint8),
    )  # fmt: skip


def sample() -> tuple[Any, ...]:
    """Return sample arguments of `play_run`: a run without stones."""
    state = State.empty(parse("3x3"), Rules())
    bench = state.scratch, state.copy().plain, np.zeros(9, np.int8)
    return state.plain, state.adjacency.plain, bench, tuple(room_for(state, np.empty((0, 2), np.int32), ())), 0
