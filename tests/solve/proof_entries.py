"""Parts of the search for proofs that are folded into it, as functions that a test can call."""

from __future__ import annotations

import numpy as np

from tengen.kernel.array_types import UInt8s, UInt64s
from tengen.kernel.jit import entry
from tengen.solve.proofs.distance import too_far
from tengen.solve.proofs.safety import alive, safe


@entry
def is_too_far(
    mine: np.uint64, theirs: np.uint64, turn: int, depth: int, near: UInt64s, distance: UInt8s, scratch: UInt64s
) -> bool:
    """Return `too_far`."""
    return too_far(mine, theirs, turn, depth, near, distance, scratch)


@entry
def alive_stones(own: np.uint64, enemy: np.uint64, near: UInt64s) -> np.uint64:
    """Return `alive`'s stones."""
    return alive(own, enemy, near)[0]


@entry
def safe_points(own: np.uint64, enemy: np.uint64, near: UInt64s) -> np.uint64:
    """Return `safe`."""
    return safe(own, enemy, near)
