"""Many games at once: of one kind (`VectorEnv`), or of several boards, rules and komi (`MixedEnv`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from ..boards.board import Relation
from ..game import Game
from ..game.setup import BoardLike
from ..kernel.code_store import claimed
from ..kernel.compiling import claim
from ..records import TengenError
from ..rules import Axes, Rules, Variant
from .actions import Actions
from .batch import Batch, Step
from .core import arrays
from .planes import GROUPS, default_groups, plane_list
from .starting import GameKind, check_number, game_kind
from .stretch import GAMES, Snapshot


class VectorEnv(Batch):
    """A number of games of one kind, each restarted when it ends.

    The arrays of `Batch` are attributes that remain the same objects: every call overwrites them.

    >>> env = VectorEnv("chinese", board="9x9", games=2, superko=True)
    >>> step: Step = env.step([env.actions.number("E5"), env.actions.number("pass")])
    >>> step.masks.sum(axis=1).tolist(), env.to_play.tolist()
    ([81, 82], [1, 1])
    >>> saved: Snapshot = env.save()
    >>> step = env.copy(0, [1])  # the first game to the second
    >>> env.turns.tolist(), env.game(1).moves, env.position(1).stones
    ([1, 1], (Place(point=40),), {'E5': 'black'})
    >>> env.close()
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
        """Make an environment of a variant, as `Game` does, or of a `Game` without moves, the start of all games.

        ``planes`` are groups of `GROUPS` (None: those relevant to the game); ``history`` is the number of turns they go
        back. ``superko`` False replaces superko by ko; True makes it positional if the rules have none. A game of
        ``limit`` turns (None: three per point) is cut off.

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
        """Return a copy of the state of all games, or of those given, with their random numbers.

        Raises:
            TengenError: invalid games.
        """
        return self._save(games)[0]

    def restore(self, snapshot: Snapshot, games: Any = None) -> Step:
        """Restore a saved state in all games, or in those given, in order: the first becomes the first.

        Rewards are zero; with ``autoreset`` games that were over restart.

        Raises:
            TengenError: the state is of another kind of environment, or of another number of games.
        """
        return self._restore([snapshot], games)


def warm_up(games: Sequence[str] = GAMES) -> None:
    """Load or compile the environments, for boards with and without wide stones: a minute the first time.

    >>> warm_up(["chinese"])
    """
    for name in games:
        wide = Game(name, board=5).state().adjacency.wide is not None
        with claimed(claim("turns", wide)):  # keeps the environment from starting another process
            env = VectorEnv(name, board=5, games=1)
            env._stretches[0].compile()
        env.step(env.sample())


class MixedSnapshot(NamedTuple):
    """The state of games of several kinds, a part for each kind; a part may have no games."""

    parts: tuple[Snapshot, ...]


class MixedEnv(Batch):
    """Games of several kinds in one batch, grouped by kind, with observations and actions of one layout.

    ``kind_ids`` and ``board_ids`` are each game's indices in ``kinds`` (starting games) and ``boards``. If the largest
    board has ``room`` points, an observation has ``room`` numbers for each plane on every board, and actions are
    numbered by `Actions` with this room. ``points``, ``neighbours`` and ``footprints`` list each board's points and
    their related points, padded with ``room``.

    >>> env = MixedEnv([{"game": "tao", "board": "3x3"}, {"game": "chinese", "board": "graph:petersen"}], games=8)
    >>> env.observations.shape[0], env.observations.shape[2], env.masks.shape, env.board_ids.tolist()[6:10]
    (16, 10, (16, 22), [0, 0, 1, 1])
    >>> bool(env.step(env.sample()).terminated.any())
    False
    >>> saved: MixedSnapshot = env.save()
    >>> len(saved.parts), env.actions_of(0).text(4), env.actions_of(8).text(4)
    (2, 'B2', '4')
    """

    def __init__(
        self,
        kinds: Sequence[Game | Mapping[str, Any]],
        *,
        games: int = 64,
        threads: int = 1,
        planes: Sequence[str] | None = None,
        history: int = 7,
        autoreset: bool = True,
        seed: int = 0,
    ) -> None:
        """Make ``games`` games of each kind: a `Game` without moves, or a mapping of options of `VectorEnv`.

        A mapping has ``game``, ``board``, ``superko``, ``limit``, axes, and ``games`` to override the number.
        ``planes`` are groups of `GROUPS`; None: those relevant to any of the games, and the plane of cells that are
        points.

        Raises:
            TengenError: an argument is out of range, or a game is over before it begins.
        """
        wanted = [_wanted(kind, games) for kind in kinds]
        if not wanted:
            raise TengenError("a mixed batch needs a kind of game")
        self.kinds: Final = tuple(kind.start for kind in wanted)
        self.boards: Final = tuple(dict.fromkeys(start.board for start in self.kinds))
        self.room: Final = max(map(len, self.boards))
        made = [kind._replace(room=self.room) for kind in wanted]
        self.actions: Final = tuple(kind.actions for kind in made)
        usual = {group for start in self.kinds for group in default_groups(start.board, start.rules)} | {"board"}
        groups = tuple(group for group in GROUPS if group in usual) if planes is None else planes
        super().__init__(made, plane_list(groups, history), threads, bool(autoreset))
        again = [{"game": kind.start, "games": kind.games, "limit": kind.limit} for kind in made]
        self._again = partial(
            MixedEnv, again, planes=tuple(groups), history=history, threads=threads, autoreset=autoreset
        )
        counts = [kind.games for kind in made]
        places = [self.boards.index(kind.start.board) for kind in made]
        self.kind_ids: NDArray[np.int32] = np.repeat(np.arange(len(made), dtype=np.int32), counts)
        self.board_ids: NDArray[np.int32] = np.array(places, np.int32)[self.kind_ids]
        self.points: NDArray[np.bool_] = np.array([np.arange(self.room) < len(board) for board in self.boards])
        self.neighbours: NDArray[np.int32] = padded([board.neighbours for board in self.boards], self.room)
        self.footprints: NDArray[np.int32] = padded([board.footprint for board in self.boards], self.room)
        self.reset(seed)

    def actions_of(self, index: int) -> Actions:
        """Return the actions of one of the games."""
        check_number("the game's index", index, 0, self.games - 1)
        return self.actions[int(self.kind_ids[index])]

    # -- keeping -------------------------------------------------------------------------------------------------------

    def save(self, games: Any = None) -> MixedSnapshot:
        """Return a copy of the state of all games, or of those given, with their random numbers.

        Raises:
            TengenError: invalid games.
        """
        return MixedSnapshot(self._save(games))

    def restore(self, snapshot: MixedSnapshot, games: Any = None) -> Step:
        """Restore a saved state in all games, or in those given: of each kind the first becomes the first.

        Rewards are zero; with ``autoreset`` games that were over restart.

        Raises:
            TengenError: the state is of other kinds or numbers of games; nothing has changed.
        """
        if not isinstance(snapshot, MixedSnapshot) or len(snapshot.parts) != len(self.kinds):
            raise TengenError("restore takes what save() returned, for as many kinds of games")
        return self._restore(snapshot.parts, games)


def _wanted(kind: Game | Mapping[str, Any], games: int) -> GameKind:
    """Return a kind of games from its description, ``games`` of them unless it sets another number."""
    if not isinstance(kind, (Game, Mapping)):
        raise TengenError(f"a kind of games must be a Game or a mapping of VectorEnv's options, not {kind!r:.60}")
    given = (
        {"game": kind} if isinstance(kind, Game) else {key: value for key, value in kind.items() if value is not None}
    )
    return game_kind(**{"games": games} | given)


def padded(relations: Sequence[Relation], room: int) -> NDArray[np.int32]:
    """Return relations of boards as an array: boards, ``room`` points, and the maximum number of related points.

    It is padded with ``room``: to gather by these indices, append a row of zeros.
    """
    most = max(len(near) for relation in relations for near in relation)
    found = np.full((len(relations), room, most), room, np.int32)
    for at, relation in enumerate(relations):
        for point, near in enumerate(relation):
            found[at, point, : len(near)] = near
    return found
