"""The komi of a handicap game, and White's points for the handicap (spec 5)."""

from typing import Any

import pytest
from data import cases

from tengen import Game, boards
from tengen.formats import sgf
from tengen.kernel import playouts
from tengen.records import RulesConflict, TengenError
from tengen.rules import Rules, describe, load_variant, to_toml, variant
from tengen.rules.katago import axes_of, kata_rules
from tengen.solve.value import value


def test_issue_13_a_handicap_game_has_a_komi_of_half_a_point() -> None:
    assert variant("chinese").rules.komi == 7.5
    assert variant("chinese", handicap=4).rules.komi == 0.5
    assert variant("chinese", handicap=4, komi=7.5).rules.komi == 7.5
    assert variant(variant("chinese", komi=7.5), handicap=4).rules.komi == 7.5, "given before"
    assert variant(variant("chinese", handicap=4), komi=5.5).rules.komi == 5.5
    assert variant(variant("chinese", handicap=4), handicap=5).rules.komi == 0.5
    assert variant(variant("chinese", handicap=4), handicap=0).rules.komi == 7.5, "the game's own komi again"
    assert variant("gengo", handicap=2).rules.komi == 0.5
    assert variant("cushion", handicap=2).rules.komi == 0, "it is not scored"
    assert Rules(handicap=4, komi=7.5).komi == 7.5, "rules are taken as they stand"


def test_the_komi_of_a_handicap_game_in_files_and_records() -> None:
    own = load_variant('inherits = "chinese"\n[axes]\nhandicap = 4\n')
    assert own.rules.komi == 0.5
    assert load_variant('inherits = "chinese"\n[axes]\nhandicap = 4\nkomi = 3\n').rules.komi == 3
    assert load_variant(to_toml(variant("chinese", handicap=4, komi=0))).rules.komi == 0
    game = Game("chinese", board="9x9", handicap=4, komi=7.5)
    for again in (Game.from_json(game.to_json()), Game.from_sgf(game.sgf())):
        assert again.rules == game.rules
    assert "KM[0.5]" in Game("chinese", board="9x9", handicap=4).sgf()
    found = sgf.read("(;GM[1]SZ[9]RU[Chinese]HA[2]AB[gc][cg];W[cc])")
    assert Game.from_record(found).rules.komi == 0.5


def test_the_rules_in_words_say_so() -> None:
    rows = {row.axis: row.sentence for row in describe(variant("aga", handicap=3)).rows}
    assert rows["komi"] == "White gets 0.5 points of komi."
    assert rows["handicap_bonus"] == "White gets a point for every handicap stone or turn but the first."


@pytest.mark.parametrize(("name", "axes", "bonus"), cases("handicap_komi", "issue_13_handicap_bonus"))
def test_issue_13_handicap_bonus(name: str, axes: dict[str, Any], bonus: int) -> None:
    game = Game(name, **{"board": "9x9", "handicap": 4, **axes})
    score = game.score()
    assert (score.bonus, score.margin) == (bonus, score.black - score.white - score.komi - bonus)
    assert game.rules.compensation == game.rules.komi + bonus


def test_the_bonus_decides_a_game() -> None:
    game = Game("chinese", board="5x5", handicap=2, handicap_kind="free", scoring="area")
    for move in ("C3", "C4", "D4", "E4", "D3", "D5", "B3", "B4", "A4", "A3"):
        if game.why_not(move) == ():
            game.play(move)
    while game.outcome is None:
        game.play("pass")
    score = game.score()
    assert game.outcome is not None
    assert game.outcome.margin == score.black - score.white - 0.5 - 2


def test_katago_reads_and_gets_the_bonus() -> None:
    for ours, theirs in ((0, "0"), ("n-1", "N-1"), ("n", "N")):
        assert kata_rules(Rules(handicap_bonus=ours))["whiteHandicapBonus"] == theirs  # type: ignore[arg-type]
        assert axes_of({"whiteHandicapBonus": theirs}) == {"handicap_bonus": ours}
    with pytest.raises(TengenError, match="whiteHandicapBonus must be one of 0, N-1, N"):
        axes_of({"whiteHandicapBonus": "2N"})


def test_solvers_and_playouts_count_the_bonus_or_leave_it_aside() -> None:
    axes: dict[str, Any] = {"komi": 0, "handicap": 2, "handicap_kind": "free", "repetition": "ko"}
    plain = value(Game.setup("chinese", ["X.X"], handicap_bonus=0, **axes))
    more = value(Game.setup("chinese", ["X.X"], handicap_bonus="n", **axes))
    assert (more.low, more.high) == (plain.low - 2, plain.high - 2)
    one, other = (variant("chinese", handicap_bonus=bonus).rules for bonus in (0, "n"))
    board = boards.parse("5x5")
    same = [playouts(board, rules, games=5, seed=1).scores.tolist() for rules in (one, other)]
    assert same[0] == same[1], "scores are without komi and bonus"


def test_issue_13_a_handicap_of_one_turn_is_refused() -> None:
    with pytest.raises(RulesConflict, match="a handicap of 1 turn changes nothing"):
        Game("gengo", handicap=1)
    assert Game("gengo", board="gengo 9", handicap=2).to_play == "black"
