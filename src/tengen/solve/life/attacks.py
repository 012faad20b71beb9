"""How a chain falls that is not unconditionally alive: moves of the enemy alone that take it (spec 4.9, Benson)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from ...boards import Board
from ...game.benson import Points, beside, covered, near, spread
from ...rules.axes import FriendlyFire

TRIES: Final = 2000
"""The placements tried against a chain before the question is left open; point stones never need them all."""


@dataclass(frozen=True)
class Attack:
    """A position in which one side passes for ever: ``own`` are its stones, ``enemy`` those of the side that moves.

    ``tao`` points count as vacant, but a stone goes there only to capture (spec 3.2). ``suicide`` and
    ``friendly_fire`` say what own losses the moving side may take (spec 4.4).
    """

    board: Board
    own: Points
    enemy: Points
    tao: Points = frozenset()
    suicide: bool = False
    friendly_fire: FriendlyFire = "same"

    def vacant(self) -> Points:
        """Return the points outside all footprints, Tao points included."""
        return frozenset(range(len(self.board))) - covered(self.board, self.own | self.enemy)

    def room(self, chain: Points) -> Points:
        """Return all that hangs together with a chain's neighbours outside the footprints of the side that passes."""
        outside = frozenset(range(len(self.board))) - covered(self.board, self.own)
        left, found = set(beside(self.board, chain) & outside), set[int]()
        while left:
            found |= spread(left.pop(), outside, near(self.board))
            left -= found
        return frozenset(found)

    def place(self, p: int) -> Attack | None:
        """Return what an enemy stone on a vacant point leads to (spec 0.4, 4.4), or None where it is illegal."""
        enemy = self.enemy | {p}
        blocked = covered(self.board, self.own | enemy)
        taken = self._without_liberty(self.own, blocked, p)
        if p in self.tao and not taken:
            return None
        own = self.own - taken
        left = self._without_losses(own, enemy, p)
        return None if left is None else replace(self, own=own, enemy=left, tao=self.tao - {p})

    def _without_losses(self, own: Points, enemy: Points, p: int) -> Points | None:
        """Take off the moving side's chains without liberties after a stone on p, or return None where that is illegal.

        Its own chain goes with the others, before them or after them, liberties counted anew between (spec 4.4).
        """
        stages = {"before": ((True,), (False,)), "after": ((False,), (True,))}.get(self.friendly_fire, ((True, False),))
        for stage in stages:
            lost = self._without_liberty(enemy, covered(self.board, own | enemy), p)
            played = spread(p, enemy, self.board.connections) & lost if p in enemy else frozenset[int]()
            if (played and True in stage and not self.suicide) or (lost - played and self.friendly_fire == "forbidden"):
                return None
            enemy -= (played if True in stage else frozenset()) | (lost - played if False in stage else frozenset())
        return enemy

    def _without_liberty(self, stones: Points, blocked: Points, p: int) -> Points:
        """Return the stones of the chains without a liberty; only chains that p's footprint touches can have none."""
        around = {r for q in self.board.footprint[p] for r in self.board.reached_from[q]}
        waiting, lost = set(stones & (around | {p})), set[int]()
        while waiting:
            chain = spread(next(iter(waiting)), stones, self.board.connections)
            waiting -= chain
            if beside(self.board, chain) <= blocked:
                lost |= chain
        return frozenset(lost)

    def _places(self) -> Points:
        """Return where the moving side may put stones: under own_overlap also in its own footprints (spec 4.2)."""
        if not self.board.overlap:
            return self.vacant()
        return frozenset(range(len(self.board))) - covered(self.board, self.own) - self.enemy

    def moves(self, target: Points) -> Iterator[tuple[int, Attack]]:
        """Yield the moves that take liberties from a chain, those first that lose nothing and take most."""
        vacant = self.vacant()
        liberties = beside(self.board, target) & vacant
        useful = {p for q in liberties for p in self.board.covered_from[q]} & self._places()
        later = []
        for p in sorted(useful, key=lambda p: (-len(liberties.intersection(self.board.footprint[p])), p)):
            after = self.place(p)
            if after is not None and len(after.enemy) > len(self.enemy):
                yield p, after
            elif after is not None and after.enemy != self.enemy:
                later.append((p, after))
        yield from later


def capturing_moves(attack: Attack, fallen: list[Points], target: Points) -> tuple[int, ...] | None:
    """Return moves of the enemy alone that take a chain, or None where none were found.

    ``fallen`` are the chains that Benson's algorithm drops in rounds before the target, in the order of the rounds,
    perhaps with some of them tried before; they are taken where the target cannot be taken directly. On boards of
    point stones without Tao stones this succeeds, in any order of moves, for a chain that the algorithm drops: of its
    regions all but at most one have a vacant point which is no liberty of it (where suicide is allowed, perhaps only
    after one), so every liberty there can be filled, and what fills the last one takes it; a chain that was taken
    leaves such points in the regions beside it. For other stones it is a search with a limit, and finding nothing
    proves nothing.
    """
    moves: list[int] = []
    for chain in [None, *fallen]:
        if chain is not None:
            found = _take(attack, chain)
            if found is None:
                continue
            moves, attack = moves + found[0], found[1]
        if chain is None or attack.room(target) & chain:
            last = _take(attack, target)
            if last is not None:
                return (*moves, *last[0])
    return None


def _take(attack: Attack, target: Points) -> tuple[list[int], Attack] | None:
    """Search depth first for moves that take a chain, without turning back where the order of moves does not matter."""
    if not target <= attack.own:
        return [], attack
    path: list[int] = []
    waiting = [attack.moves(target)]
    seen = {(attack.own, attack.enemy)}
    any_order = attack.board.point_stones and not attack.board.directed and not attack.tao
    while waiting and len(seen) < TRIES:
        move = next(waiting[-1], None)
        if move is None and any_order:
            return None
        if move is None:
            waiting.pop()
            path = path[:-1]
            continue
        p, after = move
        if (after.own, after.enemy) in seen:
            continue
        seen.add((after.own, after.enemy))
        path = [*path, p]
        if not target <= after.own:
            return path, after
        waiting.append(after.moves(target))
    return None
