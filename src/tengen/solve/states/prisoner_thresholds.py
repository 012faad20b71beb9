"""Values of games lost by a player without a move, where a prisoner is a spare move: Tile Go, Cushion Go.

The states of such a game differ little on the board, but much in the prisoners that each side holds. One more prisoner
never harms its owner, who can ignore it. So for each board state and each number of the enemy's prisoners, there is a
least number with which the side to move wins, and a greatest with which it loses. States are listed without prisoners,
and these thresholds are improved until nothing changes. Own stones are never removed, so the stones before and after a
placement give the prisoners it makes.

Numbers are distinguished up to a limit. A proof of a win lets the winner hold at most the limit, and the loser, from
the limit on, any number; so it does not depend on the limit. The generous thresholds do the opposite: if they leave a
state undecided, no number of prisoners decides it (see `state_values`).

Rounds are those of `state_values`: the thresholds after round r are those of a win, or a loss, in r turns. With a
limit, a win may need more turns than without one; with generous thresholds, fewer. If both agree, the number is the
minimum.
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
"""The limits on a side's prisoners, in the order tried."""
_SLICE: Final = 1 << 16
_TABLES: Final = ("win", "loss", "changed")

Place = tuple[int, int, int]
"""A state's number, the prisoners of the side to move, and the enemy's."""


def is_served(game: Game) -> bool:
    """Return whether a player without a move loses, and prisoners can only be returned."""
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
    """The states of a game without prisoners, and the number of stones in each."""

    def __init__(self, game: Game, budget: Budget, kept: KeptStates | None = None) -> None:
        """List the states; OutOfBudget if the seconds or the positions are spent."""
        memory = budget.memory - budget.used
        super().__init__(game, Limits(symmetric=True, memory=memory), budget, _SLICE, kept)
        graph = self.graph
        self.stones: NDArray[np.uint16] = graph.stones()
        arrays = (graph.states, graph.offsets, graph.targets, graph.moves, self.stones)
        self.memory_left: int = memory - sum(array.nbytes for array in arrays) - 8 * len(graph)


class Thresholds:
    """The thresholds of all states; the module's docstring explains ``generous``."""

    def __init__(self, states: BareStates, most: int, *, generous: bool = False) -> None:
        """Begin with nothing known; OutOfMemory if the tables do not fit."""
        size, width = len(states.graph), most + 1
        needed = 4 * size * (2 * width + 1)  # both kinds of thresholds, for two rounds each
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
        for tables in (self._now, self._next):  # entries that the next round does not change are equal in both
            for table, name in zip(tables, _TABLES, strict=True):
                table[:] = kept[name]
        self._rounds[:] = kept["rounds"]
        self._number = int(kept["round"])

    @property
    def keeps_rounds(self) -> bool:
        return len(self._rounds) > 0

    def rounds(self) -> Iterator[int]:
        """Improve the thresholds until nothing changes; yield each round's number, from 0 or where it resumed."""
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
        """Return 1 if the side to move wins, -1 if it loses, 0 if unknown; for one state or many."""
        own, enemy = np.minimum(own, self._most), np.minimum(enemy, self._most)
        won, lost = self._now[0][number, enemy] <= own, own < self._now[1][number, enemy]
        return won.astype(np.int64) - (lost & ~won)

    def round(self, number: Any, own: Any, enemy: Any) -> Any:
        """Return the round that decided one state or many (0: none, immediately, or not kept)."""
        if not self.keeps_rounds:
            return np.zeros_like(number)
        own, enemy = np.minimum(own, self._most), np.minimum(enemy, self._most)
        return self._rounds[number, own, enemy].astype(np.int64)


class ThresholdValues(ListedValues):
    """The values of a game's states, by thresholds up to a limit."""

    def __init__(self, states: BareStates, most: int) -> None:
        """Compute the thresholds; OutOfBudget if the budget is too small."""
        self.states = states
        self._most = most
        self.is_whole: bool = states.is_whole
        self._watched: dict[Place, int] = {}
        self._cycles: Thresholds | None = None  # generous thresholds, if they leave the first state open
        first = self.key(states.game)
        assert first is not None  # every search starts with this state
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
        """Return whether generous thresholds decide the first state with the same result, and as soon."""
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
