"""Where a group's fate is decided: the points that reading plays on.

The surroundings of a chain are the vacant points that can be reached from it over vacant points, over chains of its own
side and over enemy chains that can be taken there: those with fewer than two liberties elsewhere. All other enemy
chains are walls.
"""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..kernel.layout import VACANT

MOST: Final = 63
"""Points of the surroundings at most: zones are words of 64 bits."""
MOST_VACANT: Final = 24
"""Vacant points at most; more are hardly ever read to the end."""
_SAFE: Final = 2
"""Liberties elsewhere with which an enemy chain is safe."""


class Chain(NamedTuple):
    """A chain's stones and liberties, as points."""

    stones: frozenset[int]
    liberties: frozenset[int]


class Surroundings:
    """The surroundings of one chain, nearest points first."""

    def __init__(self, board: Board, colours: NDArray[np.uint8], stone: int) -> None:
        """Find them; ``colours`` (n) are the kernel's: 0 vacant, 1 black, 2 white."""
        self._near = board.neighbours
        self._colours: list[int] = colours.tolist()
        self._own = self._colours[stone]
        self._chains: dict[int, Chain] = {}
        self.home: Final = self.chain(stone)
        self.distance: dict[int, int] = {}
        self._find()

    def chain(self, stone: int) -> Chain:
        """Return the chain of a stone."""
        if stone not in self._chains:
            stones, todo, liberties = {stone}, [stone], set[int]()
            while todo:
                for q in self._near[todo.pop()]:
                    if self._colours[q] == VACANT:
                        liberties.add(q)
                    elif self._colours[q] == self._colours[stone] and q not in stones:
                        stones.add(q)
                        todo.append(q)
            found = Chain(frozenset(stones), frozenset(liberties))
            self._chains.update(dict.fromkeys(stones, found))
        return self._chains[stone]

    @property
    def points(self) -> list[int]:
        """Where stones may be put: vacant points, and those of stones that may be taken off before the chain."""
        return [p for p in self.distance if p not in self.home.stones]

    @property
    def is_open(self) -> bool:
        """Whether there are more points than are read."""
        vacant = sum(self._colours[p] == VACANT for p in self.distance)
        return vacant > MOST_VACANT or len(self.distance) - len(self.home.stones) > MOST

    def _find(self) -> None:
        """Find the points with their distances: spread over enemy chains that can be taken until there are no more."""
        enemies: set[int] = set()
        while True:
            self._spread(enemies)
            if self.is_open:
                return
            beside = {q for p in self.distance for q in self._near[p] if self._colours[q] == 3 - self._own}
            more = {q for q in beside - enemies if len(self.chain(q).liberties - self.distance.keys()) < _SAFE}
            if not more:
                return
            enemies.update(*(self.chain(q).stones for q in more))

    def _spread(self, enemies: set[int]) -> None:
        self.distance = dict.fromkeys(self.home.stones, 0)
        queue, vacant = deque(self.home.stones), 0
        while queue and vacant <= MOST_VACANT:  # with more it is open in any case
            p = queue.popleft()
            for q in self._near[p]:
                if q in self.distance or (self._colours[q] == 3 - self._own and q not in enemies):
                    continue
                d = self.distance[p]
                if self._colours[q] == VACANT:
                    vacant += 1
                    self.distance[q] = d + 1
                    queue.append(q)
                else:
                    stones = self.chain(q).stones
                    self.distance.update(dict.fromkeys(stones, d))
                    queue.extend(stones)
