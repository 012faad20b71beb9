"""How programs met the tests of suites, in tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from ...match.rating import wilson
from ...match.regression.findings import ENDED, tally
from ..terminal import counted, harmless, new_table, print_table, say

if TYPE_CHECKING:
    from rich.table import Table

    from ...match.regression.findings import RegressionFinding, RegressionResults, Remark, Totals

_SIDES: Final = ("first", "second")


def tell(results: RegressionResults) -> None:
    """Print how each program met the tests, and how two of them compare."""
    several = len(results.titles) > 1
    for program, title in enumerate(results.titles):
        findings = results.of(program)
        say(harmless(f"{_SIDES[program]}: {title}" if several else title))
        if not findings:
            say("  no test yet")
            continue
        print_table(_counts(results, program))
        say(_summary(tally(findings)))
        for remark in _remarks(each for each in results.remarks if each.program == program):
            say(f"  {harmless(remark)}")
        say("")
        _list("failed", [each for each in findings if each.kind in ("failed", "FAILED")])
        _list("passed, which was not expected", [each for each in findings if each.kind == "PASSED"])
    if several:
        _tell_comparison(results)


def _counts(results: RegressionResults, program: int) -> Table:
    table = new_table("file", "tests", "passed", "failed", "PASSED", "FAILED", "refused", "ended", "not asked", "time")
    for column in table.columns[1:]:
        column.justify = "right"
    for suite in results.suites:
        if findings := results.of(program, suite):
            table.add_row(harmless(suite.name), *_row(tally(findings)))
    if len(table.rows) > 1:
        table.add_row("total", *_row(tally(results.of(program))))
    return table


def _row(counts: Totals) -> list[str]:
    expected = counts.tests, counts.passed, counts.failed, counts.unexpected_passes, counts.unexpected_failures
    numbers = *expected, counts.refused, counts.ended, counts.not_asked
    return [*map(str, numbers), f"{counts.seconds:,.1f} s"]


def _summary(counts: Totals) -> str:
    low, high = wilson(counts.passed, counts.tests)
    share = f"{counts.passed / counts.tests:.1%} (95%: {low:.1%} to {high:.1%})" if counts.tests else "none"
    ignored = f"; {counted(counts.ignored, 'test')} whose result is ignored" if counts.ignored else ""
    return f"  {counts.passed:,} of {counted(counts.tests, 'test')} passed, {share}{ignored}"


def _remarks(remarks: Iterable[Remark]) -> Iterator[str]:
    """Yield what went wrong with commands that are no tests, the same of several commands once."""
    alike: dict[tuple[str, str, str], list[Remark]] = defaultdict(list)
    for each in remarks:
        alike[each.step.name, each.how, each.answer].append(each)
    for (name, how, answer), group in alike.items():
        where = f"{group[0].suite.name}, line {group[0].step.line}"
        times = f"{len(group)} times, first in {where}" if len(group) > 1 else where
        after = "; the program was started again without it" if how in ENDED else ""
        yield f"{name} ({times}): {'refused: ' if how == 'refused' else ''}{answer}{after}"


def _list(what: str, findings: list[RegressionFinding]) -> None:
    """Print tests with what was expected and what came."""
    if not findings:
        return
    say(f"{counted(len(findings), 'test')} {what}:")
    table = new_table("test", "result", "command", "expected", "came")
    for each in findings:
        cells = _name(each), each.kind, each.step.command, _expected(each), _came(each)
        table.add_row(*map(harmless, cells))
    print_table(table)


def _name(finding: RegressionFinding) -> str:
    return f"{finding.suite.name} {finding.test}"


def _expected(finding: RegressionFinding) -> str:
    return finding.expected.text or "any answer"


def _came(finding: RegressionFinding) -> str:
    return f"refused: {finding.answer}" if finding.how == "refused" else finding.answer


def _tell_comparison(results: RegressionResults) -> None:
    table = new_table("file", "tests", "both pass", "first alone", "second alone", "neither")
    for column in table.columns[1:]:
        column.justify = "right"
    for suite in (*results.suites, None) if len(results.suites) > 1 else results.suites:
        sizes = [len(pairs) for pairs in results.compared(suite)]
        name = "total" if suite is None else harmless(suite.name)
        table.add_row(name, str(sum(sizes)), *map(str, sizes))
    print_table(table)
    compared = results.compared()
    for side, pairs in zip(_SIDES, compared[1:3], strict=True):
        if not pairs:
            continue
        say(f"{counted(len(pairs), 'test')} passed by the {side} alone:")
        listed = new_table("test", "command", "expected", "the first's", "the second's")
        for first, second in pairs:
            cells = _name(first), first.step.command, _expected(first), _came(first), _came(second)
            listed.add_row(*map(harmless, cells))
        print_table(listed)
