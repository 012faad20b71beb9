"""The memory of a batch of games: what every array holds, and the codes in them.

The first axis of every array in `Memory` and `Results` is the games'. ``B`` games on ``n`` points have ``A`` actions
and end after at most ``L`` turns.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...kernel.layout import Adjacency, Bench, StateArrays

Array = NDArray[Any]

GAME = np.dtype(
    [
        ("s0", "u8"),  # the state of the game's own random numbers
        ("s1", "u8"),
        ("komi", "f8"),  # what White gets in the score, a handicap's bonus included; it outlives the game
        ("turns", "u4"),  # turns so far
        ("situations", "u4"),  # situations in the history of repetition
        ("changes", "u4"),  # changes of points since that history began
        ("growth", "u4"),  # tiles laid and Tao stones put: it never falls
        ("latest", "u4"),  # where in the ring of past positions the present one stands
        ("filled", "u4"),  # positions in that ring
        ("over", "u1"),  # how the game ended (see below); it stays until a reset
        ("swapped", "u1"),  # the players have swapped sides (spec 6.6a)
    ],
    align=True,
)

SITUATION = np.dtype(
    [
        ("key", "u8"),  # of P (spec 1a)
        ("changes", "u4"),  # changes of points until then
        ("to_play", "u1"),  # who moves next
        ("creator", "u1"),  # who created P by a placement; 0: nobody
    ],
    align=True,
)

REST = np.dtype(  # of the whole state (spec 1.6) behind a situation
    [
        ("growth", "u4"),
        ("black_prisoners", "u4"),
        ("white_prisoners", "u4"),
        ("tao_price", "u4"),  # what a Tao stone costs, where it goes by turns (spec 3.9)
        ("order_turn", "u4"),  # the turn of the order (spec 6.7)
        ("bar", "u4"),  # how many stones a capture must exceed (spec 6.4)
        ("incursion", "u1"),
    ],
    align=True,
)

SETTINGS = np.dtype(
    [
        ("komi", "f8"),  # what White gets unless the game's own record says otherwise
        ("actions", "u4"),  # A
        ("pass_at", "u4"),  # the action that passes, or NO_ACTION
        ("return_at", "u4"),  # ... that returns a prisoner
        ("tao_at", "u4"),  # ... that puts a Tao stone on point 0; the other points follow
        ("swap_at", "u4"),  # ... that swaps sides
        ("limit", "u4"),  # L
        ("creator", "u1"),  # who created the start
        ("repetition", "u1"),  # as below
        ("draw", "u1"),  # a cycle is a draw, not without result (spec 1.6)
        ("whole_prisoners", "u1"),  # prisoners belong to the whole state (spec 1.6)
        ("whole_order", "u1"),  # ... and the turn of the order; seats decide nothing about moves (spec 6.7)
        ("autoreset", "u1"),
        ("identity", "u1"),  # cell p of a plane is point p; any more cells are no points
    ],
    align=True,
)

NO_ACTION = 0xFFFFFFFF

PLACE_BITS = 20
"""Bits of a slot that hold a place in the history; the others hold as many of its key's highest bits."""
MOST_TURNS = (1 << PLACE_BITS) - 2

GOES_ON, SCORED, NO_MOVES, NO_RESULT, DRAW_BY_CYCLE, TOO_LONG, GOAL = 0, 1, 2, 3, 4, 5, 6
"""How a game ended. TOO_LONG cut it off, after L turns."""

LEAVE, RESET, LOOK = -1, -2, -3
"""In place of an action: leave the game alone; begin it anew; work masks and planes out again."""

TAO_BIT = 4
"""In a ring of past positions: a Tao stone lies here; 1 and 2 are stones."""

OWN, OPPONENT, LIBERTIES, BARRED, TILES, TAO, OWN_COVER, OPPONENT_COVER = 0, 1, 2, 3, 4, 5, 6, 7
OWN_PRISONERS, OPPONENT_PRISONERS, OWN_HAND, OPPONENT_HAND, INCURSION, PASSES, BLACK_TO_MOVE = 8, 9, 10, 11, 12, 13, 14
OWN_PRICE, OPPONENT_PRICE, KOMI = 15, 16, 17
BOARD, DEGREE, RIM = 18, 19, 20
"""Kinds of planes; OWN and OPPONENT say how many turns ago, LIBERTIES how many (3: or more).

From OWN_PRISONERS on a plane is the same on every point; from BOARD on, its values never change.
"""

NO_KOMI = 128
"""What the plane of komi holds where there is none; every half point that the side to move gets adds one."""

MOVING = 20
"""How many of the globals change from turn to turn: see `planes.GLOBALS`; what the rules are follows them."""


class Memory(NamedTuple):
    """All that the games consist of. Those from ``lost`` on have no room where no history is kept."""

    points: Array  # B, n: the kernel's points
    table: Array  # B, 3: the kernel's tables
    games: Array  # B: GAME
    past: Array  # B, ring, n: uint8, what stood on the points
    moves: Array  # B, L: int32, the actions so far
    lost: Array  # B, n: uint8, the colours of the stones that a point has lost
    situations: Array  # B, L + 1: SITUATION
    rests: Array  # B, L + 1: REST, or B, 0 where no whole states are compared
    slots: Array  # B, a power of two: uint32, a hash table of places in the history from 1 on, and tags of their keys
    changes: Array  # B, 2 L + n: uint32, point and what stood there before (8 times the one plus the other)


class Results(NamedTuple):
    """What a step tells."""

    masks: Array  # B, A: bool, the legal actions
    observations: Array  # B, planes, cells: uint8
    globals: Array  # B, globals: float32
    rewards: Array  # B, 2: float32, for Black and for White, or after a swap of sides for the one who began with it
    terminated: Array  # B: bool
    truncated: Array  # B: bool
    ends: Array  # B: uint8
    margins: Array  # B: float64
    owners: Array  # B, n: int8, who owned each point at the end, 1 Black and -1 White
    lengths: Array  # B: uint32
    to_play: Array  # B: uint8, 0 Black and 1 White, or after a swap of sides the one who began with it
    final_observations: Array  # B, planes, cells: uint8, those at the end of the last game that ended
    final_globals: Array  # B, globals: float32, the same

    def shaped(self, axes: tuple[int, ...]) -> Results:
        """Return the results with the axes of a plane in place of cells in a row."""
        shape = *self.observations.shape[:2], *axes
        return self._replace(
            observations=self.observations.reshape(shape), final_observations=self.final_observations.reshape(shape)
        )


class Fixed(NamedTuple):
    """What all games share."""

    start: StateArrays
    adjacency: Adjacency
    prices: Array  # uint32: of a player's next Tao stones
    cells: Array  # n: uint32, where a point stands in a plane
    codes: Array  # planes, 2: uint8, kind and number
    still: Array  # 3, n: uint8, the planes that never change, from BOARD on
    traits: Array  # float32: the globals that never change
    settings: Array  # 1: SETTINGS


class Workspace(NamedTuple):
    """A thread's own memory."""

    bench: Bench
    barred: Array  # n: uint8, points where nothing but repetition forbids a stone
    trial: Array  # 2, n: uint8
    counts: Array  # n: uint32
