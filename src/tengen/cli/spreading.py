"""Spreading work over processes or machines: the options for it, and what is said meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from ..workers import Workers, hire
from .signals import uninterrupted
from .terminal import say

Jobs = Annotated[int, typer.Option("--jobs", help="How many processes to spread the work over.")]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS", help="Spread it over a Ray cluster: HOST:6379, auto or ray://HOST:10001."
    ),
]


@contextmanager
def hired(jobs: int, cluster: str | None) -> Iterator[Workers]:
    """Have the work done by ``jobs`` processes, or by a cluster, and say which one that is."""
    workers = hire(jobs, cluster)
    if cluster is not None:
        say(f"Joining Ray at {cluster}.", err=True)
    workers.__enter__()
    try:
        if cluster is not None:
            say(f"{workers}.", err=True)
        yield workers
    finally:
        with uninterrupted():
            workers.__exit__(None, None, None)
