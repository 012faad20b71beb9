"""Obvious life and death: two eyes by Benson's algorithm, or no room for two."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernel.jit import helper, routine
from ..kernel.layout import VACANT, Adjacency, StateArrays
from .question import CHAINS, EVERYWHERE, NOWHERE, ONE, REGIONS, Line, Question, bit_of, liberties_of

_NAKADE = 3
"""The most liberties of two enemy stones in an eye whose capture makes no room for two eyes; one stone never does."""


@helper
def chain_place(line: Line, count: int, head: int) -> tuple[int, int]:
    """Return the index of a chain among those found (-1 if the list is full), and the new number of chains."""
    for i in range(count):
        if line.heads[i] == head:
            return i, count
    if count < CHAINS:
        line.heads[count] = head
        return count, count + 1
    return -1, count


@helper
def find_regions(question: Question, line: Line, state: StateArrays, adjacency: Adjacency) -> tuple[int, int]:
    """Find the regions without the defender's stones, the chains next to each, and those to which it is vital."""
    points, links, queue = state.points, adjacency.links, line.queue
    chains = 0
    found = 0
    for i in range(len(question.points)):
        line.regions[question.points[i]] = 0
    for i in range(len(question.points)):
        p = question.points[i]
        if points[p].colour == question.defender or line.regions[p] or found == REGIONS - 1:
            continue
        found += 1
        line.regions[p] = found
        queue[0] = p
        met = 1
        at = 0
        closed = True
        vital = EVERYWHERE
        beside = NOWHERE
        while at < met:
            s = queue[at]
            at += 1
            mask = NOWHERE
            first = points[s].neighbours_at
            for k in range(first, first + points[s].degree):
                r = links[k]
                if points[r].colour == question.defender:
                    chain, chains = chain_place(line, chains, points[r].chain)
                    if chain >= 0:
                        mask |= ONE << np.uint64(chain)
                    else:
                        closed = False
                elif not question.in_play[r]:
                    closed = False
                elif line.regions[r] != found:
                    line.regions[r] = found
                    queue[met] = r
                    met += 1
            beside |= mask
            if points[s].colour == VACANT:
                vital &= mask
        line.vital[found] = vital if closed else NOWHERE
        line.beside[found] = beside
    return found, chains


@routine
def life_zone(question: Question, line: Line, state: StateArrays, adjacency: Adjacency) -> np.uint64:
    """Return the zone of the target's eyes if its chain is alive by Benson's algorithm (1976), or an empty one."""
    found, chains = find_regions(question, line, state, adjacency)
    alive = (ONE << np.uint64(chains)) - ONE if chains < CHAINS else EVERYWHERE
    target = NOWHERE
    for c in range(chains):
        if line.heads[c] == state.points[question.target].chain:
            target = ONE << np.uint64(c)
    # Drop chains with fewer than two vital regions whose chains all remain.
    changed = True
    while changed and alive & target:
        changed = False
        for c in range(chains):
            bit = ONE << np.uint64(c)
            if alive & bit:
                eyes = 0
                for r in range(1, found + 1):
                    if line.vital[r] & bit and line.beside[r] & ~alive == 0:
                        eyes += 1
                if eyes < 2:
                    alive &= ~bit
                    changed = True
    zone = NOWHERE
    if alive & target:
        for i in range(len(question.points)):
            r = line.regions[question.points[i]]
            if r and line.vital[r] & alive and line.beside[r] & ~alive == 0:
                zone |= bit_of(question, question.points[i])
    return zone


@helper
def is_wall(question: Question, points: NDArray[Any], stone: int) -> bool:
    """Return whether a stone's chain extends beyond the points in play, so that it is never captured."""
    s = stone
    while question.in_play[s]:
        s = points[s].next
        if s == stone:
            return False
    return True


@helper
def meets_wall(question: Question, state: StateArrays, adjacency: Adjacency, p: int) -> bool:
    """Return whether a point touches a wall, so that it cannot become an eye of the defender."""
    points, links = state.points, adjacency.links
    first = points[p].neighbours_at
    for k in range(first, first + points[p].degree):
        r = links[k]
        if points[r].colour == 3 - question.defender and is_wall(question, points, r):
            return True
    return False


@helper
def are_beside(state: StateArrays, adjacency: Adjacency, p: int, q: int) -> bool:
    """Return whether two points are neighbours."""
    first = state.points[p].neighbours_at
    for k in range(first, first + state.points[p].degree):  # noqa: SIM110 (Numba has no any())
        if adjacency.links[k] == q:
            return True
    return False


@routine
def has_no_eyes(question: Question, line: Line, state: StateArrays, adjacency: Adjacency) -> tuple[bool, np.uint64]:
    """Return whether the group has no room for two eyes, and the zone of that verdict.

    Two eyes need two points that are not adjacent and touch no wall. There is no verdict if the group might capture
    more than one small chain.
    """
    points = state.points
    eyes = line.queue
    count = 0
    zone = inside = NOWHERE
    taken = np.int64(-1)
    # At most one small enemy chain that could be captured: its liberties are then filled, and its points may be an eye.
    for i in range(len(question.points)):
        p = question.points[i]
        if points[p].colour == 3 - question.defender and points[p].chain != taken and not is_wall(question, points, p):
            head = points[points[p].chain]
            if taken >= 0 or head.size > 2 or (head.size == 2 and head.liberties > _NAKADE):
                return False, NOWHERE
            taken = np.int64(points[p].chain)
            inside = liberties_of(question, state, adjacency, p)
    home = points[question.target].chain
    for i in range(len(question.points)):
        p = question.points[i]
        if points[p].colour == 3 - question.defender:
            if np.int64(points[p].chain) != taken:
                continue
        elif points[p].chain == home or bit_of(question, p) & inside or meets_wall(question, state, adjacency, p):
            continue
        for j in range(count):
            if not are_beside(state, adjacency, p, eyes[j]):
                return False, NOWHERE
        eyes[count] = p
        count += 1
        zone |= bit_of(question, p)
    return True, zone | inside
