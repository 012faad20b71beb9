"""The compiled steps of learning a policy from games: what a policy network sees of positions, and what was played."""

from __future__ import annotations

import numpy as np

from ..kernel.array_types import Int32s, UInt8s, UInt32s
from ..kernel.jit import entry
from ..kernel.moves import copy_state, judge, pass_turn, place
from ..search.nodes import SearchTask, SearchThread
from ..search.planes import MOVE, write_planes


@entry
def note_planes(
    task: SearchTask, thread: SearchThread, moves: UInt32s, wanted: UInt8s, planes: UInt8s, played: Int32s
) -> int:
    """Write the planes of the positions wanted of a game, and which point was played; return how many there are.

    ``planes`` has room for k positions: (k, n, PLANES).
    """
    state, net = thread.state, task.net
    n = np.uint32(len(state.points))
    copy_state(task.root, state)
    last = n
    before = n
    noted = 0
    for turn in range(len(moves)):
        p = moves[turn]
        if wanted[turn] and p < n and noted < len(played):
            write_planes(task, thread, np.int64(last), np.int64(before), planes[noted])
            if planes[noted, p, MOVE]:
                played[noted] = p
                noted += 1
        if p == n:
            pass_turn(state.table)
        else:
            reasons, _key, _removed, _own = judge(state, net, thread.bench, p, state.table[0].to_move)
            if reasons != 0:
                break
            place(state, net, thread.bench.scratch, p)
        before = last
        last = p
    return noted
