"""Turns judged and made: see `moves.judge_points` and `moves.turn` (spec 0.4, 0.5, 2, 3, 4)."""

from __future__ import annotations

from typing import Any

from ..layout import (
    BLACK,
    BLOCKED,
    CUSHION,
    FORBIDDEN,
    FRIENDLY_FIRE,
    KO,
    NO_KO,
    OCCUPIED,
    PASS,
    PLACE,
    RETURN,
    SINGLETON_KO,
    SUICIDE,
    TAO_NEEDS_CAPTURE,
    TILE_LIMIT,
)
from .building import Memory, rebuild, stones_key
from .relations import colours_over, invaded, relations_of
from .stones import Removed, Stones


class _Sight:
    """A position as a judge looks at it."""

    def __init__(self, state: Memory, adjacency: Any) -> None:
        self.points, self.table = state
        self.game, self.adjacency = self.table[0], adjacency
        self.relations = relations_of(self.points, adjacency[0])
        self.covers: list[int] = self.points["footprints"].tolist()
        counts = [(cover & 0xFFFF) + (cover >> 16) for cover in self.covers]
        self.stones = Stones(self.relations, self.points["colour"].tolist(), counts)

    def placed(self, p: int, colour: int) -> Removed:
        """Return what a stone on a point would take off."""
        return self.stones.copy().place(p, colour, int(self.game["friendly_fire"]))

    def invaded(self, p: int, colour: int) -> set[int]:
        """Return the region in which a stone on a point would be an incursion (spec 2.1)."""
        return invaded(p, colour, self.relations, self.covers)

    def is_tile_due(self, p: int, colour: int) -> bool:
        """Say whether a tile is due under a stone put on a point now (spec 2.2)."""
        game = self.game
        if not game["tile_rule"] or not game["incursion"] or game["placing"]:
            return False
        return bool(game["tile_rule"] != CUSHION or self.invaded(p, colour))

    def key_after(self, p: int, colour: int, losses: Removed) -> int:
        """Return the key of the position that a stone on a point would make."""
        key = (
            int(self.game["key"])
            ^ stones_key((p,), colour, self.adjacency)
            ^ stones_key(losses.own, colour, self.adjacency)
        )
        if self.points["tao"][p]:
            key ^= stones_key((p,), 3, self.adjacency)
        return key ^ stones_key(losses.enemy, 3 - colour, self.adjacency)


def judge_points(
    state: Memory, adjacency: Any, bench: Any, first: int, end: int, colour: int, answers: Any, stop: bool
) -> tuple[int, int, int]:
    """Judge placements on the points ``first`` to ``end - 1``; return (points judged, last mask, last key).

    Where ``answers`` has room, the mask and the key for point p are written to its entries 2p and 2p + 1. With
    ``stop``, end at the first that no reason forbids.
    """
    sight, count, mask, key = _Sight(state, adjacency), 0, 0, 0
    for p in range(first, end):
        mask, key = _judge(sight, p, colour)
        count += 1
        if len(answers):
            answers[2 * p], answers[2 * p + 1] = mask, key
        if stop and not mask:
            break
    return count, mask, key


def _judge(sight: _Sight, p: int, colour: int) -> tuple[int, int]:
    """Return the reasons against a placement as a mask, and the key of the position that it would make (spec 0.5)."""
    game, points = sight.game, sight.points
    if sight.stones.colours[p]:
        return OCCUPIED, 0
    over = colours_over(sight.covers[p])
    if over & ~colour if game["own_overlap"] else over:
        return BLOCKED, 0
    mask = TILE_LIMIT if sight.is_tile_due(p, colour) and points["tiles"][p] >= game["tile_stack"] else 0
    losses = sight.placed(p, colour)
    if points["tao"][p] and not losses.enemy:
        mask |= TAO_NEEDS_CAPTURE
    if (losses.played and not game["suicide"]) or (losses.own and game["placing"]):
        mask |= SUICIDE
    if losses.others and game["friendly_fire"] == FORBIDDEN and not game["placing"]:
        mask |= FRIENDLY_FIRE
    key = sight.key_after(p, colour, losses)
    if not mask & ~TILE_LIMIT and _is_ko(sight, losses, key, colour):
        mask |= KO
    return mask, key


def _is_ko(sight: _Sight, losses: Removed, key: int, colour: int) -> bool:
    """Judge the ko rules of 1.2 and 4.6 on what a placement would do."""
    game = sight.game
    if game["ko_rule"] == SINGLETON_KO:
        last = sight.table[3 - colour if game["singleton_of"] else 0]
        takes_it = losses.enemy == {int(last["last_point"])} and not losses.own
        return bool(last["ko"] and takes_it and last["last_enemy"] == 1 and not last["last_own"])
    if game["ko_rule"] == NO_KO or not game["ko"]:
        return False
    return bool(game["last_colour"] != colour and key == int(game["ko_key"]))


def turn(state: Memory, adjacency: Any, scratch: Any, kind: int, p: int, price: int) -> tuple[int, int, int]:
    """Make a turn that was judged legal (PLACE, PASS, RETURN, TAO).

    Returns the key it makes, who moves next, and what it took off: a point, if nothing but the enemy's one stone there;
    n, if nothing; n + 1 for all else.
    """
    points, table = state
    taken = len(points)
    if kind == PLACE:
        taken = _place(state, adjacency, scratch, p)
    elif kind == PASS:
        _pass(table)
    elif kind == RETURN:
        table["prisoners"][table["to_move"][0]] -= 1
        _go_on(table)
    else:
        _put_tao(points, table, p, price)
        rebuild(state, adjacency, scratch)
    return int(table["key"][0]), int(table["to_move"][0]), taken


def _place(state: Memory, adjacency: Any, scratch: Any, p: int) -> int:
    """Put a stone of the side to move: the whole turn; return what it took, as `turn` does."""
    sight = _Sight(state, adjacency)
    points, table, game = sight.points, sight.table, sight.game
    colour, before, n = int(game["to_move"]), int(game["key"]), len(points)
    if game["tile_rule"] and not game["placing"]:
        _lay_tile(sight, scratch, p, colour)
    losses = sight.stones.place(p, colour, int(game["friendly_fire"]))
    points["colour"], points["tao"][p] = sight.stones.colours, 0
    table["prisoners"][colour] += len(losses.enemy)
    table["prisoners"][3 - colour] += len(losses.own)
    game["captured"] = min(losses.enemy) if len(losses.enemy) == 1 else n
    game["passes"] = 0
    if not game["placing"]:
        _remember(sight, colour, p, before, losses)
    else:
        rebuild(state, adjacency, scratch)
        if judge_points(state, adjacency, None, 0, n, BLACK, (), True)[1]:  # no other stone can be placed (spec 0.6)
            game["placing"] = 1
        if game["placing"] == 1:
            _end_placing(points, table)
    rebuild(state, adjacency, scratch)
    _next_turn(table)
    if losses.own:
        return n + 1
    return int(game["captured"]) if len(losses.enemy) == 1 else n + bool(losses.enemy)


def _lay_tile(sight: _Sight, scratch: Any, p: int, colour: int) -> None:
    """Lay a tile under a stone if one is due; remember the incursion, its region in scratch (spec 2.2, 2.3)."""
    n, region = len(sight.points), sight.invaded(p, colour)
    if sight.is_tile_due(p, colour):
        sight.points["tiles"][p] += 1
    sight.game["incursion"] = bool(region)
    scratch[4 * n] += 1
    scratch[[2 * n + q for q in region]] = scratch[4 * n]


def _remember(sight: _Sight, colour: int, p: int, before: int, losses: Removed) -> None:
    """Keep what the ko rules ask about the last placement (spec 1.2, 4.6)."""
    game, taken, own = sight.game, len(losses.enemy), len(losses.own)
    if (
        sight.adjacency[2] is None and not taken and not own
    ):  # a capture gives back a liberty here, so this begins no ko
        game["ko"] = 0
    else:
        game["ko"], game["ko_key"], game["last_colour"] = 1, before, colour
        game["last_point"], game["last_enemy"], game["last_own"] = p, taken, own
    if game["singleton_of"]:
        mine = sight.table[colour]
        mine["ko"], mine["last_point"] = taken == 1 and not own, p
        mine["last_enemy"], mine["last_own"] = taken, own


def _end_placing(points: Any, table: Any) -> None:
    """A free handicap is complete: Tao stones come to their points, or to Black's hand where a stone is (spec 3.4)."""
    later = points["tao_later"] != 0
    covered = points["footprints"] != 0
    points["tao_later"] = 0
    points["tao"][later & ~covered] = 1
    table["tao_in_hand"][BLACK] += (later & covered).sum()


def _next_turn(table: Any) -> None:
    """Give the turn to who moves next (spec 0.6), at the price of a Tao stone then (spec 3.9)."""
    game = table[0]
    if game["tao_turns"] < game["tao_last"] and not game["placing"]:
        game["tao_turns"] += 1
    following = 3 - int(game["to_move"])
    if game["opening"]:
        left = "placing" if game["placing"] else "handicap_turns"
        game[left] -= 1
        following = BLACK if game[left] else 3 - BLACK
        game["opening"] = following == BLACK
    game["to_move"] = following


def _pass(table: Any) -> None:
    """Pass (spec 1.12); a handicap turn passed does not count towards ending (spec 0.6)."""
    game = table[0]
    if not game["handicap_turns"]:
        game["passes"] += 1
    if game["ko_rule"] != SINGLETON_KO or game["pass_lifts_ko"]:
        table["ko"] = 0
    _next_turn(table)


def _go_on(table: Any) -> None:
    """End a turn that is neither a placement nor a pass: it lifts a ko."""
    table["passes"][0] = 0
    table["ko"] = 0
    _next_turn(table)


def _put_tao(points: Any, table: Any, p: int, price: int) -> None:
    """Put a Tao stone on p, from the hand or for a price (spec 3.3)."""
    game, mine = table[0], table[int(table["to_move"][0])]
    buys = not mine["tao_in_hand"]
    if not buys:
        mine["tao_in_hand"] -= 1
    else:
        mine["tao_bought"] += 1
        mine["tao_paid"] += price
        if not game["tao_points"]:
            mine["prisoners"] -= price
    points["tao"][p] = 1
    _go_on(table)
    if buys and game["tao_auction"]:
        game["tao_turns"] = 0
