"""The compiled step of learning to foresee from games: what the network sees of positions."""

from __future__ import annotations

import numpy as np

from ..kernel.array_types import UInt8s, UInt32s
from ..kernel.jit import entry
from ..kernel.moves import copy_state, judge, pass_turn, place
from ..search.nodes import SearchTask, SearchThread
from ..search.planes import write_planes


@entry
def note_planes(task: SearchTask, thread: SearchThread, moves: UInt32s, wanted: UInt8s, planes: UInt8s) -> int:
    """Write the planes of the positions wanted of a game; return how many there are before a move that is illegal.

    ``planes`` has room for k positions: (k, n, PLANES).
    """
    state, adjacency = thread.state, task.adjacency
    n = np.uint32(len(state.points))
    copy_state(task.root, state)
    last = n
    before = n
    noted = 0
    for turn in range(len(moves)):
        p = moves[turn]
        if wanted[turn]:
            write_planes(task, thread, np.int64(last), np.int64(before), planes[noted])
            noted += 1
        if p == n:
            pass_turn(state.table)
        else:
            reasons, _key, _removed, _own = judge(state, adjacency, thread.bench, p, state.table[0].to_move)
            if reasons != 0:
                break
            place(state, adjacency, thread.bench.scratch, p)
        before = last
        last = p
    return noted
