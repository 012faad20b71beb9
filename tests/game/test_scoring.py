"""Scores of a game: covered points, the second count, seki and the tax on it (spec 0.8, 1.13-1.17, 4.8)."""

from typing import Any

import pytest
from game_playing import WAYS

from tengen import Game, TengenError, variants

SEKI = [*["..OX."] * 6, "OOOXX", "XXXOO", ".X.O."]


def seki(**axes: Any) -> Game:
    """Return a game that has ended in the seki of spec 1.13a."""
    game = Game.setup("japanese", SEKI, komi=0, **axes)
    game.play("pass")
    game.play("pass")
    return game


@pytest.mark.parametrize("preset", variants(), ids=lambda preset: preset.name)
def test_the_second_count_stands_beside_the_score(preset: Any) -> None:
    """Issue 13, numbered item 2 (spec 4.8): if the prose of a preset names it, and only then."""
    score = Game(preset, board="5x5").score()
    assert (score.beside is not None) == (preset.rules.scoring == "stones")
    assert score.beside is not None or "shown as well" not in preset.prose


def test_gengo_counts_stones_and_shows_the_area() -> None:
    game = Game("gengo", board="gengo 9")
    for move in ("C3", "G7"):
        game.play(move)
    score = game.score()
    assert (score.kind, score.black, score.white) == ("stones", 1, 1)
    assert score.beside is not None
    assert (score.beside.kind, score.beside.black, score.beside.white) == ("area", 9, 9)
    assert score.notes[0] == "Area, for comparison: Black 9, White 9."
    assert game.score("stones").beside == score.beside
    assert game.score("area").beside is None
    assert Game("gengo", board="gengo 9", own_overlap=True).score().kind == "area"


def test_the_dead_are_off_in_the_second_count_too() -> None:
    game = Game.setup("gengo", {"C3": "black", "G7": "white"}, board="gengo 9")
    score = game.score(dead=["G7"])
    assert score.beside is not None
    assert (score.white, score.beside.black, score.beside.white) == (0, 81, 0)


def test_the_seki_of_the_specification() -> None:
    game = seki()
    score = game.score()
    assert (score.black, score.white, score.margin, game.outcome.margin) == (6, 12, -6, -6)  # type: ignore[union-attr]
    black, white = sorted(score.seki, key=lambda holding: holding.colour)
    assert (black.colour, black.points, black.shared, black.agreed) == ("black", ("A1",), ("C1",), False)
    assert (white.colour, white.points, len(white.stones)) == ("white", ("E1",), 3)
    assert score.taxed == ("A1", "E1")
    assert score.notes == (
        "Black's group at A2 is in seki: neither side can fill C1 without coming into atari. A1 does not count.",
        "White's group at D2 is in seki: neither side can fill C1 without coming into atari. E1 does not count.",
    )


def test_players_agree_on_what_is_in_seki() -> None:
    game = seki()
    assert game.settle((), seki=()).margin == -6 - 0  # seven against thirteen
    assert game.seki == ()
    assert game.settle((), seki=["C2"]).margin == 6 - 13
    assert game.score(seki=["C2"]).notes[0] == "Black's group at A2 is in seki, as agreed. A1 does not count."
    game.undo()
    assert game.seki is None


@pytest.mark.parametrize("named", [None, (), ("C2",), ("C2", "D1")])
def test_what_was_agreed_is_kept(named: Any) -> None:
    game = seki()
    outcome = game.settle((), seki=named)
    for way in WAYS.values():
        again = way(game)
        assert again.seki == named
        assert again.outcome == outcome
    assert Game.from_record(game.record, "chinese").seki is None


def test_what_cannot_be_in_seki_is_refused() -> None:
    game = seki()
    before = game.outcome
    for wrong, said in [(["C1"], "'C1' cannot be in seki"), ("C2", "it must be labels"), ([3], "3 cannot be in seki")]:
        with pytest.raises(TengenError, match=said):
            game.settle((), seki=wrong)  # type: ignore[arg-type]
    with pytest.raises(TengenError, match="'C2' cannot be in seki"):
        game.settle(["C2"], seki=["C2"])
    with pytest.raises(TengenError, match="seki costs nothing under tax = none"):
        Game("chinese", board="5x5").score(seki=[])
    assert game.outcome == before
    assert game.seki is None


def test_a_tax_decides_nothing_where_stones_count() -> None:
    assert seki().score("stones", seki=["C2"]).seki == ()
    game = Game.setup("japanese", SEKI, scoring="stones")
    assert (game.score().black, game.score().white, game.score().tax) == (12, 12, "none")
    assert game.score().beside is not None


def test_the_dame_are_listed() -> None:
    game = Game.setup("japanese", ["..X.O..", "..X.O.."])
    assert game.score().notes == ("Dame left: D2 and D1.",)
    assert Game("japanese", board="5x5").score().notes == ("Dame left: 25 points.",)


def test_every_group_pays_the_old_tax() -> None:
    score = seki(tax="all").score()
    assert (score.black, score.white) == (4, 10)
    assert score.taxed == ("A9", "B9", "E9", "E8", "A1", "E1")
    assert score.notes[0].endswith("gives up two of its points, or its only one: A9, B9, E9, E8, A1 and E1.")
