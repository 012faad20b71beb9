"""Spreading work over processes: the option for it, and ending the processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from ..workers import Workers, hire
from .signals import uninterrupted

Jobs = Annotated[int, typer.Option("--jobs", help="Number of processes.")]


@contextmanager
def hired(jobs: int) -> Iterator[Workers]:
    """Start ``jobs`` worker processes, and end them even on Ctrl-C."""
    workers = hire(jobs)
    workers.__enter__()
    try:
        yield workers
    finally:
        with uninterrupted():
            workers.__exit__(None, None, None)
