"""Thousands of games on a GPU, each advanced by its own thread with the kernel's own code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from ..envs import memory as memories
from ..envs.core import arrays
from ..envs.core.arrays import Fixed, Memory, Results, Workspace
from ..envs.planes import default_groups, plane_list
from ..envs.starting import (
    GameKind,
    amount,
    array_of,
    check_number,
    chosen_games,
    game_kind,
    illegal_action,
    played,
    seed_games,
)
from ..envs.stretch import Snapshot, check_snapshot, kind_of
from ..game import Game
from ..game.setup import BoardLike
from ..kernel import Playouts
from ..kernel.batch import MOST_GAMES as MOST_PLAYOUTS
from ..kernel.batch import playout_start, turn_limit
from ..records import TengenError
from ..rules import Axes, Rules, Variant
from . import kernels
from .exchange import DeviceArray
from .kernels import launcher
from .target import cuda

_MOST_LANES = 1 << 16
_SLICE = 16
"""Playouts of a lane between two checks whether to stop."""
_CHUNK = 1 << 26
"""Zeroed bytes on the host for clearing device memory."""


class DeviceStep(NamedTuple):
    """The results of a step: arrays on the device that the next step overwrites. The first axis is the games'."""

    observations: DeviceArray
    masks: DeviceArray
    rewards: DeviceArray
    terminated: DeviceArray
    truncated: DeviceArray


class DevicePlayouts(NamedTuple):
    """Results of random games, as in `kernel.Playouts`, on the device."""

    moves: DeviceArray
    scores: DeviceArray
    winners: DeviceArray

    def to_host(self) -> Playouts:
        """Wait for the device and return a copy."""
        return Playouts(*(array.to_host() for array in self))


class GpuGames:
    """A number of games of one kind on a GPU, each restarted when it ends.

    It is `envs.VectorEnv` on the device: the same options, actions, planes, ends and random numbers, and the same games
    from the same seeds. The arrays are attributes (``observations``, ``masks``, ``rewards``, ``terminated``,
    ``truncated``, ``ends``, ``margins``, ``lengths``, ``to_play``) that remain the same `DeviceArray` objects. See
    `docs/how/gpu.md`.

    >>> env = GpuGames("chinese", board="3x3", games=2)  # doctest: +SKIP
    >>> step: DeviceStep = env.step(env.sample())  # doctest: +SKIP
    >>> step.masks.to_host().shape, env.game(0).to_play  # doctest: +SKIP
    ((2, 10), 'white')
    >>> found: DevicePlayouts = env.playout(seed=1)  # doctest: +SKIP
    >>> found.to_host().scores.shape  # doctest: +SKIP
    (2,)
    """

    observations: DeviceArray
    final_observations: DeviceArray
    globals: DeviceArray
    final_globals: DeviceArray
    masks: DeviceArray
    rewards: DeviceArray
    terminated: DeviceArray
    truncated: DeviceArray
    ends: DeviceArray
    margins: DeviceArray
    owners: DeviceArray
    lengths: DeviceArray
    to_play: DeviceArray

    def __init__(
        self,
        game: str | Variant | Rules | Game = "chinese",
        *,
        board: BoardLike | None = None,
        games: int = 4096,
        planes: Sequence[str] | None = None,
        history: int = 7,
        superko: bool | None = None,
        limit: int | None = None,
        autoreset: bool = True,
        seed: int = 0,
        block: int = 32,
        **axes: Unpack[Axes],
    ) -> None:
        """Make games like `VectorEnv`; ``block`` is the number of threads in a CUDA block.

        Raises:
            TengenError: an argument is out of range, the game is over before it begins, or the GPU lacks the memory.
        """
        check_number("block", block, 1, 256)
        kind = game_kind(game, board=board, superko=superko, games=games, limit=limit, **axes)
        start = kind.start
        self.variant: Final = start.variant
        self.rules: Final = start.rules
        self.board: Final = start.board
        self.games = games
        self.block = block
        self.limit: Final = kind.limit
        self.actions: Final = kind.actions
        self.planes: Final = plane_list(default_groups(self.board, self.rules) if planes is None else planes, history)
        self._start = start
        self._lay_out(kind, bool(autoreset))
        self.reset(seed)

    def _lay_out(self, kind: GameKind, autoreset: bool) -> None:
        """Allocate the memory, sized after that of one game on the CPU."""
        state, games = kind.start.state(), self.games
        self._lanes = min(games, _MOST_LANES)
        one = memories.make_memory(kind, self.planes, 1)
        results = memories.make_results(kind, self.planes, 1)
        space = memories.make_workspace(state)
        self._claim(_size((one, results)), _size((space, state.arrays)))
        self._wide = state.adjacency.wide
        fixed = memories.make_fixed(kind, self.planes, autoreset)
        # The device accepts no None; the kernels insert it.
        adjacency = fixed.adjacency._replace(wide=0)
        self._fixed: Fixed = mapped(cuda.to_device, fixed._replace(adjacency=adjacency))
        self._kind, self._autoreset = kind_of(fixed), autoreset
        memory: Any = Memory(*(_repeated(array, games) for array in one))
        memory.games.copy_to_device(np.repeat(one.games, games))
        self._memory = memory
        self._spaces: Workspace = mapped(lambda array: _repeated(array[np.newaxis], self._lanes), space)
        self._results: Any = Results(*(_repeated(array, games) for array in results))
        self._orders = cuda.device_array(games, np.int32)
        self._drawn = cuda.to_device(np.zeros(games, np.int32))
        self._wrong = cuda.to_device(np.full(1, games, np.int64))
        self._playing: tuple[Any, ...] = ()
        vars(self).update(zip(Results._fields, map(DeviceArray, self._results.shaped(kind.shape))))
        self._step = DeviceStep(*(getattr(self, name) for name in DeviceStep._fields))

    def _claim(self, game: int, lane: int) -> None:
        """Check that there is memory for the bytes per game and per lane."""
        needed = game * self.games + lane * self._lanes
        self.memory_per_game: int = -(-needed // self.games)
        free = cuda.current_context().get_memory_info()[0]
        if needed > free:
            most = int(free // (game + lane))
            raise TengenError(
                f"{self.games:,} games on {self.board.text} need {amount(needed)}, and the GPU has {amount(free)} "
                f"free; ask for at most {most:,}, for fewer planes or for superko=False"
            )

    # -- playing -------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | Sequence[int] | None = None, games: Any = None) -> DeviceStep:
        """Restart all games, or those given by indices or a mask; a seed (or one per game) restarts `sample` too.

        Raises:
            TengenError: invalid seeds or games.
        """
        chosen = chosen_games(games, self.games)
        if seed is not None:
            records = self._memory.games.copy_to_host()
            seed_games(records, seed, chosen)
            self._memory.games.copy_to_device(records)
        orders = np.full(self.games, arrays.LEAVE, np.int32)
        orders[chosen] = arrays.RESET
        return self._advance(orders)

    def step(self, actions: Any, *, trusted: bool = False) -> DeviceStep:
        """Play one action in every game: an array on the device, of CuPy, PyTorch or ours, or on the host, or a list.

        Games with action -1 are left unchanged; actions for games that are over (only without ``autoreset``) are
        ignored. This waits for the device to check that all actions are legal. ``trusted`` does not wait; a game with
        an illegal action then stays unchanged.

        Raises:
            TengenError: an action is illegal (unless trusted), or their number is wrong; nothing has changed.
        """
        given = self._given(actions)
        wrong = cuda.device_array(1, np.int64) if trusted else self._wrong
        self._launch(kernels.check, self.games, self._memory.games, self._results.masks, given, self._orders, wrong)
        if not trusted and (first := int(wrong.copy_to_host()[0])) < self.games:
            wrong.copy_to_device(np.full(1, self.games, np.int64))
            action = int(given[first : first + 1].copy_to_host()[0])
            raise illegal_action(self.actions, first, action, self.game)
        return self._advance()

    def sample(self) -> DeviceArray:
        """Return a random legal action for every game, 0 for ended ones, in an array that the next call overwrites."""
        self._launch(kernels.draw, self.games, self._memory.games, self._results.masks, self._drawn)
        return DeviceArray(self._drawn)

    def playout(
        self, seed: int = 0, games: int | None = None, progress: Callable[[int], None] | None = None
    ) -> DevicePlayouts:
        """Play random games from the start, ``games`` of them (default: the batch's number); the batch's games stay.

        They equal those of `kernel.playouts` with this seed, with superko as ko. ``progress`` gets the number of games
        just finished. TengenError: a number is out of range.
        """
        count = self.games if games is None else games
        check_number("games", count, 0, MOST_PLAYOUTS)
        check_number("seed", seed, -(1 << 63), (1 << 63) - 1)
        if not self._playing:  # the start, and a board for each lane
            begin = playout_start(self._start.state(), self.board, self.rules).arrays
            states = mapped(lambda array: _repeated(array[np.newaxis], self._lanes), begin)
            self._playing = mapped(cuda.to_device, begin), states
        start, states = self._playing
        limit = turn_limit(self._start.state())
        fixed = self._fixed._replace(start=start)
        found = [cuda.device_array(count, kind) for kind in (np.int64, np.float64, np.int8)]
        width = _SLICE * self._lanes
        for first in range(0, count, width):
            last = min(first + width, count)
            self._launch(
                kernels.playouts, self._lanes, fixed, self._spaces, states,
                limit, seed & 0x7FFFFFFFFFFFFFFF, first, *(array[first:last] for array in found),
            )  # fmt: skip
            cuda.synchronize()
            if progress is not None:
                progress(last - first)
        return DevicePlayouts(*map(DeviceArray, found))

    def _advance(self, orders: NDArray[np.int32] | None = None) -> DeviceStep:
        if orders is not None:
            self._orders.copy_to_device(orders)
        self._launch(kernels.advance, self._lanes, self._memory, self._results, self._fixed, self._spaces, self._orders)
        return self._step

    def _launch(self, kernel: Callable[[int | None], Any], threads: int, *arguments: Any) -> None:
        blocks = (threads + self.block - 1) // self.block
        launcher(kernel(self._wide), blocks, self.block)(*arguments)

    def _given(self, actions: Any) -> Any:
        if isinstance(actions, DeviceArray):
            found = actions.on_device
        elif hasattr(actions, "__cuda_array_interface__"):
            found = cuda.as_cuda_array(actions)
        else:
            found = array_of("actions", actions)
        kind = np.dtype(found.dtype)
        if tuple(found.shape) != (self.games,) or kind.kind not in "iu" or kind == np.uint64:
            raise TengenError(
                f"step takes {self.games} whole numbers, one for each game, not {kind} of shape {tuple(found.shape)}"
            )
        if isinstance(found, np.ndarray):
            return cuda.to_device(np.clip(found.astype(np.int64), -9, 1 << 30).astype(np.int32))
        return found

    # -- looking -------------------------------------------------------------------------------------------------------

    def to_host(self) -> Results:
        """Wait for the device and return copies of all results of the last step, as NumPy arrays."""
        return Results(*(getattr(self, name).to_host() for name in Results._fields))

    def game(self, index: int) -> Game:
        """Return one of the games as a `Game`, with its moves played from the start."""
        check_number("the game's index", index, 0, self.games - 1)
        turns = int(self._memory.games[index : index + 1].copy_to_host()["turns"][0])
        return played(self._start, self.actions, self._memory.moves[index].copy_to_host()[:turns])

    # -- keeping -------------------------------------------------------------------------------------------------------

    def save(self) -> Snapshot:
        """Return a copy of the state of all games on the host; a matching `VectorEnv` can continue from it."""
        return Snapshot(tuple(array.copy_to_host() for array in self._memory), self._kind)

    def restore(self, snapshot: Snapshot) -> DeviceStep:
        """Restore a saved state, or that of a `VectorEnv`, as `VectorEnv.restore` does; TengenError for other games."""
        check_snapshot(snapshot, self._memory, self._kind, self.games)
        for mine, saved in zip(self._memory, snapshot.arrays):
            if saved.size:
                mine.copy_to_device(saved)
        over = Memory(*snapshot.arrays).games["over"] > 0
        return self._advance(np.where(over & self._autoreset, arrays.RESET, arrays.LOOK).astype(np.int32))


def mapped(make: Callable[[Any], Any], arrays: Any) -> Any:
    """Return nested named tuples of arrays with a function applied to each array."""
    if isinstance(arrays, tuple):
        return type(arrays)(*(mapped(make, array) for array in arrays))
    return make(arrays) if isinstance(arrays, np.ndarray) else arrays


def _size(arrays: Any) -> int:
    return sum(map(_size, arrays)) if isinstance(arrays, tuple) else int(arrays.nbytes)


def _repeated(array: NDArray[Any], count: int) -> Any:
    """Return zeroed device memory for a number of items, given the memory of one."""
    found = cuda.device_array((count, *array.shape[1:]), array.dtype)
    step = max(1, _CHUNK // max(1, array.nbytes))
    zeros = np.zeros((min(step, count), *array.shape[1:]), array.dtype)
    for first in range(0, count if array.size else 0, step):
        part = found[first : first + step]
        part.copy_to_device(zeros[: len(part)])
    return found
