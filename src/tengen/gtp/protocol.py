"""The text of the protocol: lines become commands, and their results responses."""

from __future__ import annotations

import os
import re
import select
import stat
import sys
import traceback
from collections import deque
from collections.abc import Generator
from contextlib import closing
from itertools import chain
from threading import Condition, Thread
from typing import Final, NamedTuple, Protocol, TextIO

from ..records.errors import TengenError
from .command_table import Command, commands
from .engine import Engine
from .parameters import SYNTAX, Arguments, Refusal

LONGEST: Final = 1 << 22
"""The maximum length of a line, in bytes or characters; a longer one is cut and answered as unreadable."""

_BOM: Final = "\ufeff"
"""The byte order mark at the start of some programs' streams or files."""

_INTERRUPT: Final = "# interrupt"


class Lines(Protocol):
    def next(self) -> str | None:
        """Return the next line without its end, or None at the end."""

    def is_waiting(self) -> bool:
        """Return whether a line, or the end, has arrived."""

    def wait(self) -> None:
        """Wait for a line or the end."""

    def is_interrupted(self) -> bool:
        """Return whether the line ``# interrupt``, with which GoGui stops a command, is waiting."""


class Script:
    """The lines of a text, all of them available."""

    def __init__(self, text: TextIO) -> None:
        self._text = text

    def next(self) -> str | None:
        line = self._text.readline()
        return line.removesuffix("\n").removeprefix(_BOM) if line else None

    def is_waiting(self) -> bool:
        return True

    def wait(self) -> None: ...

    def is_interrupted(self) -> bool:
        return False


class Descriptor:
    """The lines from a file descriptor, read by a thread of its own.

    Once the lines have ended and nothing reads the descriptor ``watched`` any more, the sender is gone: the process
    exits at once, even during a search.
    """

    def __init__(self, descriptor: int, watched: int | None = None) -> None:
        self._lines: deque[str | None] = deque()
        self._changed = Condition()
        Thread(target=self._read, args=(descriptor, watched), daemon=True).start()

    def _read(self, descriptor: int, watched: int | None) -> None:
        # os.read, not a file object: Python could not close one that is being read at exit.
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
        self.wait()
        return self._lines[0] if self._lines[0] is None else self._lines.popleft()

    def is_waiting(self) -> bool:
        return bool(self._lines)

    def wait(self) -> None:
        with self._changed:
            self._changed.wait_for(self.is_waiting)

    def is_interrupted(self) -> bool:
        return any(line is not None and line.strip() == _INTERRUPT for line in tuple(self._lines))


def _read_some(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:
        return b""


def _becomes_unread(descriptor: int) -> bool:
    """Wait until nothing reads a descriptor any more; return False if the system cannot detect that."""
    if sys.platform == "win32" or (sys.platform == "darwin" and stat.S_ISCHR(os.fstat(descriptor).st_mode)):
        return False  # Windows cannot detect it, and macOS reports devices as gone
    poll = select.poll()
    poll.register(descriptor, 0)
    gone = select.POLLERR | select.POLLHUP | select.POLLNVAL
    while not any(event & gone for _, event in poll.poll()):
        pass
    return True


_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_OVER: Final = object()
_LINE: Final = re.compile(r"\s*+(?:(\d++)(?:\s++|$))?(\S++)?\s*+(.*)", re.DOTALL)


class Request(NamedTuple):
    """A command line: its number as written, the command, and its arguments."""

    number: str
    name: str
    rest: str


def read_line(line: str) -> Request | None:
    r"""Read a line; return None for one without a command.

    Control characters are dropped, tabs are blanks, and a comment starts with ``#``.

    >>> read_line("12\tplay  b D4\r # a move")
    Request(number='12', name='play', rest='b D4')
    """
    text = _CONTROL.sub("", line.partition("#")[0]).replace("\t", " ").rstrip()
    found = _LINE.fullmatch(text)
    if found is None or found[2] is None:
        return None
    return Request(found[1] or "", found[2], found[3])


class Session:
    """Runs commands on an engine in order, until ``quit`` or the end of the lines."""

    def __init__(self, engine: Engine, lines: Lines, out: TextIO) -> None:
        self._engine, self._lines, self._out = engine, lines, out
        engine.interrupted, engine.is_called = lines.is_interrupted, lines.is_waiting

    def run(self) -> None:
        """Respond to every command."""
        while (line := self._lines.next()) is not None:
            request = read_line(line)
            if request is None:
                continue
            if len(line) > LONGEST:
                self._say("?", request.number, SYNTAX)
                continue
            self._answer(request)
            if request.name == "quit":
                return
            with closing(self._engine.ponder()) as slices:  # until another line arrives
                while not self._lines.is_waiting() and next(slices, _OVER) is not _OVER:
                    pass

    def _answer(self, request: Request) -> None:
        known = commands().get(request.name)
        try:
            if known is None:
                raise Refusal("unknown command")
            answer = known.run(self._engine, Arguments(request.rest))
            if answer is None or isinstance(answer, str):
                self._say("=", request.number, answer or "")
            else:
                self._tell(request, known, answer)
        except TengenError as error:
            self._engine.refused = error.__cause__ if isinstance(error.__cause__, TengenError) else error
            self._say("?", request.number, str(error))
        except OSError as error:
            if error.filename is None:  # nothing reads the output any more
                raise
            self._say("?", request.number, f"{error.filename}: {error.strerror}")
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            self._say("?", request.number, f"internal error: {type(error).__name__}: {error}")

    def _tell(self, request: Request, known: Command, answer: Generator[str, None, None]) -> None:
        """Write a response line by line; an endless one ends when another line arrives."""
        line = next(answer, "")  # a refusal comes before any output
        self._out.write(f"={request.number}\n")
        with closing(answer):
            for each in chain((line,), answer):
                if each:
                    self._out.write(f"{_clean(each)}\n")
                    self._out.flush()
                if known.endless and self._lines.is_waiting():
                    break
        if known.endless:
            self._lines.wait()
        self._out.write("\n")
        self._out.flush()

    def _say(self, mark: str, number: str, text: str) -> None:
        self._out.write(f"{mark}{number} {_clean(text)}\n\n")
        self._out.flush()


def _clean(text: str) -> str:
    """Return a text without control characters and empty lines, which would end a response."""
    begins = "\n" if text.startswith("\n") else ""
    return begins + "\n".join(_CONTROL.sub("", line).rstrip() for line in text.split("\n") if line.strip())
