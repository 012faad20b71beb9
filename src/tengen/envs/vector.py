"""Many games at once: the environment for learning that everything else here is made of."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from enum import IntEnum
from functools import partial
from itertools import pairwise, starmap
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
from .core import arrays
from .core.steps import advance, draw, first_illegal
from .keeping import Snapshot, check_snapshot, kind_of, restored_orders
from .planes import MOST_HISTORY, default_groups, plane_list
from .starting import (
    MOST_GAMES,
    array_of,
    check_number,
    check_room,
    chosen_games,
    illegal_action,
    played,
    seed_games,
    starting_game,
)

LEAVE = arrays.LEAVE
"""In place of an action: leave the game alone."""
_FEW = 1024
"""Games that one thread draws actions for sooner than others are woken."""


class Ending(IntEnum):
    """How a game ended, in `VectorEnv.ends`; the last two cut it off and are no results."""

    GOES_ON = arrays.GOES_ON
    SCORE = arrays.SCORED
    NO_MOVES = arrays.NO_MOVES
    NO_RESULT = arrays.NO_RESULT
    DRAW_BY_CYCLE = arrays.DRAW_BY_CYCLE
    TOO_LONG = arrays.TOO_LONG
    STALLED = arrays.STALLED


class Step(NamedTuple):
    """What a step gives: arrays that the next step overwrites. The games' is the first axis of each."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


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
        check_number("limit", self.limit, 1, arrays.MOST_TURNS)
        self.actions = Actions(self.board, self.rules)
        groups = default_groups(self.board, self.rules) if planes is None else planes
        self.planes, self._groups = plane_list(groups, history), tuple(groups)
        self._start, self._history, self._autoreset = start, history, bool(autoreset)
        self._lay_out(start)
        self.reset(seed)

    def _lay_out(self, start: Game) -> None:
        state = start.state()
        self._state = state
        shape = memories.shape_of(self.board)
        sizes = len(self.actions), len(self.planes), int(np.prod(shape))
        one = *memories.make_memory(1, start, self.planes, self.limit), *memories.make_results(1, *sizes)
        check_room(self.games, sum(array.nbytes for array in one), self.board)
        self._memory = memories.make_memory(self.games, start, self.planes, self.limit)
        self._fixed = memories.make_fixed(start, self.actions, self.planes, self.limit, self._autoreset)
        self._kind = kind_of(self._fixed)
        self._results = results = memories.make_results(self.games, *sizes)
        self.observations = results.planes.reshape(self.games, len(self.planes), *shape)
        self.masks, self.rewards = results.masks, results.rewards
        self.terminated, self.truncated = results.terminated, results.truncated
        self.ends, self.margins = results.ends, results.margins
        self.lengths, self.to_play = results.lengths, results.to_play
        self._step = Step(self.observations, self.masks, self.rewards, self.terminated, self.truncated)
        self._given = memories.plain((self._memory, results, self._fixed))
        self._drawn = np.zeros(self.games, np.int32)
        self._orders = np.zeros(self.games, np.int32)
        count = min(self.threads, self.games)
        self._workspaces = [memories.plain(memories.make_workspace(state)) for _ in range(count)]
        parts = 1 if len(self._workspaces) == 1 else min(3 * len(self._workspaces), self.games)
        self._parts = list(pairwise(self.games * i // parts for i in range(parts + 1)))
        self._pool = ThreadPoolExecutor(len(self._workspaces) - 1) if len(self._workspaces) > 1 else None
        self._closed = False

    # -- playing -------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | Sequence[int] | None = None, games: Any = None) -> Step:
        """Begin all games anew, or those named by indices or a mask; a seed (or one a game) begins `sample` anew, too.

        Raises:
            TengenError: the seeds or games are none.
        """
        chosen = chosen_games(games, self.games)
        if seed is not None:
            seed_games(self._memory.games, seed, chosen)
        self._orders[:] = arrays.LEAVE
        self._orders[chosen] = arrays.RESET
        self._advance(self._orders)
        return self._step

    def step(self, actions: Any) -> Step:
        """Play one action in every game: an integer each, an array or a list.

        A game that is given `LEAVE` (-1) is left as it is, with what was told about it. What is asked of games that are
        over (only without ``autoreset``) is not looked at.

        Raises:
            TengenError: an action is illegal, or their number is wrong; nothing has changed.
        """
        asked = given = array_of("actions", actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise TengenError(
                f"step takes {self.games} whole numbers, one for each game, not {given.dtype} of shape {given.shape}"
            )
        if given.dtype != np.int32 or not given.flags.carray:  # a read-only array would have the kernel compiled anew
            given = np.clip(given, -9, 1 << 30).astype(np.int32)
        lowest = int(given.argmin())  # numbers below LEAVE are this module's own orders
        wrong = lowest if given[lowest] < LEAVE else first_illegal(self._memory.games, self.masks, given)
        if wrong < self.games:
            raise illegal_action(self.actions, int(wrong), int(asked[wrong]), self.game)
        self._advance(given)
        return self._step

    def sample(self) -> NDArray[np.int32]:
        """Return a legal action for every game, drawn uniformly by the game's own generator; 0 for ended games.

        The array is overwritten by the next call.
        """
        games, masks, drawn = self._memory.games, self.masks, self._drawn
        parts = self._parts if self.games >= _FEW else [(0, self.games)]
        self._share(lambda _bench: partial(draw, games, masks, drawn), parts)
        return drawn

    def _advance(self, orders: NDArray[np.int32]) -> None:
        given = self._given
        self._share(lambda space: partial(advance, *given, space, orders), self._parts)

    def _share(self, work: Callable[[Any], Callable[[int, int], Any]], parts: Sequence[tuple[int, int]]) -> None:
        """Do some work in parts; every thread takes the next one until there are no more.

        ``work`` gives what does a part with a thread's workspace. A thread that comes late keeps nobody waiting, and
        one that has not come when all is done is called off. Ctrl-C is heard after that: no game is a turn behind.
        """
        if self._closed:
            raise TengenError("the environment is closed")
        if len(parts) == 1:  # one call of compiled code, which no signal breaks off
            work(self._workspaces[0])(*parts[0])
            return
        left = iter(parts)  # Python's lock makes each part one thread's
        others: list[Future[None]] = []

        def take(space: Any) -> None:
            deque(starmap(work(space), left), 0)  # a loop in C, in which no signal comes between two parts

        try:
            if self._pool is not None:
                others.extend(self._pool.submit(take, space) for space in self._workspaces[1:])
            take(self._workspaces[0])
            _settle(others)
        except KeyboardInterrupt:
            take(self._workspaces[0])
            _settle(others)
            raise

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
        return Snapshot(tuple(array.copy() for array in self._memory), self._kind)

    def restore(self, snapshot: Snapshot) -> Step:
        """Go back to a saved state. Rewards are as if nothing had just happened; with ``autoreset`` nothing is over.

        Raises:
            TengenError: it is that of another kind of environment.
        """
        check_snapshot(snapshot, self._memory, self._kind)
        for mine, saved in zip(self._memory, snapshot.arrays):
            mine[...] = saved
        self._orders[:] = restored_orders(snapshot, self._autoreset)
        self._advance(self._orders)
        return self._step

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy as a whole: the arrays of a copy are its own."""
        options = {
            "games": self.games, "threads": self.threads, "planes": self._groups, "history": self._history,
            "limit": self.limit, "autoreset": self._autoreset,
        }  # fmt: skip
        return _made_again, (self._start, options, self.save(), tuple(self._results))

    def close(self) -> None:
        """Let the threads go; the environment plays no more."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _made_again(
    start: Game, options: dict[str, Any], snapshot: Snapshot, results: tuple[NDArray[Any], ...]
) -> VectorEnv:
    """Return the environment that was pickled, with all that it told last."""
    env = VectorEnv(start, **options)
    env.restore(snapshot)
    for mine, told in zip(env._results, results):
        mine[...] = told
    return env


def _settle(others: Sequence[Future[None]]) -> None:
    """Call off what has not begun, and wait for the rest."""
    for other in others:
        if not other.cancel():
            other.result()


def warm_up() -> None:
    """Load the compiled environments, or compile them, for boards with and without wide stones: a minute at first."""
    for name in ("chinese", "gengo"):
        env = VectorEnv(name, board=5, games=1)
        env.step(env.sample())
