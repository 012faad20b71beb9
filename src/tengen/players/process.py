"""A program as a process: lines in, lines out, what it complains of kept, and never left behind."""

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
"""In which way a program failed: it did not start, it ended, it was silent, it did not speak its protocol, it answered
with an error, or it made an illegal move."""

LONGEST_LINE: Final = 1 << 16
"""Bytes of a line; longer ones are cut into several."""
_MOST_LINES: Final = 20_000
_LAST: Final = 12
_GRACE: Final = 2.0
"""Seconds that a program has to leave."""


class ProgramError(TengenError):
    """What a program did wrong: ``what`` in a word, ``output`` the last lines it wrote, ``reasons`` of an illegal move.

    ``why`` is the message without the command that was asked: how it ended, or the program's own words of refusal.
    The program has been ended when this is raised, unless it merely answered with an error (``"refused"``).
    """

    def __init__(
        self, what: Failing, message: str, output: str = "", reasons: Sequence[Reason] = (), why: str = ""
    ) -> None:
        self.what = what
        self.why: Final = why or message
        self.output = output
        self.reasons: Final = tuple(reasons)
        last = output.strip().splitlines()[-1:] if what in ("died", "timeout") else []
        super().__init__(f"{message}; the last it wrote was: {last[0][:200]!r}" if last else message)


class Closing:
    """What the end of a ``with`` block closes."""

    def close(self) -> None:
        """End what belongs to it, such as a program."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()


class Process:
    """A running program; ``hear`` is called with every line it says, in a thread of its own, and with None at the end.

    It is ended by `kill`, when nobody refers to it any more and when Python ends, with every process it has started.
    One that runs ``behind`` leaves the processors to others who want them. ``hear`` must not refer to the owner of the
    process. A ProgramError is raised where it cannot be started.
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
        self._threads = (  # each pipe has its own, so that no side ever waits for the other to read
            Thread(target=_feed, args=(stdin, self._commands), daemon=True),
            Thread(target=_gather, args=(stdout, hear, longest), daemon=True),
            Thread(target=_overhear, args=(stderr, self._complaints), daemon=True),
        )
        for thread in self._threads:
            thread.start()
        self._end = weakref.finalize(self, _end, self._process, self._commands)

    @property
    def is_running(self) -> bool:
        """Whether it can be told anything."""
        return self._end.alive and self._process.poll() is None

    @property
    def wants_to_run(self) -> bool:
        """Whether it works, or waits for a processor or a disk; False where that cannot be told."""
        return Path("/proc/self").is_dir() and wants_to_run(self._process.pid)

    @property
    def complaints(self) -> str:
        """The last lines it wrote on standard error."""
        return "\n".join(self._complaints)

    def tell(self, line: str) -> None:
        """Send a line; this never waits."""
        self._commands.put(f"{line}\n")

    def end(self) -> None:
        """End it at once and hear what it still has to say."""
        self.kill()
        for thread in self._threads:
            thread.join(_GRACE)

    def death(self) -> str:
        """Say how it ended, where it did by itself."""
        try:
            code = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        return f"it was killed by signal {-code}" if code < 0 else f"it ended with code {code}"

    def kill(self) -> None:
        """End it, and whatever it has started, at once."""
        self._end()


def _end(process: subprocess.Popen[bytes], commands: SimpleQueue[str | None]) -> None:
    """End a process and its group; the threads that serve it find its pipes closed and end as well."""
    commands.put(None)
    end_group(process)


def _feed(stream: IO[bytes], commands: SimpleQueue[str | None]) -> None:
    """Write commands to a program until there is None, or it reads no more: that shows in what it answers."""
    with contextlib.suppress(OSError), stream:
        while (command := commands.get()) is not None:
            stream.write(command.encode("utf-8", "surrogateescape"))
            stream.flush()


def _gather(stream: IO[bytes], hear: Callable[[str | None], None], longest: int) -> None:
    """Pass on what a program says, None at the end."""
    with stream:
        while line := stream.readline(longest):
            hear(_text(line))
    hear(None)


def _overhear(stream: IO[bytes], complaints: deque[str]) -> None:
    """Keep the last of what a program writes on standard error."""
    with stream:
        while line := stream.readline(LONGEST_LINE):
            complaints.append(_text(line))


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").rstrip()


def wants_to_run(pid: int | None) -> bool:
    """Say whether a thread of a process waits for a processor or for a disk; where that cannot be told, that it may."""
    try:
        stats = [stat.read_text("utf-8") for stat in Path(f"/proc/{pid}/task").glob("*/stat")]
        states = [stat.rpartition(")")[2].split()[0] for stat in stats]
    except (OSError, IndexError):
        return True
    return not states or any(state in "RD" for state in states)


def short(text: str) -> str:
    """Return a text in at most 60 characters."""
    return text if len(text) <= 60 else f"{text[:57]}..."


def _told(error: Exception, program: str) -> str:
    if isinstance(error, FileNotFoundError) and (there := shutil.which(program)):
        with open(there, "rb") as file:
            is_script = file.read(2) == b"#!"
        needed = "the program that its first line names" if is_script else "a file that it needs to start"
        return f"it is there, but {needed} is not"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


class Program(Process, Closing):
    """A running program that speaks GTP 2; `close` and the end of a ``with`` block ask it to leave."""

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
            if line is None or lines.qsize() <= _MOST_LINES:  # so that a reader of too many lines notices
                lines.put(line)

        super().__init__(command, hear, title=title, directory=directory, environment=environment)

    @property
    def output(self) -> str:
        """The last lines it wrote: its answers, then its complaints on standard error."""
        return "\n".join(filter(None, [*self._said, self.complaints]))

    def ask(self, command: str, timeout: float) -> str:
        """Return the answer to a command, without its ``=``; ProgramError where it is an error, or late."""
        if not self._end.alive:
            raise self._error("died", command, "it has been ended")
        try:
            self.tell(command)
            answer = self._answer(command, time.monotonic() + timeout, timeout)
        except ProgramError:
            raise
        except BaseException:  # nobody will read this answer, so none to come would be the right one
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
                raise self._error("timeout", command, f"it did not answer within {timeout:g} s") from None
            if line is None:
                raise self._error("died", command, self.death())
            if line.strip():
                self._said.append(line)
                lines.append(line)
            elif lines:
                return "\n".join(lines)
            if lines and (lines[0][0] not in "=?" or len(lines) > _MOST_LINES):
                raise self._error("garbage", command, f"it answered {short(lines[0])!r}, which is no answer of GTP")

    def _error(self, what: Failing, command: str, how: str) -> ProgramError:
        """End the program, hear what it still had to say, and return what is to be said of it."""
        self.end()
        return ProgramError(what, f"{self.title} was asked {short(command)!r}: {how}", self.output, why=how)

    def close(self) -> None:
        """Ask it to leave, and make it where it does not."""
        if self.is_running:
            self.tell("quit")
            self._commands.put(None)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_GRACE)
        self.kill()
