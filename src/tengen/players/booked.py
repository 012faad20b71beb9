"""A player with an opening book."""

from __future__ import annotations

from typing import Final

from ..game import Game
from ..opening import BookMove, book_move
from ..records import Move
from .mcts import MCTS
from .player import Budget


class Booked:
    """Plays from the opening book while it has a move, chosen by the player's seed, and then like the player.

    A book move is used if its search was at least as large as the player's own, or while the search is not compiled;
    with ``always``, whenever the position is known. ``known`` is the book entry of the last move, or None for a
    searched move. Everything else, such as an analysis, is the player's own.

    >>> from tengen import Game
    >>> Booked(MCTS(seed=1)).choose(Game("chinese", board="5x5"))
    Place(point=12)
    """

    def __init__(self, player: MCTS, *, always: bool = False) -> None:
        self.player: Final = player
        self.name: Final = player.name
        self.budget: Final = player.budget
        self.analyse: Final = player.analyse
        self._always = always
        self.known: BookMove | None = None

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Return the book's move, or the best one found; see `Player.choose`."""
        own = (budget or self.player.budget).simulations
        self.known = book_move(game, self.player.seed, 0 if self._always else own)
        return self.player.choose(game, budget) if self.known is None else self.known.move
