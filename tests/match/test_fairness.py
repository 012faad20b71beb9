"""The figures of games of a player against itself: correct on made-up games, with honest errors."""

import math
import random

import numpy as np
import pytest

from tengen import variant
from tengen.match.fairness import ROUND, Balance, KomiCurve, SelfGame, mean_of, share_of

TILE = variant("tile").rules
CHINESE = variant("chinese").rules


def made(number: int, winner: str | None, **others: object) -> SelfGame:
    fields: dict[str, object] = {
        "komi": 0.0, "margin": None, "how": "score", "opening": "", "moves": (str(number),), "choices": (9, 8),
    } | others  # fmt: skip
    return SelfGame(number=number, winner=winner, **fields)  # type: ignore[arg-type]


def chance(komi: float, fair: float, spread: float) -> float:
    return 1 / (1 + math.exp((komi - fair) / spread))


# Student's distribution, 97.5 %: any statistical table.
@pytest.mark.parametrize(("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (30, 2.042)])
def test_means_have_students_interval(freedom: int, quantile: float) -> None:
    values = [float(value) for value in range(freedom + 1)]
    found = mean_of(values)
    error = float(np.std(values, ddof=1)) / math.sqrt(len(values))
    assert found.value == pytest.approx(freedom / 2)
    assert (found.high - found.value) / error == pytest.approx(quantile, rel=0.01)
    assert found.value - found.low == pytest.approx(found.high - found.value)
    assert mean_of([4.0]) == (4.0, -math.inf, math.inf, 1)


def test_the_curve_agrees_with_the_likeliest_for_many_games() -> None:
    chances = random.Random(1)
    results = [(komi, float(chances.random() < chance(komi, 9, 4))) for komi in np.linspace(-20, 40, 600)]
    fair = KomiCurve(49, results).fair
    assert fair.low < 9 < fair.high
    assert fair.high - fair.low < 3
    assert KomiCurve(49, results).chance(9 + 4 * math.log(3)).value == pytest.approx(0.25, abs=0.05)
    assert KomiCurve(49, results, sign=-1).chance(30).value > 0.5


@pytest.mark.slow
def test_the_interval_holds_the_true_komi_as_often_as_it_says() -> None:
    """Forty labs of four rounds, each choosing its komis like the real ones."""
    chances, held, widths = random.Random(2), 0, []
    for _ in range(40):
        fair = chances.uniform(-10, 20)
        results: list[tuple[float, float]] = []
        for _ in range(4):
            komis = KomiCurve(49, results).next_komis(ROUND)
            results += [(komi, float(chances.random() < chance(komi, fair, 3))) for komi in komis]
        found = KomiCurve(49, results).fair
        held += found.low <= fair <= found.high
        widths.append(found.high - found.low)
    assert held >= 34  # 95 % of 40 are 38; fewer than 34 would be one case in a hundred
    assert sum(widths) / len(widths) < 12  # expected from 95


def test_further_komis_are_halves_around_what_is_likely() -> None:
    komis = KomiCurve(49, [(5.5, 1.0)] * 20 + [(12.5, 0.0)] * 20).next_komis(9)
    assert len(komis) == 9
    assert all(komi % 1 == 0.5 and 0 < komi < 18 for komi in komis)
    assert sorted(komis) != komis


def test_only_games_at_the_rules_komi_count_as_such() -> None:
    games = (made(1, "black", komi=7.5), made(2, "white", komi=7.5), made(3, None, komi=7.5), made(4, "black"))
    found = Balance(CHINESE, 49, games)
    assert (found.first.value, found.first.games) == (0.5, 3)
    assert found.draws.value == pytest.approx(1 / 3)
    assert found.has_komi


def test_games_after_the_fairest_move_are_counted_apart() -> None:
    games = (made(1, "black"), made(2, "black"), made(3, "white", opening="A1", moves=("1",)))
    found = Balance(TILE, 49, games, "A1")
    assert (found.first.value, found.first.games) == (1, 2)
    assert found.swapped == share_of(0, 1)
    assert not found.has_komi
    assert found.different == 2


def test_events_and_choices_are_means_with_errors() -> None:
    games = tuple(made(number, "black", tiles=number % 2, choices=(9, 7, 5)[:number]) for number in (1, 2, 3))
    found = Balance(TILE, 9, games)
    assert found.games_with("tiles") == share_of(2, 3)
    assert found.times("tiles").value == pytest.approx(2 / 3)
    assert found.times("tiles").low == 0
    assert found.branching.value == pytest.approx((9 + 8 + 7) / 3)
    assert found.by_turn() == [(1, 9, 9, 9), (2, 7, 7, 7)]
