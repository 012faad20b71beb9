"""Calibration: judged games, classes of chances, and the scale that corrects opinions."""

import random

import pytest
from example_counts import first

from benchmarks.judged_games import JudgedGame, Trial, play_judged
from benchmarks.reliability import bins, corrected, error, fit, fit_interval
from tengen.match.match_play import conditions_of


def _invented(count: int, scale: float) -> list[JudgedGame]:
    """Return games of four opinions each, where a prediction p is won as often as ``corrected(p, scale)``."""
    chance = random.Random(7)
    games = []
    for number in range(1, count + 1):
        called = chance.choice((0.2, 0.35, 0.6, 0.75, 0.9))
        black = chance.random() < corrected(called, scale)
        opinions = (called, round(1 - called, 4), called, round(1 - called, 4))
        games.append(JudgedGame(number, "black" if black else "white", "score", opinions, "bwbw", ()))
    return games


@pytest.mark.parametrize("scale", first(1, [0.5, 1.0, 2.0]))
def test_the_fitted_scale_is_the_one_by_which_games_were_made(scale: float) -> None:
    games = _invented(10_000, scale)
    assert fit(games) == pytest.approx(scale, rel=0.1)
    low, high = fit_interval(games[:300])
    assert low < scale < high
    assert error(games, scale) < 0.03


def test_the_interval_counts_games_and_not_positions() -> None:
    long = JudgedGame(1, "black", "score", (0.95,) * 400, "b" * 400, ())
    (found,) = bins([long])
    assert found.positions == 400
    assert found.low < 0.3


@pytest.mark.parametrize("game", ["chinese", "tile", "japanese", "gengo-go"])
def test_games_are_judged_before_every_move_and_again_the_same(game: str) -> None:
    terms = conditions_of(game, "3x3")
    trial = Trial(terms.variant, terms.board, 30, openings=0, seed=3)
    (first,), (again,) = (list(play_judged(trial, [5])) for _ in range(2))
    assert first == again
    assert len(first.opinions) == len(first.movers) > 0
    assert all(0 <= opinion <= 1 for opinion in first.opinions)
    assert first.winner in ("black", "white", None)
