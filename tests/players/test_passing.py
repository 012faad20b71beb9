"""When the tree search answers a pass by a pass: where that wins, and where it would go round for ever."""

from __future__ import annotations

import pytest

from tengen import Game, Pass, Place
from tengen.players import MCTS, Budget

MOVES = (
    "dc bd de cc dd db eb cb bf fb fc ea ec be cf af gb fa bg ce cd ae gc bb df ag ga da -- ac -- fe ff gf ef fd "
    "-- ee -- ed -- fg -- dg -- eg gd ba -- ab -- cg ge fe -- ee -- ed gg eg -- dg -- fg -- gf -- cg gg eg --"
)
"""A game on 7x7 under plain ko: White gives up five stones in a corner, and begins to do so again; Black passes."""
KO = [".XOO.", "XO.OO", "XXOO.", "X.XOO", ".XXO."]
"""Black takes a ko at C4; that White retakes it decides the game, and passes lift the ko (spec 1.8)."""


def going_round(komi: float) -> Game:
    game = Game("chinese", board="7x7", repetition="ko", komi=komi)
    for move in MOVES.split():
        game.play("pass" if move == "--" else Place(ord(move[0]) - 97 + 7 * (ord(move[1]) - 97)))
    return game


@pytest.mark.parametrize(("komi", "passes"), [(0.5, True), (7.5, True), (-30, False)])
@pytest.mark.parametrize("seed", range(3))
def test_stones_are_not_given_up_again_and_again_where_a_pass_wins(seed: int, komi: float, passes: bool) -> None:
    """White wins by 5.5 points or more if play ends. With a small komi a short search thinks that White has lost."""
    assert (MCTS(budget=Budget(simulations=50), seed=seed).choose(going_round(komi)) is Pass) == passes


@pytest.mark.parametrize("simulations", [100, 1_000])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_ko_that_passes_have_lifted_is_retaken(simulations: int, seed: int) -> None:
    game = Game.setup("chinese", KO, to_play="black", repetition="ko", passes=3, komi=0)
    for move in ("C4", "pass", "pass"):
        game.play(move)
    assert MCTS(budget=Budget(simulations=simulations), seed=seed).choose(game) == Place(game.board.find("B4") or 0)
