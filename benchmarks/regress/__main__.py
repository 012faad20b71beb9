"""`python -m benchmarks.regress`: suites of GTP tests for Tengen's engine, any other program, or two of them."""

from __future__ import annotations

import os
import shlex
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer

from tengen.cli.files import check_free, check_path
from tengen.cli.options import Axes, PlayedBoard, check_positive, chosen
from tengen.cli.signals import ended_politely, uninterrupted
from tengen.cli.terminal import announced, counted, gauge, harmless, new_table, print_table, say, stopped
from tengen.files.whole import write_whole
from tengen.game import Game
from tengen.match.rating import wilson
from tengen.players import MCTS, Budget
from tengen.records import TengenError
from tengen.systems.processes import split_command, where
from tengen.workers import check_jobs, own_environment

from ..commands import main
from .asking import ProgramUnderTest, ask_all, stretches
from .findings import ENDED, RegressionFinding, RegressionResults, Totals, tally, written
from .suite import Suite, listed, only, read_suite, sample

_KINDS = (".json", ".csv")


_SIDES: Final = ("first", "second")


@dataclass(frozen=True)
class OwnEngineOptions:
    """The options of Tengen's own engine, which are those of `tengen gtp`."""

    variant: Annotated[str | None, typer.Option(help="The game, as for `tengen gtp`. [default: chinese]")] = None
    board: PlayedBoard = None
    settings: Axes = None
    level: Annotated[int | None, typer.Option(min=1, max=10, help="How strong it is. [default: 5]")] = None
    visits: Annotated[int | None, typer.Option(min=1, help="The visits of a move, in place of a level.")] = None
    seconds: Annotated[float | None, typer.Option(help="The most a move may take.")] = None
    threads: Annotated[int | None, typer.Option(min=1, max=256, help="Threads to search with. [default: 1]")] = None
    player: Annotated[str | None, typer.Option(help="mcts, or katago. [default: mcts]")] = None

    def words(self, seed: int) -> list[str]:
        """Return the arguments of `tengen gtp`; files are named from the root, since programs run elsewhere."""
        variant = self.variant
        if variant is not None and variant.endswith(".toml"):
            variant = os.path.abspath(variant)
        given = {
            "variant": variant,
            "board": self.board,
            "level": self.level,
            "visits": self.visits,
            "seconds": None if self.seconds is None else f"{self.seconds:g}",
            "threads": self.threads or 1,
            "player": self.player,
            "seed": seed,
        }
        words = [word for name, value in given.items() if value is not None for word in (f"--{name}", str(value))]
        words.append("--no-book")  # tests are of the search
        return words + [word for setting in self.settings or () for word in ("--set", setting)]

    def named(self) -> list[str]:
        """Return the options that were given."""
        named = [name for name, value in vars(self).items() if value is not None]
        return [f"--{'set' if name == 'settings' else name}" for name in named]


@dataclass(frozen=True)
class RunOptions:
    """The programs, the tests, how these run, and the files of results."""

    engine: Annotated[
        str | None, typer.Option(metavar="PROGRAM", help="A program that speaks GTP. [default: Tengen]")
    ] = None
    against: Annotated[str | None, typer.Option(metavar="PROGRAM", help="Another program to test alongside.")] = None
    only: Annotated[
        list[str] | None, typer.Option(metavar="COMMAND", help="Tests of this command only; may be given again.")
    ] = None
    tests: Annotated[
        str | None, typer.Option("--tests", metavar="FILE", help="The tests that it lists, a line each: semeai.tst 10.")
    ] = None
    sample: Annotated[int | None, typer.Option(min=1, metavar="N", help="N tests, drawn at random by --seed.")] = None
    seed: Annotated[int, typer.Option(min=0, help="Another seed, another sample, and other play of Tengen's.")] = 0
    timeout: Annotated[float, typer.Option(metavar="SECONDS", help="The most that an answer may take.")] = 300.0
    jobs: Annotated[int, typer.Option("--jobs", help="How many programs are asked at once.")] = 1
    chunk: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Start a program anew after N tests, to spread long files.")
    ] = None
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write every test's result: .json, or .csv.")] = None
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False


def regress(
    files: Annotated[list[str], typer.Argument(metavar="FILE.tst...", help="Suites, as GNU Go and Fuego have them.")],
    run: RunOptions,
    engine: OwnEngineOptions,
) -> None:
    """Test Tengen, or any GTP program, with suites of regression tests, and report passes and failures."""
    check_jobs(run.jobs)
    if run.engine is not None and (named := engine.named()):
        raise TengenError(f"{named[0]} is for Tengen's own engine; write it into --engine, or leave one out")
    check_positive("--seconds", engine.seconds)
    check_positive("--timeout", run.timeout)
    if run.out is not None:
        check_path("--out", run.out)
        if run.out.suffix.lower() not in _KINDS:
            raise TengenError(f"--out {run.out}: results are written as {' or '.join(_KINDS)}")
        check_free(run.out, run.force)
    suites = _suites(files, run)
    for warning in (warning for suite in suites for warning in suite.warnings):
        say(harmless(warning), err=True)
    candidates = _candidates(run, engine)
    if run.engine is None:
        with announced():  # compiled here, with a notice, so that no test waits for it
            game = Game(chosen(engine.variant or "chinese", engine.settings), board=engine.board)
            MCTS(budget=Budget(simulations=1), threads=1, megabytes=8).choose(game)
    with ended_politely():
        asked = _Regression(suites, candidates, run)
        asked.run()
    if any(each.program == 0 and each.kind == "FAILED" for each in asked.findings):
        raise typer.Exit(1)


def _suites(files: Sequence[str], run: RunOptions) -> list[Suite]:
    """Read all files, and choose the tests to judge."""
    suites = [read_suite(name) for name in dict.fromkeys(files)]
    if run.only:
        suites = only(suites, run.only)
        if not suites:
            raise TengenError(f"--only {run.only[0]}: no test gives this command")
    if run.tests is not None:
        suites = listed(suites, run.tests)
    there = sum(len(suite.tests) for suite in suites)
    if run.sample is not None and run.sample > there:
        say(f"--sample {run.sample}: {there} tests are there; all of them are asked", err=True)
    return suites if run.sample is None else sample(suites, run.sample, run.seed)


def _candidates(run: RunOptions, engine: OwnEngineOptions) -> list[ProgramUnderTest]:
    # -P keeps Python from importing modules from the suite's folder, where it is started.
    words = ("gtp", *engine.words(run.seed))
    command = (sys.executable, "-P", "-m", "tengen.cli", *words)
    own = ProgramUnderTest(shlex.join(("tengen", *words)), command, run.timeout, own_environment())
    others = [
        _program(option, text, run.timeout)
        for option, text in (("--engine", run.engine), ("--against", run.against))
        if text is not None
    ]
    return others if run.engine is not None else [own, *others]


def _program(option: str, text: str, patience: float) -> ProgramUnderTest:
    """Return another program with an absolute path, since it runs in another folder."""
    try:
        words = split_command(text)
    except ValueError as error:
        raise TengenError(f"{option} {text}: as a command line this is not complete ({error})") from None
    program = where(words[0]) if words else None
    if program is None:
        raise TengenError(f"{option} {text}: program {words[0] if words else 'without a name'} not found")
    return ProgramUnderTest(text, (os.path.abspath(program), *words[1:]), patience)


class _Regression:
    """The tests in progress, and their findings."""

    def __init__(self, suites: Sequence[Suite], candidates: Sequence[ProgramUnderTest], options: RunOptions) -> None:
        self._suites, self._candidates, self._options = suites, candidates, options
        self._titles: tuple[str, ...] = ()
        self.findings: list[RegressionFinding] = []
        self._remarks: list[RegressionFinding] = []

    def run(self) -> None:
        """Test the programs and report, including partial findings after an interruption."""
        self._titles = tuple(
            f"{name} ({each.text})" if (name := each.introduce()) else each.text for each in self._candidates
        )
        with stopped(self._farewell, always=True):
            work = list(stretches(self._suites, len(self._candidates), self._options.chunk))
            with closing(ask_all(self._candidates, work, self._options.jobs)) as asking, gauge(remaining=True) as show:
                for found in asking:
                    if found.judged:
                        self.findings.append(found)
                        show(len(self.findings) / self._due, self._progress)
                    else:
                        self._remarks.append(found)
        with uninterrupted():
            self._tell()

    def _farewell(self) -> str:
        self._tell(whole=False)
        return f"Stopped after {self._progress()}."

    @property
    def _due(self) -> int:
        return sum(len(suite.tests) for suite in self._suites) * len(self._candidates)

    def _progress(self) -> str:
        passed = sum(each.passed for each in self.findings)
        return f"{len(self.findings):,} of {counted(self._due, 'test')}: {passed:,} passed"

    def _tell(self, whole: bool = True) -> None:
        order = {suite.name: number for number, suite in enumerate(self._suites)}
        findings = sorted(self.findings, key=lambda each: (each.program, order[each.suite.name], each.step.line))
        results = RegressionResults(self._titles, tuple(self._suites), tuple(findings), tuple(self._remarks), whole)
        tell(results)
        if self._options.out is not None:
            write_whole(self._options.out, written(results, self._options.out.suffix.lower() == ".csv"))


def tell(results: RegressionResults) -> None:
    """Print each program's results, and a comparison of two."""
    several = len(results.titles) > 1
    for program, title in enumerate(results.titles):
        findings = results.of(program)
        say(harmless(f"{_SIDES[program]}: {title}" if several else title))
        if not findings:
            say("  no test yet")
            continue
        table = new_table(
            "file", "tests", "passed", "failed", "PASSED", "FAILED", "refused", "ended", "not asked", "time"
        )
        for column in table.columns[1:]:
            column.justify = "right"
        for suite in results.suites:
            if here := results.of(program, suite):
                table.add_row(harmless(suite.name), *_row(tally(here)))
        if len(table.rows) > 1:
            table.add_row("total", *_row(tally(findings)))
        print_table(table)
        say(_summary(tally(findings)))
        for remark in _remarks(each for each in results.remarks if each.program == program):
            say(f"  {harmless(remark)}")
        say("")
        _list("failed", [each for each in findings if each.kind in ("failed", "FAILED")])
        _list("passed, which was not expected", [each for each in findings if each.kind == "PASSED"])
    if several:
        _tell_comparison(results)


def _row(counts: Totals) -> list[str]:
    return [*map(str, counts[:8]), f"{counts.seconds:,.1f} s"]


def _summary(counts: Totals) -> str:
    low, high = wilson(counts.passed, counts.tests)
    share = f"{counts.passed / counts.tests:.1%} (95%: {low:.1%} to {high:.1%})" if counts.tests else "none"
    ignored = f"; {counted(counts.ignored, 'test')} whose result is ignored" if counts.ignored else ""
    return f"  {counts.passed:,} of {counted(counts.tests, 'test')} passed, {share}{ignored}"


def _remarks(remarks: Iterable[RegressionFinding]) -> Iterator[str]:
    """Yield the failures of commands other than tests; the same failure of several commands is one line."""
    alike: dict[tuple[str, str, str], list[RegressionFinding]] = defaultdict(list)
    for each in remarks:
        alike[each.step.name, each.how, each.answer].append(each)
    for (name, how, answer), group in alike.items():
        where = f"{group[0].suite.name}, line {group[0].step.line}"
        times = f"{len(group)} times, first in {where}" if len(group) > 1 else where
        after = "; the program was started again without it" if how in ENDED else ""
        yield f"{name} ({times}): {'refused: ' if how == 'refused' else ''}{answer}{after}"


def _list(what: str, findings: list[RegressionFinding]) -> None:
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


if __name__ == "__main__":
    main(regress)
