"""The text of the protocol: lines become commands, what commands return becomes answers."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple, TextIO

from ..records.errors import TengenError
from .command_table import Command, commands
from .input_lines import LONGEST
from .parameters import SYNTAX, Arguments, Refusal

if TYPE_CHECKING:
    from .engine import Engine
    from .input_lines import Lines

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_OVER: Final = object()
_LINE: Final = re.compile(r"\s*+(?:(\d++)(?:\s++|$))?(\S++)?\s*+(.*)", re.DOTALL)


class Request(NamedTuple):
    """A line that asks for something: its number as it was written, the command, and what follows."""

    number: str
    name: str
    rest: str


def read_line(line: str) -> Request | None:
    r"""Read a line; None where it asks for nothing.

    Control characters are dropped, tabs are blanks, and a comment begins with ``#``.

    >>> read_line("12\tplay  b D4\r # a move")
    Request(number='12', name='play', rest='b D4')
    """
    text = _CONTROL.sub("", line.partition("#")[0]).replace("\t", " ").rstrip()
    found = _LINE.fullmatch(text)
    if found is None or found[2] is None:
        return None
    return Request(found[1] or "", found[2], found[3])


class Session:
    """Runs the commands of some lines on an engine, one after the other, until ``quit`` or the end."""

    def __init__(self, engine: Engine, lines: Lines, out: TextIO) -> None:
        self._engine, self._lines, self._out = engine, lines, out
        engine.interrupted, engine.is_called = lines.is_interrupted, lines.is_waiting

    def run(self) -> None:
        """Answer every command."""
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
            self._ponder()

    def _ponder(self) -> None:
        """Let the engine think on until another line comes in, if it does so and the other side is to move."""
        with closing(self._engine.ponder()) as slices:
            while not self._lines.is_waiting() and next(slices, _OVER) is not _OVER:
                pass

    def _answer(self, request: Request) -> None:
        known = commands().get(request.name)
        try:
            if known is None:
                raise Refusal("unknown command")
            answer = known.run(self._engine, Arguments(request.rest))
            if isinstance(answer, str):
                self._say("=", request.number, answer)
            else:
                self._tell(request, known, answer)
        except TengenError as error:
            self._engine.refused = error.__cause__ if isinstance(error.__cause__, TengenError) else error
            self._say("?", request.number, str(error))
        except OSError as error:
            if error.filename is None:  # nobody reads any more
                raise
            self._say("?", request.number, f"{error.filename}: {error.strerror}")
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            self._say("?", request.number, f"internal error: {type(error).__name__}: {error}")

    def _tell(self, request: Request, known: Command, answer: Generator[str, None, None]) -> None:
        """Write an answer that comes line by line; what is endless ends when another line comes in."""
        line = next(answer, "")  # what cannot be done is refused before anything is written
        self._out.write(f"={request.number}\n")
        with closing(answer):
            self._tell_lines(line, known, answer)
        if known.endless:
            self._lines.wait()
        self._out.write("\n")
        self._out.flush()

    def _tell_lines(self, line: str, known: Command, answer: Iterator[str]) -> None:
        for each in chain((line,), answer):
            if each:
                self._out.write(f"{_clean(each)}\n")
                self._out.flush()
            if known.endless and self._lines.is_waiting():
                return

    def _say(self, mark: str, number: str, text: str) -> None:
        self._out.write(f"{mark}{number} {_clean(text)}\n\n")
        self._out.flush()


def _clean(text: str) -> str:
    """Return a text as an answer may hold it: no empty lines, which would end it, and no control characters."""
    begins = "\n" if text.startswith("\n") else ""
    return begins + "\n".join(_CONTROL.sub("", line).rstrip() for line in text.split("\n") if line.strip())
