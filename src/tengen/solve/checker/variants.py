"""Written proofs of variants: their lines read and held to their form and to the rules.

A line gives the side that has the claim, the *prover*, a move, and the turns left at most. The checker makes the move,
and all answers of the other side. Each answer must lead to a line with fewer turns left, so play ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from .ordinary import (
    MOST,
    SIGNS,
    Checked,
    ProofError,
    WrittenProof,
    check_position,
    counted,
    head_of,
    named,
    number_of,
    parsed,
    relation_of,
    symmetries_of,
    text_of,
)
from .play_rules import OTHER, PlayAxes, PlayRules, PlayState, PlayTurn

FORMAT: Final = "tengen variant proof"
_ROOT: Final = (
    "format", "version", "title", "board", "points", "neighbours", "edges", "footprints", "symmetries", "rules", "komi",
    "position",
)  # fmt: skip
_POSITION: Final = ("stones", "tiles", "to_play", "barred", "incursion", "passed", "held")
_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "tiles": ("none", "tile", "cushion"), "tao": ("off", "on"), "passing": ("pass", "return", "both", "none"),
    "end": ("passes", "no-moves"), "scoring": ("area", "territory", "stones"), "suicide": ("forbidden", "allowed"),
    "repetition": ("ko", "singleton", "none"),
}  # fmt: skip
_NUMBERS: Final = {"tile_stack": range(1, 10), "passes": range(2, 4)}


@dataclass(frozen=True)
class GameClaim:
    """That a side wins (``points`` None), or gets at least ``points``, in at most ``turns``, as ``line`` says."""

    side: str
    points: float | None
    turns: int
    line: int


class WrittenStep(NamedTuple):
    """A line about a position of the prover's: its number, the turns left at most, and the move."""

    line: int
    rank: int
    turn: PlayTurn


def is_variant(lines: Sequence[str]) -> bool:
    """Say whether lines are a proof of a variant, by the first one; other proofs have another format."""
    head = parsed(lines[0] if lines else "", 1)
    return isinstance(head, dict) and head.get("format") == FORMAT


class VariantProof(WrittenProof[GameClaim]):
    """The lines of a proof: what it says of every position of the prover's, by claim."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Read them; ProofError where a line is not what it should be."""
        head = head_of(lines, FORMAT, _ROOT)
        super().__init__(head)
        self.title: str = text_of(head, "title")
        relations = {name: relation_of(head[name], name, len(self.points)) for name in ("neighbours", "edges")}
        footprints = relation_of(head["footprints"], "footprints", len(self.points), own=True)
        self.symmetries: list[list[int]] = symmetries_of(head, [*relations.values(), footprints])
        axes = _axes_of(head["rules"])
        if axes.scoring != "stones" and axes.end == "passes" and any(len(row) > 1 for row in footprints):
            raise ProofError(1, f"scoring is {axes.scoring!r}; where stones block several points, only stones count")
        self.rules: PlayRules = PlayRules(relations["neighbours"], relations["edges"], footprints, axes)
        self.start: PlayState = self._start_of(head["position"])
        self.steps: list[dict[PlayState, WrittenStep]] = []
        self.read_lines(lines)

    def read_row(self, row: Any, line: int) -> None:
        """Read a line; ProofError where it is none."""
        match row:
            case {"claim": str(side), "turns": int(turns), **rest} if side in SIGNS and not isinstance(turns, bool):
                self.claims.append(GameClaim(side, self._claimed(side, rest, line), turns, line))
                self.steps.append({})
            case ["move", *state, int(rank), str(move)] if self.claims and len(state) == len(_POSITION) - 1:
                sign = SIGNS[self.claims[-1].side]
                stones, tiles, barred, incursion, passed, held = state
                table = self._table((stones, tiles, sign, barred, incursion, passed, held), line)
                known = self.steps[-1].get(table)
                if known is not None:
                    raise ProofError(line, f"line {known.line} is about this position, too")
                self.steps[-1][table] = WrittenStep(line, rank, self.turn(move, line))
            case _:
                raise ProofError(line, "this is no line of a proof: a claim, and then moves")

    def _claimed(self, side: str, row: dict[Any, Any], line: int) -> float | None:
        """Return the points claimed; None for a win."""
        if self.rules.axes.end == "no-moves":
            if row != {"wins": True}:
                raise ProofError(line, "where the last move wins, a claim says that a side wins")
            return None
        if set(row) != {"points", "margin"}:
            raise ProofError(line, "a claim says points and the margin that they are")
        points, margin = (number_of(row[name], name, line) for name in ("points", "margin"))
        self.check_margin(side, points, margin, line)
        return points

    def _table(self, row: Sequence[Any], line: int) -> PlayState:
        stones, tiles, sign, barred, incursion, passed, held = row
        n, axes = len(self.points), self.rules.axes
        signs = "XO." + ("T" if axes.tao == "on" else "")
        if not isinstance(stones, str) or len(stones) != n or set(stones) - set(signs):
            raise ProofError(line, f"a position is {n} signs of {signs}")
        heights = "".join(map(str, range(axes.tile_stack + 1)))
        if axes.tiles == "none":
            if tiles != "":
                raise ProofError(line, "these rules have no tiles")
        elif not isinstance(tiles, str) or len(tiles) != n or set(tiles) - set(heights):
            raise ProofError(line, f"tiles are {n} heights of stacks, 0 to {axes.tile_stack}")
        if type(passed) is not int or not 0 <= passed < axes.passes:
            raise ProofError(line, f"the passes made are 0 to {axes.passes - 1}, not {passed!r}")
        if type(incursion) is not int or incursion not in (0, int(axes.tiles != "none")):
            raise ProofError(line, f"an incursion is 0, or 1 where tiles are laid, not {incursion!r}")
        if not isinstance(held, list) or len(held) != 2 or not all(type(h) is int and 0 <= h < MOST for h in held):
            raise ProofError(line, "prisoners are black's and white's numbers")
        if any(held) and not axes.counts_prisoners:
            raise ProofError(line, "prisoners matter to nothing under these rules: they are written 0")
        at = None if barred is None else self.point(barred, line)
        return PlayState(stones, tiles, sign, at, bool(incursion), passed, (held[0], held[1]))

    def _start_of(self, row: Any) -> PlayState:
        check_position(row, _POSITION)
        table = self._table([SIGNS[v] if name == "to_play" else v for name, v in ((n, row[n]) for n in _POSITION)], 1)
        feet = self.rules.footprints
        stones = [p for p, sign in enumerate(table.stones) if sign in OTHER]
        if any(p in feet[q] for p in stones for q in stones if p != q):
            raise ProofError(1, "a stone of the position stands where another one blocks")
        return table


def _axes_of(rules: Any) -> PlayAxes:
    names = (*_CHOICES, *_NUMBERS, "tao_price", "prisoner_value")
    if not isinstance(rules, dict) or set(rules) != set(names):
        raise ProofError(1, f"the rules have {', '.join(names)}")
    for name, choices in _CHOICES.items():
        if rules[name] not in choices:
            raise ProofError(1, f"{name} is {rules[name]!r}; proofs are checked where it is {' or '.join(choices)}")
    for name, numbers in _NUMBERS.items():
        if type(rules[name]) is not int or rules[name] not in numbers:
            raise ProofError(1, f"{name} is {rules[name]!r}; proofs are checked from {numbers[0]} to {numbers[-1]}")
    price = rules["tao_price"]
    if price is not None and (type(price) is not int or not 0 <= price < MOST):
        raise ProofError(1, f"tao_price is {price!r}; it is a number of prisoners, or null where none can be bought")
    if rules["repetition"] == "ko" and rules["suicide"] == "allowed":
        raise ProofError(1, "suicide is 'allowed'; under plain ko proofs are checked where it is forbidden")
    value = number_of(rules["prisoner_value"], "prisoner_value")
    return PlayAxes(**{**rules, "prisoner_value": value})


_OFTEN: Final = 256


def check(proof: VariantProof, report: Callable[[float], None] | None = None) -> list[Checked[GameClaim]]:
    """Hold every line to the rules, or raise ProofError; ``report`` hears of the share that is done."""
    return [_Check(proof, k, report or (lambda share: None)).result() for k in range(len(proof.claims))]


class _Check:
    """The check of one claim."""

    def __init__(self, proof: VariantProof, number: int, report: Callable[[float], None]) -> None:
        self._proof, self._claim, self._steps = proof, proof.claims[number], proof.steps[number]
        self._rules, self._sign, self._report = proof.rules, SIGNS[self._claim.side], report
        self._answers = 0

    def result(self) -> Checked[GameClaim]:
        """Check every line, and then what the claim says of the start."""
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
        start, line = self._proof.start, self._claim.line
        mine = start.to_play == self._sign
        turns = self._met(start, line, "the start").rank if mine else self._answered(start, line)
        if turns != self._claim.turns:
            raise ProofError(line, f"the proof takes {counted(turns, 'turn')} at most, not {self._claim.turns}")
        return Checked(self._claim, len(self._steps), self._answers)

    def _answered(self, table: PlayState, line: int) -> int:
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

    def _met(self, table: PlayState, line: int, answer: str) -> WrittenStep:
        """Return the line about a position of the prover's, as it is or turned."""
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


def told(proof: VariantProof, found: Sequence[Checked[GameClaim]]) -> Iterator[str]:
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
