"""Small games as tables made by the kernel, and exact searches over them that know the whole history.

The kernel says which placements are legal in a position and what they lead to; what may not come back is judged here,
so that published counts and values hold the kernel to account without the game's own history.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import numba
import numpy as np

from tengen.boards import Board
from tengen.kernel import State
from tengen.kernel.layout import AREA, PLACE, Bench, plain
from tengen.kernel.moves import judge_points, turn
from tengen.kernel.taxes import score
from tengen.records import Colour
from tengen.rules import Rules

NO_ROOM = np.zeros(0, np.uint64)

F = TypeVar("F", bound=Callable[..., Any])

POSITIONAL, SITUATIONAL, NATURAL = 0, 1, 2
RULES = {"positional": POSITIONAL, "situational": SITUATIONAL, "natural": NATURAL}
SIDES: dict[str, int] = {"black": 0, "white": 1}


def compiled(function: F) -> F:
    """Compile a function when it is first called, and keep its type."""
    made: F = numba.njit(function)
    return made


class Transitions:
    """Every position that placements can lead to from a start, with what each leads to.

    ``targets[side, position]`` lists positions and ends in -1; ``points`` says the same of the placements' points, and
    ``scores`` holds Black's area minus White's. Position 0 is the start.
    """

    def __init__(
        self,
        board: Board,
        suicide: Any = "forbidden",
        stones: dict[int, int] | None = None,
        allowed: Iterable[int] | None = None,
    ) -> None:
        self.board = board
        self._allowed = range(len(board)) if allowed is None else sorted(allowed)
        self._state = State.empty(board, Rules(suicide=suicide, repetition="none"))
        self._spare = self._state.copy()
        for p, colour in (stones or {}).items():
            self._state.points["colour"][p] = colour
        self.contents = [self._state.content.tobytes()]
        self._numbers = {self.contents[0]: 0}
        found: list[list[list[tuple[int, int]]]] = [[], []]
        scores: list[int] = []
        for content in self.contents:  # grows while it is read
            scores.append(self._score(content))
            for side in (0, 1):
                found[side].append(list(self._follow(content, side)))
        most = max(len(row) for rows in found for row in rows) + 1
        self.targets = np.full((2, len(self.contents), most), -1, np.int32)
        self.points = self.targets.copy()
        for side in (0, 1):
            for number, row in enumerate(found[side]):
                row.sort(key=lambda to: scores[to[1]] * (-1, 1)[side])  # what looks good is tried first
                for k, (p, target) in enumerate(row):
                    self.points[side, number, k], self.targets[side, number, k] = p, target
        self.scores = np.array(scores, np.int64)

    def __len__(self) -> int:
        return len(self.contents)

    def _load(self, content: bytes) -> None:
        self._state.content[:] = np.frombuffer(content, self._state.content.dtype)
        assert self._state.rebuild() == len(self.board)

    def _score(self, content: bytes) -> int:
        self._load(content)
        state, owner = self._state, np.zeros(len(self.board), np.int8)
        marks = owner.copy()
        black, white = score(state.plain, state.adjacency.plain, state.scratch, owner, marks, AREA, False)
        return int(black - white)

    def _follow(self, content: bytes, side: int) -> Iterator[tuple[int, int]]:
        """Yield every legal placement and the position it makes."""
        self._load(content)
        state, spare, adjacency = self._state, self._spare, self._state.adjacency
        state.table["to_move"][0] = side + 1
        bench = plain(Bench(state.scratch, spare.plain, np.zeros(adjacency.size, np.int8)))
        for p in self._allowed:
            _, mask, key = judge_points(state.plain, adjacency.plain, bench, p, p + 1, side + 1, NO_ROOM, False)
            if mask:
                continue
            spare.load(state)
            made, *_ = turn(spare.plain, adjacency.plain, spare.scratch, PLACE, p, 0)
            assert made == key
            after = spare.content.tobytes()
            if after not in self._numbers:
                self._numbers[after] = len(self.contents)
                self.contents.append(after)
            yield p, self._numbers[after]

    def history(self, repetition: str, to_play: Colour = "black", created_by: Colour | None = None) -> Any:
        """Return what has been seen when play begins from position 0, as the searches below keep it."""
        seen = np.zeros(2 * len(self), np.bool_)
        if repetition == "natural":
            if created_by is not None:
                seen[len(self) * SIDES[created_by]] = True
        elif repetition == "situational":
            seen[len(self) * SIDES[to_play]] = True
        else:
            seen[0] = True
        return seen

    def count(self, repetition: str) -> Iterator[int]:
        """Yield the number of games that begin with each of Black's first moves, the pass last."""
        rule, seen = RULES[repetition], self.history(repetition)
        for position, passed in self._moves(rule, seen, 0, 0):
            yield int(_count(self.targets, seen, rule, 1, position, passed)) if position >= 0 else 0

    def values(
        self, repetition: str, to_play: Colour = "black", created_by: Colour | None = None, before: Sequence[Any] = ()
    ) -> dict[int | None, int]:
        """Return the value for Black of each move (None: a pass) after the moves ``before`` by turns."""
        rule, seen = RULES[repetition], self.history(repetition, to_play, created_by)
        side, position, passed = SIDES[to_play], 0, False
        for move in before:
            (position, passed), side = self._make(rule, seen, side, position, move), 1 - side
        bound = len(self.board)
        found: dict[int | None, int] = {}
        moves = [int(p) for p in self.points[side, position] if p >= 0]
        for move, (after, again) in zip([*moves, None], self._moves(rule, seen, side, position), strict=True):
            if move is None and passed:
                found[move] = int(self.scores[position])
            elif after >= 0:
                value = _value(self.targets, self.scores, seen, rule, 1 - side, after, again, -bound, bound)
                found[move] = int(value) * (1 if side else -1)
        return found

    def _moves(self, rule: int, seen: Any, side: int, position: int) -> Iterator[tuple[int, bool]]:
        """Make, yield and take back each placement, then a pass; -1 stands for what the history forbids."""
        for q in self.targets[side, position]:
            slot = int(_slot(rule, len(self), side, q))
            if q >= 0 and not seen[slot]:
                seen[slot] = True
                yield int(q), False
                seen[slot] = False
            elif q >= 0:
                yield -1, False
        before = seen.copy()
        if rule == SITUATIONAL:
            seen[position + len(self) * (1 - side)] = True
        yield position, True
        seen[:] = before

    def _make(self, rule: int, seen: Any, side: int, position: int, move: int | None) -> tuple[int, bool]:
        if move is None:
            if rule == SITUATIONAL:
                seen[position + len(self) * (1 - side)] = True
            return position, True
        (k,) = np.flatnonzero(self.points[side, position] == move)
        q = int(self.targets[side, position, k])
        slot = int(_slot(rule, len(self), side, q))
        assert not seen[slot]
        seen[slot] = True
        return q, False


@compiled
def _slot(rule: int, size: int, side: int, position: int) -> int:
    """Say where the history keeps a position that was made: by itself, with who moves next, or with who made it."""
    if rule == POSITIONAL:
        return position
    return position + size * (1 - side if rule == SITUATIONAL else side)


@compiled
def _count(targets: Any, seen: Any, rule: int, side: int, position: int, passed: bool) -> int:
    """Count the ways to go on up to the second pass in a row, by trying everything."""
    size = targets.shape[1]
    where = np.zeros(4 * size + 4, np.int64)  # by turn: the position, the next move to try (-1: none is left),
    tried = np.zeros(4 * size + 4, np.int64)
    entered = np.zeros(4 * size + 4, np.int64)  # what was marked as seen (-1: nothing), whether a pass led here
    after_pass = np.zeros(4 * size + 4, np.bool_)
    where[0], entered[0], after_pass[0] = position, -1, passed
    depth = games = 0
    while depth >= 0:
        if tried[depth] < 0:
            if entered[depth] >= 0:
                seen[entered[depth]] = False
            depth -= 1
            continue
        mover = (side + depth) & 1
        at = where[depth]
        target = targets[mover, at, tried[depth]]
        if target >= 0:
            tried[depth] += 1
            slot = _slot(rule, size, mover, target)
            if seen[slot]:
                continue
            seen[slot] = True
        else:
            tried[depth] = -1
            if after_pass[depth]:
                games += 1
                continue
            slot = at + size * (1 - mover)
            if rule == SITUATIONAL and not seen[slot]:
                seen[slot] = True
            else:
                slot = -1
        depth += 1
        after_pass[depth] = target < 0
        where[depth] = at if target < 0 else target
        tried[depth] = 0
        entered[depth] = slot
    return games


@compiled
def _value(
    targets: Any, scores: Any, seen: Any, rule: int, side: int, position: int, passed: bool, low: int, high: int
) -> int:
    """Return the value for the side to move, exact between ``low`` and ``high``; a pass is tried first."""
    size = targets.shape[1]
    best: int
    if passed:
        best = -scores[position] if side else scores[position]
    else:
        slot = position + size * (1 - side)
        new = rule == SITUATIONAL and not seen[slot]
        if new:
            seen[slot] = True
        best = -_value(targets, scores, seen, rule, 1 - side, position, True, -high, -low)
        if new:
            seen[slot] = False
    for k in range(targets.shape[2]):
        q = targets[side, position, k]
        if q < 0 or best >= high:
            break
        slot = _slot(rule, size, side, q)
        if not seen[slot]:
            seen[slot] = True
            best = max(best, -_value(targets, scores, seen, rule, 1 - side, q, False, -high, -max(low, best)))
            seen[slot] = False
    return best
