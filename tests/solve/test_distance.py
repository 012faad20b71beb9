"""The distance of a side from the whole board: by brute force, without missing any proof."""

import random
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from data import cases
from numba import njit

from benchmarks.whole_board.distance import SCRATCH, Distances, is_fit, too_far
from tengen import boards
from tengen.boards import Board
from tengen.kernel.array_types import UInt8s, UInt64s
from tengen.kernel.jit import entry
from tengen.solve.bitboards import NO_KO, Bits, area, ko_after, legal, lowest, place
from tengen.solve.budget import Budget
from tengen.solve.proofs.proof_tree import ALL, ProofGoal, settled
from tengen.solve.proofs.prover import ProofNode, Prover
from tengen.solve.proofs.safety import living_and_safe

_NONE, _ONE = np.uint64(0), np.uint64(1)
ENOUGH = 1 << 30


@entry
def is_too_far(
    mine: np.uint64, theirs: np.uint64, turn: int, depth: int, near: UInt64s, distance: UInt8s, scratch: UInt64s
) -> bool:
    """Expose `too_far`, which is folded into the search, to a test."""
    return too_far(mine, theirs, turn, depth, near, distance, scratch)


def safe_points(own: int, enemy: int, near: UInt64s) -> int:
    return int(living_and_safe(np.uint64(own), np.uint64(enemy), near)[1])


def measured(board: Board) -> Distances:
    distances = Distances(Bits.of(board))
    distances.measure(Budget())
    return distances


def random_position(draw: random.Random, bits: Bits) -> tuple[int, int]:
    """Return both sides' stones, every chain with a liberty."""
    black, white = draw.uniform(0.2, 0.5), draw.uniform(0, 0.35)
    mine = theirs = 0
    for p in range(len(bits.near)):
        side = draw.random()
        mine |= (side < black) << p
        theirs |= (black <= side < black + white) << p
    vacant = ~(mine | theirs)
    for own in (mine, theirs):
        stones = [p for p in range(len(bits.near)) if own >> p & 1]
        links = nx.Graph((p, q) for p in stones for q in stones if p == q or int(bits.near[p]) >> q & 1)
        if any(not any(int(bits.near[p]) & vacant for p in chain) for chain in nx.connected_components(links)):
            return random_position(draw, bits)
    return mine, theirs


@njit
def has_proof(mine, theirs, ko, passes, turn, depth, s, near):  # type: ignore[no-untyped-def]
    """Return whether there is a proof within some plies, by brute force."""
    if passes == 2:
        return area(mine, theirs, near) >= s
    sure = settled(mine, theirs, passes, turn, ProofGoal(s, 2, 0, ALL), near)
    if sure != 0 or depth == 0:
        return sure == 1
    if has_proof(mine, theirs, NO_KO, passes + 1, 1 - turn, depth - 1, s, near) == (turn == 0):
        return turn == 0
    own, enemy = (mine, theirs) if turn == 0 else (theirs, mine)
    rest = legal(own, enemy, ko, near, False)
    while rest:
        p = lowest(rest)
        rest &= rest - _ONE
        after, other, taken, died = place(own, enemy, p, near)
        first, second = (after, other) if turn == 0 else (other, after)
        ko_next = ko_after(after, other, p, taken, died, near)
        if has_proof(first, second, ko_next, 0, 1 - turn, depth - 1, s, near) == (turn == 0):
            return turn == 0
    return turn == 1


BOARDS = cases("distance", "boards")


@pytest.mark.parametrize("name", ["3x3", "2x4", "graph:cube", "2x3 torus", "edges:a-b,b-c,c-a,c-d"])
def test_distances_are_those_of_all_sets(name: str) -> None:
    """Spec 4.9: the least number of uncapturable stones, found by trying all sets."""
    board = boards.parse(name)
    n, near = len(board), Bits.of(board).near
    everything = (1 << n) - 1
    enough = [safe_points(stones, 0, near) == everything for stones in range(1 << n)]
    table = measured(board).table
    draw = random.Random(1)
    for stones in draw.sample(range(1 << n), min(1 << n, 40)):
        vacant = [p for p in range(n) if not stones >> p & 1]
        parts = {stones & mask for mask in range(1 << n)}

        def does(more: tuple[int, ...], parts: set[int] = parts) -> bool:
            mask = sum(1 << p for p in more)
            return any(enough[part | each] for part in parts for each in _subsets(mask))

        least = next((k for k in range(len(vacant) + 1) if any(map(does, combinations(vacant, k)))), None)
        if least is None:
            assert table[stones] > len(vacant)
        else:
            assert table[stones] == least


def _subsets(mask: int) -> list[int]:
    found, part = [0], mask
    while part:
        found.append(part)
        part = part - 1 & mask
    return found


def test_what_is_safe_among_stones_is_safe_without_them() -> None:
    draw = random.Random(5)
    for name in ("3x4", "4x4", "graph:cube", "3x5"):
        bits = Bits.of(boards.parse(name))
        everything = (1 << len(bits.near)) - 1
        for _ in range(20_000 // len(bits.near)):
            mine, theirs = random_position(draw, bits)
            if safe_points(mine, theirs, bits.near) == everything:
                assert safe_points(mine, 0, bits.near) == everything


@pytest.mark.parametrize(("cases", "least"), [(30, 1), pytest.param(5_000, 300, marks=pytest.mark.slow)])
def test_no_proof_is_missed(cases: int, least: int) -> None:
    """In random positions, ply by ply, by brute force."""
    draw, found, room = random.Random(cases), 0, np.zeros(SCRATCH, np.uint64)
    tables = {name: measured(boards.parse(name)).table for name, _ in BOARDS}
    for _ in range(cases):
        name, deepest = draw.choice(BOARDS)
        bits, turn = Bits.of(boards.parse(name)), draw.randrange(2)
        mine, theirs = map(np.uint64, random_position(draw, bits))
        for depth in range(1, deepest + 1):
            if has_proof(mine, theirs, NO_KO, 0, turn, depth, len(bits.near), bits.near):
                assert not is_too_far(mine, theirs, turn, depth, bits.near, tables[name], room), (name, mine, theirs)
                found += 1
                break
    assert found >= least


def test_the_reply_counts() -> None:
    """Two eyes in a row of seven: with B1 and D1 Black is safe once F1 is Black's, so White takes it."""
    board = boards.parse("7x1")
    bits = Bits.of(board)
    table = measured(board).table
    mine, none = np.uint64(bits.mask(("B1", "D1"))), _NONE
    assert table[int(mine)] == 1
    room = np.zeros(SCRATCH, np.uint64)
    assert not is_too_far(mine, none, 0, 1, bits.near, table, room)
    assert is_too_far(mine, none, 1, 1, bits.near, table, room)
    assert is_too_far(mine, none, 1, 2, bits.near, table, room)
    assert not is_too_far(mine, none, 1, 20, bits.near, table, room)


def test_distances_are_not_used_with_a_ko() -> None:
    """On two points Black takes the lone stone, White may not retake, and two passes end the game."""
    two = boards.parse("2x1")
    bits = Bits.of(two)
    assert Prover(two, 2, megabytes=1).prove(ProofNode(0, bits.mask(("A1",)), 0), deepest=4)
    fit = [name for name in ("2x1", "7x1", "2x2", "5x5", "6x5") if is_fit(boards.parse(name), passes=2)]
    assert fit == ["2x2", "5x5"]
    assert is_fit(boards.parse("7x1"), passes=3)
