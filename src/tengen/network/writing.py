"""The jitted part of the inputs: reading the kernel's memory, as the side to move sees it."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernel.array_types import Array, Float32s, Int32s, Records, UInt8s, UInt32s
from ..kernel.jit import entry, helper, routine
from ..kernel.layout import BLACK, CUSHION, TILE, VACANT, NetArrays, StateArrays
from ..kernel.liberties import count_liberties
from ..kernel.moves import may_put_tao, tao_price
from ..kernel.regions import survey, touched_by

CHANGING_POINT_INPUTS: Final = (
    "own stone", "opponent's stone", "Tao stone", "one liberty", "two liberties", "more liberties", "chain size",
    "legal", "forbidden by repetition", "legal for a Tao stone", "last placement", "own cover", "opponent's cover",
    "own region", "opponent's region", "tiles", "tiles full", "tile due",
)  # fmt: skip
(
    OWN, OPPONENT, TAO, ONE, TWO, MORE, SIZE, LEGAL, REPEATS, LEGAL_TAO, LAST, OWN_COVER, OPPONENT_COVER, OWN_REGION,
    OPPONENT_REGION, TILES, FULL, DUE, FIXED_POINTS,
) = range(len(CHANGING_POINT_INPUTS) + 1)  # fmt: skip
CHANGING_INPUTS: Final = (
    "komi", "komi a point", "area lead", "area lead a point", "prisoner lead", "payment lead", "own prisoners",
    "opponent's prisoners", "own Tao stones", "opponent's Tao stones", "own price", "opponent's price",
    "may put a Tao stone", "opponent may put a Tao stone", "incursion", "passes", "a pass ends", "vacant share",
    "turns in a row", "handicap stones to place", "turns spent",
)  # fmt: skip
(
    KOMI, KOMI_A_POINT, AREA_LEAD, AREA_LEAD_A_POINT, PRISONER_LEAD, PAYMENT_LEAD, OWN_PRISONERS, OPPONENT_PRISONERS,
    OWN_HAND, OPPONENT_HAND, OWN_PRICE, OPPONENT_PRICE, OWN_PUTS, OPPONENT_PUTS, INCURSION, PASSES, PASS_ENDS,
    VACANT_SHARE, TURNS_IN_A_ROW, TO_PLACE, SPENT, FIXED_INPUTS,
) = range(len(CHANGING_INPUTS) + 1)  # fmt: skip


class Given(NamedTuple):
    """The positions to look at."""

    points: Array  # (B, n) POINT
    tables: Array  # (B, 3) TABLE
    legal: NDArray[np.uint8]  # (B, 2n + 2)
    spent: NDArray[np.float32]  # (B,)


class Fixed(NamedTuple):
    """What no turn changes."""

    net: NetArrays
    prices: NDArray[np.uint32]
    points: NDArray[np.float32]  # (n, numbers of a point)
    rules: NDArray[np.float32]
    compensation: NDArray[np.float64]  # (1,): what White gets


class Space(NamedTuple):
    """Memory to work in."""

    scratch: NDArray[np.uint32]
    owner: NDArray[np.int8]
    counts: NDArray[np.uint32]


class Written(NamedTuple):
    """What is written: the fields of `inputs.Observation`."""

    points: NDArray[np.float32]
    globals: NDArray[np.float32]
    groups: NDArray[np.int32]


@entry
def write(given: Given, fixed: Fixed, space: Space, written: Written) -> None:
    """Write what the network sees of every position given."""
    given, written, space = Given(*given), Written(*written), Space(*space)
    net, prices, points, rules, compensation = fixed
    fixed = Fixed(NetArrays(*net), prices, points, rules, compensation)
    for b in range(len(given.tables)):
        write_position(given, b, fixed, space, written)


@routine
def write_position(given: Given, b: int, fixed: Fixed, space: Space, written: Written) -> None:
    """Write what the network sees of one position."""
    state = StateArrays(given.points[b], given.tables[b])
    count_liberties(state, fixed.net, space.counts)
    write_groups(state, fixed.net, space, written.groups[b], written.points[b])
    write_points(state, given.legal[b], fixed, space, written.points[b])
    survey(state, fixed.net, space.scratch, space.owner)
    write_globals(state, fixed, space, written.globals[b])
    written.globals[b, SPENT] = given.spent[b]


@routine
def write_groups(state: StateArrays, net: NetArrays, space: Space, groups: Int32s, seen: Float32s) -> None:
    """Write which points belong together, and whose stones alone a region touches (spec 2.1)."""
    points, table = state
    n = np.int64(table[0].points)
    colour = table[0].to_move
    for p in range(n):
        seen[p, OWN_REGION] = 0
        seen[p, OPPONENT_REGION] = 0
        groups[p] = (
            np.int32(points[p].chain) if points[p].colour != VACANT else np.int32(p if points[p].footprints else -1)
        )
    for p in range(n):
        if groups[p] >= 0:
            continue
        size, touched = flood(points, net, space.scratch, groups, p)
        if touched == 1 or touched == 2:
            kind = OWN_REGION if touched == colour else OPPONENT_REGION
            for i in range(size):
                q = space.scratch[i]
                seen[q, kind] = 1


@helper
def flood(points: Records, net: NetArrays, scratch: UInt32s, groups: Int32s, p: int) -> tuple[int, int]:
    """Number the region of a vacant point, listed in scratch; return its size and the colours that it touches.

    Tao stones lie on vacant points of their regions (spec 3.8).
    """
    links = net.links
    scratch[0] = p
    groups[p] = p
    size = 1
    done = 0
    touched = 0
    while done < size:
        q = scratch[done]
        done += 1
        for k in range(links[q], links[q + 1]):
            r = links[k]
            if points[r].footprints:
                touched |= touched_by(points, r)
            elif groups[r] < 0:
                groups[r] = p
                scratch[size] = r
                size += 1
    return size, touched


@routine
def write_points(state: StateArrays, legal: UInt8s, fixed: Fixed, space: Space, seen: Float32s) -> None:
    """Write the numbers of every point, but those of its region."""
    points, table = state
    n = np.int64(table[0].points)
    colour = table[0].to_move
    for p in range(n):
        stone = points[p].colour
        covers = points[p].footprints
        black, white = covers & 65535 != 0, covers >> 16 != 0
        liberties = space.counts[points[p].chain] if stone != VACANT else 0
        seen[p, OWN] = stone == colour
        seen[p, OPPONENT] = stone == 3 - colour
        seen[p, TAO] = points[p].tao
        seen[p, ONE] = liberties == 1
        seen[p, TWO] = liberties == 2
        seen[p, MORE] = liberties > 2
        seen[p, SIZE] = np.log(np.float32(points[points[p].chain].size)) / 3 if stone != VACANT else 0
        seen[p, LEGAL] = legal[p] == 1
        seen[p, REPEATS] = legal[p] == 2
        seen[p, LEGAL_TAO] = legal[n + p] == 1
        seen[p, LAST] = table[0].last_point == p
        seen[p, OWN_COVER] = black if colour == BLACK else white
        seen[p, OPPONENT_COVER] = white if colour == BLACK else black
        seen[p, TILES] = min(points[p].tiles, 4) / 4
        seen[p, FULL] = table[0].tile_rule != 0 and points[p].tiles >= table[0].tile_stack
        seen[p, DUE] = tile_due_at(table, seen[p, OPPONENT_REGION])
        for k in range(fixed.points.shape[1]):
            seen[p, FIXED_POINTS + k] = fixed.points[p, k]


@helper
def tile_due_at(table: Records, invaded: bool) -> bool:
    """Say whether a tile is due under a stone put on a point now (spec 2.2), which is an incursion or not."""
    if not table[0].incursion or table[0].placing:
        return False
    return table[0].tile_rule == TILE or (table[0].tile_rule == CUSHION and invaded > 0)


@routine
def write_globals(state: StateArrays, fixed: Fixed, space: Space, seen: Float32s) -> None:
    """Write the numbers of the game, but the turns spent; amounts of points are told against the board's size."""
    points, table = state
    n = np.int64(table[0].points)
    own = np.int64(table[0].to_move)
    other = 3 - own
    sign = 1.0 if own == BLACK else -1.0
    root = np.sqrt(np.float64(n))
    komi = -sign * fixed.compensation[0]
    area = 0
    vacant = 0
    for p in range(n):
        area += space.owner[p]
        vacant += points[p].footprints == 0
    lead = sign * area + komi
    seen[KOMI] = komi / root
    seen[KOMI_A_POINT] = 4 * komi / n
    seen[AREA_LEAD] = lead / root
    seen[AREA_LEAD_A_POINT] = 4 * lead / n
    seen[VACANT_SHARE] = vacant / n
    write_amounts(table, own, other, root, seen)
    write_hands(table, fixed.prices, own, other, seen)
    seen[INCURSION] = table[0].incursion
    seen[PASSES] = table[0].passes
    seen[PASS_ENDS] = table[0].passes_to_end > 0 and table[0].passes + 1 >= table[0].passes_to_end
    seen[TURNS_IN_A_ROW] = np.log1p(np.float64(table[0].handicap_turns if own == BLACK else 0))
    seen[TO_PLACE] = np.log1p(np.float64(table[0].placing))
    for k in range(len(fixed.rules)):
        seen[FIXED_INPUTS + k] = fixed.rules[k]


@helper
def write_amounts(table: Records, own: int, other: int, root: float, seen: Float32s) -> None:
    """Write prisoners, and what Tao stones have cost."""
    mine, theirs = np.float64(table[own].prisoners), np.float64(table[other].prisoners)
    seen[PRISONER_LEAD] = table[0].prisoner_value * (mine - theirs) / root
    seen[PAYMENT_LEAD] = 0
    if table[0].tao_points:
        seen[PAYMENT_LEAD] = (np.float64(table[other].tao_paid) - np.float64(table[own].tao_paid)) / root
    seen[OWN_PRISONERS] = np.log1p(mine)
    seen[OPPONENT_PRISONERS] = np.log1p(theirs)


@helper
def write_hands(table: Records, prices: UInt32s, own: int, other: int, seen: Float32s) -> None:
    """Write what players can put as Tao stones."""
    seen[OWN_HAND] = np.log1p(np.float64(table[own].tao_in_hand))
    seen[OPPONENT_HAND] = np.log1p(np.float64(table[other].tao_in_hand))
    sold = table[0].tao_on and table[0].tao_sold
    seen[OWN_PRICE] = np.log1p(np.float64(tao_price(table, prices, own))) if sold else 0
    seen[OPPONENT_PRICE] = np.log1p(np.float64(tao_price(table, prices, other))) if sold else 0
    seen[OWN_PUTS] = table[0].tao_on and may_put_tao(table, prices, own)
    seen[OPPONENT_PUTS] = table[0].tao_on and may_put_tao(table, prices, other)
