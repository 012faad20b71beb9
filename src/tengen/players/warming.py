"""Loading everything that has to be compiled once, or compiling it, before somebody waits for it."""

from __future__ import annotations

from ..game import Game
from ..records import Pass
from .mcts import MCTS
from .player import Budget


def warm_up() -> None:
    """Load the compiled rules and the search, for boards with and without wide stones: a minute at first."""
    for name in ("chinese", "gengo"):
        game = Game(name, board="5x5")
        MCTS(budget=Budget(simulations=1), megabytes=8).choose(game)
        game.play("C3")
        game.score()
        game.why_not(Pass)
        next(iter(game.legal_moves()))
