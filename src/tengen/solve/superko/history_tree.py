"""The loops of `history`: immediate values of positions, and the search itself.

Positions are numbers; ``after[i, side, k]`` is the position after the k-th move of a side (0 Black, 1 White), the most
promising first, and ``point_of`` its point; -1 ends the row. ``sures[i, side]`` is a lower bound of a side's score. A
history is a set of bits, one for each situation.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...kernel.array_types import Array, Int16s, Int32s, UInt64s
from ...kernel.jit import entry, helper, routine
from ...kernel.mixing import mixed
from ..bitboards import Masks, area, bit, count
from ..budget import STOP, spend
from ..proofs.safety import least_score, sure

POSITIONAL, SITUATIONAL, NATURAL = 0, 1, 2
YES, NO, UNKNOWN, OPEN = 1, -1, 0, 2
PASS, NONE = -1, -2
"""Moves other than placements, which are numbers in the rows of ``after``."""
_ONE = np.uint64(1)
_NEVER = 1 << 20  # more than any number of moves
_WAYS = 4  # slots of the table for a key

FRAME = np.dtype(
    [
        ("hash", "u8"),
        ("mark", "i8"),  # the situation that the move being tried added to the history, or -1
        ("position", "i8"),
        ("side", "i8"),
        ("passes", "i8"),
        ("hint", "i8"),
        ("next", "i8"),  # the number of moves tried
        ("move", "i8"),  # the current move
        ("best", "i8"),  # the answer so far
    ],
    align=True,
)
"""A node on the path from the root to the current one."""


class HistoryGoal(NamedTuple):
    """The question of a search."""

    s: int  # whether Black gets this many points
    rule: int  # POSITIONAL, SITUATIONAL or NATURAL
    last: int  # the passes that end the game
    points: int  # of the board


class Worth(NamedTuple):
    """Immediate values of positions, as above."""

    scores: Int16s
    sures: Int16s


class PositionGraph(NamedTuple):
    """All positions, as above; ``reached`` holds, as bits, which can occur after each."""

    after: Int32s
    point_of: Int32s
    scores: Int16s
    sures: Int16s
    reached: Array


class HistoryMemory(NamedTuple):
    """The state of a search."""

    frames: Array  # a ply each: FRAME
    history: Array  # uint64: the situations that have occurred, as bits
    scratch: Array  # plies, words: uint64, the key of each node
    keys: Array  # entries, words: uint64
    found: Array  # entries, 4: int16, bounds of the value, the last depth and threshold
    hints: Array  # positions, 2, 4: int16, the moves that were best
    shared: Array  # see `interruption`


@entry
def assess(
    near: Masks, suicide: bool, scoring: bool, blacks: UInt64s, whites: UInt64s, scores: Int16s, sures: Int16s
) -> None:
    """Compute the score of every position and, unless only stones count (``scoring``), each side's sure score."""
    for i in range(len(blacks)):
        black, white = blacks[i], whites[i]
        scores[i] = count(black) - count(white) if scoring else area(black, white, near)
        if not scoring:
            sures[i, 0] = least_score(sure(black, white, near, suicide), near)
            sures[i, 1] = least_score(sure(white, black, near, suicide), near)


@entry
def reach(after: Int32s, reached: UInt64s) -> bool:
    """Compute, as bits, which positions can occur after each; return whether anything was new."""
    changed = False
    for i in range(len(after)):
        for side in range(2):
            for k in range(after.shape[2]):
                target = after[i, side, k]
                if target < 0:
                    break
                for w in range(reached.shape[1]):
                    more = reached[target, w]
                    if w == target >> 6:
                        more |= bit(target & 63)
                    if more & ~reached[i, w]:
                        reached[i, w] |= more
                        changed = True
    return changed


@helper
def situation(rule: int, i: int, mover: int, half: int) -> int:
    """Return the bit of the situation after a side's placement: half of the bits belong to each side (spec 1.3-1.5)."""
    return i if rule == POSITIONAL else i + 64 * half * mover


@helper
def _key(i: int, side: int, passes: int, history: UInt64s, reached: UInt64s, key: UInt64s) -> np.uint64:
    """Write the key of a node: the node, and the part of the history that can still matter. Return its hash."""
    half = reached.shape[1]
    key[0] = np.uint64(1 + passes + 4 * side + 8 * i)
    found = mixed(key[0])
    for w in range(len(history)):
        word = history[w] & reached[i, w % half]
        key[w + 1] = word
        found = mixed(found ^ word)
    return found


@helper
def _slot(hashed: np.uint64, key: UInt64s, keys: UInt64s, found: Int16s) -> tuple[int, bool]:
    """Return the slot of a key, or the one of the least depth to replace."""
    start = np.int64(hashed & np.uint64(len(keys) - 1))
    worst = start
    for way in range(_WAYS):
        at = (start + way) & (len(keys) - 1)
        same = True
        for w in range(len(key)):
            if keys[at, w] != key[w]:
                same = False
                break
        if same:
            return at, True
        if keys[at, 0] == 0:
            return at, False
        if found[at, 2] < found[worst, 2]:
            worst = at
    return worst, False


@helper
def _answer(at: int, found: Int16s, s: int) -> int:
    return YES if found[at, 0] >= s else (NO if found[at, 1] < s else UNKNOWN)


@helper
def _write(
    at: int, known: bool, key: UInt64s, memory: HistoryMemory, goal: HistoryGoal, answer: int, depth: int
) -> None:
    """Store an answer; UNKNOWN holds only for this depth and threshold."""
    keys, found, s = memory.keys, memory.found, goal.s
    if not known:
        for w in range(len(key)):
            keys[at, w] = key[w]
        found[at, 0], found[at, 1], found[at, 2], found[at, 3] = -goal.points, goal.points, 0, 0
    if answer == YES:
        found[at, 0] = max(found[at, 0], s)
    elif answer == NO:
        found[at, 1] = min(found[at, 1], s - 1)
    found[at, 2], found[at, 3] = depth, s


@routine
def _visit(ply: int, depth: int, goal: HistoryGoal, graph: PositionGraph, memory: HistoryMemory) -> int:
    """Visit the node of a ply; return YES, NO, UNKNOWN at the depth limit, or OPEN if its moves must be tried."""
    scores, sures, found = graph.scores, graph.sures, memory.found
    node, key, s = memory.frames[ply], memory.scratch[ply], goal.s
    if not spend(memory.shared):
        return UNKNOWN
    i = node.position
    ended = YES if scores[i] >= s else NO
    if node.passes == goal.last or (node.passes == goal.last - 1 and ended == _good(node.side)):
        return ended
    if sures[i, 0] >= s:
        return YES
    if -sures[i, 1] < s:
        return NO
    if depth == 0 or memory.shared[STOP]:
        return UNKNOWN
    node.hash = _key(i, node.side, node.passes, memory.history, graph.reached, key)
    at, known = _slot(node.hash, key, memory.keys, found)
    if known:
        answer = _answer(at, found, s)
        if answer != UNKNOWN or (found[at, 3] == s and found[at, 2] >= depth):
            return answer
    node.hint = memory.hints[i, node.side, node.passes]
    node.next = -1 if node.hint == NONE else -2
    node.best = -_good(node.side)
    return OPEN


@helper
def _good(side: int) -> int:
    return YES if side == 0 else NO


@helper
def _choose(node: np.record, after: Int32s) -> int:
    """Return the next move to try: the last best move, placements, then `PASS`; `NONE` after all of them."""
    node.next += 1
    if node.next == -1:
        return node.hint
    if node.next == node.hint:
        node.next += 1
    if node.next < after.shape[2] and after[node.position, node.side, node.next] >= 0:
        return node.next
    if node.next < _NEVER and node.hint != PASS:
        node.next = _NEVER
        return PASS
    return NONE


@routine
def _follow(ply: int, rule: int, graph: PositionGraph, memory: HistoryMemory) -> bool:
    """Make the next move of a node by writing the node after it; return whether there was one."""
    after, half, history = graph.after, graph.reached.shape[1], memory.history
    node, child = memory.frames[ply], memory.frames[ply + 1]
    while True:
        move = _choose(node, after)
        if move == NONE:
            return False
        target, mark = np.int64(node.position), np.int64(-1)
        if move != PASS:
            target = np.int64(after[node.position, node.side, move])
            mark = situation(rule, target, 1 - node.side if rule == SITUATIONAL else node.side, half)
            if history[mark >> 6] >> np.uint64(mark & 63) & _ONE:
                continue
        elif rule == SITUATIONAL:
            mark = situation(rule, target, 1 - node.side, half)
        node.move = move
        node.mark = -1
        if mark >= 0 and not history[mark >> 6] >> np.uint64(mark & 63) & _ONE:
            history[mark >> 6] |= bit(mark & 63)
            node.mark = mark
        child.position = target
        child.side = 1 - node.side
        child.passes = node.passes + 1 if move == PASS else 0
        return True


@routine
def _close(ply: int, depth: int, goal: HistoryGoal, answer: int, move: int, memory: HistoryMemory) -> int:
    """Store the result of a node, and the deciding move, if any; return the answer."""
    node, key = memory.frames[ply], memory.scratch[ply]
    if move != NONE:
        memory.hints[node.position, node.side, node.passes] = move
    if not memory.shared[STOP]:
        at, known = _slot(node.hash, key, memory.keys, memory.found)
        _write(at, known, key, memory, goal, answer, depth)
    return answer


@routine
def search(depth: int, goal: HistoryGoal, graph: PositionGraph, memory: HistoryMemory) -> int:
    """Test whether the value is at least s for Black: YES, NO, or UNKNOWN within ``depth`` plies.

    ``memory.frames[0]`` holds the node. (Numba cannot cache recursive functions on disk, so the recursion is explicit.)
    """
    frames, history = memory.frames, memory.history
    ply = 0
    answer = _visit(ply, depth, goal, graph, memory)
    while True:
        if answer == OPEN:
            if _follow(ply, goal.rule, graph, memory):
                ply += 1
                answer = _visit(ply, depth - ply, goal, graph, memory)
                continue
            best = frames[ply].best
            answer = _close(ply, depth - ply, goal, best, NONE, memory)
        if ply == 0:
            return answer
        ply -= 1
        node = frames[ply]
        if node.mark >= 0:
            history[node.mark >> 6] &= ~bit(node.mark & 63)
        if answer == _good(node.side):
            answer = _close(ply, depth - ply, goal, answer, node.move, memory)
        else:
            if answer == UNKNOWN:
                node.best = UNKNOWN
            answer = UNKNOWN if memory.shared[STOP] else OPEN


@entry
def decide(depth: int, deepest: int, goal: HistoryGoal, graph: PositionGraph, memory: HistoryMemory) -> int:
    """Search by iterative deepening between two depths; return the answer."""
    answer = UNKNOWN
    while answer == UNKNOWN and depth <= deepest and not memory.shared[STOP]:
        answer = search(depth, goal, graph, memory)
        depth += 1
    return answer
