"""A program that speaks GTP, as a process: asked one thing at a time, held to a time, and never left behind."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Mapping, Sequence
from queue import Empty, SimpleQueue
from typing import Final

from .process import Failing, Process, ProgramError, short

_MOST_LINES: Final = 20_000
_LAST: Final = 12


class Program:
    """A running program that speaks GTP 2.

    It is ended by `close`, by the end of a ``with`` block, when nobody refers to it any more and when Python ends, with
    every process it has started (where there are process groups).

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
        self._lines = lines = SimpleQueue[str | None]()
        self._said: deque[str] = deque(maxlen=_LAST)

        def hear(line: str | None) -> None:
            if line is None or lines.qsize() <= _MOST_LINES:  # so that a reader of too many lines notices
                lines.put(line)

        self._process = Process(command, hear, title=title, directory=directory, environment=environment)
        self.title: Final = self._process.title

    @property
    def is_running(self) -> bool:
        """Whether it can be asked anything."""
        return self._process.is_running

    @property
    def output(self) -> str:
        """The last lines it wrote: its answers, then its complaints on standard error."""
        return "\n".join(filter(None, [*self._said, self._process.complaints]))

    def ask(self, command: str, timeout: float) -> str:
        """Send a command and return the answer, without its ``=``.

        Raises:
            ProgramError: there is no answer in time (in seconds), or it is an error, or no answer of GTP at all.
        """
        if self._process.was_ended:
            raise self._error("died", command, "it has been ended")
        try:
            self._process.tell(command)
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
                raise self._error("died", command, self._process.death())
            if line.strip():
                self._said.append(line)
                lines.append(line)
            elif lines:
                return "\n".join(lines)
            if lines and (lines[0][0] not in "=?" or len(lines) > _MOST_LINES):
                raise self._error("garbage", command, f"it answered {short(lines[0])!r}, which is no answer of GTP")

    def _error(self, what: Failing, command: str, how: str) -> ProgramError:
        """End the program, hear what it still had to say, and return what is to be said of it."""
        self._process.end()
        return ProgramError(what, f"{self.title} was asked {short(command)!r}: {how}", self.output, why=how)

    def close(self) -> None:
        """Ask it to leave, and make it where it does not."""
        self._process.close("quit")

    def kill(self) -> None:
        """End it, and whatever it has started, at once."""
        self._process.kill()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()


__all__ = ["Program", "ProgramError"]
