"""Playouts from many positions, compiled."""

from __future__ import annotations

import numpy as np

from ...kernel.array_types import Float32s, Records
from ...kernel.jit import entry, helper
from ...kernel.layout import BLACK, WHITE, StateArrays
from ...kernel.moves import copy_state
from ..nodes import SearchTask, SearchThread
from ..policy import play_on
from ..tree import count_up


@helper
def lead_of(state: StateArrays, settings: Records) -> float:
    """Return Black's surplus of placements where territory is estimated from the area, else 0."""
    points, table = state
    if not settings[0].area_from:
        return 0.0
    lead = 0.0
    for p in range(len(points)):
        if points[p].colour == BLACK:
            lead += 1.0
        elif points[p].colour == WHITE:
            lead -= 1.0
    held = np.float64(table[BLACK].prisoners) - np.float64(table[WHITE].prisoners)
    return lead - table[0].prisoner_value * held


@entry
def play_out(
    task: SearchTask,
    thread: SearchThread,
    leaves: StateArrays,
    count: int,
    value: Float32s,
    margin: Float32s,
    ownership: Float32s,
) -> None:
    """Play games out from leaves; write the means of what they come to, as the side to move sees it."""
    s0 = thread.random[0]
    s1 = thread.random[1]
    n = np.uint32(len(thread.first))
    ko_rule = task.root.table[0].ko_rule
    for b in range(len(value)):
        leaf = StateArrays(leaves.points[b], leaves.table[b])
        sign = 1.0 if leaf.table[0].to_move == BLACK else -1.0
        lead = lead_of(leaf, task.settings)
        for _ in range(count):
            copy_state(leaf, thread.state)
            thread.state.table[0].ko_rule = ko_rule  # superko is taken as ko
            for p in range(n):
                thread.first[p] = 0
            last = leaf.table[0].last_point if leaf.table[0].passes == 0 else n
            stuck, s0, s1 = play_on(task, thread, last, n, s0, s1)
            over = count_up(task, thread, lead, False)
            black = 1.0 if over > 0 else (-1.0 if over < 0 else 0.0)
            if stuck:
                black = -1.0 if stuck == BLACK else 1.0
            value[b] += sign * black / count
            margin[b] += sign * over / count
            for p in range(n):
                ownership[b, p] += sign * thread.bench.owner[p] / count
    thread.random[0] = s0
    thread.random[1] = s1


__all__ = ["play_out"]
