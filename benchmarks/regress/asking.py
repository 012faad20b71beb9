"""Running programs through the tests of suites: started, queried, restarted if they die, and never left behind."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from typing import NamedTuple

from tengen.players.process import Program, ProgramError

from .findings import ENDED, How, RegressionFinding
from .suite import Suite, SuiteStep


@dataclass(frozen=True)
class ProgramUnderTest:
    """A program to test.

    ``text`` is its command line as typed, ``command`` as executed, ``patience`` the seconds allowed for an answer.
    """

    text: str
    command: tuple[str, ...]
    patience: float
    environment: Mapping[str, str] | None = None

    def start(self, folder: os.PathLike[str] | None = None) -> Program:
        """Start it, in a folder."""
        return Program(self.command, directory=folder, environment=self.environment)

    def introduce(self) -> str:
        """Return its name and version; "" if it gives none."""
        said = []
        with self.start() as program:
            for command in ("name", "version"):
                try:
                    said.append(program.ask(command, self.patience))
                except ProgramError as error:
                    if error.what != "refused":
                        raise
        return " ".join(" ".join(said).split())


class SuitePart(NamedTuple):
    """Steps of a suite, from ``first`` up to before ``end``, for one program."""

    program: int
    suite: Suite
    first: int
    end: int


def stretches(suites: Sequence[Suite], programs: int, size: int | None = None) -> Iterator[SuitePart]:
    """Yield the work for each program: whole suites, or parts of at least ``size`` tests.

    Parts begin only where a suite clears its board.
    """
    for suite in suites:
        cuts, tests = [0], 0
        for place, step in enumerate(suite.steps):
            if step.begins and size is not None and tests >= size:
                cuts.append(place)
                tests = 0
            tests += place in suite.judged
        for first, end in pairwise([*cuts, len(suite.steps)]):
            yield from (SuitePart(program, suite, first, end) for program in range(programs))


def ask_all(
    candidates: Sequence[ProgramUnderTest], work: Sequence[SuitePart], jobs: int = 1
) -> Generator[RegressionFinding]:
    """Test programs, ``jobs`` at a time, and yield the findings as they come.

    Closing the iterator ends the programs.
    """
    crew = _Crew()
    heard: SimpleQueue[RegressionFinding | Exception | None] = SimpleQueue()

    def do(stretch: SuitePart) -> None:
        try:
            _Asking(stretch, candidates[stretch.program], crew, heard.put).run()
            heard.put(None)
        except Exception as error:
            heard.put(error)

    with ThreadPoolExecutor(jobs) as pool:
        try:
            left = len([pool.submit(do, stretch) for stretch in work])
            while left:
                found = heard.get()
                if isinstance(found, Exception):
                    raise found
                if found is None:
                    left -= 1
                else:
                    yield found
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            crew.dismiss()


class _Over(Exception):
    """The consumer has stopped."""


class _Crew:
    """The running programs, which can all be ended at once."""

    def __init__(self) -> None:
        self._lock, self._running, self._over = Lock(), set[Program](), False

    def start(self, candidate: ProgramUnderTest, folder: Path) -> Program:
        """Start a program, in a folder."""
        with self._lock:
            if self._over:
                raise _Over
            program = candidate.start(folder)
            self._running.add(program)
        return program

    def leave(self, program: Program) -> None:
        """Ask a program to quit."""
        program.close()
        with self._lock:
            self._running.discard(program)

    def dismiss(self) -> None:
        """End all of them at once, and prevent further starts."""
        with self._lock:
            self._over = True
            running = list(self._running)
        for program in running:
            program.kill()


class _Asking:
    """A stretch in progress: its program, and the steps lost so far.

    ``_deadly`` are steps at which a program ended: its successor skips them. ``_lost`` is the reason why the board
    differs from that of the tests, until it is cleared.
    """

    def __init__(
        self, stretch: SuitePart, candidate: ProgramUnderTest, crew: _Crew, tell: Callable[[RegressionFinding], None]
    ) -> None:
        self._stretch, self._candidate, self._crew, self._tell = stretch, candidate, crew, tell
        self._program: Program | None = None
        self._deadly: set[int] = set()
        self._lost: str | None = None

    def run(self) -> None:
        """Run the steps of the stretch."""
        suite = self._stretch.suite
        try:
            for place in filter(suite.is_needed, range(self._stretch.first, self._stretch.end)):
                step, judged = suite.steps[place], place in suite.judged
                if step.begins:
                    self._lost = None
                self._bring_to(place)
                begun = time.monotonic()
                if self._program is not None and (self._lost is None or not (judged or step.moves)):
                    how, answer = self._ask(place)
                    if judged or how != "answered":
                        self._report(step, how, answer, time.monotonic() - begun, judged)
                elif judged:
                    self._report(step, "not asked", self._lost or "")
        finally:
            if self._program is not None:
                self._crew.leave(self._program)

    def _bring_to(self, place: int) -> None:
        """Start a program at a step, if none is running and the position can be reached."""
        suite = self._stretch.suite
        while self._program is None and self._lost is None:
            self._program = self._crew.start(self._candidate, suite.folder)
            for each in suite.way_to(place, self._deadly):
                how, answer = self._ask(each)
                if how in ENDED:
                    self._report(suite.steps[each], how, answer, judged=False)
                    break

    def _ask(self, place: int) -> tuple[How, str]:
        """Run a step; return the outcome, and the answer. A step that ends the program leaves none."""
        assert self._program is not None
        step = self._stretch.suite.steps[place]
        try:
            return "answered", self._program.ask(step.command, self._candidate.patience)
        except ProgramError as error:
            how, answer = error.what, error.why
        if how in ENDED:
            self._crew.leave(self._program)
            self._program = None
            self._deadly.add(place)
        if step.moves:
            self._lost = f"the position is not reached: line {step.line}, {step.command}: {answer}"
        return how, answer

    def _report(self, step: SuiteStep, how: How, answer: str, seconds: float = 0.0, judged: bool = True) -> None:
        self._tell(RegressionFinding(self._stretch.program, self._stretch.suite, step, how, answer, seconds, judged))
