"""States as compact keys, and back into the kernel's memory.

A key is ``shape[WORDS]`` unsigned 64-bit words. It begins with the content of each point: the colour, a Tao stone and,
if stacks have a limit, the height of the stack of tiles. Then come the side to move, the incursion bit, the passes in a
row, the ko, the turns on which the price of a Tao stone depends, and, if a rule needs them, prisoners, Tao stones in
hand and Tao stones bought.
"""

from __future__ import annotations

import numpy as np

from ...kernel.array_types import UInt16s, UInt32s, UInt64s
from ...kernel.jit import entry, helper, routine
from ...kernel.layout import KO, NO_KO, SIMPLE_KO, SINGLETON_KO, Adjacency, Bench, StateArrays
from ...kernel.moves import judge

# The entries of a shape (uint32): the bits of each field, and further facts about the game.
WORDS, TAO_BITS, TILE_BITS, PASS_BITS, KO_BITS, HELD_BITS, HAND_BITS, BOUGHT_BITS = 0, 1, 2, 3, 4, 5, 6, 7
MOST_HELD = 8  # no key is made if a side holds more prisoners than this
FREE = 9  # 1: the key omits prisoners, and returns are always possible
PASSES, RETURNS, TAOS, PRICES = 10, 11, 12, 13  # turns other than placements; the number of prices
INCURSION_BITS = 14
TURN_BITS = 15  # of the turns on which a price depends
SATURATES = 16  # 1: a side with more than `MOST_HELD` prisoners has the key of one with exactly that number
ENTRIES = 17

FITS, TOO_MANY = 0, 1
"""Whether a state has a key: a state with too many prisoners for the shape has none."""

AMPLE = 1 << 20
"""An inexhaustible number of prisoners, if the key omits them."""


@helper
def write_bits(row: UInt64s, at: int, bits: int, value: int) -> int:
    """Write a number into a zeroed part of a row of words; return the bit after it."""
    if bits:
        word, shift = at >> 6, np.uint64(at & 63)
        row[word] |= np.uint64(value) << shift
        if (at & 63) + bits > 64:
            row[word + 1] |= np.uint64(value) >> (np.uint64(64) - shift)
    return at + bits


@helper
def read_bits(row: UInt64s, at: int, bits: int) -> np.uint64:
    """Read a number written by `write_bits`."""
    if bits == 0:
        return np.uint64(0)
    word, shift = at >> 6, np.uint64(at & 63)
    value = row[word] >> shift
    if (at & 63) + bits > 64:
        value |= row[word + 1] << (np.uint64(64) - shift)
    return value & ((np.uint64(1) << np.uint64(bits)) - np.uint64(1))


@entry
def count_stones(states: UInt64s, cell_bits: int, points: int, found: UInt16s) -> None:
    """Write the number of stones in each state."""
    for i in range(len(states)):
        stones = 0
        for p in range(points):
            stones += read_bits(states[i], p * cell_bits, 2) != 0
        found[i] = stones


@routine
def ko_of(state: StateArrays, adjacency: Adjacency, bench: Bench) -> int:
    """Return the ko as one number: 0 if none is in force, otherwise 1 + a point that identifies it.

    Under plain ko that is the first point where only ko forbids a stone: it determines the forbidden position. Under
    the singleton rule it is the stone that may not be taken.
    """
    table = state.table
    if table[0].ko == 0 or table[0].ko_rule == NO_KO:
        return 0
    if table[0].ko_rule == SINGLETON_KO:
        return table[0].last_point + 1 if table[0].last_enemy == 1 and table[0].last_own == 0 else 0
    if table[0].last_colour == table[0].to_move:
        return 0
    for p in range(table[0].points):
        reasons, _, _, _ = judge(state, adjacency, bench, np.uint32(p), table[0].to_move)
        if reasons == KO:
            return p + 1
    return 0


@helper
def restore_ko(state: StateArrays, adjacency: Adjacency, bench: Bench, ko: int) -> None:
    """Restore a ko from its number."""
    table = state.table
    table[0].ko = ko > 0
    table[0].last_colour = 3 - table[0].to_move
    if ko > 0 and table[0].ko_rule == SIMPLE_KO:
        table[0].ko = 0
        _, key, _, _ = judge(state, adjacency, bench, np.uint32(ko - 1), table[0].to_move)
        table[0].ko_key = key
        table[0].ko = 1
    elif ko > 0:
        table[0].last_point = ko - 1
        table[0].last_enemy = 1
        table[0].last_own = 0


@routine
def pack(state: StateArrays, ko: int, shape: UInt32s, image: UInt16s, swap: bool, row: UInt64s) -> int:
    """Write the key of a state into a row of words; return whether it fits.

    ``image[p]`` is the image of point p under a symmetry of the board; with ``swap`` the colours are exchanged.
    """
    points, table = state
    for w in range(len(row)):
        row[w] = 0
    n = np.int64(table[0].points)
    tao_bits, tile_bits = np.int64(shape[TAO_BITS]), np.int64(shape[TILE_BITS])
    cell_bits = 2 + tao_bits + tile_bits
    for p in range(n):
        colour = 3 - points[p].colour if swap and points[p].colour else points[p].colour
        at = write_bits(row, np.int64(image[p]) * cell_bits, 2, colour)
        at = write_bits(row, at, tao_bits, points[p].tao)
        write_bits(row, at, tile_bits, points[p].tiles)
    at = n * cell_bits
    at = write_bits(row, at, 1, (table[0].to_move - 1) ^ swap)
    at = write_bits(row, at, np.int64(shape[INCURSION_BITS]), table[0].incursion)
    at = write_bits(row, at, np.int64(shape[PASS_BITS]), table[0].passes)
    at = write_bits(row, at, np.int64(shape[KO_BITS]), image[ko - 1] + 1 if ko else 0)
    at = write_bits(row, at, np.int64(shape[TURN_BITS]), table[0].tao_turns)
    for side in range(2):
        colour = 1 + (side ^ swap)
        if shape[HELD_BITS]:
            held = np.int64(table[colour].prisoners)
            if held > shape[MOST_HELD]:
                if shape[SATURATES] == 0:
                    return TOO_MANY
                held = np.int64(shape[MOST_HELD])
            at = write_bits(row, at, np.int64(shape[HELD_BITS]), held)
        at = write_bits(row, at, np.int64(shape[HAND_BITS]), table[colour].tao_in_hand)
        if shape[BOUGHT_BITS]:  # the last price applies to all later ones
            bought = min(np.int64(table[colour].tao_bought), np.int64(shape[PRICES]) - 1)
            at = write_bits(row, at, np.int64(shape[BOUGHT_BITS]), bought)
    return FITS


@routine
def unpack(row: UInt64s, state: StateArrays, shape: UInt32s) -> int:
    """Write a key's data into the kernel's memory; return the ko. `rebuild` and `restore_ko` complete it."""
    points, table = state
    at = 0
    tao_bits, tile_bits = np.int64(shape[TAO_BITS]), np.int64(shape[TILE_BITS])
    for p in range(table[0].points):
        points[p].colour = read_bits(row, at, 2)
        points[p].tao = read_bits(row, at + 2, tao_bits)
        points[p].tiles = read_bits(row, at + 2 + tao_bits, tile_bits)
        at += 2 + tao_bits + tile_bits
    table[0].to_move = read_bits(row, at, 1) + np.uint64(1)
    at += 1
    table[0].incursion = read_bits(row, at, np.int64(shape[INCURSION_BITS]))
    at += np.int64(shape[INCURSION_BITS])
    table[0].passes = read_bits(row, at, np.int64(shape[PASS_BITS]))
    at += np.int64(shape[PASS_BITS])
    ko = np.int64(read_bits(row, at, np.int64(shape[KO_BITS])))
    at += np.int64(shape[KO_BITS])
    table[0].tao_turns = read_bits(row, at, np.int64(shape[TURN_BITS]))
    at += np.int64(shape[TURN_BITS])
    for colour in range(1, 3):
        held = read_bits(row, at, np.int64(shape[HELD_BITS]))
        table[colour].prisoners = np.uint64(AMPLE) if shape[FREE] else held
        at += np.int64(shape[HELD_BITS])
        table[colour].tao_in_hand = read_bits(row, at, np.int64(shape[HAND_BITS]))
        at += np.int64(shape[HAND_BITS])
        table[colour].tao_bought = read_bits(row, at, np.int64(shape[BOUGHT_BITS]))
        at += np.int64(shape[BOUGHT_BITS])
    table[0].ko = 0
    return ko
