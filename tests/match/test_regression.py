"""Suites of regression tests: reading them, and testing programs with them."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from data import cases, text_of
from fake_programs import Fake

from benchmarks.regress.asking import ProgramUnderTest, ask_all, stretches
from benchmarks.regress.findings import RegressionResults, tally
from benchmarks.regress.suite import Expectation, Suite, only, parse_suite, sample


def first_expectation(line: str) -> Expectation:
    expected = parse_suite("a.tst", f"10 reg_genmove b\n{line}\n").steps[0].expected
    assert expected is not None
    return expected


@pytest.mark.parametrize(("line", "met", "missed"), cases("regression", "what_meets_an_expectation"))
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


LONG = text_of("regression_long.gtp")


def commands(suite: Suite, places: Sequence[int]) -> list[str]:
    return [suite.steps[place].command for place in places]


@pytest.mark.parametrize(("line", "way"), cases("regression", "a_new_program_is_told"))
def test_a_new_program_gets_settings_and_position(line: int, way: list[str]) -> None:
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


ON = {
    "say": "say('= ' + line.partition(' ')[2] + '\\n\\n')",
    "refuse": "say('? ' + line.partition(' ')[2] + '\\n\\n')",
    "loadsgf": "say('? no such file\\n\\n' if 'missing' in line else '= \\n\\n')",
    "die": "sys.exit(3)",
    "hang": "import time; time.sleep(3600)",
    "babble": "say('well\\n\\n')",
    "book": "say('= \\n\\n') if os.environ.get('READS') else sys.exit(4)",
}
KNOWN = ("play", "level", "quit")


def asked(folder: Path, text: str, patience: float = 60.0, jobs: int = 1, size: int | None = None) -> RegressionResults:
    suite = parse_suite(str(folder / "a.tst"), text)
    candidate = ProgramUnderTest("fake", tuple(Fake(folder, ON, KNOWN).command), patience)
    found = list(ask_all([candidate], list(stretches([suite], 1, size)), jobs))
    findings, remarks = (tuple(each for each in found if each.judged is judged) for judged in (True, False))
    return RegressionResults(("Fake",), (suite,), findings, remarks)


def kinds(results: RegressionResults) -> list[tuple[str, str, str]]:
    return [(each.test, each.kind, each.how) for each in results.findings]


def test_what_is_expected_and_what_is_not(tmp_path: Path) -> None:
    text = """
10 say D4
#? [D4]
20 say D4
#? [E5]
30 say D4
#? [E5]*
40 say D4
#? [!E5]*
50 refuse what
#? [!D4]
60 say D4
#? [E5]&
70 say anything
80 refuse it
say last
#? [last]
"""
    results = asked(tmp_path, text)
    assert kinds(results) == [
        ("10", "passed", "answered"),
        ("20", "FAILED", "answered"),
        ("30", "failed", "answered"),
        ("40", "PASSED", "answered"),
        ("50", "FAILED", "refused"),
        ("60", "ignored", "answered"),
        ("70", "passed", "answered"),
        ("80", "FAILED", "refused"),
        ("line 16", "passed", "answered"),
    ]
    assert results.findings[4].answer == "what"
    counts = tally(results.findings)._replace(seconds=0)
    assert counts == (8, 4, 4, 1, 3, 2, 0, 0, 1, 0)


def test_a_program_that_ends_fails_that_test_and_is_restarted(tmp_path: Path) -> None:
    text = """
level 8
loadsgf old.sgf
10 say 1
loadsgf a.sgf
play b A1
20 die
30 say 3
40 babble
50 say 5
"""
    results = asked(tmp_path, text)
    assert [(test, how) for test, _, how in kinds(results)] == [
        ("10", "answered"),
        ("20", "died"),
        ("30", "answered"),
        ("40", "garbage"),
        ("50", "answered"),
    ]
    assert results.findings[1].answer == "it ended with code 3"
    assert tally(results.findings).ended == 2
    heard = Fake(tmp_path, ON, KNOWN).heard
    again = ["level 8", "loadsgf a.sgf", "play b A1"]
    assert heard[heard.index("die") + 1 :] == [*again, "say 3", "babble", *again, "say 5", "quit"]


def test_a_program_that_is_silent_is_ended_and_started_again(tmp_path: Path) -> None:
    results = asked(tmp_path, "10 hang\n20 say 2\n", patience=4.0)
    assert [(test, how) for test, _, how in kinds(results)] == [("10", "timeout"), ("20", "answered")]
    assert results.findings[0].answer == "it did not respond within 4 s"


@pytest.mark.parametrize("lost", ["loadsgf missing.sgf", "loadsgf a.sgf\nunset\nplay b A1\ntrymove b A1"])
def test_without_its_position_a_test_is_not_asked(lost: str, tmp_path: Path) -> None:
    results = asked(tmp_path, f"{lost}\n10 say 1\nlevel 3\n20 say 2\nloadsgf b.sgf\n30 say 3\n")
    assert [(test, how) for test, _, how in kinds(results)] == [
        ("10", "not asked"),
        ("20", "not asked"),
        ("30", "answered"),
    ]
    assert results.findings[0].answer.startswith("the position is not reached: line ")
    assert "say 1" not in Fake(tmp_path, ON, KNOWN).heard


MANY = "level 3\n" + "".join(f"loadsgf {n}.sgf\n{n} say {n}\n#? [{n}]{'*' * (n % 2)}\n" for n in range(20))


@pytest.mark.parametrize(("jobs", "size"), [(1, None), (3, None), (1, 4), (3, 4), (2, 100)])
def test_results_depend_on_neither_caller_nor_parts(jobs: int, size: int | None, tmp_path: Path) -> None:
    results = asked(tmp_path, MANY, jobs=jobs, size=size)
    found = sorted((int(test), kind) for test, kind, _ in kinds(results))
    assert found == [(n, "PASSED" if n % 2 else "passed") for n in range(20)]
    lives = Fake(tmp_path, ON, KNOWN).heard.count("level 3")
    assert lives == (5 if size == 4 else 1)
