"""Which edge a simulation takes: PUCT as in AlphaZero and KataGo, or Gumbel with sequential halving at the root.

PUCT: Silver et al. 2018; first-play urgency and the growth of exploration: Wu 2019. Gumbel: Danihelka et al. 2022,
"Policy improvement by planning with Gumbel": halving at the root, completed values, and below the root the action
whose share of the visits is furthest behind the improved policy.
"""

from __future__ import annotations

import math

import numpy as np

from ...kernel.array_types import Float64s, Records
from ...kernel.jit import helper, routine
from ...kernel.layout import BLACK
from .memory import Pool

_LEAST = 1e-8
"""The least a prior counts where its logarithm is taken."""


@helper
def side(pool: Pool, node: int) -> float:
    """Return 1 where Black moves at a node, else -1."""
    return 1.0 if pool.table[node, 0].to_move == BLACK else -1.0


@routine
def best_by_puct(pool: Pool, node: int, settings: Records, reduction: float) -> int:
    """Return the edge of the highest upper bound; ``reduction`` is that of first-play urgency."""
    nodes, edges = pool.nodes, pool.edges
    sign = side(pool, node)
    total = np.float64(nodes[node].visits) + np.float64(nodes[node].pending) - 1.0
    exploration = settings[0].cpuct + settings[0].cpuct_log * math.log(
        (total + settings[0].cpuct_base) / settings[0].cpuct_base
    )
    wonder = exploration * math.sqrt(total + 0.01)
    own = sign * nodes[node].utility / nodes[node].visits
    unseen = own - reduction * math.sqrt(nodes[node].seen)
    best = 0
    best_value = -math.inf
    for e in range(nodes[node].edges):
        child = edges[node, e].child
        tries = 0.0
        value = unseen
        if child != 0:
            pending = np.float64(nodes[child].pending)
            tries = np.float64(nodes[child].visits) + pending
            if tries > 0:
                value = (sign * nodes[child].utility - settings[0].loss * pending) / tries
        value += wonder * np.float64(edges[node, e].prior) / (1.0 + tries)
        if value > best_value:
            best_value = value
            best = e
    return best


@routine
def weigh(pool: Pool, node: int, settings: Records, scores: Float64s) -> None:
    """Write the logits of the improved policy: the prior's, and the completed values scaled by the visits.

    Actions that were not tried have the mixed value of the paper's appendix D. Values are taken from 0 to 1.
    """
    nodes, edges = pool.nodes, pool.edges
    sign = side(pool, node)
    visits = 0.0
    most = 0.0
    seen = 0.0
    expected = 0.0
    for e in range(nodes[node].edges):
        child = edges[node, e].child
        if child != 0 and nodes[child].visits > 0:
            tries = np.float64(nodes[child].visits)
            value = 0.5 + 0.5 * sign * nodes[child].utility / tries
            prior = max(np.float64(edges[node, e].prior), _LEAST)
            visits += tries
            most = max(most, tries)
            seen += prior
            expected += prior * value
    own = 0.5 + 0.5 * sign * np.float64(nodes[node].own_utility)
    mixed = own if visits == 0 else (own + visits * expected / seen) / (1.0 + visits)
    scale = (settings[0].visit_offset + most) * settings[0].value_scale
    for e in range(nodes[node].edges):
        child = edges[node, e].child
        value = mixed
        if child != 0 and nodes[child].visits > 0:
            value = 0.5 + 0.5 * sign * nodes[child].utility / np.float64(nodes[child].visits)
        scores[e] = math.log(max(np.float64(edges[node, e].prior), _LEAST)) + scale * value


@routine
def most_behind(pool: Pool, node: int, settings: Records, scores: Float64s) -> int:
    """Return the edge whose visits are furthest behind the improved policy; those that wait are counted."""
    nodes, edges = pool.nodes, pool.edges
    weigh(pool, node, settings, scores)
    count = nodes[node].edges
    highest = -math.inf
    for e in range(count):
        highest = max(highest, scores[e])
    sum_of = 0.0
    for e in range(count):
        scores[e] = math.exp(scores[e] - highest)
        sum_of += scores[e]
    total = np.float64(nodes[node].visits) + np.float64(nodes[node].pending)
    best = 0
    best_value = -math.inf
    for e in range(count):
        child = edges[node, e].child
        tries = 0.0
        if child != 0:
            tries = np.float64(nodes[child].visits) + np.float64(nodes[child].pending)
        value = scores[e] / sum_of - tries / total
        if value > best_value:
            best_value = value
            best = e
    return best


@helper
def passes_of(root: np.record) -> np.uint32:
    """Return how many passes a stage of sequential halving has: the budget is shared evenly among the stages."""
    stages = math.ceil(math.log2(np.float64(root.most)))
    return np.uint32(max(1, np.int64(np.float64(root.budget) / (stages * np.float64(root.considered)))))


@helper
def plan(root: np.record, count: int, most: int, budget: int) -> None:
    """Begin sequential halving over at most ``most`` of ``count`` actions."""
    root.most = min(np.int64(count), np.int64(most), max(1, np.int64(budget)))
    root.considered = root.most
    root.place = 0
    root.level = 0
    root.budget = budget
    root.passes = 0 if root.most < 2 else passes_of(root)


@routine
def best_by_halving(pool: Pool, r: int, settings: Records, scores: Float64s) -> int:
    """Return the root's edge to be tried next: the best of those that have not had their turn in this pass."""
    root = pool.roots[r]
    node = root.node
    weigh(pool, node, settings, scores)
    best = 0
    best_value = -math.inf
    for e in range(pool.nodes[node].edges):
        if pool.edges[node, e].tries == root.level:
            value = scores[e] + np.float64(pool.edges[node, e].noise)
            if value > best_value:
                best_value = value
                best = e
    return best


@helper
def note_try(pool: Pool, r: int, edge: int) -> None:
    """Note that the root's edge was tried, and go on to the next place, pass or stage of sequential halving."""
    node = pool.roots[r].node
    pool.edges[node, edge].tries += 1
    root = pool.roots[r]
    root.place += 1
    if root.place >= root.considered:
        root.place = 0
        root.level += 1
        if root.most > 1:
            root.passes -= 1
            if root.passes == 0:
                root.considered = max(2, root.considered // 2)
                root.passes = passes_of(root)
