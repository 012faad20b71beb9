"""Many games of one kind at once: the environment for learning that most else here is made of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, Unpack

from ..game import Game
from ..game.setup import BoardLike
from ..kernel.code_store import claimed
from ..rules import Axes, Rules, Variant
from .batch import Batch, Step
from .core import arrays
from .planes import default_groups, plane_list
from .starting import game_kind
from .stretch import GAMES, Snapshot, turns_claim


class VectorEnv(Batch):
    """A number of games of one kind, each from the start to its end and then, by itself, from the start again.

    The arrays of `Batch` are attributes and stay the same objects: every call overwrites them.

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
        **axes: Unpack[Axes],
    ) -> None:
        """Make an environment of a variant, as `Game` does, or of a `Game` without moves, from which all begin.

        ``planes`` are groups of `GROUPS` (None: those that matter in the game); ``history`` is how far back they go.
        ``superko`` False takes superko as ko, True makes it positional where the rules have none. A game of ``limit``
        turns (None: three for every point) is cut off.

        Raises:
            TengenError: an argument is out of range, or the game is over before it begins.
        """
        kind = game_kind(game, board=board, superko=superko, games=games, limit=limit, **axes)
        start = kind.start
        self.variant: Final = start.variant
        self.rules: Final = start.rules
        self.board: Final = start.board
        self.limit: Final = kind.limit
        self.actions: Final = kind.actions
        groups = default_groups(self.board, self.rules) if planes is None else planes
        super().__init__([kind], plane_list(groups, history), threads, bool(autoreset))
        self._again = partial(
            VectorEnv, start, games=games, threads=threads, planes=tuple(groups), history=history, limit=self.limit,
            autoreset=self._autoreset,
        )  # fmt: skip
        self.reset(seed)

    @property
    def _memory(self) -> arrays.Memory:
        return self._stretches[0].memory

    # -- keeping -------------------------------------------------------------------------------------------------------

    def save(self, games: Any = None) -> Snapshot:
        """Return a copy of the state of all games, or of those named, their random numbers included.

        Raises:
            TengenError: the games are none.
        """
        return self._save(games)[0]

    def restore(self, snapshot: Snapshot, games: Any = None) -> Step:
        """Go back to a saved state in all games, or in those named, in whatever order: the first becomes the first.

        Rewards are as if nothing had just happened; with ``autoreset`` nothing is over.

        Raises:
            TengenError: it is that of another kind of environment, or of another number of games.
        """
        return self._restore([snapshot], games)


def warm_up(games: Sequence[str] = GAMES) -> None:
    """Load the compiled environments, or compile them, for boards with and without wide stones: a minute at first."""
    for name in games:
        wide = Game(name, board=5).state().adjacency.wide is not None
        with claimed(turns_claim(wide)):  # so that the environment starts no other process
            env = VectorEnv(name, board=5, games=1)
            env._stretches[0].compile()
        env.step(env.sample())
