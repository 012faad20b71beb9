"""The formal definitions: eyes, safe families, unconditional life (spec 1.18-1.20), and records checked (spec 1.25).

Everything here is plain sets over a board and a mapping from labels to colours, as `Game.stones` gives it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..boards import Board
from ..records import Colour, PositionError, TengenError
from .benson import benson, parts, spread

Stones = Mapping[str, str]
Labels = frozenset[str]
Configuration = Sequence[int]
"""A function from points to -1 (White), 0 and 1 (Black), as a sequence by point (spec 1.25)."""


def _points(board: Board, stones: Stones, colour: str) -> frozenset[int]:
    """Return the points of a colour's stones."""
    found = {label: board.find(label) for label, content in stones.items() if content == colour}
    if None in found.values():
        missing = [label for label, point in found.items() if point is None]
        raise PositionError(f"{', '.join(missing)}: not on {board.text}")
    return frozenset(point for point in found.values() if point is not None)


def _named(board: Board, points: Iterable[int]) -> Labels:
    return frozenset(board.labels[p] for p in points)


def _vacant(board: Board, stones: Stones) -> frozenset[int]:
    """Return the points outside every footprint, Tao points among them (spec 0.2)."""
    taken = {q for c in ("black", "white") for p in _points(board, stones, c) for q in board.footprint[p]}
    return frozenset(range(len(board))) - taken


def _in_regions(board: Board, stones: Stones) -> frozenset[int]:
    """Return the points of regions: the vacant ones without a Tao stone (spec 0.3)."""
    return _vacant(board, stones) - _points(board, stones, "tao")


def chain(board: Board, stones: Stones, label: str) -> Labels:
    """Return the chain of the stone on a point (spec 0.3), empty where there is none.

    >>> from tengen import boards
    >>> sorted(chain(boards.parse("3"), {"A1": "black", "A2": "black", "B2": "white"}, "A1"))
    ['A1', 'A2']
    """
    start = board.find(label)
    colour = None if start is None else stones.get(board.labels[start])
    if start is None or colour not in ("black", "white"):
        return frozenset()
    return _named(board, spread(start, _points(board, stones, colour), board.connections))


def liberties(board: Board, stones: Stones, label: str) -> Labels:
    """Return the liberties of the chain on a point: the vacant points, Tao points included, beside its stones (0.3).

    >>> from tengen import boards
    >>> sorted(liberties(boards.parse("3"), {"A1": "black", "A2": "black", "B2": "white"}, "A1"))
    ['A3', 'B1']
    """
    own = {board.find(each) for each in chain(board, stones, label)}
    beside = {q for p in own if p is not None for q in board.neighbours[p]}
    taken = {q for c in ("black", "white") for p in _points(board, stones, c) for q in board.footprint[p]}
    return _named(board, beside - taken)


def one_point_eyes(board: Board, stones: Stones, colour: Colour) -> Labels:
    """Return the one-point eyes of a colour: vacant, with neighbours, all of which hold its stones (spec 1.18).

    A Tao point is vacant (0.2), so it can be one.

    >>> from tengen import boards
    >>> sorted(one_point_eyes(boards.parse("3x1"), {"B1": "black"}, "black"))
    ['A1', 'C1']
    """
    own = _points(board, stones, colour)
    return _named(board, (p for p in _vacant(board, stones) if board.neighbours[p] and own >= {*board.neighbours[p]}))


def region_eyes(board: Board, stones: Stones, colour: Colour) -> tuple[Labels, ...]:
    """Return the regions that are eyes of a colour: they touch its stones only, at each of their points (spec 1.19)."""
    own = _points(board, stones, colour)
    enemy = _points(board, stones, "white" if colour == "black" else "black")
    return tuple(_named(board, eye) for eye in _eyes(board, own, enemy, _in_regions(board, stones)))


def _eyes(board: Board, own: frozenset[int], enemy: frozenset[int], vacant: frozenset[int]) -> list[frozenset[int]]:
    covered = {q for p in enemy for q in board.footprint[p]}
    return [
        region
        for region in parts(vacant, board.edges)
        if all(own.intersection(board.neighbours[p]) for p in region)
        and not any(covered.intersection(board.edges[p]) for p in region)
    ]


def safe_family(board: Board, stones: Stones, colour: Colour) -> tuple[Labels, ...]:
    """Return the largest safe family of a colour's chains (spec 1.20).

    A family is safe if, with all other stones of the colour taken off, each of its chains is adjacent to two
    different eyes. Chains are dropped until that holds: taking off more stones never gives a chain another eye, since
    no other chain can stand beside it, so the union of safe families is safe and this finds it.
    """
    own = _points(board, stones, colour)
    enemy = _points(board, stones, "white" if colour == "black" else "black")
    family = parts(own, board.connections)
    while True:
        kept = frozenset(p for chain in family for p in chain)
        left = {label: c for label, c in stones.items() if c != colour or board.find(label) in kept}
        eyes = _eyes(board, kept, enemy, _in_regions(board, left))
        safe = [chain for chain in family if sum(_beside(board, chain, eye) for eye in eyes) >= 2]
        if len(safe) == len(family):
            return tuple(_named(board, chain) for chain in family)
        family = safe


def _beside(board: Board, chain: frozenset[int], points: frozenset[int]) -> bool:
    return any(points.intersection(board.neighbours[p]) for p in chain)


def unconditionally_alive(board: Board, stones: Stones, colour: Colour, suicide: bool = False) -> tuple[Labels, ...]:
    """Return a colour's chains that live whatever the opponent plays, by Benson's algorithm (spec 4.9).

    With ``suicide`` fewer live: say so where suicide is allowed, and where friendly fire is possible (spec 4.4). Sound
    on every board (see `tengen.game.benson`), and exact where stones cover their own point only.
    """
    own = _points(board, stones, colour)
    enemy = _points(board, stones, "white" if colour == "black" else "black")
    return tuple(_named(board, chain) for chain in benson(board, own, enemy, suicide)[-1].chains)


@dataclass(frozen=True)
class BrokenPostulate:
    """The first postulate of spec 1.25 that a formal record breaks, and the number of the configuration where."""

    postulate: int
    where: int
    what: str


def check_record(board: Board, configurations: Sequence[Configuration]) -> BrokenPostulate | None:
    """Check a formal record ``f_0 .. f_(n+2)`` (spec 1.25); return the first postulate broken, or None.

    Postulates are taken in order, and within one the earliest configuration. On boards of ordinary stones.

    Raises:
        TengenError: something is no function from the points to -1, 0 and 1.

    >>> from tengen import boards
    >>> board = boards.parse("3x1")
    >>> check_record(board, [(0, 0, 0), (0, 1, 0), (0, 1, 0), (0, 1, 0)]) is None
    True
    >>> check_record(board, [(0, 0, 0), (1, 0, 1), (1, 0, 1), (1, 0, 1)]).postulate
    5
    """
    records = [tuple(f) for f in configurations]
    for k, f in enumerate(records):
        if len(f) != len(board) or any(value not in (-1, 0, 1) for value in f):
            raise TengenError(f"configuration {k} is not {len(board)} numbers out of -1, 0 and 1")
    for check in (_starts_empty, _ends_in_passes, _repeats, _has_dead_group, _clicks, _follows):
        found = check(board, records)
        if found is not None:
            return found
    return None


def _starts_empty(board: Board, f: list[tuple[int, ...]]) -> BrokenPostulate | None:
    return BrokenPostulate(1, 0, "the first configuration is not empty") if not f or any(f[0]) else None


def _ends_in_passes(board: Board, f: list[tuple[int, ...]]) -> BrokenPostulate | None:
    if len(f) < 3 or not f[-1] == f[-2] == f[-3]:
        return BrokenPostulate(
            2, max(len(f) - 1, 0), "the last three configurations are not equal: the record ends by two passes"
        )
    return None


def _repeats(board: Board, f: list[tuple[int, ...]]) -> BrokenPostulate | None:
    first: dict[tuple[int, ...], int] = {}
    for j, configuration in enumerate(f[:-1]):
        i = first.setdefault(configuration, j)
        if i not in (j, j - 1):
            return BrokenPostulate(3, j, f"equals configuration {i}, which it does not directly follow")
    return None


def _dead(board: Board, f: Sequence[int], colour: int) -> set[int]:
    """Return the stones of a colour whose groups have no liberty."""
    own = [p for p in range(len(board)) if f[p] == colour]
    groups = parts(own, board.neighbours)
    return {p for g in groups if all(f[q] for s in g for q in board.neighbours[s]) for p in g}


def _has_dead_group(board: Board, f: list[tuple[int, ...]]) -> BrokenPostulate | None:
    for k, configuration in enumerate(f):
        dead = _dead(board, configuration, 1) | _dead(board, configuration, -1)
        if dead:
            return BrokenPostulate(4, k, f"a dead group: {', '.join(board.labels[p] for p in sorted(dead))}")
    return None


def _click_points(f: list[tuple[int, ...]], k: int) -> list[int]:
    value = 1 if k % 2 else -1
    return [p for p, (old, new) in enumerate(zip(f[k - 1], f[k], strict=True)) if old == 0 and new == value]


def _clicks(board: Board, f: list[tuple[int, ...]]) -> BrokenPostulate | None:
    for k in range(1, len(f)):
        points = _click_points(f, k)
        if len(points) > 1:
            return BrokenPostulate(5, k, f"{len(points)} click points: {', '.join(board.labels[p] for p in points)}")
    return None


def _follows(board: Board, f: list[tuple[int, ...]]) -> BrokenPostulate | None:
    for k in range(1, len(f)):
        expected = list(f[k - 1])
        for p in _click_points(f, k):
            expected[p] = f[k][p]
            for q in _dead(board, expected, -f[k][p]):
                expected[q] = 0
        if tuple(expected) != f[k]:
            wrong = [board.labels[p] for p in range(len(board)) if expected[p] != f[k][p]]
            return BrokenPostulate(6, k, f"does not follow from the one before at {', '.join(wrong)}")
    return None
