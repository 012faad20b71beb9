"""Simulations that stop at a leaf: down to it, its evaluation taken over, and the way back up.

A simulation that meets a leaf which waits already ends the round of its tree; one that meets the end of a game is
credited at once and costs no evaluation.
"""

from __future__ import annotations

import numpy as np

from ...kernel.array_types import Float32s, Float64s, Records, UInt8s, Whole
from ...kernel.jit import entry, helper, routine
from ...kernel.layout import BLACK
from ...kernel.moves import copy_state
from ...kernel.taxes import reckon
from ..legal_actions import ILLEGAL, LEGAL
from .choice import best_by_halving, best_by_puct, most_behind, note_try, plan, weigh
from .growth import inspect, sprout, state_at, utility_of
from .memory import FRESH, GROWN, GUMBEL, PASSED_OUT, WAITING, Pool, Slots, Task

_ENDS = 64
"""Simulations that may meet ended games in one round of a tree, so that a round ends where nothing else is left."""


@helper
def edge_from(pool: Pool, task: Task, r: int, node: int) -> int:
    """Return the edge that a simulation takes from a node."""
    settings = task.settings
    is_root = node == pool.roots[r].node
    if settings[0].method == GUMBEL:
        if is_root:
            return best_by_halving(pool, r, settings, task.scores)
        return most_behind(pool, node, settings, task.scores)
    return best_by_puct(pool, node, settings, settings[0].root_fpu if is_root else settings[0].fpu)


@helper
def back_up(pool: Pool, r: int, leaf: int, waited: int) -> None:
    """Credit a leaf's own worth to it and to all above it; ``waited`` is 1 where it had to be evaluated."""
    nodes = pool.nodes
    utility = np.float64(nodes[leaf].own_utility)
    result = np.float64(nodes[leaf].own_result)
    margin = np.float64(nodes[leaf].own_margin)
    node = leaf
    while node != 0:
        nodes[node].visits += 1
        nodes[node].pending -= waited
        nodes[node].utility += utility
        nodes[node].result += result
        nodes[node].margin += margin
        node = nodes[node].parent


@helper
def credit_end(pool: Pool, task: Task, r: int, node: int) -> None:
    """Credit an ended game."""
    state = state_at(pool, node)
    if not pool.nodes[node].settles:
        reckon(state, task.net, task.bench.scratch, task.bench.owner, state.table[0].scoring)
        for p in range(len(state.points)):
            pool.ownership[r, p] += task.bench.owner[p]
        pool.roots[r].owned += 1
    back_up(pool, r, node, np.uint32(0))


@helper
def lay_out(pool: Pool, slots: Slots, r: int, node: int, slot: int) -> None:
    """Put a leaf where it is evaluated, and let those above it know that somebody waits."""
    copy_state(state_at(pool, node), state_at(slots, slot))
    slots.node[slot] = node
    slots.root[slot] = r
    slots.turns[slot] = pool.nodes[node].turns
    pool.nodes[node].status = WAITING
    above = node
    while above != 0:
        pool.nodes[above].pending += 1
        above = pool.nodes[above].parent


@routine
def simulate(pool: Pool, task: Task, slots: Slots, r: int, slot: int) -> int:
    """Run one simulation of a tree; return 1 where it left a leaf in the slot."""
    nodes, edges = pool.nodes, pool.edges
    node = pool.roots[r].node
    first = np.int64(-1)
    while nodes[node].status == GROWN:
        e = np.int64(edge_from(pool, task, r, node))
        if first < 0:
            first = e
        child = edges[node, e].child
        if child == 0:
            child = sprout(pool, task, node, edges[node, e].action)
            if child == 0:
                pool.roots[r].left = 0
                pool.roots[r].full = 1
                return 0
            edges[node, e].child = child
            nodes[node].seen += edges[node, e].prior
        node = child
    if nodes[node].status == WAITING:
        pool.roots[r].stalled = 1
        return 0
    if first >= 0:
        pool.roots[r].left -= 1
        note_try(pool, r, first)
    else:
        pool.roots[r].stalled = 1  # there is nothing below the root yet
    if nodes[node].status == FRESH and inspect(pool, task, pool.history[r], node, slots.legal[slot]):
        lay_out(pool, slots, r, node, slot)
        return 1
    if first < 0:
        pool.roots[r].left = 0  # the game is over
    credit_end(pool, task, r, node)
    pool.roots[r].ends += 1
    if pool.roots[r].ends >= _ENDS:
        pool.roots[r].stalled = 1
    return 0


@entry
def select(pool: Pool, task: Task, slots: Slots, begin: int, wanted: int, each: int) -> tuple[int, int]:
    """Collect leaves, one of every tree in turn from tree ``begin`` on, until ``wanted`` are laid out or none is left.

    No tree gives more than ``each``. Returns how many there are, and the tree with which to begin next.
    """
    roots = pool.roots
    count = 0
    for r in range(len(roots)):
        roots[r].stalled = 0
        roots[r].ends = 0
        roots[r].laid = 0
    r = begin
    idle = 0
    while count < wanted and idle < len(roots):
        idle += 1
        node = roots[r].node
        if node != 0 and not roots[r].stalled and (roots[r].left > 0 or pool.nodes[node].status == FRESH):
            laid = simulate(pool, task, slots, r, count)
            count += laid
            roots[r].laid += laid
            if roots[r].laid >= each:
                roots[r].stalled = 1
            idle = 0
        r = (r + 1) % len(roots)
    return count, r


@helper
def leave_out(pool: Pool, node: int, legal: UInt8s) -> None:
    """Strike the actions that are barred at a node from the legal ones, unless nothing else is legal there."""
    depth = 0
    above = pool.nodes[node].parent
    while above != 0:
        depth += 1
        above = pool.nodes[above].parent
    row = pool.barred[np.int64(pool.table[node, 0].to_move) - 1]
    left = 0
    for a in range(len(legal)):
        if legal[a] == LEGAL and depth >= row[a]:
            left += 1
    for a in range(len(legal)):
        if left > 0 and legal[a] == LEGAL and depth < row[a]:
            legal[a] = ILLEGAL


@helper
def write_edges(pool: Pool, node: int, legal: UInt8s, policy: Float32s) -> None:
    """Give a node an edge for every legal action, with its share of the policy; all the same where that has none."""
    if len(pool.barred) > 0:
        leave_out(pool, node, legal)
    total = 0.0
    count = 0
    for a in range(len(legal)):
        if legal[a] == LEGAL:
            count += 1
            total += max(0.0, np.float64(policy[a]))
    even = not (total > 1e-30 and total < 1e30)
    place = 0
    for a in range(len(legal)):
        if legal[a] == LEGAL:
            edge = pool.edges[node, place]
            edge.prior = 1.0 / count if even else max(0.0, np.float64(policy[a])) / total
            edge.noise = 0
            edge.action = a
            edge.child = 0
            edge.tries = 0
            place += 1
    pool.nodes[node].edges = count
    pool.nodes[node].status = GROWN


@entry
def absorb(
    pool: Pool,
    settings: Records,
    slots: Slots,
    count: int,
    policy: Float32s,
    value: Float32s,
    margin: Float32s,
    ownership: Float32s,
) -> None:
    """Take over what was said of the leaves, each seen by the side to move there, and credit it up to the roots."""
    for slot in range(count):
        node = slots.node[slot]
        r = slots.root[slot]
        if pool.nodes[node].settles:
            pool.nodes[node].status = PASSED_OUT
        else:
            write_edges(pool, node, slots.legal[slot], policy[slot])
        sign = 1.0 if slots.table[slot, 0].to_move == BLACK else -1.0
        result = min(1.0, max(-1.0, np.float64(value[slot])))
        lead = np.float64(margin[slot])
        pool.nodes[node].own_utility = sign * utility_of(settings, result, lead)
        pool.nodes[node].own_result = sign * result
        pool.nodes[node].own_margin = sign * lead
        for p in range(ownership.shape[1]):
            pool.ownership[r, p] += sign * ownership[slot, p]
        pool.roots[r].owned += 1
        back_up(pool, r, node, np.uint32(1))


@entry
def begin_halving(pool: Pool, r: Whole, most: int, budget: int) -> None:
    """Begin sequential halving at a root that has its edges."""
    plan(pool.roots[r], pool.nodes[pool.roots[r].node].edges, most, budget)


@entry
def improve(pool: Pool, node: Whole, settings: Records, scores: Float64s) -> None:
    """Write the logits of a node's improved policy, edge by edge."""
    weigh(pool, node, settings, scores)


@entry
def discard(pool: Pool, node: Whole, kept: Whole) -> None:
    """Set free a node and all below it but the tree of ``kept``."""
    free = pool.free
    i = np.int64(free[0]) + 1
    end = i
    if node != kept:
        free[end] = node
        end += 1
    while i < end:
        above = free[i]
        i += 1
        if pool.nodes[above].status == GROWN:
            for e in range(pool.nodes[above].edges):
                child = pool.edges[above, e].child
                if child != 0 and child != kept:
                    free[end] = child
                    end += 1
    free[0] = end - 1


__all__ = ["absorb", "begin_halving", "discard", "improve", "select"]
