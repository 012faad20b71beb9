"""A program that speaks GTP, as a process: asked one thing at a time, held to a time, and never left behind."""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Final, Literal

from ..records import Reason, TengenError
from ..systems.processes import GROUP, end_group, split_command

Failing = Literal["start", "died", "timeout", "garbage", "refused", "illegal"]
"""In which way a program failed: it did not start, it ended, it was silent, it did not speak GTP, it answered with an
error, or it made an illegal move."""

_LONGEST_LINE: Final = 1 << 16
_MOST_LINES: Final = 20_000
_LAST: Final = 12
_GRACE: Final = 2.0
"""Seconds that a program has to leave after ``quit``."""


class ProgramError(TengenError):
    """What a program did wrong: ``what`` in a word, ``output`` the last lines it wrote, ``reasons`` of an illegal move.

    ``why`` is the message without the command that was asked: how it ended, or the program's own words of refusal.
    The program has been ended when this is raised, unless it merely answered with an error (``"refused"``).
    """

    def __init__(
        self, what: Failing, message: str, output: str = "", reasons: Sequence[Reason] = (), why: str = ""
    ) -> None:
        self.what = what
        self.why = why or message
        self.output = output
        self.reasons = tuple(reasons)
        last = output.strip().splitlines()[-1:] if what in ("died", "timeout") else []
        super().__init__(f"{message}; the last it wrote was: {last[0][:200]}" if last else message)


class Program:
    """A running program that speaks GTP 2.

    It is ended by `close`, by the end of a ``with`` block, when nobody refers to it any more and when Python ends, with
    every process it has started.

    Raises:
        ProgramError: it cannot be started.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        title: str | None = None,
        directory: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        words = split_command(command) if isinstance(command, str) else list(command)
        if not words:
            raise TengenError("a program's command line is empty; write, for example, gnugo --mode gtp")
        self.title = title or os.path.basename(words[0])
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=directory,
                env=environment,
                **GROUP,
            )
        except (OSError, ValueError) as error:
            raise ProgramError("start", f"{words[0]} cannot be started: {_told(error)}") from error
        self._commands: SimpleQueue[str | None] = SimpleQueue()
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._said: deque[str] = deque(maxlen=_LAST)
        self._complaints: deque[str] = deque(maxlen=_LAST)
        self._start_threads()
        self._end = weakref.finalize(self, _end, self._process, self._commands)

    def _start_threads(self) -> None:
        """Serve each pipe in a thread, so that no side ever waits for the other to read."""
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        self._threads = (
            Thread(target=_feed, args=(stdin, self._commands), daemon=True),
            Thread(target=_gather, args=(stdout, self._lines), daemon=True),
            Thread(target=_overhear, args=(stderr, self._complaints), daemon=True),
        )
        for thread in self._threads:
            thread.start()

    @property
    def is_running(self) -> bool:
        """Whether it can be asked anything."""
        return self._end.alive and self._process.poll() is None

    @property
    def output(self) -> str:
        """The last lines it wrote: its answers, then its complaints on standard error."""
        return "\n".join([*self._said, *self._complaints])

    def ask(self, command: str, timeout: float) -> str:
        """Send a command and return the answer, without its ``=``.

        Raises:
            ProgramError: there is no answer in time (in seconds), or it is an error, or no answer of GTP at all.
        """
        if not self._end.alive:
            raise self._error("died", command, "it has been ended")
        try:
            self._commands.put(f"{command}\n")
            answer = self._answer(command, time.monotonic() + timeout, timeout)
        except ProgramError:
            raise
        except BaseException:  # nobody will read this answer, so none to come would be the right one
            self.kill()
            raise
        if answer[0] == "?":
            shown = answer[1:].strip() or "without a reason"
            raise ProgramError("refused", f"{self.title} refused {_short(command)}: {shown}", self.output, why=shown)
        return answer[1:].strip()

    def _answer(self, command: str, deadline: float, timeout: float) -> str:
        lines: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                raise self._error("timeout", command, f"it did not answer within {timeout:g} s") from None
            if line is None:
                raise self._error("died", command, self._death())
            if line.strip():
                self._said.append(line)
                lines.append(line)
            elif lines:
                return "\n".join(lines)
            if lines and (lines[0][0] not in "=?" or len(lines) > _MOST_LINES):
                raise self._error("garbage", command, f"it answered {_short(lines[0])!r}, which is no answer of GTP")

    def _error(self, what: Failing, command: str, how: str) -> ProgramError:
        """End the program, hear what it still had to say, and return what is to be said of it."""
        self.kill()
        for thread in self._threads:
            thread.join(_GRACE)
        return ProgramError(what, f"{self.title} was asked {_short(command)!r}: {how}", self.output, why=how)

    def _death(self) -> str:
        try:
            code = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        return f"it was killed by signal {-code}" if code < 0 else f"it ended with code {code}"

    def close(self) -> None:
        """Ask it to leave, and make it where it does not."""
        if self.is_running:
            self._commands.put("quit\n")
            self._commands.put(None)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_GRACE)
        self._end()

    def kill(self) -> None:
        """End it, and whatever it has started, at once."""
        self._end()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()


def _end(process: subprocess.Popen[bytes], commands: SimpleQueue[str | None]) -> None:
    """End a process and its group; the threads that serve it find its pipes closed and end as well."""
    commands.put(None)
    end_group(process)


def _feed(stream: IO[bytes], commands: SimpleQueue[str | None]) -> None:
    """Write commands to a program until there is None, or it reads no more: that shows in what it answers."""
    try:
        with stream:
            while (command := commands.get()) is not None:
                stream.write(command.encode("utf-8", "surrogateescape"))
                stream.flush()
    except OSError:
        pass


def _gather(stream: IO[bytes], lines: SimpleQueue[str | None]) -> None:
    """Take in what a program says, None at the end; where nobody listens any more, the rest is dropped."""
    with stream:
        while line := stream.readline(_LONGEST_LINE):
            if lines.qsize() <= _MOST_LINES:  # so that a reader of too many lines notices
                lines.put(_text(line))
    lines.put(None)


def _overhear(stream: IO[bytes], complaints: deque[str]) -> None:
    """Keep the last of what a program writes on standard error."""
    with stream:
        while line := stream.readline(_LONGEST_LINE):
            complaints.append(_text(line))


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").rstrip()


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def _told(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
