"""What the terminal can show, and how it is told."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from textwrap import wrap
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.table import Table

_NEEDED = "●○☯┼─╋▫²×"
_ROOM = 72
"""In so many columns a table may stand, even if some of its words are broken."""


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


def say(text: str, err: bool = False) -> None:
    """Print a text on standard output or standard error, in the stream's own encoding."""
    print(text, file=sys.stderr if err else sys.stdout)


def as_json(value: Any, indent: int | None = None) -> str:
    """Return a value as JSON that standard output can show: in ASCII where that has no more."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return json.dumps(value, indent=indent)
    return text


def print_table(table: Table) -> None:
    """Print a table on standard output; away from terminals its lines are as long as they like.

    Where a terminal is too narrow for the words of a row side by side, they stand below each other.
    """
    from rich.console import Console
    from rich.measure import Measurement

    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = 1000
    needed = Measurement.get(console, console.options.update(max_width=10_000), table).minimum
    if console.width < min(needed, _ROOM):
        say(_stacked(table, console.width))
        return
    with console.capture() as captured:
        console.print(table)
    say("\n".join(line.rstrip() for line in captured.get().strip("\n").split("\n")))


def _stacked(table: Table, width: int) -> str:
    """Return a table with the cells of each row below each other."""
    heads = [str(column.header) for column in table.columns]
    rows = zip(*([str(cell) for cell in column.cells] for column in table.columns), strict=True)
    lines = []
    for name, *cells in rows:
        lines += wrap(name, width)
        for head, cell in zip(heads[1:], cells, strict=True):
            if cell:
                lines += wrap(f"{head}: {cell}", max(width, 8), initial_indent="  ", subsequent_indent="    ")
    return "\n".join(lines)


@contextmanager
def progress(what: str, total: int, shown: bool = True) -> Iterator[Callable[[], None]]:
    """Give a function to be called at every step; what takes more than a second shows how far it is.

    That goes to standard error, where it is a terminal.
    """
    done, begun = 0, monotonic()
    bar: Any = None

    def step() -> None:
        nonlocal done, bar
        done += 1
        if bar is None and shown and sys.stderr.isatty() and monotonic() - begun > 1:
            from rich.console import Console
            from rich.progress import Progress

            bar = Progress(console=Console(stderr=True), transient=True, redirect_stdout=False)
            bar.start()
            bar.add_task(what, total=total)
        if bar is not None:
            bar.update(bar.task_ids[0], completed=done)

    try:
        yield step
    finally:
        if bar is not None:
            bar.stop()


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
