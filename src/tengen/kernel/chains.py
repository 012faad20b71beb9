"""Stones, chains and liberties: placing a stone and removing chains (spec 0.3, 0.4, 4.4).

``net.wide`` is None on boards with mutual neighbours whose stones block only their own point; Numba then compiles the
footprint loops and asymmetric neighbours away. Any other value compiles them in. There is no other difference between
the two kernels.
"""

from __future__ import annotations

import numpy as np

from .array_types import Records, UInt32s
from .jit import helper, routine
from .layout import (
    AFTER,
    BEFORE,
    BLACK,
    COVERED,
    COVERED_AT,
    MUTUAL,
    PLENTY,
    REACHED,
    REACHED_AT,
    VACANT,
    WAYS,
    Adjacency,
    StateArrays,
)  # fmt: skip


@helper
def stone_key(state: StateArrays, adjacency: Adjacency, p: int, colour: int) -> np.uint64:
    """Zobrist key of a stone."""
    return adjacency.keys[state.table[0].points * (colour - 1) + p]


@helper
def tao_key(state: StateArrays, adjacency: Adjacency, p: int) -> np.uint64:
    """Zobrist key of a Tao stone."""
    return adjacency.keys[state.table[0].points * 2 + p]


@helper
def ways(state: StateArrays, p: int) -> int:
    """Return the index in the links of the reversed relations of p (see `layout.WAYS`)."""
    return np.int64(state.table[0].points) + 1 + WAYS * np.int64(p)


@helper
def reached_from(state: StateArrays, adjacency: Adjacency, q: int) -> tuple[int, int]:
    """Return the range in the links of the points whose stones have q among their neighbours."""
    points = state.points
    if adjacency.wide is None:
        first = np.int64(points[q].neighbours_at)
        return first, first + np.int64(points[q].degree)
    at = ways(state, q)
    first = np.int64(adjacency.links[at + REACHED_AT])
    return first, first + np.int64(adjacency.links[at + REACHED])


@helper
def connected(state: StateArrays, adjacency: Adjacency, p: int) -> tuple[int, int]:
    """Return the range in the links of the points whose stones connect with one on p (spec 4.3)."""
    points = state.points
    first = np.int64(points[p].neighbours_at)
    if adjacency.wide is None:
        return first, first + np.int64(points[p].degree)
    return first, first + np.int64(adjacency.links[ways(state, p) + MUTUAL])


@helper
def covered_from(state: StateArrays, adjacency: Adjacency, q: int) -> tuple[int, int]:
    """Return the range in the links of the points whose stones block q on a wide board."""
    at = ways(state, q)
    first = np.int64(adjacency.links[at + COVERED_AT])
    return first, first + np.int64(adjacency.links[at + COVERED])


@helper
def covers(state: StateArrays, adjacency: Adjacency, p: int, q: int) -> bool:
    """Return whether a stone on p would cover q."""
    points = state.points
    links = adjacency.links
    first = points[p].footprint_at
    for k in range(first, first + points[p].footprint_size):  # noqa: SIM110 (Numba has no any())
        if links[k] == q:
            return True
    return False


@helper
def close_point(state: StateArrays, p: int) -> None:
    """Remove a point from the list of open points."""
    points, table = state
    last = np.uint32(table[0].open - 1)
    moved = points[last].open
    slot = points[p].slot
    points[slot].open = moved
    points[moved].slot = slot
    table[0].open = last


@helper
def open_point(state: StateArrays, p: int) -> None:
    """Append a point to the list of open points."""
    points, table = state
    slot = table[0].open
    points[slot].open = p
    points[p].slot = slot
    table[0].open = slot + 1


@helper
def take_vacancy(
    state: StateArrays,
    adjacency: Adjacency,
    scratch: UInt32s,
    q: int,
    colour: int,
    w: int,
    enemies: int,
    friends: int,
) -> tuple[int, int]:
    """Take vacant point q from its neighbours; list enemy (on wide boards also own) chains left without liberties."""
    points = state.points
    links = adjacency.links
    n = state.table[0].points
    first, end = reached_from(state, adjacency, q)
    for k in range(first, end):
        r = links[k]
        if adjacency.wide is None:
            points[r].stones += w
        points[r].vacancies -= 1
        head = points[r].chain
        left = points[head].liberties - 1
        points[head].liberties = left
        if left == 0:
            if points[r].colour != colour:
                scratch[enemies] = r
                enemies += 1
            elif adjacency.wide is not None:
                scratch[n + friends] = r
                friends += 1
    return enemies, friends


@helper
def give_vacancy(state: StateArrays, adjacency: Adjacency, q: int, w: int) -> None:
    """Give point q, vacant again, back to its neighbours."""
    points = state.points
    links = adjacency.links
    first, end = reached_from(state, adjacency, q)
    for k in range(first, end):
        r = links[k]
        if adjacency.wide is None:
            points[r].stones -= w
        points[r].vacancies += 1
        points[points[r].chain].liberties += 1


@helper
def count_stone(state: StateArrays, adjacency: Adjacency, p: int, change: int) -> None:
    """Count a stone that came or went at the points that have p as a neighbour (on wide boards)."""
    points = state.points
    links = adjacency.links
    first, end = reached_from(state, adjacency, p)
    for k in range(first, end):
        points[links[k]].stones += change


@helper
def block(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, colour: int, w: int) -> tuple[int, int]:
    """Cover the footprint of a stone on p; return how many enemy and own chains are left without liberties."""
    points, table = state
    links = adjacency.links
    enemies = 0
    friends = 0
    if adjacency.wide is None:
        close_point(state, p)
        points[p].footprints = w
        enemies, friends = take_vacancy(state, adjacency, scratch, p, colour, w, enemies, friends)
    else:
        count_stone(state, adjacency, p, w)
        overlap = table[0].own_overlap
        if overlap:
            close_point(state, p)
        first = points[p].footprint_at
        for k in range(first, first + points[p].footprint_size):
            q = links[k]
            before = points[q].footprints
            points[q].footprints = before + w
            if before == 0:
                if not overlap:
                    close_point(state, q)
                enemies, friends = take_vacancy(state, adjacency, scratch, q, colour, w, enemies, friends)
    return enemies, friends


@helper
def unblock(state: StateArrays, adjacency: Adjacency, p: int, w: int) -> None:
    """Uncover the footprint of a stone that leaves p."""
    points, table = state
    links = adjacency.links
    if adjacency.wide is None:
        open_point(state, p)
        points[p].footprints = 0
        give_vacancy(state, adjacency, p, w)
    else:
        count_stone(state, adjacency, p, -w)
        overlap = table[0].own_overlap
        if overlap:
            open_point(state, p)
        first = points[p].footprint_at
        for k in range(first, first + points[p].footprint_size):
            q = links[k]
            left = points[q].footprints - w
            points[q].footprints = left
            if left == 0:
                if not overlap:
                    open_point(state, q)
                give_vacancy(state, adjacency, q, w)


@helper
def remove_chain(state: StateArrays, adjacency: Adjacency, stone: int, colour: int) -> int:
    """Remove a chain; return the number of its stones."""
    points, table = state
    w = 1 if colour == BLACK else 65536
    head = points[stone].chain
    size = np.int64(points[head].size)
    table[0].key ^= points[head].key
    s = stone
    while True:
        following = points[s].next
        points[s].colour = VACANT
        points[s].chain = s
        points[s].liberties = PLENTY
        unblock(state, adjacency, s, w)
        s = following
        if s == stone:
            break
    return size


@helper
def join(points: Records, a: int, b: int) -> int:
    """Merge two chains (heads a and b); return the head."""
    big = a
    small = b
    if points[b].size > points[a].size:
        big = b
        small = a
    s = small
    while True:
        points[s].chain = big
        s = points[s].next
        if s == small:
            break
    following = points[big].next
    points[big].next = points[small].next
    points[small].next = following
    points[big].size += points[small].size
    points[big].liberties += points[small].liberties
    points[big].key ^= points[small].key
    return big


@helper
def join_neighbours(state: StateArrays, adjacency: Adjacency, p: int, colour: int) -> int:
    """Join the new stone on p with the own chains next to it; return the head."""
    points = state.points
    links = adjacency.links
    head = p
    first, end = connected(state, adjacency, p)
    for k in range(first, end):
        r = links[k]
        if points[r].colour == colour and points[r].chain != head:
            head = join(points, points[r].chain, head)
    return head


@helper
def remove_friends(
    state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, colour: int, friends: int
) -> int:
    """Remove, simultaneously, own listed chains without liberties other than that of p; count the stones."""
    points, table = state
    n = table[0].points
    played = points[p].chain
    alive = points[p].colour == colour
    doomed = 0
    for i in range(friends):
        r = scratch[n + i]
        head = points[r].chain
        if points[r].colour == colour and points[head].liberties == 0 and not (alive and head == played):
            again = False
            for j in range(doomed):
                again = again or points[scratch[n + j]].chain == head
            if not again:
                scratch[n + doomed] = r
                doomed += 1
    removed = 0
    for i in range(doomed):
        removed += remove_chain(state, adjacency, scratch[n + i], colour)
    return removed


@routine
def own_losses(
    state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, colour: int, friends: int
) -> tuple[int, int]:
    """Remove own chains without liberties in the order of spec 4.4; return (other stones, stones with p's)."""
    points, table = state
    others = 0
    played = 0
    if adjacency.wide is None:
        if points[points[p].chain].liberties == 0:
            played = remove_chain(state, adjacency, p, colour)
    else:
        order = table[0].friendly_fire
        played_dies = points[points[p].chain].liberties == 0
        if order == BEFORE and played_dies:
            played += remove_chain(state, adjacency, p, colour)
        if friends > 0:
            others += remove_friends(state, adjacency, scratch, p, colour, friends)
        if order == AFTER:
            played_dies = points[points[p].chain].liberties == 0
        if order != BEFORE and played_dies:
            played += remove_chain(state, adjacency, p, colour)
    return others, played


@helper
def put(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, colour: int) -> tuple[int, int, int]:
    """Place a stone on p, judged legal, and settle all chains; return stones removed (enemy, own others, own with p).

    Sets ``captured`` and the key of the table, and gives the player the prisoners.
    """
    points, table = state
    w = 1 if colour == BLACK else 65536
    n = table[0].points
    # Place the stone: a Tao stone is removed, liberties are blocked, own chains are joined.
    if points[p].tao:
        points[p].tao = 0
        table[0].key ^= tao_key(state, adjacency, p)
    enemies, friends = block(state, adjacency, scratch, p, colour, w)
    key = stone_key(state, adjacency, p, colour)
    points[p].colour = colour
    points[p].chain = p
    points[p].next = p
    points[p].size = 1
    points[p].liberties = points[p].vacancies
    points[p].key = key
    table[0].key ^= key
    own_beside = points[p].stones & 65535 if colour == BLACK else points[p].stones >> 16
    if own_beside:
        join_neighbours(state, adjacency, p, colour)
    # Remove enemy chains without liberties first.
    removed = 0
    captured = n
    if enemies:
        for i in range(enemies):
            captured = scratch[i]
            removed += remove_chain(state, adjacency, captured, np.uint8(3 - colour))
        table[colour].prisoners += removed
        if removed > 1:
            captured = n
    table[0].captured = captured
    # Look for own losses only if there can be any.
    if adjacency.wide is None:
        if not table[0].suicide:
            return removed, 0, 0
    elif friends == 0 and points[points[p].chain].liberties > 0:
        return removed, 0, 0
    others, played = own_losses(state, adjacency, scratch, p, colour, friends)
    return removed, others, played


@routine
def count_liberties(state: StateArrays, adjacency: Adjacency, counts: UInt32s) -> None:
    """Count the liberties of every chain at its head: every vacant point once for each chain next to it (spec 0.3)."""
    points, links = state.points, adjacency.links
    n = len(points)
    for p in range(n):
        counts[p] = 0
    for p in range(n):
        if points[p].footprints:
            continue
        first, end = reached_from(state, adjacency, p)
        for k in range(first, end):
            r = links[k]
            if points[r].colour == VACANT:
                continue
            head = points[r].chain
            new = True
            for j in range(first, k):
                other = links[j]
                if points[other].colour != VACANT and points[other].chain == head:
                    new = False
                    break
            if new:
                counts[head] += 1
