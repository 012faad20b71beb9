"""The observation planes of a game, seen by the side to move."""

from __future__ import annotations

import numpy as np

from ...kernel.chains import reached_from
from ...kernel.jit import helper, routine
from ...kernel.layout import BLACK, VACANT
from ...kernel.moves import tao_price
from .arrays import (
    BARRED,
    BLACK_TO_MOVE,
    INCURSION,
    LIBERTIES,
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
)
from .history import state_of


@helper
def fill(plane, fixed, value):
    """Write one value on every point."""
    value = np.uint8(value)
    if fixed.settings[0].identity:
        for i in range(len(plane)):
            plane[i] = value
    else:
        for p in range(len(fixed.cells)):
            plane[fixed.cells[p]] = value


@helper
def write_stones(plane, position, fixed, colour):
    """Mark the stones of a colour in a position of the ring; compared in bytes, many at a time."""
    colour = np.uint8(colour)
    if fixed.settings[0].identity:
        for p in range(len(position)):
            plane[p] = np.uint8(position[p] == colour)
    else:
        for p in range(len(position)):
            plane[fixed.cells[p]] = np.uint8(position[p] == colour)


@routine
def count_liberties(state, net, counts):
    """Count the liberties of every chain at its head: every vacant point once for each chain beside it (spec 0.3)."""
    points, links = state.points, net.links
    n = len(points)
    for p in range(n):
        counts[p] = 0
    for p in range(n):
        if points[p].footprints:
            continue
        first, end = reached_from(state, net, p)
        for k in range(first, end):
            r = links[k]
            if points[r].colour == VACANT:
                continue
            head = points[r].chain
            new = True
            for j in range(first, k):
                other = links[j]
                if points[other].colour != VACANT and points[other].chain == head:
                    new = False
                    break
            if new:
                counts[head] += 1


@helper
def covered(points, p, colour):
    """Say whether a stone of this colour covers a point."""
    covers = points[p].footprints
    return (covers & 65535 if colour == BLACK else covers >> 16) != 0


@helper
def capped(count):
    """Return a count as a plane can hold it."""
    return min(count, 255)


@helper
def value_at(points, space, kind, number, colour, p):
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
def value_everywhere(table, prices, kind, colour):
    """Return the value of a plane that is the same on every point."""
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
    if kind == BLACK_TO_MOVE:
        return 1 if colour == BLACK else 0
    return 1


@routine
def write_planes(memory, b, planes, fixed, space):
    """Write every plane. Cells off the board are never touched: they stay 0."""
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
        elif kind >= OWN_PRISONERS:
            fill(plane, fixed, value_everywhere(table, fixed.prices, kind, colour))
        else:
            if kind == LIBERTIES and number == 1:
                count_liberties(state, fixed.net, space.counts)
            for p in range(len(points)):
                plane[fixed.cells[p]] = value_at(points, space, kind, number, colour, p)
