"""Spreading work over processes: the option for it, and their end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from ..workers import Workers, hire
from .signals import uninterrupted

Jobs = Annotated[int, typer.Option("--jobs", help="How many processes to spread the work over.")]


@contextmanager
def hired(jobs: int) -> Iterator[Workers]:
    """Have the work done by ``jobs`` processes, and end them though Ctrl-C is pressed."""
    workers = hire(jobs)
    workers.__enter__()
    try:
        yield workers
    finally:
        with uninterrupted():
            workers.__exit__(None, None, None)
