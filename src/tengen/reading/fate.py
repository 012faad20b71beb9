"""The fate of a group: alive, dead, in seki or in a ko, if one side or the other moves first."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..game import Game
from ..kernel import State
from ..kernel.compiling import compile_beside, cores
from ..kernel.jit import is_any_there
from ..kernel.layout import POINT, SIMPLE_KO, TABLE, VACANT
from ..records import COLOURS, Colour, TengenError, UnservedRules, other
from ..rules import check_served
from ..rules.serving import ORDINARY, Served, any_of
from .proof_search import DISPROVED, PROVED, best_line, prove
from .question import CAPTURE, CHAINS, DEPTH, ENTRY, LIFE, MOVES, NO_PLACE, REGIONS, Line, Question

MOST: Final = 63
"""The maximum number of points of the surroundings: zones are words of 64 bits."""
MOST_VACANT: Final = 24
"""The maximum number of vacant points; beyond it reading rarely finishes."""
_SAFE: Final = 2
"""An enemy chain with this many liberties elsewhere is safe."""


class Chain(NamedTuple):
    """A chain's stones and liberties, as points."""

    stones: frozenset[int]
    liberties: frozenset[int]


class Surroundings:
    """The surroundings of one chain, nearest points first."""

    def __init__(self, board: Board, colours: NDArray[np.uint8], stone: int) -> None:
        """Find them; ``colours`` (n) are the kernel's: 0 vacant, 1 black, 2 white."""
        self._near = board.neighbours
        self._colours: list[int] = colours.tolist()
        self._own = self._colours[stone]
        self._chains: dict[int, Chain] = {}
        self.home: Final = self.chain(stone)
        self.distance: dict[int, int] = {}
        self._find()

    def chain(self, stone: int) -> Chain:
        if stone not in self._chains:
            stones, todo, liberties = {stone}, [stone], set[int]()
            while todo:
                for q in self._near[todo.pop()]:
                    if self._colours[q] == VACANT:
                        liberties.add(q)
                    elif self._colours[q] == self._colours[stone] and q not in stones:
                        stones.add(q)
                        todo.append(q)
            found = Chain(frozenset(stones), frozenset(liberties))
            self._chains.update(dict.fromkeys(stones, found))
        return self._chains[stone]

    @property
    def points(self) -> list[int]:
        """The points in play: vacant points, and those of stones that may be captured before the chain."""
        return [p for p in self.distance if p not in self.home.stones]

    @property
    def is_open(self) -> bool:
        """Whether there are too many points to read."""
        vacant = sum(self._colours[p] == VACANT for p in self.distance)
        return vacant > MOST_VACANT or len(self.distance) - len(self.home.stones) > MOST

    def _find(self) -> None:
        """Find the points with their distances, by spreading over enemy chains that can be captured."""
        enemies: set[int] = set()
        while True:
            self._spread(enemies)
            if self.is_open:
                return
            beside = {q for p in self.distance for q in self._near[p] if self._colours[q] == 3 - self._own}
            more = {q for q in beside - enemies if len(self.chain(q).liberties - self.distance.keys()) < _SAFE}
            if not more:
                return
            enemies.update(*(self.chain(q).stones for q in more))

    def _spread(self, enemies: set[int]) -> None:
        self.distance = dict.fromkeys(self.home.stones, 0)
        queue, vacant = deque(self.home.stones), 0
        while queue and vacant <= MOST_VACANT:  # beyond that it is open anyway
            p = queue.popleft()
            for q in self._near[p]:
                if q in self.distance or (self._colours[q] == 3 - self._own and q not in enemies):
                    continue
                d = self.distance[p]
                if self._colours[q] == VACANT:
                    vacant += 1
                    self.distance[q] = d + 1
                    queue.append(q)
                else:
                    stones = self.chain(q).stones
                    self.distance.update(dict.fromkeys(stones, d))
                    queue.extend(stones)


BUDGET: Final = 20_000
"""The maximum number of positions for a question: less than a tenth of a second. The first try may add a few."""
_FIRST_SHARE: Final = 16
"""The first try gets a sixteenth of the budget and of the table."""


class Fate(StrEnum):
    """What happens to a group, against any play of the other side."""

    ALIVE = "alive"
    """It cannot be captured."""
    SEKI = "seki"
    """It cannot be captured, but does not get two eyes."""
    KO = "ko"
    """A ko decides whether it is captured."""
    DEAD = "dead"
    """It is captured."""
    UNKNOWN = "unknown"
    """Unknown: the budget ran out, or the group is not enclosed."""


@dataclass(frozen=True)
class Reading:
    """The fate of a group if one side moves first.

    ``line`` holds the moves that show it, starting with ``first``; it may contain "pass". ``nodes`` counts positions.
    In a ko, ``taker`` takes first, and wins unless the other side has a threat.
    """

    fate: Fate
    first: Colour
    line: tuple[str, ...] = field(default=(), compare=False)
    nodes: int = field(default=0, compare=False)
    taker: Colour | None = None


class GroupReader:
    """Reads the groups of one position; use it in one thread.

    Raises:
        UnservedRules: wide stones, suicide, tiles or Tao stones.
    """

    def __init__(self, game: Game, *, budget: int = BUDGET) -> None:
        check_readable(game)
        self._game, self._budget = game, budget
        self._state = game.state()
        self._line = _new_line(self._state)
        self._table = self._used = np.empty(_room(budget), ENTRY)

    def read(self, stone: str, first: Colour) -> Reading:
        """Return the fate of a stone's chain if a side moves first, including the stones on which it depends.

        Ko threats and earlier moves are ignored.

        >>> game = Game.setup("chinese", ["..XO.", "XXXO.", "OOOO."])
        >>> reader = GroupReader(game)
        >>> reader.read("C2", "white").fate, reader.read("C2", "black").fate
        (<Fate.DEAD: 'dead'>, <Fate.DEAD: 'dead'>)
        """
        around, point, colour = self._around(stone)
        if around.is_open:
            return Reading(Fate.UNKNOWN, first)
        attacker = other(colour)
        captured, nodes = self._ask(around, point, CAPTURE, first, favoured=colour)
        if captured == PROVED:
            return Reading(Fate.DEAD, first, self._moves(), nodes)
        safe, more = self._ask(around, point, CAPTURE, first, favoured=attacker)
        nodes += more
        if safe == DISPROVED:
            line = self._moves()
            eyes, more = self._ask(around, point, LIFE, first, favoured=attacker)
            return Reading(Fate.SEKI if eyes == DISPROVED else Fate.ALIVE, first, line, nodes + more)
        if safe == PROVED and captured == DISPROVED:
            unaided, more = self._ask(around, point, CAPTURE, first, favoured=None)
            taker = {PROVED: attacker, DISPROVED: colour}.get(unaided)
            return Reading(Fate.KO, first, self._moves(), nodes + more, taker)
        return Reading(Fate.UNKNOWN, first, (), nodes)

    def is_captured(self, stone: str, first: Colour, *, favoured: Colour) -> bool | None:
        """Return whether a stone's chain is captured if one side moves first and one wins all kos; None: unknown.

        This is the first question of `read`, and sufficient if it does not matter how a group lives.
        """
        around, point, _ = self._around(stone)
        if around.is_open:
            return None
        verdict, _ = self._ask(around, point, CAPTURE, first, favoured)
        return {PROVED: True, DISPROVED: False}.get(verdict)

    def _around(self, stone: str) -> tuple[Surroundings, int, Colour]:
        """Return the surroundings of a stone's chain, the stone's point and its colour."""
        point = self._game.board.find(stone)
        colour = None if point is None else self._game.content(point)
        if point is None or colour not in COLOURS:
            raise TengenError("{label} has no stone, so there is no group to read", label=stone)
        return Surroundings(self._game.board, self._state.points["colour"], point), point, colour

    def _ask(
        self, around: Surroundings, stone: int, claim: int, first: Colour, favoured: Colour | None
    ) -> tuple[int, int]:
        size = len(self._game.board)
        points = np.array(around.points, np.uint32)
        places = np.full(size, NO_PLACE, np.uint8)
        places[points] = np.arange(len(points))
        in_play = np.zeros(size, np.uint8)
        in_play[list(around.distance)] = 1
        defender = int(self._state.points["colour"][stone])
        prover = 3 - defender if claim == CAPTURE else defender
        self._question = Question(points, places, in_play, stone, claim, defender, prover, _number(favoured))
        self._line.points[0] = self._state.points
        self._line.tables[0] = self._state.table
        self._line.tables[0, 0]["to_move"] = _number(first)
        for name, value in _AXES.items():
            self._line.tables[0, 0][name] = value
        arrays, spent = self._state.adjacency.arrays, 0
        # Most questions take less time than clearing the whole table, so try a small part first.
        for budget in (self._budget // _FIRST_SHARE, self._budget):
            self._used = self._table[: _room(budget)]
            self._used[:] = 0
            verdict, nodes = prove(self._question, self._line, arrays, self._used, budget)
            spent += int(nodes)
            if verdict in (PROVED, DISPROVED):
                break
        return int(verdict), spent

    def _moves(self) -> tuple[str, ...]:
        moves = np.zeros(DEPTH, np.uint32)
        labels = (*self._game.board.labels, "pass")
        count = best_line(self._question, self._line, self._state.adjacency.arrays, self._used, moves)
        return tuple(labels[p] for p in moves[:count].tolist())


_AXES = {"ko_rule": SIMPLE_KO, "pass_lifts_ko": 1}
_AXES |= dict.fromkeys(("passes_to_end", "passes", "ko", "irregular", "placing", "handicap_turns"), 0)


_SERVED: Final[Served] = {
    **ORDINARY,
    "suicide": ("forbidden",),
    **any_of("repetition cycle pass_lifts_ko singleton_of friendly_fire passes scoring tax prisoner_value komi"),
    **any_of("handicap handicap_kind handicap_bonus dead_stones fairness"),
}
"""The supported axes, or those without effect on captures."""


def check_readable(game: Game) -> None:
    """Raise `UnservedRules` unless groups can be read under a game's rules."""
    check_served("reading a group", game.rules, _SERVED)
    if not game.board.is_plain:
        raise UnservedRules(["reading a group needs stones that block only their own point"])


def _room(budget: int) -> int:
    """Return the size of a search's table of positions, a power of two."""
    return 1 << (2 * budget + 2).bit_length()


def _number(colour: Colour | None) -> int:
    return 0 if colour is None else 1 + COLOURS.index(colour)


def _new_line(state: State) -> Line:
    n, rows = state.adjacency.size, DEPTH + 1
    return Line(
        points=np.zeros((rows, n), POINT),
        tables=np.zeros((rows, 3), TABLE),
        moves=np.zeros((rows, MOVES), np.uint32),
        keys=np.zeros((rows, MOVES), np.uint64),
        takes=np.zeros((rows, MOVES), np.uint8),
        counts=np.zeros(rows, np.int64),
        slots=np.zeros(rows, np.int64),
        limits=np.zeros((rows, 2), np.int64),
        children=np.zeros(MOVES, np.int64),
        regions=np.zeros(n, np.uint8),
        queue=np.zeros(n, np.uint32),
        heads=np.zeros(CHAINS, np.uint32),
        vital=np.zeros(REGIONS, np.uint64),
        beside=np.zeros(REGIONS, np.uint64),
        bench=state.bench(),
    )


@cache
def compile_ahead() -> None:
    """Compile the reader in a background process, unless it is on disk or there is only one core."""
    if cores() > 1 and not is_compiled():
        compile_beside(f"from {__name__} import compile_reader; compile_reader()")


def is_compiled() -> bool:
    """Return whether reading starts without compiling."""
    return is_any_there(prove)


def compile_reader() -> None:
    """Load the reader, or compile it."""
    GroupReader(Game.setup("chinese", ["X.O", "OO.", "..."]), budget=1).read("A3", "white")
