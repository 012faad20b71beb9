"""Kernels on the device: one thread per lane, in which the CPU's functions advance one game after another.

A lane is a thread with its own bench; it plays game ``lane``, then ``lane + lanes`` and so on.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

from ..envs.core.arrays import LEAVE, Fixed, Memory, Results, Workspace
from ..envs.core.steps import advance as advance_games
from ..envs.core.steps import draw as draw_actions
from ..envs.core.steps import first_illegal
from ..kernel.array_types import Bools, Float64s, Int8s, Int32s, Int64s, Records
from ..kernel.jit import helper, rebound
from ..kernel.layout import Adjacency, Bench, StateArrays
from ..kernel.playout import playouts as play_games
from ..kernel.stamps import stamp
from .target import SIMULATED, cuda


@cache
def on_device(function: Any) -> Any:
    """Return the device form of a function made by `kernel.jit`'s decorators."""
    folded = function.targetoptions.get("forceinline") and not SIMULATED
    return cuda.jit(device=True, **({"forceinline": True} if folded else {}))(rebound(function.py_func, on_device))


def kernel(source: Any) -> Callable[[int | None], Any]:
    """Make a kernel of a function; the result maps wide boards (1) or others (None) to the compiled kernel.

    In the function ``WIDE`` is that constant. Kernels are cached on disk, by the rule of `kernel.jit`.
    """

    @cache
    def made(wide: int | None) -> Any:
        copy = rebound(source, on_device, WIDE=wide)
        copy.__qualname__ += "" if wide is None else "_wide"  # the cache distinguishes kernels by name
        if SIMULATED:
            return cuda.jit(copy)
        compiled = cuda.jit(cache=True)(copy)
        cache_file = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
        if cache_file is not None:
            cache_file._source_stamp = stamp(copy)
        return compiled

    return made


@cache
def launcher(compiled: Any, blocks: int, block: int) -> Any:
    """Return a launcher of a kernel with a number of CUDA blocks, without warnings about an underused GPU.

    The number of games is the caller's choice, but Numba would warn below 128 blocks. Warning filters are global to the
    process, so they are changed once per kernel and number of blocks, not at every launch.
    """
    if SIMULATED:  # its kernels are their own launchers, for the last number of blocks only
        return lambda *arguments: compiled[blocks, block](*arguments)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compiled[blocks, block]


WIDE = None
"""See `kernel.chains`; `translate.kernel` inserts it."""


@helper
def lane_bench(benches: Bench, lane: int) -> Bench:
    """Return a lane's bench."""
    spare = StateArrays(benches.spare.points[lane], benches.spare.table[lane])
    return Bench(benches.scratch[lane], spare, benches.owner[lane])


@kernel
def advance(memory: Memory, results: Results, fixed: Fixed, spaces: Workspace, orders: Int32s) -> None:
    """Carry out an order in every game."""
    lane = cuda.grid(1)
    lanes = len(spaces.barred)
    if lane < lanes:
        adjacency = Adjacency(fixed.adjacency.links, fixed.adjacency.keys, WIDE, fixed.adjacency.diagonals)
        board = fixed.cells, fixed.codes, fixed.still, fixed.traits
        known = Fixed(fixed.start, adjacency, fixed.prices, *board, fixed.settings)
        bench = lane_bench(spaces.bench, lane)
        space = Workspace(bench, spaces.barred[lane], spaces.trial[lane], spaces.counts[lane])
        for b in range(lane, len(orders), lanes):
            advance_games(memory, results, known, space, orders, b, b + 1)


@kernel
def playouts(
    fixed: Fixed,
    spaces: Workspace,
    states: StateArrays,
    limit: int,
    seed: int,
    first: int,
    moves: Int64s,
    scores: Float64s,
    winners: Int8s,
) -> None:
    """Play as many random games as ``moves`` has room for, from number ``first`` of the seed on."""
    lane = cuda.grid(1)
    lanes = len(states.points)
    if lane < lanes:
        adjacency = Adjacency(fixed.adjacency.links, fixed.adjacency.keys, WIDE, fixed.adjacency.diagonals)
        bench = lane_bench(spaces.bench, lane)
        state = StateArrays(states.points[lane], states.table[lane])
        for b in range(lane, len(moves), lanes):
            play_games(
                fixed.start, state, adjacency, bench,
                limit, seed, first + b, moves[b : b + 1], scores[b : b + 1], winners[b : b + 1],
            )  # fmt: skip


@kernel
def check(games: Records, masks: Bools, actions: Int32s, orders: Int32s, wrong: Int64s) -> None:
    """Make orders of actions: illegal ones leave their games unchanged; ``wrong[0]`` drops to the first such game."""
    b = cuda.grid(1)
    if b < len(actions):
        # Numbers below LEAVE are the batch's own orders.
        if actions[b] >= LEAVE and first_illegal(games[b : b + 1], masks[b : b + 1], actions[b : b + 1]):
            orders[b] = actions[b]
        else:
            orders[b] = LEAVE
            cuda.atomic.min(wrong, 0, b)


@kernel
def draw(games: Records, masks: Bools, actions: Int32s) -> None:
    """Draw a legal action for every game."""
    b = cuda.grid(1)
    if b < len(actions):
        draw_actions(games, masks, actions, b, b + 1)
