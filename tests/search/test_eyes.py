"""Eyes: false ones are ordinary moves, and games that the last move wins are played to the last true one."""

from pathlib import Path

import pytest
from data import cases

from tengen import Game
from tengen.formats import read_file
from tengen.players import MCTS, Budget
from tengen.search import Options, Search

EDGE = [".......", ".......", ".......", "..O....", "..O....", ".XOX...", ".O.OO.."]
"""White's stones are connected by C1, a false eye."""
SHARED = [
    ".........", ".XOO..OOX", ".X.XO.OX.", "..XX.OXX.", ".XO.XXO..", "...OX.X..", ".OOXXX.X.", "O.OXXOOOX", ".O.OO.O..",
]  # fmt: skip
"""Before move 46 of a game that was lost on 9x9. White's stones around G2 and D1 are connected by F1, a false eye."""


def searched(
    rows: list[str], *, variant: str = "chinese", board: str | None = None, options: Options | None = None
) -> tuple[Search, set[str]]:
    """Return a search for White, and the points that it visits."""
    game = Game.setup(variant, rows, board=board, to_play="white")
    search = MCTS(budget=Budget(simulations=50), seed=1, megabytes=8, options=options).search(game)
    points = {int(row["point"]) for row in search.children()}
    return search, {label for point, label in enumerate(game.board.labels) if point in points}


@pytest.mark.parametrize(("row", "false"), [("XOX", True), ("OOX", True), ("XOO", True), ("OOO", False)])
def test_on_the_edge_one_enemy_makes_an_eye_false(row: str, false: bool) -> None:
    _, points = searched([*EDGE[:5], f".{row}...", EDGE[6]])
    assert ("C1" in points) == false


@pytest.mark.parametrize(("diagonal", "false"), [("X", True), ("O", False), (".", False)])
def test_in_the_corner_too(diagonal: str, false: bool) -> None:
    _, points = searched([*EDGE[:3], ".......", "O......", f"O{diagonal}.....", ".OO...."])
    assert ("A1" in points) == false


@pytest.mark.parametrize(
    ("above", "below", "false"),
    [("OOO", "OOO", False), ("XOO", "OOO", False), ("XOX", "OOO", True), ("XOO", "OOX", True), ("XO.", "OOO", False)],
)
def test_inside_two_enemies_do(above: str, below: str, false: bool) -> None:
    _, points = searched([".......", ".......", f"..{above}..", "..O.O..", f"..{below}..", ".......", "......."])
    assert ("D4" in points) == false


def test_on_a_torus_there_is_no_edge() -> None:
    rows = [".......", ".......", ".......", "..O....", ".XOO...", ".O.O..."]
    _, points = searched(["..O....", *rows], board="7x7 torus")
    assert "C1" not in points, "one enemy on a diagonal is not enough"
    _, points = searched([".XO....", *rows], board="7x7 torus")
    assert "C1" in points


@pytest.mark.parametrize(("left", "false"), [("O.O", False), ("..O", True)])
def test_an_eye_of_one_chain_is_never_false(left: str, false: bool) -> None:
    """With A3 the stones around C1 are connected there."""
    _, points = searched([".......", ".......", ".......", "OOO....", f"{left}....", "OXOO...", "OO.O..."])
    assert ("C1" in points) == false


@pytest.mark.parametrize("variant", ["new-zealand", "japanese", "tile"])
def test_under_other_rules(variant: str) -> None:
    """Without passes every eye is a spare move, which the tree tries and playouts fill last."""
    search, points = searched(EDGE, variant=variant)
    assert "C1" in points
    assert (len(search.task.adjacency.diagonals) > 0) == search.rules.may_pass


def test_without_the_part_every_eye_is_kept() -> None:
    _, points = searched(EDGE, options=Options(fill_false_eyes=False))
    assert "C1" not in points


@pytest.mark.parametrize(("fill", "whose"), [(True, -1), (False, 1)])
def test_stones_connected_by_a_false_eye_are_not_given_up(fill: bool, whose: int) -> None:
    game = Game.setup("chinese", SHARED, to_play="white", komi=7)
    game.play("E9")
    player = MCTS(budget=Budget(simulations=1000), seed=1, megabytes=8, options=Options(fill_false_eyes=fill))
    *_, found = player.analyse(game)
    assert found.ownership["G2"] * whose > 0.4


GAMES = Path(__file__).parents[2] / "examples" / "games" / "network"
EYES = [".XO.", "XXOO", "XXOO", ".XO."]


@pytest.mark.parametrize("name", ["tile", "cushion"])
@pytest.mark.parametrize(("black", "white"), [(1, 0), (1, 1), (0, 0), (3, 2), (2, 5)])
def test_who_runs_out_of_prisoners_first_has_lost(name: str, black: int, white: int) -> None:
    """Black, to move, and White have only prisoners to return and two eyes each."""
    game = Game.setup(name, EYES, to_play="black", prisoners={"black": black, "white": white})
    *_, found = MCTS(budget=Budget(simulations=100), seed=1, megabytes=8).analyse(game)
    assert found.win_rate > 0.9 if black > white else found.win_rate < 0.1
    assert black == 0 or found.candidates[0].move == "return" or black <= white


def test_an_eye_is_filled_where_there_is_one_to_spare() -> None:
    """Black, to move, has three eyes and no prisoner: White is out of moves first."""
    game = Game.setup("tile", [".X.XO.", "XXXXOO", "XXXXOO", ".XXXO."], to_play="black")
    *_, found = MCTS(budget=Budget(simulations=100), seed=1, megabytes=8).analyse(game)
    assert found.win_rate > 0.9


@pytest.mark.parametrize(("record", "move", "blunder"), cases("eyes", "prisoners_are_returned_before_an_eye_is_filled"))
def test_prisoners_are_returned_before_an_eye_is_filled(record: str, move: int, blunder: str) -> None:
    game = Game.from_record(read_file(GAMES / f"{record}.sgf"))
    while len(game.moves) >= move:
        made = game.undo()
    assert game.write_move(made) == blunder
    found = MCTS(budget=Budget(simulations=400), seed=1, megabytes=8, resigns=False)
    assert game.write_move(found.choose(game)) == "return"


def test_a_side_without_a_stone_left_has_lost() -> None:
    """Black has taken all 29 white stones; White holds 13 prisoners."""
    game = Game.from_record(read_file(GAMES / "tile" / "game-001.sgf"))
    while len(game.moves) > 73:
        game.undo()
    *_, found = MCTS(budget=Budget(simulations=400), seed=1, megabytes=8).analyse(game)
    assert game.to_play == "white"
    assert found.win_rate < 0.05
