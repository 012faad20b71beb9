"""The loops of `search`: is there a proof, no deeper than so many plies, that the prover gets at least s points?

A node is the prover's stones, the adversary's, the ko, the passes, and whose turn it is (0: the prover's). An entry of
the table is three words: the two packed sides, which hold all of the node, and what is known of it: proved or not, the
depth to which no proof was found, the move that was best.
"""

from __future__ import annotations

import numpy as np

from ..kernel.jit import entry, helper, routine
from .bits import NO_KO, area, bit, canonical, count, in_atari, ko_after, legal, lowest, place
from .search_life import least_score, safe, sure

NODES, STOP = 0, 1
PROVED = 255
PASS = 64
NO_MOVE = 65
MOST_POINTS = 56
FEW_STONES = 9
"""Up to so many stones symmetric positions are taken for one; later on they hardly meet."""

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_KO_AT = np.uint64(56)
_TURN_AT = np.uint64(63)
_PASSES_AT = np.uint64(60)
_WAYS = 4


@helper
def _hash(first, second, size):
    mixed = first * np.uint64(0x9E3779B97F4A7C15) ^ second * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed ^= mixed >> np.uint64(32)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(29)
    return np.int64(mixed & np.uint64(size - 1)) & ~(_WAYS - 1)


@helper
def _pack(mine, theirs, ko, passes, turn):
    """Pack a node into two words, without loss."""
    first = mine | np.uint64(ko) << _KO_AT
    return first, theirs | np.uint64(passes) << _PASSES_AT | np.uint64(turn) << _TURN_AT


@helper
def known_of(first, second, table):
    """Return what the table knows of a node: the depth searched in vain (or `PROVED`) and the best move."""
    start = _hash(first, second, len(table))
    for at in range(start, start + _WAYS):
        if table[at, 0] == first and table[at, 1] == second:
            data = np.int64(table[at, 2])
            return data & 255, data >> 8 & 255
    return 0, NO_MOVE


@helper
def enter(first, second, table, depth, move, effort):
    """Write what is known of a node over what cost least effort; a proof is never given up for an open one's sake."""
    start = _hash(first, second, len(table))
    worst, least = start, np.uint64(0xFFFFFFFFFFFFFFFF)
    for at in range(start, start + _WAYS):
        if table[at, 0] == first and table[at, 1] == second:
            worst = at
            break
        if table[at, 2] < least:
            worst, least = at, table[at, 2]
    table[worst, 0] = first
    table[worst, 1] = second
    table[worst, 2] = np.uint64(depth) | np.uint64(move) << np.uint64(8) | np.uint64(effort) << np.uint64(16)


@helper
def _settled(mine, theirs, passes, turn, s, last, near, suicide):
    """Return 1 where the prover has its points for sure, -1 where it cannot have them, else 0."""
    if turn == 1:
        points = sure(mine, theirs, near, suicide) if suicide else safe(mine, theirs, near)
        if least_score(points, near) >= s and (passes < last - 1 or area(mine, theirs, near) >= s):
            return 1
        return 0
    if passes == last - 1 and area(mine, theirs, near) >= s:
        return 1
    points = sure(theirs, mine, near, suicide) if suicide else safe(theirs, mine, near)
    return -1 if -least_score(points, near) < s else 0


@routine
def _rate(moves, own, enemy, turn, ply, before, hint, near, rates, history, killers):
    """Rate the moves of a node: what was best here, what takes, what was best elsewhere."""
    vacant = ~(own | enemy)
    weak = in_atari(enemy, vacant & (bit(len(near) - 1) | (bit(len(near) - 1) - _ONE)), near)
    while moves:
        p = lowest(moves)
        moves &= moves - _ONE
        rate = history[turn, PASS, p] + 4 * history[turn, before, p]
        if near[p] & weak:
            rate += np.int64(1) << 40
        if killers[ply, 0] == p or killers[ply, 1] == p:
            rate += np.int64(1) << 50
        if p == np.uint64(hint):
            rate = np.int64(1) << 60
        rates[ply, p] = rate


@helper
def _best_rated(moves, rates, ply):
    """Return the move that promises most."""
    best, most = lowest(moves), np.int64(-1)
    while moves:
        p = lowest(moves)
        moves &= moves - _ONE
        if rates[ply, p] > most:
            best, most = p, rates[ply, p]
    return best


@helper
def _child(mine, theirs, p, turn, near, moved):
    """Return the node after a placement: both sides' stones and the ko, in the form that the table knows."""
    own, enemy = (mine, theirs) if turn == 0 else (theirs, mine)
    own, enemy, taken, died = place(own, enemy, p, near)
    ko = ko_after(own, enemy, p, taken, died, near)
    first, second = (own, enemy) if turn == 0 else (enemy, own)
    if count(first | second) <= FEW_STONES:
        return canonical(first, second, ko, moved)
    return first, second, ko


@routine
def _foreseen(mine, theirs, moves, turn, depth, near, moved, table):
    """Say whether the table already knows a move that decides: a proof, or no proof so deep (Plaat et al. 1996)."""
    while moves:
        p = lowest(moves)
        moves &= moves - _ONE
        first, second, ko = _child(mine, theirs, p, turn, near, moved)
        a, b = _pack(first, second, ko, 0, 1 - turn)
        known, _ = known_of(a, b, table)
        if (known == PROVED) if turn == 0 else (PROVED > known >= depth - 1):
            return np.int64(p)
    return NO_MOVE


@helper
def _reward(turn, p, before, ply, depth, history, killers):
    """Remember a move that decided."""
    history[turn, PASS, p] += depth * depth
    history[turn, before, p] += depth * depth
    if killers[ply, 0] != p:
        killers[ply, 1] = killers[ply, 0]
        killers[ply, 0] = p


@routine
def prove(mine, theirs, ko, passes, turn, depth, s, ply, before, last, suicide, board, table, rates, history, killers,
          shared):  # fmt: skip
    """Say whether the prover gets at least s within so many plies; False also where the search is to stop.

    ``before`` is the point of the last placement (64: none), ``last`` how many passes end the game.
    """
    near, moved = board
    shared[NODES] += 1
    if passes == last:
        return area(mine, theirs, near) >= s
    settled = _settled(mine, theirs, passes, turn, s, last, near, suicide)
    if settled != 0 or depth == 0 or shared[STOP]:
        return settled == 1
    a, b = _pack(mine, theirs, ko, passes, turn)
    known, hint = known_of(a, b, table)
    if known >= depth:
        return known == PROVED
    own, enemy = (mine, theirs) if turn == 0 else (theirs, mine)
    moves = legal(own, enemy, ko, near, suicide)
    decided = NO_MOVE
    begun = shared[NODES]
    if depth > 2:
        decided = _foreseen(mine, theirs, moves, turn, depth, near, moved, table)
    if decided == NO_MOVE:
        _rate(moves, own, enemy, turn, ply, before, hint, near, rates, history, killers)
        rest = moves
        passed = False
        while rest or not passed:
            if not passed and (hint == PASS or not rest):
                passed = True
                p = np.uint64(PASS)
                proved = prove(mine, theirs, NO_KO, passes + 1, 1 - turn, depth - 1, s, ply + 1, PASS, last, suicide,
                               board, table, rates, history, killers, shared)  # fmt: skip
            else:
                p = _best_rated(rest, rates, ply)
                rest &= ~bit(p)
                first, second, after = _child(mine, theirs, p, turn, near, moved)
                proved = prove(first, second, after, 0, 1 - turn, depth - 1, s, ply + 1, np.int64(p), last, suicide,
                               board, table, rates, history, killers, shared)  # fmt: skip
            if proved == (turn == 0):
                decided = np.int64(p)
                break
    if shared[STOP]:
        return False
    proved = (decided != NO_MOVE) == (turn == 0)
    if decided < PASS:
        _reward(turn, decided, before, ply, depth, history, killers)
    effort = min(shared[NODES] - begun, 1 << 40)
    enter(a, b, table, PROVED if proved else depth, decided, effort)
    return proved


@entry
def deepen(mine, theirs, ko, passes, turn, depth, s, last, suicide, board, table, rates, history, killers, shared):
    """Look for a proof of some depth."""
    return prove(mine, theirs, ko, passes, turn, depth, s, 0, PASS, last, suicide, board, table, rates, history,
                 killers, shared)  # fmt: skip
