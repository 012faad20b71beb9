"""The figures of a match, against published formulas and plain simulation."""

import random
from collections import Counter

import pytest

from tengen.match.rating import Sprt, rate_of, superiority, wilson


def test_wilsons_interval_is_the_published_one() -> None:
    # Newcombe 1998, table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for points, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
                                     (1, 29, 0.0061, 0.1718)):  # fmt: skip
        assert wilson(points, games) == pytest.approx((low, high), abs=5e-5)


def test_superiority_is_the_area_of_a_beta_distribution() -> None:
    for wins, losses in ((0, 0), (3, 1), (10, 14), (60, 40)):
        steps = 20_000
        heights = [(x / steps) ** wins * (1 - x / steps) ** losses for x in range(steps + 1)]
        assert superiority(wins, losses) == pytest.approx(sum(heights[steps // 2 :]) / sum(heights), abs=2e-3)
    assert superiority(7, 3) + superiority(3, 7) == pytest.approx(1)


def test_the_ratio_comes_close_to_its_well_known_approximation() -> None:
    # Near even results the ratio is n (s1 - s0) (2 m - s0 - s1) / (2 v): mean m and variance v of n pairs.
    counts = {0.0: 20, 0.25: 50, 0.5: 100, 0.75: 70, 1.0: 30}
    games = sum(counts.values())
    mean = sum(score * count for score, count in counts.items()) / games
    variance = sum(count * (score - mean) ** 2 for score, count in counts.items()) / games
    low, high = rate_of(0), rate_of(10)
    near = games * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert Sprt(0, 10).ratio(counts) == pytest.approx(near, rel=0.05)


def test_the_ratio_falls_where_results_do() -> None:
    test = Sprt(0, 20)
    ratios = [test.ratio({1.0: wins, 0.0: 100 - wins}) for wins in range(0, 101, 10)]
    assert ratios == sorted(ratios)
    assert test.ratio({}) == 0
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=1e-3)


@pytest.mark.parametrize(("elo", "expected"), [(0, "not better"), (150, "better")])
def test_mistakes_are_as_rare_as_asked_for(elo: float, expected: str) -> None:
    chance = random.Random(5)
    test, right = Sprt(0, 150), 0
    for _ in range(60):
        counts: Counter[float] = Counter()
        while test.verdict(counts) is None:
            counts[(sum(chance.random() < rate_of(elo) for _ in "ab")) / 2] += 1
        right += test.verdict(counts) == expected
    assert right >= 53
