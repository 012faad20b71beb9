"""Proofs that a side gets the whole board, by depth-first proof-number search (A. Nagai, 2002).

The search has no depth limit. Every node has a proof number, the estimated difficulty of a proof, and a disproof
number; the search goes where these are least. Their initial estimates (`first_numbers`) count the least placements that
the prover needs, vacant points, and chains. The number of a node with many children is that of the hardest and a part
of the others. With many stones, this takes far fewer positions than the search by plies (`prover`).

Only proofs are final. A proof rests on earlier proofs, so none is circular. A node that recurs on the path counts for
the adversary, as in `prover`; results that depend on the path are never stored for good. The table has exact keys, and
proofs that it loses are searched again.

No placements are tried in the prover's safe territory (`safety`) unless there are no others, and the adversary's
placements there count as passes. Nothing outside changes: the chains around such a region live whatever the adversary
does inside, and the prover captures its stones there before the game ends. But the game goes on after such a
placement. So the prover does not pass as long as there is such territory, and an end by passes proves nothing then.
That misses proofs on boards in several parts, if a chain that is not safe needs a pass in one part while there is
territory in another.

If an end by passes proves nothing, earlier passes do not matter with the prover to move: the table has such a node
without them (`number_tree`).

A table of proofs has a move for every node of the prover's (`proving_move`), which gives lines of best play. Lost
proofs are searched again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import numpy as np

from tengen.boards import Board
from tengen.solve.bitboards import Bits
from tengen.solve.budget import STOP, Budget, PositionNotServed, counters, run_watched
from tengen.solve.proofs import proof_tree as tree
from tengen.solve.proofs.prover import ProofNode

from . import number_tree
from .distance import SCRATCH, Distances, MeasuredBoard, is_fit
from .first_numbers import NEVER
from .job_tree import Child, Finding, Key, Numbers, key_of, node_of

_DEEPEST: Final = 250
_MOST_ENTRIES: Final = 1 << 27
_ENOUGH: Final = 1 << 60
_FIRST_ENTRIES: Final = 1 << 18
"""The initial number of entries of a table, as untouched memory costs time,"""
_GROWTH: Final = 4
"""and the factor by which it grows once as many positions have been searched as it has entries."""
_LONGEST: Final = 100
_AGAIN: Final = (1 << 10, 1 << 14, 1 << 18)
"""The number of positions searched after each possible move for a proof that the table has lost."""


Advice = Callable[[ProofNode, int], Mapping[int, int]]
"""Returns the factor on the difficulty of each move, given a node and the number of positions searched."""


class NumberProver:
    """Searches for proofs that one side gets all of a board, suicide forbidden; results stay in a table.

    >>> from tengen import boards
    >>> NumberProver(boards.parse("3x3")).prove(ProofNode(0, 0, 0))
    True
    """

    def __init__(
        self, board: Board, *, passes: int = 2, budget: Budget | None = None, megabytes: int | None = None,
        distances: Distances | None = None,
    ) -> None:  # fmt: skip
        """Allocate a table of ``megabytes`` (None: at most half of the budget's).

        Raises:
            PositionNotServed: no distances are measured for such a board, or its stones are not ordinary; OutOfMemory.
        """
        self.bits: Final = Bits.of(board)
        if not is_fit(board, passes):
            raise PositionNotServed(
                f"{board.text} has too many points for proof numbers, or one with a single neighbour"
            )
        self.budget: Budget = budget or Budget()
        self.passes: Final = passes
        self.s: Final = len(board)
        """The points to prove: all."""
        self.distances: Final = distances or Distances(self.bits)
        size = (self.budget.memory - self.budget.used) // 2 if megabytes is None else megabytes << 20
        entries = 1 << max(2, min(_MOST_ENTRIES, size // 32).bit_length() - 1)
        self.budget.take(32 * entries, "the table of a search")
        self._most_entries = entries
        self._memory = number_tree.NumberMemory(
            np.zeros((min(entries, _FIRST_ENTRIES), 4), np.uint64),
            np.zeros(_DEEPEST, number_tree.FRAME),
            np.zeros((_DEEPEST, 65), number_tree.CHILD),
            counters(),
            np.zeros(1, np.int64),
        )
        self._scratch = np.zeros(SCRATCH, np.uint64)

    @property
    def nodes(self) -> int:
        return int(self._memory.shared[0])

    @property
    def expanded(self) -> int:
        """The number of nodes expanded so far."""
        return int(self._memory.expanded[0])

    def prove(self, node: ProofNode) -> bool:
        """Return whether a proof was found; False is not a disproof."""
        return self.search(node, _ENOUGH) is True

    def search(self, node: ProofNode, positions: int) -> bool | None:
        """Search at most ``positions`` more; return whether a proof was found, None if it takes more."""
        self.distances.measure(self.budget)
        last, stage = self.nodes + positions, "a proof of the whole board, by proof numbers"
        found: bool | None = run_watched(lambda: self._go_on(node, last), self._memory.shared, self.budget, stage)
        return found

    def _go_on(self, node: ProofNode, last: int) -> bool | None:
        """Search until ``last`` positions have been searched in total, or the watcher stops the search."""
        goal, board = self._question()
        first, second = map(np.uint64, self.key(node))
        while True:
            entries = len(self._memory.table)
            most = min(last, entries if entries < self._most_entries else _ENOUGH)
            proof, disproof = number_tree.prove_node(first, second, most, goal, board, self._memory)
            if proof == 0 or disproof == 0:
                return bool(proof == 0)
            if self.nodes >= last or self._memory.shared[STOP]:
                return None
            larger = np.zeros((min(self._most_entries, _GROWTH * entries), 4), np.uint64)
            number_tree.copy_entries(self._memory.table, larger)
            self._memory = self._memory._replace(table=larger)

    # -- the moves of a proof ------------------------------------------------------------------------------------------

    def is_sure(self, node: ProofNode) -> bool:
        """Return whether the prover surely has the whole board with the adversary to move."""
        return bool(tree.is_sure(*node.masks, node.passes, self.s, self.passes, 0, self.bits.near))

    def _cost(self, node: ProofNode) -> int:
        """Return the cost of a node's proof, as a power of two; 0 if it needs none, -1 if none is known."""
        if node.passes == self.passes:
            return 0 if self.bits.area(node.mine, node.theirs) == self.s else -1
        if node.turn and self.is_sure(node):
            return 0
        how = node.ko, node.passes, node.turn, self.passes
        return int(number_tree.known_proof(*node.masks, *how, self._question()[1], self._memory.table))

    def _ahead(self, node: ProofNode) -> list[tuple[int, ProofNode]]:
        """Return the moves from a node (points and `PASS`), and the resulting nodes."""
        return [*node.placements(self.bits), (tree.PASS, node.passed())]

    def proving_move(self, node: ProofNode) -> int | None:
        """Return the prover's move of the cheapest proof; a lost proof is searched again (None: in vain)."""
        ahead = self._ahead(node)
        if proved := [(cost, move) for move, after in ahead if (cost := self._cost(after)) >= 0]:
            return min(proved, key=lambda each: each[0])[1]
        ways = (move for positions in _AGAIN for move, after in ahead if self.search(after, positions))
        return next(ways, None)

    def line(self, root: ProofNode) -> tuple[int, ...]:
        """Return a line of play from a proved node, with the adversary's hardest moves; empty if the proof is lost."""
        at, found, seen = root, list[int](), set[ProofNode]()
        while not (at.passes == self.passes or (at.turn and self.is_sure(at))):
            ahead = self._ahead(at)
            move = max(ahead, key=lambda each: self._cost(each[1]))[0] if at.turn else self.proving_move(at)
            if move is None or at in seen or len(seen) > _LONGEST:
                return ()
            seen.add(at)
            found.append(move)
            at = dict(ahead)[move]
        if self.bits.area(at.mine, at.theirs) == self.s:  # nothing is left to capture
            found += [tree.PASS] * (self.passes - at.passes)
        return tuple(found)

    # -- as a part of a larger search ----------------------------------------------------------------------------------

    def key(self, node: ProofNode) -> Key:
        """Return a node as the table has it."""
        return key_of(node.least(self.bits))

    def know(self, proved: Mapping[Key, int]) -> None:
        """Enter nodes that others have proved, each with the number of positions that this took."""
        if proved:
            keys, efforts = np.array(list(proved), np.uint64), np.array(list(proved.values()), np.int64)
            number_tree.enter_proved(keys, efforts, self._memory)

    def look(self, key: Key, positions: int, advice: Advice | None = None) -> Finding:
        """Search some positions for a proof of a node; return the result, which is also in the table.

        ``advice`` gives the moves of the prover's to try first when other jobs continue from there.
        """
        node, before = node_of(key).least(self.bits), self.nodes
        found = self.search(node, positions)
        looked_at = self.nodes - before
        if found is False:
            return Finding(key, Numbers(NEVER, 0), (), looked_at)
        factors = {} if found or node.turn or advice is None else advice(node, looked_at)
        children = tuple(self._children(node, found is True, factors))
        root = self._memory.frames[0]
        numbers = Numbers(0, NEVER) if found else Numbers(int(root["most_proof"]), int(root["most_disproof"]))
        return Finding(key, numbers, children, looked_at)

    def _children(self, node: ProofNode, is_proved: bool, factors: Mapping[int, int]) -> Iterator[Child]:
        """Yield the numbers of a node's children; for a proved node, only of those that prove it.

        ``factors`` are those on the difficulty of the node's moves.
        """
        goal, board = self._question()
        first, second = map(np.uint64, self.key(node))
        count = int(number_tree.list_children(first, second, goal, board, self._memory))
        worst = max(factors.values(), default=1)
        for row in self._memory.children[0, :count]:
            proof = int(row["proof"])
            if is_proved and proof:
                continue
            if proof < NEVER:
                proof = min(proof * factors.get(int(row["move"]), worst), NEVER // 4)
            least = node_of((int(row["first"]), int(row["second"]))).least(self.bits)
            yield Child(key_of(least), Numbers(proof, int(row["disproof"])))

    def _question(self) -> tuple[tree.ProofGoal, MeasuredBoard]:
        """Return the goal, and the board with its distances."""
        board = MeasuredBoard(self.bits.near, self.bits.moved, self.distances.table, self._scratch)
        return tree.ProofGoal(self.s, self.passes, 0, tree.ALL), board
