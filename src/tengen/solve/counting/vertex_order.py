"""Orders of a graph's points with small frontiers.

The *frontier* consists of the visited points that still have unvisited neighbours. An order with small frontiers is a
path decomposition of small width (Kinnersley, "The vertex separation number of a graph equals its path-width", 1992).
An optimal order is hard to find. On grids, rows or columns are as good as any; elsewhere a beam search finds good ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ...boards import Board, Relation

_BEAM: Final = 64
"""The beam's width: partial orders followed at once."""

_STATES: Final = 5.4
"""The factor by which one more frontier point multiplies the states, measured on grids."""

_JOINED: Final = 0.8
"""The share of states left by an edge between two frontier points."""


@dataclass(frozen=True)
class FrontierStep:
    """One point of an order and its effect on the frontier.

    Numbers are places in the old frontier, with the new point last: ``near`` are its neighbours; ``stays`` and
    ``leaves`` partition all places.
    """

    point: int
    near: tuple[int, ...]
    stays: tuple[int, ...]
    leaves: tuple[int, ...]


def steps(neighbours: Relation, order: Sequence[int]) -> list[FrontierStep]:
    """Return the step at every point of an order.

    >>> steps(((1,), (0, 2), (1,)), (0, 1, 2))[1]
    FrontierStep(point=1, near=(0,), stays=(1,), leaves=(0,))
    """
    passed: set[int] = set()
    frontier: list[int] = []
    found = []
    for point in order:
        near = tuple(place for place, other in enumerate(frontier) if other in neighbours[point])
        passed.add(point)
        frontier.append(point)
        stays = tuple(place for place, other in enumerate(frontier) if not passed.issuperset(neighbours[other]))
        leaves = tuple(place for place in range(len(frontier)) if place not in stays)
        found.append(FrontierStep(point, near, stays, leaves))
        frontier = [frontier[place] for place in stays]
    return found


def width(found: Iterable[FrontierStep]) -> int:
    """Return the length of the longest frontier, including the new point if it stays."""
    return max((len(step.stays) for step in found), default=0)


def good_order(board: Board) -> tuple[int, ...]:
    """Return an order with small frontiers: on grids along the shorter side, otherwise the best of several.

    >>> from tengen import boards
    >>> good_order(boards.parse("3x2")), width(steps(boards.parse("2x9").neighbours, good_order(boards.parse("2x9"))))
    ((0, 3, 1, 4, 2, 5), 2)
    """
    if board.surface == "plane" and board.is_plain:
        across, down = board.shape or (0, 0)
        return _by_rows(board) if across <= down else _by_columns(board)
    candidates = [tuple(range(len(board))), _beam(board.neighbours)]
    if board.rows:
        candidates += [_by_rows(board), _by_columns(board)]
    return min(candidates, key=lambda order: _cost(board.neighbours, order))


def _by_rows(board: Board) -> tuple[int, ...]:
    return tuple(point for row in board.rows for point in row if point >= 0)


def _by_columns(board: Board) -> tuple[int, ...]:
    longest = max(map(len, board.rows))
    cells = ((row, at) for at in range(longest) for row in board.rows)
    return tuple(row[at] for row, at in cells if at < len(row) and row[at] >= 0)


def _cost(neighbours: Relation, order: Sequence[int]) -> float:
    """Estimate the total number of states for an order."""
    masks = [_mask(row) for row in neighbours]
    whole = done = 0
    total = 0.0
    for point in order:
        done |= 1 << point
        whole = _remaining(whole | 1 << point, done, masks)
        total += _guess(whole, masks)
    return total


def _mask(points: Iterable[int]) -> int:
    return sum(1 << point for point in points)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _remaining(frontier: int, done: int, masks: Sequence[int]) -> int:
    return _mask(point for point in _bits(frontier) if masks[point] & ~done)


def _guess(frontier: int, masks: Sequence[int]) -> float:
    joined = sum((masks[point] & frontier).bit_count() for point in _bits(frontier)) / 2
    return float(_STATES ** frontier.bit_count() * _JOINED**joined)


def _beam(neighbours: Relation) -> tuple[int, ...]:
    """Return the best order of a beam search over points next to the frontier, with one partial order per set."""
    masks = [_mask(row) for row in neighbours]
    everything = (1 << len(masks)) - 1
    beam: list[tuple[float, int, int, tuple[int, ...]]] = [(0.0, 0, 0, ())]
    for _ in masks:
        found: dict[int, tuple[float, int, int, tuple[int, ...]]] = {}
        for cost, done, frontier, order in beam:
            beside = 0
            for point in _bits(frontier):
                beside |= masks[point]
            for point in _bits(beside & ~done or everything & ~done):
                now = done | 1 << point
                after = _remaining(frontier | 1 << point, now, masks)
                total = cost + _guess(after, masks)
                if now not in found or total < found[now][0]:
                    found[now] = (total, now, after, (*order, point))
        beam = sorted(found.values())[:_BEAM]
    return beam[0][3]
