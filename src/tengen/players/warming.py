"""Loading everything that has to be compiled once, or compiling it, before somebody waits for it."""

from __future__ import annotations

from contextlib import nullcontext

from numba.core import event

from ..game import Game
from ..records import Pass, TengenError
from .mcts import MCTS
from .player import Budget

_VARIANTS = ("chinese", "gengo")
"""One with ordinary and one with wide stones."""


class NotCompiled(TengenError):
    """Something is not there that was compiled before; to compile it takes a minute."""


def warm_up() -> None:
    """Load the compiled rules and the search, for boards with and without wide stones: a minute at first."""
    for name in _VARIANTS:
        MCTS(budget=Budget(simulations=1), megabytes=8).choose(_played(name))


def load_rules(may_compile: bool = False) -> None:
    """Load the compiled rules, for boards with and without wide stones, without the search.

    Raises:
        NotCompiled: they are yet to be compiled, and may not be here.
    """
    with nullcontext() if may_compile else event.install_listener("numba:compile", _Refusal()):
        for name in _VARIANTS:
            _played(name)


def _played(name: str) -> Game:
    """Return a game in which everything was done that games do without a search."""
    game = Game(name, board="5x5")
    game.play("C3")
    game.score()
    game.why_not(Pass)
    next(iter(game.legal_moves()))
    return game


class _Refusal(event.Listener):
    """Ends what would compile."""

    def on_start(self, event: object) -> None:
        raise NotCompiled("the rules are not compiled yet")

    def on_end(self, event: object) -> None:
        """Nothing has begun."""


def warm_up_guided() -> None:
    """Load the guided search and the network, for boards with and without wide stones: half a minute at first."""
    from ..network.evaluator import Evaluator  # late: few need it
    from ..network.making import untrained
    from ..network.sizes import Sizes
    from .guided import Guided

    judge = Evaluator(untrained(Sizes(width=4, blocks=1, heads=2, rules=2)))
    for name, board in (("chinese", "3x3"), ("gengo", "gengo 5")):
        Guided(judge, budget=Budget(simulations=2), megabytes=8).choose(Game(name, board=board))
