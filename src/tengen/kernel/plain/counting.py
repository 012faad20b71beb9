"""Scores: who owns each point, and what a tax takes: see `taxes.score` (spec 1.13-1.15, 3.6)."""

from __future__ import annotations

from typing import Any

from ..layout import GROUP_TAX, SEKI_TAX, SHARED, STONES, TAXED, TERRITORY
from .building import Memory
from .relations import Relations, colours_over, region_of, relations_of
from .stones import Stones

_GIVEN_UP = 2
"""Points that a holding gives up under the group tax."""
_OWNER = {1: 1, 2: -1}
"""Whose a region is by the colours that it touches; nobody's otherwise."""


def score(
    state: Memory, adjacency: Any, scratch: Any, owner: Any, marks: Any, scoring: int, named: bool
) -> tuple[float, float]:
    """Count the position; return the points of Black and of White, and write whose each point is.

    ``marks`` say why: owners before the count, `SHARED` and `TAXED`. With ``named``, the holdings in seki are those of
    the points that ``marks`` names by 1, and no others. Scratch then tells holdings apart, where the tax asked for
    them.
    """
    board = _Board(state, adjacency)
    sides = board.survey()
    tax = SEKI_TAX if named else int(board.table["tax"][0])
    if scoring != STONES and tax == SEKI_TAX:
        stones = [p for p, mark in enumerate(marks.tolist()) if mark == 1] if named else None
        _levy_on_seki(board, sides, scratch, stones)
    elif scoring != STONES and tax == GROUP_TAX:
        for holding in board.holdings(sides):
            _take([p for p in sorted(holding) if not board.colours[p]][:_GIVEN_UP], sides)
    marks[:] = sides
    if scoring == TERRITORY:
        sides = [0 if cover else side for side, cover in zip(sides, board.covers, strict=True)]
    elif scoring == STONES:
        sides = [_OWNER.get(colour, 0) for colour in board.colours]
    owner[:] = [side if side in (1, -1) else 0 for side in sides]
    return _totals(board.table, owner, scoring)


class _Board:
    """A position as it is counted."""

    def __init__(self, state: Memory, adjacency: Any) -> None:
        self.points, self.table = state
        self.relations: Relations = relations_of(self.points, adjacency[0])
        self.colours: list[int] = self.points["colour"].tolist()
        self.covers: list[int] = self.points["footprints"].tolist()
        self.tao = set(self.points["tao"].nonzero()[0].tolist())

    def survey(self) -> list[int]:
        """Return the owner of every point (1 Black, -1 White, 0 nobody) as area scoring sees it (spec 1.13, 3.6)."""
        sides = [0 if p in self.tao else _OWNER.get(colours_over(cover), 0) for p, cover in enumerate(self.covers)]
        left = {p for p, cover in enumerate(self.covers) if not cover} - self.tao
        while left:
            region = region_of(left.pop(), self.relations, self.covers, self.tao)
            left -= region.points
            for p in region.points:
                sides[p] = _OWNER.get(region.touches, 0)
        return sides

    def shared(self, sides: list[int]) -> list[int]:
        """Return the neutral vacant points on which a stone of either colour has fewer than two liberties (1.13a)."""
        counts = [(cover & 0xFFFF) + (cover >> 16) for cover in self.covers]
        stones = Stones(self.relations, self.colours, counts)
        neutral = [p for p, side in enumerate(sides) if not side and not counts[p] and p not in self.tao]
        return [p for p in neutral if all(_is_cramped(stones, p, colour) for colour in (1, 2))]

    def holdings(self, sides: list[int]) -> list[set[int]]:
        """Return the stones of each side with the vacant points beside them that are that side's alone (1.13a)."""
        holders = [
            _OWNER[colour] if colour else 0 if cover or side not in (1, -1) else side
            for colour, cover, side in zip(self.colours, self.covers, sides, strict=True)
        ]
        found: list[set[int]] = []
        left = {p for p, holder in enumerate(holders) if holder}
        together = self._together(holders)
        while left:
            holding, waiting = set[int](), [left.pop()]
            while waiting:
                p = waiting.pop()
                holding.add(p)
                fresh = together[p] & left
                left -= fresh
                waiting.extend(fresh)
            found.append(holding)
        return found

    def _together(self, holders: list[int]) -> list[set[int]]:
        """Return for every point those that are in its holding because of it: a region is never divided."""
        together: list[set[int]] = [set() for _ in holders]
        for p, holder in enumerate(holders):
            if not holder:
                continue
            if self.colours[p]:
                beside = [q for q in self.relations.connections[p] if self.colours[q] == self.colours[p]]
            else:
                beside = [q for q in self.relations.edges[p] if not self.colours[q] and holders[q] == holder]
            near = [q for q in self.relations.neighbours[p] if not self.colours[q] and holders[q] == holder]
            for q in (*beside, *near):
                together[p].add(q)
                together[q].add(p)
        return together


def _is_cramped(stones: Stones, p: int, colour: int) -> bool:
    """Say whether a stone would leave its chain fewer than two liberties, enemies without any taken off first."""
    return len(stones.copy().liberties_of_placed(p, colour)) < 2


def _levy_on_seki(board: _Board, sides: list[int], scratch: Any, named: list[int] | None) -> None:
    """Take the vacant points of the holdings in seki: of the stones named, or of those beside a shared point (1.13a).

    Scratch gets the first point of every holding, and from n a mark on those of the holdings taken from.
    """
    shared = board.shared(sides)
    for p in shared:
        sides[p] = SHARED
    if named is None and not shared:
        return
    n, beside = len(sides), set(shared)
    if named is None:
        stones = [p for p in range(n) if board.colours[p]]
        named = [p for p in stones if not beside.isdisjoint(board.relations.neighbours[p])]
    scratch[:n], scratch[n : 2 * n] = range(n), 0
    for holding in board.holdings(sides):
        first = min(holding)
        scratch[list(holding)] = first
        if not holding.isdisjoint(named):
            scratch[n + first] = 1
            _take([p for p in holding if not board.colours[p]], sides)


def _take(points: list[int], sides: list[int]) -> None:
    for p in points:
        sides[p] = TAXED


def _totals(table: Any, owner: Any, scoring: int) -> tuple[float, float]:
    """Add up what each side has; Tao stones paid in points are deducted in every scoring (spec 1.14, 3.6)."""
    totals = [float((owner > 0).sum()), float((owner < 0).sum())]
    for side in (0, 1):
        if scoring == TERRITORY:
            totals[side] += float(table["prisoner_value"][0]) * int(table["prisoners"][side + 1])
        if table["tao_points"][0]:
            totals[side] -= int(table["tao_paid"][side + 1])
    return totals[0], totals[1]
