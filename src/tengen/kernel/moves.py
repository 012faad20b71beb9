"""Turns: legality and effects (spec 0.4, 0.5, 2, 3, 4).

Checking legality never mutates. If stones block only their own point, the adjacent chains determine it; on wide boards
a placement that takes some chain's last liberty is tried on a spare copy. The kernel keeps no history: it judges the ko
rules (1.2, 4.6), and returns the key of the position after a placement so that the caller can judge the others. Entries
take plain tuples, since Python needs five microseconds per call to find the type of a named one.
"""

from __future__ import annotations

import numpy as np

from .array_types import Records, UInt32s, UInt64s
from .chains import connected, put, reached_from, stone_key, tao_key
from .counting import take_coupon
from .goals import before_stone, line_made, settle_goal
from .jit import entry, helper, routine
from .layout import (
    AFTER,
    BLACK,
    BLOCKED,
    CONVERT,
    CUSHION,
    FORBIDDEN,
    FRIENDLY_FIRE,
    KEIMA,
    KO,
    NO_KO,
    OCCUPIED,
    OUT_OF_PLACE,
    PASS,
    PLACE,
    RECAPTURE,
    RETURN,
    ROW,
    SINGLETON_KO,
    SUICIDE,
    TAO,
    TAO_NEEDS_CAPTURE,
    TIBETAN,
    TILE_LIMIT,
    VACANT,
    WALL,
    Adjacency,
    Bench,
    StateArrays,
)
from .order import count_turn, end_run, forget_stone, note_stone
from .recapture import mark_stones, may_not_take, set_bar
from .regions import is_incursion
from .removal import put_slowly
from .where import is_out_of_place

JOINED = np.uint32(0x80000000)
"""Flag in a chain's count of losses: the new stone would join this own chain."""

QUIET, OWN_LOSS, ENEMY_LOSS = 0, 1, 2
NO_KEY = np.uint64(0)


@helper
def tile_due(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, colour: int) -> bool:
    """Return whether a tile is due under a stone placed on p now (spec 2.2)."""
    table = state.table
    if not table[0].tile_rule or not table[0].incursion or table[0].placing:
        return False
    return table[0].tile_rule != CUSHION or is_incursion(state, adjacency, scratch, p, colour)


@helper
def standing(state: StateArrays, p: int, colour: int) -> int:
    """Return reasons that concern only the point: a stone or a footprint is in the way."""
    points, table = state
    if points[p].colour != VACANT:
        return OCCUPIED
    covers = points[p].footprints
    if covers and (not table[0].own_overlap or (covers >> 16 if colour == BLACK else covers & 65535)):
        return BLOCKED
    return 0


@helper
def result_plain(state: StateArrays, adjacency: Adjacency, p: int, colour: int) -> tuple[int, int, int, np.uint64]:
    """Result of a stone on p if stones block one point: (enemy stones removed, one of them, own removed, key)."""
    points, table = state
    links = adjacency.links
    n = table[0].points
    key = table[0].key ^ stone_key(state, adjacency, p, colour)
    if points[p].tao:
        key ^= tao_key(state, adjacency, p)
    first = points[p].neighbours_at
    end = first + points[p].degree
    alive = points[p].vacancies > 0
    removed = 0
    captured = n
    own = 1
    own_key = stone_key(state, adjacency, p, colour)
    # Each neighbouring chain once: the stone takes one pseudo-liberty for each of its neighbours in the chain.
    for k in range(first, end):
        r = links[k]
        if points[r].colour == VACANT:
            continue
        head = points[r].chain
        shared = 0
        earlier = False
        for j in range(first, end):
            other = links[j]
            if points[other].colour != VACANT and points[other].chain == head:
                shared += 1
                earlier = earlier or j < k
        if earlier:
            continue
        if points[r].colour == colour:
            alive = alive or points[head].liberties > shared
            own += np.int64(points[head].size)
            own_key ^= points[head].key
        elif points[head].liberties == shared:
            removed += np.int64(points[head].size)
            key ^= points[head].key
            captured = r
    # It is suicide only if no enemy stones are captured.
    if alive or removed > 0:
        own = 0
    else:
        key ^= own_key
    return removed, captured, own, key


@helper
def count_losses(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, colour: int) -> int:
    """Count, per chain, the pseudo-liberties that a stone on p would block; return the free neighbours it would keep.

    The counts lie in scratch from 3n, at the chains' heads; own chains that the stone would join are flagged there.
    """
    points = state.points
    links = adjacency.links
    n = np.int64(state.table[0].points)
    free = np.int64(points[p].vacancies)
    first = points[p].footprint_at
    for f in range(first, first + points[p].footprint_size):
        q = links[f]
        if points[q].footprints == 0:
            at, end = reached_from(state, adjacency, q)
            for k in range(at, end):
                r = links[k]
                if r == p:
                    free -= 1
                elif points[r].colour != VACANT:
                    scratch[3 * n + points[r].chain] += 1
    at, end = connected(state, adjacency, p)
    for k in range(at, end):
        r = links[k]
        if points[r].colour == colour:
            scratch[3 * n + points[r].chain] |= JOINED
    return free


@helper
def forget_losses(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int) -> None:
    """Clear what `count_losses` counted."""
    points = state.points
    links = adjacency.links
    n = np.int64(state.table[0].points)
    first = points[p].footprint_at
    for f in range(first, first + points[p].footprint_size):
        q = links[f]
        if points[q].footprints == 0:
            at, end = reached_from(state, adjacency, q)
            for k in range(at, end):
                scratch[3 * n + points[links[k]].chain] = 0
    at, end = connected(state, adjacency, p)
    for k in range(at, end):
        scratch[3 * n + points[links[k]].chain] = 0


@helper
def pressure(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, colour: int) -> tuple[int, bool]:
    """Return the effect of a stone on p of a wide board on liberties: QUIET, OWN_LOSS (own chains only) or ENEMY_LOSS.

    Also return whether the stone's own chain would keep a liberty before anything is removed.
    """
    points, table = state
    links = adjacency.links
    n = np.int64(table[0].points)
    free = count_losses(state, adjacency, scratch, p, colour)
    effect = QUIET
    first = points[p].footprint_at
    for f in range(first, first + points[p].footprint_size):
        q = links[f]
        if points[q].footprints == 0:
            at, end = reached_from(state, adjacency, q)
            for k in range(at, end):
                r = links[k]
                if points[r].colour != VACANT and scratch[3 * n + points[r].chain] == points[points[r].chain].liberties:
                    effect = max(effect, OWN_LOSS if points[r].colour == colour else ENEMY_LOSS)
    alive = free > 0
    at, end = connected(state, adjacency, p)
    for k in range(at, end):
        r = links[k]
        if points[r].colour == colour:
            head = points[r].chain
            alive = alive or points[head].liberties > scratch[3 * n + head] & ~JOINED
    forget_losses(state, adjacency, scratch, p)
    if effect == QUIET and not alive:
        effect = OWN_LOSS
    return effect, alive


@helper
def copy_state(state: StateArrays, to: StateArrays) -> None:
    """Copy a game's memory, record by record."""
    for p in range(state.table[0].points):
        to.points[p] = state.points[p]
    for c in range(3):
        to.table[c] = state.table[c]


@helper
def result_wide(
    state: StateArrays, adjacency: Adjacency, bench: Bench, p: int, colour: int
) -> tuple[int, int, int, int, np.uint64]:
    """Result of a stone on p of a wide board: (enemy removed, one of them, own removed, own except p's chain, key).

    If only the stone's own chain matters, and its death is forbidden, numbers and key are not computed.
    """
    points, table = state
    spare = bench.spare
    effect, alive = pressure(state, adjacency, bench.scratch, p, colour)
    order = table[0].friendly_fire
    settled = not alive and not table[0].suicide and order != AFTER and order != FORBIDDEN
    if effect == OWN_LOSS and (settled or table[0].placing):
        return 0, table[0].points, 1, 0, table[0].key
    if effect == QUIET:
        key = table[0].key ^ stone_key(state, adjacency, p, colour)
        if points[p].tao:
            key ^= tao_key(state, adjacency, p)
        return 0, table[0].points, 0, 0, key
    copy_state(state, spare)
    removed, others, played = put(spare, adjacency, bench.scratch, p, colour)
    return removed, spare.table[0].captured, others + played, others, spare.table[0].key


@routine
def result_slow(
    state: StateArrays, adjacency: Adjacency, bench: Bench, p: int, colour: int
) -> tuple[int, int, int, int, np.uint64]:
    """Result of a stone on p if chains are removed differently from ordinary Go: as `result_wide`."""
    spare = bench.spare
    copy_state(state, spare)
    removed, others, played = put_slowly(spare, adjacency, bench.scratch, p, colour)
    return removed, spare.table[0].captured, others + played, others, spare.table[0].key


@routine
def leaves_keima(state: StateArrays, adjacency: Adjacency, bench: Bench, p: int, colour: int) -> bool:
    """Return whether the next stone could be placed a knight's move from a stone on p, where it is not suicide."""
    spare = bench.spare
    n = len(state.points)
    first = np.int64(state.table[0].next_at) + 8 * np.int64(p)
    for k in range(first, first + 8):
        q = adjacency.links[k]
        if q == n:
            continue
        copy_state(state, spare)
        spare.table[0].suicide = 1  # so that own losses are checked
        if state.table[0].slow:
            put_slowly(spare, adjacency, bench.scratch, p, colour)
        else:
            put(spare, adjacency, bench.scratch, p, colour)
        if spare.points[q].footprints:
            continue
        if state.table[0].slow:
            played = put_slowly(spare, adjacency, bench.scratch, q, colour)[2]
        else:
            played = put(spare, adjacency, bench.scratch, q, colour)[2]
        if state.table[0].suicide or not played:
            return True
    return False


@routine
def rare_reasons(state: StateArrays, adjacency: Adjacency, bench: Bench, p: int, colour: int, reasons: int) -> int:
    """Return the reasons against a stone on p, adding those of rare rules."""
    table = state.table
    scratch = bench.scratch
    if table[0].strict and not pressure(state, adjacency, scratch, p, colour)[1]:
        reasons |= SUICIDE  # the stone would have no liberty before it captures (spec 6.5)
    if reasons & SUICIDE and table[0].goal == ROW and line_made(state, adjacency, p, colour) == 1:
        reasons &= ~SUICIDE  # it wins before its stones are removed (spec 6.2)
    if table[0].where and not table[0].placing:
        goes_on = table[0].where == KEIMA and table[0].following == colour
        if is_out_of_place(state, adjacency, scratch, p, colour) or (
            goes_on and not leaves_keima(state, adjacency, bench, p, colour)
        ):
            reasons |= OUT_OF_PLACE
    return reasons


@helper
def is_ko(table: Records, removed: int, captured: int, own: int, key: np.uint64, colour: int) -> bool:
    """Apply the ko rules of 1.2 and 4.6 to the result of a placement."""
    if table[0].ko_rule == SINGLETON_KO:
        at = 3 - colour if table[0].singleton_of else 0
        return (
            table[at].ko
            and removed == 1
            and own == 0
            and captured == table[at].last_point
            and table[at].last_enemy == 1
            and table[at].last_own == 0
        )
    if not table[0].ko or table[0].ko_rule == NO_KO:
        return False
    return table[0].last_colour != colour and key == table[0].ko_key


@routine
def judge(
    state: StateArrays, adjacency: Adjacency, bench: Bench, p: int, colour: int
) -> tuple[int, np.uint64, int, int]:
    """Judge a placement; return (mask of reasons, key of the resulting position, enemy and own stones removed).

    If a stone or a footprint is in the way, the key is 0 and nothing is counted; with suicide among the reasons, the
    key is meaningless.
    """
    points, table = state
    reasons = standing(state, p, colour)
    if reasons:
        return reasons, NO_KEY, 0, 0
    if tile_due(state, adjacency, bench.scratch, p, colour) and points[p].tiles >= table[0].tile_stack:
        reasons |= TILE_LIMIT
    rare = table[0].rare
    if rare and table[0].captures == WALL and points[p].tiles:
        return BLOCKED, NO_KEY, 0, 0
    others = 0
    if rare and table[0].slow and not table[0].placing:
        removed, captured, own, others, key = result_slow(state, adjacency, bench, p, colour)
    elif adjacency.wide is None:
        removed, captured, own, key = result_plain(state, adjacency, p, colour)
    else:
        removed, captured, own, others, key = result_wide(state, adjacency, bench, p, colour)
    if points[p].tao and removed == 0:
        reasons |= TAO_NEEDS_CAPTURE
    if (own > others and not table[0].suicide) or (own > 0 and table[0].placing):
        reasons |= SUICIDE
    if rare:
        reasons = rare_reasons(state, adjacency, bench, p, colour, reasons)
    if others > 0 and table[0].friendly_fire == FORBIDDEN and not table[0].placing:
        reasons |= FRIENDLY_FIRE
    unsettled = not reasons & (TAO_NEEDS_CAPTURE | SUICIDE | FRIENDLY_FIRE)
    if unsettled and is_ko(table, removed, captured, own, key, colour):
        reasons |= KO
    if rare and table[0].bar and unsettled and may_not_take(state, p, removed):
        reasons |= RECAPTURE
    return reasons, key, removed, own


@routine
def has_handicap_place(state: StateArrays, adjacency: Adjacency, scratch: UInt32s) -> bool:
    """Return whether a stone of a free handicap can be placed (spec 0.6): there are only black stones so far."""
    points, table = state
    for i in range(table[0].open):
        p = points[i].open
        if standing(state, p, BLACK):
            continue
        if adjacency.wide is None:
            _removed, _captured, own, _key = result_plain(state, adjacency, p, BLACK)
            if own == 0:
                return True
        else:
            effect, _alive = pressure(state, adjacency, scratch, p, BLACK)
            if effect != OWN_LOSS:
                return True
    return False


@routine
def end_placing(state: StateArrays, adjacency: Adjacency) -> None:
    """Finish a free handicap: put Tao stones on their points, or in Black's hand if a stone is there (spec 3.4)."""
    points, table = state
    for p in range(table[0].points):
        if points[p].tao_later:
            points[p].tao_later = 0
            if points[p].footprints:
                table[BLACK].tao_in_hand += 1
            else:
                points[p].tao = 1
                table[0].key ^= tao_key(state, adjacency, p)


@helper
def next_turn(table: Records) -> None:
    """Give the turn to the next side (spec 0.6, 6.7), with the price of a Tao stone at that time (spec 3.9).

    Free handicap stones are placed before history starts, so they do not count as turns for a price.
    """
    if table[0].tao_turns < table[0].tao_last and not table[0].placing:
        table[0].tao_turns += 1
    if table[0].irregular:
        count_turn(table)
    else:
        table[0].to_move = 3 - table[0].to_move


@routine
def lay_tile(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, colour: int) -> None:
    """Lay a tile under the stone about to be placed on p if one is due, and record the incursion (spec 2.2, 2.3)."""
    points, table = state
    if not table[0].placing:
        incursion = is_incursion(state, adjacency, scratch, p, colour)
        if table[0].incursion and (incursion or table[0].tile_rule != CUSHION):
            points[p].tiles += 1
        table[0].incursion = incursion


@helper
def place_by(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int, rare: bool) -> int:
    """Play a stone as `place`; ``rare``: under rules that few games have."""
    table = state.table
    colour = table[0].to_move
    seen = 0
    if rare:
        if table[0].recapture == TIBETAN:
            mark_stones(state)
        if table[0].tile_rule:
            lay_tile(state, adjacency, scratch, p, colour)
        seen = before_stone(state, adjacency, p, colour)
    before = table[0].key
    slow = rare and table[0].slow and not table[0].placing
    if slow:
        removed, others, played = put_slowly(state, adjacency, scratch, p, colour)
    else:
        removed, others, played = put(state, adjacency, scratch, p, colour)
    own = others + played
    if own and not (rare and table[0].captures == CONVERT):
        table[3 - colour].prisoners += own
    table[0].passes = 0
    if table[0].placing:  # history starts after a free handicap (spec 0.6)
        if table[0].placing > 1 and not has_handicap_place(state, adjacency, scratch):
            table[0].placing = 1
        if table[0].placing == 1:
            end_placing(state, adjacency)
    elif adjacency.wide is None and not removed and not own and not slow:
        table[0].ko = 0  # a capture gives back a liberty here, so this begins no ko
    else:
        table[0].ko_key = before
        table[0].ko = 1
        table[0].last_colour = colour
        table[0].last_point = p
        table[0].last_enemy = removed
        table[0].last_own = own
    counts = rare and not table[0].placing
    if counts:
        if table[0].singleton_of:
            remember(table, colour, p, removed, own)
        if table[0].recapture:
            set_bar(state, adjacency, p, colour, removed)
        if table[0].goal:
            settle_goal(state, p, colour, removed, own, seen)
    next_turn(table)
    if counts and table[0].where:
        note_stone(table, table[0].points if table[0].where == KEIMA and table[0].to_move != colour else p)
    if own or (slow and removed):
        return table[0].points + 1
    return table[0].captured if removed == 1 else table[0].points + (removed > 0)


@routine
def place_rarely(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int) -> int:
    """Play a stone as `place`, under rules that few games have."""
    return place_by(state, adjacency, scratch, p, True)


@helper
def place(state: StateArrays, adjacency: Adjacency, scratch: UInt32s, p: int) -> int:
    """Play a stone of the side to move on p, judged legal: the whole turn; return what it captured, as `turn`."""
    if state.table[0].rare:
        return place_rarely(state, adjacency, scratch, p)
    return place_by(state, adjacency, scratch, p, False)


@helper
def remember(table: Records, colour: int, p: int, removed: int, own: int) -> None:
    """Record a player's last placement, if the ko of 4.6 is about the opponent's."""
    table[colour].ko = removed == 1 and own == 0
    table[colour].last_point = p
    table[colour].last_enemy = removed
    table[colour].last_own = own


@helper
def lift_ko(table: Records) -> None:
    """Lift all bans of earlier placements."""
    table[0].ko = 0
    table[BLACK].ko = 0
    table[3 - BLACK].ko = 0


@helper
def pass_turn(table: Records) -> None:
    """Pass (spec 1.12), for all turns in a row (6.7); handicap turns and coupons do not count towards the end."""
    coupon = table[0].coupons
    if coupon:
        take_coupon(table)
    elif not table[0].handicap_turns:
        table[0].passes += 1
        if table[0].irregular:
            end_run(table)
    if table[0].pass_stones:
        table[3 - table[0].to_move].prisoners += 1
    if coupon or table[0].ko_rule != SINGLETON_KO or table[0].pass_lifts_ko:
        lift_ko(table)
    if table[0].rare:
        forget_stone(table)
    next_turn(table)


@helper
def return_turn(table: Records) -> None:
    """Return a prisoner (spec 2.6)."""
    table[table[0].to_move].prisoners -= 1
    table[0].passes = 0
    if table[0].rare:
        forget_stone(table)
    lift_ko(table)
    next_turn(table)


@helper
def tao_price(table: Records, prices: UInt32s, colour: int) -> int:
    """Return the current price of a Tao stone for a player (spec 3.3, 3.9): see `rules.prices.Prices`."""
    place = np.int64(table[colour].tao_bought)
    if table[0].tao_last:
        place = np.int64(table[0].tao_turns)
    return prices[min(place, len(prices) - 1)]


@helper
def may_put_tao(table: Records, prices: UInt32s, colour: int) -> bool:
    """Return whether a player has a Tao stone in hand or can buy one (spec 3.3, 3.9)."""
    if table[colour].tao_in_hand:
        return True
    if not table[0].tao_sold:
        return False
    if table[0].tao_points:
        return True
    return table[colour].prisoners >= tao_price(table, prices, colour)


@helper
def tao_turn(state: StateArrays, adjacency: Adjacency, p: int, price: int) -> None:
    """Put a Tao stone on p, from the hand or for a price (spec 3.3)."""
    points, table = state
    colour = table[0].to_move
    buys = table[colour].tao_in_hand == 0
    if not buys:
        table[colour].tao_in_hand -= 1
    else:
        table[colour].tao_bought += 1
        table[colour].tao_paid += price
        if not table[0].tao_points:
            table[colour].prisoners -= price
    points[p].tao = 1
    table[0].key ^= tao_key(state, adjacency, p)
    table[0].passes = 0
    if table[0].rare:
        forget_stone(table)
    lift_ko(table)
    next_turn(table)
    if buys and table[0].tao_auction:
        table[0].tao_turns = 0


@entry
def judge_points(
    state: StateArrays,
    adjacency: Adjacency,
    bench: Bench,
    first: int,
    end: int,
    colour: int,
    answers: UInt64s,
    stop: bool,
) -> tuple[int, int, np.uint64]:
    """Judge placements on the points ``first`` to ``end - 1``; return the result of `judge` for the last one.

    If ``answers`` (uint64) has room, the mask and the key for point p are written to entries 2p and 2p + 1. With
    ``stop``, end at the first legal one. Returns (points judged, mask, key).
    """
    state, adjacency = StateArrays(*state), Adjacency(*adjacency)
    bench = Bench(bench[0], StateArrays(*bench[1]), bench[2])
    mask = 0
    key = NO_KEY
    count = 0
    keep = len(answers) > 0
    for p in range(first, end):
        mask, key, _removed, _own = judge(state, adjacency, bench, np.uint32(p), np.uint8(colour))
        count += 1
        if keep:
            answers[2 * p] = mask
            answers[2 * p + 1] = key
        if stop and mask == 0:
            break
    return count, mask, key


@entry
def turn(
    state: StateArrays, adjacency: Adjacency, scratch: UInt32s, kind: int, p: int, price: int
) -> tuple[np.uint64, int, int]:
    """Make a turn that was judged legal (PLACE, PASS, RETURN, TAO).

    Returns the resulting key, who moves next, and what it captured: a point, if only one enemy stone there; n, if
    nothing; n + 1 for anything else.
    """
    state, adjacency = StateArrays(*state), Adjacency(*adjacency)
    table = state.table
    taken = np.int64(table[0].points)
    if kind == PLACE:
        taken = np.int64(place(state, adjacency, scratch, np.uint32(p)))
    elif kind == PASS:
        pass_turn(table)
    elif kind == RETURN:
        return_turn(table)
    elif kind == TAO:
        tao_turn(state, adjacency, np.uint32(p), price)
    return table[0].key, table[0].to_move, taken
