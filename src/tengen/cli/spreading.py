"""Spreading work over processes or machines: the options for it, and what is said meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand

from ..workers import LOCAL, Workers, hire
from .signals import uninterrupted
from .terminal import say

_OPTION: Final = "--cluster"

Jobs = Annotated[int, typer.Option("--jobs", help="How many processes to spread the work over.")]
Cluster = Annotated[
    str | None,
    typer.Option(
        _OPTION,
        metavar="[ADDRESS]",
        help="Spread it over a Ray cluster: HOST:6379, auto, ray://HOST:10001; without an address, Ray starts here.",
    ),
]


class Spreading(TyperCommand):
    """A command whose option --cluster, if it has one, may stand without an address: last, or before another option."""

    def parse_args(self, ctx: Any, args: Sequence[str]) -> list[str]:
        """Give that option the address which is meant."""
        spreads = any(option.name == "cluster" for option in self.params)
        return super().parse_args(ctx, [*_addressed(args)] if spreads else [*args])


def _addressed(args: Sequence[str]) -> Iterator[str]:
    """Yield arguments, with an address for each --cluster.

    >>> [*_addressed(["4", "2", "--cluster", "--games", "6"])]
    ['4', '2', '--cluster', 'local', '--games', '6']
    """
    for place, word in enumerate(args):
        yield word
        if word == "--":
            yield from args[place + 1 :]
            return
        if word == _OPTION and (place + 1 == len(args) or args[place + 1].startswith("-")):
            yield LOCAL


@contextmanager
def hired(jobs: int, cluster: str | None) -> Iterator[Workers]:
    """Have the work done by ``jobs`` processes, or by a cluster, and say which one that is."""
    workers = hire(jobs, cluster)
    if cluster is not None:
        say("Starting Ray on this machine." if cluster == LOCAL else f"Joining Ray at {cluster}.", err=True)
    workers.__enter__()
    try:
        if cluster is not None:
            say(f"{workers}.", err=True)
        yield workers
    finally:
        with uninterrupted():
            workers.__exit__(None, None, None)
