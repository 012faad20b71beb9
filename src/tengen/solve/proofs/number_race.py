"""Proof numbers that begin with either estimate, side by side: whichever finds a proof first has it.

How many positions a proof takes depends much on what the numbers are at first, and differently on each board: the
estimate that was fitted takes less than half of what powers of the distance take on 3x6, and four times as many on 4x5.
Nobody knows beforehand which serves. So each has a search and a table of its own, and a thread. They go on in slices of
as many positions for each, and what is found at the end of a slice counts: so the same question has the same answer and
the same line of play every time, however busy the machine is.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from ...boards import Board
from ..budget import Budget
from ..interruption import counters_of, run_watched
from .first_numbers import FITTED, POWERS
from .proof_numbers import KEPT, STAGE, NumberProver
from .prover import Distances, ProofNode

_ESTIMATES: Final = FITTED, POWERS
_LEAST: Final = 1 << 13
"""The positions of a slice at least: going back to where the last one ended takes a few thousand at most."""
_SHARE: Final = 8
"""A slice is an eighth of the positions looked at before, so that little is lost by waiting for its end."""


class NumberRace:
    """Searches by proof numbers that differ in what they begin with.

    >>> from tengen import boards
    >>> from tengen.solve.bitboards import Bits
    >>> board = boards.parse("3x3")
    >>> race = NumberRace(board, 2, Budget(), Distances(Bits.of(board)))
    >>> race.search(ProofNode(0, 0, 0), 1 << 20)
    True
    """

    def __init__(self, board: Board, passes: int, budget: Budget, distances: Distances) -> None:
        """Lay out tables, in half of the budget's memory.

        Raises:
            PositionNotServed: no distances are measured for such a board, or its stones are not ordinary; OutOfMemory.
        """
        self._budget: Final = budget
        self._shared: Final = counters_of(len(_ESTIMATES))
        self.provers: Final = tuple(
            NumberProver(
                board, passes=passes, budget=budget.part(len(_ESTIMATES)), distances=distances, estimate=estimate,
                shared=shared,
            )
            for estimate, shared in zip(_ESTIMATES, self._shared, strict=True)
        )  # fmt: skip
        self.first: NumberProver = self.provers[0]
        """Which one has the answer, when there is one."""

    @property
    def nodes(self) -> int:
        """How many positions have been looked at, by all of them."""
        return sum(prover.nodes for prover in self.provers)

    def search(self, node: ProofNode, positions: int) -> bool | None:
        """Look at ``positions`` more of them, or a few over; say whether a proof was found, None where it takes more.

        Raises:
            OutOfBudget, KeyboardInterrupt: the search was ended; the next one goes on with what the tables have.
        """
        self.first.measure()
        end = self.nodes + positions
        found = None
        while found is None and self.nodes < end:
            found = self._slice(node)
        return found

    def _slice(self, node: ProofNode) -> bool | None:
        """Have each look at as many positions; return the answer of the first one that has one."""
        most = max(_LEAST, self.nodes // len(self.provers) // _SHARE)
        lasts = [prover.nodes + most for prover in self.provers]

        def work() -> list[bool | None]:
            with ThreadPoolExecutor(len(self.provers)) as threads:
                return list(threads.map(lambda prover, last: prover.go_on(node, last), self.provers, lasts))

        answers = run_watched(work, self._shared, self._budget, STAGE, is_kept=True)
        for prover, answer in zip(self.provers, answers, strict=True):
            if answer is not None:
                self.first = prover
                return bool(answer)
        return None

    def snapshot(self) -> dict[str, Any]:
        """Return what they know, to be taken up by another for the same question."""
        return {
            f"{name}_{number}": value
            for number, prover in enumerate(self.provers)
            for name, value in prover.snapshot().items()
        }

    def take_up(self, kept: Mapping[str, Any]) -> None:
        """Go on from a snapshot; IndexError, KeyError, TypeError, ValueError: it does not fit."""
        for number, prover in enumerate(self.provers):
            prover.take_up({name: kept[f"{name}_{number}"] for name in KEPT})
