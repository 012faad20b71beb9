"""Results of tests: each separately, counted, where two programs differ, and as a file of JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from tengen.players.process import Failing

from .suite import ANYTHING, Expectation, Suite, SuiteStep

How = Failing | Literal["answered", "not asked"]
"""A program's reaction to a test: an answer, or an error (``"refused"``); it ended, was silent, or did not speak GTP,
and was restarted; or it did not get the test, since the position could not be reached."""

Kind = Literal["passed", "failed", "PASSED", "FAILED", "ignored"]
"""In capital letters: unexpected."""

ENDED: Final = ("died", "timeout", "garbage")
"""Failures that end a program."""


@dataclass(frozen=True)
class RegressionFinding:
    """A test, and a program's answer or, without one, what went wrong in words.

    ``program`` is 0 for the first of those compared, ``seconds`` the time of the answer. One that is not ``judged`` is
    a remark about a command that failed but is not a test.
    """

    program: int
    suite: Suite
    step: SuiteStep
    how: How
    answer: str
    seconds: float = 0.0
    judged: bool = True

    @property
    def expected(self) -> Expectation:
        """The expected answer."""
        return self.step.expected or ANYTHING

    @property
    def passed(self) -> bool:
        """Whether the answer is as expected; a refusal never is."""
        return self.how == "answered" and self.expected.is_met(self.answer)

    @property
    def kind(self) -> Kind:
        """The result of the test, in the words of GNU Go."""
        if self.expected.ignored:
            return "ignored"
        if self.passed:
            return "PASSED" if self.expected.fails else "passed"
        return "failed" if self.expected.fails else "FAILED"

    @property
    def test(self) -> str:
        """The test's number, or its line if it has none."""
        return self.step.number or f"line {self.step.line}"

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "file": self.suite.name,
            "line": self.step.line,
            "number": int(self.step.number) if self.step.number else None,
            "command": self.step.command,
            "expected": self.expected.text,
            "expected_to_fail": self.expected.fails,
            "program": self.program + 1,
            "result": self.kind,
            "how": self.how,
            "answer": self.answer,
            "seconds": round(self.seconds, 3),
        }


class Totals(NamedTuple):
    """Counts of findings; ignored ones count only in ``ignored``.

    ``unexpected_passes`` and ``unexpected_failures`` are among ``passed`` and ``failed``; ``refused``, ``ended`` (the
    program died, was silent or spoke no GTP) and ``not_asked`` among ``failed``.
    """

    tests: int
    passed: int
    failed: int
    unexpected_passes: int
    unexpected_failures: int
    refused: int
    ended: int
    not_asked: int
    ignored: int
    seconds: float


def tally(findings: Iterable[RegressionFinding]) -> Totals:
    """Count findings."""
    given = list(findings)
    counted = [each for each in given if each.kind != "ignored"]
    kinds, hows = [each.kind for each in counted], [each.how for each in counted]
    passed = sum(each.passed for each in counted)
    return Totals(
        tests=len(counted),
        passed=passed,
        failed=len(counted) - passed,
        unexpected_passes=kinds.count("PASSED"),
        unexpected_failures=kinds.count("FAILED"),
        refused=hows.count("refused"),
        ended=sum(hows.count(how) for how in ENDED),
        not_asked=hows.count("not asked"),
        ignored=len(given) - len(counted),
        seconds=round(sum(each.seconds for each in given), 3),
    )


@dataclass(frozen=True)
class RegressionResults:
    """The findings about one or two programs, by title, over some suites; ``whole``: not interrupted."""

    titles: tuple[str, ...]
    suites: tuple[Suite, ...]
    findings: tuple[RegressionFinding, ...]
    remarks: tuple[RegressionFinding, ...]
    whole: bool = True

    def of(self, program: int, suite: Suite | None = None) -> list[RegressionFinding]:
        """Return the findings of a program, over one suite or all."""
        return [
            each
            for each in self.findings
            if each.program == program and (suite is None or each.suite.name == suite.name)
        ]

    def compared(self, suite: Suite | None = None) -> list[Pairs]:
        """Return the tests of two programs: both pass, only the first or the second passes, neither passes."""
        first, second = (
            {(each.suite.name, each.step.line): each for each in self.of(which, suite)} for which in (0, 1)
        )
        pairs = [(each, second[key]) for key, each in first.items() if key in second and each.kind != "ignored"]
        results = ((True, True), (True, False), (False, True), (False, False))
        return [[pair for pair in pairs if (pair[0].passed, pair[1].passed) == passed] for passed in results]


Pairs: TypeAlias = list[tuple[RegressionFinding, RegressionFinding]]
"""The findings of one test with two programs."""


_REMARK: Final = ("file", "line", "command", "program", "how", "answer")


def written(results: RegressionResults, as_csv: bool) -> bytes:
    """Return the contents of a file of results, whose lines of CSV are only for tests."""
    tests, programs = [each.as_dict() for each in results.findings], range(len(results.titles))
    if as_csv:
        target = io.StringIO()
        if tests:
            writer = csv.DictWriter(target, list(tests[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(tests)
        return target.getvalue().encode("utf-8", "backslashreplace")
    data = {
        "tengen": 1,
        "kind": "regression",
        "programs": list(results.titles),
        "whole": results.whole,
        "totals": [tally(results.of(program))._asdict() for program in programs],
        "files": [
            {"file": suite.name, "counts": [tally(results.of(program, suite))._asdict() for program in programs]}
            for suite in results.suites
        ],
        "tests": tests,
        "remarks": [{name: each.as_dict()[name] for name in _REMARK} for each in results.remarks],
    }
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")
