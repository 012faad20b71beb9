"""Written proofs of ordinary Go: their lines read and held to their form, then walked to all their ends."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from .rules import Rules, State

FORMAT: Final = "tengen proof"
VERSION: Final = 1
SIGNS: Final = {"black": "X", "white": "O"}
_RULES: Final[dict[str, tuple[Any, ...]]] = {
    "repetition": ("ko",), "suicide": ("forbidden",), "scoring": ("area",), "passes": (2, 3),
}  # fmt: skip
_ROOT: Final = ("format", "version", "board", "points", "neighbours", "symmetries", "rules", "komi", "position")
_LONGEST_SIZE: Final = 11  # "10000x10000"
_POSITION: Final = ("stones", "to_play", "ko", "passed")


class ProofError(ValueError):
    """Why a proof does not hold, with the number of the line."""

    def __init__(self, line: int, why: str) -> None:
        """Say it of a line, counted from 1."""
        super().__init__(line, why)

    def __str__(self) -> str:
        return f"line {self.args[0]}: {self.args[1]}"


@dataclass(frozen=True)
class Claim:
    """That a side gets at least ``points``: its area less the other's. ``line`` is where it stands."""

    side: str
    points: int
    line: int


class Proof:
    """The lines of a proof: what it says of every position, by claim."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Read them.

        Raises:
            ProofError: a line is not what it should be.
        """
        head = head_of(lines, FORMAT, VERSION, _ROOT)
        board, points, neighbours, symmetries = _board_of(head)
        self.board = board
        self.points = points
        self.symmetries = symmetries
        self.rules: Final = Rules(neighbours, _rules_of(head))
        self.komi: Final = _komi_of(head)
        self.start: Final = self._start_of(head["position"])
        self.claims: list[Claim] = []
        self._moves: list[dict[tuple[str, int | None, int], tuple[int, int | None]]] = []
        self._ends: list[dict[tuple[str, int], tuple[int, str]]] = []
        for number, text in enumerate(lines[1:], 2):
            self._read(parsed(text, number), number)
        if not self.claims:
            raise ProofError(1, "no claim follows")

    def _read(self, row: Any, line: int) -> None:
        match row:
            case {"claim": side, "points": int(points), "margin": int() | float() as margin, **rest} if not rest:
                self.claims.append(self._claim(side, points, margin, line))
                self._moves.append({})
                self._ends.append({})
            case ["move", str(stones), ko, int(passed), move] if self.claims:
                at = None if move == "pass" else self._point(move, line)
                key = self._stones(stones, line), None if ko is None else self._point(ko, line), passed
                if key in self._moves[-1]:
                    raise ProofError(line, f"line {self._moves[-1][key][0]} is about this position, too")
                self._moves[-1][key] = line, at
            case ["safe", str(stones), int(passed), str(marks)] if self.claims:
                if len(marks) != len(self.points) or set(marks) - set("#+."):
                    raise ProofError(line, f"marks are {len(self.points)} signs, # and + and .")
                self._ends[-1][self._stones(stones, line), passed] = line, marks
            case _:
                raise ProofError(line, "this is no line of a proof: a claim, and then moves and safe ends")

    def _claim(self, side: Any, points: int, margin: float, line: int) -> Claim:
        if not isinstance(side, str) or side not in SIGNS:
            raise ProofError(line, f"a claim is black's or white's, not {side!r}")
        true = (points if side == "black" else -points) - self.komi
        if margin != true:
            words = f"{points} points of {side}'s are a margin of {true:g} for Black with komi {self.komi:g}"
            raise ProofError(line, f"{words}, not {margin:g}")
        return Claim(side, points, line)

    def _point(self, label: Any, line: int) -> int:
        if label not in self.points:
            raise ProofError(line, f"the board has no point {label!r}")
        return self.points.index(label)

    def _stones(self, stones: Any, line: int) -> str:
        if not isinstance(stones, str) or len(stones) != len(self.points) or set(stones) - set("XO."):
            raise ProofError(line, f"a position is {len(self.points)} signs, X and O and .")
        return stones

    def _start_of(self, row: Any) -> State:
        if not isinstance(row, dict) or set(row) != set(_POSITION) or row["to_play"] not in tuple(SIGNS):
            raise ProofError(1, f"the position has {', '.join(_POSITION)}; black or white is to play")
        stones, passed = self._stones(row["stones"], 1), row["passed"]
        if type(passed) is not int or not 0 <= passed < self.rules.passes:
            raise ProofError(1, f"the passes made are 0 to {self.rules.passes - 1}, not {passed!r}")
        for sign in "XO":
            if any(all(stones[q] != "." for q in halo) for _, halo in self.rules.components(sign, stones)):
                raise ProofError(1, "a chain of the position has no liberty")
        ko = None if row["ko"] is None else self._point(row["ko"], 1)
        if ko is not None and (stones[ko] != "." or passed):
            raise ProofError(1, f"no ko can bar {row['ko']}: a stone is there, or the turn before was a pass")
        return State(stones, SIGNS[row["to_play"]], ko, passed)

    def turned(self, state: State) -> Iterator[State]:
        """Yield the images of a state under the symmetries of the board, itself first."""
        for turn in self.symmetries:
            stones = "".join(state.stones[p] for p in turn)
            yield State(stones, state.to_play, None if state.ko is None else turn.index(state.ko), state.passed)

    def move(self, claim: int, state: State) -> tuple[int, int | None] | None:
        """Return the line about a state of the prover's, and its move (None: a pass); None where there is none."""
        return self._moves[claim].get((state.stones, state.ko, state.passed))

    def end(self, claim: int, state: State) -> tuple[int, str] | None:
        """Return the line about a safe end, and its marks; None where there is none."""
        return self._ends[claim].get((state.stones, state.passed))

    def size(self, claim: int) -> int:
        """Return how many moves the proof of a claim has."""
        return len(self._moves[claim])

    def name(self, p: int | None) -> str:
        """Return a move as text."""
        return "pass" if p is None else self.points[p]


def parsed(text: str, line: int) -> Any:
    """Return what a line holds; ProofError where it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ProofError(line, "this is no JSON") from None


def _board_of(head: Any) -> tuple[str, list[str], list[set[int]], list[list[int]]]:
    """Return a board's name, its points, their neighbours, and the symmetries, the identity first."""
    board, points = text_of(head, "board"), points_of(head)
    near = relation_of(head["neighbours"], "neighbours", len(points))
    _check_grid(board, points, near)
    return board, points, near, symmetries_of(head, [near])


def head_of(lines: Sequence[str], kind: str, version: int, fields: Sequence[str]) -> dict[str, Any]:
    """Return the first line of a proof; ProofError where it is another kind's, or has other fields."""
    head = parsed(lines[0] if lines else "", 1)
    if not isinstance(head, dict) or head.get("format") != kind:
        raise ProofError(1, f"this is no {kind}")
    if set(head) != set(fields) or head["version"] != version:
        raise ProofError(1, f"a {kind} of version {version} has {', '.join(fields)}")
    return head


def points_of(head: dict[str, Any]) -> list[str]:
    """Return the names of the points."""
    points = head["points"]
    named = isinstance(points, list) and points and all(isinstance(label, str) for label in points)
    if not named or len(set(points)) < len(points):
        raise ProofError(1, "the points have names, each its own")
    return list(points)


def relation_of(rows: Any, name: str, n: int, *, own: bool = False) -> list[set[int]]:
    """Return for every point those it is related to: never itself, or with ``own`` always."""
    if not isinstance(rows, list) or len(rows) != n or not all(_numbers(row, n) for row in rows):
        raise ProofError(1, f"{name}: every point has a list of points' numbers")
    near = [set(row) for row in rows]
    if any((p in near[p]) != own or p not in near[q] for p in range(n) for q in near[p] | {p} if q != p or own):
        which = "its own among them" if own else "never its own"
        raise ProofError(1, f"{name} are so in both directions, {which}")
    return near


def symmetries_of(head: dict[str, Any], relations: Sequence[Sequence[set[int]]]) -> list[list[int]]:
    """Return the symmetries, the identity first."""
    turns, n = head["symmetries"], len(head["points"])
    if not isinstance(turns, list) or not all(_numbers(turn, n) and len(set(turn)) == n == len(turn) for turn in turns):
        raise ProofError(1, "a symmetry has every point's number once")
    if any({turn[q] for q in near[p]} != near[turn[p]] for near in relations for turn in turns for p in range(n)):
        raise ProofError(1, "a symmetry takes what is related to what is related")
    return [list(range(n)), *turns]


def text_of(head: Mapping[str, Any], field: str) -> str:
    """Return a name that a head has; ProofError where it is no text of one line."""
    said = head[field]
    if not isinstance(said, str) or not said.isprintable():
        raise ProofError(1, f"the {field} is a text of one line, not {said!r}")
    return said


def named(board: str) -> str:
    """Return a board's name, with both sides of a square one."""
    return f"{board}x{board}" if board.isdecimal() else board


def counted(number: float, noun: str) -> str:
    """Return a number with its noun."""
    written = f"{number:,}" if isinstance(number, int) else f"{number:g}"
    return f"{written} {noun}{'' if number == 1 else 's'}"


def _numbers(row: Any, n: int) -> bool:
    return isinstance(row, list) and all(type(p) is int and 0 <= p < n for p in row)


def _check_grid(board: str, points: list[str], near: list[set[int]]) -> None:
    """Hold a board that is named by its size, "3x4" or "9", to be that grid."""
    width, x, height = board.partition("x")
    height = height if x else width
    if not (width.isdecimal() and height.isdecimal()) or len(board) > _LONGEST_SIZE:
        return
    wide, high = int(width), int(height)
    at = [(k % wide, k // wide) for k in range(wide * high)] if wide * high == len(points) else []
    grid = [{q for q, b in enumerate(at) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1} for a in at]
    if grid != near:
        raise ProofError(1, f"these points and neighbours are no board of {board}")


def _rules_of(head: Any) -> int:
    """Return the passes that end the game; ProofError where the rules are others than those served."""
    rules = head["rules"]
    if not isinstance(rules, dict) or set(rules) != set(_RULES):
        raise ProofError(1, f"the rules have {', '.join(_RULES)}")
    for axis, served in _RULES.items():
        if type(rules[axis]) is not type(served[0]) or rules[axis] not in served:
            known = " or ".join(map(str, served))
            raise ProofError(1, f"{axis} is {rules[axis]!r}; proofs are checked where it is {known}")
    return int(rules["passes"])


def _komi_of(head: Any) -> float:
    komi = head["komi"]
    if isinstance(komi, bool) or not isinstance(komi, int | float) or komi != komi or abs(komi) > 1e6:
        raise ProofError(1, f"komi is a number, not {komi!r}")
    return komi


def read(path: Path) -> list[str]:
    """Return the lines of a file, gzipped or not.

    Raises:
        OSError: it cannot be read; ProofError: it is no text, or cut off.
    """
    return lines_of(path.read_bytes())


def lines_of(data: bytes) -> list[str]:
    """Return the lines of what a file contains, gzipped or not.

    Raises:
        ProofError: it is no text, or cut off.
    """
    try:
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("ascii")
    except (UnicodeDecodeError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ProofError(1, f"the file is damaged: {error}") from None
    return text.splitlines()


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
