"""The opponent that plays at random."""

from __future__ import annotations

import random
from collections.abc import Mapping

from ..game import Game
from ..records import Colour, Content, Move, Pass, Place, Resign, Return, TengenError
from .player import Budget


class Random:
    """Plays a uniformly random stone that fills no own one-point eye; if there is none, it passes.

    Where there is no passing it fills eyes, then returns prisoners, then puts Tao stones, and resigns when nothing is
    left. These are the moves of `kernel.playouts`. The same seed gives the same moves.

    >>> from tengen import Game
    >>> game = Game("chinese", board="1x1")
    >>> Random(seed=1).choose(game)
    Pass
    """

    name = "Random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Return a random legal move; see `Player.choose`."""
        if game.outcome is not None:
            raise TengenError("the game is over; there is nothing to choose")
        legal = list(game.legal_moves())
        stones, own = game.stones, game.to_play
        places = [move for move in legal if isinstance(move, Place)]
        open_places = [move for move in places if not _is_own_eye(game, stones, own, move.point)]
        if open_places:
            return self._random.choice(open_places)
        if Pass in legal:
            return Pass
        left: list[Move] = [*places] or ([Return] if Return in legal else legal)
        return self._random.choice(left) if left else Resign


def _is_own_eye(game: Game, stones: Mapping[str, Content], own: Colour, point: int) -> bool:
    """Say whether a point is a one-point eye: it has neighbours, and all hold stones of the colour (spec 1.18)."""
    board = game.board
    near = board.neighbours[point]
    return bool(near) and all(stones.get(board.labels[other]) == own for other in near)
