"""The price of a Tao stone over a game (spec 3.9): every kind of price, its display, and errors."""

from dataclasses import replace
from typing import Any

import pytest

from tengen.game import Game
from tengen.game.refusal import refusals
from tengen.records import Colour, IllegalMove, Position, PositionError, Reason, RulesConflict
from tengen.rules import Rules, describe, load_variant, to_toml, variant
from tengen.rules.prices import LONGEST, prices_of

LIST, OFF = (2, 3), "off"
SCHEDULE, AUCTION = "schedule 3, 2 from 4, 0 from 6", "auction 3 to 1 every 2"
EVERY: tuple[Any, ...] = (2, LIST, OFF, SCHEDULE, AUCTION)
RICH: dict[Colour, int] = {"black": 9, "white": 9}


def game(price: Any, **axes: Any) -> Game:
    """Return a game on an empty board in which both hold nine prisoners."""
    return Game.setup("tao", ["....."] * 5, prisoners=RICH, tao_price=price, **axes)


def paid(played: Game, *moves: str) -> list[int]:
    """Play moves and return what each of them cost."""
    return [played.play(move).paid for move in moves]


def test_a_list_goes_by_the_buyers_purchases() -> None:
    played = game(LIST)
    assert paid(played, "tao A1", "tao A2", "tao A3", "tao A4", "tao A5", "B1") == [2, 2, 3, 3, 3, 0]
    assert played.prisoners == {"black": 1, "white": 4}
    assert played.tao_prices == {"black": 3, "white": 3}


def test_a_schedule_goes_by_the_number_of_the_move() -> None:
    played = game(SCHEDULE)
    assert paid(played, "tao A1", "B1", "tao A2", "tao A3", "tao A4", "tao A5", "pass", "tao B5") == [
        3, 0, 3, 2, 2, 0, 0, 0,
    ]  # fmt: skip


def test_an_auction_falls_to_its_end_and_starts_again() -> None:
    played = game(AUCTION)
    asked = []
    for move in ("A1", "A2", "A3", "pass", "A5", "B1", "tao B2", "B3", "tao B4"):
        asked.append(played.tao_prices["black"])
        played.play(move)
    assert asked == [3, 3, 2, 2, 1, 1, 1, 3, 3]
    assert [turn.paid for turn in played.turns if turn.paid] == [1, 3]


def test_a_tao_stone_from_the_hand_keeps_the_auction_running() -> None:
    played = game(AUCTION, tao_in_hand=1)
    assert paid(played, "A1", "A2", "tao A3", "tao A4", "tao A5", "tao B5") == [0, 0, 0, 0, 1, 3]


def test_buying_can_be_off() -> None:
    played = game(OFF, tao_in_hand={"white": 1})
    assert played.tao_prices == {"black": None, "white": None}
    assert played.why_not("tao A1") == (Reason.NO_TAO,)
    said = "No Tao stone can be bought in this game, and Black has none in hand."
    assert refusals(played, "tao A1", played.why_not("tao A1")) == [said]
    played.play("B1")
    assert played.play("tao A1").paid == 0
    played.play("C1")
    assert played.why_not("tao A2") == (Reason.NO_TAO,)


@pytest.mark.parametrize("price", EVERY)
def test_undo_restores_the_price(price: Any) -> None:
    played = game(price, repetition="no-result", tao_in_hand=1)
    seen = [(played.position, played.tao_prices)]
    for move in ("tao A1", "B1", "pass", "tao A2" if price != OFF else "C1", "C2", "D2"):
        played.play(move)
        seen.append((played.position, played.tao_prices))
    for position, asked in reversed(seen):
        assert (played.position, played.tao_prices) == (position, asked)
        if played.moves:
            played.undo()


@pytest.mark.parametrize("payment", ["prisoner", "points"])
@pytest.mark.parametrize("price", EVERY)
def test_a_game_goes_on_from_its_position_as_it_went_on(price: Any, payment: str) -> None:
    played = game(price, tao_payment=payment, tao_in_hand={"black": 1})
    for move in ("tao A1", "B1", "C2") + (() if price == OFF else ("tao A2",)):
        played.play(move)
    again = Game.from_position(played.variant, played.board, played.position)
    assert again.position == played.position
    for move in ("D4", "D5") if price == OFF else ("D4", "D5", "tao B5", "tao C5", "E5"):
        if not played.why_not(move):
            assert played.play(move).paid == again.play(move).paid
        assert played.tao_prices == again.tao_prices
    assert again.score() == played.score()
    assert again.position == replace(played.position)


@pytest.mark.parametrize("write", [Game.sgf, Game.to_json])
@pytest.mark.parametrize("price", EVERY)
def test_records_keep_the_price_and_the_turns_it_goes_by(price: Any, write: Any) -> None:
    start = Position({"C3": "black"}, prisoners=RICH)
    if price in (SCHEDULE, AUCTION):
        start = replace(start, tao_turns=3, tao_paid={"black": 2, "white": 0}, tao_bought={"black": 1, "white": 0})
    played = Game.from_position(variant("tao", tao_price=price, tao_start="none"), "5", start)
    played.play("B2")
    text = write(played)
    read = Game.from_sgf(text) if write is Game.sgf else Game.from_json(text)
    assert read.rules == played.rules
    assert (read.position, read.tao_prices) == (played.position, played.tao_prices)


@pytest.mark.parametrize(
    ("price", "how"),
    [(1, "no_result"), ("auction 9 to 0 every 1", None), ("auction 9 to 0 every 99", "no_result"),
     ("schedule 2, 1 from 5", None), ("schedule 2, 1 from 50", "no_result")],
)  # fmt: skip
def test_the_price_now_asked_belongs_to_the_whole_state(price: Any, how: str | None) -> None:
    """The board after move 1 recurs after move 7: the same state only at the same price (spec 1.6)."""
    axes: dict[str, Any] = {"repetition": "no-result", "tao_start": "none", "tao_payment": "points"}
    played = Game("tao", board="2x2", tao_price=price, **axes)
    for move in ("A2", "B2", "A1", "B1", "A2", "A1", "A2"):
        assert played.outcome is None
        played.play(move)
    assert (played.outcome and played.outcome.how) == how


def test_turns_of_a_free_handicap_are_no_turns_of_the_price() -> None:
    axes: dict[str, Any] = {"handicap": 3, "handicap_kind": "free", "tao_payment": "points", "tao_start": "none"}
    played = Game("tao", board="5x5", tao_price="schedule 5, 4 from 2, 3 from 3", **axes)
    for move in ("A1", "B2", "C3"):
        assert played.tao_prices["black"] == 5
        played.play(move)
    assert paid(played, "tao A5", "tao B5", "tao C5") == [5, 4, 3]


def test_what_is_paid_in_points_is_what_was_asked() -> None:
    played = Game("tao", board="5x5", tao_price=AUCTION, tao_payment="points", tao_start="none", komi=0)
    for move in ("A1", "A2", "tao A3", "B3", "tao C3"):
        played.play(move)
    before = played.score("area")
    assert (before.black, before.white) == (1 - 2 - 3, 2)
    again = Game.from_position(played.variant, played.board, played.position)
    assert (again.score("area").black, again.score("area").white) == (before.black, before.white)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("auction 1 to 5 every 2", "an auction begins at its highest price: `auction 5 to 1 every 2`"),
        ("auction 5 to 1 every 0", "the price of an auction falls after 1 turn or more, not 0"),
        (f"auction 2 to 0 every {LONGEST}", "an auction falls for 100,000 turns at most, not 200,000"),
        ("schedule 3, 2 from 1", "`2 from 1` must begin after move 1"),
        ("schedule 3, 2 from 20, 1 from 10", "`1 from 10` must begin after move 20"),
        (f"schedule 3, 2 from {LONGEST + 1}", "a schedule ends at move 100,000 at the latest, not 100,001"),
        ("schedule 2000000, 2 from 5", "2,000,000 is too large; numbers in the rules go up to 1,000,000"),
        ("schedule 3", "it must be off, a whole number, a list of them, `schedule 3, 2 from 20, 1 from 40` or "),
        (
            "auktion 3 to 1 every 2",
            "it must be off, a whole number, a list of them, `schedule 3, 2 from 20, 1 from 40` or ",
        ),
    ],
)
def test_what_is_wrong_with_a_price_is_said(given: str, message: str) -> None:
    with pytest.raises(RulesConflict) as caught:
        Rules(tao="on", tao_price=given)
    assert str(caught.value).startswith(f"tao_price = {given!r} is not possible; {message}")


def test_texts_of_prices_have_one_canonical_spelling() -> None:
    assert Rules(tao="on", tao_price=" Schedule 3 ,2  FROM 20").tao_price == "schedule 3, 2 from 20"
    assert Rules(tao="on", tao_price="AUCTION 5 to 1 every 3").tao_price == "auction 5 to 1 every 3"
    assert prices_of("schedule 3, 2 from 4, 0 from 6").amounts == (3, 3, 3, 2, 2, 0)
    assert prices_of("auction 3 to 1 every 2").amounts == (3, 3, 2, 2, 1)


@pytest.mark.parametrize("price", EVERY)
def test_a_variant_file_keeps_the_price(price: Any, tmp_path: Any) -> None:
    chosen = variant("tao", tao_price=price, tao_start="none")
    file = tmp_path / "own.toml"
    file.write_text(to_toml(chosen))
    assert load_variant(file).rules == chosen.rules
    rows = {row.axis: row for row in describe(chosen).rows}
    assert rows["tao_price"].value == str(price) or price == LIST
    assert rows["tao_start"].sentence == "No Tao stone is on the board at the start."


@pytest.mark.parametrize(
    ("price", "given", "message"),
    [
        (AUCTION, {"tao_turns": -1}, "tao_turns is -1; it must be a whole number from 0 to 1,000,000"),
        (LIST, {"tao_turns": 2}, "tao_turns is for a schedule or an auction of Tao stones, but tao_price is [2, 3]"),
        (2, {"tao_paid": {"black": 1}}, "tao_paid is for a schedule or an auction of Tao stones, but tao_price is 2"),
        (AUCTION, {"tao_paid": {"black": -1}}, "tao_paid: 'black': -1 is not a count for black or white"),
    ],
)
def test_turns_and_payments_that_cannot_be_are_refused(price: Any, given: Any, message: str) -> None:
    with pytest.raises(PositionError) as caught:
        Game.from_position(variant("tao", tao_price=price), "5", Position({}, **given))
    assert str(caught.value) == message


def test_a_tao_stone_beyond_ones_means_is_refused() -> None:
    played = Game.setup("tao", ["....."] * 5, prisoners={"black": 1}, tao_price=AUCTION)
    before = played.position
    with pytest.raises(IllegalMove) as caught:
        played.play("tao A1")
    assert caught.value.reasons == (Reason.NO_PRISONER,)
    assert played.position == before
