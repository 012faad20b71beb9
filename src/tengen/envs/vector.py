"""Many games at once: the environment for learning that everything else here is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..game import Game
from ..game.arguments import BoardLike
from ..game.setup import read_position
from ..kernel import State
from ..records import Position, TengenError
from ..rules import Rules, Variant
from . import memory as memories
from .actions import Actions
from .core import layout
from .core.turns import advance, draw, first_illegal
from .planes import MOST_HISTORY, default_groups, plane_list
from .starting import MOST_GAMES, check_number, chosen_games, illegal_action, played, seed_games, starting_game

LEAVE = layout.LEAVE
"""In place of an action: leave the game alone."""
_FEW = 1024
"""Games that one thread draws actions for sooner than others are woken."""


class Ending(IntEnum):
    """How a game ended, in `VectorEnv.ends`; the last two cut it off and are no results."""

    GOES_ON = layout.GOES_ON
    SCORE = layout.SCORED
    NO_MOVES = layout.NO_MOVES
    NO_RESULT = layout.NO_RESULT
    DRAW_BY_CYCLE = layout.DRAW_BY_CYCLE
    TOO_LONG = layout.TOO_LONG
    STALLED = layout.STALLED


class Step(NamedTuple):
    """What a step gives: arrays that the next step overwrites. The games' is the first axis of each."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class Snapshot(NamedTuple):
    """The state of all games of an environment, to be restored in one like it."""

    arrays: tuple[NDArray[Any], ...]


class VectorEnv:
    """So many games of one kind, each from the start to its end and then, by itself, from the start again.

    The arrays are attributes (``observations``, ``masks``, ``rewards``, ``terminated``, ``truncated``, ``ends``,
    ``margins``, ``lengths``, ``to_play``) and stay the same objects: every call overwrites them. `docs/environments.md`
    describes them.

    >>> env = VectorEnv("chinese", board="9x9", games=2, superko=True)
    >>> step = env.step([env.actions.number("E5"), env.actions.number("pass")])
    >>> step.masks.sum(axis=1).tolist(), env.to_play.tolist()
    ([81, 82], [1, 1])
    """

    def __init__(
        self,
        game: str | Variant | Rules | Game = "chinese",
        *,
        board: BoardLike | None = None,
        games: int = 256,
        threads: int = 1,
        planes: Sequence[str] | None = None,
        history: int = 7,
        superko: bool | None = None,
        limit: int | None = None,
        autoreset: bool = True,
        seed: int = 0,
        **axes: Any,
    ) -> None:
        """Make an environment of a variant, as `Game` does, or of a `Game` without moves, from which all begin.

        ``planes`` are groups of `GROUPS` (None: those that matter in the game); ``history`` is how far back they go.
        ``superko`` False takes superko as ko, True makes it positional where the rules have none. A game of ``limit``
        turns (None: three for every point) is cut off.

        Raises:
            TengenError: an argument is out of range, or the game is over before it begins.
        """
        check_number("games", games, 1, MOST_GAMES)
        check_number("threads", threads, 1, 256)
        check_number("history", history, 0, MOST_HISTORY)
        start = starting_game(game, board, superko, axes)
        self.variant, self.rules, self.board = start.variant, start.rules, start.board
        self.games, self.threads = games, threads
        self.limit = 3 * len(self.board) if limit is None else limit
        check_number("limit", self.limit, 1, layout.MOST_TURNS)
        self.actions = Actions(self.board, self.rules)
        groups = default_groups(self.board, self.rules) if planes is None else planes
        self.planes = plane_list(groups, history)
        self._start = start
        self._lay_out(start, autoreset)
        self.reset(seed)

    def _lay_out(self, start: Game, autoreset: bool) -> None:
        state = start.state()
        self._state = state
        self._memory = memories.make_memory(self.games, start, self.planes, self.limit)
        self._fixed = memories.make_fixed(start, self.actions, self.planes, self.limit, autoreset)
        shape = memories.shape_of(self.board)
        results = memories.make_results(self.games, len(self.actions), len(self.planes), int(np.prod(shape)))
        self._results = results
        self.observations = results.planes.reshape(self.games, len(self.planes), *shape)
        self.masks, self.rewards = results.masks, results.rewards
        self.terminated, self.truncated = results.terminated, results.truncated
        self.ends, self.margins = results.ends, results.margins
        self.lengths, self.to_play = results.lengths, results.to_play
        self._step = Step(self.observations, self.masks, self.rewards, self.terminated, self.truncated)
        self._drawn = np.zeros(self.games, np.int32)
        self._orders = np.zeros(self.games, np.int32)
        self._benches = [memories.make_bench(state) for _ in range(min(self.threads, self.games))]
        parts = 1 if len(self._benches) == 1 else min(3 * len(self._benches), self.games)
        self._parts = list(pairwise(self.games * i // parts for i in range(parts + 1)))
        self._pool = ThreadPoolExecutor(len(self._benches) - 1) if len(self._benches) > 1 else None

    # -- playing -------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | Sequence[int] | None = None, games: Any = None) -> Step:
        """Begin all games anew, or those named by indices or a mask; a seed (or one a game) begins `sample` anew, too.

        Raises:
            TengenError: the seeds or games are none.
        """
        chosen = chosen_games(games, self.games)
        if seed is not None:
            seed_games(self._memory.games, seed, chosen)
        self._orders[:] = layout.LEAVE
        self._orders[chosen] = layout.RESET
        self._advance(self._orders)
        return self._step

    def step(self, actions: Any) -> Step:
        """Play one action in every game: an integer each, an array or a list.

        A game that is given `LEAVE` (-1) is left as it is, with what was told about it. What is asked of games that are
        over (only without ``autoreset``) is not looked at.

        Raises:
            TengenError: an action is illegal, or their number is wrong; nothing has changed.
        """
        given = np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise TengenError(
                f"step takes {self.games} whole numbers, one for each game, not {given.dtype} of shape {given.shape}"
            )
        if given.dtype != np.int32 or not given.flags.c_contiguous:
            given = np.clip(given, -9, 1 << 30).astype(np.int32)
        lowest = int(given.argmin())  # numbers below LEAVE are this module's own orders
        wrong = lowest if given[lowest] < LEAVE else first_illegal(self._memory.games, self.masks, given)
        if wrong < self.games:
            raise illegal_action(self.actions, int(wrong), int(given[wrong]), self.game)
        self._advance(given)
        return self._step

    def sample(self) -> NDArray[np.int32]:
        """Return a legal action for every game, drawn uniformly by the game's own generator; 0 for ended games.

        The array is overwritten by the next call.
        """
        if self.games < _FEW:
            draw(self._memory.games, self.masks, self._drawn, 0, self.games)
        else:
            self._share(lambda _bench, first, end: draw(self._memory.games, self.masks, self._drawn, first, end))
        return self._drawn

    def _advance(self, orders: NDArray[np.int32]) -> None:
        memory, results, fixed, wide = self._memory, self._results, self._fixed, self._state.net.wide
        self._share(lambda bench, first, end: advance(memory, results, fixed, bench, wide, orders, first, end))

    def _share(self, work: Callable[[Any, int, int], Any]) -> None:
        """Do some work in parts; every thread takes the next one until there are no more.

        So a thread that comes late keeps nobody waiting, and one that has not come when all is done is called off.
        """
        parts = iter(self._parts)  # Python's lock makes each part one thread's

        def take(bench: Any) -> None:
            for part in parts:
                work(bench, *part)

        others = [self._pool.submit(take, bench) for bench in self._benches[1:]] if self._pool else ()
        take(self._benches[0])
        for other in others:
            if not other.cancel():
                other.result()

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def turns(self) -> NDArray[np.uint32]:
        """How many turns each game has seen."""
        return self._memory.games["turns"]

    @property
    def memory_per_game(self) -> int:
        """The bytes a game takes, with its results."""
        return sum(array.nbytes for array in (*self._memory, *self._results)) // self.games

    def game(self, index: int) -> Game:
        """Return one of the games as a `Game`, its moves so far played from the start."""
        self._check_index(index)
        return played(self._start, self.actions, self._memory.moves[index, : int(self.turns[index])])

    def position(self, index: int) -> Position:
        """Return the position of one of the games; who created it (spec 1.5) is not told."""
        self._check_index(index)
        state = State(self._state.net, np.zeros_like(self._state.buffer), self._state.scratch.copy())
        state.points[:] = self._memory.points[index]
        state.table[:] = self._memory.table[index]
        return read_position(self.board, state)

    def _check_index(self, index: int) -> None:
        check_number("the game's index", index, 0, self.games - 1)

    # -- keeping -------------------------------------------------------------------------------------------------------

    def save(self) -> Snapshot:
        """Return a copy of the state of all games, their random numbers included."""
        return Snapshot(tuple(array.copy() for array in self._memory))

    def restore(self, snapshot: Snapshot) -> Step:
        """Go back to a saved state. Rewards are as if nothing had just happened.

        Raises:
            TengenError: it is that of another kind of environment.
        """
        kinds = [(array.shape, array.dtype) for array in snapshot.arrays]
        if kinds != [(array.shape, array.dtype) for array in self._memory]:
            raise TengenError("this state was saved from an environment of another kind or size")
        for mine, saved in zip(self._memory, snapshot.arrays):
            mine[...] = saved
        self._orders[:] = layout.LOOK
        self._advance(self._orders)
        return self._step

    def close(self) -> None:
        """Let the threads go; the environment is used no more."""
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def warm_up() -> None:
    """Load the compiled environments, or compile them, for boards with and without wide stones: a minute at first."""
    for name in ("chinese", "gengo"):
        env = VectorEnv(name, board=5, games=1)
        env.step(env.sample())
