"""Proofs by search that a side gets at least s points, on boards whose positions are too many to list.

The value of a position is pinned down by two one-sided questions: is there a proof that Black gets s, and one that
White keeps Black below s + 1? Each is a search of its own, for a *prover* against an *adversary*, deeper by a ply
each time: the prover has a proof within d plies if one of its moves, or every move of the adversary, leads to one
within d - 1, or if the game is over and the score suffices. Rules: ordinary Go with area scoring under plain ko (spec
1.2).

This is sound with repetition too. "A proof within d plies" is a finite tree. It speaks of the position, the side to
move, the ko and the passes, and of no history. Going round in a circle proves nothing, so a repetition counts against
the prover whatever infinite play is worth, as in the bracket of `brackets`: what is proved here is a bound of L or H
there. A proof in the table rests on proofs entered before it, hence on no circle, and is final
whatever the depth. "No proof within d plies" is entered as just that: it saves a search of that depth, and never
counts as a disproof, since it might come from the depth alone. So the table mixes no histories, and the problem of
graph-history interaction (A. Kishimoto and M. Mueller, AAAI 2004) does not arise: it comes of storing what failed
*because of the path*.

The prover's strategy is one move for every node of the proof, and leads to the end in at most d plies; no node comes
back. Under plain ko the proof therefore holds with any history. Superko is not covered: it bars the adversary from more
than ko does, which only helps the prover, but it may bar the prover too, where a move would bring a position back
with other passes or with the ko otherwise; and what is taken off in an enclosed region might come back.

A proof needs one move of the prover where the adversary may do anything. So searches that try only the five or eight
most promising moves of the prover at each node get far deeper and find most proofs; that they find none says nothing of
the moves left out, and entries in the table say how wide was searched. They and the search of all moves take turns, the
one whose last ply cost least first.

Searches end early by what cannot be lost any more (`safety`: Benson 1976 and the regions so enclosed). Order and table
follow the field: iterative deepening, the best move of the last search first, killers, history, enhanced transposition
cutoffs (Plaat and others 1996), one entry for symmetric positions (E. van der Werf, J. van den Herik, J. Uiterwijk,
Solving Go on Small Boards, ICGA Journal 26(2), 2003).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ...boards import Board
from ...rules import Compares
from ...rules.repetition import compared_by_superko
from ..bitboards import MOST_SYMMETRIES, NO_KO, Bits, Permutation, symmetries
from ..budget import BoardTooLarge, Budget, counters, plies_deep, run_watched
from ..checkpoints import packed
from . import proof_tree as tree

DEEPEST = 120
"""The greatest depth, in plies, at which proofs are searched."""
KEPT: Final = ("levels", "nodes", "used", "rows")
"""What a prover that is kept leaves behind."""
_MOST_ENTRIES = 1 << 27
_WIDTHS = (5, 8)


@dataclass
class _Level:
    """How deep was searched with ``width`` moves of the prover at each node, and what the last ply of that cost."""

    width: int
    depth: int = 0
    nodes: int = 0


@dataclass(frozen=True)
class ProofNode:
    """A node of a proof: the prover's stones and the adversary's, the ko, the passes, 0 where the prover is to move."""

    mine: int
    theirs: int
    turn: int
    ko: int = NO_KO
    passes: int = 0

    @property
    def masks(self) -> tuple[np.uint64, np.uint64]:
        """The stones of both, as compiled functions take them."""
        return np.uint64(self.mine), np.uint64(self.theirs)

    def passed(self) -> ProofNode:
        """Return the node after a pass."""
        return ProofNode(self.mine, self.theirs, 1 - self.turn, NO_KO, self.passes + 1)

    def placements(self, bits: Bits) -> Iterator[tuple[int, ProofNode]]:
        """Yield the point of every legal placement, and the node after it."""
        own, enemy = (self.theirs, self.mine) if self.turn else (self.mine, self.theirs)
        for p, one, other, ko in bits.placements(own, enemy, self.ko):
            yield p, ProofNode(other, one, 0, ko) if self.turn else ProofNode(one, other, 1, ko)

    def least(self, bits: Bits) -> ProofNode:
        """Return the least of the nodes symmetric to this one."""
        mine, theirs, ko = bits.canonical(self.mine, self.theirs, self.ko)
        return ProofNode(mine, theirs, self.turn, ko, self.passes)

    def turned(self, turn: Permutation) -> ProofNode:
        """Return the node turned by a symmetry."""
        mine, theirs = (sum(1 << to for p, to in enumerate(turn) if mask >> p & 1) for mask in (self.mine, self.theirs))
        return ProofNode(mine, theirs, self.turn, self.ko if self.ko >= NO_KO else turn[self.ko], self.passes)


class Prover:
    """Looks for proofs that one side gets at least ``s`` on a board; what is proved stays in a table.

    >>> from tengen import boards
    >>> prover = Prover(boards.parse("3x3"), 9)
    >>> prover.prove(ProofNode(0, 0, 0))
    True
    """

    def __init__(
        self, board: Board, s: int, *, suicide: bool = False, superko: str | None = None, passes: int = 2,
        budget: Budget | None = None, megabytes: int | None = None,
    ) -> None:  # fmt: skip
        """Lay out a table of ``megabytes`` (None: half of the budget's, at most).

        With a superko proofs are such that `certificate` may find them to hold under it; that takes longer.

        Raises:
            BoardTooLarge, PositionNotServed, UnservedRules: the board, its stones, the superko; OutOfMemory.
        """
        self.bits: Final = Bits.of(board)
        if len(board) > tree.MOST_POINTS:
            raise BoardTooLarge(f"{board.text} has {len(board)} points; proofs are searched up to {tree.MOST_POINTS}")
        self.s = s
        self.passes = passes
        self.manner: int = (tree.SUICIDE if suicide else 0) | (tree.STRICT if superko else 0)
        if superko and compared_by_superko("a proof under superko", superko) is Compares.CREATOR:
            self.manner |= tree.OPEN_KO
        self.budget: Final = budget or Budget()
        size = (self.budget.memory - self.budget.used) // 2 if megabytes is None else megabytes << 20
        entries = 1 << max(10, min(_MOST_ENTRIES, size // 24).bit_length() - 1)
        self.budget.take(24 * entries, "the table of a search")
        self.table: Final = np.zeros((entries, 3), np.uint64)
        self._frames = np.zeros(DEEPEST + 2, tree.FRAME)
        self._rates = np.zeros((DEEPEST + 1, 64), np.int64)
        self._history = np.zeros((2, 65, 64), np.int64)
        self._killers = np.full((DEEPEST + 1, 2), tree.NO_MOVE, np.int64)
        self._shared = counters()
        self.group: Final = symmetries(board, MOST_SYMMETRIES)
        self._levels = [_Level(width) for width in (*(w for w in _WIDTHS if w < len(board)), tree.ALL)]

    @property
    def nodes(self) -> int:
        return int(self._shared[0])

    @property
    def depth(self) -> int:
        return self._levels[-1].depth

    def search(self, node: ProofNode, depth: int, width: int = tree.ALL) -> bool:
        """Say whether a proof of this depth was found, with ``width`` moves of the prover tried at each node."""
        board = tree.ProofBoard(self.bits.near, self.bits.moved)
        goal = tree.ProofGoal(self.s, self.passes, self.manner, width)
        memory = tree.ProofMemory(self.table, self._frames, self._rates, self._history, self._killers, self._shared)
        least = node.least(self.bits)

        def work() -> bool:
            position = least.mine, least.theirs, 0, 0, 0, 0, least.ko
            self._frames[0] = (*position, node.passes, node.turn, tree.PASS, 0, 0, 0, 0)
            return bool(tree.prove(depth, goal, board, memory))

        stage = f"a proof of {self.s} {'point' if self.s == 1 else 'points'}, {plies_deep(depth)}"
        return bool(run_watched(work, self._shared, self.budget, stage, is_kept=True))

    def snapshot(self) -> dict[str, Any]:
        """Return what it knows, to be taken up by another for the same question: `KEPT` names the arrays."""
        used, rows = packed(self.table)
        levels = [(level.width, level.depth, level.nodes) for level in self._levels]
        return {"levels": np.array(levels, np.int64), "nodes": self.nodes, "used": used, "rows": rows}

    def take_up(self, kept: Mapping[str, Any]) -> None:
        """Go on from a snapshot; IndexError, KeyError, TypeError, ValueError: it does not fit."""
        self._levels = [_Level(*map(int, level)) for level in kept["levels"]]
        self._shared[0] = int(kept["nodes"])
        self.table[kept["used"]] = kept["rows"]

    def deepen(self, node: ProofNode, deepest: int = DEEPEST) -> bool:
        """Search a ply deeper, with the width that has cost least till now; say whether there is a proof."""
        open_ones = [level for level in self._levels if level.depth < deepest]
        level = min(open_ones, key=lambda level: level.nodes)
        before = self.nodes
        found = self.search(node, level.depth + 1, level.width)
        level.depth += not found
        level.nodes = self.nodes - before
        return found

    def prove(self, node: ProofNode, deepest: int = DEEPEST) -> bool:
        """Say whether there is a proof of at most this depth, searching deeper and deeper."""
        while self.depth < deepest:
            if self.deepen(node, deepest):
                return True
        return False

    def move(self, node: ProofNode) -> int | None:
        """Return the move (`PASS`: a pass) that proves a node of the prover's; None where the table has lost it."""
        for turn in self.group:  # the table has it in some form
            turned = node.turned(turn)
            move = int(tree.best_move(*turned.masks, turned.ko, turned.passes, turned.turn, self.table))
            if move != tree.NO_MOVE:
                return move if move == tree.PASS else turn.index(move)
        return None

    def proving_move(self, node: ProofNode) -> int | None:
        """Return the move that proves a node of the prover's; what the table has lost is proved again."""
        known = self.move(node)
        if known is None and any(self.search(node, depth) for depth in range(1, DEEPEST + 1)):
            known = self.move(node)
        return known

    def is_sure(self, node: ProofNode) -> bool:
        """Say whether the prover, the adversary to move, has its points whatever happens."""
        return bool(tree.is_sure(*node.masks, node.passes, self.s, self.passes, self.manner, self.bits.near))
