"""Parts of the search for proofs that are folded into it, as functions that a test can call."""

from __future__ import annotations

from tengen.kernel.jit import entry
from tengen.solve.proofs.distance import too_far
from tengen.solve.proofs.safety import alive, safe


@entry
def is_too_far(mine, theirs, turn, depth, near, distance, scratch):  # type: ignore[no-untyped-def]
    """Return `too_far`."""
    return too_far(mine, theirs, turn, depth, near, distance, scratch)


@entry
def alive_stones(own, enemy, near):  # type: ignore[no-untyped-def]
    """Return `alive`'s stones."""
    return alive(own, enemy, near)[0]


@entry
def safe_points(own, enemy, near):  # type: ignore[no-untyped-def]
    """Return `safe`."""
    return safe(own, enemy, near)
