"""Test suites of GNU Go, Fuego and gogui-regress: commands, each followed by the expected answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Final

from tengen.formats.encoding import read_bytes
from tengen.records import FormatError

_EXPECTED: Final = re.compile(r"\[(?P<negated>\s*!)?(?P<pattern>.*?)(?:\](?P<marks>[*&\s]*)|(?P<open>))$")

_BEGIN: Final = frozenset({"loadsgf", "boardsize"})
"""Commands after which the earlier board does not matter."""
_MOVES: Final = frozenset({
    "black", "clear_board", "fixed_handicap", "genmove", "genmove_black", "genmove_white", "gg-undo", "popgo", "play",
    "gogui-play_sequence", "gogui-setup", "kgs-genmove_cleanup", "place_free_handicap", "play_sequence",
    "set_free_handicap", "set_position", "tryko", "trymove", "undo", "white",
})  # fmt: skip
"""Commands that change the board."""


@dataclass(frozen=True)
class Expectation:
    """The expectation of an answer: the text within the brackets, as a regular expression.

    ``negated``: it must not match. ``fails``: the test is known to fail (``*``). ``ignored``: any answer counts as
    neither (``&``).
    """

    text: str
    pattern: re.Pattern[str]
    negated: bool = False
    fails: bool = False
    ignored: bool = False

    def is_met(self, answer: str) -> bool:
        """Return whether a complete answer matches, ignoring case as in GTP's moves."""
        return (self.pattern.fullmatch(answer.strip()) is not None) != self.negated


ANYTHING: Final = Expectation("", re.compile(".*", re.DOTALL))
"""The expectation of a numbered command without a line ``#?``: any answer but a failure."""


@dataclass(frozen=True)
class SuiteStep:
    """A command of a suite, with its line in the file and its number, "" for none; a test has an expectation."""

    line: int
    number: str
    command: str
    expected: Expectation | None = None

    @property
    def name(self) -> str:
        """The command without its arguments."""
        return self.command.split()[0]

    @property
    def begins(self) -> bool:
        """Whether the earlier board does not matter after it."""
        return self.name in _BEGIN

    @property
    def moves(self) -> bool:
        """Whether it changes the board."""
        return self.name in _BEGIN or self.name in _MOVES


@dataclass(frozen=True)
class Suite:
    """A file of tests: its given name, its steps, those to judge, and oddities in it."""

    name: str
    steps: tuple[SuiteStep, ...]
    tests: tuple[int, ...]
    warnings: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        """The folder to which its file names are relative."""
        return Path(self.name).absolute().parent

    @cached_property
    def judged(self) -> frozenset[int]:
        """The steps that are tests."""
        return frozenset(self.tests)

    def is_needed(self, place: int) -> bool:
        """Return whether a step is needed: it is judged, or later steps depend on it."""
        return place in self.judged or self._prepares(place)

    def way_to(self, place: int, without: Collection[int] = ()) -> list[int]:
        """Return the steps that bring a new program to a place: settings, and all since the last cleared board."""
        begun = max((each for each in range(place + 1) if self.steps[each].begins), default=0)
        return [
            each
            for each in range(place)
            if each not in without and self._prepares(each) and (each >= begun or not self.steps[each].moves)
        ]

    def _prepares(self, place: int) -> bool:
        step = self.steps[place]
        return step.expected is None or step.moves


def read_suite(name: str) -> Suite:
    """Read a file of tests.

    Raises:
        FormatError: an invalid line, or no tests; the message names the file and the line.
        OSError: the file cannot be read.
    """
    data = read_bytes(name)
    if b"\0" in data:
        raise FormatError(f"{name}: not a file of tests: binary data")
    return parse_suite(name, data.decode("utf-8-sig", "surrogateescape"))


def parse_suite(name: str, text: str) -> Suite:
    r"""Read the text of a suite; see `read_suite`.

    >>> suite = parse_suite("x.tst", "loadsgf a.sgf 12\n10 reg_genmove b\n#? [D4|E5]*\n")
    >>> suite.tests, suite.steps[1].expected.fails, suite.steps[1].expected.is_met("d4")
    ((1,), True, True)
    """
    steps: list[SuiteStep] = []
    warnings: list[str] = []
    asked = False
    for line, written in enumerate(map(str.strip, text.splitlines()), 1):
        where = f"{name}, line {line}"
        if written.startswith("#?"):
            if not asked:
                raise FormatError(f"{where}: `#?` belongs below a command, once; write alternatives as `#? [D4|E5]`")
            asked, said = False, written[2:].strip()
            steps[-1] = replace(steps[-1], expected=_expectation(where, said) if said else ANYTHING)
            if said and "]" not in said:
                warnings.append(f"{where}: the bracket is not closed; all of the line is taken")
        elif words := written.partition("#")[0].split():
            number = words.pop(0) if re.fullmatch(r"\d+", words[0]) else ""
            if not words:
                raise FormatError(f"{where}: no command after the number {number}")
            if words != ["quit"]:  # programs are ended when their work is done
                asked = True
                steps.append(SuiteStep(line, number, " ".join(words), ANYTHING if number else None))
    tests = tuple(place for place, step in enumerate(steps) if step.expected is not None)
    if not tests:
        raise FormatError(f"{name}: no tests in it; a test is `10 reg_genmove b`, and below it `#? [D4|E5]`")
    return Suite(name, tuple(steps), tests, tuple(warnings))


def _expectation(where: str, text: str) -> Expectation:
    found = _EXPECTED.fullmatch(text)
    if found is None or (found["open"] is not None and "]" in text):
        raise FormatError(f"{where}: `{text}`: the answer stands in brackets, with * or & behind them: `#? [D4|E5]*`")
    written = found["pattern"].strip()
    try:
        pattern = re.compile(written, re.DOTALL | re.MULTILINE | re.IGNORECASE)
    except re.error as error:
        raise FormatError(f"{where}: `{written}` is not a regular expression: {error}") from None
    negated, marks = found["negated"] is not None, found["marks"] or ""
    return Expectation(f"{'!' * negated}{written}", pattern, negated, "*" in marks, "&" in marks)


# -- which tests are judged ------------------------------------------------------------------------------------------


def _with(suites: Iterable[Suite], wanted: Callable[[Suite, int], bool]) -> list[Suite]:
    """Return suites with only the given tests, by suite and place; suites without any are left out."""
    found = [replace(suite, tests=tuple(place for place in suite.tests if wanted(suite, place))) for suite in suites]
    return [suite for suite in found if suite.tests]


def only(suites: Iterable[Suite], commands: Collection[str]) -> list[Suite]:
    """Return suites with only the tests that use one of these commands; suites without any are left out."""
    return _with(suites, lambda suite, place: suite.steps[place].name in commands)


def listed(suites: Iterable[Suite], name: str) -> list[Suite]:
    """Return suites with the tests that a file lists, each in a line such as ``semeai.tst 10``; ``#`` begins a comment.

    Suites are named without their folders; those without any such test are left out.
    """

    def key(suite: Suite, place: int) -> tuple[str, str]:
        return Path(suite.name).name, suite.steps[place].number

    given = list(suites)
    known = {key(suite, place) for suite in given for place in suite.tests}
    wanted: set[tuple[str, str]] = set()
    for number, line in enumerate(read_bytes(name).decode("utf-8-sig", "replace").splitlines(), 1):
        match line.partition("#")[0].split():
            case []:
                continue
            case [file, test] if (file, test) in known:
                wanted.add((file, test))
            case [file, test]:
                raise FormatError(f"{name}, line {number}: there is no test {test} of {file} in the suites given")
            case _:
                raise FormatError(f"{name}, line {number}: a line is a suite and the number of a test: `semeai.tst 10`")
    return _with(given, lambda suite, place: key(suite, place) in wanted)


def sample(suites: Iterable[Suite], size: int, seed: int) -> list[Suite]:
    """Return suites with ``size`` tests drawn from all of theirs; suites without any are left out."""
    given = list(suites)
    every = [(id(suite), place) for suite in given for place in suite.tests]
    drawn = frozenset(Random(seed).sample(every, min(size, len(every))))
    return _with(given, lambda suite, place: (id(suite), place) in drawn)
