"""Jitted: rows with equal keys become one row, their counts added.

A row is an array of ``uint64``: its key, a few words, then its counts, one modulo each of the moduli. ``slots`` is a
hash table of places in the rows: an entry holds a row's place plus one, and above that a few bits of its key's hash,
so that most rows with other keys need not be looked at.
"""

from __future__ import annotations

import numpy as np

from ...kernel.array_types import Int64s, UInt32s, UInt64s
from ...kernel.jit import entry, helper
from ...kernel.mixing import mixed_row


@helper
def _is_key(rows: UInt64s, at: int, keys: UInt64s, i: int, words: int) -> bool:
    for k in range(words):  # noqa: SIM110 - Numba knows no generators
        if rows[at, k] != keys[i, k]:
            return False
    return True


@entry
def merge(
    keys: UInt64s,
    origins: Int64s,
    times: Int64s,
    begin: int,
    end: int,
    source: UInt64s,
    rows: UInt64s,
    used: int,
    most: int,
    slots: UInt32s,
    bits: int,
    moduli: UInt64s,
) -> tuple[int, int]:
    """Add the counts of ``source[origins[i]]`` to the row with the key ``keys[i]``, for i from begin to end.

    ``times`` says how often each is added. Stops before there would be more than ``most`` rows. Returns where it
    stopped and how many rows there are now.
    """
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
