"""How far a side is from having the whole board for sure: what proof numbers begin with.

A prover that is to get every point has to come to have stones that make the whole board `safe`. `measure` writes down
for every set of stones how many more that takes at least, wherever the adversary's are. `too_far` reckons with these,
too: their points can be gained only by capturing them, which takes a placement on each of their liberties, and the
adversary, if on move, puts one more where it hurts.

No proof is missed by that, where suicide is forbidden. The adversary can always wait: as long as it has a stone on the
board it passes, since two passes would leave that stone, and where it has none it puts one wherever it may. (Where it
may not, the board is safe already: each vacant point is an eye, and no chain has a single liberty.) Neither brings the
prover any nearer: a stone of the adversary bars a point, and what of the prover's stones it takes can but be put again.
So the prover gets there by its own placements alone or not at all. And points safe among stones of the adversary are so
without them: `safe` lets no chain live by a region that it does not touch everywhere.

One thing can keep the adversary from that stone: a ko, where the prover has just taken a stone from the only neighbour
of a point, and two passes end the game. So this is not for boards with such points (`is_fit`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.boards import Board
from tengen.kernel.array_types import Array, Int64s, UInt8s, UInt64s
from tengen.kernel.jit import entry, helper, routine
from tengen.solve.bitboards import Bits, Masks, all_points, bit, count, flood, low_bit, lowest
from tengen.solve.budget import STOP, Budget, counters, run_watched
from tengen.solve.proofs.safety import safe

MOST_POINTS = 25
SCRATCH = (64, 2)
"""The shape of the room `too_far` works in: where it is within a set of points, then chains and their liberties.

That is for up to 32 of either.
"""


class MeasuredBoard(NamedTuple):
    """A board in masks, with its distances."""

    near: Array  # n: uint64, neighbours
    moved: Array  # its symmetries
    distance: Array  # 2^n: uint8, of `measure`
    scratch: Array  # room to reckon in, of the shape `SCRATCH`


_OPEN = 255
_FEW = 5
"""With more placements than that to come hardly anything is too far but by `measure`."""
_CHAINS_AT = 32
_OFTEN = (1 << 16) - 1
_NONE = np.uint64(0)
_ONE = np.uint64(1)


def is_fit(board: Board, passes: int) -> bool:
    """Return whether proof numbers can prove whole boards: no proof is missed, and the table is not too large."""
    return len(board) <= MOST_POINTS and (passes > 2 or all(len(row) != 1 for row in board.neighbours))


@entry
def measure(near: Masks, distance: UInt8s, shared: Int64s) -> None:
    """Write down for every set of stones, as a mask, how many must join it at least to make the whole board safe.

    A set counts as enough where a part of it is, so more stones never make that more. Ends early, with nothing of use,
    where it is to stop.
    """
    everything = all_points(near)
    for index in range(len(distance)):
        if not index & _OFTEN and shared[STOP]:
            return
        distance[index] = 0 if _enough(np.uint64(index), everything, near, distance) else _OPEN
    for index in range(len(distance) - 1, -1, -1):
        if not index & _OFTEN and shared[STOP]:
            return
        if distance[index]:
            stones = np.uint64(index)
            rest = everything & ~stones
            least = _OPEN - 1
            while rest:
                p = lowest(rest)
                rest &= rest - _ONE
                least = min(least, np.int64(distance[stones | bit(p)]))
            distance[index] = least + 1


@helper
def _enough(stones: np.uint64, everything: np.uint64, near: Masks, distance: UInt8s) -> bool:
    """Return whether these stones, or some of them, make all safe; smaller sets are known."""
    rest = stones
    while rest:
        p = lowest(rest)
        rest &= rest - _ONE
        if distance[stones & ~bit(p)] == 0:
            return True
    return safe(stones, _NONE, near) == everything


@routine
def _completion(
    mine: np.uint64, points: np.uint64, moves: int, chains: int, distance: UInt8s, scratch: UInt64s
) -> np.uint64:
    """Return where 1 to ``moves`` placements on these points would make all safe; none where they cannot.

    ``chains`` of the adversary, noted by `_takeable`, cost a placement on each of their liberties first.
    """
    if distance[mine] > moves:
        return _NONE
    level = 0
    stones, rest = mine, points
    while True:
        if not rest:
            if level == 0:
                return _NONE
            level -= 1
            stones, rest = scratch[level, 0], scratch[level, 1]
            continue
        p = low_bit(rest)
        rest ^= p
        more = stones | p
        for at in range(_CHAINS_AT, _CHAINS_AT + chains):
            if scratch[at, 0] & p:
                more |= scratch[at, 1]
        left = np.int64(distance[more])
        if count(more & ~mine) + left > moves:
            continue
        if left == 0:
            return more & ~mine
        scratch[level, 0], scratch[level, 1] = stones, rest
        level += 1
        stones = more
        rest &= ~more


@routine
def _takeable(stones: np.uint64, vacant: np.uint64, moves: int, near: Masks, scratch: UInt64s) -> tuple[np.uint64, int]:
    """Note the chains that ``moves`` placements could take, and their liberties; return their stones and number."""
    found = _NONE
    chains = 0
    while stones:
        chain, halo = flood(low_bit(stones), stones, near)
        stones &= ~chain
        liberties = halo & vacant
        if count(liberties) <= moves:
            found |= chain
            scratch[_CHAINS_AT + chains, 0] = chain
            scratch[_CHAINS_AT + chains, 1] = liberties
            chains += 1
    return found, chains


@routine
def _reach(
    mine: np.uint64, theirs: np.uint64, moves: int, near: Masks, distance: UInt8s, scratch: UInt64s
) -> np.uint64:
    """Return where ``moves`` placements would make all safe, the adversary passing; none where they cannot."""
    vacant = all_points(near) & ~(mine | theirs)
    taken, chains = _takeable(theirs, vacant, moves - 1, near, scratch)
    return _completion(mine, vacant | taken, moves, chains, distance, scratch)


@routine
def too_far(
    mine: np.uint64, theirs: np.uint64, turn: int, depth: int, near: Masks, distance: UInt8s, scratch: UInt64s
) -> bool:
    """Return whether the prover (to move if ``turn`` is 0) surely cannot have the whole board in ``depth`` plies.

    The adversary's reply may even take stones: that adds liberties and points to be put again, and brings none nearer.
    """
    moves = np.int64(depth + 1 - turn) // 2
    if distance[mine] > moves:
        return True
    if distance[mine] == 0 or moves > _FEW:
        return False
    found = _reach(mine, theirs, moves, near, distance, scratch)
    if turn == 0 or not found:
        return not found
    vacant = all_points(near) & ~(mine | theirs)
    found &= vacant
    while found:
        p = low_bit(found)
        found ^= p
        if near[lowest(p)] & vacant and not _reach(mine, theirs | p, moves, near, distance, scratch):
            return True
    return False


@routine
def least_placements(
    mine: np.uint64, theirs: np.uint64, turn: int, near: Masks, distance: UInt8s, scratch: UInt64s
) -> int:
    """Return how many placements the prover needs at least until it has the whole board for sure, as `too_far` sees it.

    ``turn`` is 0 where the prover is on move.
    """
    moves = np.int64(distance[mine])
    while moves <= _FEW and too_far(mine, theirs, turn, 2 * moves - 1 + turn, near, distance, scratch):
        moves += 1
    return moves


class Distances:
    """How far sets of stones on a board are from making all of it safe: provers may share them."""

    def __init__(self, bits: Bits) -> None:
        self._near = bits.near
        self.table: NDArray[np.uint8] = np.zeros(0, np.uint8)
        """By set of stones; empty as long as nothing is measured."""

    def measure(self, budget: Budget) -> None:
        """Measure the distances once; raises OutOfMemory if they do not fit."""
        size = 1 << len(self._near)
        if len(self.table):
            return
        budget.take(size, "a table of distances")
        table, shared = np.zeros(size, np.uint8), counters()
        run_watched(lambda: measure(self._near, table, shared), shared, budget, "distances")
        self.table = table
