"""Loading or compiling everything in advance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from ..game import Game
from ..kernel.code_store import claimed, writable_folder
from ..kernel.compiling import claim
from ..kernel.jit import is_there
from ..kernel.loading import are_there, compile_all, load_all
from ..reading.fate import compile_reader
from ..records import Place
from ..records.levels import FIRST_WITH_NETWORK
from ..search.calls import is_compiling
from ..search.compiled import arguments
from ..search.ladders import ChainReading
from ..search.tree import search
from .mcts import MCTS
from .player import Budget

GAMES: Final = ("chinese", "gengo")
"""A game without wide stones, and one with them, which need different code."""


def warm_up() -> None:
    """Load the compiled rules and the search, for boards with and without wide stones: a minute the first time.

    >>> warm_up()
    """
    for piece in pieces():
        piece()


def pieces() -> Iterator[Callable[[], None]]:
    """Yield the parts of `warm_up`."""
    for wide in (False, True):
        yield partial(warm_up_search, wide)
        yield partial(warm_up_rules, wide)
    yield compile_reader


def warm_up_rules(wide: bool) -> None:
    """Load the compiled rules, for boards with wide stones or for those without: a few seconds the first time."""
    with claimed(claim("rules", wide)):
        compile_all(_game(wide).state())


def load_rules(wide: bool) -> bool:
    """Load the compiled rules, if they have been compiled; return whether they have."""
    return load_all(_game(wide).state())


def uncompiled() -> Iterator[str]:
    """Yield in words the parts of rules and search not compiled yet, in the order of `pieces`; compile nothing."""
    if writable_folder() is None:
        return
    for wide, boards in ((False, ""), (True, " for wide stones")):
        if not is_there(search, arguments(wide)):
            yield f"search{boards}"
        if not are_there(_game(wide).state()):
            yield f"rules{boards}"


def load_search(wide: bool) -> None:
    """Load the compiled search, or compile it in the background; it plays at once in plain Python until then."""
    if is_there(search, arguments(wide)):
        warm_up_search(wide)
    else:
        is_compiling(wide)


def warm_up_search(wide: bool) -> None:
    """Load the search, for boards with wide stones or for those without: half a minute the first time."""
    game, player = _game(wide), MCTS(budget=Budget(simulations=1), megabytes=8)
    for _ in range(2):  # the second time it keeps the tree, as in a game
        player.choose(game)
    turn = game.play(next(iter(game.legal_moves())))
    if not wide and isinstance(turn.move, Place):  # hints read chains, too
        ChainReading(game.state()).is_caught(turn.move.point, attacked=True)


def warm_up_network() -> None:
    """Load the network that advises the search: a few seconds the first time."""
    MCTS(level=FIRST_WITH_NETWORK, budget=Budget(simulations=64), megabytes=8).choose(_game(wide=False))


def _game(wide: bool) -> Game:
    return Game(GAMES[wide], board="5x5")
