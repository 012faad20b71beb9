"""Games that the last move wins: prisoners in hand are spare moves, and eyes are filled last."""

from __future__ import annotations

from pathlib import Path

import pytest

from tengen import Game
from tengen.formats import read_file
from tengen.players import MCTS, Budget

GAMES = Path(__file__).parents[2] / "examples" / "games" / "network"
EYES = [".XO.", "XXOO", "XXOO", ".XO."]


@pytest.mark.parametrize("name", ["tile", "cushion"])
@pytest.mark.parametrize(("black", "white"), [(1, 0), (1, 1), (0, 0), (3, 2), (2, 5)])
def test_who_runs_out_of_prisoners_first_has_lost(name: str, black: int, white: int) -> None:
    """Black, to move, and White have nothing but prisoners to return and two eyes each."""
    game = Game.setup(name, EYES, to_play="black", prisoners={"black": black, "white": white})
    *_, found = MCTS(budget=Budget(simulations=100), seed=1, megabytes=8).analyse(game)
    assert found.win_rate > 0.9 if black > white else found.win_rate < 0.1
    assert black == 0 or found.candidates[0].move == "return" or black <= white


def test_an_eye_is_filled_where_there_is_one_to_spare() -> None:
    """Black, to move, has three eyes and no prisoner: White is out of moves first."""
    game = Game.setup("tile", [".X.XO.", "XXXXOO", "XXXXOO", ".XXXO."], to_play="black")
    *_, found = MCTS(budget=Budget(simulations=100), seed=1, megabytes=8).analyse(game)
    assert found.win_rate > 0.9


@pytest.mark.parametrize(
    ("record", "move", "blunder"),
    [  # the table of docs/good-play.md: eyes that were filled with prisoners in hand, while there was a better move
        ("tile/game-001", 72, "D7"),
        ("tile/game-002", 65, "A3"),
        ("tile/game-003", 64, "G6"),
        ("cushion/game-002", 69, "C5"),
        ("cushion/game-003", 76, "F1"),
        ("cushion/game-004", 65, "C7"),
    ],
)
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
