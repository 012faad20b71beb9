"""The kernel's memory: one 64-byte record per point, one record for the table, one buffer per game.

Points are indices ``0..n-1``; ``n`` stands for "no point". Colours are 1 (Black) and 2 (White), 0 is vacant. Counts by
colour that change on every move are packed as ``black + 65536 * white``.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

VACANT = 0
BLACK = 1
WHITE = 2

POINT = np.dtype(
    [
        ("key", "u8"),  # at a chain's head: the XOR of its stones' Zobrist keys
        ("chain", "u4"),  # head of the chain the stone belongs to; without a stone, the point itself
        ("next", "u4"),  # next stone in the chain's ring
        ("liberties", "u4"),  # at the head: pseudo-liberties, the sum of the stones' vacant neighbours; else PLENTY
        ("size", "u4"),  # at the head: stones in the chain
        ("stones", "u4"),  # neighbouring stones, packed by colour
        ("vacancies", "u4"),  # neighbouring vacant points
        ("footprints", "u4"),  # stones whose footprint covers this point, packed by colour; 0: vacant
        ("slot", "u4"),  # the index of this point in the list of open points
        ("open", "u4"),  # the list of open points itself: entry i lies in record i
        ("neighbours_at", "u4"),  # where the neighbour list begins in the links
        ("footprint_at", "u4"),  # where the footprint list begins in the links
        ("degree", "u2"),  # length of the neighbour list
        ("footprint_size", "u2"),  # length of the footprint list
        ("reach", "u2"),  # most pseudo-liberties of one chain that a stone here can block
        ("tiles", "u2"),  # height of the stack of tiles
        ("colour", "u1"),  # stone standing here
        ("tao", "u1"),  # 1: a Tao stone lies here
        ("tao_later", "u1"),  # 1: a Tao stone will be put here after a free handicap
        ("goal", "u1"),  # what the goal marks here (see `rules.goals.goal_marks`), and `TAKEN`
    ],
    align=True,
)

# The table has three such records: number 0 is the game's, numbers 1 and 2 belong to the colours.
TABLE = np.dtype(
    [
        ("key", "u8"),  # Zobrist key of P: stones and Tao stones (spec 1a)
        ("ko_key", "u8"),  # key before the last placement
        ("prisoner_value", "f8"),
        ("points", "u4"),  # n
        ("open", "u4"),  # length of the list of open points
        ("prisoners", "u4"),  # held by colour (spec 0.4)
        ("tao_in_hand", "u4"),
        ("tao_bought", "u4"),
        ("tao_paid", "u4"),  # the cost of the Tao stones bought so far
        ("tao_turns", "u4"),  # turns that count for the price, up to tao_last (spec 3.9)
        ("tao_last", "u4"),  # turns until the price is constant; 0: it depends on purchases
        ("last_point", "u4"),  # the last placement of the game, or n
        ("last_enemy", "u4"),  # enemy stones it removed
        ("last_own", "u4"),  # own stones it removed
        ("captured", "u4"),  # the enemy stone it removed where that was the only one, else n
        ("handicap_turns", "u4"),  # turns Black still takes in a row (spec 0.6)
        ("placing", "u4"),  # stones of a free handicap still to be placed (spec 0.6)
        ("tile_stack", "u4"),
        ("passes", "u4"),  # consecutive passes
        ("passes_to_end", "u4"),  # 0: passes never end the game
        ("goal_count", "u4"),  # stones to capture, or in a row
        ("bar", "u4"),  # captures of up to this many stones are illegal; under TIBETAN 1: stones were taken (spec 6.4)
        ("latest", "u4"),  # the last stone of the game, or n; kept only if ``where`` needs it: `order.note_stone`
        ("where_count", "u4"),  # steps, stones, or points that each point names for the next stone (spec 6.9)
        ("next_at", "u4"),  # where the links hold those points
        ("least_liberties", "u4"),  # a chain with fewer liberties is taken
        ("order_letters", "u4"),  # bit t: White makes turn t of the order (spec 6.7)
        ("order_turn", "u4"),  # the turn of the order that is due
        ("lines_at", "u4"),  # where the links hold the eight points around each point, for rows
        ("weights_at", "u4"),  # where the links hold the weights of points; 0: one point each (spec 6.8)
        ("coupons", "u4"),  # the highest coupon left, by colour those held, all in half points (spec 6.8)
        ("coupon_last", "u4"),  # the lowest coupon
        ("coupon_step", "u4"),  # the difference between successive coupons
        ("to_move", "u1"),
        ("last_colour", "u1"),  # who made the last placement
        ("ko", "u1"),  # 1: the last placement may have begun a ko
        ("incursion", "u1"),  # the bit of spec 2.2
        ("suicide", "u1"),  # the axes in force, with the codes below
        ("ko_rule", "u1"),
        ("pass_lifts_ko", "u1"),
        ("singleton_of", "u1"),  # 1: the ko of 4.6 is about the opponent's last placement, remembered in its own record
        ("tile_rule", "u1"),
        ("tao_on", "u1"),
        ("tao_points", "u1"),  # Tao stones are paid in points (spec 3.6)
        ("tao_sold", "u1"),  # 1: Tao stones can be bought
        ("tao_auction", "u1"),  # 1: a purchase resets tao_turns (spec 3.9)
        ("own_overlap", "u1"),
        ("friendly_fire", "u1"),
        ("far", "u1"),  # 1: a stone may take a liberty of an own chain it does not join
        ("may_pass", "u1"),
        ("must_place", "u1"),  # 1: passes need a lack of placements (``may_pass`` is 0); 2: while a keima is due
        ("may_return", "u1"),
        ("scoring", "u1"),
        ("tax", "u1"),  # the points that holdings give up (spec 1.13a)
        ("irregular", "u1"),  # 1: the sides do not simply alternate now, see `order`: also while a handicap is taken
        ("following", "u1"),  # if so, the side that moves after a placement by the side to move
        ("order", "u1"),  # whose turn it is, as below
        ("order_length", "u1"),  # the number of letters
        ("order_again", "u1"),  # the first of those that repeat
        ("rare", "u1"),  # 1: rare rules are in force: see `moves.place_rarely`
        ("recapture", "u1"),
        ("where", "u1"),  # as `rules.where.KINDS`
        ("slow", "u1"),  # 1: chains are taken in another way than ordinary Go's (spec 6.10)
        ("removal", "u1"),
        ("captures", "u1"),  # what happens to captured stones
        ("strict", "u1"),  # 1: a stone needs a liberty before it captures; ``suicide`` is then 0
        ("goal", "u1"),  # what must be reached, as below
        ("misere", "u1"),  # 1: reaching it loses, and the lower score wins
        ("overlines", "u1"),  # 1: Black loses with a longer row than the goal's
        ("won", "u1"),  # who has won by the goal
        ("pass_stones", "u1"),  # 1: a pass hands over a stone (spec 6.8)
        ("payoff", "u1"),  # 1: Hahn's system (spec 6.8)
        ("special", "u1"),  # 1: more than plain ko and no suicide (a playout looks twice)
        ("degree", "u2"),  # the most neighbours that a point has
    ],
    align=True,
)

# On wide boards the links also hold the reversed relations of each point: `WAYS` entries per point, after the n + 1
# offsets of the edge lists. See `state.BoardAdjacency`.
WAYS = 5
REACHED_AT, REACHED, MUTUAL, COVERED_AT, COVERED = range(WAYS)

PLENTY = 1 << 30
"""The liberties of a point without a stone: too many to run out, so that counting need not check the colour."""

NO_KO, SIMPLE_KO, SINGLETON_KO = 0, 1, 2
NO_TILES, TILE, CUSHION = 0, 1, 2
SAME, BEFORE, AFTER, FORBIDDEN = 0, 1, 2, 3
AREA, TERRITORY, STONES = 0, 1, 2
SCORE, CAPTURE, CAPTURE_AT_ONCE, CAPTURE_ON, CONNECT, CONNECT_OWN, ROW = range(7)
"""Goals, in the order of `rules.goals.KINDS`."""
ALTERNATE, PATTERN, THUE_MORSE, PROGRESSIVE = range(4)
"""Orders, in the order of `rules.orders.KINDS`."""
NO_TAX, SEKI_TAX, GROUP_TAX = 0, 1, 2
SHARED, TAXED = 3, 4
"""Marks of vacant points among owners: shared by both colours, so that a seki is next to it; and taken by a tax."""
ANY_CAPTURE, STOICAL, LARGER, FREEZE, TIBETAN = range(5)
ANYWHERE, AWAY, NEAR, NO_CONTACT, CHAINS, NO_CHAINS_OF, CLOSED, KEIMA, BLOCKS = range(9)
ENEMY_FIRST, TOGETHER, OWN_FIRST = range(3)
PRISONERS, CONVERT, WALL = range(3)
TAKEN = 128
"""In the mark of a point: the last turn removed a stone from it."""
NONE_MAY = 0xFFFFFFFF
"""A bar that no capture exceeds."""
UNLIMITED = 0xFFFF  # tiles are counted in 16 bits

# Reasons, as bits in the order of spec 0.5 (the enum outside is tengen.Reason; a test holds them together).
OCCUPIED = 1 << 3
BLOCKED = 1 << 4
TILE_LIMIT = 1 << 5
TAO_NEEDS_CAPTURE = 1 << 6
SUICIDE = 1 << 7
FRIENDLY_FIRE = 1 << 8
KO = 1 << 9
RECAPTURE = 1 << 11
OUT_OF_PLACE = 1 << 12
NO_PASSING = 1 << 13

# Kinds of turn.
PLACE, PASS, RETURN, TAO = 0, 1, 2, 3


class StateArrays(NamedTuple):
    """A game's memory."""

    points: NDArray[Any]  # n: POINT
    table: NDArray[Any]  # 3: TABLE


class Adjacency(NamedTuple):
    """The fixed tables of a board, see `state.BoardAdjacency`; and its diagonals, if false eyes are recognised."""

    links: NDArray[np.uint32]
    keys: NDArray[np.uint64]
    wide: int | None  # None if stones block only their own point and neighbours are mutual
    diagonals: NDArray[np.uint32]  # 4 n: the points diagonal to every point, n for none; empty: every own eye is kept


class Bench(NamedTuple):
    """A thread's own memory."""

    scratch: NDArray[np.uint32]
    spare: StateArrays
    owner: NDArray[np.int8]  # n


Arrays = TypeVar("Arrays")


def plain(arrays: Arrays) -> Arrays:
    """Return nested named tuples as plain ones, which Python passes to compiled code faster."""
    return cast(Arrays, tuple(map(plain, arrays))) if isinstance(arrays, tuple) else arrays


# Scratch memory: four lists of n entries and an epoch. See `scratch_size`.
SCRATCH_LISTS = 4


def scratch_size(points: int) -> int:
    """Return the length of the ``uint32`` scratch memory of a game on a number of points.

    Entries ``0..n-1`` list enemy chains that lost their last liberty, ``n..2n-1`` own ones (both double as the queue of
    a flood), ``2n..3n-1`` are marks of the epoch in the last entry, ``3n..4n-1`` counters, zero between uses.
    """
    return SCRATCH_LISTS * points + 1
