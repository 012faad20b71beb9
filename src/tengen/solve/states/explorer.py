"""The states of a game and the turns between them: any variant, any board, as far as memory goes.

A *state* is everything on which the legality of a turn depends, except for superko: stones, Tao stones, tiles if stacks
have a limit, the side to move, the incursion bit (spec 2.2), the ko in force (spec 1.2, 4.6), the passes in a row, and
what can be spent: prisoners if they are returned or pay for Tao stones, Tao stones in hand, Tao stones bought or turns
made while the price depends on them. Prisoners that only count at the end are not part of it. Two states are equal if
the kos in force forbid the same points, however they arose.

Unlimited prisoners. If a turn may return a prisoner, a player can hold any number of them, and there may be infinitely
many states. Either a limit is set, and turns beyond it lead `NOWHERE`; or prisoners are left out, and returns are
always possible. The second is right if every turn is a placement or a return. When play returns to the same stones,
both sides have made equally many turns, and each has lost as many stones as it has placed; so both have gained the same
number of prisoners, (placements - returns) / 2. Such play can be repeated for ever, given enough prisoners at its
start, if and only if that is not negative. Every endless play contains such a piece, since prisoners that decrease for
ever run out. `cycles` searches for exactly such pieces.

History is ignored. Superko is replaced by plain ko: under superko no position recurs, so the question does not arise.
Every other rule of repetition is reduced to the ko that it contains.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...game import Game
from ...game.on_board import read_position
from ...kernel import State
from ...records import COLOURS, Colour, Move, Pass, Place, Position, Return, Tao, TengenError
from ...rules import REPETITIONS, Ko
from ...rules.repetition import name_without_history
from ...rules.serving import check_served, state_parts
from ..bitboards import symmetries
from ..budget import KNOWN, OutOfMemory
from ..checkpoints import Keeper
from . import state_keys, successors
from .successors import EXPANDED, NOWHERE, STATES, UNSPENT, KeyRules, KnownStates, StateEdges

MOST_SYMMETRIES: Final = 1000
_SLICE: Final = 4096
_GROWTH: Final = 2
_KEPT: Final = ("states", "offsets", "targets", "moves")
_LATER: Final = 48
"""Bytes of a state that `cycles` will need in addition to the graph."""
_PACKED: Final = ("tiles", "incursion", "prisoners", "tao_in_hand", "tao_bought", "tao_price")
"""The parts of the whole state for which `state_keys` has bits."""

ExplorerReport = Callable[["Explorer"], None]


@dataclass(frozen=True)
class Limits:
    """Limits of a search.

    ``points`` are the labels where each side may place (None: everywhere); without ``passes`` there are no passes. With
    ``elsewhere`` both sides may always pass without ending the game: a pass then stands for a move in another part of
    the board. ``prisoners`` is the most a side may hold if they are part of the state; None leaves them out as
    described above. With ``saturates``, prisoners that only count at the end are part of it too, and a side with more
    than ``prisoners`` has the states of exactly that number. A turn that spends a prisoner then leads to two states,
    with one less and with the same number (`UNSPENT` is added to the move). With ``symmetric``, states equal by a
    symmetry of the board or an exchange of the colours are merged. ``memory`` is in bytes.
    """

    points: Mapping[Colour, Collection[str]] | None = None
    passes: bool = True
    elsewhere: bool = False
    prisoners: int | None = None
    saturates: bool = False
    symmetric: bool = False
    memory: int = 1 << 30


class StatesFull(OutOfMemory):
    """The states do not fit into the allowed memory."""


@dataclass(frozen=True)
class StateGraph:
    """The states found and the turns between them.

    ``states`` is (N, words) uint64, the keys of `state_keys`, with the start as number 0. The turns from state i are
    entries ``offsets[i]`` to ``offsets[i + 1]`` of ``targets`` (uint32, `NOWHERE` beyond a limit) and ``moves``
    (uint16: a point, n for a pass, n + 1 for a return, n + 2 + p for a Tao stone on p). Only the first ``expanded``
    states have been expanded; the graph is complete when these are all.
    """

    game: Game
    limits: Limits
    shape: NDArray[np.uint32]
    states: NDArray[np.uint64]
    offsets: NDArray[np.int64]
    targets: NDArray[np.uint32]
    moves: NDArray[np.uint16]
    expanded: int

    def __len__(self) -> int:
        return len(self.states)

    @property
    def is_whole(self) -> bool:
        return self.expanded == len(self.states)

    @property
    def is_tileless(self) -> bool:
        """Whether the states omit the tiles of a game with tiles: stacks have no limit, so no rule depends on them."""
        return self.game.rules.tiles != "none" and not self.shape[state_keys.TILE_BITS]

    @property
    def is_free(self) -> bool:
        """Whether the states omit prisoners although they can be returned."""
        return bool(self.shape[state_keys.FREE])

    @property
    def cell_bits(self) -> int:
        """The number of bits of a key for each point."""
        return 2 + int(self.shape[state_keys.TAO_BITS] + self.shape[state_keys.TILE_BITS])

    def field(self, at: int, bits: int) -> NDArray[np.uint64]:
        """Return some bits of every key, from ``at`` on."""
        word, shift = at >> 6, at & 63
        found: NDArray[np.uint64] = self.states[:, word] >> np.uint64(shift)
        if shift + bits > 64:
            found |= self.states[:, word + 1] << np.uint64(64 - shift)
        return found & np.uint64((1 << bits) - 1)

    def stones(self) -> NDArray[np.uint16]:
        """Return the number of stones in each state."""
        found = np.zeros(len(self), np.uint16)
        state_keys.count_stones(self.states, self.cell_bits, len(self.game.board), found)
        return found

    def move(self, edge: int) -> Move:
        n, move = len(self.game.board), int(self.moves[edge]) & ~UNSPENT
        if move < n:
            return Place(move)
        return Pass if move == n else Return if move == n + 1 else Tao(move - n - 2)

    def position(self, state: int) -> Position:
        table = _StateMemory(self.game, self.limits).put_back(self.states[state])
        position = read_position(self.game.board, table)
        return replace(position, prisoners={"black": 0, "white": 0}) if self.is_free else position


def explore(game: Game, limits: Limits | None = None, *, report: ExplorerReport | None = None) -> StateGraph:
    """Find all states reachable from a game's position, breadth first; ``report`` is called from time to time.

    Raises:
        StatesFull: out of memory; TengenError: unsupported game.
    """
    explorer = Explorer(game, limits or Limits())
    explorer.run(report)
    return explorer.graph()


def plain(game: Game) -> Game:
    """Return a game from the same position, with superko replaced by plain ko; TengenError before a handicap."""
    check_served("a search for all states", game.rules, KNOWN)
    table = game.state().table[0]
    if table["irregular"] or table["placing"]:
        raise TengenError(f"handicap = {game.rules.handicap} must be placed before a search for all states")
    chosen = game.variant
    rules = chosen.rules.replace(handicap=0)
    row = REPETITIONS[rules.repetition]
    if row.compares is not None:
        rules = rules.replace(repetition=name_without_history(row), cycle="no-result")
    return Game.from_position(replace(chosen, rules=rules), game.board, game.position)


def shape_of(game: Game, limits: Limits) -> NDArray[np.uint32]:
    """Return the layout of states (see `state_keys`); TengenError if prisoners cannot be left out."""
    rules, n = game.rules, len(game.board)
    parts = state_parts("a search for all states", rules, _PACKED)
    returns = rules.may_return
    passes = limits.elsewhere or (limits.passes and rules.may_pass)
    spent = returns or (rules.tao == "on" and rules.tao_payment == "prisoner")
    free = spent and limits.prisoners is None
    if free and (passes or rules.tao == "on"):
        raise TengenError("turns may be passes or Tao stones, so limit the prisoners of a side (--prisoners N)")
    prices = rules.tao_prices.amounts
    shape = np.zeros(state_keys.ENTRIES, np.uint32)
    shape[state_keys.TAO_BITS] = rules.tao == "on"
    shape[state_keys.INCURSION_BITS] = "incursion" in parts
    if "tiles" in parts and rules.tile_stack != "unlimited":
        shape[state_keys.TILE_BITS] = min(rules.tile_stack.bit_length(), 16)
    shape[state_keys.PASS_BITS] = rules.passes.bit_length() if passes and not limits.elsewhere else 0
    shape[state_keys.KO_BITS] = 0 if REPETITIONS[rules.repetition].ko is Ko.NONE else n.bit_length()
    if (spent or limits.saturates) and limits.prisoners is not None:
        shape[state_keys.HELD_BITS] = max(limits.prisoners.bit_length(), 1)
        shape[state_keys.MOST_HELD] = limits.prisoners
        shape[state_keys.SATURATES] = limits.saturates
    shape[state_keys.HAND_BITS] = max(game.tao_in_hand.values()).bit_length()
    by_turn = "tao_price" in parts
    shape[state_keys.BOUGHT_BITS] = (len(prices) - 1).bit_length() if "tao_bought" in parts and not by_turn else 0
    shape[state_keys.TURN_BITS] = rules.tao_prices.last_turn.bit_length() if by_turn else 0
    shape[state_keys.FREE], shape[state_keys.PASSES], shape[state_keys.RETURNS] = free, passes, returns
    shape[state_keys.TAOS], shape[state_keys.PRICES] = rules.tao == "on", len(prices)
    cells = n * int(2 + shape[state_keys.TAO_BITS] + shape[state_keys.TILE_BITS])
    held = 2 * int(shape[state_keys.HELD_BITS] + shape[state_keys.HAND_BITS] + shape[state_keys.BOUGHT_BITS])
    bits = cells + 2 + int(shape[state_keys.PASS_BITS] + shape[state_keys.KO_BITS] + shape[state_keys.TURN_BITS]) + held
    shape[state_keys.WORDS] = -(-bits // 64)
    return shape


class _StateMemory:
    """Memory of the compiled functions: a current game, its child, and scratch space."""

    def __init__(self, game: Game, limits: Limits) -> None:
        self.shape = shape_of(game, limits)
        self.table, self.child = game.state(), game.state()
        self.bench = self.table.bench()
        self.row, self.trial = (np.zeros(int(self.shape[state_keys.WORDS]), np.uint64) for _ in range(2))

    def put_back(self, row: NDArray[np.uint64]) -> State:
        """Restore a state as the current game and return it."""
        successors.put_back(self.table.arrays, self.table.adjacency.arrays, self.bench, self.shape, row)
        return self.table


class Explorer:
    """A breadth-first search for all states; it can be stopped and resumed."""

    def __init__(self, game: Game, limits: Limits, start: State | None = None) -> None:
        """Start from a game's position, or from ``start``: that position with its ko and passes."""
        self.asked: Final = game.rules.repetition
        self.game: Final = plain(game)
        self.limits = limits
        if game.outcome is not None:
            raise TengenError(f"the game is over: {game.outcome}")
        self._room = room = _StateMemory(self.game, limits)
        board = self.game.board
        allowed = np.ones((2, len(board)), np.uint8)
        if limits.points is not None:
            if limits.symmetric:
                raise TengenError("a search on some of the points cannot use symmetry")
            for side, colour in enumerate(COLOURS):
                allowed[side] = [label in limits.points.get(colour, ()) for label in board.labels]
        images = np.array(symmetries(board, MOST_SYMMETRIES if limits.symmetric else 1), np.uint16)
        prices = np.array(self.game.rules.tao_prices.amounts, np.int64)
        self._rules = KeyRules(
            room.table.adjacency.arrays, room.shape, images, 2 if limits.symmetric else 1, allowed, prices
        )
        self.counters: Final = np.zeros(3, np.int64)
        self._make(1 << 12, 1 << 14)
        self._enter(room.table if start is None else start)
        self.counters[STATES] = 1

    def _make(self, states: int, edges: int) -> None:
        self.states: NDArray[np.uint64] = np.zeros((states, int(self._room.shape[state_keys.WORDS])), np.uint64)
        self.offsets: NDArray[np.int64] = np.zeros(states + 1, np.int64)
        self._slots = np.full(2 * states, NOWHERE, np.uint32)
        self.targets: NDArray[np.uint32] = np.zeros(edges, np.uint32)
        self.moves: NDArray[np.uint16] = np.zeros(edges, np.uint16)

    def _enter(self, state: State) -> None:
        room = self._room
        room.table.load(state)
        number = successors.enter_first(room.table.arrays, room.bench, self._rules, self._known())
        if number == NOWHERE:
            raise TengenError("the position has more prisoners than the limit")

    def _known(self) -> KnownStates:
        return KnownStates(self.states, self._slots, self._room.row, self._room.trial)

    def key(self, state: State) -> bytes:
        """Return a state's key, the least of symmetric ones; only for an explorer without a search in progress."""
        self._slots[:] = NOWHERE
        self._enter(state)
        return bytes(self.states[0].tobytes())

    def number(self, state: State) -> int | None:
        """Return the number of a state; None if it was not found."""
        room = self._room
        room.table.load(state)
        number = int(successors.number_of(room.table.arrays, room.bench, self._rules, self._known()))
        return None if number == NOWHERE else number

    @property
    def found(self) -> int:
        return int(self.counters[STATES])

    @property
    def expanded(self) -> int:
        return int(self.counters[EXPANDED])

    def run(self, report: ExplorerReport | None = None) -> None:
        """Continue until all states are found; StatesFull if memory runs out. It can be stopped between two slices."""
        room = self._room
        memory = room.table.arrays, room.child.arrays, room.bench
        while True:
            edges = StateEdges(self.offsets, self.targets, self.moves, self.counters)
            reason = int(successors.expand(*memory, self._rules, self._known(), edges, _SLICE))
            if report is not None:
                report(self)
            if reason == successors.DONE:
                return
            if reason == successors.STATES_FULL:
                size = len(self.states) * _GROWTH
                self._check_memory(size * (self.states.itemsize * self.states.shape[1] + 8 + 2 * 4 + _LATER))
                self.states, self.offsets = _enlarged(self.states, size), _enlarged(self.offsets, size + 1)
                self._fill_slots(size)
            elif reason == successors.EDGES_FULL:
                size = len(self.targets) * _GROWTH
                self._check_memory(size * 6)
                self.targets, self.moves = _enlarged(self.targets, size), _enlarged(self.moves, size)

    def _fill_slots(self, size: int) -> None:
        self._slots = np.full(2 * size, NOWHERE, np.uint32)
        successors.enter_slots(self._known(), self.found)

    def _check_memory(self, more: int) -> None:
        """Enforce the memory limit; while an array grows, both the old and the new one exist."""
        arrays = (self.states, self.offsets, self._slots, self.targets, self.moves)
        if sum(array.nbytes for array in arrays) + more > self.limits.memory:
            raise StatesFull(
                f"{self.found:,} states fill the memory of {self.limits.memory / (1 << 20):,.0f} MiB; "
                f"{self.expanded:,} of them have been expanded"
            )

    def graph(self) -> StateGraph:
        """Return the graph found so far."""
        states, expanded, edges = self.counters
        return StateGraph(
            self.game, self.limits, self._room.shape, self.states[:states], self.offsets[: expanded + 1],
            self.targets[:edges], self.moves[:edges], int(expanded),
        )  # fmt: skip

    # -- resuming
    # --------------------------------------------------------------------------------------------------------

    def keep_in(self, path: Path) -> Keeper:
        """Return the keeper of the search in a file, and resume from its contents. Raises as `Keeper`."""
        game, limits = self.game, replace(self.limits, memory=0)
        keeper = Keeper(
            path, {"search": repr((game.rules, game.board.text, self.states.shape[1], limits, game.position))}
        )
        keeper.keep("list", self.snapshot, self.take_up)
        return keeper

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return the search so far, for resuming."""
        graph = self.graph()
        return {"counters": self.counters, **{name: getattr(graph, name) for name in _KEPT}}

    def take_up(self, kept: Mapping[str, Any]) -> None:
        """Resume from a snapshot of the same search; KeyError, TypeError or ValueError if it does not fit."""
        size, edges = len(self.states), len(self.targets)
        while len(kept["states"]) + 2 * len(self.game.board) + 2 > size:
            size *= _GROWTH
        while len(kept["targets"]) + 2 * len(self.game.board) + 2 > edges:
            edges *= _GROWTH
        self._make(size, edges)
        self.counters[:] = kept["counters"]
        for name in _KEPT:
            getattr(self, name)[: len(kept[name])] = kept[name]
        self._fill_slots(size)


def _enlarged(array: NDArray[Any], size: int) -> NDArray[Any]:
    made = np.zeros((size, *array.shape[1:]), array.dtype)
    made[: len(array)] = array
    return made


class Placements(NamedTuple):
    """All placements: position before, side, point, and position after."""

    source: NDArray[np.int64]
    side: NDArray[np.int64]
    point: NDArray[np.int64]
    target: NDArray[np.int64]


def placements(states: StateGraph) -> tuple[dict[bytes, int], Placements]:
    """Return positions (0, 1, 2 for each point; the start first) and all placements in a game of stones alone."""
    n = len(states.game.board)
    bits = np.unpackbits(states.states.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    cells = bits[:, : 2 * n].reshape(-1, n, 2)
    known: dict[bytes, int] = {}
    contents = (row.tobytes() for row in cells[:, :, 0] + 2 * cells[:, :, 1])
    number = np.array([known.setdefault(content, len(known)) for content in contents], np.int64)
    edges = np.flatnonzero(states.moves < n)
    at = np.repeat(np.arange(len(states)), np.diff(states.offsets))[edges]
    ways = number[at], bits[at, 2 * n].astype(np.int64), states.moves[edges].astype(np.int64)
    return known, Placements(*ways, number[states.targets[edges]])
