"""When the tree search answers a pass by a pass: where that wins, and where it would go round for ever."""

from __future__ import annotations

import pytest

from tengen import Game, Pass, Place
from tengen.players import MCTS, Budget
from tengen.players import mcts as mcts_module
from tengen.rules.repetition import RepetitionName

MOVES = (
    "dc bd de cc dd db eb cb bf fb fc ea ec be cf af gb fa bg ce cd ae gc bb df ag ga da -- ac -- fe ff gf ef fd "
    "-- ee -- ed -- fg -- dg -- eg gd ba -- ab -- cg ge fe -- ee -- ed gg eg -- dg -- fg -- gf -- cg gg eg --"
)
"""A game on 7x7 under plain ko: White gives up five stones in a corner, and begins to do so again; Black passes."""
D1 = Place(45)
KO = [".XOO.", "XO.OO", "XXOO.", "X.XOO", ".XXO."]
"""Black takes a ko at C4; that White retakes it decides the game, and passes lift the ko (spec 1.8)."""


def going_round(komi: float = 7.5, repetition: RepetitionName = "ko") -> Game:
    game = Game("chinese", board="7x7", repetition=repetition, komi=komi)
    for move in MOVES.split():
        game.play("pass" if move == "--" else Place(ord(move[0]) - 97 + 7 * (ord(move[1]) - 97)))
    return game


@pytest.mark.parametrize("komi", [0.5, 7.5])
@pytest.mark.parametrize("seed", range(3))
def test_stones_are_not_given_up_again_and_again_where_a_pass_wins(
    seed: int, komi: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """White wins by 5.5 points or more if play ends. With a small komi a short search thinks that White has lost."""
    game, budget = going_round(komi), Budget(simulations=50)
    assert MCTS(budget=budget, seed=seed).choose(game) is Pass
    monkeypatch.setattr(mcts_module, "_had_better_pass", lambda *_: False)
    assert MCTS(budget=budget, seed=seed).choose(game) is not Pass


@pytest.mark.parametrize(("cycles", "is_enough"), [(0, False), (1, True)])
def test_where_a_pass_loses_a_position_may_come_back_once(cycles: int, is_enough: bool) -> None:
    game = going_round(komi=-30.0)
    for _ in range(cycles):
        for move in ["dg", "--", "fg", "--", "gf", "--", "cg", "gg", "eg", "--"]:
            game.play("pass" if move == "--" else Place(ord(move[0]) - 97 + 7 * (ord(move[1]) - 97)))
    assert mcts_module._had_better_pass(game, D1, 0.9) is is_enough


def test_only_after_a_pass_does_anybody_think_of_passing() -> None:
    game = going_round()
    assert mcts_module._had_better_pass(game, D1, 0.9)
    assert not mcts_module._had_better_pass(game, Place(game.board.find("C1") or 0), 0.9)  # it makes a new position
    game.play(D1)
    assert not mcts_module._had_better_pass(game, Pass, 0.1)


@pytest.mark.parametrize("simulations", [100, 1_000])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_ko_that_passes_have_lifted_is_retaken(simulations: int, seed: int) -> None:
    game = Game.setup("chinese", KO, to_play="black", repetition="ko", passes=3, komi=0)
    for move in ("C4", "pass", "pass"):
        game.play(move)
    assert MCTS(budget=Budget(simulations=simulations), seed=seed).choose(game) == Place(game.board.find("B4") or 0)
