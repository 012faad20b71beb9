"""Random playouts: uniformly random legal moves that fill no own one-point eye, to the end of the game.

If the net has the diagonals, as in a search, false eyes are filled like any other point.
"""

from __future__ import annotations

import numpy as np

from .array_types import Float64s, Int8s, Int64s, Records
from .chains import connected, covers, reached_from
from .jit import entry, helper, routine
from .layout import (
    BLACK,
    FORBIDDEN,
    ROW,
    SIMPLE_KO,
    SINGLETON_KO,
    TAKEN,
    TIBETAN,
    VACANT,
    WHITE,
    Adjacency,
    Bench,
    StateArrays,
)
from .mixing import GOLDEN, mixed, random_below
from .moves import copy_state, judge, pass_turn, place, return_turn, standing
from .taxes import reckon


@helper
def is_own_eye(points: Records, p: int, colour: int) -> bool:
    """Return whether all neighbours of p hold own stones (spec 1.18)."""
    return points[p].stones == (points[p].degree if colour == BLACK else points[p].degree * 65536)


@helper
def is_of_one_chain(points: Records, adjacency: Adjacency, p: int) -> bool:
    """Return whether all stones next to an eye are connected already."""
    links = adjacency.links
    first = points[p].neighbours_at
    for k in range(first + 1, first + points[p].degree):  # noqa: SIM110 (Numba has no all())
        if points[links[k]].chain != points[links[first]].chain:
            return False
    return True


@helper
def is_false(points: Records, adjacency: Adjacency, p: int, colour: int) -> bool:
    """Return whether an own eye is false, by its diagonals: between chains, with two enemies, or one at the edge."""
    diagonals = adjacency.diagonals
    if len(diagonals) == 0 or is_of_one_chain(points, adjacency, p):
        return False
    n = np.uint32(len(points))
    first = 4 * np.int64(p)
    enemies = 0
    edge = 0
    for k in range(first, first + 4):
        q = diagonals[k]
        if q == n:
            edge = 1
        elif points[q].colour == 3 - colour:
            enemies += 1
    return enemies + edge > 1


@helper
def is_kept(points: Records, adjacency: Adjacency, p: int, colour: int) -> bool:
    """Return whether p is an own eye that a playout does not fill while anything else is legal."""
    return is_own_eye(points, p, colour) and not is_false(points, adjacency, p, colour)


@helper
def has_life_among_many(state: StateArrays, adjacency: Adjacency, p: int, colour: int) -> bool:
    """Compute `has_life` for a point with any number of neighbours."""
    points = state.points
    links = adjacency.links
    first = points[p].neighbours_at
    end = first + points[p].degree
    for k in range(first, end):
        head = points[links[k]].chain
        left = points[head].liberties
        if left <= points[p].degree:
            for j in range(first, end):
                if points[links[j]].chain == head:
                    left = np.uint32(left - 1)
                    if left == 0:
                        break
        if (points[head].colour == colour) == (left > 0):
            return True
    return False


@helper
def chain_keeps(points: Records, a: int, b: int, c: int, d: int, head: int, colour: int) -> bool:
    """Return whether a stone on a point lives by a neighbouring chain, one of those given (a step of `has_life`)."""
    shared = np.uint32(a == head) + np.uint32(b == head) + np.uint32(c == head) + np.uint32(d == head)
    return (points[head].colour == colour) == (points[head].liberties > shared)


@helper
def has_life(state: StateArrays, adjacency: Adjacency, p: int, colour: int) -> bool:
    """Return whether a stone on p, without vacant neighbours, captures or joins a chain that keeps a liberty.

    Up to four neighbours are handled without a loop (the links end in spare entries, so reading four is safe). It is
    the playout's hottest spot, and small nested loops cost a tenth of its speed.
    """
    points = state.points
    links = adjacency.links
    degree = points[p].degree
    if degree > 4:
        return has_life_among_many(state, adjacency, p, colour)
    at = points[p].neighbours_at
    nobody = np.uint32(0xFFFFFFFF)
    a = points[links[at]].chain if degree > 0 else nobody
    b = points[links[at + np.uint32(1)]].chain if degree > 1 else nobody
    c = points[links[at + np.uint32(2)]].chain if degree > 2 else nobody
    d = points[links[at + np.uint32(3)]].chain if degree > 3 else nobody
    return (
        (degree > 0 and chain_keeps(points, a, b, c, d, a, colour))
        or (degree > 1 and chain_keeps(points, a, b, c, d, b, colour))
        or (degree > 2 and chain_keeps(points, a, b, c, d, c, colour))
        or (degree > 3 and chain_keeps(points, a, b, c, d, d, colour))
    )


@helper
def may_be_rarely_forbidden(state: StateArrays, adjacency: Adjacency, p: int) -> bool:
    """Return whether a rare rule may decide about a placement on a vacant point."""
    points, table = state
    if table[0].where or table[0].slow:
        return True
    if table[0].tile_rule and points[p].tiles >= table[0].tile_stack and table[0].incursion:
        return True
    if table[0].bar and (table[0].recapture != TIBETAN or points[p].goal & TAKEN):
        return True
    return (table[0].goal == ROW or table[0].strict) and (adjacency.wide is not None or points[p].vacancies == 0)


@helper
def may_be_forbidden(state: StateArrays, adjacency: Adjacency, p: int) -> bool:
    """Return whether special rules, apart from liberties, may forbid a placement on a vacant point."""
    points, table = state
    if (table[0].tao_on and points[p].tao) or (table[0].own_overlap and points[p].footprints):
        return True
    if table[0].far and (not table[0].suicide or table[0].friendly_fire == FORBIDDEN):
        return True
    if table[0].rare and may_be_rarely_forbidden(state, adjacency, p):
        return True
    if table[0].ko_rule == SINGLETON_KO:
        if table[0].singleton_of:
            return table[BLACK].ko or table[WHITE].ko
        if table[0].ko and table[0].last_enemy == 1 and table[0].last_own == 0:
            return True
    elif table[0].ko_rule == SIMPLE_KO:
        if p == table[0].captured:
            return True
        if table[0].suicide and (adjacency.wide is not None or points[p].vacancies == 0):
            return True
    return False


@routine
def is_allowed(state: StateArrays, adjacency: Adjacency, bench: Bench, p: int, colour: int) -> bool:
    """Return whether a placement on an open point is legal, ignoring history: a faster `judge`."""
    table = state.table
    if adjacency.wide is not None and table[0].own_overlap and standing(state, p, colour):
        return False
    if table[0].suicide and not table[0].placing and not may_be_forbidden(state, adjacency, p):
        return True
    reasons, _key, _removed, _own = judge(state, adjacency, bench, p, colour)
    return reasons == 0


@helper
def has_vacancy_outside(state: StateArrays, adjacency: Adjacency, p: int) -> bool:
    """Return whether p has a vacant neighbour that its own stone's footprint would not cover."""
    points = state.points
    links = adjacency.links
    first = points[p].neighbours_at
    for k in range(first, first + points[p].degree):
        q = links[k]
        if points[q].footprints == 0 and not covers(state, adjacency, p, q):
            return True
    return False


@helper
def is_exhausted(state: StateArrays, adjacency: Adjacency, p: int, head: int) -> bool:
    """Return whether a stone on p would block the last of a chain's pseudo-liberties."""
    points = state.points
    links = adjacency.links
    left = points[head].liberties
    first = points[p].footprint_at
    for f in range(first, first + points[p].footprint_size):
        q = links[f]
        if points[q].footprints == 0:
            at, end = reached_from(state, adjacency, q)
            for k in range(at, end):
                r = links[k]
                if points[r].chain == head:
                    left = np.uint32(left - 1)
                    if left == 0:
                        return True
    return False


@helper
def has_life_wide(state: StateArrays, adjacency: Adjacency, p: int, colour: int) -> int:
    """Return whether a stone on p of a wide board, without a vacancy of its own, lives: 1, 0, or 2 for "try it".

    Stones take liberties only from stones they would connect with if of one colour (the board is not far-reaching).
    """
    points = state.points
    links = adjacency.links
    answer = 0
    first, end = connected(state, adjacency, p)
    for k in range(first, end):
        r = links[k]
        if points[r].colour != VACANT:
            head = points[r].chain
            exhausted = points[head].liberties <= points[p].reach and is_exhausted(state, adjacency, p, head)
            if points[r].colour == colour:
                if not exhausted:
                    return 1
            elif exhausted:
                over = points[r].footprints
                if (over == 1 or over == 65536) and not covers(state, adjacency, p, r):
                    return 1
                answer = 2
    return answer


@helper
def lives(state: StateArrays, adjacency: Adjacency, bench: Bench, p: int, colour: int) -> bool:
    """Return whether a stone on p keeps a liberty, without special rules or far-reaching footprints."""
    points = state.points
    if adjacency.wide is None:
        return points[p].vacancies > 0 or has_life(state, adjacency, p, colour)
    if points[p].vacancies >= points[p].footprint_size:
        return True
    if points[p].vacancies > 0 and has_vacancy_outside(state, adjacency, p):
        return True
    answer = has_life_wide(state, adjacency, p, colour)
    if answer == 2:
        return is_allowed(state, adjacency, bench, p, colour)
    return answer == 1


@helper
def choose(
    state: StateArrays, adjacency: Adjacency, bench: Bench, s0: np.uint64, s1: np.uint64
) -> tuple[int, np.uint64, np.uint64]:
    """Draw a legal placement uniformly, eyes last and only if no pass is legal; return the point (or n) and the state.

    While a free handicap is placed there is no pass (spec 0.6).
    """
    points, table = state
    n = table[0].points
    colour = table[0].to_move
    left = table[0].open
    captured = table[0].captured
    may_pass = table[0].may_pass and not table[0].placing
    special = table[0].special
    suicide = table[0].suicide
    eye = n
    while left > 0:
        i, s0, s1 = random_below(left, s0, s1)
        p = points[i].open
        # Nearly always: a point with room, where nothing special can be forbidden.
        plain = p != captured and not special
        if plain and (
            points[p].vacancies > 0 if adjacency.wide is None else points[p].vacancies >= points[p].footprint_size
        ):
            return p, s0, s1
        # Otherwise judge it; remember an own eye as a last resort.
        is_eye = is_kept(points, adjacency, p, colour)
        if not (is_eye and may_pass):
            if plain or (special and not suicide and not may_be_forbidden(state, adjacency, p)):
                allowed = lives(state, adjacency, bench, p, colour)
            else:
                allowed = is_allowed(state, adjacency, bench, p, colour)
            if allowed:
                if not is_eye:
                    return p, s0, s1
                if eye == n:
                    eye = p
        # Rejected: move it behind the points left to draw from.
        left = np.uint32(left - 1)
        last = points[left].open
        points[i].open = last
        points[last].slot = i
        points[left].open = p
        points[p].slot = left
    return eye, s0, s1


@helper
def play_out(
    state: StateArrays, adjacency: Adjacency, bench: Bench, limit: int, s0: np.uint64, s1: np.uint64
) -> tuple[int, int, np.uint64, np.uint64]:
    """Play to the end of the game or the limit of turns; return placements, the winner (0: by score), and the state."""
    table = state.table
    n = table[0].points
    placements = 0
    winner = 0
    for _ in range(limit):
        p, s0, s1 = choose(state, adjacency, bench, s0, s1)
        if p < n:
            place(state, adjacency, bench.scratch, p)
            placements += 1
            if table[0].won:
                winner = np.int64(table[0].won)
                break
        elif (table[0].may_pass or table[0].must_place) and not table[0].placing:
            pass_turn(table)
            if table[0].passes == table[0].passes_to_end:
                break
        elif table[0].may_return and table[table[0].to_move].prisoners and not table[0].placing:
            return_turn(table)
        else:
            winner = 3 - np.int64(table[0].to_move)
            break
    return placements, winner, s0, s1


@entry
def playouts(
    start: StateArrays,
    state: StateArrays,
    adjacency: Adjacency,
    bench: Bench,
    limit: int,
    seed: int,
    first: int,
    moves: Int64s,
    scores: Float64s,
    winners: Int8s,
) -> None:
    """Play a batch of games from the start position, each from its own seed.

    Fills ``moves`` (placements), ``scores`` (Black minus White) and ``winners`` (+1, -1, 0; only if a player was stuck
    in a game that ends so, or reached the goal). Game i of the batch is number ``first + i`` of the seed on every
    machine.
    """
    table = state.table
    for game in range(len(moves)):
        copy_state(start, state)
        s0 = mixed(np.uint64(seed) * GOLDEN + np.uint64(first + game))
        s1 = mixed(s0 ^ GOLDEN)
        placements, winner, s0, s1 = play_out(state, adjacency, bench, limit, s0, s1)
        moves[game] = placements
        black, white = reckon(state, adjacency, bench.scratch, bench.owner, table[0].scoring)
        scores[game] = black - white
        winners[game] = 0 if winner == 0 else (1 if winner == BLACK else -1)
