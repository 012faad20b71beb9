"""The check of a written proof, line by line.

A line gives the claiming side (the *prover*), a move and the maximum number of turns left. The checker makes the move
and every answer of the other side. Each must lead to a safe end or a line with fewer turns, so play ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from .play_rules import OTHER, PlayState, parts
from .proof import SIGNS, Claim, Proof, ProofError, WrittenStep

_OFTEN: Final = 256


@dataclass(frozen=True)
class Checked:
    """A proved claim, with the number of its moves, the adversary's answers and the safe ends."""

    claim: Claim
    moves: int
    answers: int
    ends: int


def check(proof: Proof, report: Callable[[float], None] | None = None) -> list[Checked]:
    """Check every line, or raise ProofError; ``report`` gets the progress from 0 to 1."""
    return [_Check(proof, k, report or (lambda share: None)).result() for k in range(len(proof.claims))]


class _Check:
    def __init__(self, proof: Proof, number: int, report: Callable[[float], None]) -> None:
        self._proof, self._claim, self._steps = proof, proof.claims[number], proof.steps[number]
        self._rules, self._sign, self._report = proof.rules, SIGNS[self._claim.side], report
        self._ends, self._safety = proof.ends[number], Safety(proof.rules.neighbours)
        self._answers = 0

    def result(self) -> Checked:
        """Check every line, and then the claim about the start."""
        for count, (table, step) in enumerate(self._steps.items()):
            if self._rules.is_ended(table):
                raise ProofError(step.line, "the game is over here")
            after = self._rules.after(table, step.turn)
            if after is None:
                raise ProofError(step.line, f"{self._proof.name(step.turn)} is illegal here")
            turns = 1 + self._answered(after, step.line)
            if turns != step.rank:
                raise ProofError(step.line, f"the turns left are {turns} at most, not {step.rank}")
            if not count % _OFTEN:
                self._report(count / len(self._steps))
        for (stones, passed), (line, marks) in self._ends.items():
            self._held(stones, passed, line, marks)
        start, line = self._proof.start, self._claim.line
        mine = start.to_play == self._sign
        turns = self._met(start, line, "the start").rank if mine else self._answered(start, line)
        if turns != self._claim.turns:
            raise ProofError(line, f"the proof takes {_counted(turns, 'turn')} at most, not {self._claim.turns}")
        return Checked(self._claim, len(self._steps), self._answers, len(self._ends))

    def _answered(self, table: PlayState, line: int) -> int:
        if self._rules.is_ended(table):
            self._counted(table, line, "the prover's pass")
            return 0
        if self._ends and any((end.stones, end.passed) in self._ends for end in self._proof.turned(table)):
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
            raise ProofError(line, "the adversary has no turn, and the proof does not say what that is worth")
        return most

    def _met(self, table: PlayState, line: int, answer: str) -> WrittenStep:
        """Return the line about a position with the prover to move, in any symmetric form."""
        for turned in self._proof.turned(table):
            step = self._steps.get(turned)
            if step is not None:
                return step
        where = answer if table == self._proof.start else f"{answer} of the adversary"
        raise ProofError(line, f"the proof has no move after {where}: {table.stones}")

    def _counted(self, table: PlayState, line: int, what: str) -> None:
        points = self._rules.points(table, self._sign)
        if self._claim.points is not None and points < self._claim.points:
            raise ProofError(line, f"{what} ends the game with {points:g} points, not {self._claim.points:g}")

    def _held(self, stones: str, passed: int, line: int, marks: str) -> None:
        """Check a safe end: its chains live, its regions are the prover's, and they give enough points."""
        living, regions = self._safety.safe(stones, self._sign)
        for sign, true, what in (("#", living, "does not live unconditionally"), ("+", regions, "is not the prover's")):
            wrong = [p for p, mark in enumerate(marks) if mark == sign and p not in true]
            if wrong:
                raise ProofError(line, f"{self._proof.points[wrong[0]]} {what}")
        points = 2 * sum(mark != "." for mark in marks) - len(marks)
        if self._claim.points is not None and points < self._claim.points:
            raise ProofError(line, f"the marks make {points} points, not {self._claim.points:g}")
        if passed == self._rules.axes.passes - 1:
            self._counted(PlayState(stones, "", "", None, False, passed, (0, 0)), line, "the adversary's pass")


def told(proof: Proof, found: Sequence[Checked]) -> Iterator[str]:
    """Describe the claim of a proof, and the extent of the check."""
    start = proof.start
    to_play = next(side for side, sign in SIGNS.items() if sign == start.to_play)
    board = f"{proof.board}x{proof.board}" if proof.board.isdecimal() else proof.board
    where = "the empty board" if set(start.stones) == {"."} else start.stones
    before = "" if start.barred is None else f"; {proof.points[start.barred]} is barred by ko"
    before += f"; passes before: {start.passed}" if start.passed else ""
    yield f"{proof.title} on {board}, {len(proof.points)} points; {where}; {to_play} to play{before}."
    for one in found:
        side, points, turns = one.claim.side, one.claim.points, _counted(one.claim.turns, "turn")
        within = f"safe within {turns}" if one.ends else f"in {turns} at most"
        if points is None:
            yield f"{side.capitalize()} wins, {within}."
        else:
            margin = (points if side == "black" else -points) - proof.komi + 0.0  # never -0
            bound = "at least" if side == "black" else "at most"
            yield (
                f"{side.capitalize()} gets at least {_counted(points, 'point')}, {within}: "
                f"Black's margin is {bound} {margin:g} with komi {proof.komi:g}."
            )
        moves, answers = _counted(one.moves, "move"), _counted(one.answers, "answer")
        ends = f", {_counted(one.ends, 'safe end')}" if one.ends else ""
        yield f"Checked {moves} of {side.capitalize()}'s, {answers}{ends}."
    rules = ", ".join(f"{name} {value}" for name, value in vars(proof.rules.axes).items() if value is not None)
    yield f"The rules: {rules}. The proof holds however endless play is scored; superko is not covered."


def _counted(number: float, noun: str) -> str:
    written = f"{number:,}" if isinstance(number, int) else f"{number:g}"
    return f"{written} {noun}{'' if number == 1 else 's'}"


class Safety:
    """Unconditional life on a graph of points where a stone blocks only its own point."""

    def __init__(self, neighbours: Sequence[frozenset[int]]) -> None:
        self.neighbours: Final = neighbours

    def living(self, stones: str, sign: str) -> tuple[list[set[int]], list[set[int]]]:
        """Return the chains of a side that live unconditionally, and the regions that only they surround (Benson).

        A region is a connected set of points without stones of the side. It is vital to a chain if all its vacant
        points touch the chain. Chains with fewer than two vital regions are dropped with the regions next to them,
        until none is left to drop.
        """
        chains = list(parts({p for p, each in enumerate(stones) if each == sign}, self.neighbours))
        regions = list(parts({p for p, each in enumerate(stones) if each in (".", OTHER[sign])}, self.neighbours))
        while True:
            kept = [(chain, halo) for chain, halo in chains if self._vital(halo, regions, stones) >= 2]
            if len(kept) == len(chains):
                return [chain for chain, _ in chains], [region for region, _ in regions]
            gone = set[int]().union(*(chain for chain, halo in chains if (chain, halo) not in kept))
            chains = kept
            regions = [(region, around) for region, around in regions if not around & gone]

    def _vital(self, halo: set[int], regions: list[tuple[set[int], set[int]]], stones: str) -> int:
        return sum(bool(region & halo) and {p for p in region if stones[p] == "."} <= halo for region, _ in regions)

    def halo(self, points: set[int]) -> set[int]:
        """Return the points that have a neighbour in a set."""
        return set[int]().union(*(self.neighbours[p] for p in points))

    def safe(self, stones: str, sign: str) -> tuple[set[int], set[int]]:
        """Return a side's living stones and the points of the regions among them in which nothing else can live.

        All points of such a region touch living stones, unless it is vital to a chain by its vacant points alone
        (captures would open it). Or exactly one point touches none, has at least two neighbours, and the surrounding
        chains live by regions of the first kind. The argument is in docs/why/solving.md.
        """
        chains, regions = self.living(stones, sign)
        alive = set[int]().union(*chains)
        touched = self.halo(alive)
        whole = [region for region in regions if region <= touched and self._stays_vital(region, chains, stones)]
        solid = self._living_by(whole, chains, stones)
        for region in regions:
            inner = region - touched
            beside = [chain for chain in chains if self.halo(chain) & region]
            if len(inner) == 1 and len(self.neighbours[min(inner)]) > 1 and all(chain in solid for chain in beside):
                lone = region - self.halo(set[int]().union(*solid))
                whole += [region] if len(lone) == 1 else []
        return alive, set[int]().union(*whole)

    def _stays_vital(self, region: set[int], chains: list[set[int]], stones: str) -> bool:
        vacant = {p for p in region if stones[p] == "."}
        halos = [halo for halo in map(self.halo, chains) if halo & region]
        return not any(vacant <= halo and not region <= halo for halo in halos)

    def _living_by(self, regions: list[set[int]], chains: list[set[int]], stones: str) -> list[set[int]]:
        """Return the chains that live unconditionally by some of their regions alone."""
        left, halos = list(regions), {min(chain): self.halo(chain) for chain in chains}
        while True:
            around = [(region, set[int]()) for region in left]
            gone = [chain for chain in chains if self._vital(halos[min(chain)], around, stones) < 2]
            if not gone:
                return chains
            chains = [chain for chain in chains if chain not in gone]
            left = [region for region in left if not any(halos[min(chain)] & region for chain in gone)]
