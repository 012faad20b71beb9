"""A walk through a written proof to all its ends, and what was found to hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from .proof_lines import SIGNS, Claim, Proof, ProofError, counted, named
from .rules import State

_OFTEN: Final = 256


@dataclass(frozen=True)
class Checked:
    """What was found to hold: by each claim the moves of its proof, the adversary's answers, and the safe ends."""

    claim: Claim
    moves: int
    answers: int
    ends: int


def check(proof: Proof, report: Callable[[float], None] | None = None) -> list[Checked]:
    """Follow the proof of every claim to all its ends; ``report`` is given the share of it that is done, now and then.

    Raises:
        ProofError: one does not hold.
    """
    return [_Walk(proof, k, report or (lambda share: None)).result() for k in range(len(proof.claims))]


class _Walk:
    """A walk through the proof of one claim."""

    def __init__(self, proof: Proof, number: int, report: Callable[[float], None]) -> None:
        self._proof, self._number, self._claim = proof, number, proof.claims[number]
        self._rules, self._sign = proof.rules, SIGNS[self._claim.side]
        self._finished: dict[State, bool] = {}
        self._answers = self._ends = 0
        self._report = report

    def result(self) -> Checked:
        """Follow every line of play, each position once; what is not finished when it comes back is a circle."""
        start, line = self._proof.start, self._claim.line
        mine = start.to_play == self._sign
        first = [self._met(start, line, None)] if mine else self._answered(start, line)
        path: list[tuple[State | None, Iterator[State]]] = [(None, iter(first))]
        while path:
            state, ahead = path[-1]
            after = next(ahead, None)
            if after is None:
                path.pop()
                if state is not None:
                    self._finished[state] = True
            elif after not in self._finished:
                self._finished[after] = False
                if not len(self._finished) % _OFTEN:
                    self._report(len(self._finished) / self._proof.size(self._number))
                path.append((after, iter(self._moved(after))))
            elif not self._finished[after]:
                said = self._proof.move(self._number, after)
                raise ProofError(said[0] if said else line, "play can come back to this position")
        return Checked(self._claim, len(self._finished), self._answers, self._ends)

    def _moved(self, state: State) -> list[State]:
        """Return the prover's positions that its move at one of them leads to."""
        line, move = self._proof.move(self._number, state) or (0, None)
        after = self._rules.passing(state) if move is None else self._rules.play(state, move)
        if after is None:
            raise ProofError(line, f"{self._proof.name(move)} is illegal here")
        if after.passed == self._rules.passes:
            self._counted(after, line, "the prover's pass")
            return []
        return self._answered(after, line)

    def _answered(self, state: State, line: int) -> list[State]:
        """Return the prover's positions after every answer of the adversary; none where the end is safe."""
        for turned in self._proof.turned(state):
            end = self._proof.end(self._number, turned)
            if end is not None:
                self._ends += 1
                self._held(turned, *end)
                return []
        found: list[State] = []
        for p in range(len(state.stones)):
            after = self._rules.play(state, p)
            if after is not None:
                found.append(self._met(after, line, p))
        after = self._rules.passing(state)
        self._answers += len(found) + 1
        if after.passed == self._rules.passes:
            self._counted(after, line, "the adversary's pass")
            return found
        return [*found, self._met(after, line, None)]

    def _met(self, state: State, line: int, answer: int | None) -> State:
        """Return a position of the prover's as the proof has it."""
        for turned in self._proof.turned(state):
            if self._proof.move(self._number, turned) is not None:
                return turned
        where = f"{self._proof.name(answer)} of the adversary" if state != self._proof.start else "the start"
        raise ProofError(line, f"the proof has no move after {where}: {state.stones}")

    def _counted(self, state: State, line: int, what: str) -> None:
        points = self._rules.area(state.stones, self._sign)
        if points < self._claim.points:
            raise ProofError(line, f"{what} ends the game with {points} points, not {self._claim.points}")

    def _held(self, state: State, line: int, marks: str) -> None:
        """Hold a safe end to its claim: its chains live, its regions are the prover's, and they are points enough."""
        living, regions = self._rules.safe(state.stones, self._sign)
        for sign, true, what in (("#", living, "lives unconditionally"), ("+", regions, "is the prover's")):
            wrong = [p for p, mark in enumerate(marks) if mark == sign and p not in true]
            if wrong:
                raise ProofError(line, f"it is not so that {self._proof.name(wrong[0])} {what}")
        points = 2 * sum(mark != "." for mark in marks) - len(marks)
        if points < self._claim.points:
            raise ProofError(line, f"what is marked makes {points} points, not {self._claim.points}")
        if state.passed == self._rules.passes - 1:
            self._counted(state, line, "the adversary's pass")


def told(proof: Proof, found: Sequence[Checked]) -> Iterator[str]:
    """Say what a proof proves, and how much was looked at."""
    names = {sign: side for side, sign in SIGNS.items()}
    start = proof.start
    stones = f"{start.stones.count('X')} black and {start.stones.count('O')} white stones"
    where = "the empty board" if set(start.stones) == {"."} else f"{start.stones} ({stones})"
    before = "" if start.ko is None else f"; a stone at {proof.name(start.ko)} is barred by ko"
    before += f"; passes before: {start.passed}" if start.passed else ""
    yield f"Board {named(proof.board)}, {len(proof.points)} points; {where}; {names[start.to_play]} to play{before}."
    for one in found:
        sign = 1 if one.claim.side == "black" else -1
        bound = "at least" if sign > 0 else "at most"
        yield (
            f"{one.claim.side.capitalize()} gets at least {counted(one.claim.points, 'point')}: "
            f"Black's margin is {bound} {sign * one.claim.points - proof.komi:g} with komi {proof.komi:g}."
        )
        yield f"Followed {one.moves:,} moves of {one.claim.side}'s, {one.answers:,} answers, {one.ends:,} safe ends."
    yield (
        f"It holds under plain ko, area scoring, no suicide and {proof.rules.passes} passes, with any history, "
        "whatever infinite play is worth; superko is not covered."
    )
