"""Checkpoints of long counts, searches and proofs: files written from time to time, from which the work continues.

All use one format: a NumPy archive with a head that identifies the work. A search provides snapshots of its arrays only
when they are consistent: between two slices, or after it has stopped (`budget.run_watched`). Its results are final, so
anything lost is found again. A new file is written next to the old one, then moved over it.

Values of listed states are computed in *parts*, a list and the sweeps over it, for one limit on prisoners after
another. A part can provide a snapshot at any moment. Checkpoints hold the parts of the current limit, those of the last
limit that decided the game, and a list that serves every limit.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..files.archives import read_arrays
from ..files.whole import whole_file
from ..records import FormatError, TengenError


class Progress(NamedTuple):
    """Progress of a count, from 0 to 1, and in words."""

    share: float
    told: str


class Count(ABC):
    """A count that can be stopped between two steps.

    ``head`` identifies what is counted, ``snapshot`` holds the results so far, and ``result`` the final number.
    """

    head: dict[str, Any]

    @property
    @abstractmethod
    def result(self) -> int | None:
        """The number, once it is known."""

    @abstractmethod
    def run(self) -> Iterator[Progress]:
        """Continue, in steps of at most a second."""

    @abstractmethod
    def snapshot(self) -> dict[str, Any]:
        """Return arrays from which the count can resume."""

    @abstractmethod
    def resume(self, kept: Mapping[str, Any]) -> None:
        """Continue from a snapshot."""

    def details(self) -> dict[str, Any]:
        """Return details of the computation."""
        return {}


EVERY: Final = 300.0
"""The minimum number of seconds between two checkpoints."""
_SHARE: Final = 10
"""Saving and resuming may take at most one part in this many of the time."""

Snapshot = Mapping[str, Any]


class Keeper:
    """A file that keeps the state of one count, search or proof; ``what`` identifies it."""

    def __init__(self, path: Path, what: Mapping[str, Any], every: float = EVERY) -> None:
        """Load the file if it exists; FormatError if it is damaged, TengenError if it belongs to another job."""
        self.path: Final = path
        self._what, self._every = json.loads(json.dumps(dict(what))), every
        self._source: tuple[str, Callable[[], Snapshot]] | None = None
        self._kept: tuple[str, dict[str, Any]] | None = None
        self._begun, self._due = monotonic(), monotonic() + every
        if path.exists():
            self._load()

    def _load(self) -> None:
        with self.path.open("rb") as file:
            try:
                arrays = read_arrays(file)
                head = json.loads(str(arrays.pop("head")))
                what, stage = head["what"], head["stage"]
            except (FormatError, KeyError, TypeError, ValueError, RecursionError) as error:
                raise FormatError(f"{self.path} is not a checkpoint, or it is damaged") from error
        if what != self._what:
            differs = [key for key, value in self._what.items() if what.get(key) != value]
            raise TengenError(
                f"{self.path} belongs to another job: {', '.join(differs) or 'the task'} differs; "
                "give the same options or another file"
            )
        self._kept = stage, arrays

    @property
    def is_due(self) -> bool:
        return self._source is not None and monotonic() > self._due

    @property
    def size(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0

    def keep(self, stage: str, snapshot: Callable[[], Snapshot], take_up: Callable[[Snapshot], object]) -> bool:
        """From now on save what ``snapshot`` returns; pass the file's data of the same stage to ``take_up``, once.

        Return whether there was any; FormatError if it does not fit.
        """
        self._source = stage, snapshot
        if self._kept is None or self._kept[0] != stage:
            return False
        kept, self._kept = self._kept[1], None
        self.fit(take_up, kept)
        return True

    def fit(self, take_up: Callable[[Snapshot], object], kept: Snapshot) -> None:
        """Resume a part from the file; FormatError if it does not fit."""
        try:
            take_up(kept)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            raise FormatError(f"{self.path} is damaged: its contents do not fit") from error

    def save(self) -> None:
        """Save the search; without a watched search the file stays unchanged."""
        begun = monotonic()
        if self._source is not None and self._kept is None:  # otherwise the file's search has not resumed yet
            stage, snapshot = self._source
            with whole_file(self.path) as file:
                head = json.dumps({"what": self._what, "stage": stage})
                np.savez(file, head=np.array(head), **snapshot())
        now = monotonic()
        self._due = now + max(self._every, (now - self._begun) / _SHARE, _SHARE * (now - begun))

    def release(self) -> None:
        """Save the search and release its memory, before another search that is not kept."""
        self.save()
        self._source = None


def packed(table: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Return the indices of the non-empty rows of a table, and these rows."""
    used = np.flatnonzero(table.any(axis=1))
    return used, table[used]


_EVERY_LIMIT: Final = -1
_Limit = TypeVar("_Limit")
_Part = tuple[int, str]
"""A part's limit number (`_EVERY_LIMIT`: all limits) and its name."""


class KeptStates:
    """Keeps the parts of a list of states; does nothing without a keeper."""

    def __init__(self, keeper: Keeper | None = None) -> None:
        """Load the keeper's file; FormatError if it is damaged."""
        self._keeper = keeper
        self._parts: dict[_Part, Callable[[], Snapshot]] = {}
        self._waiting: dict[_Part, dict[str, Any]] = {}
        self._limit = _EVERY_LIMIT  # the limit in progress
        self._furthest, self._decided = 0, _EVERY_LIMIT
        if keeper is not None:
            keeper.keep("states", self._snapshot, self._sort)

    def _sort(self, kept: Mapping[str, Any]) -> None:
        self._furthest, self._decided = map(int, kept["limits"])
        for key in set(kept) - {"limits"}:
            limit, part, name = key.split()
            self._waiting.setdefault((int(limit), part), {})[name] = kept[key]

    def _snapshot(self) -> dict[str, Any]:
        parts = {**self._waiting, **{part: snapshot() for part, snapshot in self._parts.items()}}
        arrays = {f"{limit} {part} {name}": kept[name] for (limit, part), kept in parts.items() for name in kept}
        return {"limits": (self._furthest, self._decided), **arrays}

    def part(self, name: str, snapshot: Callable[[], Snapshot], take_up: Callable[[Snapshot], None]) -> None:
        """From now on save what ``snapshot`` returns; pass this part's saved data, if any, to ``take_up``."""
        if self._keeper is None:
            return
        part = self._limit, name
        if part in self._waiting:
            self._keeper.fit(take_up, self._waiting[part])
        self._parts[part] = snapshot
        self._waiting.pop(part, None)

    def limits(self, limits: Sequence[_Limit]) -> Iterator[_Limit]:
        """Yield the limits in order, without those that an earlier run tried in vain."""
        for number, limit in enumerate(limits):
            if number < self._furthest and number != self._decided:
                continue
            self._limit, self._furthest = number, max(number, self._furthest)
            alive = (_EVERY_LIMIT, self._decided, number)
            self._parts = {part: snapshot for part, snapshot in self._parts.items() if part[0] in alive}
            yield limit

    def decide(self) -> None:
        """Note that the current limit has decided the game: its parts are kept while further limits are tried."""
        self._decided = self._limit

    def step(self) -> None:
        """Save the file if it is due."""
        if self._keeper is not None and self._keeper.is_due:
            self._keeper.save()

    def release(self) -> None:
        """Save the file and release the memory of the parts."""
        if self._keeper is not None:
            self._keeper.release()
        self._parts.clear()
