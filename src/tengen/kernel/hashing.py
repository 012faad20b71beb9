"""Hash tables with open addressing: arrays of slots, a power of two of them, in which 0 is an empty one.

A key (``uint64``) is looked for from `first_slot` on, by `next_slot`, until an empty slot is met.
"""

from __future__ import annotations

import numpy as np

from .jit import helper

_ONE = np.uint64(1)


@helper
def first_slot(slots, key):
    """Return where a key belongs."""
    return key & np.uint64(len(slots) - 1)


@helper
def next_slot(slots, slot):
    """Return where a key is looked for after a slot that holds another."""
    return (slot + _ONE) & np.uint64(len(slots) - 1)


@helper
def free_slot(slots, key):
    """Return the empty slot that takes a key."""
    slot = first_slot(slots, key)
    while slots[slot] != 0:
        slot = next_slot(slots, slot)
    return slot


def slots_for(count: int, spare: int = 2) -> int:
    """Return a number of slots of which that many keys fill at most one in ``spare``."""
    return 1 << max(4, (spare * count - 1).bit_length())
