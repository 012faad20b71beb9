"""The opponent buys Tao stones sensibly, whatever they cost and however the price changes (spec 3.9)."""

from __future__ import annotations

from typing import Any

import pytest

from tengen.match.match_play import MatchResult, play_match
from tengen.rules import variant

PRICES: tuple[Any, ...] = (1, (1, 2), "off", "schedule 2, 1 from 15, 0 from 30", "auction 3 to 0 every 5")
EVERY = [(price, payment) for price in PRICES for payment in ("prisoner", "points")]


def _match(price: Any, payment: Any, board: str, level: str, games: int) -> MatchResult:
    game = variant("tao", tao_price=price, tao_payment=payment)
    return play_match(level, "random", games, variant=game, board=board, seed=1, longest=200)


@pytest.mark.slow
@pytest.mark.parametrize(("price", "payment"), EVERY)
def test_level_4_always_beats_random_moves_at_every_price(price: Any, payment: str) -> None:
    assert _match(price, payment, "7x7", "4", 10).wins == 10


@pytest.mark.parametrize("price", PRICES[1:])
def test_level_2_beats_random_moves_at_every_price(price: Any) -> None:
    assert _match(price, "prisoner", "5x5", "2", 2).wins == 2
