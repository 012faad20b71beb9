"""The question whether a group of a given size lives, as clauses for a SAT solver (spec 4.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tengen.boards import Board
from tengen.game.benson import near

Literal = int
_SIDES: Final = (0, 1)
"""A chain needs two eyes."""


class GroupClauses:
    """Clauses that hold exactly for the groups of at most ``size`` stones in ``chains`` chains that live by Benson.

    ``stones`` maps the points where stones may stand to their variables. Every stone belongs to one chain, and every
    chain has two disjoint sets of points, its eyes: each not empty, its points outside all footprints, each of them a
    liberty of the chain, and with a point all points next to it that are outside the footprints. Two such sets exist if
    and only if the chain has two vital regions. Levels express that a chain is connected: a stone of level d+1 is next
    to one of level d, and only the chain's first stone has level 0.

    Symmetries are broken: chains come in the order of their first points, and so do the two eyes of a chain. A stone
    that touches no eye has two neighbours in its chain, or the group would live without it: the clauses are for groups
    no part of which lives with the same number of chains.
    """

    def __init__(self, board: Board, points: Sequence[int], size: int, chains: int) -> None:
        self.board = board
        self.clauses: list[list[Literal]] = []
        self._count = 0
        self._points = sorted(points)
        self.stones: Final = {p: self._new() for p in self._points}
        self._beside = {p: [q for q in board.connections[p] if q in self.stones] for p in self._points}
        self._seen_from = [[q for q in reached if q in self.stones] for reached in board.reached_from]
        self._covered = self._cover()
        self._eyes: list[dict[int, Literal]] = []
        self._members = [{p: self._new() for p in self._points} for _ in range(chains)]
        self._part()
        relation = near(board)
        for members in self._members:
            self._see(members, relation)
        self._use(relation)
        self._connect(size - chains + 1)
        self._at_most(size)

    def no_gap(self, lines: Sequence[Sequence[int]], gap: int) -> None:
        """Require a stone in the first line, and in any ``gap`` consecutive lines while there is a stone further on."""
        self._add(*(self.stones[p] for p in lines[0]))
        used = [self._any([self.stones[p] for p in line]) for line in lines]
        later = used[-1]
        for last in range(len(lines) - 2, gap - 2, -1):
            self._add(-later, *used[last - gap + 1 : last + 1])
            later = self._any([used[last], later])

    def _new(self) -> Literal:
        self._count += 1
        return self._count

    def _add(self, *literals: Literal) -> None:
        self.clauses.append(list(literals))

    def _any(self, literals: Sequence[Literal]) -> Literal:
        """Return a literal that is true if and only if one of some literals is."""
        if len(literals) == 1:
            return literals[0]
        either = self._new()
        self._add(-either, *literals)
        for literal in literals:
            self._add(either, -literal)
        return either

    def _cover(self) -> dict[int, Literal]:
        """Keep stones out of each other's footprints; return the literals of covered points.

        Longer rings of stones, each in the footprint of the next, are left to the caller.
        """
        covers: dict[int, list[Literal]] = {}
        for p, stone in self.stones.items():
            for q in self.board.footprint[p]:
                covers.setdefault(q, []).append(stone)
                if q > p and q in self.stones and p in self.board.footprint[q] and not self.board.overlap:
                    self._add(-stone, -self.stones[q])
        return {q: self._any(stones) for q, stones in covers.items()}

    def _part(self) -> None:
        """Put every stone into one chain, and adjacent stones into the same; no chain is empty."""
        for p, stone in self.stones.items():
            mine = [members[p] for members in self._members]
            self._add(-stone, *mine)
            for number, member in enumerate(mine):
                self._add(-member, stone)
                for other in mine[:number]:
                    self._add(-member, -other)
        for members in self._members:
            self._add(*members.values())
            for p, member in members.items():
                for q in self._beside[p]:
                    self._add(-member, -self.stones[q], members[q])

    def _see(self, members: dict[int, Literal], relation: Sequence[Sequence[int]]) -> None:
        reach = [q for q in range(len(self.board)) if self._seen_from[q]]
        eyes = [{q: self._new() for q in reach} for _ in _SIDES]
        self._eyes += eyes
        for eye in eyes:
            self._add(*eye.values())
            for q, inside in eye.items():
                self._add(-inside, *(members[p] for p in self._seen_from[q]))
                if q in self._covered:
                    self._add(-inside, -self._covered[q])
                for t in relation[q]:
                    self._add(-inside, *(known[t] for known in (self._covered, eye) if t in known))
        first, second = eyes
        begun: Literal | None = None
        for q in reach:
            self._add(-first[q], -second[q])
            self._add(-second[q], *([] if begun is None else [begun]))
            begun = self._any([first[q]] if begun is None else [begun, first[q]])

    def _use(self, relation: Sequence[Sequence[int]]) -> None:
        """Let every stone touch an eye, as a neighbour or by its footprint, or join two others."""
        for p, stone in self.stones.items():
            touched = {t for q in self.board.footprint[p] for t in relation[q]} | {*self.board.neighbours[p]}
            seen = [eye[q] for eye in self._eyes for q in touched if q in eye]
            self._add(-stone, *seen, *(self.stones[q] for q in self._beside[p]))
            for q in self._beside[p]:
                self._add(-stone, *seen, *(self.stones[t] for t in self._beside[p] if t != q))

    def _connect(self, depth: int) -> None:
        levels = {p: [self._new() for _ in range(depth)] for p in self._points}
        for p, mine in levels.items():
            self._add(-self.stones[p], *mine)
            for level, literal in enumerate(mine):
                self._add(-literal, self.stones[p])
                for other in mine[:level]:
                    self._add(-literal, -other)
                if level:
                    self._add(-literal, *(levels[q][level - 1] for q in self._beside[p]))
        before: dict[int, Literal] = {}
        for members in self._members:
            begun: dict[int, Literal] = {}
            last: Literal | None = None
            for p, member in members.items():
                if last is not None:
                    self._add(-levels[p][0], -member, -last)
                last = begun[p] = self._any([member] if last is None else [last, member])
                if before:
                    self._add(-last, before[p])
            before = begun

    def _at_most(self, size: int) -> None:
        """Allow at most ``size`` stones, by a counter that runs along the points (Sinz 2005)."""
        counted: list[Literal] = []
        for stone in self.stones.values():
            after = [self._new() for _ in range(size)]
            self._add(-stone, after[0])
            for number, literal in enumerate(counted):
                self._add(-literal, after[number])
                self._add(-literal, -stone, *after[number + 1 : number + 2])
            counted = after
