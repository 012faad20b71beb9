"""Hash tables with open addressing: arrays of slots, a power of two, in which 0 is empty.

To look up a key (``uint64``), start at `first_slot` and follow `next_slot` until an empty slot.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .array_types import Array
from .jit import helper

_ONE = np.uint64(1)


@helper
def first_slot(slots: Array, key: np.uint64) -> np.uint64:
    """Return the first slot to try for a key."""
    return key & np.uint64(len(slots) - 1)


@helper
def next_slot(slots: Array, slot: np.uint64) -> np.uint64:
    """Return the slot to try after one that holds another key."""
    return (slot + _ONE) & np.uint64(len(slots) - 1)


@helper
def free_slot(slots: Array, key: np.uint64) -> np.uint64:
    """Return the empty slot for a key."""
    slot = first_slot(slots, key)
    while slots[slot] != 0:
        slot = next_slot(slots, slot)
    return slot


def hash_table(keys: Sequence[int], spare: int = 4, least: int = 16) -> NDArray[np.uint64]:
    """Return a table of keys with ``least`` slots or more (a power of two), at most one in ``spare`` of them full."""
    table = np.zeros(max(least, 1 << max(4, (spare * len(keys) - 1).bit_length())), np.uint64)
    inside = len(table) - 1
    for key in keys:
        slot = key & inside
        while table[slot]:
            slot = (slot + 1) & inside
        table[slot] = key
    return table
