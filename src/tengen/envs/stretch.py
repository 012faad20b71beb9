"""The games of one kind, side by side in a batch: their memory, shared data, and saved states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..game import Game
from ..game.on_board import read_position
from ..kernel import State
from ..kernel.compiling import claim, goes_on
from ..kernel.game_calls import StandIn
from ..kernel.layout import plain
from ..records import Position, TengenError
from ..rules import variant
from . import memory as memories
from .core.arrays import LEAVE, Fixed, Memory, Results
from .core.steps import advance, copy_within, take_over
from .planes import Plane
from .starting import GameKind, played

Call = Callable[..., Any]
GAMES: Final = ("chinese", "gengo")
"""Games without wide stones, and with them: they are compiled separately."""
_LAID = ("colour", "tiles", "tao", "tao_later", "neighbours_at", "degree", "footprint_at", "footprint_size")
"""The fields of a point set at the start; the rest follows, except for the order of the list of open points."""


_FEW: Final = 4_000
"""The total points up to which plain Python makes turns until compiled code is available: in half a second."""


class Snapshot(NamedTuple):
    """The state of an environment's games, to be restored in a matching one; ``kind`` identifies matches."""

    arrays: tuple[NDArray[Any], ...]
    kind: str


def is_compiling(wide: bool) -> bool:
    """Return whether the turns of games are being compiled in the background; start it if no process has."""
    return goes_on(claim("turns", wide), f"from {__package__} import warm_up; warm_up(({GAMES[wide]!r},))")


def kind_of(fixed: Fixed) -> str:
    """Return a key for the board, rules and start of games, but not for planes and automatic restarts."""
    settings = fixed.settings.copy()
    settings["autoreset"] = 0
    digest = sha256()
    adjacency = fixed.adjacency
    for array in (*(fixed.start.points[name] for name in _LAID), adjacency.links, adjacency.keys, fixed.prices):
        digest.update(array.tobytes())
    for records in (fixed.start.table, settings):
        for name in records.dtype.names or ():
            digest.update(records[name].tobytes())
    return digest.hexdigest()


def check_snapshot(snapshot: Any, memory: Sequence[Any], kind: str, games: int) -> None:
    """Raise TengenError unless a state is of this number of games in such memory, since the kernel does not check."""
    if not isinstance(snapshot, Snapshot):
        raise TengenError(f"restore takes what save() returned, not {snapshot!r:.60}")
    shapes = [(tuple(array.shape), array.dtype) for array in snapshot.arrays]
    if snapshot.kind != kind or shapes != [((games, *array.shape[1:]), array.dtype) for array in memory]:
        raise TengenError("this state was saved from games of another kind or number")


class KindBatch:
    """The games ``first`` to ``last - 1`` of a batch, which are of one kind."""

    def __init__(
        self,
        kind: GameKind,
        first: int,
        planes: Sequence[Plane],
        autoreset: bool,
        shared: Results,
        records: NDArray[Any],
        threads: int,
    ) -> None:
        """Allocate the games; their ``shared`` results and ``records`` are those of the whole batch."""
        self.start: Final = kind.start
        self.actions: Final = kind.actions
        self.first = first
        self.last: Final = first + kind.games
        self.state: Final = kind.start.state()
        fixed = memories.make_fixed(kind, planes, autoreset)
        self.name: Final = kind_of(fixed)
        self._results = Results(*(array[first : self.last] for array in shared))
        mine = records[first : self.last]
        memory = memories.make_memory(kind, planes, kind.games)
        mine[:] = memory.games
        self.memory: Final = memory._replace(games=mine)
        self._given = plain((self.memory, self._results, fixed))
        self._spaces = [plain(memories.make_workspace(self.state)) for _ in range(threads)]
        self._advance: Callable[..., None] = advance
        if kind.games * self.state.adjacency.size <= _FEW:
            compiling = partial(is_compiling, self.state.adjacency.wide is not None)
            self._advance = StandIn(advance, compiling, partial(setattr, self, "_advance"))
        parts = 1 if threads == 1 else max(1, min(3 * threads * kind.games // len(records), kind.games))
        self.parts: Final = list(pairwise(kind.games * i // parts for i in range(parts + 1)))

    def compile(self) -> None:
        """Load the code for the games' turns, or compile it."""
        self._advance = advance
        self.advance(np.full(self.last - self.first, LEAVE, np.int32))

    def advance(self, orders: NDArray[np.int32]) -> None:
        """Carry out the orders in all the games."""
        self._advance(*self._given, self._spaces[0], orders, 0, len(orders))

    def advancing(self, orders: NDArray[np.int32]) -> Callable[[int], Call]:
        """Return the maker of each thread's work: carrying out the orders in a part of the games."""
        mine, given, spaces = orders[self.first : self.last], self._given, self._spaces
        return lambda thread: partial(self._advance, *given, spaces[thread], mine)

    # -- looking -------------------------------------------------------------------------------------------------------

    def game(self, index: int) -> Game:
        """Return one of the games, counted from the stretch's first one, as a `Game`."""
        record = self.memory.games[index]
        start = self.started(float(record["komi"]) - self.start.rules.bonus)
        return played(start, self.actions, self.memory.moves[index, : int(record["turns"])])

    def position(self, index: int) -> Position:
        """Return the position of one of the games, counted from the stretch's first one."""
        state = State(self.state.adjacency, np.zeros_like(self.state.buffer), self.state.scratch.copy())
        state.points[:] = self.memory.points[index]
        state.table[:] = self.memory.table[index]
        return read_position(self.start.board, state)

    def started(self, komi: float) -> Game:
        """Return the start under another komi; TengenError if the rules do not allow it."""
        start = self.start
        if komi == start.rules.komi:
            return start
        return Game.from_position(variant(start.variant, komi=komi), start.board, start.start)

    # -- keeping -------------------------------------------------------------------------------------------------------

    def save(self, chosen: NDArray[np.intp]) -> Snapshot:
        """Return a copy of the state of some games, counted from the stretch's first one."""
        kept = Memory(*(np.zeros((len(chosen), *array.shape[1:]), array.dtype) for array in self.memory))
        take_over(plain(kept), plain(self.memory), chosen, np.arange(len(chosen)))
        return Snapshot(tuple(kept), self.name)

    def load(self, snapshot: Snapshot, chosen: NDArray[np.intp]) -> None:
        """Take over the games of a checked snapshot."""
        take_over(plain(self.memory), plain(Memory(*snapshot.arrays)), np.arange(len(chosen)), chosen)

    def copy(self, sources: NDArray[np.intp], targets: NDArray[np.intp]) -> None:
        """Copy games to others, counted from the stretch's first one."""
        copy_within(plain(self.memory), plain(self._results), sources, targets)
