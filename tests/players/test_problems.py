"""Problems with proved answers: the engine finds them. `tests/web/lessons/test_problem_set.py` proves the answers."""

from __future__ import annotations

import pytest
from example_counts import first

from tengen import Game
from tengen.players import MCTS, Budget
from tengen.web.lessons.problem_library import by_name

PROBLEMS = [problem for problem in by_name().values() if problem.engine]
"""Those on which the engine's strength is measured."""


@pytest.mark.parametrize("seed", first(1, [1, 2]))
def test_the_engine_solves_nine_of_ten(seed: int) -> None:
    assert len(PROBLEMS) >= 50
    failed = []
    for problem in PROBLEMS:
        game = problem.start()
        player = MCTS(budget=Budget(simulations=10_000), seed=seed, megabytes=16, resigns=False)
        answer = game.write_move(player.choose(game))
        if answer not in problem.right:
            failed.append(f"{problem.name}: {answer}, not {problem.right}")
    assert 10 * len(failed) <= len(PROBLEMS), failed


@pytest.mark.parametrize("name", ["three-in-a-row-to-live", "pyramid-four-to-live", "bulky-five-to-live"])
@pytest.mark.parametrize("tidy", [None, True])
def test_nobody_passes_while_a_group_needs_its_move(name: str, tidy: bool | None) -> None:
    problem = by_name()[name]
    player = MCTS(budget=Budget(simulations=2_000), seed=1, megabytes=16, resigns=False, tidy=tidy)
    game = problem.start()
    assert game.write_move(player.choose(game)) in problem.right


@pytest.mark.parametrize(("board", "least"), [("3x3", 8), ("5x5", 5)])
def test_small_boards_are_opened_in_the_centre_and_won(board: str, least: int) -> None:
    game = Game("chinese", board=board, komi=0)
    *_, found = MCTS(seed=1).analyse(game, Budget(simulations=5_000))
    assert found.candidates[0].move == game.board.labels[game.board.centre or 0]
    assert found.win_rate > 0.75
    assert found.lead >= least


@pytest.mark.parametrize(("komi", "winner"), [(0.5, "black"), (1.5, "white")])
def test_2x2_under_positional_superko_is_worth_1(komi: float, winner: str) -> None:
    """Spec 1.23; the engine plays both sides."""
    game = Game("chinese", board="2x2", komi=komi)
    while game.outcome is None:
        game.play(MCTS(budget=Budget(simulations=5_000), seed=1, megabytes=16, resigns=False).choose(game))
    assert game.outcome.winner == winner
