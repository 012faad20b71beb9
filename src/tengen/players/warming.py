"""Loading everything that has to be compiled once, or compiling it, before somebody waits for it."""

from __future__ import annotations

from ..game import Game
from ..network.evaluator import Evaluator
from ..network.making import untrained
from ..network.sizes import Sizes
from ..records import Pass
from .guided import Guided
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


def warm_up_guided() -> None:
    """Load the guided search and the network, for boards with and without wide stones: half a minute at first."""
    judge = Evaluator(untrained(Sizes(width=4, blocks=1, heads=2, rules=2)))
    for name, board in (("chinese", "3x3"), ("gengo", "gengo 5")):
        Guided(judge, budget=Budget(simulations=2), megabytes=8).choose(Game(name, board=board))
