"""Ladders and short captures, read to their end: whether a chain with one or two liberties can be captured.

A line is played only on the colours and then undone: the rest of a state never changes. The attacker plays on liberties
of the chain and must leave it at most one. The defender extends there, or captures an adjacent chain in atari. No other
answer saves a chain in atari, so `CAPTURED` is a proof. `SAFE` means that no such attack succeeds; a net may.

Moves that repeat a position of the line, or the one that a capture just changed, are never tried. The player might make
such a move later, so a result that depends on it is `UNREAD`. The same holds for moves that tiles may forbid, and for
anything beyond the budget. Only ordinary boards are read: stones block only their own point, and neighbours are mutual.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernel import State
from ..kernel.array_types import UInt32s
from ..kernel.chains import stone_key, tao_key
from ..kernel.jit import entry, helper, routine
from ..kernel.layout import VACANT, Adjacency, StateArrays

UNREAD, CAPTURED, SAFE, PENDING = 0, 1, 2, 3
"""Verdicts on a chain; PENDING while its moves are being tried."""

PLAYED, ILLEGAL, DOUBTFUL = 0, 1, 2
"""Results of a move of a line: DOUBTFUL ones may be forbidden, permanently or for now."""

LONGEST = 512  # the longest line, in moves
MOVES = 8  # the most moves tried in a position
ESCAPE = 3  # a chain with this many liberties escapes

EPOCH, HEIGHT, LINE, LEFT, BEST, SCAN = range(6)
"""Counters: scans of chains, changes on the trail, moves of the line, positions left, first move, capture scans."""

STEP = np.dtype([("count", "u1"), ("tried", "u1"), ("doubt", "u1")])


class Reader(NamedTuple):
    """A thread's memory for reading."""

    trail: NDArray[np.uint32]  # the line's changes: 4 point + the former colour
    heights: NDArray[np.uint32]  # of the trail before every move of the line
    keys: NDArray[np.uint64]  # of the positions of the line, from the one before it on
    chain: NDArray[np.uint32]  # n: the stones of the chain in question
    queue: NDArray[np.uint32]  # n: the stones of another chain
    found: NDArray[np.uint32]  # 4: liberties
    seen: NDArray[np.uint32]  # n: the last scan that met a point
    asked: NDArray[np.uint32]  # n: the last scan for captures that met a stone
    moves: NDArray[np.uint32]  # LONGEST, MOVES: the moves to try
    steps: NDArray[Any]  # LONGEST: STEP
    counters: NDArray[np.uint32]  # see above


def reader(points: int) -> Reader:
    """Return new memory for reading on a board of a number of points."""
    return Reader(
        trail=np.zeros(points + 2 * LONGEST, np.uint32),
        heights=np.zeros(LONGEST + 2, np.uint32),
        keys=np.zeros(LONGEST + 4, np.uint64),
        chain=np.zeros(points, np.uint32),
        queue=np.zeros(points, np.uint32),
        found=np.zeros(4, np.uint32),
        seen=np.zeros(points, np.uint32),
        asked=np.zeros(points, np.uint32),
        moves=np.zeros((LONGEST, MOVES), np.uint32),
        steps=np.zeros(LONGEST, STEP),
        counters=np.zeros(6, np.uint32),
    )


@routine
def begin_line(reader: Reader, state: StateArrays) -> None:
    """Begin a line at a position."""
    table = state.table
    counters = reader.counters
    counters[HEIGHT] = 0
    counters[LINE] = 0
    reader.keys[1] = table[0].key
    reader.keys[0] = table[0].ko_key if table[0].ko else table[0].key
    if counters[EPOCH] > 1 << 31:  # scan numbers must never wrap
        for p in range(len(reader.seen)):
            reader.seen[p] = 0
        counters[EPOCH] = 0


@routine
def look(
    reader: Reader, state: StateArrays, adjacency: Adjacency, stone: int, most: int, queue: UInt32s
) -> tuple[int, int]:
    """Find liberties of a stone's chain, up to ``most``; return their number, and the number of stones visited.

    The liberties are written to ``found``, the stones to the given queue: all of them if there are fewer than ``most``.
    """
    points = state.points
    links = adjacency.links
    seen, found = reader.seen, reader.found
    counters = reader.counters
    epoch = np.uint32(counters[EPOCH] + 1)
    counters[EPOCH] = epoch
    colour = points[stone].colour
    queue[0] = stone
    seen[stone] = epoch
    met = 1
    i = 0
    count = 0
    while i < met:
        s = queue[i]
        i += 1
        first = points[s].neighbours_at
        for k in range(first, first + points[s].degree):
            r = links[k]
            if seen[r] != epoch:
                seen[r] = epoch
                content = points[r].colour
                if content == VACANT:
                    found[count] = r
                    count += 1
                    if count == most:
                        return count, met
                elif content == colour:
                    queue[met] = r
                    met += 1
    return count, met


@helper
def was_changed(reader: Reader, p: int) -> bool:
    """Return whether the line has changed a point."""
    for i in range(reader.counters[HEIGHT]):  # noqa: SIM110 (Numba has no any())
        if reader.trail[i] >> 2 == p:
            return True
    return False


@helper
def is_in_doubt(reader: Reader, state: StateArrays, p: int) -> bool:
    """Return whether tiles may forbid a stone on p, or a Tao stone or a tile may lie there now."""
    points, table = state
    if table[0].tile_rule and points[p].tiles >= table[0].tile_stack:
        return True
    return (table[0].tile_rule or table[0].tao_on) and was_changed(reader, p)


@helper
def repeats(reader: Reader, key: np.uint64, line: int) -> bool:
    """Return whether a position occurred in the line, or before it."""
    for i in range(line + 2):  # noqa: SIM110 (Numba has no any())
        if reader.keys[i] == key:
            return True
    return False


@routine
def take_back(reader: Reader, state: StateArrays) -> None:
    """Undo the last move of the line."""
    counters = reader.counters
    line = counters[LINE] - np.uint32(1)
    counters[LINE] = line
    low = reader.heights[line]
    height = counters[HEIGHT]
    while height > low:
        height -= np.uint32(1)
        change = reader.trail[height]
        state.points[change >> 2].colour = change & 3
    counters[HEIGHT] = low


@routine
def put(reader: Reader, state: StateArrays, adjacency: Adjacency, p: int, colour: int) -> int:
    """Make a move of the line: return PLAYED, or why it was not made."""
    points = state.points
    links = adjacency.links
    trail, counters = reader.trail, reader.counters
    if is_in_doubt(reader, state, p):
        return DOUBTFUL
    # Place the stone, noted on the trail so that it can be undone.
    line = np.int64(counters[LINE])
    height = np.int64(counters[HEIGHT])
    enemy = np.uint8(3 - colour)
    key = reader.keys[line + 1] ^ stone_key(state, adjacency, p, colour)
    reader.heights[line] = height
    points[p].colour = colour
    trail[height] = p << 2
    height += 1
    # Remove enemy chains without liberties, each stone noted.
    removed = 0
    first = points[p].neighbours_at
    for k in range(first, first + points[p].degree):
        r = links[k]
        if points[r].colour == enemy:
            count, met = look(reader, state, adjacency, r, 1, reader.queue)
            if count == 0:
                removed += met
                for i in range(met):
                    s = reader.queue[i]
                    points[s].colour = VACANT
                    trail[height] = s << 2 | enemy
                    height += 1
                    key ^= stone_key(state, adjacency, s, enemy)
    counters[HEIGHT] = height
    counters[LINE] = line + 1
    # Judge the result: a Tao point needs a capture, the stone a liberty; a capture that repeats leaves doubt.
    fate = PLAYED
    if points[p].tao:
        key ^= tao_key(state, adjacency, p)
        if removed == 0:
            fate = ILLEGAL
    if removed > 0:
        if repeats(reader, key, line):
            fate = DOUBTFUL
    elif look(reader, state, adjacency, p, 1, reader.queue)[0] == 0:
        fate = ILLEGAL
    reader.keys[line + 2] = key
    if fate != PLAYED:
        take_back(reader, state)
    return fate


@helper
def add_move(reader: Reader, d: int, p: int) -> None:
    """Add a move to those to try at a depth."""
    count = reader.steps[d].count
    for i in range(count):
        if reader.moves[d, i] == p:
            return
    if count == MOVES:
        reader.steps[d].doubt = 1
        return
    reader.moves[d, count] = p
    reader.steps[d].count = count + 1


@helper
def room_beside(state: StateArrays, adjacency: Adjacency, p: int, but: int) -> int:
    """Count the vacant points next to p, except one."""
    points = state.points
    links = adjacency.links
    room = 0
    first = points[p].neighbours_at
    for k in range(first, first + points[p].degree):
        r = links[k]
        if points[r].colour == VACANT and r != but:
            room += 1
    return room


@routine
def add_captures(reader: Reader, state: StateArrays, adjacency: Adjacency, stones: int, d: int) -> None:
    """Add captures of enemy chains in atari next to the chain, whose stones are listed, to the moves at a depth."""
    points = state.points
    links = adjacency.links
    n = np.uint32(len(points))
    counters, asked = reader.counters, reader.asked
    scan = np.uint32(counters[SCAN] + 1)
    counters[SCAN] = scan
    enemy = 3 - points[reader.chain[0]].colour
    for i in range(stones):
        s = reader.chain[i]
        first = points[s].neighbours_at
        for k in range(first, first + points[s].degree):
            r = links[k]
            if points[r].colour == enemy and asked[r] != scan and room_beside(state, adjacency, r, n) < 2:
                count, met = look(reader, state, adjacency, r, 2, reader.queue)
                for j in range(met):
                    asked[reader.queue[j]] = scan
                if count == 1:
                    add_move(reader, d, reader.found[0])


@helper
def gets_away(state: StateArrays, adjacency: Adjacency, a: int, b: int) -> bool:
    """Return whether a chain with liberties a and b, attacked on a, plainly escapes by extending to b."""
    table = state.table
    return not table[0].tile_rule and not table[0].tao_on and room_beside(state, adjacency, b, a) >= ESCAPE


@helper
def add_attacks(reader: Reader, state: StateArrays, adjacency: Adjacency, d: int, a: int, b: int) -> None:
    """Add the attacks on a chain with liberties a and b to the moves at a depth, except those that plainly fail."""
    if room_beside(state, adjacency, a, b) < room_beside(state, adjacency, b, a):
        a, b = b, a
    if not gets_away(state, adjacency, a, b):
        add_move(reader, d, a)
    if not gets_away(state, adjacency, b, a):
        add_move(reader, d, b)


@helper
def open_step(
    reader: Reader, state: StateArrays, adjacency: Adjacency, target: int, colour: int, attacks: bool, d: int
) -> int:
    """List the moves to try at a depth; return the verdict if it is obvious, or PENDING."""
    step = reader.steps[d]
    step.count = 0
    step.tried = 0
    step.doubt = 0
    if state.points[target].colour != colour:
        return CAPTURED
    count, met = look(reader, state, adjacency, target, 3 if attacks else 2, reader.chain)
    if count == (3 if attacks else 2):
        return SAFE
    a = reader.found[0]
    b = reader.found[1]
    if not attacks:
        add_captures(reader, state, adjacency, met, d)
        add_move(reader, d, a)
    elif count == 1:
        add_move(reader, d, a)
    else:
        add_attacks(reader, state, adjacency, d, a, b)
    return PENDING


@routine
def read(reader: Reader, state: StateArrays, adjacency: Adjacency, target: int, attacks: bool, budget: int) -> int:
    """Read whether a stone's chain is captured, from the line's current position; return the verdict.

    ``attacks``: the attacker moves. If the player to move succeeds, the counter ``BEST`` is the move that does it. The
    line is left unchanged.
    """
    n = np.uint32(len(state.points))
    counters, steps = reader.counters, reader.steps
    colour = state.points[target].colour
    counters[LEFT] = budget
    counters[BEST] = n
    start = np.int64(counters[LINE])
    d = 0
    verdict = open_step(reader, state, adjacency, target, colour, attacks, 0)
    while True:
        # A position is decided: go back a step, and stop there if the mover succeeds.
        if verdict != PENDING:
            if d == 0:
                return verdict
            d -= 1
            attacks = not attacks
            take_back(reader, state)
            if verdict == UNREAD:
                steps[d].doubt = 1
            if verdict != (CAPTURED if attacks else SAFE):
                verdict = PENDING
            elif d == 0:
                counters[BEST] = reader.moves[0, steps[0].tried - 1]
            continue
        # No moves are left: the mover has failed, unless one of them could not be read.
        step = steps[d]
        if step.tried == step.count:
            verdict = UNREAD if step.doubt else SAFE if attacks else CAPTURED
            continue
        # Try the next move, within the budget and the memory of a line.
        p = reader.moves[d, step.tried]
        step.tried += 1
        fate = put(reader, state, adjacency, p, np.uint8(3 - colour) if attacks else colour)
        if fate == DOUBTFUL:
            step.doubt = 1
        if fate != PLAYED:
            continue
        if counters[LEFT] == 0 or start + d + 2 >= LONGEST:
            while counters[LINE] > start:
                take_back(reader, state)
            return UNREAD
        counters[LEFT] -= np.uint32(1)
        d += 1
        attacks = not attacks
        verdict = open_step(reader, state, adjacency, target, colour, attacks, d)


@routine
def verdict_after(
    reader: Reader, state: StateArrays, adjacency: Adjacency, p: int, mover: int, target: int, budget: int
) -> int:
    """Return the verdict on a stone's chain after a move, with the other player to move."""
    if put(reader, state, adjacency, p, mover) != PLAYED:
        return UNREAD
    verdict = read(reader, state, adjacency, target, mover == state.points[target].colour, budget)
    take_back(reader, state)
    return verdict


@entry
def read_chain(
    reader: Reader, state: StateArrays, adjacency: Adjacency, stone: int, attacks: bool, budget: int
) -> tuple[int, int]:
    """Read a stone's chain: return the verdict and, if the player to move succeeds, the first move."""
    begin_line(reader, state)
    verdict = read(reader, state, adjacency, stone, attacks, budget)
    return verdict, reader.counters[BEST]


_BUDGET: Final = 20_000
"""The maximum number of positions of a read: less than a tenth of a second."""


class ChainReading:
    """Reads chains of a position; without results on boards whose stones block more than their own point."""

    def __init__(self, state: State) -> None:
        self._state, self._adjacency = state.arrays, state.adjacency.arrays
        self._reader = reader(state.adjacency.size) if self._adjacency.wide is None else None

    @property
    def knows(self) -> bool:
        """Whether chains are read on this board."""
        return self._reader is not None

    def is_caught(self, stone: int, *, attacked: bool) -> bool | None:
        """Return whether a stone's chain is captured, with its enemy moving first if ``attacked``; None if unknown.

        A captured chain is lost whatever its owner does; a safe one can still be surrounded from further away.
        """
        if self._reader is None:
            return None
        verdict, _ = read_chain(self._reader, self._state, self._adjacency, stone, attacked, _BUDGET)
        return {CAPTURED: True, SAFE: False}.get(int(verdict))
