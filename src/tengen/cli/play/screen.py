"""Where a game is shown: a terminal on which the board stays in place, or lines below each other."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable
from textwrap import wrap
from typing import Final

_CLEAR: Final = "\033[H\033[2J"
"""Clears a terminal and puts the cursor into its upper left corner."""
_COLUMN: Final = re.compile(r"\s*(?:\S+(?: \S+)*\s{2,})?(?=\S)")
"""What stands before the text of a line: its indent, and a first column that two blanks set off."""


class Screen:
    """Shows boards and lines on standard output.

    On a terminal that can be cleared, every board is drawn at the top, and what was said since the last input below it;
    lines are wrapped at its width. Elsewhere everything is printed as it comes.
    """

    def __init__(self) -> None:
        self.stays: Final = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self._said: list[str] = []
        self._about = ""
        self.keeps = True
        """Whether the next board is drawn below what stands there, as the first one is."""

    def say(self, *lines: str) -> None:
        """Print lines."""
        self._said += lines
        for line in lines:
            print(*self._wrapped(line), sep="\n")

    def draw(self, board: str, about: str) -> None:
        """Draw a board; what there is to know ``about`` the position stands above the next question."""
        clears, self.keeps = self.stays and not self.keeps, False
        print(*([_CLEAR + board] if clears else ["", board]), "", sep="\n")
        if clears:
            said, self._said = self._said, []
            self.say(*said)
        self._about = about

    def ask(self, question: str) -> str:
        """Return the line that is typed; EOFError at the end of the input."""
        if self._about:
            self.say(self._about)
            self._about = ""
        self._said.clear()
        sys.stdout.flush()  # input() keeps quiet where nothing can be written
        return input(question).strip()

    def _wrapped(self, line: str) -> Iterable[str]:
        width = shutil.get_terminal_size().columns
        if not self.stays or len(line) < width:
            return [line]
        found = _COLUMN.match(line)
        column = found.end() if found else 0
        if column > width // 2:
            column = 2
        return wrap(line, width - 1, subsequent_indent=" " * column)
