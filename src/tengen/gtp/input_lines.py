"""Where commands come from: a text that is all there, or another program that writes whenever it likes."""

from __future__ import annotations

import os
import select
import stat
import sys
from collections import deque
from threading import Condition, Thread
from typing import Final, Protocol, TextIO

LONGEST: Final = 1 << 22
"""No line is longer, in bytes or characters; what is longer is cut, to be answered as one that cannot be read."""

_BOM: Final = "\ufeff"
"""The byte order mark with which some programs begin a stream or a file."""

_INTERRUPT: Final = "# interrupt"


class Lines(Protocol):
    """Lines, one after the other."""

    def next(self) -> str | None:
        """Return the next line without its end; None at the end of all."""

    def is_waiting(self) -> bool:
        """Say whether a line, or the end, has come."""

    def wait(self) -> None:
        """Wait until a line, or the end, has come."""

    def is_interrupted(self) -> bool:
        """Say whether the line ``# interrupt`` waits, with which GoGui stops what is going on."""


class Script:
    """The lines of a text: every one of them is waiting already."""

    def __init__(self, text: TextIO) -> None:
        self._text = text

    def next(self) -> str | None:
        """See `Lines`."""
        line = self._text.readline()
        return line.removesuffix("\n").removeprefix(_BOM) if line else None

    def is_waiting(self) -> bool:
        """See `Lines`."""
        return True

    def wait(self) -> None:
        """See `Lines`."""

    def is_interrupted(self) -> bool:
        """See `Lines`."""
        return False


class Descriptor:
    """The lines that come in through a file descriptor, read by a thread of its own.

    When they have ended and nobody reads the descriptor ``watched`` any more, the sender has gone: the process
    ends at once, whatever it is thinking about.
    """

    def __init__(self, descriptor: int, watched: int | None = None) -> None:
        self._lines: deque[str | None] = deque()
        self._changed = Condition()
        Thread(target=self._read, args=(descriptor, watched), daemon=True).start()

    def _read(self, descriptor: int, watched: int | None) -> None:
        # os.read, not a file object: at the end of the program Python could not close one that is being read.
        pending = b""
        while data := _read_some(descriptor):
            *whole, pending = (pending + data).split(b"\n")
            for line in whole:
                self._put(line[: LONGEST + 1])
            pending = pending[: LONGEST + 1]
        if pending:
            self._put(pending)
        self._put(None)
        if watched is not None and _becomes_unread(watched):
            os._exit(1)

    def _put(self, line: bytes | None) -> None:
        with self._changed:
            self._lines.append(None if line is None else line.decode("utf-8", "surrogateescape").removeprefix(_BOM))
            self._changed.notify_all()

    def next(self) -> str | None:
        """See `Lines`."""
        self.wait()
        return self._lines[0] if self._lines[0] is None else self._lines.popleft()

    def is_waiting(self) -> bool:
        """See `Lines`."""
        return bool(self._lines)

    def wait(self) -> None:
        """See `Lines`."""
        with self._changed:
            self._changed.wait_for(self.is_waiting)

    def is_interrupted(self) -> bool:
        """See `Lines`."""
        return any(line is not None and line.strip() == _INTERRUPT for line in tuple(self._lines))


def _read_some(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:
        return b""


def _is_pipe(descriptor: int) -> bool:
    mode = os.fstat(descriptor).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _becomes_unread(descriptor: int) -> bool:
    """Wait until nobody reads a descriptor any more; say False where the system cannot tell."""
    if sys.platform == "win32" or (sys.platform == "darwin" and not _is_pipe(descriptor)):
        return False  # Windows cannot tell, and macOS says of devices that they are gone
    poll = select.poll()
    poll.register(descriptor, 0)
    gone = select.POLLERR | select.POLLHUP | select.POLLNVAL
    while not any(event & gone for _, event in poll.poll()):
        pass
    return True
