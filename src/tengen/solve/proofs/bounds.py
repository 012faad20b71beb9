"""The bounds of a position pressed together by proofs: one side and one number of points at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...game import Game
from ...rules import Ko, Rules
from ...rules.repetition import rules_that
from ...rules.serving import ORDINARY, refusals
from ..bitboards import Bits
from ..budget import Budget
from .prover import DEEPEST, Distances, Node, Prover

_DISCOUNT = 16


def serves(rules: Rules) -> str | None:
    """Return why bounds under these rules are not proved here, None where they are."""
    plain = rules_that(lambda row: row.compares is None and row.ko is Ko.SIMPLE)
    return "; ".join(refusals("a proof", rules, {**ORDINARY, "repetition": plain, "scoring": ("area",)})) or None


@dataclass
class _Question:
    """Whether a side gets so much, and what a ply more of that cost last."""

    side: int
    prover: Prover
    cost: int = 0


class Bounds:
    """What both sides are proved to get; ``proved`` is Black's and White's, as each sees it.

    For either side two questions are open at a time: whether it gets one point more than is proved, and whether it
    gets all that the other may still lose. The one that costs least goes on; whether it gets the whole board may cost
    more, where that search grows slowest (`search_distance`), as a proof settles everything.
    """

    def __init__(self, game: Game, nodes: Sequence[Node], budget: Budget) -> None:
        """Begin with nothing proved; ``nodes`` are the position with Black, and with White, as the prover."""
        self._game, self._nodes, self._budget = game, nodes, budget
        n = len(game.board)
        self.proved = [-n, -n]
        self.spent = 0
        self._questions: list[_Question] = []
        self._provers: list[Prover | None] = [None, None]
        self._distances = Distances(Bits.of(game.board))

    @property
    def settled(self) -> bool:
        """Say whether the bounds meet."""
        return self.proved[0] == -self.proved[1]

    def press(self) -> None:
        """Search until the bounds meet, or no deeper; at any interruption those reached so far hold.

        Raises:
            OutOfBudget, KeyboardInterrupt: the search was ended.
        """
        while not self.settled:
            self._ask()
            open_ones = [question for question in self._questions if question.prover.depth < DEEPEST]
            if not open_ones:  # no circle is a proof, so where infinite play decides there may be none
                return
            question = min(open_ones, key=self._urgency)
            side, prover = question.side, question.prover
            before = prover.nodes
            try:
                found = prover.deepen(self._nodes[side])
            finally:
                question.cost = prover.nodes - before
                self.spent += question.cost
            if found:
                self.proved[side], self._provers[side] = prover.s, prover

    def best_move(self, side: int) -> int | None:
        """Return the move by which a side that is to move proves what it gets (`Prover.move`)."""
        prover = self._provers[side]
        return None if prover is None else prover.move(self._nodes[side])

    def _urgency(self, question: _Question) -> float:
        """Return what a ply more of a question costs, whole boards at a discount."""
        return question.cost / (_DISCOUNT if question.prover.sees_far else 1)

    def _ask(self) -> None:
        """Put the questions that are still of use, and drop the others."""
        wanted = {(side, s) for side in (0, 1) for s in (self.proved[side] + 1, -self.proved[1 - side])}
        self._questions = [q for q in self._questions if (q.side, q.prover.s) in wanted]
        for side, s in sorted(wanted - {(q.side, q.prover.s) for q in self._questions}):
            self._questions.append(_Question(side, self._prover(s)))

    def _prover(self, s: int) -> Prover:
        """Return one with an eighth of the memory at its disposal: four are at work, and two hold what is proved."""
        rules = self._game.rules
        share = self._budget.rest(parts=4, spent=self.spent)
        return Prover(
            self._game.board, s, suicide=rules.suicide == "allowed", passes=rules.passes, budget=share,
            distances=self._distances,
        )  # fmt: skip


def nodes_of(game: Game, sides: tuple[int, int], ko: int, passes: int) -> list[Node]:
    """Return a position, Black's stones and White's as masks, as a node of Black's proofs and of White's."""
    black, white = sides
    to_play = 0 if game.to_play == "black" else 1
    return [Node(black, white, to_play, ko, passes), Node(white, black, 1 - to_play, ko, passes)]
