"""Games set up in users' notations: their contents, and impossible starts."""

from typing import Any

import pytest
from data import load

import tengen
from tengen import BoardError, PositionError, Reason, variant
from tengen.game.refusal import refusals

Game: Any = tengen.Game
"""Untyped, as called without type checks; and mypy takes a property for settled until the next assignment."""

KO_ROWS = [".XO.", "XO.O", ".XO.", "...."]


def test_setup_word_for_word() -> None:
    game = Game.setup(
        "cushion", [".XO.", "XO.O", ".XO.", "...."], to_play="black", tiles=["C3"],
        prisoners={"black": 2, "white": 0}, created_by="white", last_incursion=False,
    )  # fmt: skip
    assert game.board.text == "4"
    assert game.rows() == KO_ROWS
    assert game.tiles == {"C3": 1}
    assert game.prisoners == {"black": 2, "white": 0}
    assert game.position.created_by == "white"
    assert game.why_not("C3") == ()  # an incursion, but the last placement was not one: no tile is due


def test_setup_with_heights_and_the_axis_tiles() -> None:
    game = Game.setup(variant("cushion", tile_stack=2), KO_ROWS, tiles={"C3": 2}, last_incursion=True)
    assert game.tiles == {"C3": 2}
    assert game.why_not("C3") == (Reason.TILE_LIMIT,)
    tao = Game.setup(variant("tao", tiles="cushion"), ["T..", ".X.", "..."], tiles=["B2"])
    assert (tao.stones, tao.tiles) == ({"A3": "tao", "B2": "black"}, {"B2": 1})


def test_setup_on_boards_without_rows() -> None:
    game = Game.setup("tao", {"0": "black", "5": "white", "3": "tao"}, board="graph:petersen", to_play="white")
    assert game.stones == {"0": "black", "5": "white", "3": "tao"}
    assert game.to_play == "white"
    with pytest.raises(PositionError, match="no rows"):
        Game.setup("chinese", ["X"], board="graph:petersen")


@pytest.mark.parametrize(
    ("stones", "more", "says"),
    load("refused/setups"),
)
def test_impossible_positions(stones: Any, more: dict[str, Any], says: str) -> None:
    with pytest.raises((PositionError, BoardError), match=says):
        Game.setup("chinese", stones, **more)


def test_chains_without_liberties_are_named() -> None:
    """0.7."""
    with pytest.raises(PositionError) as caught:
        Game.setup("chinese", ["XXO.", "OO..", "....", "OX.."])
    assert set(caught.value.chains) == {("A4", "B4")}


def test_tiles_beyond_the_stack_are_refused() -> None:
    with pytest.raises(PositionError, match="tile_stack"):
        Game.setup("tile", ["..."], tiles={"A1": 2})
    with pytest.raises(PositionError, match="height"):
        Game.setup("tile", ["..."], tiles={"A1": 0})


def test_no_stone_stands_on_a_wall() -> None:
    with pytest.raises(PositionError, match="B2 has a stone and a tile, but captured = wall"):
        Game.setup("paper-and-pencil-go", [".X.", "XO.", ".X."], tiles=["B2"])
    walled = Game.setup(
        "chinese", ["...", ".X.", "..."], board="3 footprint .n./oxo/.n.", captured="wall", tiles=["A1"]
    )
    assert refusals(walled, "A1", walled.why_not("A1")) == ["A stone was captured here, so this point is closed."]
    assert "lies in that stone's footprint" in refusals(walled, "A2", walled.why_not("A2"))[0]
