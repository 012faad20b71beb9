"""Values of games that are lost by having no move left, where a prisoner is a move in hand: Tile Go, Cushion Go.

Such a game's states differ in what lies on the board, which is little, and in the prisoners that each side holds,
which is much. A prisoner more never harms the side that holds it: it can play as if it had not got it. So for what lies
on the board, and for a number of the enemy's, there is a least number with which the side to move wins, and a greatest
with which it loses. The states are listed without prisoners, and these thresholds are improved until nothing changes.
How many prisoners a placement makes is seen from how many stones stand there before and after, since nobody may take
own stones off.

Numbers are told apart up to a limit. What is proved of a win takes the limit as the most that the winner holds, and
counts the loser's numbers from it on as any number; so it does not depend on the limit. The generous thresholds are the
other way round: what they do not call won or lost is so with no number of prisoners (see `state_values`).

Rounds are those of `state_values`: the thresholds after round r are those of a win, or a loss, in r turns. With a
limit, a win may need more turns than without one, and by the generous thresholds fewer; where both give the same number
it is the least there is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...game import Game
from ..budget import Budget, OutOfMemory
from ..checkpoints import KeptStates, Snapshot
from ..route import Bracket, continuations
from . import sweeps
from .explorer import Limits
from .state_values import ListedStates, ListedValues

LIMITS: Final = (4, 8, 12, 16, 24, 32, 48)
"""How many prisoners of a side are told apart, one limit after the other."""
_SLICE: Final = 1 << 16
_TABLES: Final = ("win", "loss", "changed")

Place = tuple[int, int, int]
"""A state's number, the prisoners of the side to move, and the enemy's."""


def is_served(game: Game) -> bool:
    """Say whether a game is lost by having no move, and prisoners are good for returning them, and for nothing else."""
    rules = game.rules
    return bool(
        rules.end == "no-moves"
        and rules.may_return
        and not rules.may_pass
        and rules.tao == "off"
        and rules.suicide == "forbidden"
        and game.board.is_plain
    )


class BareStates(ListedStates):
    """The states of a game without prisoners, and how many stones stand in each."""

    def __init__(self, game: Game, budget: Budget, kept: KeptStates | None = None) -> None:
        """List them; OutOfBudget where the seconds or the positions are spent."""
        memory = budget.memory - budget.used
        super().__init__(game, Limits(symmetric=True, memory=memory), budget, _SLICE, kept)
        graph = self.graph
        self.stones: NDArray[np.uint16] = graph.stones()
        arrays = (graph.states, graph.offsets, graph.targets, graph.moves, self.stones)
        self.memory_left: int = memory - sum(array.nbytes for array in arrays) - 8 * len(graph)


class Thresholds:
    """The thresholds of all states; see the module's text for ``generous``."""

    def __init__(self, states: BareStates, most: int, *, generous: bool = False) -> None:
        """Begin with nothing known; OutOfMemory where the tables do not fit."""
        size, width = len(states.graph), most + 1
        needed = 4 * size * (2 * width + 1)  # both kinds of thresholds, those of two rounds each
        if needed > states.memory_left:
            raise OutOfMemory(
                f"the thresholds of {size:,} states take {needed:,} bytes; {states.memory_left:,} are left"
            )
        self._states, self._most, self._generous = states, most, generous
        self._now, self._next = (
            (
                np.full((size, width), sweeps.NEVER, np.uint8),
                np.zeros((size, width), np.uint8),
                np.zeros(size, np.uint8),
            )
            for _ in range(2)
        )
        fits = not generous and needed + 2 * size * width * width <= states.memory_left
        self._rounds: NDArray[np.uint16] = np.zeros((size if fits else 0, width, width), np.uint16)
        self._number = -1
        states.kept.part("generous" if generous else "sure", self._snapshot, self._take_up)

    def _snapshot(self) -> dict[str, Any]:
        tables = dict(zip(_TABLES, self._now, strict=True))
        return {"round": self._number, "rounds": self._rounds, **tables}

    def _take_up(self, kept: Snapshot) -> None:
        for tables in (self._now, self._next):  # what the next round leaves alone is the same in both
            for table, name in zip(tables, _TABLES, strict=True):
                table[:] = kept[name]
        self._rounds[:] = kept["rounds"]
        self._number = int(kept["round"])

    @property
    def keeps_rounds(self) -> bool:
        return len(self._rounds) > 0

    def rounds(self) -> Iterator[int]:
        """Improve the thresholds until nothing changes; yield each round's number from 0, or where taken up, on."""
        graph, changed = self._states.graph, 1
        edges, back = (graph.offsets, graph.targets, graph.moves), len(graph.game.board) + 1
        turns = sweeps.BareTurns(*edges, self._states.stones, back)
        how = "at most" if self._generous else "at least"
        if self._number >= 0:
            yield self._number
        while changed:
            number, changed = self._number + 1, 0
            for piece in self._states.slices():
                changed += sweeps.improve_thresholds(
                    turns, self._now, self._next, self._rounds, self._generous, number, *piece
                )
                self._states.step(f"{how} {self._most} prisoners, round {number}")
            self._now, self._next, self._number = self._next, self._now, number
            yield number

    def sign(self, number: Any, own: Any, enemy: Any) -> Any:
        """Return 1 where the side to move wins, -1 where it loses, 0 where neither is known; of one state or many."""
        own, enemy = np.minimum(own, self._most), np.minimum(enemy, self._most)
        won, lost = self._now[0][number, enemy] <= own, own < self._now[1][number, enemy]
        return won.astype(np.int64) - (lost & ~won)

    def round(self, number: Any, own: Any, enemy: Any) -> Any:
        """Return the round that decided one state or many (0: none, at once, or not kept)."""
        if not self.keeps_rounds:
            return np.zeros_like(number)
        own, enemy = np.minimum(own, self._most), np.minimum(enemy, self._most)
        return self._rounds[number, own, enemy].astype(np.int64)


class ThresholdValues(ListedValues):
    """What the states of a game are worth, by thresholds up to a limit."""

    def __init__(self, states: BareStates, most: int) -> None:
        """Find the thresholds; OutOfBudget where the budget does not suffice."""
        self.states = states
        self._most = most
        self.is_whole: bool = states.is_whole
        self._watched: dict[Place, int] = {}
        self._cycles: Thresholds | None = None  # the generous ones, where they leave the first state open
        first = self.key(states.game)
        assert first is not None  # every search begins with it
        watched = {first, *filter(None, (self.key(after) for _, after in continuations(states.game)))}
        self.sure: Final = Thresholds(states, most)
        states.kept.part("watched", self._snapshot, self._take_up)
        for number in self.sure.rounds():
            for place in watched:
                if place not in self._watched and self.sure.sign(*place):
                    self._watched[place] = number
        is_settled = self.sure.sign(*first) != 0
        self.is_exact: bool = self._ends_alike(first) if self.is_whole else is_settled

    def _snapshot(self) -> dict[str, Any]:
        places = [(*place, number) for place, number in self._watched.items()]
        return {"decided": np.array(places, np.int64).reshape(-1, 4)}

    def _take_up(self, kept: Snapshot) -> None:
        for number, own, enemy, decided in np.asarray(kept["decided"]).tolist():
            self._watched[number, own, enemy] = decided

    def _ends_alike(self, first: Place) -> bool:
        """Say whether generous thresholds decide the first state alike, and as soon."""
        sure = int(self.sure.sign(*first))
        generous = Thresholds(self.states, self._most, generous=True)
        for number in generous.rounds():
            if generous.sign(*first):
                return sure != 0 and number == self._watched[first]
        self._cycles = generous
        return sure == 0

    def key(self, game: Game) -> Place | None:
        number = self.states.number(game)
        if number is None:
            return None
        held = game.prisoners
        return number, held[game.to_play], held["white" if game.to_play == "black" else "black"]

    def bracket(self, game: Game) -> Bracket[float]:
        place = self.key(game)
        sign = 0 if place is None else self.sure.sign(*place)
        return Bracket(float(sign or -1), float(sign or 1))

    def plies(self, game: Game) -> int:
        place = self.key(game)
        if place is None:
            return 0
        return self._watched.get(place) or int(self.sure.round(*place))

    def is_certain(self, game: Game) -> bool:
        place = self.key(game)
        if place is None:
            return False
        return bool(self.sure.sign(*place) or (self._cycles is not None and not self._cycles.sign(*place)))
