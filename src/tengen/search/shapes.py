"""Shapes around points of square grids: discs of growing size, and 3x3 patterns, with keys invariant under symmetry.

A point's surroundings are the contents of the 36 points nearest to it by the distance |x| + |y| + max(|x|, |y|) (Coulom
2007): the mover's stones, the other's, off the board; for points adjacent to a stone there, also the liberties of their
chain. Colours are seen from the mover. The key of a disc is the least of its eight symmetric keys. A shape may also
include the place of the last stone.

The patterns are those where a stone in the middle suits either player (Gelly, Wang, Munos & Teytaud 2006). Around the
middle, ``X`` and ``O`` are the two colours in either order, ``.`` vacant, ``#`` off the board, ``?`` anything, ``x``
anything but X, ``o`` anything but O.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..boards import Board, rims
from ..kernel.array_types import Records, UInt8s, UInt32s
from ..kernel.jit import helper, routine
from ..kernel.layout import VACANT
from ..kernel.mixing import mixed_all

PATTERNS = (
    ("XOX", "...", "???"),  # a hane that encloses
    ("XO.", "...", "?.?"),  # a hane
    ("XO?", "X..", "x.?"),  # a turn
    ("XO?", "O.o", "?o?"),  # an unprotected cut
    ("XO?", "O.X", "???"),  # a cut after a peep
    ("?X?", "O.O", "ooo"),  # pushing through
    ("OX?", "o.O", "???"),  # a cut at a knight's move
    ("X.?", "O.?", "##?"),  # chasing along the edge
    ("OX?", "X.O", "###"),  # cutting on the edge, or preventing it
    ("?X?", "x.O", "###"),  # blocking on the edge
    ("?OX", "X.O", "###"),  # a cut on the edge
)
_AROUND = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
_DIAGONAL = [place for place, (x, y) in enumerate(_AROUND) if x and y]
_MEANING = {".": (0,), "X": (1,), "O": (2,), "#": (3,), "?": (0, 1, 2, 3), "x": (0, 2, 3), "o": (0, 1, 3)}
_SWAPPED = str.maketrans("XOxo", "OXox")


@lru_cache(maxsize=1)
def pattern_bits() -> NDArray[np.uint8]:
    """Return whether a stone suits each pattern code (two bits per neighbour), as bits, lowest first: (8192,)."""
    found = np.zeros(1 << 16, np.bool_)
    for rows in PATTERNS:
        for turned in _symmetries(rows):
            for picture in (turned, turned.translate(_SWAPPED)):
                for contents in product(*(_MEANING[mark] for mark in picture)):
                    found[sum(content << (2 * place) for place, content in enumerate(contents))] = True
    return np.packbits(found, bitorder="little")


def _symmetries(rows: tuple[str, ...]) -> set[str]:
    """Return the eight neighbours of the middle, in order, in all rotations and reflections."""
    found = set()
    for _ in range(4):
        rows = tuple("".join(row[x] for row in reversed(rows)) for x in range(3))
        for seen in (rows, rows[::-1]):
            found.add("".join(seen[y + 1][x + 1] for x, y in _AROUND))
    return found


def around(board: Board) -> NDArray[np.uint32]:
    """Return the eight points around every point of a grid of plain stones, n for missing ones; empty elsewhere."""
    return surroundings(board, _AROUND) if board.is_plain else np.zeros(0, np.uint32)


def diagonals(around: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return the four diagonal ones of the eight points `around` every point; empty for empty input."""
    return around.reshape(-1, len(_AROUND))[:, _DIAGONAL].ravel()


def surroundings(board: Board, offsets: Sequence[tuple[int, int]]) -> NDArray[np.uint32]:
    """Return the points at some offsets (x, y) from every point of a grid, n for missing ones; empty elsewhere."""
    return np.array(rims.surroundings(board, offsets) if board.surface else [], np.uint32)


def _span(offset: tuple[int, int]) -> int:
    x, y = abs(offset[0]), abs(offset[1])
    return x + y + max(x, y)


FURTHEST = 7
OFFSETS: Final = tuple(
    sorted(
        ((x, y) for x, y in product(range(-3, 4), repeat=2) if 0 < _span((x, y)) <= FURTHEST),
        key=lambda offset: (_span(offset), offset),
    )
)
"""The points around one, the nearest first."""
SPANS: Final = tuple(_span(offset) for offset in OFFSETS)
ENDS: Final = (8, 12, 20, 28, 36)
"""The number of points in each of the discs."""
RINGS = len(ENDS)
ROOM = len(OFFSETS)
OFF, LAST = 7, 8
"""Contents other than stones: no point, and the last stone. Own stones are 1 to 3, the other's 4 to 6, by liberties."""
CONTENTS = 9

_TURNS = tuple(
    (lambda x, y, a=a, b=b, swap=swap: (b * y, a * x) if swap else (a * x, b * y))
    for a, b, swap in product((1, -1), (1, -1), (False, True))
)
_END_AT = np.array(ENDS, np.int64)
_SALTS = mixed_all(np.arange(1, 2 * RINGS + 1, dtype=np.uint64)).astype(np.uint32)


class Shapes(NamedTuple):
    """The shapes with known strengths, and the places of points; empty if unused.

    The first ``beside`` of the points around one would be its stone's neighbours, if it can be placed. Shapes count a
    chain's liberties in units of ``unit``, rounded up, three at most.
    """

    beside: int
    unit: int
    field: NDArray[np.uint32]  # 36 n: the points around every point, n for missing ones
    lanes: NDArray[np.uint32]  # 36 * 9 * 8: a key for every place, content and symmetry
    places: NDArray[np.uint16]  # n: the place of each point, see `strengths`
    keys: NDArray[np.uint32]  # a hash table of the shapes' keys; 0: vacant
    numbers: NDArray[np.int32]  # ... and of their numbers
    strengths: NDArray[np.float32]  # of all features, as logarithms


@lru_cache(maxsize=1)
def lanes() -> NDArray[np.uint32]:
    """Return the keys of places and contents: (36 * 9 * 8); made once."""
    plain = mixed_all(np.arange(ROOM * CONTENTS, dtype=np.uint64) + np.uint64(1 << 32)).astype(np.uint32)
    plain = plain.reshape(ROOM, CONTENTS)
    found = np.zeros((ROOM, CONTENTS, 8), np.uint32)
    for lane, turn in enumerate(_TURNS):
        for k, offset in enumerate(OFFSETS):
            found[k, :, lane] = plain[OFFSETS.index(turn(*offset))]
    return found.reshape(-1)


@lru_cache(maxsize=8)
def field(board: Board) -> NDArray[np.uint32]:
    """Return the points around every point of a square grid (36 n); empty elsewhere, see `surroundings`."""
    return surroundings(board, OFFSETS)


@routine
def count_liberties(points: Records, links: UInt32s, held: UInt8s, seen: UInt32s, unit: int) -> None:
    """Write the liberties of every chain at its head: in units, rounded up, at most 3."""
    n = len(points)
    for p in range(n):
        held[p] = 0
    for p in range(n):
        seen[p] = n
    for q in range(n):
        if points[q].footprints == 0:
            first = points[q].neighbours_at
            for k in range(first, first + points[q].degree):
                r = links[k]
                if points[r].colour != VACANT:
                    head = points[r].chain
                    if seen[head] != q:
                        seen[head] = q
                        if held[head] < 3 * unit:
                            held[head] += np.uint8(1)
    if unit > 1:
        for p in range(n):
            held[p] = (np.int64(held[p]) + unit - 1) // unit


@helper
def add_ring(points: Records, shapes: Shapes, held: UInt8s, acc: UInt32s, p: int, colour: int, ring: int) -> None:
    """Add the points of a ring to the eight keys of a disc."""
    n = len(points)
    at = ROOM * np.int64(p)
    for k in range(_END_AT[ring - 1] if ring > 0 else 0, _END_AT[ring]):
        q = np.int64(shapes.field[at + k])
        content = OFF
        if q < n:
            stone = points[q].colour
            if stone == VACANT:
                continue
            content = 1 if stone == colour else 4
            if k < shapes.beside:
                content += np.int64(held[points[q].chain]) - 1
        begin = (k * CONTENTS + content) * 8
        for lane in range(8):
            acc[lane] ^= shapes.lanes[begin + lane]


@helper
def start_keys(shapes: Shapes, acc: UInt32s, marker: int) -> None:
    """Begin the keys of a disc; ``marker`` is one more than the place of the last stone, 0 for none."""
    begin = ((marker - 1) * CONTENTS + LAST) * 8
    for lane in range(8):
        acc[lane] = shapes.lanes[begin + lane] if marker > 0 else np.uint32(0)


@helper
def key_of(acc: UInt32s, ring: int, marker: int) -> np.uint32:
    """Return the key of a disc that has grown to a ring."""
    least = acc[0]
    for lane in range(1, 8):
        if acc[lane] < least:
            least = acc[lane]
    key = least ^ _SALTS[ring + (RINGS if marker > 0 else 0)]
    return key if key != 0 else np.uint32(1)


@helper
def number_of(shapes: Shapes, key: np.uint32) -> int:
    """Return the number of a shape, or -1 if it is unknown."""
    mask = np.uint32(len(shapes.keys) - 1)
    slot = key & mask
    while shapes.keys[slot] != 0:
        if shapes.keys[slot] == key:
            return np.int64(shapes.numbers[slot])
        slot = (slot + np.uint32(1)) & mask
    return np.int64(-1)


@routine
def find_shape(points: Records, shapes: Shapes, held: UInt8s, acc: UInt32s, p: int, colour: int, marker: int) -> int:
    """Return the number of the largest known shape around a point, -1 for none; shapes inside known ones are known."""
    best = np.int64(-1)
    start_keys(shapes, acc, marker)
    for ring in range(RINGS):
        add_ring(points, shapes, held, acc, p, colour, ring)
        number = number_of(shapes, key_of(acc, ring, marker))
        if number < 0:
            break
        best = number
    return best
