"""The distance of a side from certainly having the whole board: the start of proof numbers.

A prover that must get every point needs stones that make the whole board `safe`. `measure` computes for every set of
stones the least number of further stones for that, wherever the adversary's are. `too_far` also takes the adversary's
stones into account: their points can be gained only by capturing them, which takes a placement on each of their
liberties, and the adversary, if to move, adds the most harmful one.

No proof is missed by that, if suicide is forbidden. The adversary can always wait: while it has a stone on the board it
passes, since two passes would leave that stone; otherwise it places one wherever possible. (If that is impossible, the
board is safe already: each vacant point is an eye, and no chain has a single liberty.) Neither helps the prover: a
stone of the adversary blocks a point, and the prover's captured stones can only be placed again. So the prover reaches
its aim only by its own placements. And points that are safe among stones of the adversary are also safe without them:
`safe` lets no chain live by a region that it does not touch everywhere.

Only a ko can prevent that placement of the adversary's: if the prover has just taken a stone from the only neighbour of
a point, and two passes end the game. So boards with such points are excluded (`is_fit`).
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
"""The shape of the scratch memory of `too_far`, for up to 32 sets, and chains with their liberties."""


class MeasuredBoard(NamedTuple):
    """A board in masks, with its distances."""

    near: Array  # n: uint64, neighbours
    moved: Array  # its symmetries
    distance: Array  # 2^n: uint8, of `measure`
    scratch: Array  # scratch memory of the shape `SCRATCH`


_OPEN = 255
_FEW = 5
"""With more placements than this left, only `measure` rules out nodes."""
_CHAINS_AT = 32
_OFTEN = (1 << 16) - 1
_NONE = np.uint64(0)
_ONE = np.uint64(1)


def is_fit(board: Board, passes: int) -> bool:
    """Return whether proof numbers can prove whole boards: no proof is missed, and the table is not too large."""
    return len(board) <= MOST_POINTS and (passes > 2 or all(len(row) != 1 for row in board.neighbours))


@entry
def measure(near: Masks, distance: UInt8s, shared: Int64s) -> None:
    """Write for every set of stones, as a mask, the least number of further stones that make the whole board safe.

    A set suffices if a part of it does, so more stones never increase the number. Stops early, with useless results, on
    request.
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
    """Return whether these stones, or some of them, make the whole board safe; smaller sets have been measured."""
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
    """Return the points where 1 to ``moves`` placements would make the whole board safe; empty if none do.

    ``chains`` of the adversary, found by `_takeable`, first cost a placement on each of their liberties.
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
    """Find the chains that ``moves`` placements could take, and their liberties; return their stones and number."""
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
    """Return the points where ``moves`` placements would make all safe if the adversary passes; empty if none do."""
    vacant = all_points(near) & ~(mine | theirs)
    taken, chains = _takeable(theirs, vacant, moves - 1, near, scratch)
    return _completion(mine, vacant | taken, moves, chains, distance, scratch)


@routine
def too_far(
    mine: np.uint64, theirs: np.uint64, turn: int, depth: int, near: Masks, distance: UInt8s, scratch: UInt64s
) -> bool:
    """Return whether the prover (to move if ``turn`` is 0) surely cannot have the whole board in ``depth`` plies.

    The adversary's reply may even capture: that only adds liberties and points to refill.
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
    """Return a lower bound (`too_far`) of the placements for the whole board, prover to move if ``turn`` is 0."""
    moves = np.int64(distance[mine])
    while moves <= _FEW and too_far(mine, theirs, turn, 2 * moves - 1 + turn, near, distance, scratch):
        moves += 1
    return moves


class Distances:
    """The distances of sets of stones from making all of a board safe, shared by provers."""

    def __init__(self, bits: Bits) -> None:
        self._near = bits.near
        self.table: NDArray[np.uint8] = np.zeros(0, np.uint8)
        """By set of stones; empty until measured."""

    def measure(self, budget: Budget) -> None:
        """Measure the distances once; raises OutOfMemory if they do not fit."""
        size = 1 << len(self._near)
        if len(self.table):
            return
        budget.take(size, "a table of distances")
        table, shared = np.zeros(size, np.uint8), counters()
        run_watched(lambda: measure(self._near, table, shared), shared, budget, "distances")
        self.table = table
