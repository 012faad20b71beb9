"""A game as text: printed, as rows, and through JSON and SGF and back, on every kind of board."""

from __future__ import annotations

from typing import Any

import pytest
from game_playing import advance, everything, seeded

import tengen
from tengen import (
    BoardError,
    FormatError,
    IllegalMove,
    Reason,
    variant,
    variants,
)

Game: Any = tengen.Game
"""As one who does not check types calls it; and mypy takes a property for settled until the next assignment."""

NAMES = [preset.name for preset in variants()]
BOARDS = {"plain": "5x5", "torus": "5x4 torus", "petersen": "graph:petersen", "cut": "5x5 without A1 C3"}


def test_print() -> None:
    game = Game(board="3x3")
    game.play("B2")
    text = str(game)
    assert "A" in text
    assert len(text.splitlines()) >= 3
    assert str(Game("tao", board="graph:petersen"))


def test_rows_where_the_board_has_rows() -> None:
    assert Game(board="3x2 without A1").rows() == ["...", "#.."]
    with pytest.raises(BoardError):
        Game(board="graph:petersen").rows()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", NAMES)
def test_json_round_trip_of_every_preset(name: str, seed: int) -> None:
    game = Game(name, board="7x7")
    for _ in advance(game, seeded(60, seed)):
        pass
    again = Game.from_json(game.to_json())
    assert everything(again) == everything(game)
    assert again.variant.name == name


@pytest.mark.parametrize("name", NAMES)
def test_sgf_round_trip_of_every_preset(name: str) -> None:
    game = Game(name, board="7x7")
    for _ in advance(game, seeded(50, 4)):
        pass
    again = Game.from_sgf(game.sgf())
    assert again.rules == game.rules
    assert again.board == game.board
    assert everything(again)[1:] == everything(game)[1:]


@pytest.mark.parametrize("text", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("name", ["chinese", "tile", "cushion", "tao"])
def test_round_trips_on_other_boards(name: str, text: str) -> None:
    game = Game(name, board=text)
    for _ in advance(game, seeded(30, 5)):
        pass
    assert everything(Game.from_json(game.to_json())) == everything(game)


def test_a_set_up_game_round_trips() -> None:
    game = Game.setup(
        variant("tao", tiles="tile", tile_stack="unlimited"), [".XO.", "XOTO", ".XO.", "...."], to_play="white",
        tiles={"A1": 3}, prisoners={"white": 2}, tao_in_hand={"white": 1}, created_by="white", last_incursion=True,
    )  # fmt: skip
    game.play("tao A1")
    game.play("D1")
    again = Game.from_json(game.to_json())
    assert everything(again) == everything(game)
    assert again.start == game.start


@pytest.mark.parametrize("kind", ["fixed", "free", "turns"])
def test_handicap_games_round_trip(kind: Any) -> None:
    game = Game("aga", board="9x9", handicap=3, handicap_kind=kind)
    for _ in advance(game, seeded(10, 1)):
        pass
    assert everything(Game.from_json(game.to_json())) == everything(game)
    assert everything(Game.from_sgf(game.sgf()))[1:] == everything(game)[1:]


def test_a_copy_is_independent() -> None:
    game = Game(board="3x3")
    game.play("B2")
    copy = game.copy()
    copy.play("A1")
    assert len(game.moves) == 1
    assert "A1" not in game.stones


def test_an_illegal_move_in_a_record_is_named() -> None:
    game = Game(board="3x3")
    game.play("B2")
    record = game.record
    record.root.children[0].children.append(tengen.records.Node(move="B2", colour="white"))
    with pytest.raises(IllegalMove, match="move 2, B2") as caught:
        Game.from_record(record)
    assert caught.value.reasons == (Reason.OCCUPIED,)


@pytest.mark.parametrize("text", ["", "{}", "[]", "nonsense", '{"tengen": 2, "kind": "record"}'])
def test_bad_json_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        Game.from_json(text)
