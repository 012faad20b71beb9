"""Written proofs: their lines read, and held to their form."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from .play_rules import OTHER, PASS, PLACE, RETURN, TAO, PlayAxes, PlayRules, PlayState, PlayTurn

SIGNS: Final = {"black": "X", "white": "O"}
_FORMAT, _VERSION = "tengen proof", 2
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
_SAFE: Final = {
    "tiles": "none", "tao": "off", "passing": "pass", "end": "passes", "scoring": "area", "suicide": "forbidden",
    "repetition": "ko",
}  # fmt: skip
"""The rules under which ends can be safe."""
_LONGEST_SIZE: Final = 11  # "10000x10000"
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


class Proof:
    """The lines of a proof: what it says of every position of the prover's and of safe ends, by claim."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Read them; ProofError where a line is not what it should be."""
        head = _head_of(lines)
        self.board: str = _text_of(head, "board")
        self.title: str = _text_of(head, "title")
        self.points: Final = _points_of(head)
        self.komi: Final = _number_of(head["komi"], "komi", 1)
        near, edges = (_relation_of(head[name], name, len(self.points)) for name in ("neighbours", "edges"))
        footprints = _relation_of(head["footprints"], "footprints", len(self.points), own=True)
        is_wide = any(len(row) > 1 for row in footprints)
        _check_grid(self.board, self.points, [near, edges], is_wide)
        self.symmetries: Final = _symmetries_of(head, [near, edges, footprints])
        """The identity first."""
        axes = _axes_of(head["rules"])
        if axes.scoring != "stones" and axes.end == "passes" and is_wide:
            raise ProofError(1, f"scoring is {axes.scoring!r}; where stones block several points, only stones count")
        self.rules: Final = PlayRules(near, edges, footprints, axes)
        self._may_be_safe = not is_wide and near == edges and all(getattr(axes, a) == v for a, v in _SAFE.items())
        self.start: Final = self._start_of(head["position"])
        self.claims: list[Claim] = []
        self.steps: list[dict[PlayState, WrittenStep]] = []
        """By claim, the lines about the prover's positions."""
        self.ends: list[dict[tuple[str, int], tuple[int, str]]] = []
        """By claim, the line about each safe end, by its stones and the passes, and its marks."""
        for number, text in enumerate(lines[1:], 2):
            self._read_row(_parsed(text, number), number)
        if not self.claims:
            raise ProofError(1, "no claim follows")

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

    def _read_row(self, row: Any, line: int) -> None:
        match row:
            case {"claim": str(side), "turns": int(turns), **rest} if side in SIGNS and not isinstance(turns, bool):
                self.claims.append(Claim(side, self._claimed(side, rest, line), turns, line))
                self.steps.append({})
                self.ends.append({})
            case ["move", *state, int(rank), str(move)] if self.claims and len(state) == len(_POSITION) - 1:
                stones, tiles, barred, incursion, passed, held = state
                sign = SIGNS[self.claims[-1].side]
                table = self._table((stones, tiles, sign, barred, incursion, passed, held), line)
                known = self.steps[-1].get(table)
                if known is not None:
                    raise ProofError(line, f"line {known.line} is about this position, too")
                self.steps[-1][table] = WrittenStep(line, rank, self._turn(move, line))
            case ["safe", stones, passed, str(marks)] if self.claims:
                if not self._may_be_safe:
                    raise ProofError(line, f"an end is safe where {_listed(_SAFE)}, on boards of ordinary Go")
                if len(marks) != len(self.points) or set(marks) - set("#+."):
                    raise ProofError(line, f"marks are {len(self.points)} signs, # and + and .")
                table = self._table((stones, "", "", None, 0, passed, [0, 0]), line)
                self.ends[-1][table.stones, table.passed] = line, marks
            case _:
                raise ProofError(line, "this is no line of a proof: a claim, and then moves and safe ends")

    def _claimed(self, side: str, row: dict[Any, Any], line: int) -> float | None:
        """Return the points claimed; None for a win."""
        if self.rules.axes.end == "no-moves":
            if row != {"wins": True}:
                raise ProofError(line, "where the last move wins, a claim says that a side wins")
            return None
        if set(row) != {"points", "margin"}:
            raise ProofError(line, "a claim says points and the margin that they are")
        points, margin = (_number_of(row[name], name, line) for name in ("points", "margin"))
        true = (points if side == "black" else -points) - self.komi
        if margin != true:
            words = f"{points:g} points of {side}'s are a margin of {true:g} for Black with komi {self.komi:g}"
            raise ProofError(line, f"{words}, not {margin:g}")
        return points

    def _point(self, label: Any, line: int) -> int:
        if label not in self.points:
            raise ProofError(line, f"the board has no point {label!r}")
        return self.points.index(label)

    def _turn(self, text: str, line: int) -> PlayTurn:
        if text in (PASS, RETURN):
            return PlayTurn(text)
        if text.startswith(f"{TAO} "):
            return PlayTurn(TAO, self._point(text[len(TAO) + 1 :], line))
        return PlayTurn(PLACE, self._point(text, line))

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
        at = None if barred is None else self._point(barred, line)
        return PlayState(stones, tiles, sign, at, bool(incursion), passed, (held[0], held[1]))

    def _start_of(self, row: Any) -> PlayState:
        if not isinstance(row, dict) or set(row) != set(_POSITION) or row["to_play"] not in tuple(SIGNS):
            raise ProofError(1, f"the position has {', '.join(_POSITION)}; black or white is to play")
        table = self._table([SIGNS[row[name]] if name == "to_play" else row[name] for name in _POSITION], 1)
        stones = [p for p, sign in enumerate(table.stones) if sign in OTHER]
        if any(p in self.rules.footprints[q] for p in stones for q in stones if p != q):
            raise ProofError(1, "a stone of the position stands where another one blocks")
        if any(self.rules.dead(table.stones, sign) for sign in OTHER):
            raise ProofError(1, "a chain of the position has no liberty")
        is_ko = table.barred is not None and self.rules.axes.repetition == "ko"
        if is_ko and (table.stones[self._point(row["barred"], 1)] != "." or table.passed):
            raise ProofError(1, f"no ko can bar {row['barred']}: a stone is there, or the turn before was a pass")
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
    value = _number_of(rules["prisoner_value"], "prisoner_value", 1)
    return PlayAxes(**{**rules, "prisoner_value": value})


def _parsed(text: str, line: int) -> Any:
    """Return what a line holds; ProofError where it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ProofError(line, "this is no JSON") from None


def _head_of(lines: Sequence[str]) -> dict[str, Any]:
    """Return the first line of a proof; ProofError where it is another file's, or has other fields."""
    head = _parsed(lines[0] if lines else "", 1)
    if not isinstance(head, dict) or head.get("format") != _FORMAT:
        raise ProofError(1, f"this is no {_FORMAT}")
    if set(head) != set(_ROOT) or head["version"] != _VERSION:
        raise ProofError(1, f"a {_FORMAT} of version {_VERSION} has {', '.join(_ROOT)}")
    return head


def _number_of(number: Any, name: str, line: int) -> float:
    """Return a number; ProofError where it is none, or too large."""
    if isinstance(number, bool) or not isinstance(number, int | float) or number != number or abs(number) > MOST:
        raise ProofError(line, f"{name} is a number, not {number!r}")
    return number


def _points_of(head: dict[str, Any]) -> list[str]:
    """Return the names of the points."""
    points = head["points"]
    named = isinstance(points, list) and points and all(isinstance(label, str) for label in points)
    if not named or len(set(points)) < len(points):
        raise ProofError(1, "the points have names, each its own")
    return list(points)


def _relation_of(rows: Any, name: str, n: int, *, own: bool = False) -> list[set[int]]:
    """Return for every point those it is related to: never itself, or with ``own`` always."""
    if not isinstance(rows, list) or len(rows) != n or not all(_numbers(row, n) for row in rows):
        raise ProofError(1, f"{name}: every point has a list of points' numbers")
    near = [set(row) for row in rows]
    if any((p in near[p]) != own or p not in near[q] for p in range(n) for q in near[p] | {p} if q != p or own):
        which = "its own among them" if own else "never its own"
        raise ProofError(1, f"{name} are so in both directions, {which}")
    return near


def _symmetries_of(head: dict[str, Any], relations: Sequence[Sequence[set[int]]]) -> list[list[int]]:
    """Return the symmetries, the identity first."""
    turns, n = head["symmetries"], len(head["points"])
    if not isinstance(turns, list) or not all(_numbers(turn, n) and len(set(turn)) == n == len(turn) for turn in turns):
        raise ProofError(1, "a symmetry has every point's number once")
    if any({turn[q] for q in near[p]} != near[turn[p]] for near in relations for turn in turns for p in range(n)):
        raise ProofError(1, "a symmetry takes what is related to what is related")
    return [list(range(n)), *turns]


def _text_of(head: Mapping[str, Any], field: str) -> str:
    """Return a name that a head has; ProofError where it is no text of one line."""
    said = head[field]
    if not isinstance(said, str) or not said.isprintable():
        raise ProofError(1, f"the {field} is a text of one line, not {said!r}")
    return said


def _numbers(row: Any, n: int) -> bool:
    return isinstance(row, list) and all(type(p) is int and 0 <= p < n for p in row)


def _check_grid(board: str, points: list[str], relations: Sequence[list[set[int]]], is_wide: bool) -> None:
    """Hold a board that is named by its size, "3x4" or "9", to be that grid."""
    width, x, height = board.partition("x")
    height = height if x else width
    if not (width.isdecimal() and height.isdecimal()) or len(board) > _LONGEST_SIZE:
        return
    wide, high = int(width), int(height)
    at = [(k % wide, k // wide) for k in range(wide * high)] if wide * high == len(points) else []
    grid = [{q for q, b in enumerate(at) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1} for a in at]
    if is_wide or any(near != grid for near in relations):
        raise ProofError(1, f"these points and neighbours are no board of {board}")


def _listed(rules: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} is {value}" for name, value in rules.items())


def lines_of(data: bytes) -> list[str]:
    """Return the lines of what a file contains, gzipped or not; ProofError where it is no text, or cut off."""
    try:
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("ascii")
    except (UnicodeDecodeError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ProofError(1, f"the file is damaged: {error}") from None
    return text.splitlines()
