"""Written proofs of ordinary Go: their lines read and held to their form, then walked to all their ends."""

from __future__ import annotations

import gzip
import json
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from .play_rules import OTHER, PASS, PLACE, RETURN, TAO, PlayAxes, PlayRules, PlayState, PlayTurn
from .safety import Safety

SIGNS: Final = {"black": "X", "white": "O"}
_RULES: Final[dict[str, tuple[Any, ...]]] = {
    "repetition": ("ko",), "suicide": ("forbidden",), "scoring": ("area",), "passes": (2, 3),
}  # fmt: skip
_ROOT: Final = ("format", "version", "board", "points", "neighbours", "symmetries", "rules", "komi", "position")
_LONGEST_SIZE: Final = 11  # "10000x10000"
_POSITION: Final = ("stones", "to_play", "ko", "passed")
MOST: Final = 1 << 20
"""More points and prisoners, and a longer game, than any proof has."""


class ProofError(ValueError):
    """Why a proof does not hold: the number of the line, from 1, and what is wrong with it."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(line, why)

    def __str__(self) -> str:
        return f"line {self.args[0]}: {self.args[1]}"


@dataclass(frozen=True)
class Claim:
    """That a side gets at least ``points``: its area less the other's. ``line`` is where it stands."""

    side: str
    points: int
    line: int


AnyClaim = TypeVar("AnyClaim")


class WrittenProof(ABC, Generic[AnyClaim]):
    """A head, then claims, each followed by the lines of its proof: what proofs of all games have in common."""

    rules: PlayRules
    start: PlayState
    symmetries: list[list[int]]
    """The identity first."""

    def __init__(self, head: dict[str, Any]) -> None:
        self.board: str = text_of(head, "board")
        self.points: Final = points_of(head)
        self.komi: Final = number_of(head["komi"], "komi")
        self.claims: list[AnyClaim] = []

    def read_lines(self, lines: Sequence[str]) -> None:
        """Read what follows the head; ProofError where a chain of the start has no liberty."""
        if any(self.rules.dead(self.start.stones, sign) for sign in OTHER):
            raise ProofError(1, "a chain of the position has no liberty")
        for number, text in enumerate(lines[1:], 2):
            self.read_row(parsed(text, number), number)
        if not self.claims:
            raise ProofError(1, "no claim follows")

    @abstractmethod
    def read_row(self, row: Any, line: int) -> None:
        """Read a line; ProofError where it is none."""

    def check_margin(self, side: str, points: float, margin: float, line: int) -> None:
        """Hold Black's margin to the points that a side claims."""
        true = (points if side == "black" else -points) - self.komi
        if margin != true:
            words = f"{points:g} points of {side}'s are a margin of {true:g} for Black with komi {self.komi:g}"
            raise ProofError(line, f"{words}, not {margin:g}")

    def point(self, label: Any, line: int) -> int:
        """Return a point by its name; ProofError where there is none."""
        if label not in self.points:
            raise ProofError(line, f"the board has no point {label!r}")
        return self.points.index(label)

    def turn(self, text: Any, line: int) -> PlayTurn:
        """Return a move by its name; ProofError where there is none."""
        if text in (PASS, RETURN):
            return PlayTurn(text)
        if isinstance(text, str) and text.startswith(f"{TAO} "):
            return PlayTurn(TAO, self.point(text[len(TAO) + 1 :], line))
        return PlayTurn(PLACE, self.point(text, line))

    def name(self, turn: PlayTurn) -> str:
        """Return a move as text."""
        if turn.kind in (PASS, RETURN):
            return turn.kind
        return f"{TAO} {self.points[turn.point]}" if turn.kind == TAO else self.points[turn.point]

    def turned(self, table: PlayState) -> Iterator[PlayState]:
        """Yield the images of a position under the symmetries of the board, itself first."""
        for turn in self.symmetries:
            stones = "".join(table.stones[p] for p in turn)
            tiles = "".join(table.tiles[p] for p in turn) if table.tiles else ""
            barred = None if table.barred is None else turn.index(table.barred)
            yield PlayState(stones, tiles, table.to_play, barred, table.incursion, table.passed, table.held)


class Proof(WrittenProof[Claim]):
    """The lines of a proof: what it says of every position, by claim."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Read them; ProofError where a line is not what it should be."""
        head = head_of(lines, "tengen proof", _ROOT)
        super().__init__(head)
        near = relation_of(head["neighbours"], "neighbours", len(self.points))
        _check_grid(self.board, self.points, near)
        self.symmetries: list[list[int]] = symmetries_of(head, [near])
        self.rules: PlayRules = ordinary_rules(near, _passes_of(head))
        self.start: PlayState = self._start_of(head["position"])
        self.moves: list[dict[PlayState, tuple[int, PlayTurn]]] = []
        """By claim, the line about each position of the prover's, and its move."""
        self.ends: list[dict[tuple[str, int], tuple[int, str]]] = []
        """By claim, the line about each safe end, by its stones and the passes, and its marks."""
        self.read_lines(lines)

    def read_row(self, row: Any, line: int) -> None:
        """Read a line; ProofError where it is none."""
        match row:
            case {"claim": side, "points": int(points), "margin": int() | float() as margin, **rest} if not rest:
                if not isinstance(side, str) or side not in SIGNS:
                    raise ProofError(line, f"a claim is black's or white's, not {side!r}")
                self.check_margin(side, points, margin, line)
                self.claims.append(Claim(side, points, line))
                self.moves.append({})
                self.ends.append({})
            case ["move", stones, ko, int(passed), move] if self.claims:
                table = self._table(stones, SIGNS[self.claims[-1].side], ko, passed, line)
                if table in self.moves[-1]:
                    raise ProofError(line, f"line {self.moves[-1][table][0]} is about this position, too")
                self.moves[-1][table] = line, self.turn(move, line)
            case ["safe", stones, int(passed), str(marks)] if self.claims:
                if len(marks) != len(self.points) or set(marks) - set("#+."):
                    raise ProofError(line, f"marks are {len(self.points)} signs, # and + and .")
                self.ends[-1][self._table(stones, "X", None, passed, line).stones, passed] = line, marks
            case _:
                raise ProofError(line, "this is no line of a proof: a claim, and then moves and safe ends")

    def _table(self, stones: Any, sign: str, ko: Any, passed: int, line: int) -> PlayState:
        if not isinstance(stones, str) or len(stones) != len(self.points) or set(stones) - set("XO."):
            raise ProofError(line, f"a position is {len(self.points)} signs, X and O and .")
        return PlayState(stones, "", sign, None if ko is None else self.point(ko, line), False, passed, (0, 0))

    def _start_of(self, row: Any) -> PlayState:
        check_position(row, _POSITION)
        passes, passed = self.rules.axes.passes, row["passed"]
        if type(passed) is not int or not 0 <= passed < passes:
            raise ProofError(1, f"the passes made are 0 to {passes - 1}, not {passed!r}")
        start = self._table(row["stones"], SIGNS[row["to_play"]], row["ko"], passed, 1)
        if start.barred is not None and (start.stones[start.barred] != "." or passed):
            raise ProofError(1, f"no ko can bar {row['ko']}: a stone is there, or the turn before was a pass")
        return start


def ordinary_rules(near: Sequence[Collection[int]], passes: int) -> PlayRules:
    """Return the rules of ordinary Go: plain ko, area, no suicide."""
    axes = PlayAxes("none", 1, "off", None, "pass", passes, "passes", "area", 0, "forbidden", "ko")
    return PlayRules(near, near, [{p} for p in range(len(near))], axes)


def parsed(text: str, line: int) -> Any:
    """Return what a line holds; ProofError where it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ProofError(line, "this is no JSON") from None


def head_of(lines: Sequence[str], kind: str, fields: Sequence[str]) -> dict[str, Any]:
    """Return the first line of a proof; ProofError where it is another kind's, or has other fields."""
    head = parsed(lines[0] if lines else "", 1)
    if not isinstance(head, dict) or head.get("format") != kind:
        raise ProofError(1, f"this is no {kind}")
    if set(head) != set(fields) or head["version"] != 1:
        raise ProofError(1, f"a {kind} of version 1 has {', '.join(fields)}")
    return head


def check_position(row: Any, fields: Sequence[str]) -> None:
    """Hold the position of a head to its fields."""
    if not isinstance(row, dict) or set(row) != set(fields) or row["to_play"] not in tuple(SIGNS):
        raise ProofError(1, f"the position has {', '.join(fields)}; black or white is to play")


def number_of(number: Any, name: str, line: int = 1) -> float:
    """Return a number; ProofError where it is none, or too large."""
    if isinstance(number, bool) or not isinstance(number, int | float) or number != number or abs(number) > MOST:
        raise ProofError(line, f"{name} is a number, not {number!r}")
    return number


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


def _passes_of(head: Any) -> int:
    """Return the passes that end the game; ProofError where the rules are others than those served."""
    rules = head["rules"]
    if not isinstance(rules, dict) or set(rules) != set(_RULES):
        raise ProofError(1, f"the rules have {', '.join(_RULES)}")
    for axis, served in _RULES.items():
        if type(rules[axis]) is not type(served[0]) or rules[axis] not in served:
            known = " or ".join(map(str, served))
            raise ProofError(1, f"{axis} is {rules[axis]!r}; proofs are checked where it is {known}")
    return int(rules["passes"])


def lines_of(data: bytes) -> list[str]:
    """Return the lines of what a file contains, gzipped or not; ProofError where it is no text, or cut off."""
    try:
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("ascii")
    except (UnicodeDecodeError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ProofError(1, f"the file is damaged: {error}") from None
    return text.splitlines()


_OFTEN: Final = 256


@dataclass(frozen=True)
class Checked(Generic[AnyClaim]):
    """What was found to hold: a claim, the moves of its proof, the adversary's answers, and the safe ends."""

    claim: AnyClaim
    moves: int
    answers: int
    ends: int = 0


def check(proof: Proof, report: Callable[[float], None] | None = None) -> list[Checked[Claim]]:
    """Follow every proof to all its ends, or raise ProofError; ``report`` hears of the share that is done."""
    return [_Walk(proof, k, report or (lambda share: None)).result() for k in range(len(proof.claims))]


class _Walk:
    """A walk through the proof of one claim."""

    def __init__(self, proof: Proof, number: int, report: Callable[[float], None]) -> None:
        self._proof, self._claim = proof, proof.claims[number]
        self._moves, self._safe_ends = proof.moves[number], proof.ends[number]
        self._rules, self._sign = proof.rules, SIGNS[self._claim.side]
        self._safety = Safety(proof.rules.neighbours)
        self._finished: dict[PlayState, bool] = {}
        self._answers = self._ends = 0
        self._report = report

    def result(self) -> Checked[Claim]:
        """Follow every line of play, each position once; what is not finished when it comes back is a circle."""
        start, line = self._proof.start, self._claim.line
        mine = start.to_play == self._sign
        first = [self._met(start, line, None)] if mine else self._answered(start, line)
        path: list[tuple[PlayState | None, Iterator[PlayState]]] = [(None, iter(first))]
        while path:
            table, ahead = path[-1]
            after = next(ahead, None)
            if after is None:
                path.pop()
                if table is not None:
                    self._finished[table] = True
            elif after not in self._finished:
                self._finished[after] = False
                if not len(self._finished) % _OFTEN:
                    self._report(len(self._finished) / len(self._moves))
                path.append((after, iter(self._moved(after))))
            elif not self._finished[after]:
                raise ProofError(self._moves[after][0], "play can come back to this position")
        return Checked(self._claim, len(self._finished), self._answers, self._ends)

    def _moved(self, table: PlayState) -> list[PlayState]:
        """Return the prover's positions that its move at one of them leads to."""
        line, turn = self._moves[table]
        after = self._rules.after(table, turn)
        if after is None:
            raise ProofError(line, f"{self._proof.name(turn)} is illegal here")
        if self._rules.is_ended(after):
            self._counted(after, line, "the prover's pass")
            return []
        return self._answered(after, line)

    def _answered(self, table: PlayState, line: int) -> list[PlayState]:
        """Return the prover's positions after every answer of the adversary; none where the end is safe."""
        for turned in self._proof.turned(table):
            end = self._safe_ends.get((turned.stones, turned.passed))
            if end is not None:
                self._ends += 1
                self._held(turned, *end)
                return []
        found: list[PlayState] = []
        for turn, after in self._rules.turns(table):
            self._answers += 1
            if self._rules.is_ended(after):
                self._counted(after, line, "the adversary's pass")
            else:
                found.append(self._met(after, line, turn))
        return found

    def _met(self, table: PlayState, line: int, answer: PlayTurn | None) -> PlayState:
        """Return a position of the prover's as the proof has it."""
        for turned in self._proof.turned(table):
            if turned in self._moves:
                return turned
        where = f"{self._proof.name(answer)} of the adversary" if answer else "the start"
        raise ProofError(line, f"the proof has no move after {where}: {table.stones}")

    def _counted(self, table: PlayState, line: int, what: str) -> None:
        points = self._rules.points(table, self._sign)
        if points < self._claim.points:
            raise ProofError(line, f"{what} ends the game with {points} points, not {self._claim.points}")

    def _held(self, table: PlayState, line: int, marks: str) -> None:
        """Hold a safe end to its claim: its chains live, its regions are the prover's, and they are points enough."""
        living, regions = self._safety.safe(table.stones, self._sign)
        for sign, true, what in (("#", living, "lives unconditionally"), ("+", regions, "is the prover's")):
            wrong = [p for p, mark in enumerate(marks) if mark == sign and p not in true]
            if wrong:
                raise ProofError(line, f"it is not so that {self._proof.points[wrong[0]]} {what}")
        points = 2 * sum(mark != "." for mark in marks) - len(marks)
        if points < self._claim.points:
            raise ProofError(line, f"what is marked makes {points} points, not {self._claim.points}")
        if table.passed == self._rules.axes.passes - 1:
            self._counted(table, line, "the adversary's pass")


def told(proof: Proof, found: Sequence[Checked[Claim]]) -> Iterator[str]:
    """Say what a proof proves, and how much was looked at."""
    names = {sign: side for side, sign in SIGNS.items()}
    start = proof.start
    stones = f"{start.stones.count('X')} black and {start.stones.count('O')} white stones"
    where = "the empty board" if set(start.stones) == {"."} else f"{start.stones} ({stones})"
    before = "" if start.barred is None else f"; a stone at {proof.points[start.barred]} is barred by ko"
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
        f"It holds under plain ko, area scoring, no suicide and {proof.rules.axes.passes} passes, with any history, "
        "whatever infinite play is worth; superko is not covered."
    )
