"""Compiled graph algorithms on states: cycles, the shortest closed walk, and where a side can prolong play for ever.

Nodes from ``len(edges.offsets) - 1`` on have not been expanded and have no edges.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...kernel.array_types import Int32s, Int64s, UInt8s, UInt16s, UInt32s
from ...kernel.jit import entry, helper
from .successors import NOWHERE

NOT_FOUND, NO_ROOM = 0, -1


class Edges(NamedTuple):
    """The edges of all nodes, in the order of the nodes; a target of `NOWHERE` is ignored."""

    offsets: Int64s
    """The offset of each node's edges, with one more at the end."""
    targets: UInt32s
    moves: UInt16s


class ReversedEdges(NamedTuple):
    """The reversed edges: the offset of the edges into each node, and their sources."""

    starts: Int64s
    sources: UInt32s


class Descent(NamedTuple):
    """Memory for a depth-first search, one entry for each node, zeroed."""

    low: UInt32s
    stack: UInt32s
    path: UInt32s
    at: Int64s


class Prisoners(NamedTuple):
    """Data for the change of both sides' prisoners by a turn: stones on the board, and the move that returns one."""

    stones: UInt16s
    return_move: int


class Walks(NamedTuple):
    """Memory for walks: entries with their node and weight, the previous entry (-1 at the start) and the edge from it.

    ``best`` and ``touched`` have one entry for each node; ``best`` is at its minimum between walks.
    """

    nodes: Int32s
    weights: Int32s
    parents: Int32s
    edges: Int64s
    best: Int32s
    touched: UInt32s


class EndingMarks(NamedTuple):
    """Marks of ended nodes, zeroed, and memory to find them; one entry for each node."""

    over: UInt8s
    left: UInt16s
    queue: UInt32s


@helper
def leads_to_itself(edges: Edges, v: int) -> bool:
    """Return whether an edge leads from a node to itself; under symmetries such a turn may exchange the colours."""
    if v < len(edges.offsets) - 1:
        for e in range(edges.offsets[v], edges.offsets[v + 1]):
            if edges.targets[e] == v:
                return True
    return False


@entry
def components(edges: Edges, component: Int32s, room: Descent) -> int:
    """Number the components with cycles (Tarjan 1972) in ``component``, 0 for other nodes; return their number."""
    offsets, targets = edges.offsets, edges.targets
    low, stack, path, at = room
    nodes = len(offsets) - 1
    found = 0
    seen = 0
    height = 0
    for root in range(nodes):
        if low[root]:
            continue
        depth = 1
        path[0] = root
        at[root] = offsets[root]
        seen += 1
        low[root] = seen
        component[root] = -seen  # while a node is on the stack: minus its discovery time
        stack[height] = root
        height += 1
        while depth:
            v = path[depth - 1]
            if v < nodes and at[v] < offsets[v + 1]:
                w = targets[at[v]]
                at[v] += 1
                if w == NOWHERE:
                    continue
                if low[w] == 0:
                    seen += 1
                    low[w] = seen
                    component[w] = -seen
                    at[w] = offsets[w] if w < nodes else 0
                    stack[height] = w
                    height += 1
                    path[depth] = w
                    depth += 1
                elif component[w] < 0 and np.int64(-component[w]) < low[v]:
                    low[v] = -component[w]
                continue
            depth -= 1
            if depth and low[v] < low[path[depth - 1]]:
                low[path[depth - 1]] = low[v]
            if np.int64(low[v]) == -component[v]:
                alone = stack[height - 1] == v and not leads_to_itself(edges, v)
                found += not alone
                while True:
                    height -= 1
                    w = stack[height]
                    component[w] = 0 if alone else found
                    if w == v:
                        break
    return found


@helper
def gain(prisoners: Prisoners, v: int, w: int, move: int) -> int:
    """Return the change of both sides' prisoners along an edge, a placement or a return."""
    stones = prisoners.stones
    return np.int64(-1) if move == prisoners.return_move else 1 + np.int64(stones[v]) - np.int64(stones[w])


@entry
def gains_end(edges: Edges, component: Int32s, prisoners: Prisoners, value: Int64s, rounds: int) -> bool:
    """Try to rule out closed walks that do not lose prisoners; return whether that succeeded.

    Each edge is weighted by its gain, times more than the number of nodes, plus one; then a cycle has positive weight
    if and only if it loses no prisoners. Without such a cycle, relaxation converges (Bellman 1958); ``value`` (int64,
    zeros) holds the result. Up to ``rounds`` are tried.
    """
    offsets, targets = edges.offsets, edges.targets
    scale = len(value) + 1
    for _ in range(rounds):
        changed = False
        for v in range(len(offsets) - 1):
            if component[v] <= 0:
                continue
            for e in range(offsets[v], offsets[v + 1]):
                w = targets[e]
                if w != NOWHERE and component[w] == component[v]:
                    offer = value[v] + scale * gain(prisoners, v, w, edges.moves[e]) + 1
                    if offer > value[w]:
                        value[w] = offer
                        changed = True
        if not changed:
            return True
    return False


@entry
def shortest_walk(
    edges: Edges, component: Int32s, prisoners: Prisoners, weighed: bool, source: int, end: int, limit: int, room: Walks
) -> tuple[int, int, int]:
    """Find a closed walk of fewer than ``limit`` edges from one of the nodes ``source`` to ``end - 1``.

    Walks pass only through nodes of the same component, none numbered below their source. With ``weighed`` both sides'
    prisoners together must not decrease along the walk. Returns (length, source, its last entry in ``room``).
    """
    offsets, targets = edges.offsets, edges.targets
    nodes, weights, parents, taken, best, touched = room
    least = np.int32(-0x7FFFFFFF)
    for start in range(source, end):
        if component[start] <= 0:
            continue
        nodes[0], weights[0], parents[0], taken[0] = start, 0, -1, -1
        queued, done, layer_end, length, reached = 1, 0, 1, 1, 0
        answer, last = NOT_FOUND, 0
        while done < queued and length < limit and answer == NOT_FOUND:
            v, weight = nodes[done], weights[done]
            for e in range(offsets[v], offsets[v + 1]):
                w = targets[e]
                if w == NOWHERE or w < start or component[w] != component[start]:
                    continue
                heavier = weight + (gain(prisoners, v, w, edges.moves[e]) if weighed else 0)
                closed = w == start and heavier >= 0
                if not closed and heavier <= best[w]:
                    continue
                if queued == len(nodes):
                    answer = NO_ROOM
                    break
                if best[w] == least:
                    touched[reached] = w
                    reached += 1
                best[w] = heavier
                nodes[queued], weights[queued], parents[queued], taken[queued] = w, heavier, done, e
                queued += 1
                if closed:
                    answer, last = length, queued - 1
                    break
            done += 1
            if done == layer_end:
                layer_end = queued
                length += 1
        for i in range(reached):
            best[touched[i]] = least
        if answer != NOT_FOUND:
            return answer, start, last
    return NOT_FOUND, end, 0


@entry
def reverse_counts(edges: Edges, starts: Int64s) -> None:
    """Write the offset of the edges into each node, in a list of edges sorted by target (``starts`` int64, zeros)."""
    offsets, targets = edges.offsets, edges.targets
    for e in range(offsets[len(offsets) - 1]):
        if targets[e] != NOWHERE:
            starts[targets[e] + np.int64(2)] += 1
    for v in range(2, len(starts)):
        starts[v] += starts[v - 1]


@entry
def reverse_fill(edges: Edges, back: ReversedEdges) -> None:
    """Write the sources of the edges into each node, and turn ``starts`` into their offsets."""
    offsets, targets = edges.offsets, edges.targets
    starts, sources = back
    for v in range(len(offsets) - 1):
        for e in range(offsets[v], offsets[v + 1]):
            if targets[e] != NOWHERE:
                at = starts[targets[e] + np.int64(1)]
                sources[at] = v
                starts[targets[e] + np.int64(1)] = at + 1


@entry
def endings(
    edges: Edges, back: ReversedEdges, sides: UInt8s, forcer: int, hopeful: bool, prize: UInt8s, marks: EndingMarks
) -> int:
    """Mark the states from which a side cannot make the game go on for ever; count them.

    The other side wants the game to end, and it ends for lack of a turn. ``prize`` (uint8) marks other ends: 1 with the
    side's aim, which is as good to it as endless play, 2 with what it must prevent. Turns that lead `NOWHERE`, and
    states not expanded, count as endless if ``hopeful``, otherwise as an end.
    """
    over, left, queue = marks
    offsets, targets = edges.offsets, edges.targets
    starts, sources = back
    nodes = len(offsets) - 1
    ended = 0
    for v in range(len(over)):
        count = 0
        beyond = 0
        if v < nodes:
            for e in range(offsets[v], offsets[v + 1]):
                if targets[e] == NOWHERE:
                    beyond += 1
                else:
                    count += 1
            if hopeful:
                count += beyond
            lost = count == 0 if sides[v] == forcer else count + beyond == 0 or (beyond > 0 and not hopeful)
        else:
            lost = not hopeful
        left[v] = count
        if prize[v]:
            lost = prize[v] == 2
        if lost:
            over[v] = 1
            queue[ended] = v
            ended += 1
    done = 0
    while done < ended:
        w = queue[done]
        done += 1
        for i in range(starts[w], starts[w + 1]):
            v = sources[i]
            if over[v] or prize[v]:
                continue
            left[v] -= 1
            if sides[v] != forcer or left[v] == 0:
                over[v] = 1
                queue[ended] = v
                ended += 1
    return ended
