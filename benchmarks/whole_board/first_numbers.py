"""The initial proof and disproof numbers of a node, before the search has expanded it.

The proof number estimates how many positions a proof takes. Its logarithm is a weighted sum of a few counts, fitted to
the costs of proofs: 8,333 nodes were drawn from a search of 4x5, and each was searched separately. The fit explains
three quarters of the variance of that logarithm; the number of placements still needed alone explains half to two
thirds. The search works best with two fifths of the logarithm. Only 0 and `NEVER` are claims.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tengen.kernel.jit import helper, routine
from tengen.solve.bitboards import NO_KO, Masks, all_points, area, count, flood, ko_after, legal, low_bit, lowest, place
from tengen.solve.proofs.proof_tree import ProofGoal, settled
from tengen.solve.proofs.safety import alive, halo_of, safe

from .distance import MeasuredBoard, least_placements

NEVER = 1 << 52
"""The number of a node that cannot be proved, or disproved."""
LIKELY_NEVER = 1 << 50
"""The least proof number of a node whose disproof depends on the path to it."""
UNIT = 16
"""The unit of numbers, large enough for fractions."""


class Weights(NamedTuple):
    """The contribution of each count to the logarithm of a proof number, in 64ths of a power of two."""

    constant: int
    needed: int  # the least placements that the prover needs, by `least_placements`
    distance: int  # the same, as if the adversary had no stones
    stones: int  # of the prover's
    their_stones: int  # of the adversary's
    untouched: int  # vacant points that touch no stone
    touched: int  # vacant points that touch stones of the prover's alone
    their_touched: int
    chains: int
    their_chains: int
    ataris: int  # chains with a single liberty
    their_ataris: int
    near: int  # vacant points that the prover is nearer to
    their_near: int


_MOVING = Weights(0, 58, 14, -3, -2, 8, -2, 1, 5, 3, 22, -15, 0, 7)
_WAITING = Weights(2, 32, 25, -1, 4, 10, -4, 8, 7, 2, 44, -11, 8, 7)
"""The weights with the prover to move, and with the adversary to move."""
_SCALE = 64.0
_MOST = 40.0
"""The largest power of two, so that numbers stay below `LIKELY_NEVER`."""
_ONE = np.uint64(1)
_STONES = np.uint64((1 << 56) - 1)
_KO_AT, _PASSES_AT, _TURN_AT = np.uint64(56), np.uint64(60), np.uint64(63)


@helper
def unpacked(first: np.uint64, second: np.uint64) -> tuple[np.uint64, np.uint64, int, int, int]:
    """Return the node of two words: the prover's stones, the adversary's, the ko, the passes, the side to move."""
    mine, theirs = first & _STONES, second & _STONES
    ko = np.int64(first >> _KO_AT)
    return mine, theirs, ko, np.int64(second >> _PASSES_AT) & 7, np.int64(second >> _TURN_AT)  # type: ignore[return-value]


@routine
def kept_out(mine: np.uint64, theirs: np.uint64, near: Masks) -> np.uint64:
    """Return the vacant points of the prover's safe territory, where no placements are tried."""
    return safe(mine, theirs, near) & ~(mine | theirs)


@routine
def _wins_at_once(
    mine: np.uint64, theirs: np.uint64, ko: int, goal: ProofGoal, board: MeasuredBoard
) -> bool:  # the prover is to move
    """Return whether one placement makes the whole board the prover's for sure."""
    near, distance = board.near, board.distance
    moves = legal(mine, theirs, ko, near, False)
    while moves:
        p = lowest(moves)
        moves &= moves - _ONE
        own, enemy, _, _ = place(mine, theirs, p, near)
        if distance[own] == 0 and settled(own, enemy, 0, 1, goal, near) == 1:
            return True
    return False


@routine
def _wins_next(mine: np.uint64, theirs: np.uint64, ko: int, goal: ProofGoal, board: MeasuredBoard) -> bool:
    """Return whether the prover wins at once after any move of the adversary, who is to move."""
    near = board.near
    if not _wins_at_once(mine, theirs, NO_KO, goal, board):
        return False
    moves = legal(theirs, mine, ko, near, False) & ~kept_out(mine, theirs, near)
    while moves:
        p = lowest(moves)
        moves &= moves - _ONE
        other, own, taken, died = place(theirs, mine, p, near)
        if not _wins_at_once(own, other, ko_after(other, own, p, taken, died, near), goal, board):
            return False
    return True


@helper
def _chains(stones: np.uint64, vacant: np.uint64, near: Masks) -> tuple[int, int]:
    """Return the number of chains, and of those with a single liberty."""
    chains, ataris = 0, 0
    rest = stones
    while rest:
        chain, halo = flood(low_bit(rest), stones, near)
        rest &= ~chain
        liberties = halo & vacant
        chains += 1
        ataris += not liberties & (liberties - _ONE)
    return chains, ataris


@routine
def _shares(mine: np.uint64, theirs: np.uint64, turn: int, vacant: np.uint64, near: Masks) -> tuple[int, int]:
    """Return the number of vacant points nearer to each side; ties go to the side to move."""
    rest = vacant
    while True:
        ahead, theirs_ahead = halo_of(mine, near) & rest, halo_of(theirs, near) & rest
        if not ahead | theirs_ahead:
            break
        if turn == 0:
            theirs_ahead &= ~ahead
        else:
            ahead &= ~theirs_ahead
        mine |= ahead
        theirs |= theirs_ahead
        rest &= ~(ahead | theirs_ahead)
    return count(mine & vacant), count(theirs & vacant)


@routine
def _difficulty(mine: np.uint64, theirs: np.uint64, turn: int, needed: int, board: MeasuredBoard) -> int:
    """Return the proof number of an undecided node."""
    near = board.near
    vacant = all_points(near) & ~(mine | theirs)
    touched, their_touched = halo_of(mine, near) & vacant, halo_of(theirs, near) & vacant
    chains, ataris = _chains(mine, vacant, near)
    their_chains, their_ataris = _chains(theirs, vacant, near)
    share, their_share = _shares(mine, theirs, turn, vacant, near)
    weights = _MOVING if turn == 0 else _WAITING
    total = weights.constant + weights.needed * needed + weights.distance * np.int64(board.distance[mine])
    total += weights.stones * count(mine) + weights.their_stones * count(theirs)
    total += weights.untouched * count(vacant & ~(touched | their_touched))
    total += weights.touched * count(touched & ~their_touched) + weights.their_touched * count(their_touched & ~touched)
    total += weights.chains * chains + weights.their_chains * their_chains
    total += weights.ataris * ataris + weights.their_ataris * their_ataris
    total += weights.near * share + weights.their_near * their_share
    return int(UNIT * 2.0 ** min(max(total / _SCALE, 0.0), _MOST))


@routine
def first_numbers(first: np.uint64, second: np.uint64, goal: ProofGoal, board: MeasuredBoard) -> tuple[int, int]:
    """Return the initial numbers of a node."""
    near, distance = board.near, board.distance
    mine, theirs, ko, passes, turn = unpacked(first, second)
    if passes == goal.last:
        ended = area(mine, theirs, near) >= goal.s and not kept_out(mine, theirs, near)
        return (0, NEVER) if ended else (NEVER, 0)
    if turn == 1:
        if distance[mine] == 0 and settled(mine, theirs, passes, 1, goal, near) == 1:
            return 0, NEVER
    else:
        if passes == goal.last - 1 and area(mine, theirs, near) >= goal.s and not kept_out(mine, theirs, near):
            return 0, NEVER
        if alive(theirs, mine, near)[0]:
            return NEVER, 0
    needed = least_placements(mine, theirs, turn, near, distance, board.scratch)
    if needed <= 1:
        if turn == 0 and _wins_at_once(mine, theirs, ko, goal, board):
            return 0, NEVER
        if turn == 1 and passes < goal.last - 1 and _wins_next(mine, theirs, ko, goal, board):
            return 0, NEVER
    return _difficulty(mine, theirs, turn, needed, board), UNIT
