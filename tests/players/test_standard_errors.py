"""Standard errors of leads, chances and losses: searches with other seeds differ by about these amounts."""

import numpy as np
import pytest

from tengen import Game
from tengen.engines import Own
from tengen.engines.reports.losses import MoveLoss, beyond, degree
from tengen.engines.reports.mistakes import report
from tengen.players import MCTS, Analysis, Budget

SEEDS = 20


def looked(game: Game, visits: int, seed: int) -> Analysis:
    *_, found = MCTS(seed=seed, megabytes=8).analyse(game, Budget(visits))
    return found


def opening() -> Game:
    rows = [".......", ".......", "...OX..", "..OX...", ".......", ".......", "......."]
    return Game.setup("chinese", rows, komi=9)


@pytest.mark.parametrize("visits", [25, 400])
def test_seeds_differ_by_the_standard_errors(visits: int) -> None:
    found = [looked(opening(), visits, seed) for seed in range(SEEDS)]
    for values, errors in (
        ([each.lead for each in found], [each.lead_error for each in found]),
        ([each.win_rate for each in found], [each.win_rate_error for each in found]),
    ):
        assert 0.5 < np.std(values, ddof=1) / np.mean(errors) < 1.5


def blunder() -> Game:
    """White takes the point that would have given Black two eyes, after a pass of Black's."""
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


def losses_of(move: str, visits: int) -> list[MoveLoss]:
    """Return a move's cost in the opening, in searches with other seeds."""
    game = opening()
    game.play(move)
    found = [first_loss(game, visits, seed) for seed in range(SEEDS)]
    return [each for each in found if each.line[0] != move]


@pytest.mark.slow
@pytest.mark.parametrize(("visits", "called"), [(25, "unclear"), (200, "grave")])
def test_losses_with_other_seeds_differ_by_their_errors(visits: int, called: str) -> None:
    """A blunder in the corner: its loss exceeds two errors of 200 visits, and hardly ever those of 25."""
    found = losses_of("A1", visits)
    assert len(found) == SEEDS
    large = [each for each in found if each.before.black - each.after.black >= 0.1]
    assert len(large) > 5
    assert sum(each.degree == called for each in large) >= (1.0 if visits == 200 else 0.8) * len(large)
    falls = [each.before.lead - each.after.lead for each in found]
    assert 0.5 < np.std(falls, ddof=1) / np.mean([each.points_error for each in found]) < 1.5
    assert np.std([each.points for each in found]) < 1.1 * np.std(falls)


def test_small_losses_are_estimated_as_less() -> None:
    assert [beyond(found, 1.0) for found in (-4, 0, 1, 2, 4)] == [0, 0, 0, 1.5, 3.75]
    called = [degree(0.3, 0.1), degree(0.3, 0.16), degree(0.15, 0.0), degree(0.09, 0.2)]
    assert called == ["grave", "unclear", "mistake", ""]
