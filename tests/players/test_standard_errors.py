"""Standard errors of leads, chances and losses: searches with other seeds differ by as much as they state."""

from __future__ import annotations

import numpy as np
import pytest

from tengen import Game
from tengen.engines import Own
from tengen.engines.reports.losses import MoveLoss
from tengen.engines.reports.mistakes import report
from tengen.players import MCTS, Analysis, Budget

SEEDS = 20


def looked(game: Game, visits: int, seed: int) -> Analysis:
    *_, found = MCTS(seed=seed, megabytes=8).analyse(game, Budget(visits))
    return found


def opening() -> Game:
    game = Game("chinese", board="7x7")
    for move in ("D4", "D5", "E5", "C4"):
        game.play(move)
    return game


@pytest.mark.parametrize("visits", [25, 400])
def test_seeds_differ_by_the_standard_errors(visits: int) -> None:
    found = [looked(opening(), visits, seed) for seed in range(SEEDS)]
    for values, errors in (
        ([each.lead for each in found], [each.lead_error for each in found]),
        ([each.win_rate for each in found], [each.win_rate_error for each in found]),
    ):
        assert 0.4 < np.std(values, ddof=1) / np.mean(errors) < 1.4


def test_fewer_visits_mean_larger_errors() -> None:
    found = looked(opening(), 400, 1)
    errors = [found.lead_error, *(each.lead_error for each in found.candidates)]
    assert errors == sorted(errors)
    assert found.lead_error < looked(opening(), 25, 1).lead_error / 2


def blunder() -> Game:
    """White takes the point that would have given Black two eyes, after Black has passed."""
    game = Game.setup("chinese", ["...XO", "XXXXO", "OOOOO", ".....", "....."], komi=-12)
    for move in ("pass", "B5", "pass"):
        game.play(move)
    return game


def first_loss(game: Game, visits: int, seed: int = 0) -> MoveLoss:
    engine = Own(lambda: MCTS(seed=seed, megabytes=8))
    return report(game, engine, Budget(visits)).losses[0]


def test_a_clear_blunder_is_named_and_white_made_none() -> None:
    engine = Own(lambda: MCTS(megabytes=8))
    found = report(blunder(), engine, Budget(400))
    assert [each.move for each in found.worst("black", 9)] == ["pass"]
    assert found.worst("white", 9) == []
    made = found.losses[0]
    assert made.degree == "grave"
    assert made.points > 2 * made.points_error > 0


def test_a_loss_within_its_error_is_unclear() -> None:
    made = first_loss(blunder(), 4)
    assert made.degree == "unclear" or made.chance < 0.1
    assert not made.is_mistake


@pytest.mark.parametrize("visits", [25, 200])
def test_losses_with_other_seeds_differ_by_their_errors(visits: int) -> None:
    game = opening()
    game.play("A1")
    losses = [first_loss(game, visits, seed) for seed in range(SEEDS)]
    assert all(each.line[0] != "A1" for each in losses)
    unsigned = [each.before.points(each.by) - each.after.points(each.by) for each in losses]
    assert 0.4 < np.std(unsigned, ddof=1) / np.mean([each.points_error for each in losses]) < 1.4
