"""How a tree grows: the state behind an action, the actions that are legal there, and what an ended game is worth."""

from __future__ import annotations

import math

import numpy as np

from ...kernel.array_types import Records, UInt8s, UInt64s
from ...kernel.jit import helper, routine
from ...kernel.layout import BLACK, StateArrays
from ...kernel.moves import copy_state, pass_turn, place, return_turn, tao_price, tao_turn
from ...kernel.taxes import reckon
from ..legal_actions import ILLEGAL, list_others, list_placements
from ..nodes import FREE, NATURAL, WHOLE
from ..situations import NOTHING, situation_key, times_seen, whole_key
from .memory import CUT, FRESH, PASSED_OUT, REPEATED, STUCK, Pool, Task


@helper
def state_at(pool: Pool, node: int) -> StateArrays:
    """Return a node's state."""
    return StateArrays(pool.points[node], pool.table[node])


@helper
def clear_node(node: np.record) -> None:
    """Make a node new."""
    node.utility = 0
    node.result = 0
    node.margin = 0
    node.seen = 0
    node.key = NOTHING
    node.own_utility = 0
    node.own_result = 0
    node.own_margin = 0
    node.visits = 0
    node.pending = 0
    node.parent = 0
    node.action = 0
    node.edges = 0
    node.turns = 0
    node.settles = 0
    node.status = FRESH


@helper
def take_node(pool: Pool) -> int:
    """Return a node that was free, made new; 0 where none is left."""
    left = pool.free[0]
    if left == 0:
        return np.uint32(0)
    node = pool.free[left]
    pool.free[0] = left - 1
    clear_node(pool.nodes[node])
    return node


@helper
def act(state: StateArrays, task: Task, action: int) -> None:
    """Make the turn that an action stands for."""
    table = state.table
    n = np.int64(len(state.points))
    if action < n:
        place(state, task.net, task.bench.scratch, np.uint32(action))
    elif action < 2 * n:
        tao_turn(state, task.net, np.uint32(action - n), tao_price(table, task.prices, table[0].to_move))
    elif action == 2 * n:
        pass_turn(table)
    else:
        return_turn(table)


@routine
def sprout(pool: Pool, task: Task, parent: int, action: int) -> int:
    """Make the node behind an action; return it, or 0 where none is free."""
    child = take_node(pool)
    if child == 0:
        return child
    state = state_at(pool, child)
    copy_state(state_at(pool, parent), state)
    mover = state.table[0].to_move
    act(state, task, np.int64(action))
    pool.nodes[child].parent = parent
    pool.nodes[child].action = action
    pool.nodes[child].turns = pool.nodes[parent].turns + 1
    pool.nodes[child].key = key_of(state, task, mover, action < len(state.points))
    return child


@helper
def key_of(state: StateArrays, task: Task, mover: int, is_placement: bool) -> np.uint64:
    """Return the key of the situation that a turn has made, NOTHING where the rule of repetition compares none."""
    table, settings = state.table, task.settings
    rule = settings[0].repetition
    if rule == FREE or table[0].placing or (rule == NATURAL and not is_placement):
        return NOTHING
    key = situation_key(settings, table[0].key, mover, table[0].to_move)
    return whole_key(state, task.prices, settings[0].whole, key)


@helper
def trace(pool: Pool, node: int, keys: UInt64s) -> int:
    """Write the keys of the situations from a node up to the root, without the root's; return how many."""
    count = 0
    while pool.nodes[node].parent != 0 and count < len(keys):
        keys[count] = pool.nodes[node].key
        count += 1
        node = pool.nodes[node].parent
    return count


@helper
def utility_of(settings: Records, result: float, margin: float) -> float:
    """Return what a result and a margin are worth to the side for which they are given, from -1 to 1.

    The margin's part is KataGo's: it grows with the arc tangent, so that a game that is won is not played away.
    """
    weight = settings[0].score_weight
    return (result + weight * math.atan(margin / settings[0].score_scale) * 2 / math.pi) / (1 + weight)


@routine
def finish(pool: Pool, task: Task, node: int, status: int) -> None:
    """Give a node in which the game has ended what it is worth."""
    state, settings = state_at(pool, node), task.settings
    table = state.table
    black, white = reckon(state, task.net, task.bench.scratch, task.bench.owner, table[0].scoring)
    margin = black - white - settings[0].komi
    result = 0.0
    utility = 0.0
    if status == STUCK:
        if settings[0].no_moves:
            result = -1.0 if table[0].to_move == BLACK else 1.0
            utility = result
    elif status != REPEATED and table[0].passes_to_end:
        result = 1.0 if margin > 0 else (-1.0 if margin < 0 else 0.0)
        utility = utility_of(settings, result, margin)
    pool.nodes[node].status = status
    pool.nodes[node].own_utility = utility
    pool.nodes[node].own_result = result
    pool.nodes[node].own_margin = margin


@routine
def inspect(pool: Pool, task: Task, history: UInt64s, node: int, row: UInt8s) -> bool:
    """Look at a fresh node: write its legal actions, or end it where the game has ended; say whether it goes on."""
    state, settings = state_at(pool, node), task.settings
    table = state.table
    for a in range(len(row)):
        row[a] = ILLEGAL
    depth = trace(pool, node, task.keys)
    key = pool.nodes[node].key
    status = FRESH
    if depth > 0:
        is_placement = pool.nodes[node].action < len(state.points)
        if settings[0].repetition == WHOLE and is_placement and key != NOTHING:
            task.keys[0] = NOTHING  # its own
            if times_seen(history, task.keys, depth, key) > 0:
                status = REPEATED
            task.keys[0] = key
    if status == FRESH and table[0].passes_to_end and table[0].passes >= table[0].passes_to_end:
        status = PASSED_OUT
        if settings[0].settled:
            table[0].passes = 0  # seen as if the game went on
            pool.nodes[node].settles = 1
    if status == FRESH or pool.nodes[node].settles:
        count = list_placements(state, task, history, depth, row)
        count += list_others(state, task, row)
        if pool.nodes[node].settles:
            status = FRESH
        elif count == 0:
            status = STUCK
        elif settings[0].limit and pool.nodes[node].turns >= settings[0].limit:
            status = CUT
    if status != FRESH:
        finish(pool, task, node, status)
    return status == FRESH
