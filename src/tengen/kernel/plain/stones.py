"""Stones on a board, imagined further: chains, liberties, and what a stone takes off (spec 0.3, 0.4, 4.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..layout import AFTER, BEFORE
from .relations import Relations

Points = set[int]


class Removed(NamedTuple):
    """What a stone takes off: the enemy's stones, own stones of other chains, and its own chain."""

    enemy: Points
    others: Points
    played: Points

    @property
    def own(self) -> Points:
        """All own stones that go."""
        return self.others | self.played


class Stones:
    """Which colour stands on each point, 0 for none, and how many stones cover it."""

    def __init__(self, relations: Relations, colours: list[int], covers: list[int]) -> None:
        self.relations = relations
        self.colours = colours
        self.covers = covers

    def copy(self) -> Stones:
        """Return the same stones, to be imagined further."""
        return Stones(self.relations, self.colours.copy(), self.covers.copy())

    def place(self, p: int, colour: int, friendly_fire: int) -> Removed:
        """Put a stone on a point and take off what has no liberty: enemies first, then own chains (spec 0.4, 4.4)."""
        around = self._put(p, colour)
        enemy = self._without_liberties(around, 3 - colour)
        self._take_off(enemy)
        if friendly_fire == AFTER:
            others = self._without_liberties(around - self.chain(p), colour)
            self._take_off(others)
            played = self._dead_chain(p)
        else:
            played = self._dead_chain(p)
            if friendly_fire == BEFORE:
                self._take_off(played)
            others = self._without_liberties(around, colour) - played
            self._take_off(others)
        self._take_off([q for q in played if self.colours[q]])
        return Removed(enemy, others, played)

    def liberties_of_placed(self, p: int, colour: int) -> Points:
        """Put a stone, take off enemies without liberties, and return the liberties of the stone's chain."""
        self._take_off(self._without_liberties(self._put(p, colour), 3 - colour))
        return self._liberties(self.chain(p))

    def _put(self, p: int, colour: int) -> Points:
        """Put a stone; return the points on which stones may have lost a liberty by it."""
        self.colours[p] = colour
        around: Points = set()
        for q in self.relations.footprint[p]:
            self.covers[q] += 1
            if self.covers[q] == 1:
                around.update(self.relations.reached_from[q])
        return around

    def _take_off(self, stones: Iterable[int]) -> None:
        for p in stones:
            self.colours[p] = 0
            for q in self.relations.footprint[p]:
                self.covers[q] -= 1

    def chain(self, start: int) -> Points:
        """Return the chain of the stone on a point (spec 0.3, 4.3)."""
        colour, found, waiting = self.colours[start], {start}, [start]
        while waiting:
            for q in self.relations.connections[waiting.pop()]:
                if self.colours[q] == colour and q not in found:
                    found.add(q)
                    waiting.append(q)
        return found

    def _liberties(self, chain: Points) -> Points:
        """Return the vacant points beside a chain (spec 0.3)."""
        return {q for p in chain for q in self.relations.neighbours[p] if not self.covers[q]}

    def _dead_chain(self, start: int) -> Points:
        """Return the chain of a stone if it has no liberty, else nothing."""
        colour, found, waiting = self.colours[start], {start}, [start]
        while waiting:
            p = waiting.pop()
            if not all(self.covers[q] for q in self.relations.neighbours[p]):
                return set()
            for q in self.relations.connections[p]:
                if self.colours[q] == colour and q not in found:
                    found.add(q)
                    waiting.append(q)
        return found

    def _without_liberties(self, points: Points, colour: int) -> Points:
        """Return the stones of the chains of a colour on some points that have no liberty."""
        found: Points = set()
        for p in points:
            if self.colours[p] == colour and p not in found:
                found |= self._dead_chain(p)
        return found
