"""A search in plain Python, while the search is being compiled, has the compiled one's results."""

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from example_counts import first

from tengen import Game
from tengen.kernel.game_calls import StandIn, uncompiled
from tengen.players.mcts import MCTS
from tengen.search import calls
from tengen.search.search import Search
from tengen.search.tree import search


class Plain(SimpleNamespace):
    """The functions of a search until the compiler is done."""

    is_plain = True
    search = staticmethod(uncompiled(search))

    def prepare(self, *given: object) -> None:
        """Compile nothing."""


def begun(variant: str, board: str, level: int = 2) -> Search:
    game = Game(variant, board=board)
    chance = random.Random(1)
    for _ in range(8):
        game.play(chance.choice(list(game.legal_moves())))
    return MCTS(level, seed=3)._prepare(game)


@pytest.mark.parametrize(
    ("variant", "board"),
    first(6, [
        ("chinese", "9x9"), ("japanese", "7x7"), ("ing", "5x5"), ("tile-go", "5x5"), ("cushion-go", "5x5"),
        ("tao-go", "5x5"), ("gengo", "gengo 5"), ("atari-go", "7x7"), ("stoical-go", "5x5"), ("progressive-go", "5x5"),
        ("environmental-go", "5x5"), ("chinese", "honeycomb 4"), ("chinese", "7x7 torus"),
    ]),
)  # fmt: skip
def test_its_tree_is_the_compiled_one(variant: str, board: str) -> None:
    compiled = begun(variant, board)
    plain: Any = begun(variant, board)
    plain._calls = Plain()
    assert compiled.run(40) == plain.run(40) == 40
    for field in ("kind", "point", "visits", "wins", "margins"):
        assert np.array_equal(compiled.children()[field], plain.children()[field]), field
    assert compiled.totals() == plain.totals()
    assert np.array_equal(compiled.ownership(), plain.ownership())


def test_it_asks_no_network_and_ends_early(monkeypatch: pytest.MonkeyPatch) -> None:
    found: Any = begun("chinese", "9x9", level=6)
    found._calls = Plain()
    monkeypatch.setattr("tengen.search.search._PATIENCE", 0.0)
    assert found.run(1_000, early=True) == 1
    assert found.workers[0].questions.asked[0] == 0 < found._settings[0]["foresee_at"]


def test_it_goes_on_compiled_once_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    there = iter([False, True])
    monkeypatch.setattr("tengen.kernel.game_calls._EVERY", 0.0)
    monkeypatch.setattr("tengen.kernel.game_calls.is_there", lambda entry, given: next(there))
    monkeypatch.setattr(calls, "is_compiling", lambda wide: True)
    found = begun("chinese", "5x5")
    held: Any = calls.SearchCalls(wide=False, at_once=True)
    found._calls = held
    assert isinstance(held.search, StandIn)
    assert held.is_plain
    assert found.run(50) == 50 == found.visits
    assert held.search is search
    assert not held.is_plain
