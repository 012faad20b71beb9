"""The legal actions of a game: by a quick check of a point if that suffices, otherwise by the kernel's judgement."""

from __future__ import annotations

import numpy as np

from ...kernel.array_types import Bools
from ...kernel.chains import stone_key
from ...kernel.jit import helper, routine
from ...kernel.layout import KO, SIMPLE_KO, VACANT, StateArrays
from ...kernel.moves import judge, may_put_tao
from ...kernel.playout import lives, may_be_forbidden
from ...search.nodes import FREE, WHOLE
from ...search.situations import following_player
from .arrays import NO_ACTION, Fixed, Memory, Workspace
from .history import is_barred, is_previous, may_be_known, state_of

LEGAL, ILLEGAL, UNSURE, REPEATS = 0, 1, 2, 3


@helper
def glance(state: StateArrays, fixed: Fixed, space: Workspace, p: int, careful: bool) -> int:
    """Judge a placement on an open point from its neighbours: LEGAL, ILLEGAL or UNSURE, ignoring history.

    ``careful``: suicides must be judged in full even if allowed, as they may repeat a position.
    """
    points, table = state
    if table[0].placing:
        return UNSURE
    if table[0].special:
        if may_be_forbidden(state, fixed.adjacency, p):
            return UNSURE
        if table[0].suicide:
            return UNSURE if careful and (fixed.adjacency.wide is not None or points[p].vacancies == 0) else LEGAL
    elif p == table[0].captured:
        return UNSURE
    alive = lives(state, fixed.adjacency, space.bench, p, table[0].to_move)
    return LEGAL if alive else ILLEGAL


@helper
def is_new(memory: Memory, b: int, fixed: Fixed, p: int, colour: int) -> bool:
    """Return whether a stone that lives without captures surely makes a new position.

    False means unknown, as it does for captures, whose key is not computed here.
    """
    points = memory.points[b]
    if not memory.lost[b, p] & colour:  # such a stone stands there for the first time
        return True
    if fixed.adjacency.wide is not None or points[p].tao:
        return False
    first = points[p].neighbours_at
    for k in range(first, first + points[p].degree):
        r = fixed.adjacency.links[k]
        if points[r].colour == 3 - colour and points[points[r].chain].liberties <= points[p].degree:
            return False
    key = memory.table[b, 0].key ^ stone_key(state_of(memory, b), fixed.adjacency, p, colour)
    return not may_be_known(memory, b, key)


@routine
def judge_fully(memory: Memory, b: int, fixed: Fixed, space: Workspace, p: int, careful: bool) -> int:
    """Judge a placement on an open point in full, including history: LEGAL, ILLEGAL or REPEATS."""
    state = state_of(memory, b)
    table = state.table
    colour = table[0].to_move
    reasons, key, _removed, own = judge(state, fixed.adjacency, space.bench, p, colour)
    barred = reasons == KO
    if barred and table[0].ko_rule == SIMPLE_KO:  # two positions with one key: spec 1.10
        barred = is_previous(memory, b, fixed, space, p, colour)
    if reasons & ~KO:
        return ILLEGAL
    if not barred and careful and not table[0].placing and (own > 0 or memory.lost[b, p] & colour):
        barred = is_barred(memory, b, fixed, space, p, key, colour, following_player(table))
    return REPEATS if barred else LEGAL


@routine
def list_placements(memory: Memory, b: int, mask: Bools, fixed: Fixed, space: Workspace) -> int:
    """Mark the legal placements, and the barred points in the workspace; return the number of legal ones."""
    state = state_of(memory, b)
    points, table = state
    colour = table[0].to_move
    careful = fixed.settings[0].repetition != FREE and fixed.settings[0].repetition != WHOLE
    count = 0
    for q in range(len(points)):  # sequential memory access is faster than the list of open points
        p = np.uint32(q)
        if points[p].colour != VACANT or (points[p].footprints and not table[0].own_overlap):
            continue
        verdict = glance(state, fixed, space, p, careful)
        if verdict == UNSURE or (careful and verdict == LEGAL and not is_new(memory, b, fixed, p, colour)):
            verdict = judge_fully(memory, b, fixed, space, p, careful)
        if verdict == LEGAL:
            mask[p] = True
            count += 1
        elif verdict == REPEATS:
            space.barred[p] = 1
    return count


@helper
def list_actions(memory: Memory, b: int, mask: Bools, fixed: Fixed, space: Workspace) -> int:
    """Write the mask of legal actions; return their number."""
    table = memory.table[b]
    points = memory.points[b]
    for a in range(len(mask)):
        mask[a] = False
    for p in range(len(points)):
        space.barred[p] = 0
    count = list_placements(memory, b, mask, fixed, space)
    if table[0].placing:
        return count
    settings = fixed.settings[0]
    is_second = memory.games[b].turns == 1 and table[0].to_move != fixed.start.table[0].to_move
    if settings.swap_at != NO_ACTION and is_second and memory.moves[b, 0] < len(points):
        mask[settings.swap_at] = True  # not counted: a side without other actions has lost
    if settings.pass_at != NO_ACTION and not (table[0].must_place and count):
        mask[settings.pass_at] = True
        count += 1
    if settings.return_at != NO_ACTION and table[table[0].to_move].prisoners:
        mask[settings.return_at] = True
        count += 1
    if settings.tao_at != NO_ACTION and may_put_tao(table, fixed.prices, table[0].to_move):
        for i in range(table[0].open):
            p = points[i].open
            if points[p].colour == VACANT and points[p].footprints == 0 and not points[p].tao:
                mask[settings.tao_at + p] = True
                count += 1
    return count
