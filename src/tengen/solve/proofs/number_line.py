"""A line of best play out of a proof of the whole board by proof numbers.

The prover's move is one whose proof cost least, the adversary's one whose refutation cost most, by what the table has;
what it has lost is proved again. The line ends where the prover has the whole board whatever happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from ..bitboards import MOST_SYMMETRIES, NO_KO
from ..symmetry_group import Permutation, symmetries
from . import proof_tree as tree
from .proof_numbers import NumberProver
from .prover import ProofNode

_LONGEST: Final = 100
_AGAIN: Final = (1 << 10, 1 << 14, 1 << 18)
"""The positions that are looked at to prove again what the table has lost, after each move that there is."""


class _Stand(NamedTuple):
    """A node in the form that the table knows, and where it has each point of the board."""

    node: ProofNode
    turned: Permutation


_Step = tuple[int, _Stand]
"""A move and where it leads."""


class LineOfProof:
    """Finds lines in what a prover knows."""

    def __init__(self, prover: NumberProver) -> None:
        """Take a prover's table as it is."""
        self._prover, self._bits = prover, prover.bits
        self._group = symmetries(prover.bits.board, MOST_SYMMETRIES)

    def moves(self, root: ProofNode) -> tuple[int, ...]:
        """Return a line from a node that is proved, points of the board or `PASS`; none where it is not found again.

        Raises:
            OutOfBudget, KeyboardInterrupt: proving again was ended.
        """
        points = range(len(self._bits.near))
        at = self._turned(_Stand(root, tuple(points)))
        found: list[int] = []
        seen: set[ProofNode] = set()
        while not self._is_over(at.node):
            step = None if at.node in seen or len(seen) > _LONGEST else self._step(at)
            if step is None:
                return ()
            seen.add(at.node)
            move, ahead = step
            found.append(move if move == tree.PASS else at.turned.index(move))
            at = ahead
        return (*found, *self._passes(at.node))

    def _is_over(self, node: ProofNode) -> bool:
        """Say whether the prover has the whole board whatever happens."""
        last, n = self._prover.passes, len(self._bits.near)
        masks = np.uint64(node.mine), np.uint64(node.theirs)
        if node.passes == last:
            return True
        return bool(node.turn) and bool(tree.is_sure(*masks, node.passes, n, last, 0, self._bits.near))

    def _passes(self, node: ProofNode) -> tuple[int, ...]:
        """Return the passes that end a game in which nothing is left to be taken."""
        is_done = self._bits.area(node.mine, node.theirs) == len(self._bits.near)
        return (tree.PASS,) * (self._prover.passes - node.passes) if is_done else ()

    def _step(self, at: _Stand) -> _Step | None:
        """Return the next move and where it leads; None where no proof of that is found again."""
        ahead = [(move, self._entered(_Stand(node, at.turned))) for move, node in self._children(at.node)]
        if at.node.turn:
            return max(ahead, key=lambda step: self._prover.cost(step[1].node))
        proved = [(cost, step) for step in ahead if (cost := self._cost(step[1].node)) >= 0]
        return min(proved, key=lambda each: each[0])[1] if proved else self._proved_again(ahead)

    def _proved_again(self, ahead: Sequence[_Step]) -> _Step | None:
        """Return a step of the prover's for which a proof is found; the table has lost those that it had."""
        for positions in _AGAIN:
            for step in ahead:
                if self._prover.search(step[1].node, positions):
                    return step
        return None

    def _cost(self, node: ProofNode) -> int:
        """Return what proving a node cost that the prover moves to; 0 where it needs no proof, -1 where it has none."""
        if node.passes == self._prover.passes:
            return 0 if self._bits.area(node.mine, node.theirs) == len(self._bits.near) else -1
        return 0 if self._is_over(node) else self._prover.cost(node)

    def _children(self, node: ProofNode) -> list[tuple[int, ProofNode]]:
        """Return the moves from a node and the nodes they lead to."""
        own, enemy = (node.theirs, node.mine) if node.turn else (node.mine, node.theirs)
        found = []
        for p, one, other, ko in self._bits.placements(own, enemy, node.ko):
            mine, theirs = (other, one) if node.turn else (one, other)
            found.append((p, ProofNode(mine, theirs, 1 - node.turn, ko)))
        passed = ProofNode(node.mine, node.theirs, 1 - node.turn, NO_KO, node.passes + 1)
        return [*found, (tree.PASS, passed)]

    def _entered(self, at: _Stand) -> _Stand:
        """Return a node that is moved to as the table has it: with few stones symmetric ones are one."""
        few = (at.node.mine | at.node.theirs).bit_count() <= tree.FEW_STONES
        return self._turned(at) if few and at.node.passes == 0 else at

    def _turned(self, at: _Stand) -> _Stand:
        """Return the least of the nodes symmetric to one."""
        node = at.node
        mine, theirs, ko = self._bits.canonical(node.mine, node.theirs, node.ko)
        for turn in self._group:
            own, other = (sum(1 << turn[p] for p in self._bits.points(mask)) for mask in (node.mine, node.theirs))
            if (own, other, node.ko if node.ko >= NO_KO else turn[node.ko]) == (mine, theirs, ko):
                break
        return _Stand(ProofNode(mine, theirs, node.turn, ko, node.passes), tuple(turn[p] for p in at.turned))
