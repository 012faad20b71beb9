"""The loops of `prover`: is there a proof, of a given depth at most, that the prover gets at least s points?

A node is the prover's stones, the adversary's, the ko, the passes, and the side to move (0: the prover). An entry of
the table is three words: the two packed sides, which hold all of the node, and what is known of it: proved or not, the
depth to which no proof was found, the move that was best.
"""

from __future__ import annotations

import numpy as np

from ...kernel.jit import entry, helper, routine
from ...kernel.mixing import mixed
from ..bitboards import NO_KO, all_points, area, bit, canonical, count, in_atari, ko_after, legal, lowest, place
from ..interruption import NODES, STOP, spend
from .distance import too_far
from .safety import halo_of, least_score, safe, sure

YES, NO, OPEN = 1, -1, 0
SUICIDE, STRICT, OPEN_KO = 1, 2, 4
"""The manner of a proof: suicide is allowed; it is to hold under superko, and under natural superko, too: see
`certificate`."""
PROVED = 255
ALL = 63
PASS = 64
NO_MOVE = 65
MOST_POINTS = 56
FEW_STONES = 9
"""The number of stones up to which symmetric positions are taken for one; later on they hardly meet."""

FRAME = np.dtype(
    [
        ("mine", "u8"),
        ("theirs", "u8"),
        ("rest", "u8"),  # moves still to be tried
        ("first", "u8"),  # the node as the table has it
        ("second", "u8"),
        ("begun", "i8"),  # nodes looked at before
        ("ko", "i4"),
        ("passes", "i4"),
        ("turn", "i4"),
        ("before", "i4"),  # the point of the last placement, or PASS
        ("hint", "i4"),
        ("passed", "i4"),  # 1: the pass has been tried
        ("move", "i4"),  # the move being tried
        ("tried", "i4"),  # how many placements have been tried
    ],
    align=True,
)
"""A node on the way from the root to where the search is."""

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_NONE = np.uint64(0)
_ONE = np.uint64(1)
_KO_AT = np.uint64(56)
_TURN_AT = np.uint64(63)
_PASSES_AT = np.uint64(60)
_WAYS = 4
_LOOKS_AHEAD = 2
_LOOKS_AHEAD_MEASURED = 6
"""With more plies left the table is asked about all of a node's children; with fewer that costs more than it saves."""


@helper
def _hash(first, second, size):
    return np.int64(mixed(first * _FACTOR ^ second) & np.uint64(size - 1)) & ~(_WAYS - 1)


@helper
def _pack(mine, theirs, ko, passes, turn):
    """Pack a node into two words, without loss."""
    first = mine | np.uint64(ko) << _KO_AT
    return first, theirs | np.uint64(passes) << _PASSES_AT | np.uint64(turn) << _TURN_AT


@helper
def known_of(first, second, width, table):
    """Return what the table knows of a node: the depth searched in vain at this width (or `PROVED`), the best move."""
    start = _hash(first, second, len(table))
    for at in range(start, start + _WAYS):
        if table[at, 0] == first and table[at, 1] == second:
            data = np.int64(table[at, 2])
            known = data & 255
            return known if known == PROVED or data >> 16 & 63 >= width else 0, data >> 8 & 255
    return 0, NO_MOVE


@helper
def enter(first, second, table, depth, move, width, effort):
    """Write what is known of a node over what cost least effort.

    What is proved of a node stays, though a narrow search may find it where it comes up in its own tree and not above.
    """
    start = _hash(first, second, len(table))
    worst, least = start, np.uint64(0xFFFFFFFFFFFFFFFF)
    for at in range(start, start + _WAYS):
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
def _settled(mine, theirs, passes, turn, s, last, near, manner):
    """Return 1 where the prover has its points for sure, -1 where it cannot have them, else 0.

    With suicide the adversary, to whom the prover can only pass, might go on for ever, so then nothing is sure.
    """
    suicide = manner & SUICIDE
    if turn == 1:
        if suicide:
            return 0
        points = sure(mine, theirs, near, False) if manner & STRICT else safe(mine, theirs, near)
        if least_score(points, near) >= s and (passes < last - 1 or area(mine, theirs, near) >= s):
            return 1
        return 0
    if passes == last - 1 and area(mine, theirs, near) >= s:
        return 1
    points = sure(theirs, mine, near, suicide) if manner else safe(theirs, mine, near)
    return -1 if -least_score(points, near) < s else 0


@routine
def _rate(moves, own, enemy, turn, ply, before, hint, near, rates, history, killers):
    """Rate the moves of a node: what was best here, what takes, where there is room, near the last move, elsewhere.

    Room is worth most by far: without it a proof of 3x5 takes five times the positions.
    """
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
def _child(mine, theirs, p, passes, turn, manner, near, moved):
    """Return the node after a placement: both sides' stones and the ko, in the form that the table knows.

    With an open ko the adversary may retake at once if it passed before: natural superko lets it (spec 1.5).
    """
    own, enemy = (mine, theirs) if turn == 0 else (theirs, mine)
    own, enemy, taken, died = place(own, enemy, p, near)
    ko = ko_after(own, enemy, p, taken, died, near)
    if manner & OPEN_KO and turn == 0 and passes:
        ko = NO_KO
    first, second = (own, enemy) if turn == 0 else (enemy, own)
    if count(first | second) <= FEW_STONES:
        return canonical(first, second, ko, moved)
    return first, second, ko


@routine
def _foreseen(mine, theirs, moves, passes, turn, depth, width, manner, near, moved, table):
    """Say whether the table knows a move that decides: a proof, or none within the depth (Plaat et al. 1996)."""
    while moves:
        p = lowest(moves)
        moves &= moves - _ONE
        first, second, ko = _child(mine, theirs, p, passes, turn, manner, near, moved)
        a, b = _pack(first, second, ko, 0, 1 - turn)
        known, _ = known_of(a, b, width, table)
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


@helper
def _set(frame, mine, theirs, ko, passes, turn, before):
    """Write a node down."""
    frame.mine = mine
    frame.theirs = theirs
    frame.ko = ko
    frame.passes = passes
    frame.turn = turn
    frame.before = before


@routine
def _visit(ply, depth, width, s, last, manner, board, table, frames, rates, history, killers, shared):
    """Look at the node of a ply; return `YES`, `NO`, or `OPEN` where its moves are to be tried."""
    near, moved, distance, scratch = board
    node = frames[ply]
    if not spend(shared):
        return NO
    mine, theirs, turn = node.mine, node.theirs, np.int64(node.turn)
    if node.passes == last:
        return YES if area(mine, theirs, near) >= s else NO
    measured = len(distance) > 0
    in_time = turn == 0 and node.passes == last - 1  # to end the game, by a pass
    if measured and not in_time and too_far(mine, theirs, turn, depth, near, distance, scratch):
        return NO
    settled = 0
    if not measured or turn == 0 or distance[mine] == 0:
        settled = _settled(mine, theirs, node.passes, turn, s, last, near, manner)
    if settled != 0 or depth == 0 or shared[STOP]:
        return YES if settled == 1 else NO
    node.first, node.second = _pack(mine, theirs, node.ko, node.passes, turn)
    known, hint = known_of(node.first, node.second, width, table)
    if known >= depth:
        return YES if known == PROVED else NO
    own, enemy = (mine, theirs) if turn == 0 else (theirs, mine)
    node.rest = legal(own, enemy, np.int64(node.ko), near, manner & SUICIDE)
    node.hint = hint
    node.passed = 0
    node.tried = 0
    node.begun = shared[NODES]
    if depth > (_LOOKS_AHEAD_MEASURED if measured else _LOOKS_AHEAD):
        node.move = _foreseen(mine, theirs, node.rest, node.passes, turn, depth, width, manner, near, moved, table)
        if node.move != NO_MOVE:
            return _close(node.move, ply, depth, width, table, frames, history, killers, shared)
    _rate(node.rest, own, enemy, turn, ply, node.before, hint, near, rates, history, killers)
    return OPEN


@routine
def _follow(ply, width, manner, near, moved, frames, rates):
    """Write the next move to try down, and the node it leads to at the next ply; return whether there was one.

    A pass comes last, but where it was best before. Of the prover's placements ``width`` are tried.
    """
    node = frames[ply]
    turn = np.int64(node.turn)
    if not node.passed and (node.hint == PASS or not node.rest):
        node.passed = 1
        node.move = PASS
        _set(frames[ply + 1], node.mine, node.theirs, NO_KO, node.passes + 1, 1 - turn, PASS)
        return True
    if not node.rest:
        return False
    p = _best_rated(node.rest, rates, ply)
    node.rest &= ~bit(p)
    node.tried += 1
    if turn == 0 and node.tried == width:
        node.rest = _NONE
    node.move = p
    mine, theirs, ko = _child(node.mine, node.theirs, p, node.passes, turn, manner, near, moved)
    _set(frames[ply + 1], mine, theirs, ko, 0, 1 - turn, p)
    return True


@routine
def _close(move, ply, depth, width, table, frames, history, killers, shared):
    """Enter what was found of a node: a move decided, or none did (`NO_MOVE`). Return `YES` or `NO`."""
    node = frames[ply]
    if shared[STOP]:
        return NO
    proved = (move != NO_MOVE) == (node.turn == 0)
    if move < PASS:
        _reward(np.int64(node.turn), move, np.int64(node.before), ply, depth, history, killers)
    effort = min(shared[NODES] - node.begun, 1 << 40)
    enter(node.first, node.second, table, PROVED if proved else depth, move, width, effort)
    return YES if proved else NO


@entry
def prove(depth, width, s, last, manner, board, table, frames, rates, history, killers, shared):
    """Say whether the prover gets at least s within ``depth`` plies; no as well where the search was to stop.

    ``board`` is its neighbours, its symmetries, the distances of `distance` (none: do without them) and room to
    reckon in. ``frames[0]`` holds the node, ``width`` is how many placements of the prover are tried everywhere (`ALL`:
    all of them), ``last`` how many passes end the game. (Numba cannot keep recursive functions on disk, so the
    recursion is spelt out.)
    """
    ply = 0
    answer = _visit(ply, depth, width, s, last, manner, board, table, frames, rates, history, killers, shared)
    while True:
        if answer == OPEN:
            if _follow(ply, width, manner, board[0], board[1], frames, rates):
                ply += 1
                answer = _visit(ply, depth - ply, width, s, last, manner, board, table, frames, rates, history, killers,
                                shared)  # fmt: skip
                continue
            answer = _close(NO_MOVE, ply, depth - ply, width, table, frames, history, killers, shared)
        if ply == 0:
            return answer == YES
        ply -= 1
        if (answer == YES) == (frames[ply].turn == 0):
            answer = _close(
                np.int64(frames[ply].move), ply, depth - ply, width, table, frames, history, killers, shared
            )
        else:
            answer = NO if shared[STOP] else OPEN


@entry
def best_move(mine, theirs, ko, passes, turn, table):
    """Return the move that proves a node, which the table has in this form; `NO_MOVE` where it knows none."""
    first, second = _pack(mine, theirs, ko, passes, turn)
    known, move = known_of(first, second, 0, table)
    return move if known == PROVED else NO_MOVE


@entry
def is_sure(mine, theirs, passes, s, last, manner, near):
    """Say whether the prover, the adversary to move, has its points whatever happens."""
    return _settled(mine, theirs, passes, 1, s, last, near, manner) == 1
