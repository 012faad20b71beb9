"""Compiled successors of states: the kernel makes every legal turn on a copy, and its key is looked up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...kernel.array_types import Array, UInt32s, UInt64s
from ...kernel.build import rebuild
from ...kernel.hashing import first_slot, next_slot
from ...kernel.jit import entry, helper, routine
from ...kernel.layout import PASS, PLACE, RETURN, TAO, VACANT, Adjacency, Bench, StateArrays
from ...kernel.mixing import mixed_row
from ...kernel.moves import copy_state, judge, may_put_tao, tao_price, turn
from .state_keys import FITS, KO_BITS, MOST_HELD, PASSES, RETURNS, SATURATES, TAOS, ko_of, pack, restore_ko, unpack

NOWHERE = np.uint32(0xFFFFFFFF)
"""Target of an edge to a state without a key: one side holds more prisoners than the limit."""

UNSPENT = 0x8000
"""Added to a move that spends prisoners, if the side may hold more than its key: then none is missing afterwards."""

# The entries of the counters (int64) that `expand` advances, so that it can resume where it stopped.
STATES, EXPANDED, EDGES = 0, 1, 2
# Reasons to stop.
DONE, STATES_FULL, EDGES_FULL, SLICED = 0, 1, 2, 3


class KeyRules(NamedTuple):
    """Shared data of all states: the board, and how a state becomes a key."""

    adjacency: Adjacency
    shape: Array  # see `packing`
    images: Array  # symmetries, n: uint16, the images of the points
    swaps: int  # 2: colours may be exchanged; 1: they may not
    allowed: Array  # 2, n: uint8, where a side may place stones
    prices: Array  # int64: of a player's next Tao stones


class KnownStates(NamedTuple):
    """The keys of the states found, by number, and their hash table."""

    keys: Array  # states, words: uint64
    slots: Array  # uint32: a hash table of their numbers
    row: Array  # words: uint64, scratch for a key
    trial: Array


class StateEdges(NamedTuple):
    """The targets of turns."""

    offsets: Array  # states + 1: int64, the first edge of each state
    targets: Array  # uint32
    moves: Array  # uint16
    counters: Array  # 3: int64, as above


@routine
def slot_of(known: KnownStates, row: UInt64s) -> np.uint64:
    """Return the slot with the state of a key, or the free one for it."""
    keys, slots = known.keys, known.slots
    words = keys.shape[1]
    at = first_slot(slots, mixed_row(row, words))
    while slots[at] != NOWHERE:
        found = True
        for w in range(words):
            found = found and keys[slots[at], w] == row[w]
        if found:
            break
        at = next_slot(slots, at)
    return at


@entry
def enter_slots(known: KnownStates, count: int) -> None:
    """Fill an empty hash table with the first ``count`` states."""
    for i in range(count):
        known.slots[slot_of(known, known.keys[i])] = i


@helper
def copy_row(row: UInt64s, to: UInt64s) -> None:
    """Copy a key word by word, since slices would allocate."""
    for w in range(len(row)):
        to[w] = row[w]


@helper
def smallest_key(state: StateArrays, ko: int, rules: KeyRules, row: UInt64s, trial: UInt64s) -> int:
    """Write the least of a state's keys under the given symmetries into a row; return whether it fits."""
    images, shape = rules.images, rules.shape
    fits = pack(state, ko, shape, images[0], 0, row)
    for i in range(len(images)):
        for swap in range(rules.swaps):
            if fits == FITS and i + swap:
                pack(state, ko, shape, images[i], swap, trial)
                for w in range(len(row)):
                    if trial[w] != row[w]:
                        if trial[w] < row[w]:
                            copy_row(trial, row)
                        break
    return fits


@routine
def enter(state: StateArrays, bench: Bench, rules: KeyRules, known: KnownStates, count: int) -> int:
    """Look up the current state, entering it if it is new; return its number, or NOWHERE."""
    ko = 0
    if rules.shape[KO_BITS]:
        ko = ko_of(state, rules.adjacency, bench)
    if smallest_key(state, ko, rules, known.row, known.trial) != FITS:
        return NOWHERE
    slots = known.slots
    slot = slot_of(known, known.row)
    if slots[slot] == NOWHERE:
        slots[slot] = count
        copy_row(known.row, known.keys[count])
    return slots[slot]


@helper
def restore(state: StateArrays, adjacency: Adjacency, bench: Bench, shape: UInt32s, row: UInt64s) -> None:
    """Restore the current state from its key."""
    ko = unpack(row, state, shape)
    rebuild(state, adjacency, bench.scratch)
    restore_ko(state, adjacency, bench, ko)


@helper
def is_legal(state: StateArrays, bench: Bench, rules: KeyRules, move: int, n: int) -> bool:
    """Return whether a turn is legal: ``move`` is a point, n for a pass, n + 1 for a return, n + 2 + p for Tao on p."""
    points, table = state
    shape, allowed = rules.shape, rules.allowed
    colour = table[0].to_move
    if move < n:
        if not allowed[colour - 1, move] or points[move].colour != VACANT:
            return False
        reasons, _, _, _ = judge(state, rules.adjacency, bench, np.uint32(move), colour)
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
    return may_put_tao(table, rules.prices, colour)


@helper
def make(state: StateArrays, rules: KeyRules, scratch: UInt32s, move: int, n: int) -> None:
    """Make a turn, numbered as in `is_legal`."""
    kind = PLACE if move < n else (PASS if move == n else (RETURN if move == n + 1 else TAO))
    p = move if move < n else (move - n - 2 if move >= n + 2 else 0)
    turn(state, rules.adjacency, scratch, kind, p, tao_price(state.table, rules.prices, state.table[0].to_move))


@helper
def spends(state: StateArrays, child: StateArrays, shape: UInt32s) -> bool:
    """Return whether a turn spent prisoners of a side that may hold more than its key."""
    mover = state.table[0].to_move
    return state.table[mover].prisoners == shape[MOST_HELD] and child.table[mover].prisoners < shape[MOST_HELD]


@routine
def link(child: StateArrays, bench: Bench, rules: KeyRules, known: KnownStates, edges: StateEdges, move: int) -> None:
    """Add an edge to the state after a turn, which may be new."""
    counters = edges.counters
    found = enter(child, bench, rules, known, counters[STATES])
    if found == counters[STATES]:
        counters[STATES] += 1
    edges.targets[counters[EDGES]] = found
    edges.moves[counters[EDGES]] = move
    counters[EDGES] += 1


@entry
def expand(
    state: StateArrays,
    child: StateArrays,
    bench: Bench,
    rules: KeyRules,
    known: KnownStates,
    edges: StateEdges,
    most: int,
) -> int:
    """Write the successors of up to ``most`` states, in order, counting progress; return why it stopped."""
    table = state.table
    counters, offsets = edges.counters, edges.offsets
    n = np.int64(table[0].points)
    room = 2 * n + 2
    most_edges = 2 * room  # a turn that spends prisoners may have two
    for _ in range(most):
        i = counters[EXPANDED]
        if i == counters[STATES]:
            return DONE
        if counters[STATES] + most_edges > min(len(known.keys), len(known.slots) * 2 // 3):
            return STATES_FULL
        if counters[EDGES] + most_edges > len(edges.targets):
            return EDGES_FULL
        restore(state, rules.adjacency, bench, rules.shape, known.keys[i])
        offsets[i] = counters[EDGES]
        over = table[0].passes_to_end > 0 and table[0].passes >= table[0].passes_to_end
        for move in range(0 if not over else room, room if rules.shape[TAOS] else n + 2):
            if not is_legal(state, bench, rules, move, n):
                continue
            copy_state(state, child)
            make(child, rules, bench.scratch, move, n)
            link(child, bench, rules, known, edges, move)
            if rules.shape[SATURATES] and spends(state, child, rules.shape):
                child.table[state.table[0].to_move].prisoners = rules.shape[MOST_HELD]
                link(child, bench, rules, known, edges, move | UNSPENT)
        counters[EXPANDED] = i + 1
        offsets[i + 1] = counters[EDGES]
    return SLICED


@entry
def enter_first(state: StateArrays, bench: Bench, rules: KeyRules, known: KnownStates) -> int:
    """Enter the first state of a search; return its number, 0, or NOWHERE if it has no key."""
    return enter(state, bench, rules, known, 0)


@entry
def put_back(state: StateArrays, adjacency: Adjacency, bench: Bench, shape: UInt32s, row: UInt64s) -> None:
    """Restore the current state from its key, for display."""
    restore(state, adjacency, bench, shape, row)


@entry
def number_of(state: StateArrays, bench: Bench, rules: KeyRules, known: KnownStates) -> int:
    """Return the number of the current state, or NOWHERE if it is unknown."""
    ko = 0
    if rules.shape[KO_BITS]:
        ko = ko_of(state, rules.adjacency, bench)
    if smallest_key(state, ko, rules, known.row, known.trial) != FITS:
        return NOWHERE
    return known.slots[slot_of(known, known.row)]
