"""Orders of turns and seats (spec 6.7): the side to move, the turns that a pass gives up, and the consequences."""

from itertools import islice
from typing import Any

import pytest
from data import cases

from tengen import Game
from tengen.cli.play.shown import standing
from tengen.players import MCTS, Budget
from tengen.records import Content, PositionError, RulesConflict
from tengen.rules import Rules
from tengen.rules.axes import HandicapKind
from tengen.solve.game_search import worth
from tengen.solve.value import value
from tengen.web.games.turn_view import due

POINTS = [f"{column}{row}" for row in range(1, 8) for at, column in enumerate("ABCDEFG") if (row + at) % 2]


def movers(game: Game, turns: int) -> str:
    """Return who makes the next turns, as B and W, each a stone on the next vacant point."""
    free = [label for label in POINTS if label not in game.stones]
    return "".join(game.play(label).mover[0].upper() for label in islice(free, turns))


@pytest.mark.parametrize(("order", "turns"), cases("orders", "turns_follow_the_order_and_undo_leads_back"))
def test_turns_follow_the_order_and_undo_leads_back(order: str, turns: str) -> None:
    game = Game("chinese", board="7x7", order=order)
    assert movers(game, 10) == turns
    for record in (
        Game.from_sgf(game.sgf()),
        Game.from_json(game.to_json()),
        Game.from_position(game.variant, game.board, game.position),
    ):
        assert (record.to_play, record.turns_in_a_row) == (game.to_play, game.turns_in_a_row)
        assert movers(record.copy(), 9) == movers(game.copy(), 9)
    for left in range(10, 0, -1):
        game.undo()
        assert game.to_play[0].upper() == turns[left - 1]


@pytest.mark.parametrize(("order", "why"), cases("orders", "a_bad_order_is_explained"))
def test_a_bad_order_is_explained(order: Any, why: str) -> None:
    with pytest.raises(RulesConflict, match=why):
        Rules(order=order)


def test_what_an_order_excludes_is_refused() -> None:
    with pytest.raises(RulesConflict, match="compares whole states, which order = progressive does not allow"):
        Rules(order="progressive", repetition="no-result")
    with pytest.raises(RulesConflict, match="seats = 4 has no effect unless order is alternate"):
        Rules(order="2 a turn", seats=4)
    with pytest.raises(PositionError, match="order_turn is 4; it must be a whole number from 0 to 3"):
        Game.setup("chinese", {}, board="5x5", order="2 a turn", order_turn=4)
    with pytest.raises(PositionError, match="from 0 to 0"):
        Game.setup("chinese", {}, board="5x5", order_turn=1)


def test_a_pass_gives_up_a_run_and_two_passes_end_the_game() -> None:
    game = Game("progressive-go", board="7x7")
    assert movers(game, 4) == "BWWB"
    assert game.turns_in_a_row == 2
    assert game.play("pass").ended is None
    assert (game.to_play, game.turns_in_a_row) == ("white", 4)
    game.play("pass")
    assert game.outcome is not None
    game.resume("black")
    assert (game.to_play, game.turns_in_a_row) == ("black", 5)


def test_white_begins_with_its_first_turns_after_a_handicap() -> None:
    kinds: dict[HandicapKind, str] = {"fixed": "", "free": "BB", "turns": "BB"}
    for kind, first in kinds.items():
        game = Game("chinese", board="9x9", order="B (WW BB)", handicap=2, handicap_kind=kind)
        assert movers(game, 6)[: 6 - len(first)] == (first + "WWBBWW")[: 6 - len(first)]
    for kind in kinds:
        rengo = Game("rengo", board="9x9", handicap=3, handicap_kind=kind)
        while rengo.to_play == "black":
            assert rengo.seat == 1
            movers(rengo, 1)
        assert rengo.seat == 2


def test_a_turn_out_of_order_skips_the_other_sides_turns() -> None:
    game = Game("chinese", board="7x7", order="2 a turn")
    game.play("D4")
    assert game.force("C3", "white").against
    assert (game.to_play, game.turns_in_a_row) == ("white", 1)
    game.undo()
    assert (game.to_play, game.turns_in_a_row) == ("black", 1)


def test_recapture_is_about_the_opponents_turn() -> None:
    stones: dict[str, Content] = {"A1": "white", "B1": "black", "E1": "white", "D1": "black", "E5": "black"}
    game = Game.setup("stoical-go", stones, board="5x5", order="2 a turn")
    game.play("A2")
    game.play("E2")  # a second capture, by the same player
    assert not {"A1", "E1"} & game.stones.keys()
    game.undo()
    game.undo()
    assert game.why_not("A2") == ()


def test_sentences_for_players() -> None:
    game = Game("double-move-go", board="5x5")
    game.play("C3")
    assert "White has 2 turns in a row." in standing(game)
    assert due(game, {"white"}) == "White has 2 turns in a row."
    game.play("B2")
    assert due(game, {"white"}) == ""
    assert standing(Game("zengo", board="5x5")) == "Player 1 of 3 moves."


def test_the_search_knows_that_the_opponent_moves_twice() -> None:
    game = Game.setup(
        "chinese", {"A1": "black", "E5": "white"}, board="5x5", order="2 a turn", order_turn=1, goal="capture 1"
    )
    assert game.write_move(MCTS(seed=1, threads=1, megabytes=32).choose(game, Budget(simulations=2000))) in ("A2", "B1")


@pytest.mark.parametrize("order", ["2 a turn", "B WW", "thue-morse", "progressive"])
def test_values_are_those_of_every_continuation(order: str) -> None:
    game = Game("chinese", board="3x1", order=order, komi=0)
    assert value(game).exact == brute(game)


def brute(game: Game) -> float:
    if game.outcome is not None:
        return worth(game.outcome)
    found, side = [], game.to_play
    for move in tuple(game.legal_moves()):
        game.play(move)
        found.append(brute(game))
        game.undo()
    return (max if side == "black" else min)(found)
