"""Proofs that a side gets the whole board, by depth-first proof-number search (A. Nagai, 2002).

It has no depth to count. Every node has a proof number, which says how hard it seems to prove, and a disproof number;
the search goes where these are least. They begin with an estimate (`first_numbers`) in which the placements count that
the prover needs at least, vacant points, and chains. Of a node with many children the hardest counts, and a part of the
others. So it takes far fewer positions than the search by plies (`prover`) where there are many stones.

Only what it proves is final. A proof rests on proofs entered before it, hence on no circle. A node that comes back on
the way to it counts for the adversary, as in `prover`; what hangs on that is known only where the way is the same, and
never entered for good. The table has exact keys, and what it loses is looked for again.

No placements are tried in the prover's safe territory (`safety`), and the adversary's placement there counts as a pass.
Nothing outside changes by it: the chains around such a region live whatever the adversary does inside, and the prover
takes off what stands there before it lets the game end. But the game goes on after such a placement. So the prover does
not pass as long as there is such territory, and an end by passes proves nothing then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from ...boards import Board
from ..bitboards import Bits
from ..budget import Budget, OutOfBudget
from ..interruption import counters, run_watched
from ..keeping import packed
from ..served import PositionNotServed
from . import number_tree, proof_tree
from .distance import SCRATCH, is_fit
from .prover import Distances, ProofNode

KEPT: Final = ("nodes", "used", "rows")
"""What a prover that is kept leaves behind."""
_DEEPEST: Final = 250
_MOST_ENTRIES: Final = 1 << 27
_ENOUGH: Final = 1 << 60


class NumberProver:
    """Looks for proofs that one side gets all of a board, suicide forbidden; what it finds out stays in a table.

    >>> from tengen import boards
    >>> NumberProver(boards.parse("3x3")).prove(ProofNode(0, 0, 0))
    True
    """

    def __init__(
        self, board: Board, *, passes: int = 2, budget: Budget | None = None, megabytes: int | None = None,
        distances: Distances | None = None,
    ) -> None:  # fmt: skip
        """Lay out a table of ``megabytes`` (None: half of the budget's, at most).

        Raises:
            PositionNotServed: no distances are measured for such a board, or its stones are not ordinary; OutOfMemory.
        """
        self.bits: Final = Bits.of(board)
        if not is_fit(board, passes):
            raise PositionNotServed(
                f"{board.text} has too many points for proof numbers, or one with a single neighbour"
            )
        self.budget: Final = budget or Budget()
        self.passes: Final = passes
        self._distances = distances or Distances(self.bits)
        size = (self.budget.memory - self.budget.used) // 2 if megabytes is None else megabytes << 20
        entries = 1 << max(2, min(_MOST_ENTRIES, size // 32).bit_length() - 1)
        self.budget.take(32 * entries, "the table of a search")
        self._memory = number_tree.NumberMemory(
            np.zeros((entries, 4), np.uint64),
            np.zeros(_DEEPEST, number_tree.FRAME),
            np.zeros((_DEEPEST, 65), number_tree.CHILD),
            counters(),
            np.zeros(1, np.int64),
        )
        self._scratch = np.zeros(SCRATCH, np.uint64)

    @property
    def nodes(self) -> int:
        """How many positions have been looked at, and nodes expanded."""
        return int(self._memory.shared[0])

    @property
    def expanded(self) -> int:
        """How many times the children of a node have been listed."""
        return int(self._memory.expanded[0])

    def prove(self, node: ProofNode) -> bool:
        """Say whether a proof was found; where none was, that is no disproof.

        Raises:
            OutOfBudget, KeyboardInterrupt: the search was ended; the next one goes on with what the table has.
        """
        return self.search(node, _ENOUGH) is True

    def search(self, node: ProofNode, positions: int) -> bool | None:
        """Look at so many more positions at most; say whether a proof was found, None where it takes more.

        Raises:
            OutOfBudget, KeyboardInterrupt: the search was ended; the next one goes on with what the table has.
        """
        self._distances.measure(_ENOUGH, self.budget)
        table = self._distances.table
        if not len(table):
            raise OutOfBudget("the memory allowed does not hold a table of distances")
        board = proof_tree.ProofBoard(self.bits.near, self.bits.moved, table, self._scratch)
        goal = proof_tree.ProofGoal(len(self.bits.near), self.passes, 0, proof_tree.ALL)
        mine, theirs, ko = self.bits.canonical(node.mine, node.theirs, node.ko)
        masks, most = (np.uint64(mine), np.uint64(theirs)), self.nodes + positions

        def work() -> tuple[int, int]:
            return number_tree.prove_node(*masks, ko, node.passes, node.turn, most, goal, board, self._memory)

        stage = "a proof of the whole board, by proof numbers"
        proof, disproof = run_watched(work, self._memory.shared, self.budget, stage, is_kept=True)
        return True if proof == 0 else False if disproof == 0 else None

    def cost(self, node: ProofNode) -> int:
        """Return what the proof of a node cost, as a power of two, in the form that the table knows; -1: no proof."""
        masks = np.uint64(node.mine), np.uint64(node.theirs)
        return int(number_tree.known_proof(*masks, node.ko, node.passes, node.turn, self._memory.table))

    def snapshot(self) -> dict[str, Any]:
        """Return what it knows, to be taken up by another for the same question: `KEPT` names the arrays."""
        used, rows = packed(self._memory.table)
        return {"nodes": self.nodes, "used": used, "rows": rows}

    def take_up(self, kept: Mapping[str, Any]) -> None:
        """Go on from a snapshot; IndexError, KeyError, TypeError, ValueError: it does not fit."""
        self._memory.shared[0] = int(kept["nodes"])
        self._memory.table[kept["used"]] = kept["rows"]
