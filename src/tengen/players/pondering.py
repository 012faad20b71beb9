"""Thinking while the other side thinks: the tree that grows is where the next search goes on."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Final, TypeGuard

from ..game import Game
from ..records import TengenError
from ..search.compiled import is_compiled
from .booked import Booked
from .mcts import MCTS
from .player import Budget

SLICE: Final = 0.05
"""Seconds between two looks at whether to stop."""
_LONGEST: Final = 600.0
"""Seconds after which pondering about one position ends: a player who left the game leaves the processor, too."""


def ponders(player: object) -> TypeGuard[MCTS | Booked]:
    """Say whether a player keeps its tree from one move to the next: then it gains by thinking meanwhile."""
    return isinstance(player, MCTS | Booked)


def ponder(player: MCTS | Booked, game: Game) -> Generator[None, None, None]:
    """Think about a position in which the other side moves, a slice at a time, for as long as somebody goes on.

    Nothing is thought about a game that is over, and nothing by a search that is not compiled yet: after a move of the
    opening book, the first slice would wait for the compiler. The game is left as it was; a player forgets nothing by
    it, and what it finds counts towards the visits of its next search.
    """
    if game.outcome is None and is_compiled(game.board):
        mover = player.player if isinstance(player, Booked) else player
        for _ in mover.analyse(game, Budget(seconds=_LONGEST), SLICE):
            yield


@contextmanager
def pondering(player: object, game: Game) -> Iterator[None]:
    """Have a player think in a thread of its own meanwhile; at the end it stops within a slice. Others do nothing."""
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
    with suppress(TengenError):  # what it would think about it says when it moves
        for _ in ponder(player, game):
            if over.is_set():
                return
