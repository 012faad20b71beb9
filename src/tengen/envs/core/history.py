"""Exact repetition (spec 1a) in memory of a fixed size.

The history holds a key for every turn and the changes of points in between, so that undoing changes restores an earlier
position: a matching key is confirmed by comparing every point (spec 1.10).
"""

from __future__ import annotations

import numpy as np

from ...kernel.array_types import Records
from ...kernel.chains import put
from ...kernel.hashing import first_slot, free_slot, next_slot
from ...kernel.jit import helper, routine
from ...kernel.layout import BLACK, StateArrays
from ...kernel.moves import copy_state, tao_price
from ...search.nodes import FREE, NATURAL, POSITIONAL, SITUATIONAL, THIRD, WHOLE
from .arrays import PLACE_BITS, TAO_BIT, Fixed, Memory, Workspace

OBEYED = (FREE, POSITIONAL, SITUATIONAL, NATURAL, THIRD, WHOLE)
"""The rules of repetition that a batch of games supports."""
PARTS = ("tiles", "incursion", "prisoners", "tao_in_hand", "tao_bought", "tao_price", "order", "recapture")
"""The parts of the whole state (spec 1.6) that `comes_back` compares."""

_TAG_SHIFT = np.uint64(32 + PLACE_BITS)
_PLACE_MASK = np.uint32((1 << PLACE_BITS) - 1)
_TAG_MASK = np.uint32(0xFFFFFFFF ^ ((1 << PLACE_BITS) - 1))


@helper
def state_of(memory: Memory, b: int) -> StateArrays:
    """Return a game's state."""
    return StateArrays(memory.points[b], memory.table[b])


@helper
def content(points: Records, p: int) -> int:
    """Return the content of a point, as the ring of past positions holds it."""
    return points[p].colour | (TAO_BIT if points[p].tao else 0)


@helper
def tag_of(key: np.uint64) -> np.uint32:
    """Return the part of a key in its slot, which rules most other keys out immediately."""
    return np.uint32(key >> _TAG_SHIFT) << np.uint32(PLACE_BITS)


@helper
def place_in(slot: np.uint32) -> np.uint32:
    """Return the place in the history in a slot."""
    return (slot & _PLACE_MASK) - np.uint32(1)


@helper
def may_be_known(memory: Memory, b: int, key: np.uint64) -> bool:
    """Return whether a key may be in the history: False is certain, True must be checked."""
    tag = tag_of(key)
    slots = memory.slots[b]
    slot = first_slot(slots, key)
    while slots[slot] != 0:
        if slots[slot] & _TAG_MASK == tag:
            return True
        slot = next_slot(slots, slot)
    return False


@helper
def clear_history(memory: Memory, b: int) -> None:
    """Clear the history, which begins with the next situation."""
    memory.games[b].situations = 0
    memory.games[b].changes = 0
    memory.games[b].growth = 0
    for i in range(memory.slots.shape[1]):
        memory.slots[b, i] = 0
    for p in range(memory.lost.shape[1]):
        memory.lost[b, p] = 0


@helper
def enter(memory: Memory, b: int, fixed: Fixed, creator: int) -> None:
    """Add the current situation to the history."""
    table = memory.table[b]
    place = memory.games[b].situations
    situation = memory.situations[b, place]
    situation.key = table[0].key
    situation.changes = memory.games[b].changes
    situation.to_play = table[0].to_move
    situation.creator = creator
    if fixed.settings[0].repetition == WHOLE:
        rest = memory.rests[b, place]
        rest.growth = memory.games[b].growth
        rest.black_prisoners = table[1].prisoners
        rest.white_prisoners = table[2].prisoners
        rest.bar = table[0].bar
        if fixed.settings[0].whole_order:
            rest.order_turn = table[0].order_turn
        rest.incursion = table[0].incursion
        rest.tao_price = tao_price(table, fixed.prices, BLACK) if table[0].tao_last else 0
    memory.games[b].situations = place + 1
    slots = memory.slots[b]
    slots[free_slot(slots, table[0].key)] = np.uint32(place + 1) | tag_of(table[0].key)


@helper
def note_change(memory: Memory, b: int, p: int, before: int) -> None:
    """Record the content of a point before the turn, and a stone that it lost."""
    count = memory.games[b].changes
    memory.changes[b, count] = p * 8 + before
    memory.games[b].changes = count + 1
    memory.lost[b, p] |= before & 3


@routine
def stood_before(memory: Memory, b: int, space: Workspace, place: int, n: int) -> bool:
    """Return whether the position in trial 0 is that of a place in the history."""
    now = memory.past[b, memory.games[b].latest]
    wanted = space.trial[0]
    found = space.trial[1]
    for p in range(n):
        found[p] = now[p]
    for i in range(np.int64(memory.games[b].changes) - 1, np.int64(memory.situations[b, place].changes) - 1, -1):
        change = memory.changes[b, i]
        found[change >> 3] = change & 7
    for p in range(n):  # noqa: SIM110 (Numba has no all())
        if found[p] != wanted[p]:
            return False
    return True


@routine
def imagine(memory: Memory, b: int, fixed: Fixed, space: Workspace, p: int, colour: int) -> None:
    """Write the position after a placement into trial 0."""
    spare = space.bench.spare
    copy_state(state_of(memory, b), spare)
    put(spare, fixed.adjacency, space.bench.scratch, p, colour)
    for q in range(len(spare.points)):
        space.trial[0, q] = content(spare.points, q)


@helper
def counts_against(situation: np.record, rule: int, player: int, following: int) -> bool:
    """Return whether a rule forbids a placement by ``player`` to repeat the position of this situation."""
    if rule == NATURAL:
        return situation.creator == player
    if rule == POSITIONAL:
        return True
    return situation.to_play == following  # SITUATIONAL and THIRD: `OBEYED` has no other rule that forbids


@routine
def is_barred(
    memory: Memory, b: int, fixed: Fixed, space: Workspace, p: int, key: np.uint64, player: int, following: int
) -> bool:
    """Return whether the history forbids a placement that makes a position with this key."""
    rule = fixed.settings[0].repetition
    n = len(memory.points[b])
    left = 2 if rule == THIRD else 1
    imagined = False
    slots = memory.slots[b]
    slot = first_slot(slots, key)
    while slots[slot] != 0:
        place = place_in(slots[slot])
        situation = memory.situations[b, place]
        if situation.key == key and counts_against(situation, rule, player, following):
            if not imagined:
                imagine(memory, b, fixed, space, p, player)
                imagined = True
            if stood_before(memory, b, space, place, n):
                left -= 1
                if left == 0:
                    return True
        slot = next_slot(slots, slot)
    return False


@routine
def is_previous(memory: Memory, b: int, fixed: Fixed, space: Workspace, p: int, player: int) -> bool:
    """Return whether a placement restores the position before the last turn (spec 1.2)."""
    if memory.games[b].filled < 2:
        return False
    imagine(memory, b, fixed, space, p, player)
    ring = memory.past.shape[1]
    before = memory.past[b, (memory.games[b].latest + ring - 1) % ring]
    for q in range(len(before)):  # noqa: SIM110 (Numba has no all())
        if before[q] != space.trial[0, q]:
            return False
    return True


@routine
def comes_back(memory: Memory, b: int, space: Workspace, whole_prisoners: bool) -> bool:
    """Return whether the whole state occurred before the last situation entered (spec 1.6).

    Tiles and Tao stones are never removed, so their sum shows whether any has been added since.
    """
    table = memory.table[b]
    n = memory.past.shape[2]
    present = memory.past[b, memory.games[b].latest]
    for p in range(n):
        space.trial[0, p] = present[p]
    slots = memory.slots[b]
    slot = first_slot(slots, table[0].key)
    while slots[slot] != 0:
        place = place_in(slots[slot])
        situation = memory.situations[b, place]
        then = memory.rests[b, place]
        same = (
            place + 1 != memory.games[b].situations
            and situation.key == table[0].key
            and situation.to_play == table[0].to_move
            and then.growth == memory.games[b].growth
            and then.incursion == table[0].incursion
            and then.bar == table[0].bar
            and then.order_turn == memory.rests[b, memory.games[b].situations - 1].order_turn
            and then.tao_price == memory.rests[b, memory.games[b].situations - 1].tao_price
        )
        if same and whole_prisoners:
            same = then.black_prisoners == table[1].prisoners and then.white_prisoners == table[2].prisoners
        if same and stood_before(memory, b, space, place, n):
            return True
        slot = next_slot(slots, slot)
    return False
