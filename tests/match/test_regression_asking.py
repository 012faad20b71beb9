"""Programs put to tests: what they answer, and what becomes of those that die, hang or are not wanted any more."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from pathlib import Path

import pytest
from fake_programs import Fake, Watch

from benchmarks.regress.asking import ProgramUnderTest, ask_all, stretches
from benchmarks.regress.findings import RegressionFinding, RegressionResults, tally
from benchmarks.regress.suite import parse_suite
from tengen.players import ProgramError

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
    """Put a fake program to a suite in a folder."""
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


def test_a_program_that_ends_fails_that_test_and_is_brought_back_to_its_place(tmp_path: Path) -> None:
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
    assert results.findings[0].answer == "it did not answer within 4 s"


@pytest.mark.parametrize(
    ("line", "how", "answer"),
    [
        ("book x.dat\nloadsgf a.sgf", "died", "it ended with code 4"),
        ("uct_param_player max_games 500", "refused", "unknown command"),
    ],
)
def test_what_fails_between_tests_is_told_and_left_out(line: str, how: str, answer: str, tmp_path: Path) -> None:
    results = asked(tmp_path, f"{line}\n10 say 1\n#? [1]\n")
    assert kinds(results) == [("10", "passed", "answered")]
    (remark,) = results.remarks
    assert (remark.step.line, remark.how, remark.answer) == (1, how, answer)


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
def test_whoever_asks_and_in_whatever_parts_the_results_are_the_same(
    jobs: int, size: int | None, tmp_path: Path
) -> None:
    results = asked(tmp_path, MANY, jobs=jobs, size=size)
    found = sorted((int(test), kind) for test, kind, _ in kinds(results))
    assert found == [(n, "PASSED" if n % 2 else "passed") for n in range(20)]
    lives = Fake(tmp_path, ON, KNOWN).heard.count("level 3")
    assert lives == (5 if size == 4 else 1)


def test_whoever_stops_listening_leaves_no_programs(tmp_path: Path) -> None:
    suite = parse_suite(str(tmp_path / "a.tst"), "10 hold\n20 hang\n30 say 3\n")
    watches, candidates = [], []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        watches.append(Watch(tmp_path / name))
        fake = Fake(tmp_path / name, {**ON, "hold": f"{watches[-1].hold}; say('= \\n\\n')"}, KNOWN)
        candidates.append(ProgramUnderTest("fake", tuple(fake.command), 600.0))
    with closing(ask_all(candidates, list(stretches([suite], 2)), 2)) as found:
        assert {next(found).program, next(found).program} == {0, 1}
    for watch in watches:
        watch.wait_for_death()


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    suite = parse_suite(str(tmp_path / "a.tst"), "10 name\n")
    candidate = ProgramUnderTest("x", (str(tmp_path / "missing"),), 5.0)
    with pytest.raises(ProgramError, match="cannot be started"):
        list(ask_all([candidate], list(stretches([suite], 1))))
    silent = ProgramUnderTest("x", (sys.executable, "-c", "1/0"), 60.0)
    with pytest.raises(ProgramError, match="ended with code 1"):
        silent.introduce()


def test_how_two_programs_compare(tmp_path: Path) -> None:
    suite = parse_suite("a.tst", "".join(f"{n} name\n#? [good]{'&' * (n == 5)}\n" for n in range(6)))
    findings = [
        RegressionFinding(program, suite, step, "answered", "good" if passes else "bad", 0.0)
        for program, passed in enumerate(((1, 1, 0, 0, 1, 1), (1, 0, 1, 0)))
        for step, passes in zip(suite.steps, passed, strict=False)
    ]
    compared = RegressionResults(("A", "B"), (suite,), tuple(findings), ()).compared()
    assert [[pair[0].test for pair in pairs] for pairs in compared] == [["0"], ["1"], ["2"], ["3"]]


def test_a_suite_is_asked_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "suites").mkdir()
    fake = Fake(tmp_path, {"where": "say('= ' + os.getcwd() + '\\n\\n')"})
    suite = parse_suite(str(tmp_path / "suites" / "a.tst"), "10 where\n")
    (found,) = ask_all([ProgramUnderTest("fake", tuple(fake.command), 60.0)], list(stretches([suite], 1)))
    assert found.answer == os.path.realpath(tmp_path / "suites")
