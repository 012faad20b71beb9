"""Sizes of memory as people write them, and how far a long computation is, on a terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from ...records import TengenError

_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)


def read_memory(text: str) -> int:
    """Return a number of bytes.

    >>> read_memory("4GiB"), read_memory("500 M"), read_memory("1.5g")
    (4294967296, 524288000, 1610612736)
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise TengenError(f"--memory {text}: write a size such as 4GiB or 500MiB")
    size = int(float(found[1]) * 1024 ** " KMGT".index(found[2].upper() or " "))
    if size < 1 << 20:
        raise TengenError(f"--memory {text}: at least 1MiB is needed")
    return size


@contextmanager
def gauge() -> Iterator[Callable[[float, str], None]]:
    """Give a function to be told how much is done, from 0 to 1, and in words.

    What takes more than a second shows it on standard error, where that is a terminal.
    """
    begun = monotonic()
    bar: Any = None

    def show(share: float, told: str) -> None:
        nonlocal bar
        if bar is None and sys.stderr.isatty() and monotonic() - begun > 1:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

            columns = (BarColumn(20), TaskProgressColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
            bar = Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False)
            bar.start()
            bar.add_task("", total=1.0)
        if bar is not None:
            bar.update(bar.task_ids[0], completed=share, description=told)

    try:
        yield show
    finally:
        if bar is not None:
            bar.stop()
