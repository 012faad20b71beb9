"""Proof searches that a side gets at least s points, for boards with too many positions to list.

The value of a position is determined by two one-sided questions: is there a proof that Black gets s, and one that White
keeps Black below s + 1? Each is a separate search, for a *prover* against an *adversary*, a ply deeper each time. The
prover has a proof within d plies if one of its moves, or every move of the adversary, leads to one within d - 1, or if
the game is over and the score suffices. Rules: ordinary Go with area scoring under plain ko (spec 1.2).

The method is sound with repetition, too. "A proof within d plies" is a finite tree. It concerns the position, the side
to move, the ko and the passes, but no history. Cycles prove nothing, so a repetition counts against the prover whatever
infinite play is worth, as in the bracket of `brackets`: a proof gives a bound of L or H there. A proof in the table
rests on earlier proofs, hence on no cycle, and is final at any depth. "No proof within d plies" only saves a search of
that depth. It never counts as a disproof, since the depth alone may be the reason. So the table mixes no histories, and
the problem of graph-history interaction (A. Kishimoto and M. Mueller, AAAI 2004) does not arise: it comes from storing
failures that depend *on the path*.

The prover's strategy is one move for every node of the proof. It reaches the end in at most d plies, and no node
recurs, so under plain ko the proof holds with any history. Superko is not covered. It restricts the adversary more than
ko does, which only helps the prover. But it may also bar the prover, if a move would repeat a position with other
passes or another ko, or after a capture in an enclosed region.

A proof needs one move of the prover at each node, against all moves of the adversary. So searches limited to the
prover's five or eight most promising moves get far deeper and find most proofs; their failures say nothing about the
other moves, and table entries record the width. They alternate with the full search, and the one whose last ply cost
least goes first.

Searches end early if points that can no longer be lost suffice (`safety`: Benson 1976 and the regions enclosed in this
way). Ordering and table use the standard techniques: iterative deepening, the best move of the last search first,
killers, history, enhanced transposition cutoffs (Plaat and others 1996), one entry for symmetric positions (E. van der
Werf, J. van den Herik, J. Uiterwijk, Solving Go on Small Boards, ICGA Journal 26(2), 2003).
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
"""The maximum depth of proof searches, in plies."""
KEPT: Final = ("levels", "nodes", "used", "rows")
"""The arrays of a prover's checkpoint."""
_MOST_ENTRIES = 1 << 27
_WIDTHS = (5, 8)


@dataclass
class _Level:
    """The depth searched with ``width`` prover moves at each node, and the cost of its last ply."""

    width: int
    depth: int = 0
    nodes: int = 0


@dataclass(frozen=True)
class ProofNode:
    """A node of a proof: the prover's stones and the adversary's, the ko, the passes, 0 if the prover is to move."""

    mine: int
    theirs: int
    turn: int
    ko: int = NO_KO
    passes: int = 0

    @property
    def masks(self) -> tuple[np.uint64, np.uint64]:
        """Both sides' stones in the form of the compiled functions."""
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
    """Searches for proofs that one side gets at least ``s`` on a board; proofs stay in a table.

    >>> from tengen import boards
    >>> prover = Prover(boards.parse("3x3"), 9)
    >>> prover.prove(ProofNode(0, 0, 0))
    True
    """

    def __init__(
        self, board: Board, s: int, *, suicide: bool = False, superko: str | None = None, passes: int = 2,
        budget: Budget | None = None, megabytes: int | None = None,
    ) -> None:  # fmt: skip
        """Allocate a table of ``megabytes`` (default: at most half of the budget's memory).

        With a superko, proofs are such that `certificate` may confirm them under it; that takes longer.

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
        """Return whether a proof of this depth was found, with ``width`` prover moves tried at each node."""
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
        """Return the state of the search for a checkpoint; `KEPT` names the arrays."""
        used, rows = packed(self.table)
        levels = [(level.width, level.depth, level.nodes) for level in self._levels]
        return {"levels": np.array(levels, np.int64), "nodes": self.nodes, "used": used, "rows": rows}

    def take_up(self, kept: Mapping[str, Any]) -> None:
        """Resume from a snapshot; IndexError, KeyError, TypeError or ValueError if it does not fit."""
        self._levels = [_Level(*map(int, level)) for level in kept["levels"]]
        self._shared[0] = int(kept["nodes"])
        self.table[kept["used"]] = kept["rows"]

    def deepen(self, node: ProofNode, deepest: int = DEEPEST) -> bool:
        """Search a ply deeper, with the cheapest width so far; return whether there is a proof."""
        open_ones = [level for level in self._levels if level.depth < deepest]
        level = min(open_ones, key=lambda level: level.nodes)
        before = self.nodes
        found = self.search(node, level.depth + 1, level.width)
        level.depth += not found
        level.nodes = self.nodes - before
        return found

    def prove(self, node: ProofNode, deepest: int = DEEPEST) -> bool:
        """Return whether there is a proof of at most this depth, by iterative deepening."""
        while self.depth < deepest:
            if self.deepen(node, deepest):
                return True
        return False

    def move(self, node: ProofNode) -> int | None:
        """Return the move (`PASS`: a pass) that proves a node with the prover to move; None if it is lost."""
        for turn in self.group:  # the table has it in one of these forms
            turned = node.turned(turn)
            move = int(tree.best_move(*turned.masks, turned.ko, turned.passes, turned.turn, self.table))
            if move != tree.NO_MOVE:
                return move if move == tree.PASS else turn.index(move)
        return None

    def proving_move(self, node: ProofNode) -> int | None:
        """Return the move that proves a node with the prover to move; a lost proof is searched again."""
        known = self.move(node)
        if known is None and any(self.search(node, depth) for depth in range(1, DEEPEST + 1)):
            known = self.move(node)
        return known

    def is_sure(self, node: ProofNode) -> bool:
        """Return whether the prover is sure of its points with the adversary to move."""
        return bool(tree.is_sure(*node.masks, node.passes, self.s, self.passes, self.manner, self.bits.near))
