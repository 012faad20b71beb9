"""Faults of Tao Go, a test for each, named after it."""

from typing import Any

import pytest
from oracle import Oracle

from tengen import boards
from tengen.formats import read_any, sgf
from tengen.game import Game
from tengen.game.record_walk import walk
from tengen.records import PositionError
from tengen.rules import Rules, variant
from tengen.solve.states.explorer import Limits, explore
from tengen.solve.states.recurrence import cycles

TILE_TAO: dict[str, Any] = {"tiles": "tile", "passing": "return", "end": "no-moves"}
ROWS = [".....", ".XO..", "XOTO.", ".XO..", "....."]


def test_item_6_a_tao_stone_in_play_is_an_empty_point() -> None:
    """Black takes a stone on the Tao point among white stones: that is an incursion, and White's stone has a tile."""
    game = Game.setup("tao", ROWS, **TILE_TAO)
    board = boards.parse("5")
    stones = {board.point(label): content for label, content in game.stones.items() if content != "tao"}
    oracle = Oracle(board, game.rules, stones=stones, tao=[board.point("C3")])
    assert oracle.effect(("place", board.point("C3")))[3] == {board.point("C3")}
    turn = game.play("C3")
    assert turn.incursion == frozenset({board.point("C3")})
    assert turn.captured == (board.point("B3"),)
    assert game.position.last_incursion
    assert game.play("E1").tile
    assert game.tiles == {"E1": 1}


def test_item_6_the_region_of_an_incursion_holds_its_tao_points() -> None:
    """The Tao stone on B1 divides nothing: the region of A1 to C1 touches both colours, so nothing there is one."""
    alone = Game.setup("tao", [".T.O.X"], **TILE_TAO)
    assert alone.play("A1").incursion == frozenset({0, 1, 2})
    both = Game.setup("tao", ["X.T.O"], **TILE_TAO)
    assert both.play("B1").incursion is None
    assert both.play("D1").incursion is None


@pytest.mark.parametrize(("board", "states"), [("3x1", 118), ("2x2", 4_189), ("4x1", 4_303)])
def test_item_6_tile_go_with_tao_stones_has_no_cycle(board: str, states: int) -> None:
    graph = explore(Game("tao", board=board, **TILE_TAO), Limits(prisoners=3))
    assert len(graph) == states
    found = cycles(graph, forced=False)
    assert (found.on_cycles, found.shortest) == (0, None)


def test_item_6_cushion_go_with_tao_stones_has_one() -> None:
    graph = explore(Game("tao", board="3x1", **(TILE_TAO | {"tiles": "cushion"})), Limits(prisoners=3))
    found = cycles(graph, forced=False)
    assert found.shortest is not None
    assert len(found.shortest) == 8


def test_item_7_a_reviewed_drawing_gains_no_tao_stone() -> None:
    """It shows the same under any rules."""
    record = read_any("...\n.XO\n...\n", whole=True)
    for name in ("tao", "chinese"):
        assert next(walk(record, variant(name))).game.rows() == ["...", ".XO", "..."]
    assert read_any(sgf.write(record)) == record


def test_item_10_setup_has_one_name_for_axis_and_content() -> None:
    assert Game.setup("chinese", ["..."], tiles="tile", passing="return", end="no-moves").rules.tiles == "tile"
    assert Game.setup("tile", ["..."], tiles=["A1"]).tiles == {"A1": 1}
    assert Game.setup("tao", ["..."], tao_in_hand=2).tao_in_hand == {"black": 2, "white": 2}
    assert Game.setup("tao", ["..."], tao_in_hand={"black": 1}).tao_in_hand == {"black": 1, "white": 0}
    with pytest.raises(PositionError) as caught:
        Game.setup("tile", ["..."], tiles="A1")
    either = 'it must be ["C3"], {"C3": 2} or the like, or a value of the axis tiles: none, tile, cushion'
    assert str(caught.value) == f"tiles is 'A1'; {either}"


def test_a_prisoner_paid_is_no_prisoner_of_the_opponent() -> None:
    """The stone goes back to the opponent's bowl, like a returned prisoner (spec 3.3, 2.6)."""
    game = Game.setup("tao", ROWS, prisoners={"black": 1, "white": 3}, komi=0)
    game.play("tao A1")
    assert game.prisoners == {"black": 0, "white": 3}
    assert Rules(tao="on").tao_price == 1
