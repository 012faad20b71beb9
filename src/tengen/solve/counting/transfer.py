"""Compiled transitions of frontier states when one more point is passed, and the merging of equal states.

A state records for every point of the frontier whether it is vacant, or holds a stone of a chain with a liberty or of a
*needy* chain, which has none yet; and which needy stones belong together. Packed, the point at place i is one of

    0 vacant, 1 and 2 a stone with a liberty, 3 and 4 the first stone of a needy chain, 5 + k one more of the k-th such

in ``ceil(log2(5 + i))`` bits, 3, 3, 3, 3, then 4 eight times, then 5. Among 1 to 4, the odd numbers are black. Colours
may be swapped in any position, so of two states that differ by such a swap only the one whose first stone is black is
kept.

Unpacked, the points of the k-th needy chain, black or white, hold ``3 + 2k`` or ``4 + 2k``.

A row is the key of a state, a few words of ``uint64``, then its counts, one for each modulus. ``slots`` is a hash table
of row places: an entry is a place plus one, with a few bits of the key's hash above it, so that most rows with other
keys need not be read.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...kernel.array_types import Array, Int8s, UInt32s, UInt64s
from ...kernel.jit import entry, helper
from ...kernel.mixing import mixed_row


class Additions(NamedTuple):
    """Counts to add to the row with each key: those of a source row, a number of times."""

    keys: Array  # n, words: uint64
    origins: Array  # n: int64
    times: Array  # n: int64


class LayerTable(NamedTuple):
    """A layer under construction: its source rows, its own rows, and their hash table."""

    source: Array
    rows: Array
    slots: Array
    moduli: Array


class Places(NamedTuple):
    """A `FrontierStep`: the places of the new point's neighbours, and those that stay and leave, int64."""

    near: Array
    stays: Array
    leaves: Array


@helper
def _is_key(rows: UInt64s, at: int, keys: UInt64s, i: int, words: int) -> bool:
    for k in range(words):  # noqa: SIM110 - Numba knows no generators
        if rows[at, k] != keys[i, k]:
            return False
    return True


@entry
def merge(
    added: Additions, begin: int, end: int, layer: LayerTable, used: int, most: int, bits: int
) -> tuple[int, int]:
    """Make the additions from begin to end; the layer has ``used`` rows and 2 to the power of ``bits`` slots.

    Stops before exceeding ``most`` rows. Returns where it stopped and the number of rows.
    """
    keys, origins, times = added
    source, rows, slots, moduli = layer
    words = keys.shape[1]
    low = np.uint64(64 - bits)
    inside = np.uint64((1 << bits) - 1)
    over = np.uint64(0xFFFFFFFF) ^ inside
    for i in range(begin, end):
        hashed = mixed_row(keys[i], words)
        at = hashed >> low
        tag = hashed & over
        place = np.int64(-1)
        while slots[at]:
            slot = np.uint64(slots[at])
            if slot & over == tag and _is_key(rows, np.int64(slot & inside) - 1, keys, i, words):
                place = np.int64(slot & inside) - 1
                break
            at = (at + np.uint64(1)) & inside
        if place < 0:
            if used >= most:
                return i, used
            place = used
            used += 1
            slots[at] = tag | np.uint64(used)
            for k in range(words):
                rows[place, k] = keys[i, k]
            for k in range(len(moduli)):
                rows[place, words + k] = 0
        origin = origins[i]
        for k in range(len(moduli)):
            count = rows[place, words + k]
            for _ in range(times[i]):
                count += source[origin, words + k]
                if count >= moduli[k]:
                    count -= moduli[k]
            rows[place, words + k] = count
    return end, used


@entry
def rehash(rows: UInt64s, used: int, words: int, slots: UInt32s, bits: int) -> None:
    """Enter rows into a new hash table."""
    low = np.uint64(64 - bits)
    inside = np.uint64((1 << bits) - 1)
    over = np.uint64(0xFFFFFFFF) ^ inside
    for i in range(used):
        hashed = mixed_row(rows[i], words)
        at = hashed >> low
        while slots[at]:
            at = (at + np.uint64(1)) & inside
        slots[at] = (hashed & over) | np.uint64(i + 1)


WIDEST = 16
"""The number of points that fit into a packed state of 64 bits."""


@helper
def _bits_at(place: int) -> int:
    return 3 if place < 4 else 4 if place < 12 else 5


@helper
def _unpack(key: np.uint64, width: int, state: Int8s, heads: Int8s) -> int:
    """Unpack a state into ``state``; return the number of needy chains."""
    chains = 0
    for i in range(width):
        bits = np.uint64(_bits_at(i))
        symbol = np.int64(key & ((np.uint64(1) << bits) - np.uint64(1)))
        key >>= bits
        if symbol == 3 or symbol == 4:
            heads[chains] = symbol + 2 * chains
            symbol = heads[chains]
            chains += 1
        elif symbol > 4:
            symbol = heads[symbol - 5]
        state[i] = symbol
    return chains


@helper
def _relabel(state: Int8s, width: int, old: int, new: int) -> None:
    for i in range(width):
        if state[i] == old:
            state[i] = new


@helper
def _put(state: Int8s, width: int, near: Array, colour: int, chains: int) -> None:
    """Write a colour, or vacant, to the new point at the place ``width``."""
    free = False
    for j in range(len(near)):
        symbol = state[near[j]]
        if colour == 0 and symbol > 2:
            _relabel(state, width, symbol, 2 - (symbol & 1))
        free |= symbol == 0 or symbol == colour
    if colour == 0:
        state[width] = 0
        return
    own = colour if free else 2 + 2 * chains + colour
    for j in range(len(near)):
        symbol = state[near[j]]
        if symbol > 2 and 2 - (symbol & 1) == colour:
            _relabel(state, width, symbol, own)
    state[width] = own


@helper
def _pack(state: Int8s, stays: Array, numbers: Int8s) -> np.uint64:
    """Pack the points that stay; ``numbers`` then has the number of each needy chain among them (-1: not there)."""
    for i in range(len(numbers)):
        numbers[i] = -1
    key = np.uint64(0)
    shift = np.uint64(0)
    chains = 0
    flip = -1
    for i in range(len(stays)):
        symbol = state[stays[i]]
        if symbol and flip < 0:
            flip = 0 if symbol & 1 else 3
        if symbol > 2:
            if numbers[symbol] < 0:
                numbers[symbol] = chains
                chains += 1
                symbol = 4 - (symbol & 1)
                if flip:
                    symbol = 7 - symbol
            else:
                symbol = 5 + numbers[symbol]
        elif symbol and flip:
            symbol = 3 - symbol
        key |= np.uint64(symbol) << shift
        shift += np.uint64(_bits_at(i))
    return key


@entry
def pass_point(
    rows: UInt64s, begin: int, end: int, width: int, places: Places, added: Additions, scratch: Int8s
) -> int:
    """Write the successors of the rows' states with each colour on the new point; return their number.

    A state is dropped when the last point of a needy chain leaves. ``scratch`` has four rows of 3 * WIDEST entries.
    """
    near, stays, leaves = places
    before, state, heads, numbers = scratch[0], scratch[1], scratch[2], scratch[3]
    made = 0
    for row in range(begin, end):
        chains = _unpack(rows[row, 0], width, before, heads)
        for colour in range(3):
            for i in range(width):
                state[i] = before[i]
            _put(state, width, near, colour, chains)
            key = _pack(state, stays, numbers)
            alive = True
            for i in range(len(leaves)):
                symbol = state[leaves[i]]
                alive &= symbol < 3 or numbers[symbol] >= 0
            if alive:
                added.keys[made, 0] = key
                added.origins[made] = row
                made += 1
    return made
