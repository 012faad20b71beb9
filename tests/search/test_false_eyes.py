"""False eyes: a point walled in by own stones that the enemy can tear apart is a move like any other."""

from __future__ import annotations

import pytest

from tengen import Game
from tengen.players import MCTS, Budget
from tengen.search import Options

SHARED = [
    ".........", ".XOO..OOX", ".X.XO.OX.", "..XX.OXX.", ".XO.XXO..", "...OX.X..", ".OOXXX.X.", "O.OXXOOOX", ".O.OO.O..",
]  # fmt: skip
"""Move 46 of a game that was lost on 9x9. White's stones about G2 hang on to those about D1 by the false eye F1."""


def tried(rows: list[str], *, variant: str = "chinese", options: Options | None = None) -> set[str]:
    """Return the points that a search looks at for White."""
    game = Game.setup(variant, rows, to_play="white")
    search = MCTS(budget=Budget(simulations=50), seed=1, megabytes=8, options=options).search(game)
    return {game.board.labels[int(row["point"])] for row in search.children() if int(row["point"]) < len(game.board)}


@pytest.mark.parametrize(("row", "false"), [("XOX", True), ("OOX", True), ("XOO", True), ("OOO", False)])
def test_on_the_edge_one_enemy_makes_an_eye_false(row: str, false: bool) -> None:
    rows = [".......", ".......", ".......", "..O....", "..O....", f".{row}...", ".O.OO.."]
    assert ("C1" in tried(rows)) == false


@pytest.mark.parametrize(
    ("above", "below", "false"),
    [("OOO", "OOO", False), ("XOO", "OOO", False), ("XOX", "OOO", True), ("XOO", "OOX", True), ("XO.", "OOO", False)],
)
def test_inside_two_enemies_do(above: str, below: str, false: bool) -> None:
    rows = [".......", ".......", f"..{above}..", "..O.O..", f"..{below}..", ".......", "......."]
    assert ("D4" in tried(rows)) == false


def test_who_may_not_pass_keeps_every_eye() -> None:
    """It is a move to spare: the search weighs it, and playouts fill it last."""
    rows = [".......", ".......", ".......", "..O....", "..O....", ".XOX...", ".O.OO.."]
    game = Game.setup("tile", rows, to_play="white")
    search = MCTS(budget=Budget(simulations=50), seed=1, megabytes=8).search(game)
    assert len(search.task.net.diagonals) == 0


@pytest.mark.parametrize(("false_eyes", "whose"), [(True, -1), (False, 1)])
def test_stones_that_hang_together_by_a_false_eye_are_not_given_up(false_eyes: bool, whose: int) -> None:
    game = Game.setup("chinese", SHARED, to_play="white", komi=7)
    game.play("E9")
    player = MCTS(budget=Budget(simulations=1000), seed=1, megabytes=8, options=Options(false_eyes=false_eyes))
    *_, found = player.analyse(game)
    assert found.ownership["G2"] * whose > 0.4
