"""The observation planes of a game, from the view of the side to move."""

from __future__ import annotations

import math

import numpy as np

from ...kernel.array_types import Float32s, Records, UInt8s, UInt32s
from ...kernel.chains import count_liberties
from ...kernel.jit import helper, routine
from ...kernel.layout import BLACK, VACANT
from ...kernel.moves import tao_price
from ...kernel.order import run_from
from .arrays import (
    BARRED,
    BOARD,
    INCURSION,
    KOMI,
    LIBERTIES,
    MOVING,
    NO_KOMI,
    OPPONENT,
    OPPONENT_HAND,
    OPPONENT_PRICE,
    OPPONENT_PRISONERS,
    OWN,
    OWN_COVER,
    OWN_HAND,
    OWN_PRICE,
    OWN_PRISONERS,
    PASSES,
    TAO,
    TILES,
    Fixed,
    Memory,
    Workspace,
)
from .history import state_of


@helper
def fill(plane: UInt8s, fixed: Fixed, value: int) -> None:
    """Write one value on every point."""
    value = np.uint8(value)
    if fixed.settings[0].identity:
        for i in range(len(fixed.cells)):
            plane[i] = value
    else:
        for p in range(len(fixed.cells)):
            plane[fixed.cells[p]] = value


@helper
def write_stones(plane: UInt8s, position: UInt8s, fixed: Fixed, colour: int) -> None:
    """Mark the stones of a colour in a position of the ring; compared in bytes, many at a time."""
    colour = np.uint8(colour)
    if fixed.settings[0].identity:
        for p in range(len(position)):
            plane[p] = np.uint8(position[p] == colour)
    else:
        for p in range(len(position)):
            plane[fixed.cells[p]] = np.uint8(position[p] == colour)


@helper
def covered(points: Records, p: int, colour: int) -> bool:
    """Return whether a stone of this colour covers a point."""
    covers = points[p].footprints
    return (covers & 65535 if colour == BLACK else covers >> 16) != 0


@helper
def capped(count: int) -> int:
    """Return a count as a plane can hold it."""
    return min(count, 255)


@helper
def value_at(points: Records, space: Workspace, kind: int, number: int, colour: int, p: int) -> int:
    """Return the value of a plane of points at a point."""
    if kind == LIBERTIES:
        if points[p].colour == VACANT:
            return 0
        found = space.counts[points[p].chain]
        return 1 if found == number or (number == 3 and found > 3) else 0
    if kind == TILES:
        return capped(points[p].tiles)
    if kind == TAO:
        return points[p].tao
    if kind == OWN_COVER:
        return 1 if covered(points, p, colour) else 0
    return 1 if covered(points, p, 3 - colour) else 0


@helper
def own_komi(memory: Memory, b: int, colour: int) -> float:
    """Return a colour's komi, negative if it has to give."""
    return memory.games[b].komi if colour != BLACK else -memory.games[b].komi


@helper
def komi_code(komi: float) -> int:
    """Return komi as a plane's value: half points from `NO_KOMI` on, 1 to 255."""
    return np.int64(min(max(math.floor(2 * komi + 0.5), -127), 127)) + NO_KOMI


@helper
def value_everywhere(table: Records, prices: UInt32s, kind: int, colour: int) -> int:
    """Return the value of a plane that is constant over points, except komi's."""
    if kind == OWN_PRISONERS:
        return capped(table[colour].prisoners)
    if kind == OPPONENT_PRISONERS:
        return capped(table[3 - colour].prisoners)
    if kind == OWN_HAND:
        return capped(table[colour].tao_in_hand)
    if kind == OPPONENT_HAND:
        return capped(table[3 - colour].tao_in_hand)
    if kind == OWN_PRICE:
        return capped(tao_price(table, prices, colour)) if table[0].tao_sold else 255
    if kind == OPPONENT_PRICE:
        return capped(tao_price(table, prices, 3 - colour)) if table[0].tao_sold else 255
    if kind == INCURSION:
        return table[0].incursion
    if kind == PASSES:
        return capped(table[0].passes)
    return 1 if colour == BLACK else 0


@routine
def write_still(planes: UInt8s, own: Float32s, fixed: Fixed) -> None:
    """Write once what never changes: planes of the board, and globals of the rules."""
    for c in range(len(fixed.codes)):
        kind = fixed.codes[c, 0]
        if kind >= BOARD:
            for p in range(len(fixed.cells)):
                planes[c, fixed.cells[p]] = fixed.still[kind - BOARD, p]
    for i in range(len(fixed.traits)):
        own[MOVING + i] = fixed.traits[i]


@helper
def write_globals(memory: Memory, b: int, own: Float32s, fixed: Fixed) -> None:
    """Write the globals that change from turn to turn, in the order of `planes.GLOBALS`."""
    table = memory.table[b]
    me = table[0].to_move
    you = 3 - me
    sold = table[0].tao_sold
    turns = np.float64(fixed.settings[0].limit) - memory.games[b].turns
    own[0] = own_komi(memory, b, me)
    own[1] = me == BLACK
    own[2] = turns / len(fixed.cells)
    own[3] = table[me].prisoners
    own[4] = table[you].prisoners
    own[5] = table[me].tao_in_hand
    own[6] = table[you].tao_in_hand
    own[7] = np.int64(tao_price(table, fixed.prices, me)) if sold else -1
    own[8] = np.int64(tao_price(table, fixed.prices, you)) if sold else -1
    own[9] = table[me].tao_paid if table[0].tao_points else 0
    own[10] = table[you].tao_paid if table[0].tao_points else 0
    own[11] = table[0].passes
    own[12] = table[0].incursion
    own[13] = table[0].handicap_turns
    own[14] = table[0].placing
    own[15] = 0.5 * table[0].coupons
    own[16] = 0.5 * table[me].coupons
    own[17] = 0.5 * table[you].coupons
    own[18], own[19] = 1, 1
    if table[0].irregular:
        left, turn = max(table[0].placing, table[0].handicap_turns), np.int64(table[0].order_turn)
        if not left:
            left, turn = run_from(table, turn)
        own[18], own[19] = left, run_from(table, turn)[0]


@routine
def write_planes(memory: Memory, b: int, planes: UInt8s, fixed: Fixed, space: Workspace) -> None:
    """Write every plane that changes. Cells off the board stay 0."""
    state = state_of(memory, b)
    points, table = state
    colour = table[0].to_move
    ring = memory.past.shape[1]
    for c in range(len(fixed.codes)):
        plane = planes[c]
        kind = fixed.codes[c, 0]
        number = fixed.codes[c, 1]
        if kind in (OWN, OPPONENT):
            if number < memory.games[b].filled:
                position = memory.past[b, (memory.games[b].latest + ring - number) % ring]
                write_stones(plane, position, fixed, colour if kind == OWN else 3 - colour)
            else:
                fill(plane, fixed, 0)
        elif kind == BARRED:
            write_stones(plane, space.barred, fixed, 1)
        elif kind >= BOARD:
            continue
        elif kind == KOMI:
            fill(plane, fixed, komi_code(own_komi(memory, b, colour)))
        elif kind >= OWN_PRISONERS:
            fill(plane, fixed, value_everywhere(table, fixed.prices, kind, colour))
        else:
            if kind == LIBERTIES and number == 1:
                count_liberties(state, fixed.adjacency, space.counts)
            for p in range(len(points)):
                plane[fixed.cells[p]] = value_at(points, space, kind, number, colour, p)
