"""Faults of the rules found by outside testing: the table `data/faults/rules.toml` has inputs and correct answers."""

import pickle
import tomllib
from pathlib import Path
from typing import Any

import pytest
from oracle import Oracle
from typer.testing import CliRunner

from tengen import BoardError, Game, TengenError, boards, variant
from tengen.cli import app
from tengen.engines.dead import estimate_dead
from tengen.envs import VectorEnv
from tengen.gtp.engine import Engine
from tengen.kernel import playouts
from tengen.players import MCTS, Budget
from tengen.records import Place, Resign
from tengen.rules import check, load_variant, to_toml
from tengen.web.api.choice_routes import CheckRequest, checked
from tengen.web.rooms import GameTerms, Room

FAULTS: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "faults" / "rules.toml").read_text("utf-8")
)


def cases(table: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", FAULTS[table], ids=lambda case: f"item {case['item']}")


# -- handicaps (spec 0.6) ----------------------------------------------------------------------------------------------


@cases("no_room")
def test_a_handicap_without_room_is_refused(case: dict[str, Any]) -> None:
    chosen, board = variant(case["game"], **case["axes"]), boards.parse(case["board"])
    for begin in (
        lambda: Game(chosen, board=board),
        lambda: VectorEnv(chosen, board=board),
        lambda: playouts(board, chosen.rules, games=1),
        lambda: Oracle(board, chosen.rules),
    ):
        with pytest.raises(BoardError):
            begin()


@cases("no_room")
def test_a_variant_without_room_is_found(case: dict[str, Any]) -> None:
    axes = {"handicap_kind": "turns", **case["axes"]}
    text = (
        f'board = "{case["board"]}"\n[axes]\nhandicap = {axes["handicap"]}\nhandicap_kind = "{axes["handicap_kind"]}"'
    )
    assert "handicap" in [problem.key for problem in check(text)]


@cases("no_room")
def test_the_page_and_terminal_refuse_it_too(case: dict[str, Any]) -> None:
    found = checked(CheckRequest(variant=case["game"], board=case["board"], axes=case["axes"]))
    assert [(problem.field, problem.axes) for problem in found.wrong] == [("axes", ["handicap"])]
    axes = [f"--set={name}={value}" for name, value in case["axes"].items()]
    told = CliRunner().invoke(app, ["play", case["game"], "--board", case["board"], "--opponent", "human", *axes])
    assert told.exit_code == 2
    assert "no room" in told.stderr


@cases("cut_short")
def test_a_handicap_that_cannot_go_on_ends(case: dict[str, Any]) -> None:
    chosen, board = (
        variant(case["game"], **case["axes"]),
        boards.parse(case["board"], footprint=variant(case["game"]).footprint),
    )
    game, oracle = Game(chosen, board=board), Oracle(board, chosen.rules)
    for label in case["moves"]:
        assert game.to_play == oracle.to_play == "black"
        game.play(label)
        oracle.play(("place", board.point(label)))
    assert game.outcome is None
    assert oracle.outcome is None
    assert game.to_play == oracle.to_play == "white"
    assert {game.write_move(move) for move in game.legal_moves()} == {*case["legal"]}
    before = [p for p in range(len(board)) if not oracle.why_not(("place", p))]
    assert [move.point for move in game.legal_moves() if isinstance(move, Place)] == before


@cases("cut_short")
def test_records_keep_a_handicap_that_was_cut_short(case: dict[str, Any]) -> None:
    game = Game(case["game"], board=case["board"], **case["axes"])
    for label in (*case["moves"], case["legal"][0]):
        game.play(label)
    for again in (Game.from_sgf(game.sgf()), Game.from_json(game.to_json())):
        assert (again.moves, again.movers, again.outcome) == (game.moves, game.movers, game.outcome)


@cases("cut_short")
def test_learners_and_searches_follow_it(case: dict[str, Any]) -> None:
    env = VectorEnv(case["game"], board=case["board"], games=1, **case["axes"])
    game = Game(case["game"], board=case["board"], **case["axes"])
    player = MCTS(budget=Budget(simulations=20), seed=1, megabytes=4)
    for _ in range(12):
        legal = {env.actions.number(move) for move in game.legal_moves()}
        assert {*env.masks[0].nonzero()[0].tolist()} == legal
        move = player.choose(game)
        if move is Resign or game.outcome is not None:
            return
        env.step([env.actions.number(move)])
        if game.play(move).ended:
            return


# -- scores (spec 0.8, 1.13, 4.8) --------------------------------------------------------------------------------------


@cases("score")
def test_points_without_liberties_count_as_they_lie(case: dict[str, Any]) -> None:
    game = Game.setup(
        case["game"], case["stones"], board=boards.parse(case["board"], footprint=variant(case["game"]).footprint)
    )
    score = game.score("area")
    assert [score.black, score.white] == case["area"]
    assert [label for label, owner in game.territory().items() if owner == "black"] == case["territory"]
    oracle = Oracle(game.board, game.rules, stones={game.board.point(p): c for p, c in case["stones"].items()})
    assert [*oracle.score("area")[:2]] == case["area"]


# -- dead stones (spec 1.14, 1.26) -------------------------------------------------------------------------------------


def ended(case: dict[str, Any]) -> Game:
    chosen = load_variant(case["game"]) if "=" in case["game"] else variant(case["game"])
    game = Game.setup(chosen, case["rows"], komi=0.5)
    game.play("pass")
    game.play("pass")
    return game


@cases("dead")
def test_dead_stones_are_taken_off_where_rules_say(case: dict[str, Any]) -> None:
    game = ended(case)
    before = game.outcome
    assert estimate_dead(game) == (("B5",) if case["taken"] else ())
    if case["taken"]:
        assert game.settle(["B5"]) != before
    else:
        with pytest.raises(TengenError):
            game.settle(["B5"])
        assert (game.outcome, game.settled, game.dead) == (before, False, ())
        assert game.settle(estimate_dead) == before
    for again in (Game.from_json(game.to_json()), Game.from_sgf(game.sgf()), pickle.loads(pickle.dumps(game))):
        assert (again.outcome, again.dead, again.settled) == (game.outcome, game.dead, True)
        assert again.variant.dead_stones == game.variant.dead_stones


@cases("dead")
def test_a_room_ends_at_once_where_nothing_is_taken(case: dict[str, Any]) -> None:
    room = Room(GameTerms(ended(case).to_json()))
    assert room.phase == ("counting" if case["taken"] else "over")


@cases("dead")
def test_dead_stones_of_other_rules_are_left(case: dict[str, Any]) -> None:
    """A record of Chinese rules, whose players removed B5, is read under the rules of the case."""
    chinese = ended({**case, "game": "chinese"})
    chinese.settle(["B5"])
    game = Game.from_record(chinese.record, ended(case).variant)
    assert game.dead == (("B5",) if case["taken"] else ())
    assert game.settled


@cases("dead")
def test_a_written_variant_keeps_its_dead_stones(case: dict[str, Any]) -> None:
    chosen = ended(case).variant
    assert load_variant(to_toml(chosen)).dead_stones == chosen.dead_stones == ("agreed" if case["taken"] else "stay")


@cases("dead")
def test_gtp_counts_dead_stones_where_rules_say(case: dict[str, Any]) -> None:
    engine = Engine(ended(case).variant, boards.parse("5x5"))
    engine.set_up(ended(case).start)
    assert engine.dead() == (("B5",) if case["taken"] else ())


def test_an_unknown_custom_of_a_variant_is_refused() -> None:
    assert [problem.key for problem in check("dead_stones = 'gone'")] == ["dead_stones"]
