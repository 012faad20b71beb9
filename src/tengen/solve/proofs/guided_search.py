"""Proof numbers with the engine's advice, in one process: the tree of `job_tree`, whose jobs are done one by one.

A search by proof numbers alone knows little of the moves near its root, and looks at many of them. Here the engine
(`guide`) says which moves of the prover's come first. On 4x5 that takes a third of the positions or less.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from ...boards import Board
from ..budget import Budget
from .finding import Finding, Key, finding_of
from .guide import Guide
from .job_tree import JobTree, job_size
from .proof_numbers import NumberProver
from .prover import Distances, ProofNode


class GuidedSearch:
    """The question whether the prover of a node gets the whole board.

    >>> from tengen import boards
    >>> from tengen.solve.bitboards import Bits
    >>> board = boards.parse("3x3")
    >>> GuidedSearch(board, ProofNode(0, 0, 0), 2, Budget(), Distances(Bits.of(board))).run(1 << 20)
    True
    """

    def __init__(self, board: Board, node: ProofNode, passes: int, budget: Budget, distances: Distances) -> None:
        """Lay out a table in half of the budget's memory.

        Raises:
            PositionNotServed: no distances are measured for such a board, or its stones are not ordinary; OutOfMemory.
        """
        self.prover: Final = NumberProver(board, passes=passes, budget=budget, distances=distances)
        self._guide: Final = Guide(board, passes)
        self._tree: Final = JobTree(self.prover.key(node))
        self._findings: list[Finding] = []
        self._told: set[Key] = set()

    @property
    def nodes(self) -> int:
        """How many positions have been looked at."""
        return self.prover.nodes

    @property
    def jobs(self) -> int:
        """How many jobs have been done."""
        return len(self._findings)

    def run(self, positions: int) -> bool | None:
        """Look at ``positions`` more of them, or some over; say whether a proof was found, None where it takes more.

        Raises:
            OutOfBudget, KeyboardInterrupt: the search was ended; the next one goes on with what is known.
        """
        end = self.nodes + positions
        while not self._tree.is_over and self.nodes < end:
            self._look()
        return self._tree.is_proved if self._tree.is_over else None

    def _look(self) -> None:
        """Do a job, if there is one left."""
        key = self._tree.choose()
        if key is None:
            return
        try:
            finding = self.prover.look(key, job_size(self.nodes), self._guide)
        finally:
            self._tree.release()
        self._enter(finding)
        self._tell()

    def _tell(self) -> None:
        """Let the prover know which nodes have become proved by their children; what a job has proved it knows."""
        new = [key for key in self._tree.proved() if key not in self._told]
        self._told.update(new)
        self.prover.know({key: self._tree.cost(key) for key in new})

    def _enter(self, finding: Finding) -> None:
        self._findings.append(finding)
        self._tree.enter(finding)

    def snapshot(self) -> dict[str, Any]:
        """Return what is known, to be taken up by another for the same question."""
        found = np.frombuffer(json.dumps([finding.fields() for finding in self._findings]).encode(), np.uint8)
        return {"findings": found, **self.prover.snapshot()}

    def take_up(self, kept: Mapping[str, Any]) -> None:
        """Go on from a snapshot; IndexError, KeyError, TypeError, ValueError: it does not fit."""
        for fields in json.loads(kept["findings"].tobytes()):
            if (finding := finding_of(fields)) is None:
                raise ValueError("a finding has other fields")
            self._enter(finding)
        self.prover.take_up(kept)
        self._tell()
