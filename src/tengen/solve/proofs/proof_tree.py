"""The loops of `prover`, which look for a proof, up to a given depth, that the prover gets at least s points.

A node is the prover's stones, the adversary's, the ko, the passes, and the side to move (0: the prover). A table entry
has three words: the two packed sides, which hold the whole node, and the result: proved or not, the depth searched
without finding a proof, the best move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...kernel.array_types import Array, Int64s, UInt64s
from ...kernel.hashing import first_slot
from ...kernel.jit import entry, helper, routine
from ...kernel.mixing import mixed_pair
from ..bitboards import NO_KO, Masks, all_points, area, bit, canonical, count, in_atari, ko_after, legal, lowest, place
from ..budget import NODES, STOP, spend
from .safety import halo_of, least_score, safe, sure

YES, NO, OPEN = 1, -1, 0
SUICIDE, STRICT, OPEN_KO = 1, 2, 4
"""Flags of a proof: suicide is allowed; it must hold under superko; under natural superko too (see `certificate`)."""
PROVED = 255
ALL = 63
PASS = 64
NO_MOVE = 65
MOST_POINTS = 56
FEW_STONES = 9
"""Symmetric positions are merged up to this number of stones; later they rarely meet."""

FRAME = np.dtype(
    [
        ("mine", "u8"),
        ("theirs", "u8"),
        ("rest", "u8"),  # moves still to be tried
        ("first", "u8"),  # the node as the table has it
        ("second", "u8"),
        ("begun", "i8"),  # nodes searched before
        ("ko", "i4"),
        ("passes", "i4"),
        ("turn", "i4"),
        ("before", "i4"),  # the point of the last placement, or PASS
        ("hint", "i4"),
        ("passed", "i4"),  # 1: the pass has been tried
        ("move", "i4"),  # the move being tried
        ("tried", "i4"),  # placements tried so far
    ],
    align=True,
)
"""A node on the path from the root to the current one."""


class ProofGoal(NamedTuple):
    """What must be proved, and how."""

    s: int  # points
    last: int  # the passes that end the game
    manner: int  # see above
    width: int  # the prover's placements tried at each node (`ALL`: all)


class ProofBoard(NamedTuple):
    """A board as masks."""

    near: Array  # n: uint64, neighbours
    moved: Array  # its symmetries


class ProofMemory(NamedTuple):
    """The state of a search."""

    table: Array  # entries, 3: uint64
    frames: Array  # a ply each: FRAME
    rates: Array  # plies, points: int64, what the moves of a node promise
    history: Array  # 2, 65, 64: int64, the number of decisions by a move, by the previous move
    killers: Array  # plies, 2: int64, the last moves that decided
    shared: Array  # see `interruption`


_NONE = np.uint64(0)
_ONE = np.uint64(1)
_KO_AT = np.uint64(56)
_TURN_AT = np.uint64(63)
_PASSES_AT = np.uint64(60)
WAYS = 4
"""The number of entries in which a node may be stored."""
_LOOKS_AHEAD = 2
"""With more plies left, all children are looked up in the table; with fewer that costs more than it saves."""


@helper
def first_way(first: np.uint64, second: np.uint64, table: UInt64s) -> int:
    """Return the first of the entries in which a node may be stored."""
    return np.int64(first_slot(table, mixed_pair(first, second))) & ~(WAYS - 1)


@helper
def packed(mine: np.uint64, theirs: np.uint64, ko: int, passes: int, turn: int) -> tuple[np.uint64, np.uint64]:
    """Pack a node into two words, without loss."""
    first = mine | np.uint64(ko) << _KO_AT
    return first, theirs | np.uint64(passes) << _PASSES_AT | np.uint64(turn) << _TURN_AT


@helper
def known_of(first: np.uint64, second: np.uint64, width: int, table: UInt64s) -> tuple[int, int]:
    """Look a node up: return the depth searched without proof at this width (or `PROVED`), and the best move."""
    start = first_way(first, second, table)
    for at in range(start, start + WAYS):
        if table[at, 0] == first and table[at, 1] == second:
            data = np.int64(table[at, 2])
            known = data & 255
            return known if known == PROVED or data >> 16 & 63 >= width else 0, data >> 8 & 255
    return 0, NO_MOVE


@helper
def enter(first: np.uint64, second: np.uint64, table: UInt64s, depth: int, move: int, width: int, effort: int) -> None:
    """Store the result of a node over the entry that cost least effort.

    Proofs are never overwritten by a later, narrower search of the same node that fails.
    """
    start = first_way(first, second, table)
    worst, least = start, np.uint64(0xFFFFFFFFFFFFFFFF)
    for at in range(start, start + WAYS):
        if table[at, 0] == first and table[at, 1] == second:
            if np.int64(table[at, 2]) & 255 == PROVED and depth != PROVED:
                return
            worst = at
            break
        if table[at, 2] < least:
            worst, least = at, table[at, 2]
    table[worst, 0] = first
    table[worst, 1] = second
    table[worst, 2] = np.uint64(depth | move << 8 | width << 16 | effort << 22)


@helper
def settled(mine: np.uint64, theirs: np.uint64, passes: int, turn: int, goal: ProofGoal, near: Masks) -> int:
    """Return 1 if the prover is sure of its points, -1 if it cannot get them, otherwise 0.

    With suicide, the adversary might play on for ever while the prover can only pass, so no points are sure.
    """
    manner, s = goal.manner, goal.s
    suicide = manner & SUICIDE
    if turn == 1:
        if suicide:
            return 0
        points = sure(mine, theirs, near, False) if manner & STRICT else safe(mine, theirs, near)
        if least_score(points, near) >= s and (passes < goal.last - 1 or area(mine, theirs, near) >= s):
            return 1
        return 0
    if passes == goal.last - 1 and area(mine, theirs, near) >= s:
        return 1
    points = sure(theirs, mine, near, suicide) if manner else safe(theirs, mine, near)
    return -1 if -least_score(points, near) < s else 0


@routine
def _rate(node: np.record, ply: int, own: np.uint64, enemy: np.uint64, near: Masks, memory: ProofMemory) -> None:
    """Rate the moves of a node: the best before, captures, room, near the last move, elsewhere.

    Room matters most by far: without it a proof of 3x5 takes five times the positions.
    """
    rates, history, killers = memory.rates, memory.history, memory.killers
    moves, turn, before = node.rest, np.int64(node.turn), node.before
    vacant = all_points(near) & ~(own | enemy)
    weak = in_atari(enemy, vacant, near)
    beside, beyond = _NONE, _NONE
    if before < PASS:
        beside = near[before]
        beyond = halo_of(beside, near)
    while moves:
        p = lowest(moves)
        moves &= moves - _ONE
        rate = history[turn, PASS, p] + 4 * history[turn, before, p]
        rate += np.int64(2 * count(near[p]) + count(near[p] & vacant)) << 29
        if bit(p) & (beside | beyond):
            rate += np.int64(2 if bit(p) & beside else 1) << 29
        if near[p] & weak:
            rate += np.int64(1) << 40
        if killers[ply, 0] == p or killers[ply, 1] == p:
            rate += np.int64(1) << 50
        if p == np.uint64(node.hint):
            rate = np.int64(1) << 60
        rates[ply, p] = rate


@helper
def _best_rated(moves: np.uint64, rates: Int64s, ply: int) -> int:
    best, most = lowest(moves), np.int64(-1)
    while moves:
        p = lowest(moves)
        moves &= moves - _ONE
        if rates[ply, p] > most:
            best, most = p, rates[ply, p]
    return best


@helper
def child_of(node: np.record, p: int, manner: int, board: ProofBoard) -> tuple[np.uint64, np.uint64, int]:
    """Return the node after a placement: both sides' stones and the ko, in the form used by the table.

    With an open ko the adversary may retake at once if it passed before: natural superko allows it (spec 1.5).
    """
    near, turn = board.near, np.int64(node.turn)
    own, enemy = (node.mine, node.theirs) if turn == 0 else (node.theirs, node.mine)
    own, enemy, taken, died = place(own, enemy, p, near)
    ko = ko_after(own, enemy, p, taken, died, near)
    if manner & OPEN_KO and turn == 0 and node.passes:
        ko = NO_KO
    first, second = (own, enemy) if turn == 0 else (enemy, own)
    if count(first | second) <= FEW_STONES:
        return canonical(first, second, ko, board.moved)
    return first, second, ko


@routine
def _foreseen(node: np.record, depth: int, goal: ProofGoal, board: ProofBoard, table: UInt64s) -> int:
    """Return whether the table has a deciding move: a proof, or none within the depth (Plaat et al. 1996)."""
    moves, turn = node.rest, np.int64(node.turn)
    while moves:
        p = lowest(moves)
        moves &= moves - _ONE
        first, second, ko = child_of(node, p, goal.manner, board)
        a, b = packed(first, second, ko, 0, 1 - turn)
        known, _ = known_of(a, b, goal.width, table)
        if (known == PROVED) if turn == 0 else (PROVED > known >= depth - 1):
            return np.int64(p)
    return NO_MOVE


@helper
def _reward(node: np.record, p: int, ply: int, depth: int, memory: ProofMemory) -> None:
    """Update the statistics for a deciding move."""
    history, killers = memory.history, memory.killers
    turn, before = np.int64(node.turn), np.int64(node.before)
    history[turn, PASS, p] += depth * depth
    history[turn, before, p] += depth * depth
    if killers[ply, 0] != p:
        killers[ply, 1] = killers[ply, 0]
        killers[ply, 0] = p


@helper
def _set(frame: np.record, mine: np.uint64, theirs: np.uint64, ko: int, passes: int, turn: int, before: int) -> None:
    frame.mine = mine
    frame.theirs = theirs
    frame.ko = ko
    frame.passes = passes
    frame.turn = turn
    frame.before = before


@routine
def _visit(ply: int, depth: int, goal: ProofGoal, board: ProofBoard, memory: ProofMemory) -> int:
    """Visit the node of a ply; return `YES`, `NO`, or `OPEN` if its moves must be tried."""
    near, shared = board.near, memory.shared
    node = memory.frames[ply]
    if not spend(shared):
        return NO
    mine, theirs, turn = node.mine, node.theirs, np.int64(node.turn)
    if node.passes == goal.last:
        return YES if area(mine, theirs, near) >= goal.s else NO
    sure_of = settled(mine, theirs, node.passes, turn, goal, near)
    if sure_of != 0 or depth == 0 or shared[STOP]:
        return YES if sure_of == 1 else NO
    node.first, node.second = packed(mine, theirs, node.ko, node.passes, turn)
    known, hint = known_of(node.first, node.second, goal.width, memory.table)
    if known >= depth:
        return YES if known == PROVED else NO
    own, enemy = (mine, theirs) if turn == 0 else (theirs, mine)
    node.rest = legal(own, enemy, np.int64(node.ko), near, goal.manner & SUICIDE)
    node.hint = hint
    node.passed = 0
    node.tried = 0
    node.begun = shared[NODES]
    if depth > _LOOKS_AHEAD:
        node.move = _foreseen(node, depth, goal, board, memory.table)
        if node.move != NO_MOVE:
            return _close(np.int64(node.move), ply, depth, goal, memory)
    _rate(node, ply, own, enemy, near, memory)
    return OPEN


@routine
def _follow(ply: int, goal: ProofGoal, board: ProofBoard, memory: ProofMemory) -> bool:
    """Set the next move to try, and the node after it at the next ply; return whether there was one.

    A pass comes last unless it was best before. ``width`` of the prover's placements are tried.
    """
    node, child = memory.frames[ply], memory.frames[ply + 1]
    turn = np.int64(node.turn)
    if not node.passed and (node.hint == PASS or not node.rest):
        node.passed = 1
        node.move = PASS
        _set(child, node.mine, node.theirs, NO_KO, node.passes + 1, 1 - turn, PASS)
        return True
    if not node.rest:
        return False
    p = _best_rated(node.rest, memory.rates, ply)
    node.rest &= ~bit(p)
    node.tried += 1
    if turn == 0 and node.tried == goal.width:
        node.rest = _NONE
    node.move = p
    mine, theirs, ko = child_of(node, p, goal.manner, board)
    _set(child, mine, theirs, ko, 0, 1 - turn, p)
    return True


@routine
def _close(move: int, ply: int, depth: int, goal: ProofGoal, memory: ProofMemory) -> int:
    """Store the result of a node (the deciding move, or `NO_MOVE`). Return `YES` or `NO`."""
    node, shared = memory.frames[ply], memory.shared
    if shared[STOP]:
        return NO
    proved = (move != NO_MOVE) == (node.turn == 0)
    if move < PASS:
        _reward(node, move, ply, depth, memory)
    effort = min(shared[NODES] - node.begun, 1 << 40)
    enter(node.first, node.second, memory.table, PROVED if proved else depth, move, goal.width, effort)
    return YES if proved else NO


@entry
def prove(depth: int, goal: ProofGoal, board: ProofBoard, memory: ProofMemory) -> bool:
    """Return whether the prover gets at least s within ``depth`` plies; false also if the search was stopped.

    ``memory.frames[0]`` holds the node. (Numba cannot cache recursive functions on disk, so the recursion is explicit.)
    """
    ply = 0
    answer = _visit(ply, depth, goal, board, memory)
    while True:
        if answer == OPEN:
            if _follow(ply, goal, board, memory):
                ply += 1
                answer = _visit(ply, depth - ply, goal, board, memory)
                continue
            answer = _close(NO_MOVE, ply, depth - ply, goal, memory)
        if ply == 0:
            return answer == YES
        ply -= 1
        if (answer == YES) == (memory.frames[ply].turn == 0):
            answer = _close(np.int64(memory.frames[ply].move), ply, depth - ply, goal, memory)
        else:
            answer = NO if memory.shared[STOP] else OPEN


@entry
def best_move(mine: np.uint64, theirs: np.uint64, ko: int, passes: int, turn: int, table: UInt64s) -> int:
    """Return the move that proves a node given in the table's form, or `NO_MOVE`."""
    first, second = packed(mine, theirs, ko, passes, turn)
    known, move = known_of(first, second, 0, table)
    return move if known == PROVED else NO_MOVE


@entry
def is_sure(mine: np.uint64, theirs: np.uint64, passes: int, s: int, last: int, manner: int, near: Masks) -> bool:
    """Return whether the prover is sure of its points with the adversary to move."""
    return settled(mine, theirs, passes, 1, ProofGoal(s, last, manner, ALL), near) == 1
