"""The report: every figure with its error, and a conclusion that follows from the figures."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from test_fairness import made

from tengen import Game
from tengen.match.balance_report import conclusion, report
from tengen.match.fairness import SelfGame
from tengen.match.selfplay import Lab


def lab(name: str, board: str = "7", **axes: Any) -> Lab:
    game = Game(name, board=board, **axes)
    return Lab(game.variant, game.board)


def won(black: int, white: int, **others: object) -> list[SelfGame]:
    """Return games of fifty moves with 20 to choose from, the first few won by Black."""
    usual: dict[str, object] = {"choices": (20,) * 50}
    return [
        made(number, "black" if number < black else "white", moves=(*["A1"] * 49, str(number)), **(usual | others))
        for number in range(black + white)
    ]


def said(name: str, games: Sequence[SelfGame], **axes: Any) -> str:
    at = lab(name, **axes)
    return conclusion(at, at.balance(games, next((game.opening for game in games if game.opening), "")))


def komis(fair: float) -> list[SelfGame]:
    steps = [(step - 20) * 1.0 + 0.5 for step in range(60)]
    return [made(n, "black" if komi < fair else "white", komi=komi, margin=fair) for n, komi in enumerate(steps)]


def draws(how: str) -> list[SelfGame]:
    return [made(number, None, how=how, komi=7.5) for number in range(20)]


def long(moves: int) -> list[SelfGame]:
    return [made(number, "black", moves=(str(number),) * moves) for number in range(20)]


@pytest.mark.parametrize(
    ("name", "games", "words"),
    [
        ("tile", won(95, 5), "The first player wins far too often: 95% (89% to 98%)"),
        ("tile", won(5, 95), "The second player wins far too often: 95%"),
        ("tile", won(62, 38), "The first player wins more often than is fair: 62%"),
        ("tile", won(102, 98), "Neither side has much of an advantage: the first player wins 51%"),
        ("tile", won(4, 4), "8 games do not settle who has the advantage"),
        ("tile", won(90, 10) + won(20, 20, opening="C3"), "would help: after C3"),
        ("tile", won(90, 10) + won(38, 2, opening="C3"), "would not help enough: after C3"),
        ("tile", won(90, 10) + won(2, 2, opening="C3"), "would help is open"),
        ("chinese", draws("no_result"), "Too many games end because the position recurred"),
        ("chinese", draws("score"), "Too many games are drawn: 100%"),
        ("chinese", draws("cut"), "Too many games were cut as too long"),
        ("chinese", long(1), "The game is short: 1.0 (1.0 to 1.0) moves on 49"),
        ("chinese", long(200), "The game is long: 200.0"),
        ("chinese", [made(1, "black")] * 20, "Only 1 of 20 games are different"),
        ("chinese", [made(n, "black", kos=0) for n in range(40)], "No game had ko, so fewer than 9% do"),
        ("chinese", komis(9)[::12], "do not settle it"),
    ],
)
def test_what_an_inventor_should_know(name: str, games: list[SelfGame], words: str) -> None:
    assert words in said(name, games)


@pytest.mark.parametrize(
    ("komi", "words"), [(9.5, "may be fair."), (0.5, "is too small: Black wins"), (30.5, "is too large: White wins")]
)
def test_the_rules_komi_is_judged(komi: float, words: str) -> None:
    text = said("chinese", komis(9), komi=komi)
    assert f"The rules' komi of {komi} {words}" in text
    assert "do not settle it" not in text


@pytest.mark.parametrize("name", ["chinese", "tile", "tao", "gengo"])
def test_every_figure_carries_its_error(name: str) -> None:
    at = lab(name)
    games = komis(9) if at.variant.rules.end == "passes" else won(30, 10) + won(5, 5, opening="C3")
    text = report(at, at.balance(games, "C3"))
    rows = [line for line in text.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 8
    for row in rows:
        assert re.search(r"\| -?[\d.]+%? \(\d+\) \| -?[\d.]+%? to -?[\d.]+%? \|$", row) or "no game yet" in row
    assert text.count("## What to conclude") == 1
