"""Chances are what a search's share of won simulations is worth."""

from __future__ import annotations

import pytest

from tengen import Game
from tengen.players import MCTS, Budget
from tengen.players.calibration import calibrated, share_of
from tengen.players.resigning import RESIGNING
from tengen.players.terms import lower_bound

SHARES = [part / 200 for part in range(201)]


def test_chances_rise_with_the_share_of_won_simulations_and_are_never_certain() -> None:
    chances = [calibrated(share) for share in SHARES]
    assert chances == sorted(set(chances))
    assert 0 < chances[0] < chances[-1] < 1
    for share, chance in zip(SHARES, chances, strict=True):
        assert chance + calibrated(1 - share) == pytest.approx(1)
        assert share_of(chance) == pytest.approx(share, abs=1e-9)


@pytest.mark.parametrize("chance", [0.0, 0.005, 0.995, 1.0])
def test_a_chance_that_no_share_has_stands_for_the_nearest(chance: float) -> None:
    assert share_of(chance) == pytest.approx(round(chance), abs=1e-3)


@pytest.mark.parametrize(("chance", "visits"), [(0.5, 100), (0.79, 400), (0.2, 30), (0.99, 10), (0.01, 10)])
def test_the_bound_of_a_chance_is_what_the_bound_of_the_share_is_worth(chance: float, visits: int) -> None:
    share = share_of(chance)
    least = max(0.0, share - 1.96 * (share * (1 - share) / visits) ** 0.5)
    assert lower_bound(chance, visits) == pytest.approx(calibrated(least))


@pytest.mark.parametrize("visits", [1, 10, 1_000])
def test_no_bound_of_a_chance_lies_above_it(visits: int) -> None:
    for chance in (0.0, 0.002, 0.0055, 0.01, 0.02, 0.3, 0.98, 0.995, 1.0):
        assert lower_bound(chance, visits) <= chance


def test_players_resign_below_what_three_per_cent_of_simulations_are_worth() -> None:
    assert round(RESIGNING.chance, 3) == 0.014
    assert share_of(RESIGNING.chance) == pytest.approx(0.03)


@pytest.mark.parametrize("variant", ["chinese", "tile"])
def test_an_analysis_has_chances_for_the_position_and_for_every_move(variant: str) -> None:
    player = MCTS(budget=Budget(simulations=300), seed=1)
    game = Game(variant, board="5x5")
    for move in ("C3", "B2", "A1"):
        game.play(move)
    *_, found = player.analyse(game)
    assert player._search is not None
    _, black = player._search.totals()
    assert found.win_rate == pytest.approx(calibrated(1 - float(black)))
    children = {int(row["point"]): row for row in player._search.children() if row["visits"]}
    for each in found.candidates:
        if each.move in game.board.labels:
            row = children[game.board.point(each.move)]
            assert each.win_rate == pytest.approx(calibrated(float(row["wins"]) / int(row["visits"])))
