"""Depth-first proof-number search (Nagai 2002) of one question about a group: is it captured, or does it get two eyes?

One side must prove its claim: the attacker that the group's chain is captured, or the defender that it is alive without
answering. The prover must move; the other side, the holder, may pass, and holds if the prover has no move. Proof and
disproof numbers of several children are combined as their maximum plus their count (Ueda et al., *Weak proof-number
search*, 2008), because lines of play transpose and sums would count the same work twice.

The favoured side may retake a ko immediately, and gets what it wants if a position recurs or a line is too long. So a
proof against a favoured holder, and a disproof against a favoured prover, hold for any outcome of kos, and do not
depend on earlier positions (Kishimoto & Müller, *A general solution to the graph history interaction problem*, 2004,
cover the general case). Without a favoured side, no ko is retaken immediately and no position repeats.

A decided position has a *zone*: more stones of the loser outside it would change nothing (Shih et al., *A novel
approach to solving goal-achieving problems for board games*, 2022). So if a pass loses, all moves outside its zone
lose, and they are not searched.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernel.array_types import UInt32s
from ..kernel.jit import entry, helper, routine
from ..kernel.layout import KO, VACANT, Adjacency, StateArrays
from ..kernel.mixing import mixed, mixed_pair
from ..kernel.moves import copy_state, judge, pass_turn, place
from ..search.tactics import last_liberty
from .eyes import has_no_eyes, is_wall, life_zone
from .question import CAPTURE, DEPTH, EVERYWHERE, MOVES, NOWHERE, ONE, Line, Question, bit_of, liberties_of, state_at

UNKNOWN, PROVED, DISPROVED = 0, 1, 2

INFINITE = np.int64(1 << 30)


@helper
def slot_of(table: NDArray[Any], key: np.uint64) -> int:
    """Return the table slot of a key, or the empty slot for it."""
    inside = np.uint64(len(table) - 1)
    slot = key & inside
    while table[slot].key != key and table[slot].key != 0:
        slot = (slot + ONE) & inside
    return int(slot)


@helper
def guards_of(question: Question, state: StateArrays, adjacency: Adjacency, stone: int) -> np.uint64:
    """Return the liberties of the enemy chains next to a stone's chain as a zone, which must stay after its capture."""
    points, links = state.points, adjacency.links
    zone = NOWHERE
    s = stone
    while True:
        first = points[s].neighbours_at
        for k in range(first, first + points[s].degree):
            r = links[k]
            if points[r].colour != VACANT and points[r].colour != points[stone].colour:
                zone |= liberties_of(question, state, adjacency, r)
        s = points[s].next
        if s == stone:
            return zone


@helper
def about(question: Question, state: StateArrays, adjacency: Adjacency, p: int, takes: bool) -> np.uint64:
    """Return a point and the liberties of the chains next to it, on which a move there depends, as a zone."""
    points, links = state.points, adjacency.links
    zone = bit_of(question, p)
    first = points[p].neighbours_at
    for k in range(first, first + points[p].degree):
        r = links[k]
        if points[r].colour == VACANT:
            zone |= bit_of(question, r)
        else:
            zone |= liberties_of(question, state, adjacency, r)
            if takes and points[r].colour != state.table[0].to_move:
                zone |= guards_of(question, state, adjacency, r)
    return zone


@routine
def untried(question: Question, line: Line, d: int, adjacency: Adjacency) -> np.uint64:
    """Return the zone that makes points illegal at a depth: more stones there might make them legal."""
    state = state_at(line, d)
    zone = NOWHERE
    for i in range(len(question.points)):
        p = question.points[i]
        if state.points[p].colour == VACANT:
            listed = False
            for c in range(line.counts[d]):
                listed = listed or line.moves[d, c] == p
            if not listed:
                zone |= about(question, state, adjacency, p, True)
    return zone


@helper
def child_key(state: StateArrays, key: np.uint64, removed: int, own: int, mover: int, question: Question) -> np.uint64:
    """Return the key after a placement: the position, the side to move, and a ko that binds it."""
    following = 3 - mover
    found = mixed(key + np.uint64(following))
    if removed == 1 and own == 0 and following != question.favoured:
        found = mixed_pair(found, state.table[0].key)
    return found | ONE


@helper
def is_dame(question: Question, state: StateArrays, adjacency: Adjacency, p: int) -> bool:
    """Return whether a point touches only walls and the target's chain, so that filling it only takes a liberty."""
    points, links = state.points, adjacency.links
    home = points[question.target].chain
    walls = False
    first = points[p].neighbours_at
    for k in range(first, first + points[p].degree):
        r = links[k]
        if points[r].colour == VACANT:
            return False
        if points[r].colour == question.defender:
            if points[r].chain != home:
                return False
        elif is_wall(question, points, r):
            walls = True
        else:
            return False
    return walls


@routine
def list_moves(question: Question, line: Line, d: int, adjacency: Adjacency) -> None:
    """List the moves to try at a depth: placements in play, and the holder's pass."""
    state = state_at(line, d)
    points, table = state
    mover = table[0].to_move
    count = 0
    filled = False
    if mover != question.prover:
        line.moves[d, 0] = len(points)
        line.keys[d, 0] = mixed(table[0].key + np.uint64(3 - mover)) | ONE
        line.takes[d, 0] = 0
        count = 1
    for i in range(len(question.points)):
        p = question.points[i]
        if points[p].colour != VACANT or count == MOVES:
            continue
        if is_dame(question, state, adjacency, p):
            if mover == question.defender or filled:
                continue
            filled = True
        reasons, key, removed, own = judge(state, adjacency, line.bench, p, mover)
        if mover == question.favoured:
            reasons &= ~KO
        if reasons == 0:
            line.moves[d, count] = p
            line.keys[d, count] = child_key(state, key, removed, own, mover, question)
            line.takes[d, count] = removed > 0
            count += 1
    line.counts[d] = count


@routine
def verdict_at(question: Question, line: Line, d: int, adjacency: Adjacency, last: int) -> tuple[int, np.uint64]:
    """Return PROVED or DISPROVED and the zone, if the position after the last move is obvious."""
    state = state_at(line, d)
    points = state.points
    n = len(points)
    captures = question.claim == CAPTURE
    if points[question.target].colour != question.defender:
        return PROVED if captures else DISPROVED, NOWHERE
    if state.table[0].to_move != question.defender:
        p = last_liberty(state, adjacency, question.target)
        if p < n:
            reasons, _key, _removed, _own = judge(state, adjacency, line.bench, p, 3 - question.defender)
            if reasons == 0 or (reasons == KO and question.favoured != question.defender):
                zone = bit_of(question, p) | guards_of(question, state, adjacency, question.target)
                return PROVED if captures else DISPROVED, zone
    if last >= n or points[last].colour != question.defender:
        dead, zone = has_no_eyes(question, line, state, adjacency)
        if dead:
            return PROVED if captures else DISPROVED, zone
    if last >= n or points[last].colour == question.defender:
        lives = PROVED if not captures else DISPROVED
        if last < n or d == 0:
            zone = life_zone(question, line, state, adjacency)
            if zone:
                return lives, zone
    return UNKNOWN, NOWHERE


@helper
def decide(row: np.record, proved: bool, zone: np.uint64) -> None:
    """Store the result of a decided position."""
    row.proof = 0 if proved else INFINITE
    row.disproof = INFINITE if proved else 0
    row.zone = zone


@routine
def weigh(question: Question, line: Line, d: int, table: NDArray[Any]) -> tuple[int, int, int, int]:
    """Return the numbers of the position at a depth, its best child, and the second best's number.

    The mover wants the first number to be small, and the second to be large. A child that is already a position of the
    line counts for the favoured side.
    """
    mover = line.tables[d][0].to_move
    proves = mover == question.prover
    # If the pass loses, so do all moves outside its zone. Other losing moves prove nothing, since the stone may be the
    # cause.
    zone = EVERYWHERE
    for c in range(line.counts[d]):
        slot = slot_of(table, line.keys[d, c])
        line.children[c] = slot
        row = table[slot]
        passes = line.moves[d, c] >= len(question.places)
        if passes and row.key != 0 and not row.open and (row.disproof if proves else row.proof) == 0:
            zone = row.zone
    best = -1
    least = INFINITE + 1
    second = INFINITE
    most = np.int64(0)
    left = np.int64(0)
    for c in range(line.counts[d]):
        p = line.moves[d, c]
        row = table[line.children[c]]
        wanted = np.int64(1)  # for unknown children
        other = np.int64(1)
        if row.key != 0 and row.open:
            wanted = np.int64(0) if question.favoured == mover else INFINITE
            other = INFINITE - wanted
        elif row.key != 0 and proves:
            wanted, other = np.int64(row.proof), np.int64(row.disproof)
        elif row.key != 0:
            wanted, other = np.int64(row.disproof), np.int64(row.proof)
        if other == 0:
            wanted = INFINITE
        elif wanted > 0 and p < len(question.places) and not line.takes[d, c] and not bit_of(question, p) & zone:
            continue
        if other > 0:
            left += 1
            most = max(most, other)
        if wanted < least:
            second = least
            least = wanted
            best = c
        elif wanted < second:
            second = wanted
    if least > INFINITE:  # no move is left
        least = INFINITE
    total = np.int64(0)
    if least == 0:
        total = INFINITE
    elif left > 0:
        total = min(INFINITE - 1, most + left - 1)
    return int(least), int(total), best, int(second)


@routine
def zone_at(
    question: Question, line: Line, d: int, adjacency: Adjacency, table: NDArray[Any], best: int, wins: bool
) -> np.uint64:
    """Return the zone of a decided position: won by its best move, or lost with all moves."""
    n = len(question.places)
    state = state_at(line, d)
    proves = state.table[0].to_move == question.prover
    zone = NOWHERE if wins else untried(question, line, d, adjacency)
    for c in range(line.counts[d]):
        row = table[line.children[c]]
        if wins:
            if c != best:
                continue
        elif row.key == 0 or not (row.open or (row.disproof if proves else row.proof) == 0):
            continue  # it is outside another's zone
        if row.open:
            return EVERYWHERE
        zone |= row.zone
        p = line.moves[d, c]
        if p < n:
            zone |= about(question, state, adjacency, p, line.takes[d, c] > 0)
    return zone


@helper
def enter(
    question: Question, line: Line, d: int, adjacency: Adjacency, table: NDArray[Any], last: int, key: np.uint64
) -> bool:
    """Begin a position of the line: enter it in the table, and list its moves unless its verdict is obvious."""
    slot = slot_of(table, key)
    line.slots[d] = slot
    row = table[slot]
    if row.key == 0:
        row.key = key
        row.proof = 1
        row.disproof = 1
    verdict, zone = verdict_at(question, line, d, adjacency, last)
    if verdict == UNKNOWN and d == DEPTH:
        verdict = PROVED if question.favoured == question.prover else DISPROVED
        zone = EVERYWHERE
    if verdict != UNKNOWN:
        decide(row, verdict == PROVED, zone)
        return False
    row.open = 1
    list_moves(question, line, d, adjacency)
    return True


@helper
def make(line: Line, d: int, adjacency: Adjacency, p: int) -> None:
    """Make a move at a depth; n for a pass."""
    state = state_at(line, d + 1)
    copy_state(state_at(line, d), state)
    if p < len(state.points):
        place(state, adjacency, line.bench.scratch, p)
    else:
        pass_turn(state.table)


@entry
def prove(question: Question, line: Line, adjacency: Adjacency, table: NDArray[Any], budget: int) -> tuple[int, int]:
    """Search the question from the position at depth 0; return the verdict and the number of positions searched.

    The table must be empty, or of the same question, and have more slots than the budget has positions.
    """
    question = Question(*question)
    n = line.points.shape[1]
    d = 0
    spent = 0
    key = mixed(line.tables[0][0].key + np.uint64(line.tables[0][0].to_move)) | ONE
    line.limits[0, 0] = INFINITE
    line.limits[0, 1] = INFINITE
    going = enter(question, line, 0, adjacency, table, n, key)
    while going:
        # Use the known numbers of the position; if they suffice, go back a move. Limits 0 and 1 belong to the mover.
        wanted, other, best, second = weigh(question, line, d, table)
        proves = line.tables[d][0].to_move == question.prover
        row = table[line.slots[d]]
        if wanted == 0 or other == 0 or wanted >= line.limits[d, 0] or other >= line.limits[d, 1]:
            row.proof, row.disproof = (wanted, other) if proves else (other, wanted)
            row.move = line.moves[d, best] if best >= 0 else n
            row.open = 0
            if wanted == 0 or other == 0:
                row.zone = zone_at(question, line, d, adjacency, table, best, wanted == 0)
            if d == 0:
                break
            d -= 1
            continue
        if spent >= budget:
            break
        # Search the most promising move until another one is better, or until the limits of the position are reached.
        spent += 1
        child = table[line.children[best]]
        of_child = np.int64(1)
        if child.key != 0:
            of_child = np.int64(child.disproof) if proves else np.int64(child.proof)
        line.limits[d + 1, 0] = min(INFINITE, line.limits[d, 1] - other + of_child)
        line.limits[d + 1, 1] = min(line.limits[d, 0], second + (second >> 2) + 1)
        # Make it.
        p = line.moves[d, best]
        make(line, d, adjacency, p)
        d += 1
        if not enter(question, line, d, adjacency, table, p, line.keys[d - 1, best]):
            d -= 1
    # Interrupted lines leave no open positions behind.
    for i in range(d + 1):
        table[line.slots[i]].open = 0
    row = table[line.slots[0]]
    if row.proof == 0:
        return PROVED, spent
    if row.disproof == 0:
        return DISPROVED, spent
    return UNKNOWN, spent


@entry
def best_line(question: Question, line: Line, adjacency: Adjacency, table: NDArray[Any], moves: UInt32s) -> int:
    """Write the moves of the search's best line into ``moves`` (DEPTH; n for a pass); return their number."""
    question = Question(*question)
    n = line.points.shape[1]
    key = mixed(line.tables[0][0].key + np.uint64(line.tables[0][0].to_move)) | ONE
    for d in range(len(moves)):
        row = table[slot_of(table, key)]
        if row.key == 0 or verdict_at(question, line, d, adjacency, moves[d - 1] if d else n)[0] != UNKNOWN:
            return d
        list_moves(question, line, d, adjacency)
        found = -1
        for c in range(line.counts[d]):
            if line.moves[d, c] == row.move:
                found = c
        if found < 0:
            return d
        moves[d] = row.move
        key = line.keys[d, found]
        make(line, d, adjacency, row.move)
    return len(moves)
