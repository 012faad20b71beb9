"""What states of a game are worth, compiled: how games end, and bounds improved until nothing changes.

Bounds are those of the side to move: ``low`` and ``high`` are (N,) float32, its points minus the enemy's, or 1 and -1
where there is nothing but winning and losing.
"""

from __future__ import annotations

from math import inf

import numpy as np

from ...kernel.array_types import Float32s, Int64s, UInt16s, UInt32s, UInt64s
from ...kernel.jit import entry, helper
from ...kernel.layout import BLACK, TERRITORY, Bench, NetArrays, StateArrays
from ...kernel.regions import survey, tally
from ..cycles.packing import HELD_BITS, MOST_HELD, SATURATES
from ..cycles.successors import UNSPENT, restore


@helper
def score_end(state: StateArrays, net: NetArrays, bench: Bench, shape: UInt32s, generous: bool) -> tuple[float, float]:
    """Return the bounds of a game that passes have ended: a side may hold more prisoners than the key says.

    What a side is sure of is worked out with none more on its own side, and any number more on the other; if
    ``generous``, the other way round.
    """
    survey(state, net, bench.scratch, bench.owner)
    black, white = tally(state, bench.owner, state.table[0].scoring)
    mover = np.int64(state.table[0].to_move)
    margin = black - white if mover == BLACK else white - black
    low, high = margin, margin
    if shape[HELD_BITS] and shape[SATURATES] and state.table[0].scoring == TERRITORY and state.table[0].prisoner_value:
        mine = state.table[mover].prisoners == shape[MOST_HELD]
        theirs = state.table[3 - mover].prisoners == shape[MOST_HELD]
        if generous:
            low, high = (inf if mine else margin), (-inf if theirs else margin)
        else:
            low, high = (-inf if theirs else margin), (inf if mine else margin)
    return low, high


@entry
def write_ends(
    state: StateArrays,
    net: NetArrays,
    bench: Bench,
    shape: UInt32s,
    states: UInt64s,
    offsets: Int64s,
    bounds: tuple[Float32s, Float32s],
    generous: bool,
    begin: int,
    stop: int,
) -> int:
    """Write the bounds of the states from ``begin`` to ``stop`` in which the game is over.

    ``bounds`` are low and high; ``generous`` is explained at `score_end`. Where no number of passes ends a game, a side
    that has no turn loses it (spec 2.7). Returns in how many of the states a side holds as many prisoners as the keys
    tell apart.
    """
    low, high = bounds
    full = 0
    for i in range(begin, stop):
        restore(state, net, bench, shape, states[i])
        if shape[HELD_BITS]:
            full += max(state.table[1].prisoners, state.table[2].prisoners) == shape[MOST_HELD]
        if offsets[i] == offsets[i + 1]:
            low[i], high[i] = -1, -1
            if state.table[0].passes_to_end:
                low[i], high[i] = score_end(state, net, bench, shape, generous)
    return full


@entry
def improve(
    edges: tuple[Int64s, UInt32s, UInt16s],
    before: tuple[Float32s, Float32s],
    after: tuple[Float32s, Float32s],
    rounds: UInt16s,
    generous: bool,
    number: int,
    begin: int,
    stop: int,
) -> int:
    """Work the bounds of the states from ``begin`` to ``stop`` out from those of the round before.

    ``edges`` are offsets, targets and moves, ``before`` and ``after`` low and high each. A side that may hold more
    prisoners than the key says is sure only of the states in which those it spends are gone, and may hope for those in
    which they are not; if ``generous``, it is sure of both, and hopes only for the former. ``rounds`` (uint16) gets the
    number of the round in which both bounds met. Returns how many states changed.
    """
    offsets, targets, moves = edges
    changed = 0
    for i in range(begin, stop):
        low, high = before[0][i], before[1][i]
        if offsets[i] != offsets[i + 1] and (low < high or generous):  # generous bounds may cross
            sure, hoped = -np.float32(inf), -np.float32(inf)
            for e in range(offsets[i], offsets[i + 1]):
                target, is_spent = targets[e], moves[e] < UNSPENT
                if is_spent or not generous:
                    hoped = max(hoped, -before[0][target])
                if is_spent or generous:
                    sure = max(sure, -before[1][target])
            if sure > low or hoped < high:
                low, high = max(low, sure), min(high, hoped)
                changed += 1
                if low == high:
                    rounds[i] = number
        after[0][i], after[1][i] = low, high
    return changed
