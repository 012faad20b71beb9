"""The tree's memory of situations against the game's: what is legal, and which turns end the game (spec 1.5, 1.6)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from test_tree import check_tree

from tengen import Game
from tengen.game.game_history import MARKS
from tengen.players import MCTS, Budget
from tengen.players.mcts import keys_of
from tengen.rules import AXES, Compares, variant

KO = [".XO.", "X.XO"]  # White takes at B1, Black takes back at C1
JAPANESE = {"repetition": "no-result", "scoring": "territory"}
RETURNS = {
    "repetition": "natural", "suicide": "allowed", "passing": "return", "end": "no-moves",
    "prisoners": {"black": 1, "white": 1},
}  # fmt: skip
CASES: dict[str, tuple[list[str], dict[str, Any], list[str]]] = {
    "passes alone": (["."], {**JAPANESE, "passes": 3}, []),
    "a pass before the root": (["."], {**JAPANESE, "passes": 3}, ["pass"]),
    "a ko": (KO, {**JAPANESE, "passes": 3}, []),
    "a ko before the root": (KO, {**JAPANESE, "passes": 3}, ["B1", "pass", "pass"]),
    "tiles": (KO, {**JAPANESE, "passes": 3, "tiles": "tile", "tile_stack": 2}, []),
    "tiles before the root": (KO, {**JAPANESE, "passes": 3, "tiles": "tile"}, ["pass", "B1", "pass", "pass"]),
    "prisoners": (KO, {**JAPANESE, "passing": "both", "prisoners": {"black": 1, "white": 1}}, []),
    "prisoners before the root": (KO, {**JAPANESE, "passing": "both"}, ["pass", "B1", "pass", "return"]),
    "Tao stones": (KO, {**JAPANESE, "passes": 3, "tao": "on", "tao_in_hand": {"black": 1, "white": 1}}, []),
    "Tao stones before the root": (KO, {**JAPANESE, "tao": "on", "tao_in_hand": {"white": 1}}, ["pass", "tao A2"]),
    "a price above a byte": (["..."], {**JAPANESE, "tao": "on", "tao_price": 300, "prisoners": {"black": 599}}, []),
    "natural": (KO, {"repetition": "natural", "passes": 3, "created_by": "white"}, []),
    "a pass creates nothing": (KO, {"repetition": "natural", "created_by": "white"}, ["pass", "B1"]),
    "nobody creates nothing": (["."], RETURNS, []),
    "a return creates nothing": (["."], RETURNS, ["return"]),
}


@pytest.mark.parametrize("name", CASES)
def test_the_tree_goes_on_where_the_game_does(name: str) -> None:
    rows, axes, moves = CASES[name]
    start = {key: axes[key] for key in axes if key not in AXES or key == "tao_in_hand"}
    rules = {key: axes[key] for key in axes if key not in start}
    game = Game.setup(variant("chinese", **rules), rows, **start)
    for move in moves:
        game.play(move)
    search = MCTS(seed=1, megabytes=16).search(game, Budget(simulations=1500))
    assert check_tree(search, game, most=400)[0] > 1


WHOLE: dict[str, dict[str, Any]] = {
    "ordinary": {},
    "tiles": {"tiles": "tile", "tile_stack": 2},
    "prisoners": {"passing": "both"},
    "Tao stones": {"tao": "on", "tao_payment": "points"},
    "all": {"tiles": "cushion", "tao": "on", "passing": "both", "tao_in_hand": 1},
}


@pytest.mark.parametrize("axes", WHOLE.values(), ids=WHOLE)
def test_equal_keys_are_equal_whole_states(axes: dict[str, Any]) -> None:
    """1.6: keys before the root tell exactly those situations apart that the game tells apart."""
    seen = returned = 0
    for seed in range(6):
        rng = random.Random(seed)
        game = Game("chinese", board="2x2", repetition="no-result", passes=3, **axes)
        for _ in range(60):
            if game.outcome is not None:
                break
            game.play(rng.choice(list(game.legal_moves())))
        keys, marks = keys_of(game), [MARKS[Compares.STATE](situation) for situation in game.situations]
        assert len(keys) == len(marks)
        assert len(set(keys)) == len(set(marks)) == len(set(zip(keys, marks, strict=True)))
        seen += len(keys)
        returned += len(keys) - len(set(keys))
    assert seen > 60
    assert returned > 0
