"""Workers that read kept games again in another order, as several processes may."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from tengen.train.rereading import see
from tengen.workers import Here

U = TypeVar("U")
R = TypeVar("R")


class Backwards(Here):
    """This process, in which what is to be read again comes in the other order; ``read`` is how much that was."""

    def __init__(self) -> None:
        self.read: int = 0

    def run(self, work: Callable[[U], R], units: Iterable[U | None], threads: int = 1) -> Generator[tuple[U, R]]:
        """Do the units."""
        if work is see:
            units = [*units][::-1]
            self.read += len(units)
        yield from super().run(work, units, threads)
