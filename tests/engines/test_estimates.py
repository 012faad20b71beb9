"""Estimates: whose opinion they are, also where an engine dies in the middle of one."""

from __future__ import annotations

from pathlib import Path

from fake_katago import FakeKataGo

from tengen import Game
from tengen.engines import KataGo, Own, Relay, estimate
from tengen.engines.reports.mistakes import mistakes
from tengen.players import Budget

KATAGO = "KataGo 0.0.1 (fake-net)"
_ROWS = [".O...", "..X..", ".....", "..O..", ".X..."]
_FEW = Budget(simulations=30)


def engine(fake: FakeKataGo) -> Relay:
    """Return a fake KataGo with Tengen's own engine behind it."""
    return Relay(KataGo(fake.installation()), Own())


def dying(folder: Path, answers: int) -> FakeKataGo:
    """Return a KataGo that answers its first questions, and dies over every other."""
    return FakeKataGo(folder, [*["answer"] * answers, *["die"] * 20], flags="--lasting")


def over() -> Game:
    """Return a game that has ended by passes."""
    game = Game.setup("chinese", _ROWS)
    game.play("pass")
    game.play("pass")
    return game


def test_a_finished_game_is_katagos_opinion_where_katago_gives_it(tmp_path: Path) -> None:
    with engine(FakeKataGo(tmp_path)) as asked:
        found = estimate(over(), asked)
    assert (found.by, found.dead_by, found.margin) == (KATAGO, KATAGO, None)


def test_a_finished_game_is_tengens_opinion_where_katago_has_died(tmp_path: Path) -> None:
    with engine(dying(tmp_path, 0)) as asked:
        found = estimate(over(), asked)
    assert (found.by, found.dead_by) == ("Tengen", "Tengen")


def test_both_are_named_where_katago_dies_between_the_two_sides(tmp_path: Path) -> None:
    with engine(dying(tmp_path, 1)) as asked:
        found = estimate(over(), asked)
    assert (found.by, found.dead_by) == (f"{KATAGO} and Tengen", f"{KATAGO} and Tengen")


def test_the_dead_stones_may_be_in_part_tengens_where_the_lead_is_katagos(tmp_path: Path) -> None:
    with engine(dying(tmp_path, 1)) as asked:
        found = estimate(Game.setup("chinese", _ROWS), asked, _FEW)
    assert (found.by, found.dead_by) == (KATAGO, f"{KATAGO} and Tengen")


def test_where_the_rules_decide_nobody_is_named(tmp_path: Path) -> None:
    game = Game("chinese", board="5x5")
    game.play("pass")
    game.play("pass")
    fake = FakeKataGo(tmp_path)
    with engine(fake) as asked:
        found = estimate(game, asked)
    assert (found.by, found.dead_by, fake.questions) == ("", "", [])


def test_stones_that_count_as_the_enemys_are_dead_or_endangered() -> None:
    """Three points in a row are one eye or two by whoever moves first: dead is nobody, but White counts for nothing."""
    rows = ["X.X.X", "XXXXX", "OOOOX", "OOOOX", "...OX"]
    found = estimate(Game.setup("chinese", rows), Own())
    white = tuple(label for label, content in Game.setup("chinese", rows).stones.items() if content == "white")
    assert (found.points("black"), found.dead, found.endangered) == (25, (), white)
    saved = estimate(Game.setup("chinese", rows, to_play="white"), Own())
    assert (saved.points("black"), saved.dead, saved.endangered) == (13, (), ())


def test_a_mistake_names_whose_opinion_it_is() -> None:
    game = Game.setup("chinese", ["O.X..", "OX...", "XXO..", "OOO..", "....."], komi=-8)
    game.play("E5")
    found = mistakes(game, Own(), Budget(simulations=200))
    assert [each.by for each in found] == ["Tengen"]
