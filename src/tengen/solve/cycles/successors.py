"""Successors of states, compiled: every legal turn is made by the kernel on a copy, and its key is looked up."""

from __future__ import annotations

import numpy as np

from ...kernel.build import rebuild
from ...kernel.jit import entry, helper, routine
from ...kernel.layout import PASS, PLACE, RETURN, TAO, VACANT
from ...kernel.moves import copy_state, judge, turn
from ...kernel.playout import mixed
from .packing import FITS, KO_BITS, PASSES, RETURNS, TAOS, ko_of, pack, restore_ko, unpack

NOWHERE = np.uint32(0xFFFFFFFF)
"""Where an edge leads to a state that has no key: one side holds more prisoners, or a stack is higher, than asked."""

# The entries of the counters (int64) that `expand` moves on, so that it can be called again where it stopped.
STATES, EXPANDED, EDGES = 0, 1, 2
# Why it stopped.
DONE, STATES_FULL, EDGES_FULL, SLICED = 0, 1, 2, 3


@routine
def slot_of(states, slots, row, words):
    """Return the slot that holds the state with a key, or the free one where it belongs."""
    mask = np.uint64(len(slots) - 1)
    at = np.uint64(0)
    for w in range(words):
        at = mixed(at ^ row[w])
    at &= mask
    while slots[at] != NOWHERE:
        found = True
        for w in range(words):
            found = found and states[slots[at], w] == row[w]
        if found:
            break
        at = (at + np.uint64(1)) & mask
    return at


@entry
def enter_slots(states, slots, count):
    """Fill an empty table of slots (uint32, a power of two of them) with the first ``count`` states."""
    words = states.shape[1]
    for i in range(count):
        slots[slot_of(states, slots, states[i], words)] = i


@helper
def copy_row(row, to):
    """Copy a key word by word: slices would need memory of their own."""
    for w in range(len(row)):
        to[w] = row[w]


@helper
def smallest_key(points, table, ko, shape, images, swaps, row, trial):
    """Write the smallest of a state's keys under the symmetries given into a row; say whether it fits."""
    fits = pack(points, table, ko, shape, images[0], 0, row)
    for i in range(len(images)):
        for swap in range(swaps):
            if fits == FITS and i + swap:
                pack(points, table, ko, shape, images[i], swap, trial)
                for w in range(len(row)):
                    if trial[w] != row[w]:
                        if trial[w] < row[w]:
                            copy_row(trial, row)
                        break
    return fits


@routine
def enter(points, table, links, keys, scratch, spare_points, spare_table, wide, shape, images, swaps,
          states, slots, row, trial, count):  # fmt: skip
    """Look up the state on the table, as a new one if it is not known; return its number, or NOWHERE."""
    ko = 0
    if shape[KO_BITS]:
        ko = ko_of(points, table, links, keys, scratch, spare_points, spare_table, wide)
    if smallest_key(points, table, ko, shape, images, swaps, row, trial) != FITS:
        return NOWHERE
    words = states.shape[1]
    slot = slot_of(states, slots, row, words)
    if slots[slot] == NOWHERE:
        slots[slot] = count
        copy_row(row, states[count])
    return slots[slot]


@helper
def restore(points, table, links, keys, scratch, spare_points, spare_table, wide, shape, row):
    """Put a state back on the table from its key."""
    ko = unpack(row, points, table, shape)
    rebuild(points, table, links, keys, scratch)
    restore_ko(points, table, links, keys, scratch, spare_points, spare_table, wide, ko)


@helper
def is_legal(points, table, links, keys, scratch, spare_points, spare_table, wide, shape, allowed, prices, move, n):
    """Say whether a turn may be made: ``move`` is a point, n for a pass, n + 1 for a return, n + 2 + p for Tao on p."""
    colour = table[0].to_move
    if move < n:
        if not allowed[colour - 1, move] or points[move].colour != VACANT:
            return False
        reasons, _, _, _ = judge(
            points, table, links, keys, scratch, spare_points, spare_table, wide, np.uint32(move), colour
        )
        return reasons == 0
    if move == n:
        return shape[PASSES] == 1
    if move == n + 1:
        return shape[RETURNS] == 1 and table[colour].prisoners > 0
    p = move - n - 2
    if not shape[TAOS] or not allowed[colour - 1, p] or points[p].colour != VACANT:
        return False
    if points[p].tao or points[p].footprints:
        return False
    in_hand = table[colour].tao_in_hand > 0
    return in_hand or table[0].tao_points or table[colour].prisoners >= price_of(table, prices, colour)


@helper
def price_of(table, prices, colour):
    """Return what the next Tao stone costs (spec 3.3)."""
    return np.int64(prices[min(np.int64(table[colour].tao_bought), len(prices) - 1)])


@entry
def expand(points, table, child_points, child_table, spare_points, spare_table, links, keys, scratch, wide,
           shape, images, swaps, allowed, prices, states, slots, row, trial, offsets, targets, moves,
           counters, most):  # fmt: skip
    """Write the successors of up to ``most`` states, in the order of their numbers; return why it stopped.

    ``offsets[i]`` is where the edges of state i begin in ``targets`` and ``moves``; ``counters`` holds how far it is.
    A game that has ended by passes goes on nowhere.
    """
    n = np.int64(table[0].points)
    room = 2 * n + 2
    for _ in range(most):
        i = counters[EXPANDED]
        if i == counters[STATES]:
            return DONE
        if counters[STATES] + room > min(len(states), len(slots) * 2 // 3):
            return STATES_FULL
        if counters[EDGES] + room > len(targets):
            return EDGES_FULL
        restore(points, table, links, keys, scratch, spare_points, spare_table, wide, shape, states[i])
        offsets[i] = counters[EDGES]
        over = table[0].passes_to_end > 0 and table[0].passes >= table[0].passes_to_end
        for move in range(0 if not over else room, room if shape[TAOS] else n + 2):
            if not is_legal(
                points, table, links, keys, scratch, spare_points, spare_table, wide, shape, allowed, prices, move, n
            ):
                continue
            copy_state(points, table, child_points, child_table)
            kind = PLACE if move < n else (PASS if move == n else (RETURN if move == n + 1 else TAO))
            p = move if move < n else (move - n - 2 if move >= n + 2 else 0)
            turn(child_points, child_table, links, keys, scratch, wide, kind, p,
                 price_of(table, prices, table[0].to_move))  # fmt: skip
            found = enter(
                child_points, child_table, links, keys, scratch, spare_points, spare_table, wide,
                shape, images, swaps, states, slots, row, trial, counters[STATES],
            )  # fmt: skip
            if found == counters[STATES]:
                counters[STATES] += 1
            targets[counters[EDGES]] = found
            moves[counters[EDGES]] = move
            counters[EDGES] += 1
        counters[EXPANDED] = i + 1
        offsets[i + 1] = counters[EDGES]
    return SLICED


@entry
def enter_first(points, table, links, keys, scratch, spare_points, spare_table, wide, shape, images, swaps,
                states, slots, row, trial):  # fmt: skip
    """Enter the state a search begins with; return its number, 0, or NOWHERE where it has no key."""
    return enter(points, table, links, keys, scratch, spare_points, spare_table, wide, shape, images, swaps,
                 states, slots, row, trial, 0)  # fmt: skip


@entry
def put_back(points, table, links, keys, scratch, spare_points, spare_table, wide, shape, row):
    """Put a state back on the table from its key, so that it can be seen."""
    restore(points, table, links, keys, scratch, spare_points, spare_table, wide, shape, row)
