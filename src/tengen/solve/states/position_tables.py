"""The tables of a retrograde solution, and the loops that fill them; `brackets` explains the method.

A *position* is the least image of (own, enemy) under the symmetries, packed as ``own | enemy << 32``. A *situation* is
a position without ko (the same number), or, from the number of positions on, one with a ko. Every loop here processes a
slice, so that the caller can be interrupted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...kernel.array_types import Array, Int8s, Int64s, UInt32s, UInt64s
from ...kernel.hashing import first_slot, next_slot
from ...kernel.jit import entry, helper
from ...kernel.mixing import mixed
from ..bitboards import (
    LONE_SUICIDE,
    NO_KO,
    Masks,
    all_points,
    area,
    bit,
    canonical,
    count,
    flood,
    image,
    ko_after,
    legal,
    low_bit,
    lowest,
    place,
)

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_KO_AT = np.uint64(58)
_LONE = np.uint64(1 << 57)
AREA, STONES = 0, 1


class ListedPositions(NamedTuple):
    """The positions of a board, by number, and their hash table."""

    keys: Array  # positions: uint64
    slots: Array  # uint32: a hash table of their numbers
    near: Array  # points: uint64, neighbours
    moved: Array  # the symmetries, as in `Bits`


class KoSituations(NamedTuple):
    """The situations with a ko, numbered after the positions, and their hash table."""

    keys: Array  # uint64
    slots: Array  # uint32
    skip: Array  # int64: the position's move that ko forbids, or, after a suicide of one stone, ``~`` the situation
    # that moves may not lead to
    count: Array  # 1: int64, their number


class SituationGraph(NamedTuple):
    """Edges of moves: the edges of position i are entries ``first[i]`` to ``first[i + 1]`` of ``moves_to``."""

    first: Array  # positions + 1: int64
    moves_to: Array  # uint32
    swap: Array  # positions: uint32, the position from the other side's view
    score: Array  # positions: int8
    ko_keys: Array
    ko_skip: Array


class SituationBounds(NamedTuple):
    """Bounds of every situation, and of every position's best placement: int8."""

    low: Array
    high: Array
    low_placing: Array
    high_placing: Array


@helper
def free(stones: np.uint64, vacant: np.uint64, near: Masks) -> bool:
    """Return whether every chain has a liberty."""
    while stones:
        chain, halo = flood(low_bit(stones), stones, near)
        if not halo & vacant:
            return False
        stones &= ~chain
    return True


@helper
def least(mask: np.uint64, moved: Masks) -> bool:
    """Return whether no symmetry makes a mask smaller."""
    for g in range(1, moved.shape[0]):  # noqa: SIM110
        if image(mask, g, moved) < mask:
            return False
    return True


@entry
def collect(start: int, stop: int, near: Masks, moved: Masks, keys: UInt64s, found: int) -> int:
    """Append, or with full ``keys`` count, the legal least positions whose own stones are one of the masks."""
    full = all_points(near)
    for own in range(start, stop):
        mine = np.uint64(own)
        if not least(mine, moved):
            continue
        around = full & ~mine
        enemy = around
        while True:
            vacant = around & ~enemy
            if free(mine, vacant, near) and free(enemy, vacant, near):
                best, other, _ = canonical(mine, enemy, NO_KO, moved)
                if best == mine and other == enemy:
                    if found < len(keys):
                        keys[found] = mine | enemy << _HALF
                    found += 1
            if not enemy:
                break
            enemy = (enemy - _ONE) & around
    return found


@helper
def slot_of(key: np.uint64, keys: UInt64s, slots: UInt32s) -> np.uint64:
    """Return the slot with the number of a key, plus 1, or the free one (0) for it."""
    at = first_slot(slots, mixed(key))
    while slots[at] and keys[slots[at] - 1] != key:
        at = next_slot(slots, at)
    return at


@helper
def find(key: np.uint64, keys: UInt64s, slots: UInt32s) -> int:
    """Return the number of a key, or -1."""
    return np.int64(slots[slot_of(key, keys, slots)]) - 1


@entry
def enter(start: int, stop: int, keys: UInt64s, slots: UInt32s) -> None:
    """Enter a slice of the keys into the hash table, whose size is a power of two."""
    for i in range(start, stop):
        slots[slot_of(keys[i], keys, slots)] = i + 1


@helper
def ko_key(position: int, ko: int) -> np.uint64:
    """Pack a position's number and a ko."""
    return np.uint64(position) | (np.uint64(ko) << _KO_AT if ko < NO_KO else _LONE)


@helper
def find_ko(position: int, ko: int, bound: int, kos: KoSituations) -> int:
    """Return the number of a situation with ko, entering it if it is new."""
    key = ko_key(position, ko)
    at = slot_of(key, kos.keys, kos.slots)
    if not kos.slots[at]:
        kos.keys[kos.count[0]] = key
        kos.count[0] += 1
        kos.slots[at] = kos.count[0]
    return bound + np.int64(kos.slots[at]) - 1


@entry
def survey(
    start: int,
    stop: int,
    listed: ListedPositions,
    suicide: bool,
    scoring: int,
    first: Int64s,
    swap: UInt32s,
    scores: Int8s,
) -> int:
    """Compute the other side's number, the score and the number of moves for a slice of positions.

    ``first[i + 1]`` becomes the number of moves of i. Returns an upper bound of the situations with ko.
    """
    keys, slots, near, moved = listed
    ways = 0
    for i in range(start, stop):
        own, enemy = keys[i] & _LOW, keys[i] >> _HALF
        moves = legal(own, enemy, NO_KO, near, suicide)
        first[i + 1] = count(moves)
        mine, theirs, _ = canonical(enemy, own, NO_KO, moved)
        swap[i] = find(mine | theirs << _HALF, keys, slots)
        scores[i] = area(own, enemy, near) if scoring == AREA else count(own) - count(enemy)
        while moves:
            ways += not near[lowest(moves)] & ~enemy
            moves &= moves - _ONE
    return ways


@entry
def link(
    start: int, stop: int, listed: ListedPositions, suicide: bool, graph: SituationGraph, kos: KoSituations
) -> None:
    """Compute the target of each move of a slice of positions, and the situations with ko."""
    keys, slots, near, moved = listed
    first, moves_to, swap = graph.first, graph.moves_to, graph.swap
    bound = len(keys)
    for i in range(start, stop):
        own, enemy = keys[i] & _LOW, keys[i] >> _HALF
        moves = legal(own, enemy, NO_KO, near, suicide)
        at = first[i]
        while moves:
            p = lowest(moves)
            moves &= moves - _ONE
            mine, theirs, taken, died = place(own, enemy, p, near)
            ko = ko_after(mine, theirs, p, taken, died, near)
            theirs, mine, ko = canonical(theirs, mine, ko, moved)
            target = find(theirs | mine << _HALF, keys, slots)
            if ko < NO_KO:
                before = legal(theirs, mine, NO_KO, near, suicide) & (bit(ko) - _ONE)
                target = find_ko(target, ko, bound, kos)
                kos.skip[target - bound] = count(before)
            elif ko == LONE_SUICIDE:
                target = find_ko(swap[i], ko, bound, kos)
                back = find_ko(i, ko, bound, kos)
                kos.skip[target - bound] = ~back
                kos.skip[back - bound] = ~target
            moves_to[at] = target
            at += 1


@helper
def best_answer(base: int, skip: int, graph: SituationGraph, ko: int, theirs: Int8s) -> int:
    """Return the best placement's value, from the values of the other side's situations."""
    first, moves_to, bound = graph.first, graph.moves_to, len(graph.score)
    best = np.int64(-127)
    for at in range(first[base], first[base + 1]):
        target = np.int64(moves_to[at])
        if at - first[base] == skip or ~target == skip:
            continue
        if target >= bound and not ko:
            target = np.int64(graph.ko_keys[target - bound] & _LOW)
        value = -np.int64(theirs[target])
        if value > best:
            best = value
    return best


@helper
def after_pass(i: int, graph: SituationGraph, placing: Int8s, other: Int8s, passes: int) -> int:
    """Return the value of a first pass: the other side places, or passes too (spec 1.12)."""
    s = graph.swap[i]
    reply = np.int64(graph.score[s])
    if passes == 3:
        reply = -max(np.int64(placing[i]), np.int64(graph.score[i]))
    return -max(np.int64(other[s]), reply)


@helper
def raise_to(value: Int8s, i: int, worth: int, sign: int) -> bool:
    """Raise a value if the new one is better for its side; return whether it changed."""
    if sign * value > sign * np.int64(worth[i]):
        worth[i] = value
        return True
    return False


@entry
def sweep(start: int, stop: int, passes: int, ko: bool, graph: SituationGraph, bounds: SituationBounds) -> int:
    """Improve the bounds of a slice of situations once (without ``ko``, of positions); return how many changed."""
    low, high, low_placing, high_placing = bounds
    bound = len(graph.score)
    changed = 0
    step = 1 if start < stop else -1
    for situation in range(start, stop, step):
        # The position, and the move that ko forbids there (otherwise a number that no move has).
        i, skip = situation, np.int64(1) << 40
        if situation >= bound:
            i, skip = np.int64(graph.ko_keys[situation - bound] & _LOW), graph.ko_skip[situation - bound]
        # Skip what is settled: equal bounds, including those of the best placement.
        known = low[situation] == high[situation]
        if known and (situation >= bound or low_placing[i] == high_placing[i]):
            continue
        # Placements: the opponent's upper bounds give our lower one, and vice versa.
        down = best_answer(i, skip, graph, ko, high)
        up = best_answer(i, skip, graph, ko, low)
        if situation < bound:
            changed += raise_to(down, i, low_placing, 1)
            changed += raise_to(up, i, high_placing, -1)
        # A pass, if it is better.
        down = max(down, after_pass(i, graph, low_placing, high_placing, passes))
        up = max(up, after_pass(i, graph, high_placing, low_placing, passes))
        changed += raise_to(down, situation, low, 1)
        changed += raise_to(up, situation, high, -1)
    return changed


@entry
def number(key: np.uint64, keys: UInt64s, slots: UInt32s) -> int:
    """Return the number of a position, or -1."""
    return find(key, keys, slots)


@entry
def ko_number(position: int, ko: int, bound: int, ko_keys: UInt64s, ko_slots: UInt32s) -> int:
    """Return the number of a situation with ko, or -1 if no play leads to it."""
    found = find(ko_key(position, ko), ko_keys, ko_slots)
    return found if found < 0 else bound + found
