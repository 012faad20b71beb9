"""Display of a game: a terminal on which the board stays in place, or plain lines."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from math import inf
from textwrap import wrap
from typing import Final

from ...boards import Board, Spot

_CLEAR: Final = "\033[H\033[2J"
"""Clears a terminal and moves the cursor to its upper left corner."""
_COLUMN: Final = re.compile(r"\s*(?:\S+(?: \S+)*\s{2,})?(?=\S)")
"""The start of a line: its indent, and a first column that ends in two blanks."""


_ARROWS: Final = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class Pointer:
    """A point of a board that arrow keys move; ``label`` is "" until they do, and ``draw`` draws it with marks."""

    def __init__(self, board: Board, draw: Callable[[dict[str, str]], str], begin: str | None) -> None:
        self.label: str = ""
        self.draw: Final = draw
        self._board, self._begin = board, begin or board.labels[len(board) // 2]

    def move(self, right: int, down: int) -> None:
        """Move to the nearest point in a direction, if any; the first time, to the starting point."""
        if not self.label:
            self.label = self._begin
            return
        spots = self._board.coordinates
        x, y = spots[self._board.point(self.label)]

        def far(spot: Spot) -> float:
            along, aside = (spot[0] - x) * right + (spot[1] - y) * down, (spot[0] - x) * down - (spot[1] - y) * right
            return along + 2 * abs(aside) if along > 1e-6 else inf

        nearest = min(range(len(spots)), key=lambda point: far(spots[point]))
        if far(spots[nearest]) < inf:
            self.label = self._board.labels[nearest]


def _line_or_arrow(question: str, line: str) -> str | tuple[int, int]:
    """Return the typed line, which begins with an editable text, or the direction of an arrow key."""
    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")  # not every terminal reports its cursor position
    from prompt_toolkit import PromptSession
    from prompt_toolkit.filters import Condition
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

    session: PromptSession[str | tuple[int, int]] = PromptSession()
    keys = KeyBindings()

    def exits_with(step: tuple[int, int]) -> Callable[[KeyPressEvent], None]:
        return lambda event: event.app.exit(result=step)

    for name, step in _ARROWS.items():
        keys.add(name, filter=Condition(lambda: session.default_buffer.text == line))(exits_with(step))
    return session.prompt(question, default=line, key_bindings=keys)


class Screen:
    """Prints boards and lines to standard output.

    On a terminal that can be cleared, every board is drawn at the top, with the messages since the last input below
    it; lines are wrapped at its width. Elsewhere everything is printed in order.
    """

    def __init__(self) -> None:
        self.stays: Final = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self.points: Final = self.stays and sys.stdin.isatty() and find_spec("prompt_toolkit") is not None
        self._said: list[str] = []
        self._about = ""
        self.keeps: bool = True
        """Whether the next board is drawn below the existing lines, as the first one is."""

    def say(self, *lines: str) -> None:
        self._said += lines
        for line in lines:
            print(*self._wrapped(line), sep="\n")

    def draw(self, board: str, about: str) -> None:
        """Draw a board; remarks ``about`` the position stand above the next question."""
        clears, self.keeps = self.stays and not self.keeps, False
        print(*([_CLEAR + board] if clears else ["", board]), "", sep="\n")
        if clears:
            said, self._said = self._said, []
            self.say(*said)
        self._about = about

    def ask(self, question: str, pointer: Pointer) -> str:
        """Return the typed line, or the point chosen with arrow keys; EOFError at the end of the input."""
        if self._about:
            self.say(self._about)
            self._about = ""
        said, self._said = self._said, []
        sys.stdout.flush()  # input() ignores a failing output
        if not self.points:
            return input(question).strip()
        while not isinstance(typed := _line_or_arrow(question, pointer.label), str):
            pointer.move(*typed)
            print(_CLEAR + pointer.draw({pointer.label: "+"}), "", sep="\n")
            for line in said:
                print(*self._wrapped(line), sep="\n")
        return typed.strip()

    def _wrapped(self, line: str) -> Iterable[str]:
        width = shutil.get_terminal_size().columns
        if not self.stays or len(line) < width:
            return [line]
        found = _COLUMN.match(line)
        column = found.end() if found else 0
        if column > width // 2:
            column = 2
        return wrap(line, width - 1, subsequent_indent=" " * column)
