"""Pondering: searching during the opponent's turn, in the tree that the next search continues."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Final, TypeGuard

from ..game import Game
from ..records import TengenError
from ..search.compiled import is_compiled
from .mcts import MCTS, Booked
from .player import Budget

SLICE: Final = 0.05
"""Seconds between two checks whether to stop."""
_LONGEST: Final = 600.0
"""Seconds after which pondering on a position ends, so that an abandoned game frees the processor."""


def ponders(player: object) -> TypeGuard[MCTS | Booked]:
    """Return whether a player keeps its tree between moves, so that pondering pays."""
    return isinstance(player, MCTS | Booked)


def ponder(player: MCTS | Booked, game: Game) -> Generator[None, None, None]:
    """Ponder on a position with the other side to move, in slices, while the iterator is used.

    A finished game is not searched, nor is one whose search is not compiled yet: after a move of the opening book, the
    first slice would wait for the compiler. The game is unchanged, the player keeps its tree, and the result counts
    towards the visits of its next search.
    """
    if game.outcome is None and is_compiled(game.board):
        mover = player.player if isinstance(player, Booked) else player
        for _ in mover.analyse(game, Budget(seconds=_LONGEST), SLICE):
            yield


@contextmanager
def pondering(player: object, game: Game) -> Iterator[None]:
    """Have a player ponder in a thread during the block, until at most one slice after it; other players do nothing."""
    if not ponders(player):
        yield
        return
    over = Event()
    thread = Thread(target=_until, args=(over, player, game.copy()), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _until(over: Event, player: MCTS | Booked, game: Game) -> None:
    with suppress(TengenError):  # the error recurs when it moves
        for _ in ponder(player, game):
            if over.is_set():
                return
