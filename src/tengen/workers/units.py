"""Units in, results out as they come: the common part of all workers."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, Generic, Protocol, TypeVar

from ..records import TengenError, TengenWarning

_LOSSES: Final = 5
"""A unit lost this many times is not retried: it may be what kills its worker."""

U = TypeVar("U")
R = TypeVar("R")
H = TypeVar("H")


class Workers(AbstractContextManager["Workers"], Protocol):
    """Does work inside a ``with`` block."""

    def run(self, work: Callable[[U], R], units: Iterable[U | None]) -> Generator[tuple[U, R]]:
        """Do the units, and yield each with its result as it is ready.

        None in place of a unit means that the next one depends on results: it is requested after the next result. A
        result must depend only on its unit. Outside this process, work, units and results are pickled. Closing the
        iterator ends the work in progress. TengenError: from the work itself, or a unit was lost repeatedly.
        """


class Here(AbstractContextManager["Here"]):
    """This process: one unit after the other, in order, without pickling, each started on demand.

    >>> with Here() as workers:
    ...     list(workers.run(abs, [-1, 2]))
    [(-1, 1), (2, 2)]
    """

    def run(self, work: Callable[[U], R], units: Iterable[U | None]) -> Generator[tuple[U, R]]:
        """Do the units; see `Workers`."""
        for unit in units:
            if unit is not None:
                yield unit, work(unit)

    def __exit__(self, *_: object) -> None:
        pass


HERE: Final = Here()


class Lost(Exception):
    """The worker of a unit is gone, with its result."""


@dataclass(frozen=True)
class Answer(Generic[R]):
    """The result of a unit, or its error as text; errors themselves do not always survive pickling."""

    result: R | None = None
    trouble: str | None = None


def attempt(work: Callable[[U], R], unit: U) -> Answer[R]:
    """Do a unit in another process than the one that requested it."""
    try:
        return Answer(work(unit))
    except TengenError as error:
        return Answer(trouble=str(error))


@dataclass(frozen=True)
class _Begun(Generic[U]):
    """A unit, and how often it was lost."""

    unit: U
    losses: int = 0

    def lost(self) -> _Begun[U]:
        """Return the unit for a retry. TengenError: it was lost too often."""
        if self.losses + 1 == _LOSSES:
            raise TengenError(
                f"{self.unit} was lost {_LOSSES} times, each time with its process; finished units are kept"
            )
        warnings.warn(f"{self.unit} was lost with its process and is retried", TengenWarning, 2)
        return _Begun(self.unit, self.losses + 1)


class Pool(AbstractContextManager["Pool[H]"], ABC, Generic[H]):
    """Other processes: up to ``room`` units are in progress, and lost ones are retried; handles represent them."""

    room: int

    def run(self, work: Callable[[U], R], units: Iterable[U | None]) -> Generator[tuple[U, R]]:
        """Do the units; see `Workers`."""
        left: Iterator[_Begun[U] | None] = (None if unit is None else _Begun(unit) for unit in units)
        running: dict[H, _Begun[U]] = {}
        try:
            while True:
                while len(running) < self.room and (begun := next(left, None)) is not None:
                    running[self.begin(work, begun.unit)] = begun
                if not running:
                    return
                ended = [(running.pop(handle), self._outcome(handle)) for handle in self.finished(running)]
                for begun, outcome in ended:
                    if isinstance(outcome, Answer):
                        yield begun.unit, outcome.result  # type: ignore[misc]
                for _, outcome in ended:  # raised only now, so that other results are not lost
                    if not isinstance(outcome, Answer | Lost):
                        raise outcome
                again = [begun.lost() for begun, outcome in ended if isinstance(outcome, Lost)]
                left = chain(again, left) if again else left
        finally:
            self.abandon(list(running))

    def _outcome(self, handle: H) -> Answer[Any] | Exception:
        """Return the result of a finished unit, or its error."""
        try:
            answer = self.answer(handle)
        except Exception as error:
            return error
        return answer if answer.trouble is None else TengenError(answer.trouble)

    @abstractmethod
    def begin(self, work: Callable[[U], R], unit: U) -> H:
        """Start a unit of work and return its handle."""

    @abstractmethod
    def finished(self, running: Mapping[H, Any]) -> Iterable[H]:
        """Wait for a finished or lost unit; return the handles of all such units."""

    @abstractmethod
    def answer(self, handle: H) -> Answer[Any]:
        """Return the answer of a finished unit. Lost: it was lost."""

    @abstractmethod
    def abandon(self, handles: Sequence[H]) -> None:
        """End what is in progress."""
