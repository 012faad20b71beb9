"""The library of known variants: positions worked out by hand, in the game and in the oracle, and random starts."""

import pickle
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from agreement import as_tuple
from oracle import Oracle

from tengen import boards
from tengen.boards.rims import inside
from tengen.game import Game
from tengen.match.referee import Conditions
from tengen.records import Reason, TengenError
from tengen.rules import Rules, check, describe, library, load_variant, to_toml, variant
from tengen.web.games.game_request import GameChoice, choice_of, chosen_game

POSITIONS = tomllib.loads((Path(__file__).parents[1] / "data" / "variants.toml").read_text("utf-8"))["position"]


def game_at(case: dict[str, Any]) -> Game:
    """Return the game of a position before its moves: set up, or the variant's start."""
    stones: dict[str, Any] = {label: colour for colour in ("black", "white") for label in case.get(colour, ())}
    if not stones and "to_play" not in case:
        return Game(case["variant"], board=case.get("board"), seed=case.get("seed"))
    to_play = case.get("to_play", "black")
    return Game.setup(case["variant"], stones, board=case.get("board"), to_play=to_play)


def oracle_of(game: Game) -> Oracle:
    stones = {game.board.point(label): str(colour) for label, colour in game.stones.items()}
    return Oracle(game.board, game.rules, stones=stones or None, to_play=game.to_play)


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["variant"])
def test_positions_are_judged_as_published(case: dict[str, Any]) -> None:
    game = game_at(case)
    oracle = oracle_of(game)
    for komi in case.get("bids", ()):
        oracle.bid(None if komi == "none" else komi)
        game.bid(None if komi == "none" else komi)
    for label in (*case.get("play", ()), *([case["last"]] if "last" in case else [])):
        if label == "swap":
            assert oracle.may_swap()
            oracle.swapped = game.swap().by == oracle.to_play
        else:
            oracle.play(as_tuple(game.play(label).move))
    assert case.get("black_has", game.seats["black"]) == game.seats["black"] == oracle.seats["black"]
    assert game.to_play == oracle.to_play == case.get("mover", game.to_play)
    assert game.seat == case.get("seat", game.seat)
    if "swap" in (case.get("legal"), case.get("illegal")):
        assert (not game.why_no_swap()) == oracle.may_swap() == (case.get("legal") == "swap")
        return
    move = game.read_move(case.get("legal") or case.get("illegal") or "pass")
    reasons = [str(reason) for reason in game.why_not(move)]
    assert reasons == [str(reason) for reason in oracle.why_not(as_tuple(move))]
    if "last" not in case:
        assert reasons == case.get("reasons", [])
        return
    assert game.outcome is not None
    assert (game.outcome.winner or "", game.outcome.how) == (case["winner"], case["how"])
    assert oracle.outcome == (game.outcome.winner, game.outcome.margin, game.outcome.how)
    assert case.get("margin", game.outcome.margin) == game.outcome.margin
    assert case.get("payoff") == (list(game.payoff.values()) if game.payoff else None)
    game.undo()
    assert game.outcome is None


def test_every_variant_has_three_kinds_of_positions() -> None:
    kinds = defaultdict[str, set[str]](set)
    for case in POSITIONS:
        kinds[case["variant"]] |= {"legal", "illegal", "last"} & case.keys()
    assert kinds == {each.name: {"legal", "illegal", "last"} for each in library()}


@pytest.mark.parametrize("each", library(), ids=lambda each: each.name)
def test_records_and_files_keep_a_variant_and_its_start(each: Any) -> None:
    game = Game(each.name)
    assert Game.from_sgf(game.sgf()).start == Game.from_json(game.to_json()).start == game.start
    removes = each.rules.removes_specially  # other programs capture in another way
    ordinary = each.footprint is None and each.rules.passing != "return" and not removes
    assert ("GM[1]" in game.sgf()) == ordinary
    again = load_variant(to_toml(each))
    assert (again.rules, again.start) == (each.rules, each.start)


def test_records_keep_bids_and_swaps() -> None:
    bid, swapped = Game("komi-auction", board="5x5"), Game("gonte", board="5x5")
    for komi in (-2, 4.5, None):
        bid.bid(komi)
    for game in (bid, swapped):
        game.play("C3")
        game.play("D3")
    swapped.swap()
    swapped.play("C2")
    for game in (bid, swapped):
        for again in (Game.from_sgf(game.sgf()), Game.from_json(game.to_json()), pickle.loads(pickle.dumps(game))):
            assert (again.seats, again.bids, again.swaps) == (game.seats, game.bids, game.swaps)
            assert (again.rules, again.moves) == (game.rules, game.moves)
        assert "GM[1]" in game.sgf()
    assert (bid.rules.komi, bid.seats["black"], bid.at(0).bids) == (4.5, "second", bid.bids)
    swapped.finish("resignation", "black")
    assert swapped.winner == "second"
    assert (swapped.at(2).seats["black"], swapped.at(1).seats["black"]) == ("second", "first")
    with pytest.raises(TengenError, match=r"TGF\[1.3\] is not possible here: a bid is a whole or half number"):
        Game.from_sgf("(;SZ[5]TGV[komi-bidding]TGF[1.3])")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "(;SZ[5]TGV[gonte];B[cc]TGW[red])",
            r"18: TGW\[red\] is not possible here: it must name the side to move: white",
        ),
        ("(;SZ[5]TGV[gonte];B[cc]TGW[black])", r"18: TGW\[black\] is not possible here: it must name"),
        ("(;SZ[5]TGV[gonte];B[cc]TGW[white];W[dd]TGW[black])", "34: .* the sides have been swapped already"),
    ],
)
def test_swaps_that_a_record_gets_wrong_are_refused(text: str, why: str) -> None:
    with pytest.raises(TengenError, match=f"line 1, column {why}"):
        Game.from_sgf(text)


@pytest.mark.parametrize(
    ("fairness", "bids", "last", "why"),
    [
        ("bid", [], None, "bid a komi; only"),
        ("auction", [], None, "bid a komi; only"),
        ("auction", [3], 3, "must be higher than the last one, 3"),
        ("bid", [], "6", "whole or half number, such as 6.5, not '6'"),
        ("bid", [1, 2], 3, "no bid is due"),
        ("none", [], 1, "no bid is due"),
    ],
)
def test_bids_that_cannot_be_are_refused(fairness: Any, bids: list[Any], last: Any, why: str) -> None:
    game = Game(Rules(fairness=fairness), board="5x5")
    for komi in bids:
        game.bid(komi)
    with pytest.raises(TengenError, match=why):
        game.bid(last)


def test_undo_of_a_forced_move_leads_back_to_the_bid() -> None:
    game = Game("komi-bidding", board="5x5")
    game.bid(6.5)
    game.force("C3")
    game.undo()
    assert (game.bidder, game.why_not("C3")) == ("second", (Reason.BIDDING,))


def test_fairness_goes_with_no_handicap_and_bids_with_a_score() -> None:
    with pytest.raises(TengenError, match="set handicap = 0"):
        Rules(fairness="swap", handicap=2)
    with pytest.raises(TengenError, match="needs a game that the higher score wins"):
        Rules(fairness="bid", goal="capture 1")
    with pytest.raises(TengenError, match="set fairness = swap or switch"):
        Game("chinese").swap()
    with pytest.raises(TengenError, match="White has the second turn, not 2 a turn"):
        Rules(fairness="swap", order="2 a turn")
    game = Game.setup("go-with-pie", {}, board="5x5", to_play="white", order="B WW", order_turn=1)
    game.play("C3")
    with pytest.raises(TengenError, match="only the opponent may swap sides"):
        game.swap()


def test_random_starts_follow_their_seed() -> None:
    game, same, other = (Game("wild-fuseki", seed=seed) for seed in (1, 1, 2))
    assert game.start == same.start != other.start
    allowed = inside(game.board, 2)
    assert len(game.stones) == 6
    assert all(allowed[game.board.point(label)] for label in game.stones)
    with pytest.raises(TengenError, match="no room for 6 random stones"):
        Game("wild-fuseki", board="3x3")


def test_both_games_of_a_pair_begin_alike() -> None:
    conditions = Conditions(variant("wild-fuseki"), boards.parse("9"), seed=3)
    assert conditions.start(1).start == conditions.start(2).start != conditions.start(3).start


def test_a_custom_start_is_carried_by_a_choice() -> None:
    rows = '[start]\nblack = ["B2"]\nprisoners = {white = 2}\nto_play = "white"'
    game = chosen_game(GameChoice(toml=f'title = "X"\nboard = "7"\n[axes]\nkomi = 2\n{rows}\n'))
    assert (again := choice_of(Game.from_json(game.to_json()))) == choice_of(game)
    assert chosen_game(GameChoice(**again)).start == game.start


def test_a_start_belongs_to_its_board() -> None:
    with pytest.raises(TengenError, match="chinese starts without random stones"):
        Game("chinese", seed=1)
    with pytest.raises(TengenError, match="starts with stones on 19, not on 9"):
        Game("sunjang-baduk", board="9")
    with pytest.raises(TengenError, match="set handicap = 0"):
        Game("sunjang-baduk", handicap=2)
    with pytest.raises(TengenError, match="connect needs a board with sides"):
        Game("gonnect", board=boards.parse("7x7 torus"))


@pytest.mark.parametrize(
    ("board", "goal", "why"),
    [
        ("graph:petersen", "row 3", "needs a square grid"),
        ("9 klein", "row 3", "rows cannot cross the seam"),
        ("9", "row 6 inside line 2", "5 is the most"),
        ("5", "capture 25 at once", "24 is the most"),
        ("5x5 without A1 A2 A3 A4 A5", "connect", "needs a board with sides"),
        ("hexagon 5", "connect own sides", "two pairs of sides"),
        ("5", "capture on D4, d4", "different points"),
    ],
)
def test_goals_out_of_reach_are_refused(board: str, goal: str, why: str) -> None:
    with pytest.raises(TengenError, match=why):
        Game(Rules(goal=goal), board=board)


def test_marks_of_a_recapture_are_no_goal() -> None:
    game = Game(Rules(goal="capture on C3", recapture="tibetan", repetition="none"), board="5")
    game.play("A1")
    game.play("E5")
    assert game.outcome is None


def test_a_start_is_tried_on_its_board() -> None:
    found = [str(each) for each in check('board = "3"\n[start]\nwhite = ["A1"]\nblack = ["A2", "B1"]')]
    assert found == ["line 2: start: the chain A1 has no liberty"]
    assert not check('board = "3"\n[start]\nblack = ["b2"]\nrandom = 2')
    given = load_variant('inherits = "tao"\nboard = "5"\n[start]\nblack = ["a1"]')
    assert Game(given).stones == {"C3": "tao", "A1": "black"}
    assert "decides nothing" in next(row.sentence for row in describe("tile").rows if row.axis == "goal")
