"""Suites of regression tests are read as they are meant, and what is wrong with them is named by file and line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.regress.suite import Expectation, Suite, listed, only, parse_suite, read_suite, sample
from tengen.records import FormatError

DATA = Path(__file__).parents[1] / "data" / "regression"


def first_expectation(line: str) -> Expectation:
    expected = parse_suite("a.tst", f"10 reg_genmove b\n{line}\n").steps[0].expected
    assert expected is not None
    return expected


@pytest.mark.parametrize(
    ("line", "met", "missed"),
    [
        ("#? [D4]", ("D4", "d4", " D4 "), ("D14", "D4 E5", "")),
        ("#?   [D4|E5]*", ("D4", "E5"), ("D45", "4E5")),
        ("#?[!D4|E5]", ("PASS", "D44", ""), ("D4", "e5")),
        ("#? [! D4]", ("E4",), ("D4",)),
        ("#? [1 0 (A5|B[1-3])] *", ("1 0 A5", "1 0 B2"), ("1 0 B4", "1 0")),
        ("#? [black: A1.*]", ("black: A1\nwhite: B1",), ("white: B1",)),
        ("#? []", ("",), ("D4",)),
        ("#?", ("", "whatever"), ()),
        ("", ("", "whatever\nit is"), ()),
    ],
)
def test_what_meets_an_expectation(line: str, met: Sequence[str], missed: Sequence[str]) -> None:
    expected = first_expectation(line)
    assert [expected.is_met(each) for each in met] == [True] * len(met)
    assert [expected.is_met(each) for each in missed] == [False] * len(missed)


def test_the_marks_behind_the_brackets() -> None:
    found = [first_expectation(f"#? [{text}") for text in ("D4]", "!D4]*", "D4]&", "D4]*&")]
    assert [each.text for each in found] == ["D4", "!D4", "D4", "D4"]
    marks = [(each.fails, each.ignored) for each in found]
    assert marks == [(False, False), (True, False), (False, True), (True, True)]


def test_which_lines_are_commands_and_which_are_tests() -> None:
    text = """\ufeff# a comment
level 8\t# another
10\treg_genmove   black # and another

# between a command and its answer
#? [D4]
loadsgf games/a b.sgf 12
11 attack D4
final_score
#? [B+3]
quit
"""
    suite = parse_suite("a.tst", text.removeprefix("\ufeff"))
    said = [(step.line, step.number, step.command) for step in suite.steps]
    assert said == [
        (2, "", "level 8"),
        (3, "10", "reg_genmove black"),
        (7, "", "loadsgf games/a b.sgf 12"),
        (8, "11", "attack D4"),
        (9, "", "final_score"),
    ]
    assert suite.tests == (1, 3, 4)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("#? [D4]\n", "a.tst, line 1: `#?` belongs below a command"),
        ("1 genmove b\n#? [D4]\n#? [E5]\n", "a.tst, line 3: `#?` belongs below a command, once"),
        ("\n1 genmove b\n#? D4\n", "a.tst, line 3: `D4`: the answer stands in brackets"),
        ("1 genmove b\n#? [D4] or so\n", "a.tst, line 2: `[D4] or so`: the answer stands in brackets"),
        ("1 genmove b\n#? [D4(]\n", "a.tst, line 2: `D4(` is no regular expression"),
        ("12\n#? [D4]\n", "a.tst, line 1: there is no command after the number 12"),
        ("loadsgf a.sgf\nplay b D4\n", "a.tst: there is no test in it"),
        ("", "a.tst: there is no test in it"),
    ],
)
def test_what_is_wrong_is_named_by_file_and_line(text: str, says: str) -> None:
    with pytest.raises(FormatError) as error:
        parse_suite("a.tst", text)
    assert str(error.value).startswith(says)


def test_a_bracket_that_is_not_closed_is_read_with_a_warning() -> None:
    suite = parse_suite("a.tst", "1 unconditional_status T17\n#? [undecided\n")
    assert suite.steps[0].expected == first_expectation("#? [undecided]")
    assert suite.warnings == ("a.tst, line 2: the bracket is not closed; all of the line is taken",)


def test_files_of_other_kinds_and_charsets(tmp_path: Path) -> None:
    (tmp_path / "a.tst").write_bytes(b"\xef\xbb\xbfloadsgf \xe9t\xe9.sgf\r\n1 genmove b\r\n#? [D4]\r\n")
    (tmp_path / "b.tst").write_bytes(b"\x7fELF\0\0")
    command = read_suite(str(tmp_path / "a.tst")).steps[0].command
    assert command.encode("utf-8", "surrogateescape") == b"loadsgf \xe9t\xe9.sgf"
    with pytest.raises(FormatError, match=r"b\.tst: this is no file of tests"):
        read_suite(str(tmp_path / "b.tst"))
    assert read_suite(str(DATA / "small.tst")).folder == DATA


LONG = """\
level 8
play b A1
10 reg_genmove b
#? [A]
loadsgf a.sgf
komi 5
20 play b C3
#? []
30 reg_genmove w
#? [B]
play w C4
40 reg_genmove b
#? [C]
loadsgf b.sgf
50 reg_genmove b
#? [D]
"""


def commands(suite: Suite, places: Sequence[int]) -> list[str]:
    return [suite.steps[place].command for place in places]


@pytest.mark.parametrize(
    ("line", "way"),
    [
        (1, []),
        (3, ["level 8", "play b A1"]),
        (5, ["level 8"]),
        (12, ["level 8", "loadsgf a.sgf", "komi 5", "play b C3", "play w C4"]),
        (14, ["level 8", "komi 5"]),
        (15, ["level 8", "komi 5", "loadsgf b.sgf"]),
    ],
)
def test_a_new_program_is_told_settings_and_what_stands_on_the_board(line: int, way: list[str]) -> None:
    suite = parse_suite("a.tst", LONG)
    place = next(place for place, step in enumerate(suite.steps) if step.line == line)
    assert commands(suite, suite.way_to(place)) == way


def test_tests_are_chosen_by_command_and_by_lot() -> None:
    suites = [parse_suite("a.tst", LONG), parse_suite("b.tst", "1 name\n#? [x]\n")]
    (moves,) = only(suites, ["reg_genmove"])
    assert commands(moves, moves.tests) == ["reg_genmove b", "reg_genmove w", "reg_genmove b", "reg_genmove b"]
    needed = [place for place in range(len(moves.steps)) if moves.is_needed(place)]
    assert "play b C3" in commands(moves, needed)
    drawn = list(sample(suites, 3, seed=1))
    assert sum(len(suite.tests) for suite in drawn) == 3
    assert drawn == list(sample(suites, 3, seed=1))
    assert len({tuple(suite.tests for suite in sample(suites, 3, seed=seed)) for seed in range(8)}) > 1
    assert list(sample(suites, 100, seed=1)) == suites


def test_the_tests_that_a_file_lists_are_taken_and_what_is_not_there_is_named(tmp_path: Path) -> None:
    text = "10 reg_genmove b\n#? [A1]\n20 reg_genmove w\n#? [A2]\n"
    suites = [parse_suite(f"{folder}/{folder}.tst", text) for folder in ("a", "b")]
    names = tmp_path / "names.txt"
    names.write_text("# two of four\nb.tst 20\n\nb.tst 10  # both of b\n")
    (found,) = listed(suites, str(names))
    assert (found.name, len(found.tests)) == ("b/b.tst", 2)
    for line, why in (("a.tst 30", "there is no test 30 of a.tst"), ("a.tst", "a line is a suite and the number")):
        names.write_text(f"a.tst 10\n{line}\n")
        with pytest.raises(FormatError, match=f"names.txt, line 2: {why}"):
            list(listed(suites, str(names)))
