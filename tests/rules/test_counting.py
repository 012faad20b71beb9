"""Coupons, pass stones, weights of points and payoffs (spec 6.8), beyond the positions of the variants."""

import random
from dataclasses import replace
from typing import Any

import pytest

from tengen import boards
from tengen.formats import sensei
from tengen.game import Game
from tengen.kernel import playouts
from tengen.players import MCTS
from tengen.records import BoardError, Diagram, Pass, RulesConflict, TengenError
from tengen.rules import Rules
from tengen.rules.counting import weights_of

IMPOSSIBLE = (0, 0.3, "0.5", True, "20 to 0.5 by 1", "1 to 2 by 0.5", "2 to 1 by 0.3", "3000 to 1 by 0.5")


@pytest.mark.parametrize("value", IMPOSSIBLE)
def test_impossible_stacks_are_refused(value: Any) -> None:
    with pytest.raises(RulesConflict, match="is not possible; it must be none, the value of a button"):
        Rules(coupons=value)


def test_positions_records_and_undo_keep_coupons() -> None:
    game = Game("chinese", board="5x5", coupons="2 to 1 by 0.5")
    turns = [game.play(move) for move in ("C3", "pass", "pass")]
    assert [(turn.coupon, turn.ended) for turn in turns] == [(0, None), (2, None), (1.5, None)]
    assert turns[1].told(game.board) == "White passes and takes a coupon worth 2"
    assert "Coupons: Black 1.5, White 2." in game.score().notes
    assert "GM[1]" in game.sgf()
    for again in (Game.from_sgf(game.sgf()), Game.from_json(game.to_json())):
        assert (again.coupon, again.position, again.situations) == (1, game.position, game.situations)
    record = Game("chinese", board="5x5", coupons="2 to 1 by 0.5").record
    set_up = Game.from_record(replace(record, start=game.position))
    assert (set_up.coupon, set_up.situations[0].key) == (1, game.situations[-1].key)
    assert Game.from_sgf(set_up.sgf()).position == Game.from_json(set_up.to_json()).position == game.position
    drawn = sensei.write(Diagram("5x5", game.position))
    assert "{COUPONS black 1.5 white 2}" in drawn
    assert sensei.read(drawn).position.coupons == game.position.coupons
    with pytest.raises(TengenError, match="3 is not what the highest coupons add up to"):
        Game.from_record(replace(record, start=replace(game.position, coupons={"black": 3, "white": 0})))
    game.undo()
    assert (game.coupon, game.position.coupons) == (1.5, {"black": 0, "white": 2})


def test_pass_stones_make_both_counts_alike() -> None:
    unlike = 0
    for seed in range(20):
        rng = random.Random(seed)
        game = Game("aga-pass-stones", board="5x5", suicide=rng.choice(("forbidden", "allowed")), komi=0)
        while game.outcome is None:
            moves = [*game.legal_moves()]
            game.play(rng.choice(moves if len(game.moves) < 40 else [Pass]))
        assert game.outcome.margin == game.score("area").margin
        plain = Game("japanese", board="5x5", tax="none", komi=0, repetition="situational", suicide=game.rules.suicide)
        for move in game.moves:
            plain.play(move)
        unlike += plain.outcome is not None and plain.outcome.margin != game.outcome.margin
    assert unlike


def test_weights_need_a_board_with_an_edge_or_corners() -> None:
    assert weights_of(boards.parse("3x5 cylinder"), "pyramid") == [1, 1, 1, 2, 2, 2, 3, 3, 3, 2, 2, 2, 1, 1, 1]
    assert weights_of(boards.parse("hexagon 3"), "pyramid")[3:12] == [1, 2, 2, 1, 1, 2, 3, 2, 1]
    refused: list[tuple[str, Any]] = [
        ("5 torus", "pyramid"),
        ("graph:petersen", "pyramid"),
        ("4", "corners"),
        ("1x5", "corners"),
    ]
    for board, weights in refused:
        with pytest.raises(BoardError, match=f"weights = {weights} needs a board with"):
            Game("chinese", board=board, weights=weights)
    with pytest.raises(RulesConflict, match="has no effect unless areas or stones are counted"):
        Rules(weights="pyramid", scoring="territory")


def test_payoffs_follow_the_margin_or_the_winner() -> None:
    game = Game("hahn-go", board="9x9")
    assert (game.payoff, game.finish("time", "white").how, game.payoff) == (None, "time", {"black": 0, "white": 100})
    scored = Game("hahn-go", board="5x5", komi=0)
    scored.play("pass")
    assert (scored.play("pass").ended, scored.payoff) == (scored.outcome, {"black": 50, "white": 50})
    assert scored.score().to_dict()["payoff"] == [50, 50]


def test_the_search_takes_a_coupon_that_decides_the_game() -> None:
    assert MCTS(level=3, seed=1).choose(Game("chinese", board="5x5", komi=0, coupons=40)) is Pass


def test_playouts_take_the_whole_stack() -> None:
    scores = playouts(boards.parse("1x1"), Rules(coupons="9 to 1 by 1"), games=4).scores
    assert scores.tolist() == [5] * 4  # 9 - 8 + 7 - 6 + 5 - 4 + 3 - 2 + 1
