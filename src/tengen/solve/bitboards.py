"""Ordinary Go in masks: a position is one 64-bit word a side, on any graph of up to 64 points.

``near`` holds the neighbours of every point as masks; the board is thus data, and one compilation serves all boards.
Positions are seen from the side to move: ``own`` and ``enemy``. Whatever Python calls here is in `Bits`.

This is a third statement of the rules, beside the kernel and the oracle of the tests, and is there for speed alone:
chains and liberties (spec 0.3), placement and suicide (0.4), legality (0.5), plain ko (1.2) and area (1.13), all for
stones that block and connect as in ordinary Go, without tiles and Tao stones. Nothing else is known here: callers
refuse other rules. ``tests/solve/test_bitboards.py`` holds it to the oracle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from ..boards import Board
from ..kernel.jit import entry, helper, routine
from .served import BoardTooLarge, PositionNotServed
from .symmetry_group import symmetries

Masks = NDArray[np.uint64]

MOST_POINTS = 64
MOST_SYMMETRIES = 64
"""The most symmetries that are used: of boards with more, a subgroup."""
NO_KO = 64
LONE_SUICIDE = 65
"""Instead of a point: the last placement took itself back, so another such one would bring its position back."""

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


def _trailing_zeros(typing: Any, mask: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), code


def _ones(typing: Any, mask: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), code


lowest: Any = intrinsic(_trailing_zeros)
"""The lowest point of a mask that has one."""
_population: Any = intrinsic(_ones)


@helper
def count(mask: np.uint64) -> int:
    """Return the number of points in a mask, signed."""
    return np.int64(_population(mask))


@helper
def low_bit(mask: np.uint64) -> np.uint64:
    """Return the mask of the lowest point alone."""
    return mask & (~mask + _ONE)


@helper
def bit(p: int) -> np.uint64:
    """Return the mask of a point."""
    return _ONE << np.uint64(p)


@helper
def all_points(near: Masks) -> np.uint64:
    """Return the mask of the whole board."""
    return _ALL >> np.uint64(64 - len(near))


@helper
def flood(seed: np.uint64, within: np.uint64, near: Masks) -> tuple[np.uint64, np.uint64]:
    """Return what is connected with a seed within a mask, and the union of all neighbours of its points."""
    found = seed
    new = seed
    halo = _NONE
    while new:
        around = near[lowest(new)]
        new &= new - _ONE
        halo |= around
        more = around & within & ~found
        found |= more
        new |= more
    return found, halo


@routine
def in_atari(stones: np.uint64, vacant: np.uint64, near: Masks) -> np.uint64:
    """Return the stones of the chains that have one liberty."""
    found = _NONE
    rest = stones
    while rest:
        chain, halo = flood(low_bit(rest), stones, near)
        rest &= ~chain
        liberties = halo & vacant
        if not liberties & (liberties - _ONE):
            found |= chain
    return found


@routine
def place(own: np.uint64, enemy: np.uint64, p: int, near: Masks) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Put a stone; return both sides' stones after it, the enemy stones taken and the own ones that died (spec 0.4)."""
    stone = bit(p)
    own |= stone
    vacant = all_points(near) & ~(own | enemy)
    taken = _NONE
    rest = near[p] & enemy
    while rest:
        chain, halo = flood(low_bit(rest), enemy, near)
        rest &= ~chain
        if not halo & vacant:
            taken |= chain
    died = _NONE
    if not taken and not near[p] & vacant:
        chain, halo = flood(stone, own, near)
        if not halo & vacant:
            died = chain
    return own & ~died, enemy & ~taken, taken, died


@helper
def ko_after(own: np.uint64, enemy: np.uint64, p: int, taken: np.uint64, died: np.uint64, near: Masks) -> int:
    """Return the point on which the answer to a placement would bring back what was before it (spec 1.2), or `NO_KO`.

    It does so only by taking the one stone just put, standing alone, from the point of the one stone it took.
    """
    if died:
        return LONE_SUICIDE if died == bit(p) else NO_KO
    if not taken or taken & (taken - _ONE) or near[p] & ~enemy != taken:
        return NO_KO
    return np.int64(lowest(taken))


@routine
def legal(own: np.uint64, enemy: np.uint64, ko: int, near: Masks, suicide: bool) -> np.uint64:
    """Return the points on which the side to move may place a stone; ``ko`` is that of `ko_after` or `NO_KO`."""
    vacant = all_points(near) & ~(own | enemy)
    found = _NONE
    tight = _NONE
    rest = vacant
    while rest:
        p = lowest(rest)
        rest &= rest - _ONE
        if near[p] & vacant:
            found |= bit(p)
        else:
            tight |= bit(p)
    if not tight:
        return found
    helping = (in_atari(enemy, vacant, near)) | (own & ~in_atari(own, vacant, near))
    while tight:
        p = lowest(tight)
        tight &= tight - _ONE
        if p == np.uint64(ko):
            continue
        if near[p] & helping or (suicide and (ko != LONE_SUICIDE or near[p] & own)):
            found |= bit(p)
    return found


@routine
def area(own: np.uint64, enemy: np.uint64, near: Masks) -> int:
    """Return own area minus the enemy's (spec 1.13)."""
    vacant = all_points(near) & ~(own | enemy)
    total = count(own) - count(enemy)
    while vacant:
        region, halo = flood(low_bit(vacant), vacant, near)
        vacant &= ~region
        if halo & own:
            if not halo & enemy:
                total += count(region)
        elif halo & enemy:
            total -= count(region)
    return total


@helper
def image(mask: np.uint64, g: int, moved: Masks) -> np.uint64:
    """Return what a mask becomes under symmetry number g; ``moved`` are the tables of `Bits`."""
    found = _NONE
    for k in range(moved.shape[1]):
        found |= moved[g, k, (mask >> np.uint64(8 * k)) & np.uint64(255)]
    return found


@routine
def canonical(own: np.uint64, enemy: np.uint64, ko: int, moved: Masks) -> tuple[np.uint64, np.uint64, int]:
    """Return the least image of a position under the symmetries: both masks, and the ko moved with them."""
    best, other, least = own, enemy, ko
    for g in range(1, moved.shape[0]):
        mine = image(own, g, moved)
        if mine > best:
            continue
        theirs = image(enemy, g, moved)
        if mine == best and theirs > other:
            continue
        point = ko if ko >= NO_KO else np.int64(lowest(image(bit(ko), g, moved)))
        if mine < best or theirs < other or point < least:
            best, other, least = mine, theirs, point
    return best, other, least


@entry
def _legal(own: np.uint64, enemy: np.uint64, ko: int, near: Masks, suicide: bool) -> np.uint64:
    return legal(own, enemy, ko, near, suicide)


@entry
def _place(own: np.uint64, enemy: np.uint64, p: int, near: Masks) -> tuple[np.uint64, np.uint64, int]:
    own, enemy, taken, died = place(own, enemy, p, near)
    return own, enemy, ko_after(own, enemy, p, taken, died, near)


@entry
def _area(own: np.uint64, enemy: np.uint64, near: Masks) -> int:
    return area(own, enemy, near)


@entry
def _canonical(own: np.uint64, enemy: np.uint64, ko: int, moved: Masks) -> tuple[np.uint64, np.uint64, int]:
    return canonical(own, enemy, ko, moved)


@dataclass(frozen=True, eq=False)
class Bits:
    """A board as masks: ``near`` for every point its neighbours, ``moved`` the symmetries as tables by byte.

    ``moved[g, k, b]`` is where symmetry g takes the points ``8 k + i`` whose bits i are set in b.

    >>> from tengen import boards
    >>> bits = Bits.of(boards.parse("3x3"))
    >>> bits.moved.shape, bits.labels(bits.legal(0, 0))[:3]
    ((8, 2, 256), ('A3', 'B3', 'C3'))
    """

    board: Board
    near: Masks
    moved: Masks

    @classmethod
    def of(cls, board: Board, most_symmetries: int = MOST_SYMMETRIES) -> Bits:
        """Return a board as masks.

        Raises:
            BoardTooLarge: it has more than 64 points; PositionNotServed: its stones are not ordinary.
        """
        if not board.is_plain:
            raise PositionNotServed(
                f"the stones of {board.text} block or connect more than their own point; masks hold ordinary ones"
            )
        if len(board) > MOST_POINTS:
            raise BoardTooLarge(f"{board.text} has {len(board)} points; masks hold boards of up to {MOST_POINTS}")
        near = np.array([sum(1 << q for q in row) for row in board.neighbours], np.uint64)
        return cls(board, near, _moved(np.array(symmetries(board, most_symmetries), np.int64)))

    def points(self, mask: int) -> tuple[int, ...]:
        """Return the points of a mask."""
        return tuple(p for p in range(len(self.near)) if mask >> p & 1)

    def mask(self, labels: tuple[str, ...]) -> int:
        """Return the mask of points given by their labels."""
        return sum(1 << self.board.point(label) for label in labels)

    def labels(self, mask: int) -> tuple[str, ...]:
        """Return the labels of a mask's points."""
        return tuple(self.board.labels[p] for p in self.points(mask))

    def legal(self, own: int, enemy: int, ko: int = NO_KO, suicide: bool = False) -> int:
        """Return the points on which the side to move may place a stone."""
        return int(_legal(np.uint64(own), np.uint64(enemy), ko, self.near, suicide))

    def place(self, own: int, enemy: int, p: int) -> tuple[int, int, int]:
        """Put a stone; return the stones of both sides after it, and the ko for the other side."""
        own, enemy, ko = _place(np.uint64(own), np.uint64(enemy), p, self.near)
        return int(own), int(enemy), int(ko)

    def placements(
        self, own: int, enemy: int, ko: int = NO_KO, suicide: bool = False
    ) -> Iterator[tuple[int, int, int, int]]:
        """Yield every legal placement: its point, the stones of both sides after it, and the ko for the other side."""
        for p in self.points(self.legal(own, enemy, ko, suicide)):
            yield p, *self.place(own, enemy, p)

    def area(self, own: int, enemy: int) -> int:
        """Return own area minus the enemy's (spec 1.13)."""
        return int(_area(np.uint64(own), np.uint64(enemy), self.near))

    def canonical(self, own: int, enemy: int, ko: int = NO_KO) -> tuple[int, int, int]:
        """Return the least image of a position under the symmetries."""
        own, enemy, ko = _canonical(np.uint64(own), np.uint64(enemy), ko, self.moved)
        return int(own), int(enemy), int(ko)


def _moved(group: NDArray[np.int64]) -> Masks:
    """Return the tables of `Bits.moved` of a group of permutations."""
    size = group.shape[1]
    found = np.zeros((len(group), (size + 7) // 8, 256), np.uint64)
    values = np.arange(256)
    for p in range(size):
        has = (values >> (p % 8) & 1).astype(bool)
        found[:, p // 8, has] |= (_ONE << group[:, p].astype(np.uint64))[:, None]
    return found
