"""The bounds of a position pressed together by proofs: one side and one number of points at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ...game import Game
from ..bitboards import Bits
from ..budget import Budget
from ..ordinary import Standing
from .number_slices import NumberSlices, favoured
from .prover import DEEPEST, KEPT, Distances, ProofNode, Prover

_DISCOUNT = 16


@dataclass
class _Question:
    """Whether a side gets the prover's number of points, and what the last ply of the search cost."""

    side: int
    prover: Prover
    cost: int = 0


class Bounds:
    """What both sides are proved to get; ``proved`` is Black's and White's, as each sees it.

    For either side two questions are open at a time: whether it gets one point more than is proved, and whether it
    gets all that the other may still lose. The one that costs least goes on; whether the side that seems ahead gets the
    whole board may cost more, where that search grows slowest (`distance`), as a proof settles everything. Where
    distances can be measured, that question is put to proof numbers, too (`number_slices`).
    """

    def __init__(self, game: Game, nodes: Sequence[ProofNode], budget: Budget) -> None:
        """Begin with nothing proved; ``nodes`` are the position with Black, and with White, as the prover."""
        self._game, self._nodes, self._budget = game, nodes, budget
        n = len(game.board)
        self.proved: Final = [-n, -n]
        self._questions: list[_Question] = []
        self._best: list[int | None] = [None, None]
        self.line: tuple[int, ...] = ()
        """A line of best play, points and `PASS`, where proof numbers settled all."""
        self._distances = Distances(Bits.of(game.board))
        self._by_plies = 0
        self._whole = NumberSlices.of(game, nodes, budget, self._distances)

    @property
    def settled(self) -> bool:
        """Say whether the bounds meet."""
        return self.proved[0] == -self.proved[1]

    def press(self) -> None:
        """Search until the bounds meet, or no deeper; at any interruption those reached so far hold.

        Raises:
            OutOfBudget, KeyboardInterrupt: the search was ended.
        """
        self._keep()
        while not self.settled:
            if self._whole is not None and self._whole.is_due(self._by_plies):
                self._press_whole(self._whole)
                continue
            self._ask()
            open_ones = [question for question in self._questions if question.prover.depth < DEEPEST]
            if not open_ones:  # no circle is a proof, so where infinite play decides there may be none
                return
            question = min(open_ones, key=self._urgency)
            side, prover = question.side, question.prover
            before = prover.nodes
            found = prover.deepen(self._nodes[side])
            question.cost = prover.nodes - before
            self._by_plies += question.cost
            if found:
                self.proved[side], self._best[side] = prover.s, prover.move(self._nodes[side])

    def _press_whole(self, whole: NumberSlices) -> None:
        """Let proof numbers go on; they are done where they find a proof, or that there is none for them to find."""
        found = whole.go_on(self._by_plies)
        if found is None:
            return
        if found:
            self.line = whole.line()
            self.proved[whole.side] = len(self._game.board)
            self._best[whole.side] = self.line[0] if self.line and not self._nodes[whole.side].turn else None
        self._whole = None

    def best_move(self, side: int) -> int | None:
        """Return the move by which a side that is to move proves what it gets (`Prover.move`)."""
        return self._best[side]

    def _keep(self) -> None:
        """Have the keeper write what is known from now on, and take up what it kept."""
        keeper = self._budget.keeper
        kept = None if keeper is None else keeper.watch("proofs", self._snapshot)
        if keeper is None or kept is None:
            return
        try:
            self.proved[:] = map(int, kept["proved"])
            self._best[:] = [None if move < 0 else int(move) for move in kept["best"]]
            for number, (side, s, cost) in enumerate(kept["questions"].tolist()):
                self._questions.append(_Question(side, self._prover(s), cost))
                self._questions[-1].prover.take_up({name: kept[f"{name}_{number}"] for name in KEPT})
            self._by_plies = int(kept["by_plies"])
            self._whole = None if self._whole is None else self._whole.taken_up(kept)
        except (KeyError, IndexError, ValueError, TypeError) as error:
            raise keeper.damaged() from error

    def _snapshot(self) -> dict[str, Any]:
        """Return what is proved, and the questions with what their provers know."""
        open_ones = [(question.side, question.prover.s, question.cost) for question in self._questions]
        found: dict[str, Any] = {
            "proved": self.proved,
            "best": [-1 if move is None else move for move in self._best],
            "questions": np.array(open_ones, np.int64).reshape(-1, 3),
            "by_plies": self._by_plies,
        }
        if self._whole is not None:
            found |= self._whole.snapshot()
        for number, question in enumerate(self._questions):
            found |= {f"{name}_{number}": array for name, array in question.prover.snapshot().items()}
        return found

    def _urgency(self, question: _Question) -> float:
        """Return what a ply more of a question costs, the whole board at a discount for the side that seems ahead."""
        is_likely = question.prover.sees_far and question.side == favoured(self._nodes)
        return question.cost / (_DISCOUNT if is_likely else 1)

    def _ask(self) -> None:
        """Put the questions that are still of use, and drop the others."""
        wanted = {(side, s) for side in (0, 1) for s in (self.proved[side] + 1, -self.proved[1 - side])}
        self._questions = [q for q in self._questions if (q.side, q.prover.s) in wanted]
        for side, s in sorted(wanted - {(q.side, q.prover.s) for q in self._questions}):
            self._questions.append(_Question(side, self._prover(s)))

    def _prover(self, s: int) -> Prover:
        """Return one with an eighth of the memory at its disposal: four are at work, and two hold what is proved.

        Proof numbers have the quarter that is left.
        """
        rules = self._game.rules
        return Prover(
            self._game.board, s, suicide=rules.suicide == "allowed", passes=rules.passes, budget=self._budget.part(4),
            distances=self._distances,
        )  # fmt: skip


def nodes_of(standing: Standing, ko: int) -> list[ProofNode]:
    """Return where a game stands as a node of Black's proofs and of White's."""
    black, white, side, passes = standing
    return [ProofNode(black, white, side, ko, passes), ProofNode(white, black, 1 - side, ko, passes)]
