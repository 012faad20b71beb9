"""The loops of `search_superko`: numbering positions, and the search itself.

Positions are numbers; ``after[i, side, k]`` is where the k-th move of a side (0 Black, 1 White) leads, and ``point_of``
on which point that is; -1 ends the row. ``sures[i, side]`` is what a side scores at least whatever happens. A history is
a set of bits, one a situation.
"""

from __future__ import annotations

import numpy as np

from ..kernel.jit import entry, helper, routine
from .bits import NO_KO, all_points, area, bit, count, legal, lowest, place
from .retrograde_tables import free
from .search_life import least_score, sure

POSITIONAL, SITUATIONAL, NATURAL = 0, 1, 2
YES, NO, UNKNOWN = 1, -1, 0
NODES, STOP = 0, 1
_ONE = np.uint64(1)
_WAYS = 4  # slots of the table that a key may stand in


@entry
def positions(near, suicide, scoring, blacks, whites, scores, sures):
    """Number every legal position; return how many there are. Where the arrays are full they are only counted."""
    full = all_points(near)
    found = 0
    for number in range(np.int64(full) + 1):
        black = np.uint64(number)
        around = full & ~black
        white = around
        while True:
            vacant = around & ~white
            if free(black, vacant, near) and free(white, vacant, near):
                if found < len(blacks):
                    blacks[found], whites[found] = black, white
                    scores[found] = count(black) - count(white) if scoring else area(black, white, near)
                    if not scoring:
                        sures[found, 0] = least_score(sure(black, white, near, suicide), near)
                        sures[found, 1] = least_score(sure(white, black, near, suicide), near)
                found += 1
            if not white:
                break
            white = (white - _ONE) & around
    return found


@helper
def _number(black, white, blacks, whites):
    """Return the number of a position: they are in order of Black's stones, then downwards of White's."""
    low, high = 0, len(blacks) - 1
    while low < high:
        middle = (low + high) // 2
        if blacks[middle] < black or (blacks[middle] == black and whites[middle] > white):
            low = middle + 1
        else:
            high = middle
    return low


@entry
def number(black, white, blacks, whites):
    """Return the number of a legal position."""
    return _number(black, white, blacks, whites)


@entry
def connect(near, suicide, blacks, whites, scores, sures, after, point_of):
    """Fill in where every move leads, those first that promise most."""
    worth = np.int64(0)
    for i in range(len(blacks)):
        for side in range(2):
            own, enemy = (blacks[i], whites[i]) if side == 0 else (whites[i], blacks[i])
            moves = legal(own, enemy, NO_KO, near, suicide)
            k = 0
            while moves:
                p = lowest(moves)
                moves &= moves - _ONE
                mine, theirs, _, _ = place(own, enemy, p, near)
                black, white = (mine, theirs) if side == 0 else (theirs, mine)
                target = _number(black, white, blacks, whites)
                worth = _promise(target, side, scores, sures)
                at = k
                while at > 0 and _promise(after[i, side, at - 1], side, scores, sures) < worth:
                    after[i, side, at] = after[i, side, at - 1]
                    point_of[i, side, at] = point_of[i, side, at - 1]
                    at -= 1
                after[i, side, at] = target
                point_of[i, side, at] = p
                k += 1


@helper
def _promise(i, side, scores, sures):
    """Return how good a position looks to a side."""
    worth = np.int64(scores[i]) if side == 0 else -np.int64(scores[i])
    return worth + 4 * (np.int64(sures[i, side]) - np.int64(sures[i, 1 - side]))


@entry
def reach(after, reached):
    """Fill in, as bits, which positions can come up after each; return whether anything was new."""
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
def situation(rule, i, mover, half):
    """Return the bit of what a placement of a side leads to: half of the bits belong to each side (spec 1.3-1.5)."""
    return i if rule == POSITIONAL else i + 64 * half * mover


@helper
def _key(i, side, passes, history, reached, key):
    """Write the key of a node: what it is, and the part of the history that can still matter. Return its hash."""
    half = reached.shape[1]
    key[0] = np.uint64(1 + passes + 4 * side + 8 * i)
    mixed = key[0] * np.uint64(0x9E3779B97F4A7C15)
    for w in range(len(history)):
        word = history[w] & reached[i, w % half]
        key[w + 1] = word
        mixed = (mixed ^ word) * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(31)
    return mixed


@helper
def _slot(mixed, key, keys, found):
    """Return the slot that holds a key; else the one to give up for it, which is the one of the least depth."""
    start = np.int64(mixed & np.uint64(len(keys) - 1))
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
def _answer(at, found, s):
    """Return what is known of a node in the table: its bounds are final."""
    return YES if found[at, 0] >= s else (NO if found[at, 1] < s else UNKNOWN)


@helper
def _write(at, known, key, keys, found, n, answer, depth, s):
    """Enter an answer; UNKNOWN is one about this depth and threshold only."""
    if not known:
        for w in range(len(key)):
            keys[at, w] = key[w]
        found[at, 0], found[at, 1], found[at, 2], found[at, 3] = -n, n, 0, 0
    if answer == YES:
        found[at, 0] = max(found[at, 0], s)
    elif answer == NO:
        found[at, 1] = min(found[at, 1], s - 1)
    found[at, 2], found[at, 3] = depth, s


@routine
def search(i, side, passes, depth, s, ply, rule, last, tables, history, scratch, keys, found, hints, shared):
    """Say whether the value is at least s for Black: YES, NO, or UNKNOWN within so many plies.

    ``last`` is how many passes end the game; ``scratch`` has a row for the key of each ply.
    """
    after, point_of, scores, sures, reached = tables
    shared[NODES] += 1
    good = YES if side == 0 else NO
    ended = YES if scores[i] >= s else NO
    if passes == last or (passes == last - 1 and ended == good):
        return ended
    if sures[i, 0] >= s:
        return YES
    if -sures[i, 1] < s:
        return NO
    if depth == 0 or shared[STOP]:
        return UNKNOWN
    key = scratch[ply]
    mixed = _key(i, side, passes, history, reached, key)
    at, known = _slot(mixed, key, keys, found)
    if known:
        answer = _answer(at, found, s)
        if answer != UNKNOWN or (found[at, 3] == s and found[at, 2] >= depth):
            return answer
    hint = hints[i, side, passes]
    best = -good
    k = -2
    while True:
        # The move that was best last time, then placements, then a pass; -1 stands for the pass.
        k += 1
        move = hint if k == -1 else k
        if k >= 0 and (move >= after.shape[2] or after[i, side, move] < 0):
            move = -1
        if k >= 0 and move == hint:
            if move == -1:
                break
            continue
        if k == -1 and hint == -2:
            continue
        answer = _try(move, i, side, passes, depth, s, ply, rule, last, tables, history, scratch, keys, found, hints,
                      shared)  # fmt: skip
        if answer == good:
            hints[i, side, passes] = move
            best = good
            break
        if answer == UNKNOWN:
            best = UNKNOWN
        if k >= 0 and move == -1:
            break
    if not shared[STOP]:
        at, known = _slot(mixed, key, keys, found)
        _write(at, known, key, keys, found, after.shape[2], best, depth, s)
    return best


@routine
def _try(move, i, side, passes, depth, s, ply, rule, last, tables, history, scratch, keys, found, hints, shared):
    """Return the answer after a move; a placement that the rule forbids is no good."""
    half = tables[4].shape[1]
    if move == -1:
        mark = situation(rule, i, 1 - side, half) if rule == SITUATIONAL else -1
        target = i
    else:
        target = np.int64(tables[0][i, side, move])
        mark = situation(rule, target, 1 - side if rule == SITUATIONAL else side, half)
        if history[mark >> 6] >> np.uint64(mark & 63) & _ONE:
            return NO if side == 0 else YES
    new = mark >= 0 and not history[mark >> 6] >> np.uint64(mark & 63) & _ONE
    if new:
        history[mark >> 6] |= bit(mark & 63)
    answer = search(target, 1 - side, passes + 1 if move == -1 else 0, depth - 1, s, ply + 1, rule, last, tables,
                    history, scratch, keys, found, hints, shared)  # fmt: skip
    if new:
        history[mark >> 6] &= ~bit(mark & 63)
    return answer


@entry
def decide(i, side, passes, depth, deepest, s, rule, last, tables, history, scratch, keys, found, hints, shared):
    """Search deeper and deeper, from one depth to another; return the answer."""
    answer = UNKNOWN
    while answer == UNKNOWN and depth <= deepest and not shared[STOP]:
        answer = search(i, side, passes, depth, s, 0, rule, last, tables, history, scratch, keys, found, hints, shared)
        depth += 1
    return answer
