"""The figures of the known variants: repeating play, the boards they are measured on, and cures for cycles."""

from pathlib import Path

import pytest

from benchmarks import variants
from benchmarks.cures import CURES, DOUBLE_KO, SENDING_TWO, broken_at, cost
from benchmarks.repeating import recurrence, search
from benchmarks.variant_tables import effects
from tengen.formats import read_file
from tengen.game import Game
from tengen.rules import variant
from tengen.solve.states.explorer import explore
from tengen.solve.states.ko_positions import KoPosition, comes_back, positions
from tengen.solve.states.recurrence import cycles

GAME = Path(__file__).parents[2] / "examples" / "games" / "game-01.sgf"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["chinese", "tile", "cushion"])
@pytest.mark.parametrize("board", ["2x1", "3x1"])
def test_play_comes_back_where_the_compiled_lister_says(name: str, board: str) -> None:
    game = Game(variant(name, repetition="ko"), board=board)
    assert (search(game, 60).verdict == "yes") is cycles(explore(game)).exists


@pytest.mark.slow
def test_play_comes_back_unless_captures_are_bounded() -> None:
    assert recurrence(variant("atari-go"), 60).verdict == "no"
    found = recurrence(variant("stoical-go"), 60)
    assert (found.verdict, found.board, found.barred) == ("yes", "3x1", "no-result")
    assert recurrence(variant("stoical-go"), 60, passes=False).board != "3x1"


def test_variants_with_own_stones_are_measured_on_their_board() -> None:
    assert variants.fitting(variant("gonnect")) == (["5x5", "7x7"], "")
    boards, why = variants.fitting(variant("sunjang-baduk"))
    assert boards == ["19"]
    assert "starts with stones" in why


@pytest.mark.parametrize("what", [SENDING_TWO, DOUBLE_KO, positions()["triple-ko"]], ids=lambda what: what.name)
def test_every_cure_breaks_these_cycles(what: KoPosition) -> None:
    breaks = {"sending-two": [3, 5, 7, 7, 3, 3], "double-ko": [5, 7, 8, 8, 2, 2], "triple-ko": [6, 6, 8, 8, 2, 2]}
    assert comes_back(what)
    assert [broken_at(what, cure) for cure in CURES] == breaks[what.name]


def test_refused_moves_of_a_written_game_are_counted() -> None:
    counted = {cure.name: cost([read_file(GAME)], cure) for cure in CURES}
    assert counted["positional superko"].refused == (0,)
    assert counted["Stoical Go"].refused >= counted["Stoical, larger"].refused


def test_games_are_kept_and_their_goal_counts(tmp_path: Path) -> None:
    (setting, *_) = variants.settings("atari-go")
    variants.play([setting], tmp_path, games=4, minutes=1)
    games = variants.read(setting, tmp_path)
    assert [game.number for game in games] == [1, 2, 3, 4]
    assert effects(setting.lab, games)["goal"].value == sum(game.how == "goal" for game in games) / 4
