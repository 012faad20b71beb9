"""The games of one kind, side by side in a batch: their memory, and what all of them share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..game import Game
from ..game.on_board import read_position
from ..kernel import State
from ..kernel.layout import plain
from ..records import Position
from ..rules import variant
from . import memory as memories
from .core.arrays import Memory, Results
from .core.copying import copy_within, take_over
from .core.steps import advance
from .keeping import Snapshot, kind_of
from .planes import Plane
from .starting import GameKind, played

Call = Callable[..., Any]


class KindBatch:
    """The games ``first`` to ``last - 1`` of a batch, which are of one kind."""

    def __init__(self, kind: GameKind, first: int, planes: Sequence[Plane], autoreset: bool, shared: Results) -> None:
        """Make memory for the games; their ``shared`` results are those of the whole batch."""
        self.start: Final = kind.start
        self.actions: Final = kind.actions
        self.first = first
        self.last: Final = first + kind.games
        self.state: Final = kind.start.state()
        self.memory: Memory = memories.make_memory(kind, planes, kind.games)
        self.fixed: Final = memories.make_fixed(kind, planes, autoreset)
        self.name: Final = kind_of(self.fixed)
        self._results = Results(*(array[first : self.last] for array in shared))
        self._started = {float(self.start.rules.komi): self.start}

    def lay_out(self, records: NDArray[Any], threads: int, games: int) -> None:
        """Move the games' records into those of the batch, and divide the work among threads."""
        mine = records[self.first : self.last]
        mine[:] = self.memory.games
        self.memory = self.memory._replace(games=mine)
        self._given = plain((self.memory, self._results, self.fixed))
        self._spaces = [plain(memories.make_workspace(self.state)) for _ in range(threads)]
        count = len(mine)
        parts = 1 if threads == 1 else max(1, min(3 * threads * count // games, count))
        self.parts: list[tuple[int, int]] = list(pairwise(count * i // parts for i in range(parts + 1)))

    def advance(self, orders: NDArray[np.int32]) -> None:
        """Carry out the orders in all the games."""
        advance(*self._given, self._spaces[0], orders, 0, len(orders))

    def advancing(self, orders: NDArray[np.int32]) -> Callable[[int], Call]:
        """Return what gives each thread its work: to carry out the orders in a part of the games."""
        mine, given, spaces = orders[self.first : self.last], self._given, self._spaces
        return lambda thread: partial(advance, *given, spaces[thread], mine)

    # -- looking -------------------------------------------------------------------------------------------------------

    def game(self, index: int) -> Game:
        """Return one of the games, counted from the first one here, as a `Game`."""
        record = self.memory.games[index]
        start = self.started(float(record["komi"]) - self.start.rules.bonus)
        return played(start, self.actions, self.memory.moves[index, : int(record["turns"])])

    def position(self, index: int) -> Position:
        """Return the position of one of the games, counted from the first one here."""
        state = State(self.state.adjacency, np.zeros_like(self.state.buffer), self.state.scratch.copy())
        state.points[:] = self.memory.points[index]
        state.table[:] = self.memory.table[index]
        return read_position(self.start.board, state)

    def started(self, komi: float) -> Game:
        """Return the start under another komi; TengenError where the rules do not go with it."""
        if komi not in self._started:
            if len(self._started) > 99:
                self._started = {float(self.start.rules.komi): self.start}
            chosen = variant(self.start.variant, komi=komi)
            begun = self.start.start
            self._started[komi] = (
                Game(chosen, board=self.start.board)
                if begun is None
                else Game.from_position(chosen, self.start.board, begun)
            )
        return self._started[komi]

    # -- keeping -------------------------------------------------------------------------------------------------------

    def save(self, chosen: NDArray[np.intp]) -> Snapshot:
        """Return a copy of the state of some games, counted from the first one here."""
        kept = Memory(*(np.zeros((len(chosen), *array.shape[1:]), array.dtype) for array in self.memory))
        take_over(plain(kept), plain(self.memory), chosen, np.arange(len(chosen)))
        return Snapshot(tuple(kept), self.name)

    def load(self, snapshot: Snapshot, chosen: NDArray[np.intp]) -> None:
        """Take over the games of a snapshot that was checked."""
        take_over(plain(self.memory), plain(Memory(*snapshot.arrays)), np.arange(len(chosen)), chosen)

    def copy(self, sources: NDArray[np.intp], targets: NDArray[np.intp]) -> None:
        """Copy games into others, counted from the first one here."""
        copy_within(plain(self.memory), plain(self._results), sources, targets)
