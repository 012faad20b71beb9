"""Situations as keys, for the comparisons of a rule of repetition (spec 1a), and how often they occurred."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ..kernel.array_types import Records, UInt32s, UInt64s
from ..kernel.hashing import first_slot, next_slot
from ..kernel.jit import helper, routine
from ..kernel.layout import BLACK, StateArrays
from ..kernel.mixing import mixed, mixed_all
from ..kernel.moves import tao_price
from ..rules import Rules
from .nodes import (
    FREE,
    INCURSION,
    NATURAL,
    ORDER,
    POSITIONAL,
    PRISONERS,
    RECAPTURE,
    SITUATIONAL,
    TAO_BOUGHT,
    TAO_IN_HAND,
    TAO_PRICE,
    THIRD,
    TILES,
    WHOLE,
    repetition_code,
)

OBEYED: Final = (FREE, POSITIONAL, SITUATIONAL, NATURAL, THIRD, WHOLE)
"""The rules of repetition that the tree supports."""

NOTHING = np.uint64(0)
"""In place of a key on the path, if the turn created no position. No situation has this key."""

ANYBODY: Final = 3
"""In place of a player if the rule compares only positions: otherwise the empty board's key, 0, would be `NOTHING`."""


@helper
def situation_key(settings: Records, key: np.uint64, mover: int, following: int) -> np.uint64:
    """Return the key of a position together with the player that the rule of repetition compares."""
    rule = settings[0].repetition
    if rule in (SITUATIONAL, THIRD, WHOLE):
        return mixed(key + np.uint64(following))
    if rule == NATURAL:
        return mixed(key + np.uint64(mover))
    return mixed(key + np.uint64(ANYBODY))


@helper
def following_player(table: Records) -> int:
    """Return the side that moves after a placement by the side to move (spec 0.6, 6.7)."""
    return table[0].following if table[0].irregular else 3 - table[0].to_move


@helper
def both(key: np.uint64, black: int, white: int) -> np.uint64:
    """Mix a number of Black's and one of White's into a key."""
    return mixed(mixed(key ^ np.uint64(black)) ^ np.uint64(white))


@routine
def whole_key(state: StateArrays, prices: UInt32s, parts: int, key: np.uint64) -> np.uint64:
    """Mix the rest of a position's whole state into its key (spec 1.6), in the order of the table.

    Tiles are never removed, so their number distinguishes the states of one game.
    """
    points, table = state
    if parts & TILES:
        tiles = np.uint64(0)
        for p in range(len(points)):
            tiles += np.uint64(points[p].tiles)
        key = mixed(key ^ tiles)
    if parts & INCURSION:
        key = mixed(key ^ np.uint64(table[0].incursion))
    if parts & PRISONERS:
        key = both(key, table[1].prisoners, table[2].prisoners)
    if parts & TAO_IN_HAND:
        key = both(key, table[1].tao_in_hand, table[2].tao_in_hand)
    if parts & TAO_BOUGHT:
        key = both(key, table[1].tao_bought, table[2].tao_bought)
    if parts & TAO_PRICE:
        key = mixed(key ^ np.uint64(tao_price(table, prices, BLACK)))
    if parts & ORDER:
        key = mixed(key ^ np.uint64(table[0].order_turn))
    if parts & RECAPTURE:
        key = mixed(key ^ np.uint64(table[0].bar))
    return key


@helper
def times_seen(history: UInt64s, keys_of_path: UInt64s, depth: int, key: np.uint64) -> int:
    """Count how often a situation has occurred, in the game and on the path."""
    count = 0
    slot = first_slot(history, key)
    while history[slot] != 0:
        if history[slot] == key:
            count += 1
        slot = next_slot(history, slot)
    for d in range(depth):
        if keys_of_path[d] == key:
            count += 1
    return count


def situation_keys(
    rules: Rules,
    keys: Sequence[int],
    creators: Sequence[int],
    followers: Sequence[int],
    rests: Sequence[Sequence[int]],
) -> list[int]:
    """Return the keys of earlier situations for `Search.begin`: see `situations.situation_key`.

    ``keys`` are the positions', ``creators`` and ``followers`` the player who made each by a placement (0: none) and
    the next to move (1 Black, 2 White), ``rests`` the rest of the whole states (spec 1.6), in the order of its table.
    """
    rule = repetition_code("a search", rules, OBEYED)
    if rule == FREE:
        return []
    added = {POSITIONAL: [ANYBODY] * len(keys), NATURAL: creators}.get(rule, followers)
    with np.errstate(over="ignore"):
        found = mixed_all(np.array(keys, np.uint64) + np.array(added, np.uint64))
    if rule == NATURAL:
        found = found[np.array(creators) != 0]
    if rule == WHOLE:
        for numbers in zip(*rests, strict=True):
            found = mixed_all(found ^ np.array(numbers, np.uint64))
    return [int(key) for key in found]
