"""Faults of the rules found by outside testing: the table `data/faults/rules.toml` has inputs and correct answers."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from oracle import Oracle

from tengen import BoardError, Game, boards, variant
from tengen.envs import VectorEnv
from tengen.kernel import playouts
from tengen.records import Place
from tengen.rules import check

FAULTS: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "faults" / "rules.toml").read_text("utf-8")
)


def cases(table: str) -> pytest.MarkDecorator:
    """Run a test with every case of a table."""
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
    assert game.outcome is oracle.outcome is None
    assert game.to_play == oracle.to_play == "white"
    assert {game.write_move(move) for move in game.legal_moves()} == {*case["legal"]}
    before = [p for p in range(len(board)) if not oracle.why_not(("place", p))]
    assert [move.point for move in game.legal_moves() if isinstance(move, Place)] == before


@cases("cut_short")
def test_undo_leads_back_into_the_handicap(case: dict[str, Any]) -> None:
    game = Game(case["game"], board=case["board"], **case["axes"])
    for label in (*case["moves"], case["legal"][0]):
        game.play(label)
    for count in range(len(game.moves) - 1, -1, -1):
        game.undo()
        assert game.to_play == ("black" if count < len(case["moves"]) else "white")
        assert len(game.moves) == count


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


@cases("second_score")
def test_a_second_score_is_shown(case: dict[str, Any]) -> None:
    score = Game(variant(case["game"], **case["axes"]), board="5x5").score()
    assert score.beside is not None
    assert [score.kind, score.beside.kind] == case["kinds"]
