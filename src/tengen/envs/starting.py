"""Common parts of batches of games on any device: starts, seeds and checks."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..game import Game
from ..game.setup import BoardLike
from ..kernel.batch import turn_limit
from ..kernel.mixing import GOLDEN, mixed_all
from ..records import RulesConflict, TengenError
from ..rules import REPETITIONS, Axes, Rules, Variant
from ..rules.axes import AXES
from ..rules.rules import keyword_meant
from .actions import Actions
from .core.arrays import MOST_TURNS

MOST_GAMES = 1 << 24
_OPTIONS = (
    "game", "board", "superko", "limit", "max_cycles", "planes", "history", "seed", "games", "num_envs", "threads",
    "opponent", "colour", "render_mode", "screen_height",
)  # fmt: skip
"""Options of environments other than axes."""


def check_number(name: str, number: object, least: int, most: int) -> None:
    """Raise TengenError unless a number is whole and within bounds."""
    if not isinstance(number, (int, np.integer)) or isinstance(number, bool) or not least <= number <= most:
        raise TengenError(f"{name} must be a whole number from {least:,} to {most:,}, not {number!r:.60}")


def array_of(name: str, given: Any) -> NDArray[Any]:
    """Return the argument as an array; TengenError for others, such as rows of different lengths."""
    try:
        return np.asarray(given)
    except (TypeError, ValueError) as error:
        raise TengenError(f"{name} must be one number for each game, not {given!r:.60}") from error


def amount(size: float) -> str:
    """Format a number of bytes for people."""
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.1f} MB"


def check_room(games: int, size: int, board: Board) -> None:
    """Raise TengenError if a number of games, of some bytes each, exceeds the machine's memory."""
    if not hasattr(os, "sysconf"):
        return
    whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if games * size > whole:
        raise TengenError(
            f"{games:,} games on {board.text} need {amount(games * size)}, and the machine has {amount(whole)}; "
            f"ask for at most {whole // size:,}, for fewer planes or turns, or for superko=False"
        )


def starting_game(
    game: str | Variant | Rules | Game, board: BoardLike | None, superko: bool | None, axes: Axes
) -> Game:
    """Return the start of all games; TengenError if it has moves, is over, or is described twice."""
    if superko is not None and not isinstance(superko, (bool, np.bool_)):
        raise TengenError(f"superko must be True, False or None, not {superko!r:.60}; repetition=... names a rule")
    if isinstance(game, Game):
        if board is not None or superko is not None or axes:
            raise TengenError("a Game already has its board and rules; board, superko and axes are for variants")
        if game.moves or game.outcome is not None:
            raise TengenError("the games must begin with a Game without moves that is not over; Game.setup makes one")
        return game.copy()
    for name in axes:
        if name not in AXES:
            meant = keyword_meant(name, _OPTIONS)
            hint = f"; did you mean {meant}=?" if meant else ""
            raise RulesConflict([f"unknown option {name[:60]}={hint}"])
    found = Game(game, board=board, **axes)
    if superko is not None and superko != REPETITIONS[found.rules.repetition].is_superko:
        found = Game(found.variant, board=found.board, repetition="positional" if superko else "ko")
    if found.outcome is not None:
        raise TengenError(f"the game on {found.board.text} is over before it begins: {found.outcome}")
    return found


class GameKind(NamedTuple):
    """Games of one kind: their start, their number, and the turns after which they are cut off.

    With ``room``, actions and planes are laid out for boards of up to this many points (see `Actions`).
    """

    start: Game
    games: int
    limit: int
    room: int = 0

    @property
    def actions(self) -> Actions:
        """The actions by number."""
        return Actions(self.start.board, self.start.rules, self.room)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of a plane: rows and columns if the board has them, else the number of points."""
        rows = self.start.board.rows
        return (self.room or len(self.start.board),) if self.room or not rows else (len(rows), len(rows[0]))

    @property
    def cells(self) -> NDArray[np.uint32]:
        """The cell of each point in a plane."""
        board = self.start.board
        if self.room or not board.rows:
            return np.arange(len(board), dtype=np.uint32)
        places: Any = np.array(board.rows).reshape(-1)
        cells = np.zeros(len(board), np.uint32)
        cells[places[places >= 0]] = np.flatnonzero(places >= 0)
        return cells


def game_kind(
    game: str | Variant | Rules | Game = "chinese",
    *,
    board: BoardLike | None = None,
    superko: bool | None = None,
    games: int,
    limit: int | None = None,
    **axes: Unpack[Axes],
) -> GameKind:
    """Return a kind of games as described to `VectorEnv`; TengenError if it is impossible."""
    check_number("games", games, 1, MOST_GAMES)
    start = starting_game(game, board, superko, axes)
    limit = turn_limit(start.state()) if limit is None else limit
    check_number("limit", limit, 1, MOST_TURNS)
    return GameKind(start, games, limit)


def chosen_games(games: Any, count: int) -> Any:
    """Return an index for some of a number of games: a slice, booleans or indices; TengenError if invalid."""
    if games is None:
        return slice(None)
    chosen = array_of("games", games)
    if chosen.dtype == np.bool_ and chosen.shape == (count,):
        return chosen
    if chosen.shape == (0,):
        return chosen.astype(np.intp)
    if chosen.dtype.kind in "iu" and ((chosen >= 0) & (chosen < count)).all():
        return chosen.reshape(-1)
    raise TengenError(f"games must be indices from 0 to {count - 1} or {count} truth values")


def seed_games(records: NDArray[Any], seed: int | Sequence[int], chosen: Any) -> None:
    """Seed the random numbers of some games (records of `core.arrays.GAME`), from one seed or one each."""
    numbers = np.arange(len(records), dtype=np.uint64)[chosen]
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool):
        first = int(seed) * int(GOLDEN) & 0xFFFFFFFFFFFFFFFF
        words = mixed_all(numbers + np.uint64(first))
    else:
        given = array_of("seed", seed)
        if given.shape != numbers.shape or given.dtype.kind not in "iu":
            raise TengenError(f"seed must be a whole number, or {len(numbers)} of them, not {seed!r:.60}")
        words = mixed_all(given.reshape(-1).astype(np.uint64) * GOLDEN)
    records["s0"][chosen] = words
    records["s1"][chosen] = mixed_all(words ^ GOLDEN)


def played(start: Game, actions: Actions, taken: NDArray[Any]) -> Game:
    """Return a game after the moves of some actions."""
    found = start.copy()
    for action in taken.tolist():
        if action == actions.swap:
            found.swap()
        else:
            found.play(actions.move(action))
    return found


def illegal_action(actions: Actions, index: int, action: int, game: Callable[[int], Game]) -> TengenError:
    """Return the error with the reason why an action is refused in the game of this index."""
    if not 0 <= action < len(actions):
        return TengenError(f"game {index}: there is no action {action}; choose 0 to {len(actions) - 1}")
    if action not in actions:
        return TengenError(f"game {index}: action {action} is not a move of this game")
    if action == actions.swap:
        return TengenError(f"game {index}: action {action}, swap, is illegal: {game(index).why_no_swap()}")
    reasons = ", ".join(str(reason) for reason in game(index).why_not(actions.move(action)))
    return TengenError(f"game {index}: action {action}, {actions.text(action)}, is illegal: {reasons}")
