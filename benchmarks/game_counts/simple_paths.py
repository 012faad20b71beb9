"""Compiled counting of walks over a graph of at most 128 nodes that visit no node twice."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tengen.kernel.array_types import Array, UInt64s
from tengen.kernel.hashing import first_slot
from tengen.kernel.jit import entry, helper
from tengen.kernel.mixing import mixed_pair
from tengen.solve.bitboards import lowest

NODES = 128

FREE, CHOICE, REACH, SUM, NODE, TIMES, PHASE = 0, 2, 4, 6, 7, 8, 9
"""The layout of a level of the stack: masks of two words, and numbers."""
LEVEL = 10


class WalkGraph(NamedTuple):
    """Nodes and their edges, as masks of two words.

    From a node u a walk continues to a free node of ``direct[u]`` or, after removing the node ``marks[u]`` (-1: none),
    to a free one of ``passed[u]``; ``times[0 or 1, u, v]`` is the number of ways. ``either`` joins both.
    """

    direct: Array  # nodes, 2: uint64
    passed: Array
    marks: Array  # nodes: int64
    either: Array
    times: Array  # 2, nodes, nodes: uint16


_ONE = np.uint64(1)


@helper
def _reachable(either: UInt64s, free0: np.uint64, free1: np.uint64, node: int) -> tuple[np.uint64, np.uint64]:
    """Return the free nodes to which any walk from the node can lead."""
    front0, front1 = either[node, 0] & free0, either[node, 1] & free1
    found0, found1 = front0, front1
    while front0 | front1:
        next0, next1 = np.uint64(0), np.uint64(0)
        while front0:
            v = np.int64(lowest(front0))
            front0 &= front0 - _ONE
            next0 |= either[v, 0]
            next1 |= either[v, 1]
        while front1:
            v = 64 + np.int64(lowest(front1))
            front1 &= front1 - _ONE
            next0 |= either[v, 0]
            next1 |= either[v, 1]
        front0, front1 = next0 & free0 & ~found0, next1 & free1 & ~found1
        found0 |= front0
        found1 |= front1
    return found0, found1


@helper
def _slot(cache: UInt64s, reach0: np.uint64, reach1: np.uint64, node: int) -> int:
    return np.int64(first_slot(cache, mixed_pair(mixed_pair(reach0, reach1), np.uint64(node))))


@helper
def _push(
    stack: UInt64s, depth: int, direct: UInt64s, reach0: np.uint64, reach1: np.uint64, node: int, times: np.uint64
) -> None:
    level = stack[depth]
    level[FREE], level[FREE + 1] = reach0, reach1
    level[REACH], level[REACH + 1] = reach0, reach1
    level[CHOICE], level[CHOICE + 1] = direct[node, 0] & reach0, direct[node, 1] & reach1
    level[SUM] = 1
    level[NODE] = node
    level[TIMES] = times
    level[PHASE] = 0


@helper
def _known(cache: UInt64s, either: UInt64s, reach0: np.uint64, reach1: np.uint64, node: int) -> np.uint64:
    """Return the cached number of walks from here, or 0."""
    if not (either[node, 0] & reach0 | either[node, 1] & reach1):
        return _ONE
    entry = cache[_slot(cache, reach0, reach1, node)]
    if entry[0] == reach0 and entry[1] == reach1 and entry[2] == np.uint64(node + 1):
        return entry[3]
    return np.uint64(0)


@entry
def begin(stack: UInt64s, graph: WalkGraph, free0: np.uint64, free1: np.uint64, node: int) -> None:
    """Put the beginning of a walk at a node on the stack."""
    reach0, reach1 = _reachable(graph.either, free0, free1, node)
    _push(stack, 0, graph.direct, reach0, reach1, node, 1)


@entry
def count_walks(stack: UInt64s, depth: int, cache: UInt64s, graph: WalkGraph, budget: int) -> tuple[np.uint64, int]:
    """Count the walks that begin with the stack; each may end at any node it visits.

    Results for a node and its reachable free nodes are kept in ``cache`` until they are replaced. Returns the number
    and -1; or, after ``budget`` steps, 0 and the depth of the stack to continue with; or 0 and -2 if the number is too
    large for 64 bits.
    """
    direct, passed, marks, either, times = graph
    while True:
        level = stack[depth]
        node = np.int64(level[NODE])
        if not (level[CHOICE] | level[CHOICE + 1]):
            if level[PHASE] == 0:
                level[PHASE] = 1
                if marks[node] >= 0:
                    level[FREE + (marks[node] >> 6)] &= ~(_ONE << np.uint64(marks[node] & 63))
                level[CHOICE] = passed[node, 0] & level[FREE]
                level[CHOICE + 1] = passed[node, 1] & level[FREE + 1]
                continue
            found = level[SUM]
            entry = cache[_slot(cache, level[REACH], level[REACH + 1], node)]
            entry[0], entry[1], entry[2], entry[3] = level[REACH], level[REACH + 1], np.uint64(node + 1), found
            if depth == 0:
                return found, -1
            ways = level[TIMES]
            depth -= 1
            level = stack[depth]
        else:
            word = 0 if level[CHOICE] else 1
            low = level[CHOICE + word] & (~level[CHOICE + word] + _ONE)
            level[CHOICE + word] ^= low
            v = 64 * word + np.int64(lowest(low))
            free0, free1 = level[FREE], level[FREE + 1]
            if word:
                free1 &= ~low
            else:
                free0 &= ~low
            ways = np.uint64(times[np.int64(level[PHASE]), node, v])
            reach0, reach1 = _reachable(either, free0, free1, v)
            found = _known(cache, either, reach0, reach1, v)
            if not found:
                depth += 1
                _push(stack, depth, direct, reach0, reach1, v, ways)
                budget -= 1
                if budget <= 0:
                    return np.uint64(0), depth
                continue
        if found > (np.uint64(0xFFFFFFFFFFFFFFFF) - level[SUM]) // ways:
            return np.uint64(0), -2
        level[SUM] += ways * found
