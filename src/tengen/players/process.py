"""A program as a process: lines in, lines out, with its standard error kept, and never left running."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Final, Literal, Self

from ..records import Reason, TengenError
from ..systems.processes import GROUP, GROUP_BEHIND, end_group, let_stand_back, split_command

Failing = Literal["start", "died", "timeout", "garbage", "refused", "illegal"]
"""How a program failed: it did not start, it ended, it was silent, it broke its protocol, it returned an error, or
it made an illegal move."""

LONGEST_LINE: Final = 1 << 16
"""Bytes per line; longer ones are split."""
_MOST_LINES: Final = 20_000
_LAST: Final = 12
_GRACE: Final = 2.0
"""Seconds that a program has to quit."""


class ProgramError(TengenError):
    """A program's failure: its kind (``what``), its last lines (``output``), the ``reasons`` against an illegal move.

    ``why`` is the message without the command: how it ended, or the program's own refusal. The program has ended when
    this is raised, unless it merely returned an error (``"refused"``).

    >>> from tengen.players import External
    >>> External("no-such-program").start()
    Traceback (most recent call last):
    tengen.players.process.ProgramError: no-such-program cannot be started: No such file or directory
    """

    def __init__(
        self, what: Failing, message: str, output: str = "", reasons: Sequence[Reason] = (), why: str = ""
    ) -> None:
        self.what = what
        self.why: Final = why or message
        self.output = output
        self.reasons: Final = tuple(reasons)
        last = output.strip().splitlines()[-1:] if what in ("died", "timeout") else []
        super().__init__(f"{message}; its last line was: {last[0][:200]!r}" if last else message)


class Closing:
    """An object that the end of a ``with`` block closes."""

    def close(self) -> None:
        """End everything that it owns, such as a program."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()


class Process:
    """A running program; ``hear`` is called with every output line, in a thread of its own, and with None at the end.

    It is ended by `kill`, when it is no longer referenced, and when Python ends, with every process it has started. One
    that runs ``behind`` has low priority. ``hear`` must not refer to the owner of the process. ProgramError: it cannot
    be started.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        hear: Callable[[str | None], None],
        *,
        title: str | None = None,
        directory: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
        longest: int = LONGEST_LINE,
        behind: bool = False,
    ) -> None:
        words = split_command(command) if isinstance(command, str) else list(command)
        if not words:
            raise TengenError("a program's command line is empty; write, for example, gnugo --mode gtp")
        self.title: Final = title or os.path.basename(words[0])
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=directory,
                env=environment,
                **(GROUP_BEHIND if behind else GROUP),
            )
        except (OSError, ValueError) as error:
            raise ProgramError("start", f"{words[0]} cannot be started: {_told(error, words[0])}") from error
        if behind:
            let_stand_back(self._process.pid)
        self._commands: SimpleQueue[str | None] = SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=_LAST)
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        self._threads = (  # one per pipe, so that no side blocks the other
            Thread(target=_feed, args=(stdin, self._commands), daemon=True),
            Thread(target=_gather, args=(stdout, hear, longest), daemon=True),
            Thread(target=_overhear, args=(stderr, self._complaints), daemon=True),
        )
        for thread in self._threads:
            thread.start()
        self._end = weakref.finalize(self, _end, self._process, self._commands)

    @property
    def is_running(self) -> bool:
        """Whether it accepts input."""
        return self._end.alive and self._process.poll() is None

    @property
    def wants_to_run(self) -> bool:
        """Whether it is working, or waiting for a processor or a disk; False if unknown."""
        return Path("/proc/self").is_dir() and wants_to_run(self._process.pid)

    @property
    def complaints(self) -> str:
        """Its last lines on standard error."""
        return "\n".join(self._complaints)

    def tell(self, line: str) -> None:
        """Send a line, without blocking."""
        self._commands.put(f"{line}\n")

    def end(self) -> None:
        """Kill it and read its remaining output."""
        self.kill()
        for thread in self._threads:
            thread.join(_GRACE)

    def death(self) -> str:
        """Return how it ended by itself."""
        try:
            code = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        return f"it was killed by signal {-code}" if code < 0 else f"it ended with code {code}"

    def kill(self) -> None:
        """Kill it, and everything it has started."""
        self._end()


def _end(process: subprocess.Popen[bytes], commands: SimpleQueue[str | None]) -> None:
    """End a process and its group; the threads that serve it then find its pipes closed and end as well."""
    commands.put(None)
    end_group(process)


def _feed(stream: IO[bytes], commands: SimpleQueue[str | None]) -> None:
    """Write commands to a program until None, or until it stops reading, which its responses show."""
    with contextlib.suppress(OSError), stream:
        while (command := commands.get()) is not None:
            stream.write(command.encode("utf-8", "surrogateescape"))
            stream.flush()


def _gather(stream: IO[bytes], hear: Callable[[str | None], None], longest: int) -> None:
    """Pass on a program's output, and None at the end."""
    with stream:
        while line := stream.readline(longest):
            hear(_text(line))
    hear(None)


def _overhear(stream: IO[bytes], complaints: deque[str]) -> None:
    """Keep the last of a program's standard error."""
    with stream:
        while line := stream.readline(LONGEST_LINE):
            complaints.append(_text(line))


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").rstrip()


def wants_to_run(pid: int | None) -> bool:
    """Return whether a thread of a process waits for a processor or a disk; True if unknown."""
    try:
        stats = [stat.read_text("utf-8") for stat in Path(f"/proc/{pid}/task").glob("*/stat")]
        states = [stat.rpartition(")")[2].split()[0] for stat in stats]
    except (OSError, IndexError):
        return True
    return not states or any(state in "RD" for state in states)


def short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def _told(error: Exception, program: str) -> str:
    if isinstance(error, FileNotFoundError) and (there := shutil.which(program)):
        with open(there, "rb") as file:
            is_script = file.read(2) == b"#!"
        needed = "the program in its first line" if is_script else "a file that it needs"
        return f"it exists, but {needed} does not"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


class Program(Process, Closing):
    """A running program that speaks GTP 2; `close` and the end of a ``with`` block have it quit."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        title: str | None = None,
        directory: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._lines = lines = SimpleQueue[str | None]()
        self._said: deque[str] = deque(maxlen=_LAST)

        def hear(line: str | None) -> None:
            if line is None or lines.qsize() <= _MOST_LINES:  # so that a reader notices too many lines
                lines.put(line)

        super().__init__(command, hear, title=title, directory=directory, environment=environment)

    @property
    def output(self) -> str:
        """Its last lines: responses, then standard error."""
        return "\n".join(filter(None, [*self._said, self.complaints]))

    def ask(self, command: str, timeout: float) -> str:
        """Return the response to a command, without its ``=``; ProgramError if it is an error, or late."""
        if not self._end.alive:
            raise self._error("died", command, "it has been ended")
        try:
            self.tell(command)
            answer = self._answer(command, time.monotonic() + timeout, timeout)
        except ProgramError:
            raise
        except BaseException:  # without this response, later ones would be mismatched
            self.kill()
            raise
        if answer[0] == "?":
            shown = answer[1:].strip() or "without a reason"
            raise ProgramError("refused", f"{self.title} refused {short(command)}: {shown}", self.output, why=shown)
        return answer[1:].strip()

    def _answer(self, command: str, deadline: float, timeout: float) -> str:
        lines: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                raise self._error("timeout", command, f"it did not respond within {timeout:g} s") from None
            if line is None:
                raise self._error("died", command, self.death())
            if line.strip():
                self._said.append(line)
                lines.append(line)
            elif lines:
                return "\n".join(lines)
            if lines and (lines[0][0] not in "=?" or len(lines) > _MOST_LINES):
                raise self._error("garbage", command, f"it printed {short(lines[0])!r}, which is not a GTP response")

    def _error(self, what: Failing, command: str, how: str) -> ProgramError:
        """End the program, read its remaining output, and return the error to raise."""
        self.end()
        return ProgramError(what, f"{self.title}, at {short(command)!r}: {how}", self.output, why=how)

    def close(self) -> None:
        """Have it quit, or kill it."""
        if self.is_running:
            self.tell("quit")
            self._commands.put(None)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_GRACE)
        self.kill()
