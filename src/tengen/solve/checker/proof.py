"""Reading written proofs, with strict checks of their form."""

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
"""An upper limit for points, prisoners and turns, larger than in any proof."""


class ProofError(ValueError):
    """An error in a proof: the line number, from 1, and what is wrong."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(line, why)

    def __str__(self) -> str:
        return f"line {self.args[0]}: {self.args[1]}"


@dataclass(frozen=True)
class Claim:
    """The claim that a side wins (``points`` None) or gets at least ``points``, in at most ``turns``."""

    side: str
    points: float | None
    turns: int
    line: int


class WrittenStep(NamedTuple):
    """A line about a position with the prover to move: its number, the maximum number of turns left, and the move."""

    line: int
    rank: int
    turn: PlayTurn


class Proof:
    """The lines of a proof: the prover's positions and the safe ends, by claim."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Read the lines; ProofError for a line that is wrong."""
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
            raise ProofError(1, f"scoring is {axes.scoring!r}; if stones block several points, it must be 'stones'")
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
        """Yield the images of a position under the symmetries of the board, the position itself first."""
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
                    raise ProofError(line, f"line {known.line} already has this position")
                self.steps[-1][table] = WrittenStep(line, rank, self._turn(move, line))
            case ["safe", stones, passed, str(marks)] if self.claims:
                if not self._may_be_safe:
                    raise ProofError(line, f"safe ends need {_listed(_SAFE)}, on boards of ordinary Go")
                if len(marks) != len(self.points) or set(marks) - set("#+."):
                    raise ProofError(line, f"marks must be {len(self.points)} signs of # + .")
                table = self._table((stones, "", "", None, 0, passed, [0, 0]), line)
                self.ends[-1][table.stones, table.passed] = line, marks
            case _:
                raise ProofError(line, "not a line of a proof: expected a claim, followed by moves and safe ends")

    def _claimed(self, side: str, row: dict[Any, Any], line: int) -> float | None:
        if self.rules.axes.end == "no-moves":
            if row != {"wins": True}:
                raise ProofError(line, "the last move wins this game, so a claim must say that a side wins")
            return None
        if set(row) != {"points", "margin"}:
            raise ProofError(line, "a claim must give points and the margin they make")
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
            raise ProofError(line, f"a position must have {n} signs of {signs}")
        heights = "".join(map(str, range(axes.tile_stack + 1)))
        if axes.tiles == "none":
            if tiles != "":
                raise ProofError(line, "these rules have no tiles")
        elif not isinstance(tiles, str) or len(tiles) != n or set(tiles) - set(heights):
            raise ProofError(line, f"tiles must be {n} stack heights, 0 to {axes.tile_stack}")
        if type(passed) is not int or not 0 <= passed < axes.passes:
            raise ProofError(line, f"the passes made must be 0 to {axes.passes - 1}, not {passed!r}")
        if type(incursion) is not int or incursion not in (0, int(axes.tiles != "none")):
            raise ProofError(line, f"an incursion must be 0, or 1 in a game with tiles, not {incursion!r}")
        if not isinstance(held, list) or len(held) != 2 or not all(type(h) is int and 0 <= h < MOST for h in held):
            raise ProofError(line, "prisoners must be Black's and White's numbers")
        if any(held) and not axes.counts_prisoners:
            raise ProofError(line, "prisoners do not matter under these rules: write 0")
        at = None if barred is None else self._point(barred, line)
        return PlayState(stones, tiles, sign, at, bool(incursion), passed, (held[0], held[1]))

    def _start_of(self, row: Any) -> PlayState:
        if not isinstance(row, dict) or set(row) != set(_POSITION) or row["to_play"] not in tuple(SIGNS):
            raise ProofError(1, f"the position must have {', '.join(_POSITION)}; to_play is black or white")
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
        raise ProofError(1, f"the rules must have the keys {', '.join(names)}")
    for name, choices in _CHOICES.items():
        if rules[name] not in choices:
            raise ProofError(1, f"{name} is {rules[name]!r}; the checker supports only {' or '.join(choices)}")
    for name, numbers in _NUMBERS.items():
        if type(rules[name]) is not int or rules[name] not in numbers:
            raise ProofError(1, f"{name} is {rules[name]!r}; the checker supports {numbers[0]} to {numbers[-1]}")
    price = rules["tao_price"]
    if price is not None and (type(price) is not int or not 0 <= price < MOST):
        raise ProofError(1, f"tao_price is {price!r}; it must be a number of prisoners, or null if none can be bought")
    if rules["repetition"] == "ko" and rules["suicide"] == "allowed":
        raise ProofError(1, "suicide is 'allowed'; under plain ko the checker supports only forbidden")
    value = _number_of(rules["prisoner_value"], "prisoner_value", 1)
    return PlayAxes(**{**rules, "prisoner_value": value})


def _parsed(text: str, line: int) -> Any:
    """Parse a line as JSON; ProofError if it is invalid."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ProofError(line, "invalid JSON") from None


def _head_of(lines: Sequence[str]) -> dict[str, Any]:
    """Return the first line of a proof; ProofError for another format or other fields."""
    head = _parsed(lines[0] if lines else "", 1)
    if not isinstance(head, dict) or head.get("format") != _FORMAT:
        raise ProofError(1, f"not a {_FORMAT}")
    if set(head) != set(_ROOT) or head["version"] != _VERSION:
        raise ProofError(1, f"a {_FORMAT} of version {_VERSION} has {', '.join(_ROOT)}")
    return head


def _number_of(number: Any, name: str, line: int) -> float:
    if isinstance(number, bool) or not isinstance(number, int | float) or number != number or abs(number) > MOST:
        raise ProofError(line, f"{name} must be a number, not {number!r}")
    return number


def _points_of(head: dict[str, Any]) -> list[str]:
    points = head["points"]
    named = isinstance(points, list) and points and all(isinstance(label, str) for label in points)
    if not named or len(set(points)) < len(points):
        raise ProofError(1, "each point needs a name of its own")
    return list(points)


def _relation_of(rows: Any, name: str, n: int, *, own: bool = False) -> list[set[int]]:
    """Return the points related to each point; with ``own`` each must include itself, otherwise it must not."""
    if not isinstance(rows, list) or len(rows) != n or not all(_numbers(row, n) for row in rows):
        raise ProofError(1, f"{name}: each point needs a list of point numbers")
    near = [set(row) for row in rows]
    if any((p in near[p]) != own or p not in near[q] for p in range(n) for q in near[p] | {p} if q != p or own):
        which = "include the point itself" if own else "never include the point itself"
        raise ProofError(1, f"{name} must be mutual and {which}")
    return near


def _symmetries_of(head: dict[str, Any], relations: Sequence[Sequence[set[int]]]) -> list[list[int]]:
    turns, n = head["symmetries"], len(head["points"])
    if not isinstance(turns, list) or not all(_numbers(turn, n) and len(set(turn)) == n == len(turn) for turn in turns):
        raise ProofError(1, "a symmetry must contain every point's number once")
    if any({turn[q] for q in near[p]} != near[turn[p]] for near in relations for turn in turns for p in range(n)):
        raise ProofError(1, "a symmetry must preserve neighbours and footprints")
    return [list(range(n)), *turns]


def _text_of(head: Mapping[str, Any], field: str) -> str:
    """Return a text of the head; ProofError unless it is one printable line."""
    said = head[field]
    if not isinstance(said, str) or not said.isprintable():
        raise ProofError(1, f"the {field} must be one line of text, not {said!r}")
    return said


def _numbers(row: Any, n: int) -> bool:
    return isinstance(row, list) and all(type(p) is int and 0 <= p < n for p in row)


def _check_grid(board: str, points: list[str], relations: Sequence[list[set[int]]], is_wide: bool) -> None:
    width, x, height = board.partition("x")
    height = height if x else width
    if not (width.isdecimal() and height.isdecimal()) or len(board) > _LONGEST_SIZE:
        return
    wide, high = int(width), int(height)
    at = [(k % wide, k // wide) for k in range(wide * high)] if wide * high == len(points) else []
    grid = [{q for q, b in enumerate(at) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1} for a in at]
    if is_wide or any(near != grid for near in relations):
        raise ProofError(1, f"these points and neighbours are not a board of {board}")


def _listed(rules: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} is {value}" for name, value in rules.items())


def lines_of(data: bytes) -> list[str]:
    """Return the lines of a file, gzipped or not; ProofError if it is damaged."""
    try:
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("ascii")
    except (UnicodeDecodeError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ProofError(1, f"the file is damaged: {error}") from None
    return text.splitlines()
