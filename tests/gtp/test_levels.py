"""Levels over GTP: handicaps between two of them, and one that follows its opponent."""

import pytest
from data import cases
from talking import engine, talk

SEVEN = "".join(
    f"play {'bw'[number % 2]} {point}\n" for number, point in enumerate(["A1", "E5", "A2", "E4", "A3", "E3", "A4"])
)
FIVE = SEVEN.partition("play w E3")[0]


def answers(said: str, options: str = "--board 5") -> list[str]:
    return [each.removeprefix("= ").strip() for each in talk(said, engine(options)).split("\n\n")][:-1]


def test_even_terms_are_told_with_the_axes_by_which_they_begin() -> None:
    told = answers("tengen-even 4 2\ntengen-even 3 3\ntengen-even 2 9\n", "--board 9x9")
    assert told[0] == "Level 4 against level 2: even at 3 stones, with Black for level 2.\nhandicap=3"
    assert told[1] == "Level 3 against level 3: even without a handicap, with random colours."
    assert told[2].endswith("levels so far apart were not measured; the most tried is 6 stones.\nhandicap=6")
    assert answers("tengen-variant chinese handicap=2\nget_handicap\n")[1] == "2"


@pytest.mark.parametrize(("said", "options", "why"), cases("levels", "what_cannot_be_is_refused"))
def test_what_cannot_be_is_refused(said: str, options: str, why: str) -> None:
    assert talk(f"{said}\n", engine(options)).startswith(why)


def test_two_games_won_in_a_row_raise_the_level() -> None:
    """The computer, White, resigns twice; the third game is too short to count."""
    won = SEVEN + "genmove w\nclear_board\ntengen-follow\n"
    said = "level 3\ntengen-follow on\n" + won + won + FIVE + "clear_board\ntengen-follow\nlevel\n"
    told = answers(said, '--board 5 --moves "resign resign resign"')
    assert [each for each in told if each.startswith("level")] == ["level 3, 1 won", "level 4", "level 4"]
    assert told[-1] == "4"


def test_two_games_lost_by_the_count_lower_it() -> None:
    lost = SEVEN + "genmove w\nplay b pass\nclear_board\ntengen-follow\n"
    told = answers("tengen-follow on\n" + lost + lost, '--board 5 --moves "pass pass"')
    assert [each for each in told if each.startswith("level")] == ["level 5, 1 lost", "level 4"]


def test_own_and_unfinished_games_do_not_count() -> None:
    itself = SEVEN + "genmove w\ngenmove b\nclear_board\ntengen-follow\n"
    told = answers("tengen-follow on\n" + itself + SEVEN + "genmove w\nclear_board\ntengen-follow\n", "--board 5")
    assert [each for each in told if each.startswith("level")] == ["level 5", "level 5"]


def test_it_is_off_by_default_and_setting_a_level_resets_it() -> None:
    won = SEVEN + "genmove w\nclear_board\n"
    said = "tengen-follow\ntengen-follow on\n" + won + "level 7\ntengen-follow\ntengen-follow off\ntengen-follow\n"
    told = answers(said, '--board 5 --moves "resign"')
    assert (told[0], told[-3], told[-1]) == ("off", "level 7", "off")
