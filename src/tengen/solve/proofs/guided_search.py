"""Proof numbers with the engine's advice, in one process: the tree of `job_tree`, whose jobs are done one by one.

Proof numbers know little of a move as long as few positions below it have been searched, and where thirty moves look
alike a search tries all of them. The engine's playouts are asked instead, under a komi that makes nothing less than
the whole board a win. Their answer decides where a proof is looked for, never what is proved. (Wu and others,
*Job-Level Proof Number Search*, 2013, had their program choose the moves in the same way.) On 4x5 that takes a third
of the positions or less. The engine is loaded only when it is asked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...boards import Board
from ...game import Game
from ...kernel import State
from ...kernel.layout import BLACK, PLACE, WHITE
from ...rules import Rules
from ..budget import Budget
from .distance import is_fit
from .job_tree import Finding, JobTree, Key, finding_of, job_size
from .proof_numbers import LineOfProof, NumberProver
from .proof_tree import PASS
from .prover import WORTH_IT, Distances, ProofNode

if TYPE_CHECKING:
    from ...search import Search

_MEGABYTES: Final = 16
_MOST_FACTOR: Final = 32
_MOST_PLAYOUTS: Final = 20_000
_PER_PLAYOUT: Final = 250
"""The search for a proof looks at so many positions for each playout, which takes a tenth of its time at most."""
_FEW: Final = 32
"""With fewer playouts nothing is said."""
_FIRST: Final = 1 << 26
"""How many positions proof numbers may look at in the first slice, unless the board is small;"""
_PER_SET: Final = 64
"""how many for each set of the points of a small board;"""
_LATER: Final = 2
"""and how many positions the searches by plies look at for each one more."""
_LEAST: Final = 1 << 16
"""The least number of positions of a slice: going back to where the last one ended takes a few thousand at most."""


class Guide:
    """The engine, asked about positions of one board.

    >>> from tengen import boards
    >>> factors = Guide(boards.parse("3x3"), passes=2).factors(ProofNode(0, 0, 0), 250_000)
    >>> min(factors, key=factors.get), factors[4]
    (4, 1)
    """

    def __init__(self, board: Board, passes: int) -> None:
        """Take the prover for Black, whichever colour it has."""
        self._rules: Final = Rules(repetition="ko", komi=len(board) - 1, passes=passes)
        self._board: Final = board

    @cached_property
    def _search(self) -> Search:
        """The engine, loaded when it is first asked: most questions are answered before.

        It runs without the network, which was trained on games, and fills false eyes; docs/solving.md has figures.
        """
        from ...search import Options, Search

        options = Options(foresight=False, fill_false_eyes=False)
        return Search(self._board, self._rules, megabytes=_MEGABYTES, options=options)

    def factors(self, node: ProofNode, positions: int) -> dict[int, int]:
        """Return how many times as hard as it seems each move of the prover's counts, by its point or `PASS`.

        That is how many times as often the engine looked at the move that it looked at most, up to 32. Moves that it
        does not try are left out; where ``positions``, which a search for a proof has looked at, are few, all are. A ko
        is disregarded: nobody asks for the move that it forbids. Of symmetric moves a search knows
        one alone, and what the engine thinks of the others does not count.
        """
        playouts = min(_MOST_PLAYOUTS, positions // _PER_PLAYOUT)
        if playouts < _FEW:
            return {}
        state = State.empty(self._board, self._rules)
        for colour, mask in (BLACK, node.mine), (WHITE, node.theirs):
            state.points["colour"][[p for p in range(len(self._board)) if mask >> p & 1]] = colour
        state.rebuild()
        self._search.begin(state)
        self._search.run(playouts)
        rows = self._search.children()
        if not len(rows):
            return {}
        visits = np.maximum(1, rows["visits"])
        worse = np.minimum(_MOST_FACTOR, visits.max() // visits)
        moves = np.where(rows["kind"] == PLACE, rows["point"].astype(np.int64), PASS)
        return dict(zip(moves.tolist(), worse.astype(int).tolist(), strict=True))


class GuidedSearch:
    """The question whether ``side`` (0 Black), the prover of a node, gets the whole board.

    Next to searches by plies it takes turns, which begin when measuring distances costs little compared with the
    positions that those have looked at.

    >>> from tengen import boards
    >>> from tengen.solve.bitboards import Bits
    >>> board = boards.parse("3x3")
    >>> GuidedSearch(board, ProofNode(0, 0, 0), 2, Budget(), Distances(Bits.of(board))).run(1 << 20)
    True
    """

    def __init__(
        self, board: Board, node: ProofNode, passes: int, budget: Budget, distances: Distances, side: int = 0
    ) -> None:
        """Lay out a table in half of the budget's memory.

        Raises:
            PositionNotServed: no distances are measured for such a board, or its stones are not ordinary; OutOfMemory.
        """
        self.side: Final = side
        self._node: Final = node
        self.prover: Final = NumberProver(board, passes=passes, budget=budget, distances=distances)
        self._advice: Final = Guide(board, passes).factors
        self._tree: Final = JobTree(self.prover.key(node))
        self._findings: list[Finding] = []
        self._told: set[Key] = set()

    @classmethod
    def of(cls, game: Game, nodes: Sequence[ProofNode], budget: Budget, distances: Distances) -> GuidedSearch | None:
        """Return the question for the side that is ahead, with a quarter of the memory.

        None if suicide is allowed, no distances can be measured, or their table does not fit.
        """
        part = budget.part(2)
        if game.rules.suicide == "allowed" or not is_fit(game.board, game.rules.passes):
            return None
        if 1 << len(game.board) > part.memory // 2:
            return None
        side = favoured(nodes)
        return cls(game.board, nodes[side], game.rules.passes, part, distances, side)

    @property
    def nodes(self) -> int:
        """How many positions have been looked at."""
        return self.prover.nodes

    @property
    def jobs(self) -> int:
        """How many jobs have been done."""
        return len(self._findings)

    def run(self, positions: int) -> bool | None:
        """Look at ``positions`` more of them, or some over; say whether a proof was found, None where it takes more."""
        end = self.nodes + positions
        while not self._tree.is_over and self.nodes < end:
            self._look()
        return self._tree.is_proved if self._tree.is_over else None

    def is_due(self, by_plies: int) -> bool:
        """Return whether it has its turn, after other searches have looked at ``by_plies`` positions."""
        return by_plies * WORTH_IT >= 1 << self._points and self.nodes <= self._allowed(by_plies)

    def go_on(self, by_plies: int) -> bool | None:
        """Search until its share is used up; return and raise as `run`."""
        return self.run(max(_LEAST, self._allowed(by_plies) - self.nodes))

    @property
    def _points(self) -> int:
        return len(self.prover.bits.near)

    def _allowed(self, by_plies: int) -> int:
        """Return how many positions it may have looked at, after the searches by plies at ``by_plies``."""
        return min(_FIRST, _PER_SET << self._points) + by_plies // _LATER

    def line(self) -> tuple[int, ...]:
        """Return a line of best play from the node that is proved; empty if not found in time."""
        return LineOfProof(self.prover).moves(self._node)

    def _look(self) -> None:
        """Do a job, if there is one left."""
        key = self._tree.choose()
        if key is None:
            return
        try:
            finding = self.prover.look(key, job_size(self.nodes), self._advice)
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


def favoured(nodes: Sequence[ProofNode]) -> int:
    """Return the side, 0 Black, that has more stones, or is to move where both have as many."""
    behind = [node.theirs.bit_count() - node.mine.bit_count() for node in nodes]
    return min((0, 1), key=lambda side: (behind[side], nodes[side].turn))
