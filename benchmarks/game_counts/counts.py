"""Numbers of games: every maximal sequence of legal moves from the empty board to the second pass in a row.

Under superko a game never repeats its marks: positions (spec 1.3), positions with the side to move (1.4), or positions
with the side that made them (1.5). So a game is a walk over a graph of such marks that visits none twice. Every walk,
wherever it stops, is one game: both sides pass, and neither does so twice in a row before. Whether there is a pass
between two placements follows from the colours. Under 1.3 and 1.5 passing marks nothing, so the side to move does not
matter: both sides' placements continue from every position. Under 1.4 a pass marks the position with the other side to
move, and its continuations are separate.

The number of continuations depends only on the current mark and on the free marks reachable from it. Counts are cached
under these two, so 4·10^11 games are counted in 2·10^8 steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from tengen.boards import Board
from tengen.game import Game
from tengen.records import TengenError, UnservedRules
from tengen.rules import REPETITIONS, Compares, Rules
from tengen.rules.repetition import compared_by_superko, rules_that, superkos
from tengen.rules.serving import Served, check_served
from tengen.solve.bitboards import symmetries
from tengen.solve.budget import GIGABYTE, KNOWN
from tengen.solve.checkpoints import Count, Progress
from tengen.solve.states.explorer import Explorer, Limits, StateGraph, explore, placements

from .simple_paths import LEVEL, NODES, WalkGraph, begin, count_walks

_SYMMETRIES = 512
"""The most symmetries that are used."""


_PARTS: Final = 1000
"""The least number of parts of a count; some of them are equal by symmetry."""

_BUDGET: Final = 500_000
_WORD: Final = (1 << 64) - 1

_SERVED: Final[Served] = {
    **KNOWN,
    "repetition": lambda row: row.is_superko,
    "passing": ("pass",),
    "end": ("passes",),
    "passes": (2,),
    "tiles": ("none",),
    "tao": ("off",),
    "handicap": (0,),
}

Beginning = tuple[int, int]
"""The free marks as a mask, and the current mark of a walk."""


class _Marks:
    """The marks of a superko, by what it compares, and how one mark leads to others."""

    def __init__(self, states: StateGraph, compares: Compares) -> None:
        numbers, ways = placements(states)
        size, board = len(numbers), states.game.board
        self.positions = size
        self.start = 2 * size if compares is Compares.CREATOR else 0
        self.size = {Compares.POSITION: size, Compares.SIDE: 2 * size, Compares.CREATOR: 2 * size + 1}[compares]
        self.direct = [[0] * self.size for _ in range(self.size)]
        self.passed = [[0] * self.size for _ in range(self.size)]
        self.marks = [-1] * self.size
        if compares is Compares.SIDE:
            self.marks = [(mark + size) % self.size for mark in range(self.size)]
        for source, side, target in zip(ways.source.tolist(), ways.side.tolist(), ways.target.tolist(), strict=True):
            for mark in range(source, self.size, size):
                if compares is Compares.SIDE:
                    way = self.direct if side == mark // size else self.passed
                    way[mark][target + size * (1 - side)] += 1
                else:
                    self.direct[mark][target + (size * side if compares is Compares.CREATOR else 0)] += 1
        swap = bytes((0, 2, 1)) + bytes(253)
        swapped = [numbers[content.translate(swap)] for content in numbers]
        self.symmetries: list[tuple[int, ...]] = []
        for turn in symmetries(board, _SYMMETRIES):
            moved = [numbers[bytes(content[p] for p in turn)] for content in numbers]
            self.symmetries += [self._moved(moved, False), self._moved([swapped[p] for p in moved], True)]

    def _moved(self, positions: Sequence[int], swap: bool) -> tuple[int, ...]:
        """Return the images of marks under a permutation of the positions, which may exchange the colours."""
        size, found = len(positions), []
        for mark in range(self.size):
            side, position = divmod(mark, size)
            other = 1 - side if swap and self.size > size else side
            found.append(mark if mark == 2 * size else positions[position] + size * other)
        return tuple(found)


class GameCount(Count):
    """A count of the games on a board under positional, situational or natural superko, two passes ending them.

    Raises:
        TengenError: other rules, or too large a board.
    """

    def __init__(self, board: Board, rules: Rules, memory: int = 4 * GIGABYTE) -> None:
        if not REPETITIONS[rules.repetition].forbids:
            superko = rules_that(lambda row: row.is_superko)
            why = f"under repetition {rules.repetition} games can repeat for ever, so their number is infinite"
            raise UnservedRules([f"{why}; choose {', '.join(superko[:-1])} or {superko[-1]} superko"])
        check_served("a count of games", rules, _SERVED)
        compares = compared_by_superko("a count of games", rules.repetition)
        most = NODES if compares is Compares.POSITION else (NODES - 1) // 2

        def check(found: Explorer) -> None:
            if found.found > 2 * most:  # either side is to move
                raise TengenError(f"{board.text} has more than {most} positions, too many to count games on it")

        free = Game(rules.replace(repetition="none", cycle="no-result", komi=0), board=board)
        self._marks = _Marks(explore(free, Limits(elsewhere=True), report=check), compares)
        self.head: dict[str, Any] = {
            "what": "games",
            "board": board.text,
            "method": f"walks under {superkos()[compares]} superko, by states",
            **{axis: getattr(rules, axis) for axis in ("suicide", "own_overlap", "friendly_fire")},
        }
        self._memory = memory
        self._parts, self._before = self._cut()
        self._stage = (0, self._before)

    @property
    def result(self) -> int | None:
        return self._stage[1] if self._stage[0] == len(self._parts) else None

    def details(self) -> dict[str, Any]:
        """Return the number of positions."""
        return {"positions": self._marks.positions}

    def _cut(self) -> tuple[list[tuple[Beginning, int]], int]:
        """Return beginnings of walks with their multiplicities, and the number of games that end before them.

        Symmetric beginnings, or those with swapped colours, have equally many games.
        """
        marks = self._marks
        parts = {(((1 << marks.size) - 1) & ~(1 << marks.start), marks.start): 1}
        before = 0
        while parts and len(parts) < _PARTS:
            longer: dict[Beginning, int] = {}
            for (free, mark), times in parts.items():
                before += times
                for after, ways in self._next(free, mark):
                    key = self._canonical(*after)
                    longer[key] = longer.get(key, 0) + times * ways
            parts = longer
        return list(parts.items()), before

    def _next(self, free: int, mark: int) -> Iterator[tuple[Beginning, int]]:
        passed = self._marks.marks[mark]
        later = free if passed < 0 else free & ~(1 << passed)
        for left, way in ((free, self._marks.direct), (later, self._marks.passed)):
            for target, ways in enumerate(way[mark]):
                if ways and left >> target & 1:
                    yield (left & ~(1 << target), target), ways

    def _canonical(self, free: int, mark: int) -> Beginning:
        taken = [each for each in range(self._marks.size) if not free >> each & 1]
        full = (1 << self._marks.size) - 1
        return min((full & ~sum(1 << moves[each] for each in taken), moves[mark]) for moves in self._marks.symmetries)

    def run(self) -> Iterator[Progress]:
        """Count part by part; a part interrupted in the middle is counted again.

        Raises:
            TengenError: a beginning has more games than 64 bits can count.
        """
        size = self._marks.size
        direct, passed = _masks(self._marks.direct), _masks(self._marks.passed)
        times = np.array([self._marks.direct, self._marks.passed], np.uint16)
        graph = WalkGraph(direct, passed, np.array(self._marks.marks, np.int64), direct | passed, times)
        cache = np.zeros((1 << max(10, min(24, (self._memory // 32).bit_length() - 1)), 4), np.uint64)
        stack = np.zeros((size + 2, LEVEL), np.uint64)
        while self.result is None:
            number, found = self._stage
            (free, mark), weight = self._parts[number]
            begin(stack, graph, np.uint64(free & _WORD), np.uint64(free >> 64), mark)
            depth = 0
            while depth >= 0:
                walks, depth = count_walks(stack, depth, cache, graph, _BUDGET)
                yield self._progress()
            if depth == -2:
                raise TengenError(f"there are more than {found + weight * 2**64:.1e} games, too many to be counted")
            self._stage = (number + 1, found + weight * int(walks))
            yield self._progress()

    def _progress(self) -> Progress:
        number, found = self._stage
        return Progress(number / max(1, len(self._parts)), f"part {number} of {len(self._parts)}, {found:,} games")

    def snapshot(self) -> dict[str, Any]:
        number, found = self._stage
        return {"part": np.array(number), "found": np.array(str(found))}

    def resume(self, kept: Mapping[str, Any]) -> None:
        self._stage = (int(kept["part"]), int(str(kept["found"])))


def _masks(ways: list[list[int]]) -> Any:
    """Return the non-zero entries of rows as masks of two words."""
    masks = np.zeros((len(ways), 2), np.uint64)
    for mark, row in enumerate(ways):
        for target, times in enumerate(row):
            if times:
                masks[mark, target >> 6] |= np.uint64(1 << (target & 63))
    return masks


def games(board: Board, rules: Rules) -> int:
    """Return the number of games on a board; see `GameCount`.

    >>> from tengen import boards, variant
    >>> games(boards.parse("3x1"), variant("tromp-taylor").rules)
    907
    """
    count = GameCount(board, rules)
    for _ in count.run():
        pass
    assert count.result is not None
    return count.result
