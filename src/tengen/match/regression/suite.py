"""Suites of tests as GNU Go, Fuego and gogui-regress write them: commands, and below them what is to be answered."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Final

from ...formats.encoding import read_bytes
from ...records import FormatError

_COMMAND: Final = re.compile(r"(?:(\d++)(?:\s++|$))?(.*)")
_EXPECTED: Final = re.compile(r"\[(?P<negated>\s*!)?(?P<pattern>.*?)(?:\](?P<marks>[*&\s]*)|(?P<open>))$")

_BEGIN: Final = frozenset({"loadsgf", "boardsize"})
"""Commands after which nothing matters of what stood on the board before."""
_MOVES: Final = frozenset({
    "black", "clear_board", "fixed_handicap", "genmove", "genmove_black", "genmove_white", "gg-undo", "popgo", "play",
    "gogui-play_sequence", "gogui-setup", "kgs-genmove_cleanup", "place_free_handicap", "play_sequence",
    "set_free_handicap", "set_position", "tryko", "trymove", "undo", "white",
})  # fmt: skip
"""Commands that change what stands on the board."""


@dataclass(frozen=True)
class Expectation:
    """What is expected of an answer: the text within the brackets, read as a regular expression.

    ``negated``: it is not to match. ``fails``: the test is known to fail (``*``). ``ignored``: whatever comes counts
    as neither (``&``).
    """

    text: str
    pattern: re.Pattern[str]
    negated: bool = False
    fails: bool = False
    ignored: bool = False

    def is_met(self, answer: str) -> bool:
        """Say whether an answer is as expected: all of it, capital or small, as GTP writes its moves."""
        return (self.pattern.fullmatch(answer.strip()) is not None) != self.negated


ANYTHING: Final = Expectation("", re.compile(".*", re.DOTALL))
"""What is expected of a numbered command without a line ``#?``: any answer that is no refusal."""


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
        """Whether nothing matters after it of what stood on the board before."""
        return self.name in _BEGIN

    @property
    def moves(self) -> bool:
        """Whether it changes what stands on the board."""
        return self.name in _BEGIN or self.name in _MOVES


@dataclass(frozen=True)
class Suite:
    """A file of tests: its name as it was given, its steps, those of them that are to be judged, and oddities in it."""

    name: str
    steps: tuple[SuiteStep, ...]
    tests: tuple[int, ...]
    warnings: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        """The folder from which its files are named."""
        return Path(self.name).absolute().parent

    @cached_property
    def judged(self) -> frozenset[int]:
        """Its ``tests``, to be looked up."""
        return frozenset(self.tests)

    def is_needed(self, place: int) -> bool:
        """Say whether a step is to be made at all: it is judged, or what comes later depends on it."""
        return place in self.judged or self._prepares(place)

    def way_to(self, place: int, without: Collection[int] = ()) -> list[int]:
        """Return the steps that bring a new program to a place: settings, and all since the board was last begun."""
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
        FormatError: a line is not as it should be, or there are no tests; the message names the file and the line.
        OSError: the file cannot be read.
    """
    data = read_bytes(name)
    if b"\0" in data:
        raise FormatError(f"{name}: this is no file of tests, but binary data")
    return parse_suite(name, data.decode("utf-8-sig", "surrogateescape"))


def parse_suite(name: str, text: str) -> Suite:
    r"""Read the text of a suite; see `read_suite`.

    >>> suite = parse_suite("x.tst", "loadsgf a.sgf 12\n10 reg_genmove b\n#? [D4|E5]*\n")
    >>> suite.tests, suite.steps[1].expected.fails, suite.steps[1].expected.is_met("d4")
    ((1,), True, True)
    """
    reading = _Reading(name)
    for number, line in enumerate(text.splitlines(), 1):
        reading.take(number, line.strip())
    steps = tuple(reading.steps)
    tests = tuple(place for place, step in enumerate(steps) if step.expected is not None)
    if not tests:
        raise FormatError(f"{name}: there is no test in it; a test is `10 reg_genmove b`, and below it `#? [D4|E5]`")
    return Suite(name, steps, tests, tuple(reading.warnings))


class _Reading:
    """A suite that is being read, line by line."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._asked = False
        self.steps: list[SuiteStep] = []
        self.warnings: list[str] = []

    def take(self, line: int, text: str) -> None:
        if text.startswith("#?"):
            if not self._asked:
                raise self._wrong(line, "`#?` belongs below a command, once; write alternatives as `#? [D4|E5]`")
            self._asked = False
            expected = self._expectation(line, said) if (said := text[2:].strip()) else ANYTHING
            self.steps[-1] = replace(self.steps[-1], expected=expected)
        elif command := text.partition("#")[0].strip():
            self._command(line, command)

    def _command(self, line: int, text: str) -> None:
        found = _COMMAND.fullmatch(" ".join(text.split()))
        if found is None or not found[2]:
            raise self._wrong(line, f"there is no command after the number {text}")
        if found[2] == "quit":  # programs are ended when their work is done
            return
        self._asked = True
        self.steps.append(SuiteStep(line, found[1] or "", found[2], ANYTHING if found[1] else None))

    def _expectation(self, line: int, text: str) -> Expectation:
        found = _EXPECTED.fullmatch(text)
        if found is None or (found["open"] is not None and "]" in text):
            raise self._wrong(line, f"`{text}`: the answer stands in brackets, with * or & behind them: `#? [D4|E5]*`")
        if found["open"] is not None:
            self.warnings.append(f"{self._name}, line {line}: the bracket is not closed; all of the line is taken")
        written = found["pattern"].strip()
        try:
            pattern = re.compile(written, re.DOTALL | re.MULTILINE | re.IGNORECASE)
        except re.error as error:
            raise self._wrong(line, f"`{written}` is no regular expression: {error}") from None
        negated, marks = found["negated"] is not None, found["marks"] or ""
        return Expectation(f"{'!' * negated}{written}", pattern, negated, "*" in marks, "&" in marks)

    def _wrong(self, line: int, what: str) -> FormatError:
        return FormatError(f"{self._name}, line {line}: {what}")


# -- which tests are judged ------------------------------------------------------------------------------------------


def only(suites: Iterable[Suite], commands: Collection[str]) -> Iterator[Suite]:
    """Yield suites with those tests only that give one of these commands; suites without any are left out."""
    for suite in suites:
        tests = tuple(place for place in suite.tests if suite.steps[place].name in commands)
        if tests:
            yield replace(suite, tests=tests)


def listed(suites: Iterable[Suite], name: str) -> Iterator[Suite]:
    """Yield suites with the tests that a file lists, each in a line such as ``semeai.tst 10``; ``#`` begins a comment.

    Suites are named without their folders; those without any such test are left out.
    """
    given = list(suites)
    known = {(Path(suite.name).name, suite.steps[place].number) for suite in given for place in suite.tests}
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
    for suite in given:
        file = Path(suite.name).name
        tests = tuple(place for place in suite.tests if (file, suite.steps[place].number) in wanted)
        if tests:
            yield replace(suite, tests=tests)


def sample(suites: Iterable[Suite], size: int, seed: int) -> Iterator[Suite]:
    """Yield suites with ``size`` tests drawn from all of theirs; suites without any are left out."""
    given = list(suites)
    every = [(number, place) for number, suite in enumerate(given) for place in suite.tests]
    drawn = frozenset(Random(seed).sample(every, min(size, len(every))))
    for number, suite in enumerate(given):
        tests = tuple(place for place in suite.tests if (number, place) in drawn)
        if tests:
            yield replace(suite, tests=tests)
