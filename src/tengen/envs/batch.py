"""Many games at once, of one kind or of several; `VectorEnv` and `MixedEnv` are batches."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from enum import IntEnum
from functools import partial
from itertools import pairwise, starmap
from typing import Any, Final, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..game import Game
from ..records import Position, TengenError
from ..rules import AXES
from . import memory as memories
from .core import arrays
from .core.steps import draw, first_illegal
from .planes import Plane
from .starting import GameKind, array_of, check_number, check_room, chosen_games, illegal_action, seed_games
from .stretch import KindBatch, Snapshot, check_snapshot

LEAVE = arrays.LEAVE
"""Instead of an action: leave the game alone."""
_FEW = 1024
"""Below this number of games, one thread draws actions faster than several."""

Part: TypeAlias = tuple[int, int]
Work: TypeAlias = tuple[Callable[[int], Callable[..., Any]], Sequence[Part]]
"""Work in parts: a maker of each thread's function; and the parts, from a first game to the one after the last."""


class Ending(IntEnum):
    """How a game ended, in `ends`; TOO_LONG marks a game cut off without a result.

    >>> Ending(1), Ending.TOO_LONG.words
    (<Ending.SCORE: 1>, 'too long')
    """

    GOES_ON = arrays.GOES_ON
    SCORE = arrays.SCORED
    NO_MOVES = arrays.NO_MOVES
    NO_RESULT = arrays.NO_RESULT
    DRAW_BY_CYCLE = arrays.DRAW_BY_CYCLE
    TOO_LONG = arrays.TOO_LONG
    GOAL = arrays.GOAL

    @property
    def words(self) -> str:
        """The name in lower case, as in infos."""
        return self.name.lower().replace("_", " ")


class Step(NamedTuple):
    """The results of a step: arrays that the next step overwrites. The first axis is the games'."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class Batch:
    """Games side by side, each restarted when it ends.

    The arrays are attributes that remain the same objects: every call overwrites them. `docs/how/environments.md` lists
    them.
    """

    observations: NDArray[np.uint8]
    final_observations: NDArray[np.uint8]
    globals: NDArray[np.float32]
    final_globals: NDArray[np.float32]
    masks: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    ends: NDArray[np.uint8]
    margins: NDArray[np.float64]
    owners: NDArray[np.int8]
    lengths: NDArray[np.uint32]
    to_play: NDArray[np.uint8]

    _again: Callable[[], Any]
    """Makes an environment like this one."""

    def __init__(self, kinds: Sequence[GameKind], planes: tuple[Plane, ...], threads: int, autoreset: bool) -> None:
        """Allocate all games, which begin with the first `reset`; TengenError if they exceed the machine's memory."""
        check_number("threads", threads, 1, 256)
        self.games: Final = sum(kind.games for kind in kinds)
        self.threads = threads
        self.planes: Final = planes
        self._autoreset = autoreset
        shown = sum(array.nbytes for array in memories.make_results(kinds[0], planes, 1))
        memory = sum(kind.games * array.nbytes for kind in kinds for array in memories.make_memory(kind, planes, 1))
        check_room(self.games, shown + memory // self.games, max((kind.start.board for kind in kinds), key=len))
        self._results = results = memories.make_results(kinds[0], planes, self.games)
        self._records = np.zeros(self.games, arrays.GAME)
        firsts = np.cumsum([0, *(kind.games for kind in kinds)]).tolist()
        self._starts = np.array(firsts)
        count = min(threads, self.games)
        self._stretches = [
            KindBatch(kind, first, planes, autoreset, results, self._records, count)
            for kind, first in zip(kinds, firsts)
        ]
        parts = 1 if count == 1 else min(3 * count, self.games)
        self._parts = list(pairwise(self.games * i // parts for i in range(parts + 1)))
        self._drawn, self._orders = np.zeros(self.games, np.int32), np.zeros(self.games, np.int32)
        self._pool = ThreadPoolExecutor(count - 1) if count > 1 else None
        self._closed = False
        vars(self).update(results.shaped(kinds[0].shape)._asdict())
        self._step = Step(*(getattr(self, name) for name in Step._fields))

    # -- playing -------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | Sequence[int] | None = None, games: Any = None) -> Step:
        """Restart all games, or those given by indices or a mask; a seed (or one per game) restarts `sample` too.

        Raises:
            TengenError: invalid seeds or games.
        """
        chosen = chosen_games(games, self.games)
        if seed is not None:
            seed_games(self._records, seed, chosen)
        return self._order(arrays.RESET, chosen)

    def step(self, actions: Any) -> Step:
        """Play one action in every game: an integer each, an array or a list.

        Games with action `LEAVE` (-1) are left unchanged, with their results. Actions for games that are over (only
        without ``autoreset``) are ignored.

        Raises:
            TengenError: an action is illegal, or their number is wrong; nothing has changed.
        """
        asked = given = array_of("actions", actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise TengenError(
                f"step takes {self.games} whole numbers, one for each game, not {given.dtype} of shape {given.shape}"
            )
        if given.dtype != np.int32 or not given.flags.carray:  # a read-only array would recompile the kernel
            given = np.clip(given, -9, 1 << 30).astype(np.int32)
        lowest = int(given.argmin())  # numbers below LEAVE are internal orders
        wrong = lowest if given[lowest] < LEAVE else first_illegal(self._records, self.masks, given)
        if wrong < self.games:
            raise illegal_action(self._stretch(wrong).actions, int(wrong), int(asked[wrong]), self.game)
        self._advance(given)
        return self._step

    def sample(self) -> NDArray[np.int32]:
        """Return a random legal action for every game, 0 for ended ones, in an array that the next call overwrites."""
        records, masks, drawn = self._records, self.masks, self._drawn
        parts = self._parts if self.games >= _FEW else [(0, self.games)]
        self._share([(lambda _thread: partial(draw, records, masks, drawn), parts)])
        return drawn

    def set_komi(self, komi: Any, games: Any = None) -> Step:
        """Set White's komi in all games, or in those given: one number, or one per game.

        It applies to the current game and those after it, until it is set again.

        Raises:
            TengenError: invalid komi, or one that the rules do not allow; nothing has changed.
        """
        chosen = self._indices(games)
        given = array_of("komi", komi)
        if given.dtype.kind not in "iuf" or given.shape not in ((), chosen.shape):
            raise TengenError(f"komi must be a number, or {len(chosen)} of them, not {komi!r:.60}")
        wanted = np.broadcast_to(given.astype(np.float64), chosen.shape)
        for value in np.unique(wanted).tolist():
            if not AXES["komi"].accepts(value):
                raise TengenError(f"komi must be a number, not {value}")
        for stretch, mine in self._by_stretch(chosen):
            for value in np.unique(wanted[mine]).tolist():
                stretch.started(value)
        for stretch, mine in self._by_stretch(chosen):
            self._records["komi"][chosen[mine]] = wanted[mine] + stretch.start.rules.bonus
        return self._look(chosen)

    def _look(self, chosen: Any) -> Step:
        """Recompute the observations of some games; with automatic restarts, those that are over begin again."""
        over = self._records["over"][chosen] > 0
        return self._order(np.where(over & self._autoreset, arrays.RESET, arrays.LOOK), chosen)

    def _order(self, order: Any, chosen: Any) -> Step:
        self._orders[:] = arrays.LEAVE
        self._orders[chosen] = order
        self._advance(self._orders)
        return self._step

    def _advance(self, orders: NDArray[np.int32]) -> None:
        first = self._stretches[0]
        if len(self._stretches) == len(first.parts) == 1:  # one call of compiled code, which signals cannot interrupt
            self._check_open()
            first.advance(orders)
            return
        self._share([(stretch.advancing(orders), stretch.parts) for stretch in self._stretches])

    def _share(self, tasks: Sequence[Work]) -> None:
        """Do some work in parts; every thread takes the next one until none are left.

        Nothing waits for a late thread: one that has not started when all is done is cancelled. Ctrl-C is handled after
        that, so that no game is a turn behind.
        """
        self._check_open()
        left = [(work, iter(parts)) for work, parts in tasks]  # Python's lock gives each part to one thread
        others: list[Future[None]] = []

        def take(thread: int) -> None:
            for work, parts in left:
                deque(starmap(work(thread), parts), 0)  # a loop in C, without signals between parts

        try:
            if self._pool is not None:
                others.extend(self._pool.submit(take, thread) for thread in range(1, min(self.threads, self.games)))
            take(0)
            _settle(others)
        except KeyboardInterrupt:
            take(0)
            _settle(others)
            raise

    def _check_open(self) -> None:
        if self._closed:
            raise TengenError("the environment is closed")

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def turns(self) -> NDArray[np.uint32]:
        """The number of turns in each game."""
        return self._records["turns"]

    @property
    def komi(self) -> NDArray[np.float64]:
        """White's komi in each game; `set_komi` changes it."""
        found: NDArray[np.float64] = self._records["komi"].copy()
        for stretch in self._stretches:
            found[stretch.first : stretch.last] -= stretch.start.rules.bonus
        return found

    @property
    def memory_per_game(self) -> int:
        """The bytes of a game with its results; for games of several kinds, the mean."""
        memory = [array for stretch in self._stretches for array in stretch.memory]
        return sum(array.nbytes for array in (*memory, *self._results)) // self.games

    def game(self, index: int) -> Game:
        """Return one of the games as a `Game`, with its moves played from the start."""
        check_number("the game's index", index, 0, self.games - 1)
        stretch = self._stretch(index)
        return stretch.game(index - stretch.first)

    def position(self, index: int) -> Position:
        """Return the position of one of the games, without its creator (spec 1.5)."""
        check_number("the game's index", index, 0, self.games - 1)
        stretch = self._stretch(index)
        return stretch.position(index - stretch.first)

    def _stretch(self, index: int) -> KindBatch:
        return self._stretches[int(np.searchsorted(self._starts, index, "right")) - 1]

    def _indices(self, games: Any) -> NDArray[np.intp]:
        found: NDArray[np.intp] = np.arange(self.games)[chosen_games(games, self.games)]
        return found

    def _by_stretch(self, chosen: NDArray[np.intp]) -> list[tuple[KindBatch, NDArray[np.intp]]]:
        """Return all stretches, each with the places of its games among the chosen ones."""
        owner = np.searchsorted(self._starts, chosen, "right") - 1
        return [(stretch, np.flatnonzero(owner == at)) for at, stretch in enumerate(self._stretches)]

    # -- keeping -------------------------------------------------------------------------------------------------------

    def copy(self, source: Any, targets: Any) -> Step:
        """Copy one game, or several, to the games in ``targets``: indices, as many as targets unless one.

        A copy has everything of its source except the random numbers: it keeps its own. Rewards are zero.

        Raises:
            TengenError: a target is repeated, is also a source, or is of another kind.
        """
        self._check_open()
        into = self._indices(targets)
        given = array_of("source", source)
        if given.dtype.kind not in "iu" or given.shape not in ((), into.shape):
            raise TengenError(f"source must be the index of a game, or {len(into)} of them, not {source!r:.60}")
        origin = np.broadcast_to(self._indices(given.reshape(-1)), into.shape)
        if len(np.unique(into)) != len(into) or np.isin(origin, into).any():
            raise TengenError("targets must be different games that are not sources")
        pairs = [(stretch, into[mine], origin[mine]) for stretch, mine in self._by_stretch(into)]
        for stretch, _, origins in pairs:
            if len(origins) and not (stretch.first <= origins.min() and origins.max() < stretch.last):
                raise TengenError("a game can only be copied to games of its own kind")
        for stretch, mine, origins in pairs:
            stretch.copy(origins - stretch.first, mine - stretch.first)
        return self._step

    def _save(self, games: Any) -> tuple[Snapshot, ...]:
        chosen = self._indices(games)
        return tuple(stretch.save(chosen[mine] - stretch.first) for stretch, mine in self._by_stretch(chosen))

    def _restore(self, saved: Sequence[Snapshot], games: Any) -> Step:
        """Restore saved states, a snapshot per kind, in some games; with automatic restarts, ended ones restart."""
        self._check_open()
        chosen = self._indices(games)
        work = [
            (stretch, kept, chosen[mine] - stretch.first)
            for kept, (stretch, mine) in zip(saved, self._by_stretch(chosen))
        ]
        for stretch, kept, at in work:
            check_snapshot(kept, stretch.memory, stretch.name, len(at))
        for stretch, kept, at in work:
            stretch.load(kept, at)
        return self._look(chosen)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy with separate arrays."""
        return _made_again, (self._again, self._save(None), tuple(self._results))

    def close(self) -> None:
        """Release the threads; the environment cannot play any more."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _made_again(again: Callable[[], Batch], saved: Sequence[Snapshot], results: Sequence[NDArray[Any]]) -> Batch:
    env = again()
    env._restore(saved, None)
    for mine, told in zip(env._results, results):
        mine[...] = told
    return env


def _settle(others: Sequence[Future[None]]) -> None:
    """Cancel all work that has not begun, and wait for the rest."""
    for other in others:
        if not other.cancel():
            other.result()
