"""The memory of a batch of games: the arrays and their codes.

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
        ("komi", "f8"),  # White's komi and handicap bonus; it outlives the game
        ("turns", "u4"),  # turns so far
        ("situations", "u4"),  # situations in the history of repetition
        ("changes", "u4"),  # changes of points since that history began
        ("growth", "u4"),  # tiles laid and Tao stones placed: the number never falls
        ("latest", "u4"),  # the index of the current position in the ring
        ("filled", "u4"),  # the number of positions in the ring
        ("over", "u1"),  # how the game ended (see below); it stays until a reset
        ("swapped", "u1"),  # the players have swapped sides (spec 6.6a)
    ],
    align=True,
)

SITUATION = np.dtype(
    [
        ("key", "u8"),  # of P (spec 1a)
        ("changes", "u4"),  # changes of points until then
        ("to_play", "u1"),  # the side that moves next
        ("creator", "u1"),  # who created P by a placement; 0: neither
    ],
    align=True,
)

REST = np.dtype(  # of the whole state (spec 1.6) behind a situation
    [
        ("growth", "u4"),
        ("black_prisoners", "u4"),
        ("white_prisoners", "u4"),
        ("tao_price", "u4"),  # the price of a Tao stone, if it depends on turns (spec 3.9)
        ("order_turn", "u4"),  # the turn of the order (spec 6.7)
        ("bar", "u4"),  # how many stones a capture must exceed (spec 6.4)
        ("incursion", "u1"),
    ],
    align=True,
)

SETTINGS = np.dtype(
    [
        ("komi", "f8"),  # White's komi unless the game's record has a different one
        ("actions", "u4"),  # A
        ("pass_at", "u4"),  # the action that passes, or NO_ACTION
        ("return_at", "u4"),  # ... that returns a prisoner
        ("tao_at", "u4"),  # ... that puts a Tao stone on point 0; the other points follow
        ("swap_at", "u4"),  # ... that swaps sides
        ("limit", "u4"),  # L
        ("creator", "u1"),  # who created the start
        ("repetition", "u1"),  # as below
        ("draw", "u1"),  # a cycle is a draw instead of no result (spec 1.6)
        ("whole_prisoners", "u1"),  # prisoners belong to the whole state (spec 1.6)
        ("whole_order", "u1"),  # ... and the turn of the order; seats do not affect moves (spec 6.7)
        ("autoreset", "u1"),
        ("identity", "u1"),  # cell p of a plane is point p; other cells are not points
    ],
    align=True,
)

NO_ACTION = 0xFFFFFFFF

PLACE_BITS = 20
"""Bits of a slot for a place in the history; the others hold the highest bits of its key."""
MOST_TURNS = (1 << PLACE_BITS) - 2

GOES_ON, SCORED, NO_MOVES, NO_RESULT, DRAW_BY_CYCLE, TOO_LONG, GOAL = 0, 1, 2, 3, 4, 5, 6
"""How a game ended. TOO_LONG: cut off after L turns."""

LEAVE, RESET, LOOK = -1, -2, -3
"""In place of an action: leave the game unchanged; restart it; recompute masks and planes."""

TAO_BIT = 4
"""In a ring of past positions: a Tao stone lies here; 1 and 2 are stones."""

OWN, OPPONENT, LIBERTIES, BARRED, TILES, TAO, OWN_COVER, OPPONENT_COVER = 0, 1, 2, 3, 4, 5, 6, 7
OWN_PRISONERS, OPPONENT_PRISONERS, OWN_HAND, OPPONENT_HAND, INCURSION, PASSES, BLACK_TO_MOVE = 8, 9, 10, 11, 12, 13, 14
OWN_PRICE, OPPONENT_PRICE, KOMI = 15, 16, 17
BOARD, DEGREE, RIM = 18, 19, 20
"""Kinds of planes; OWN and OPPONENT have the number of turns ago, LIBERTIES the number (3: or more).

From OWN_PRISONERS on a plane is constant over points; from BOARD on it never changes.
"""

NO_KOMI = 128
"""The value of the plane of komi without komi; every half point for the side to move adds one."""

MOVING = 20
"""The number of globals that change from turn to turn: see `planes.GLOBALS`; those of the rules follow."""


class Memory(NamedTuple):
    """The state of the games. Arrays from ``lost`` on are empty if no history is kept."""

    points: Array  # B, n: the kernel's points
    table: Array  # B, 3: the kernel's tables
    games: Array  # B: GAME
    past: Array  # B, ring, n: uint8, the content of the points
    moves: Array  # B, L: int32, the actions so far
    lost: Array  # B, n: uint8, the colours of the stones that a point has lost
    situations: Array  # B, L + 1: SITUATION
    rests: Array  # B, L + 1: REST, or B, 0 where no whole states are compared
    slots: Array  # B, a power of two: uint32, a hash table of places in the history from 1 on, and tags of their keys
    changes: Array  # B, 2 L + n: uint32, 8 times the point plus its former content


class Results(NamedTuple):
    """The results of a step."""

    masks: Array  # B, A: bool, the legal actions
    observations: Array  # B, planes, cells: uint8
    globals: Array  # B, globals: float32
    rewards: Array  # B, 2: float32, for Black and White, or after a swap for the players who began as them
    terminated: Array  # B: bool
    truncated: Array  # B: bool
    ends: Array  # B: uint8
    margins: Array  # B: float64
    owners: Array  # B, n: int8, who owned each point at the end, 1 Black and -1 White
    lengths: Array  # B: uint32
    to_play: Array  # B: uint8, 0 Black and 1 White, or after a swap the player who began as it
    final_observations: Array  # B, planes, cells: uint8, those at the end of the last game that ended
    final_globals: Array  # B, globals: float32, the same

    def shaped(self, axes: tuple[int, ...]) -> Results:
        """Return the results with the axes of a plane in place of cells in a row."""
        shape = *self.observations.shape[:2], *axes
        return self._replace(
            observations=self.observations.reshape(shape), final_observations=self.final_observations.reshape(shape)
        )


class Fixed(NamedTuple):
    """Data shared by all games."""

    start: StateArrays
    adjacency: Adjacency
    prices: Array  # uint32: of a player's next Tao stones
    cells: Array  # n: uint32, the cell of each point in a plane
    codes: Array  # planes, 2: uint8, kind and number
    still: Array  # 3, n: uint8, the planes that never change, from BOARD on
    traits: Array  # float32: the globals that never change
    settings: Array  # 1: SETTINGS


class Workspace(NamedTuple):
    """A thread's own memory."""

    bench: Bench
    barred: Array  # n: uint8, points where only repetition forbids a stone
    trial: Array  # 2, n: uint8
    counts: Array  # n: uint32
