"""Scores other than the points of the board (spec 6.8): coupons, pass stones, weights of points, and payoffs."""

from __future__ import annotations

import math

import numpy as np

from ..rules.counting import CENTRE, CORNER
from .array_types import Int8s, Records
from .jit import helper, routine
from .layout import WHITE, Adjacency, StateArrays

CORNERS, ALL_CORNERS, CENTRE_TOO = 4, 20.0, 5.0
"""The number of corners, the bonus for all of them, and the bonus for the centre as well."""


@routine
def take_coupon(table: Records) -> None:
    """Give the side to move the highest coupon; positions with different numbers of coupons left differ (spec 6.8)."""
    value = table[0].coupons
    table[table[0].to_move].coupons += value
    left = np.uint32(0)
    if value > table[0].coupon_last:
        left = np.uint32(value - table[0].coupon_step)
    table[0].coupons = left
    table[0].key ^= value ^ left


@routine
def weighed(state: StateArrays, adjacency: Adjacency, owner: Int8s) -> tuple[float, float]:
    """Add up the weights of both sides' points, and the bonuses for the corners and the centre."""
    at = state.table[0].weights_at
    black = 0.0
    white = 0.0
    corners = 0
    centre = 0
    for p in range(state.table[0].points):
        weight = adjacency.links[at + p]
        if owner[p] > 0:
            black += weight & (CORNER - 1)
        elif owner[p] < 0:
            white += weight & (CORNER - 1)
        if weight & CORNER:
            corners += owner[p]
        if weight & CENTRE:
            centre = owner[p]
    if corners == CORNERS:
        black += ALL_CORNERS + (CENTRE_TOO if centre > 0 else 0.0)
    elif corners == -CORNERS:
        white += ALL_CORNERS + (CENTRE_TOO if centre < 0 else 0.0)
    return black, white


@helper
def owes_last_stone(table: Records) -> bool:
    """Return whether White must still hand over a pass stone, because Black passed last and the game is over."""
    ended = table[0].passes_to_end and table[0].passes >= table[0].passes_to_end
    owes: bool = table[0].pass_stones and ended and table[0].to_move == WHITE
    return owes


@helper
def hahn_share(margin: float) -> float:
    """Return Black's share of the points of a game in Hahn's system, from 0 to 1, for a winning margin."""
    steps = min(5, math.ceil(abs(margin) / 10.0))
    return (5 + steps) / 10.0 if margin > 0 else (5 - steps) / 10.0
