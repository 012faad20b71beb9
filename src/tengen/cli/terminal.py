"""What the terminal can show."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.table import Table

_NEEDED = "●○☯┼─╋▫²×"


@dataclass(frozen=True)
class Looks:
    """Whether to draw in plain ASCII, and whether in colours."""

    ascii: bool
    colour: bool

    @classmethod
    def of(cls, stream: TextIO, ascii: bool = False) -> Looks:
        """Return what a stream can show: ASCII where its encoding has no more, colours on terminals that have 256."""
        try:
            _NEEDED.encode(stream.encoding or "ascii")
        except (UnicodeEncodeError, LookupError):
            ascii = True
        terminal = os.environ.get("TERM", "")
        rich = "256color" in terminal or os.environ.get("COLORTERM", "") in ("truecolor", "24bit")
        colour = stream.isatty() and rich and not os.environ.get("NO_COLOR")
        return cls(ascii=ascii, colour=colour and not ascii)


def print_table(table: Table) -> None:
    """Print a table on standard output; away from terminals its lines are as long as they like."""
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = 1000
    with console.capture() as captured:
        console.print(table)
    print("\n".join(line.rstrip() for line in captured.get().strip("\n").split("\n")))


def harmless(text: str) -> str:
    r"""Return foreign text on one line, without characters that would steer the terminal.

    >>> harmless("two\nlines \x1b[2J")
    'two lines ?[2J'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))


def is_interrupt(error: BaseException | None) -> bool:
    """Say whether Ctrl-C is behind an error: what it interrupts may answer with an error of its own."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None
