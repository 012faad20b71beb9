"""Which actions are legal, as a search sees them: its keys stand for the history and for the path below the root."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernel.array_types import Records, UInt8s, UInt64s
from ..kernel.jit import helper
from ..kernel.layout import BLACK, KO, Bench, NetArrays, StateArrays
from ..kernel.moves import judge, may_put_tao
from .nodes import FREE, THIRD, WHOLE
from .situations import situation_key, times_seen

ILLEGAL, LEGAL, REPEATS = 0, 1, 2
"""Of an action: REPEATS is forbidden by the rule of repetition alone."""


class Judging(NamedTuple):
    """What judging an action takes beside the position; a search's own tuple may stand for it."""

    net: NetArrays
    prices: NDArray[np.uint32]  # of a player's next Tao stones
    settings: NDArray[Any]  # 1: with `repetition`
    bench: Bench
    keys: NDArray[np.uint64]  # the situations on the path


@helper
def following_player(table: Records) -> int:
    """Return who moves after a placement by the side to move (spec 0.6)."""
    if table[0].opening and (table[0].placing > 1 or table[0].handicap_turns > 1):
        return BLACK
    return 3 - table[0].to_move


@helper
def list_placements(state: StateArrays, judging: Judging, history: UInt64s, depth: int, row: UInt8s) -> int:
    """Write which stones may be placed; return how many. ``depth`` of the keys are those of the path."""
    points, table = state
    settings = judging.settings
    rule = settings[0].repetition
    looks_back = rule != FREE and rule != WHOLE and not table[0].placing
    most = 1 if rule == THIRD else 0
    colour = table[0].to_move
    following = following_player(table)
    count = 0
    for i in range(table[0].open):
        p = points[i].open
        reasons, key, _removed, _own = judge(state, judging.net, judging.bench, p, colour)
        if reasons == KO:
            row[p] = REPEATS
        elif reasons == 0:
            repeats = False
            if looks_back:
                situation = situation_key(settings, key, colour, following)
                repeats = times_seen(history, judging.keys, depth, situation) > most
            row[p] = REPEATS if repeats else LEGAL
            count += 0 if repeats else 1
    return count


@helper
def list_others(state: StateArrays, judging: Judging, row: UInt8s) -> int:
    """Write which other actions are legal: Tao stones, a pass, a return; return how many."""
    points, table = state
    n = np.int64(len(points))
    colour = table[0].to_move
    count = 0
    if table[0].placing:
        return count
    if table[0].tao_on and may_put_tao(table, judging.prices, colour):
        for p in range(n):
            if points[p].colour == 0 and points[p].tao == 0 and points[p].footprints == 0:
                row[n + p] = LEGAL
                count += 1
    if table[0].may_pass:
        row[2 * n] = LEGAL
        count += 1
    if table[0].may_return and table[colour].prisoners:
        row[2 * n + 1] = LEGAL
        count += 1
    return count
