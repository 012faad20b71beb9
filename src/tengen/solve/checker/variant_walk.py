"""Every line of a variant's proof held to the rules, and what was found to hold.

A line gives the side that has the claim, the *prover*, a move, and the turns left at most. The checker makes the move,
and all answers of the other side. Each answer must lead to a line with fewer turns left, so play ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from .proof_lines import SIGNS, ProofError, counted, named
from .variant_lines import GameClaim, Step, VariantProof
from .variant_rules import Table

_OFTEN: Final = 256


@dataclass(frozen=True)
class CheckedClaim:
    """What was found to hold: a claim, the moves of its proof, and the adversary's answers."""

    claim: GameClaim
    moves: int
    answers: int


def check(proof: VariantProof, report: Callable[[float], None] | None = None) -> list[CheckedClaim]:
    """Hold every line of every claim to the rules; ``report`` is given the share that is done, now and then.

    Raises:
        ProofError: one does not hold.
    """
    return [_Check(proof, k, report or (lambda share: None)).result() for k in range(len(proof.claims))]


class _Check:
    """The check of one claim."""

    def __init__(self, proof: VariantProof, number: int, report: Callable[[float], None]) -> None:
        self._proof, self._claim, self._steps = proof, proof.claims[number], proof.steps[number]
        self._rules, self._sign, self._report = proof.rules, SIGNS[self._claim.side], report
        self._answers = 0

    def result(self) -> CheckedClaim:
        """Check every line, and then what the claim says of the start."""
        for count, (table, step) in enumerate(self._steps.items()):
            self._hold(table, step)
            if not count % _OFTEN:
                self._report(count / len(self._steps))
        start, line = self._proof.start, self._claim.line
        mine = start.to_play == self._sign
        turns = self._met(start, line, "the start").rank if mine else self._answered(start, line)
        if turns != self._claim.turns:
            raise ProofError(line, f"the proof takes {counted(turns, 'turn')} at most, not {self._claim.turns}")
        return CheckedClaim(self._claim, len(self._steps), self._answers)

    def _hold(self, table: Table, step: Step) -> None:
        """Make the move of a line and all its answers."""
        if self._rules.is_ended(table):
            raise ProofError(step.line, "the game is over here")
        after = self._rules.after(table, step.turn)
        if after is None:
            raise ProofError(step.line, f"{self._proof.name(step.turn)} is illegal here")
        turns = 1 + self._answered(after, step.line)
        if turns != step.rank:
            raise ProofError(step.line, f"the turns left are {turns} at most, not {step.rank}")

    def _answered(self, table: Table, line: int) -> int:
        """Return how many turns are left at most where the adversary is to move."""
        if self._rules.is_ended(table):
            self._counted(table, line, "the prover's pass")
            return 0
        most, ended = 0, True
        for turn, after in self._rules.turns(table):
            ended = False
            self._answers += 1
            if self._rules.is_ended(after):
                self._counted(after, line, "the adversary's pass")
                most = max(most, 1)
            else:
                most = max(most, 1 + self._met(after, line, self._proof.name(turn)).rank)
        if ended and self._claim.points is not None:
            raise ProofError(line, "the adversary has no turn, and nothing says what that is worth")
        return most

    def _met(self, table: Table, line: int, answer: str) -> Step:
        """Return the line about a position of the prover's, as it is or turned."""
        for turned in self._proof.turned(table):
            step = self._steps.get(turned)
            if step is not None:
                return step
        where = answer if table == self._proof.start else f"{answer} of the adversary"
        raise ProofError(line, f"the proof has no move after {where}: {table.stones}")

    def _counted(self, table: Table, line: int, what: str) -> None:
        points = self._rules.points(table, self._sign)
        if self._claim.points is not None and points < self._claim.points:
            raise ProofError(line, f"{what} ends the game with {points:g} points, not {self._claim.points:g}")


def told(proof: VariantProof, found: Sequence[CheckedClaim]) -> Iterator[str]:
    """Say what a proof proves, and how much was looked at."""
    names = {sign: side for side, sign in SIGNS.items()}
    start = proof.start
    where = "the empty board" if set(start.stones) == {"."} else start.stones
    yield f"{proof.title} on {named(proof.board)}, {len(proof.points)} points; {where}; {names[start.to_play]} to play."
    for one in found:
        side, points = one.claim.side, one.claim.points
        if points is None:
            yield f"{side.capitalize()} wins, in {counted(one.claim.turns, 'turn')} at most."
        else:
            margin = (points if side == "black" else -points) - proof.komi + 0.0  # never -0
            bound = "at least" if side == "black" else "at most"
            yield (
                f"{side.capitalize()} gets at least {counted(points, 'point')}, in {counted(one.claim.turns, 'turn')} "
                f"at most: Black's margin is {bound} {margin:g} with komi {proof.komi:g}."
            )
        moves, answers = counted(one.moves, "move"), counted(one.answers, "answer")
        yield f"{moves} of {side.capitalize()}'s and {answers} agree with the rules."
    axes = proof.rules.axes
    rules = ", ".join(f"{name} {value}" for name, value in vars(axes).items() if value is not None)
    yield f"The rules: {rules}. It holds whatever infinite play is worth; superko is not covered."
