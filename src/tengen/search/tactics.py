"""Captures, rescues and self-atari on any board: what one stone can do to a chain."""

from __future__ import annotations

import numpy as np

from ..kernel.array_types import Records, UInt32s
from ..kernel.chains import covered_from
from ..kernel.jit import helper, routine
from ..kernel.layout import VACANT, Adjacency, StateArrays
from ..kernel.playout import is_exhausted
from .ladders import CAPTURED, Reader, begin_line, verdict_after
from .nodes import SearchThread


@routine
def last_liberty(state: StateArrays, adjacency: Adjacency, stone: int) -> int:
    """Return a point where an enemy stone would take the last liberties of a stone's chain, or n: not in atari."""
    points = state.points
    links = adjacency.links
    n = np.uint32(len(points))
    head = points[stone].chain
    left = points[head].liberties
    if adjacency.wide is None and left > state.table[0].degree:
        return n  # more than the neighbours of any point, so there are two liberties or more
    s = head
    while True:
        if points[s].vacancies:
            first = points[s].neighbours_at
            for k in range(first, first + points[s].degree):
                q = links[k]
                if points[q].footprints == 0:
                    return only_liberty(state, adjacency, q, head, left, n)
        s = points[s].next
        if s == head:
            return n


@helper
def beside(points: Records, adjacency: Adjacency, p: int, head: int) -> int:
    """Return how many stones of a chain are next to p."""
    links = adjacency.links
    count = np.uint32(0)
    first = points[p].neighbours_at
    for k in range(first, first + points[p].degree):
        if points[links[k]].chain == head:
            count += np.uint32(1)
    return count


@helper
def only_liberty(state: StateArrays, adjacency: Adjacency, q: int, head: int, left: int, n: int) -> int:
    """Return the point that takes all of a chain's liberties, of which q is one, or n."""
    points = state.points
    links = adjacency.links
    if adjacency.wide is None:
        return q if left <= points[q].degree and left == beside(points, adjacency, q, head) else n
    first, end = covered_from(state, adjacency, q)
    for k in range(first, end):
        p = links[k]
        if points[p].footprints == 0 and left <= points[p].reach and is_exhausted(state, adjacency, p, head):
            return p
    return n


@helper
def has_plenty(state: StateArrays, adjacency: Adjacency, p: int, head: int, enough: int) -> bool:
    """Return whether a chain surely has ``enough`` liberties other than p, by its count of pseudo-liberties."""
    points, table = state
    if table[0].tao_on:  # Tao stones are liberties that do not count here
        return False
    surplus = np.int64(points[head].liberties) - (enough - 1) * np.int64(table[0].degree)
    return surplus > 0 and (surplus > points[p].degree or surplus > beside(points, adjacency, p, head))


@routine
def liberties_after(state: StateArrays, adjacency: Adjacency, p: int, colour: int, enough: int) -> int:
    """Count the liberties of a new stone's chain on p, up to ``enough`` (at most 3), on ordinary boards.

    The first two liberties are kept in ``a`` and ``b``, so that no liberty counts twice; a third one ends the search.
    """
    points = state.points
    links = adjacency.links
    n = np.uint32(len(points))
    a = n
    b = n
    count = 0
    first = points[p].neighbours_at
    for k in range(first, first + points[p].degree):
        r = links[k]
        # A vacant neighbour is a liberty of the new stone.
        if points[r].footprints == 0:
            if r != a and r != b:
                count += 1
                if count >= enough:
                    return count
                if a == n:
                    a = r
                else:
                    b = r
        # An own chain contributes its liberties except p; walk its stones unless it surely has enough.
        elif points[r].colour == colour:
            head = points[r].chain
            if has_plenty(state, adjacency, p, head, enough):
                return enough
            s = head
            while True:
                if points[s].vacancies:
                    at = points[s].neighbours_at
                    for j in range(at, at + points[s].degree):
                        q = links[j]
                        if points[q].footprints == 0 and q != p and q != a and q != b:
                            count += 1
                            if count >= enough:
                                return count
                            if a == n:
                                a = q
                            else:
                                b = q
                s = points[s].next
                if s == head:
                    break
        # An enemy chain with no liberty but p is captured: it counts as one liberty, or two for several stones.
        else:
            head = points[r].chain
            left = points[head].liberties
            if left <= points[p].degree and left == beside(points, adjacency, p, head):
                count += 2 if points[head].size > 1 else 1
                if count >= enough:
                    return count
    return count


@helper
def is_self_atari(state: StateArrays, adjacency: Adjacency, p: int, colour: int) -> bool:
    """Return whether a stone on p would leave its chain one liberty; always false on wide boards."""
    points = state.points
    if adjacency.wide is not None:
        return False
    if points[p].vacancies > 1:
        return False
    return liberties_after(state, adjacency, p, colour, 2) < 2


@helper
def add(candidates: UInt32s, count: int, p: int) -> int:
    """Append a point to the candidates, if there is room; return their number."""
    if count < len(candidates):
        candidates[count] = p
        return count + 1
    return count


@routine
def add_attackers(state: StateArrays, adjacency: Adjacency, stone: int, candidates: UInt32s, count: int) -> int:
    """Append the points that capture a chain in atari next to a stone's own chain."""
    points = state.points
    links = adjacency.links
    n = np.uint32(len(points))
    colour = points[stone].colour
    s = stone
    before = n
    for _ in range(24):
        first = points[s].neighbours_at
        for k in range(first, first + points[s].degree):
            r = links[k]
            if points[r].colour == 3 - colour and points[r].chain != before:
                before = points[r].chain
                q = last_liberty(state, adjacency, r)
                if q < n:
                    count = add(candidates, count, q)
        s = points[s].next
        if s == stone:
            break
    return count


@helper
def runs(
    reader: Reader, state: StateArrays, adjacency: Adjacency, stone: int, q: int, colour: int, budget: int
) -> bool:
    """Return whether a chain in atari escapes by extending to q: it gets two liberties, and is in no lost ladder."""
    if budget == 0:
        return liberties_after(state, adjacency, q, colour, 2) > 1
    count = liberties_after(state, adjacency, q, colour, 3)
    if count != 2:
        return count > 2
    begin_line(reader, state)
    return verdict_after(reader, state, adjacency, q, colour, stone, budget) != CAPTURED


@routine
def urgent(thread: SearchThread, adjacency: Adjacency, last: int, colour: int, glance: int) -> tuple[int, int]:
    """List the answers to the last stone: rescues of chains it put in atari, and the capture of its own.

    Returns their number, and an extension that would not help, or n. A read may take ``glance`` positions; with 0
    nothing is read.
    """
    state, candidates = thread.state, thread.candidates
    points = state.points
    links = adjacency.links
    n = np.uint32(len(points))
    count = 0
    lost = n
    before = n
    first = points[last].neighbours_at
    for k in range(first, first + points[last].degree):
        r = links[k]
        if points[r].colour == colour and points[r].chain != before:
            before = points[r].chain
            q = last_liberty(state, adjacency, r)
            if q < n:
                count = add_attackers(state, adjacency, r, candidates, count)
                if adjacency.wide is not None or runs(thread.reader, state, adjacency, r, q, colour, glance):
                    count = add(candidates, count, q)
                else:
                    lost = q
    if points[last].colour != VACANT:
        q = last_liberty(state, adjacency, last)
        if q < n:
            count = add(candidates, count, q)
    return count, lost


@helper
def is_shape_of_one_eye(size: int, edges: int, most: int) -> bool:
    """Return whether stones have a nakade shape: up to three, square, pyramid, bulky or crossed five, rabbity six.

    ``edges`` counts pairs of neighbours among them, ``most`` the most neighbours of one stone.
    """
    return (
        size <= 3
        or most == size - 1
        or (size == 4 and edges >= 4)
        or (size == 5 and edges >= 5)
        or (size == 6 and edges >= 6 and most >= 4)
    )


@routine
def is_wasted(state: StateArrays, adjacency: Adjacency, p: int, colour: int) -> bool:
    """Return whether a self-atari on p gives away three or more stones, such as by filling a shared liberty of a seki.

    Captures do not count, nor do nakade: stones in such a shape whose enclosing chains have no other liberties.
    """
    points, links = state.points, adjacency.links
    n = np.uint32(len(points))
    size, edges, most, last = 1, 0, 0, n
    # The new stone: what it joins, and its remaining liberty.
    first = points[p].neighbours_at
    for k in range(first, first + points[p].degree):
        r = links[k]
        if points[r].colour == VACANT:
            last = r
        elif points[r].colour == colour:
            most += 1
        elif points[points[r].chain].liberties == beside(points, adjacency, p, points[r].chain):
            return False
    edges = most
    # The chains joined, each once.
    for k in range(first, first + points[p].degree):
        if points[links[k]].colour != colour:
            continue
        head = points[links[k]].chain
        is_new = True
        for j in range(first, k):
            is_new &= points[links[j]].chain != head
        if not is_new:
            continue
        size += np.int64(points[head].size)
        if size > 6:
            return True
        s = head
        while True:
            degree = 0
            at = points[s].neighbours_at
            for j in range(at, at + points[s].degree):
                r = links[j]
                if r == p:
                    degree += 1
                elif points[r].colour == colour:
                    degree += 1
                    edges += r > s
                elif points[r].colour == VACANT:
                    last = r
            most = max(most, degree)
            s = points[s].next
            if s == head:
                break
    if size < 3:
        return False
    return not is_shape_of_one_eye(size, edges, most) or has_room_beside(state, adjacency, p, last, colour)


@helper
def has_room_beside(state: StateArrays, adjacency: Adjacency, p: int, last: int, colour: int) -> bool:
    """Return whether an enemy chain next to p or to chains that it joins has liberties other than p and ``last``."""
    points, links = state.points, adjacency.links
    first = points[p].neighbours_at
    for k in range(first, first + points[p].degree):
        r = links[k]
        if points[r].colour == 3 - colour and has_other_liberties(points, adjacency, r, p, last):
            return True
        if points[r].colour != colour:
            continue
        s = r
        while True:
            at = points[s].neighbours_at
            for j in range(at, at + points[s].degree):
                q = links[j]
                if points[q].colour == 3 - colour and has_other_liberties(points, adjacency, q, p, last):
                    return True
            s = points[s].next
            if s == r:
                break
    return False


@helper
def has_other_liberties(points: Records, adjacency: Adjacency, stone: int, p: int, last: int) -> bool:
    """Return whether a chain has liberties other than p and ``last``."""
    head = points[stone].chain
    left = np.int64(points[head].liberties) - np.int64(beside(points, adjacency, p, head))
    return left > (np.int64(beside(points, adjacency, last, head)) if last < len(points) else 0)
