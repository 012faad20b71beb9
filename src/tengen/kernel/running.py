"""Many stones of a record played in one call, with the same results as `judge_points` and `turn` for each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ..boards import parse
from ..rules import Rules
from .array_types import Int32s, UInt8s, UInt64s
from .compiling import compile_beside
from .jit import dispatcher_of, entry, is_there
from .layout import Adjacency, Bench, StateArrays
from .moves import judge, place
from .state import State

_ENOUGH, _MANY = 3_000, 50_000
"""This many moves, one by one, take as long as loading the compiled code; and longer than compiling it."""
_asked: Final = [0]
"""The number of moves that this process wanted to play in runs before code for it existed."""


class Run(NamedTuple):
    """Input of a run of up to m stones, and output for each of them.

    ``stones`` are points and colours (1 or 2; 0 for the side to move, which is then written there). ``keys`` begins
    with those of earlier situations. ``contents`` are the colours on all points after a stone, ``tables`` the table
    before it, whose bytes are ``table``; ``taken`` is what it captured, as in `turn`, or -1 - p for a ko on p.
    """

    stones: Int32s  # (m, 2)
    keys: UInt64s  # (known + m)
    contents: UInt8s  # (m, n)
    tables: UInt8s  # (m, bytes)
    table: UInt8s  # (bytes)
    taken: Int32s  # (m)


@entry
def play_run(state: StateArrays, adjacency: Adjacency, bench: Bench, run: Run, known: int) -> int:
    """Play stones up to the first that may be illegal or repeats a key; return how many were played.

    Whether that one is illegal, and why, must be decided by `judge_points` and the history. Only for boards whose
    stones block only their own point, and rules under which nothing else ends the game. The time is quadratic in the
    number of keys.
    """
    state, adjacency, run = StateArrays(*state), Adjacency(*adjacency), Run(*run)
    bench = Bench(bench[0], StateArrays(*bench[1]), bench[2])
    points, table = state
    for i in range(len(run.stones)):
        p, colour = np.uint32(run.stones[i, 0]), table[0].to_move
        if run.stones[i, 1] and run.stones[i, 1] != colour:
            return i
        mask, key, _removed, _own = judge(state, adjacency, bench, p, colour)
        seen = mask != 0
        for j in range(known + i):
            seen |= run.keys[j] == key
        if seen:
            return i
        for j in range(len(run.table)):
            run.tables[i, j] = run.table[j]
        taken = np.int32(place(state, adjacency, bench.scratch, p))
        if taken < np.int32(table[0].points) and points[p].vacancies == 1 and points[points[p].chain].size == 1:
            taken = np.int32(-1) - taken
        run.stones[i, 1], run.taken[i] = colour, taken
        run.keys[known + i] = table[0].key
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


def room_for(state: State, stones: Sequence[tuple[int, int]], known: Collection[int]) -> Run:
    """Allocate a run of stones, points and colours, after situations with the keys ``known``."""
    m, n, split = len(stones), state.adjacency.size, state.points.nbytes
    keys = np.empty(len(known) + m, np.uint64)
    keys[: len(known)] = np.fromiter(known, np.uint64, len(known))
    table = state.buffer[split : split + state.table.nbytes]
    return Run(
        np.array(stones, np.int32).reshape(m, 2), keys, np.empty((m, n), np.uint8),
        np.empty((m, len(table)), np.uint8), table, np.empty(m, np.int32),
    )  # fmt: skip


def sample() -> tuple[Any, ...]:
    """Return sample arguments of `play_run`: a run without stones."""
    state = State.empty(parse("3x3"), Rules())
    bench = state.scratch, state.copy().plain, np.zeros(9, np.int8)
    return state.plain, state.adjacency.plain, bench, tuple(room_for(state, (), ())), 0
