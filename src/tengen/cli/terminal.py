"""Terminal output: what the terminal supports, tables, progress and messages."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from textwrap import wrap
from threading import Timer
from typing import TYPE_CHECKING, Any, TextIO

import typer

from .signals import stop_code, uninterrupted

if TYPE_CHECKING:
    from rich.table import Table

_NEEDED = "●○☯┼─╋▫²×"
_SOON = 1.0
"""Seconds after which progress is shown."""
_ROOM = 72
"""Columns from which a terminal shows a table, even if some words must be broken."""

MESSAGE = "Compiling (first run only; up to half a minute)."


@dataclass(frozen=True)
class Looks:
    ascii: bool
    colour: bool

    @classmethod
    def of(cls, stream: TextIO, ascii: bool = False) -> Looks:
        """Return the looks of a stream: ASCII if its encoding has no more, colours on terminals with 256 of them."""
        try:
            _NEEDED.encode(stream.encoding or "ascii")
        except (UnicodeEncodeError, LookupError):
            ascii = True
        terminal = os.environ.get("TERM", "")
        rich = "256color" in terminal or os.environ.get("COLORTERM", "") in ("truecolor", "24bit")
        colour = stream.isatty() and rich and not os.environ.get("NO_COLOR")
        return cls(ascii=ascii, colour=colour and not ascii)


def say(text: str, err: bool = False) -> None:
    """Print a text to standard output or standard error, in the stream's own encoding."""
    print(text, file=sys.stderr if err else sys.stdout)


def as_json(value: Any, indent: int | None = None) -> str:
    """Return a value as JSON, in ASCII if standard output cannot show more."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return json.dumps(value, indent=indent)
    return text


def new_table(*columns: str) -> Table:
    """Return a table with these columns, the first of which names the rows."""
    from rich import box
    from rich.table import Table

    table = Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False)
    table.columns[0].no_wrap = True
    for column in table.columns:
        column.overflow = "fold"
    return table


def print_table(table: Table) -> None:
    """Print a table to standard output, with lines of any length if that is not a terminal.

    On a terminal too narrow for the words of a row, the cells are stacked.
    """
    from rich.console import Console
    from rich.measure import Measurement

    class PipedConsole(Console):
        def on_broken_pipe(self) -> None:  # Rich would exit with code 1
            raise BrokenPipeError

    console = PipedConsole(highlight=False, markup=False)
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
    """Return a table with the cells of each row stacked."""
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
def gauge(
    shown: bool = True, remaining: bool = False, bar: bool = True
) -> Iterator[Callable[[float, str | Callable[[], str]], None]]:
    """Yield a function that reports progress: a share from 0 to 1, and words, or a function that returns these.

    Work longer than a second is shown on a terminal's standard error, with the time elapsed or remaining; with ``bar``
    false, only the words and the time.
    """
    if not (shown and sys.stderr.isatty()):
        yield lambda share, told: None
        return
    from rich import progress
    from rich.console import Console
    from rich.table import Column
    from rich.text import Text

    class Words(progress.ProgressColumn):
        def render(self, task: progress.Task) -> Text:
            words = task.fields["told"]
            return Text(words if isinstance(words, str) else words())

    clock = progress.TimeRemainingColumn() if remaining else progress.TimeElapsedColumn()
    told = (clock, "left" if remaining else "elapsed", Words(Column(no_wrap=True)))
    columns = (progress.BarColumn(20), progress.TaskProgressColumn(), *told) if bar else told
    console = Console(stderr=True)
    drawn = progress.Progress(*columns, console=console, refresh_per_second=4, transient=True, redirect_stdout=False)
    task = drawn.add_task("", total=1.0, told="")
    due = Timer(_SOON, drawn.start)
    due.daemon = True
    due.start()
    try:
        yield lambda share, told: drawn.update(task, completed=share, told=told)
    finally:
        due.cancel()
        due.join()
        drawn.live.stop()


@contextmanager
def progress(what: str, total: int, shown: bool = True) -> Iterator[Callable[[], None]]:
    """Yield a function to call at each step of some work; a `gauge` shows how many steps are done."""
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        show(done / total, what)

    with gauge(shown, remaining=True) as show:
        show(0.0, what)
        yield step


def harmless(text: str) -> str:
    r"""Return foreign text on one line, without control characters for the terminal.

    >>> harmless("two\nlines \x1b[2J")
    'two lines ?[2J'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))


def harmless_line(line: str) -> str:
    """Return a line without control characters for the terminal, keeping its indent."""
    return " " * (len(line) - len(line.lstrip())) + harmless(line)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "game"), counted(2_000, "game")
    ('1 game', '2,000 games')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def and_komi(komi: float, bonus: int = 0, assumed: bool = False) -> str:
    """Return the komi, and White's points for a handicap, to append to the name of a game; "" without them."""
    return (f", komi {komi:g}{' (assumed)' if assumed else ''}" if komi else "") + (
        f", {bonus} for the handicap" if bonus else ""
    )


@contextmanager
def announced() -> Iterator[None]:
    """Print a message to standard error while Numba compiles, in this process or in another one."""
    from ..kernel.code_store import WAITING
    from ..kernel.numba_internals import event

    class Announcer(event.Listener):
        said = False

        def on_start(self, event: Any) -> None:
            if not self.said:
                self.said = True
                print(MESSAGE, file=sys.stderr, flush=True)

        def on_end(self, event: Any) -> None:
            pass

    announcer = Announcer()
    with event.install_listener("numba:compile", announcer), event.install_listener(WAITING, announcer):
        yield


@contextmanager
def thinking() -> Iterator[None]:
    """Show that the computer is thinking, and for how long."""
    with gauge(bar=False) as show:
        show(0.0, "Computer is thinking")
        yield


@contextmanager
def stopped(farewell: Callable[[], str], always: bool = False) -> Iterator[None]:
    """Exit with the code of what stops the block; ``farewell`` saves the results and returns the message.

    With ``always``, it also runs before an error that ends the work is raised.
    """
    try:
        yield
    except BaseException as error:
        code = stop_code(error)
        if code is None and not always:
            raise
        with uninterrupted():
            if told := farewell():
                say(f"\n{told}", err=True)
        if code is None:
            raise
        raise typer.Exit(code) from error
