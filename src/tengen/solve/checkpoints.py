"""Long counts, searches and proofs kept in files: what is known is written now and then, and the same work continues.

There is one format: an archive of NumPy with a head that says what is kept. A search gives a snapshot of its arrays
when it is asked, only at moments when they agree: between two slices, or after it has stopped (`budget.run_watched`).
What it has found is final, so whatever is lost is found again. Files are written next to the old ones, and then moved.

The values of listed states are found in *parts*: a list, and sweeps over it, for one limit on prisoners after the
other. A part gives a snapshot of its arrays at any moment, and takes one up. The parts of the current limit are kept,
those of the last limit that decided the game, and a list that serves every limit.
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
    """How far a count is, from 0 to 1, and in words."""

    share: float
    told: str


class Count(ABC):
    """A count that can be stopped between two pieces of work.

    ``head`` says what is counted, ``snapshot`` what has been found so far; ``result`` is there in the end.
    """

    head: dict[str, Any]

    @property
    @abstractmethod
    def result(self) -> int | None:
        """The number, when it is known."""

    @abstractmethod
    def run(self) -> Iterator[Progress]:
        """Go on from where it stands, a second's work or less at a time."""

    @abstractmethod
    def snapshot(self) -> dict[str, Any]:
        """Return arrays to go on from."""

    @abstractmethod
    def resume(self, kept: Mapping[str, Any]) -> None:
        """Go on from there."""

    def details(self) -> dict[str, Any]:
        """Return what else is worth knowing of how it was counted."""
        return {}


EVERY: Final = 300.0
"""Seconds between two writings at least."""
_SHARE: Final = 10
"""Writing, and the search's finding its way back, shall take at most one part in this many of the time."""

Snapshot = Mapping[str, Any]


class Keeper:
    """Keeps what one count, search or proof knows in a file; ``what`` says which it is."""

    def __init__(self, path: Path, what: Mapping[str, Any], every: float = EVERY) -> None:
        """Take up what the file holds, if it is there; FormatError or TengenError where it keeps something else."""
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
                raise FormatError(f"{self.path} is no checkpoint: it is something else, or damaged") from error
        if what != self._what:
            differs = [key for key, value in self._what.items() if what.get(key) != value]
            raise TengenError(
                f"{self.path} keeps something else: {', '.join(differs) or 'what is asked'} differs; "
                "give the same options, or another file"
            )
        self._kept = stage, arrays

    @property
    def is_due(self) -> bool:
        return self._source is not None and monotonic() > self._due

    @property
    def size(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0

    def keep(self, stage: str, snapshot: Callable[[], Snapshot], take_up: Callable[[Snapshot], object]) -> bool:
        """Keep what ``snapshot`` returns from now on; give ``take_up`` what the file has of the same stage, once.

        Return whether it had anything; FormatError if that does not fit.
        """
        self._source = stage, snapshot
        if self._kept is None or self._kept[0] != stage:
            return False
        kept, self._kept = self._kept[1], None
        self.fit(take_up, kept)
        return True

    def fit(self, take_up: Callable[[Snapshot], object], kept: Snapshot) -> None:
        """Take up a part of what the file keeps; FormatError if it does not fit."""
        try:
            take_up(kept)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            raise FormatError(f"{self.path} is damaged: what it keeps does not fit") from error

    def save(self) -> None:
        """Write what the search knows; without a search that is watched nothing, so that what was kept stays."""
        begun = monotonic()
        if self._source is not None and self._kept is None:  # else the search of the file has not begun
            stage, snapshot = self._source
            with whole_file(self.path) as file:
                head = json.dumps({"what": self._what, "stage": stage})
                np.savez(file, head=np.array(head), **snapshot())
        now = monotonic()
        self._due = now + max(self._every, (now - self._begun) / _SHARE, _SHARE * (now - begun))

    def release(self) -> None:
        """Write what the search knows, and let go of its memory: another search is tried, which is not kept."""
        self.save()
        self._source = None


def packed(table: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Return the numbers of the rows of a table that hold anything, and these rows."""
    used = np.flatnonzero(table.any(axis=1))
    return used, table[used]


_EVERY_LIMIT: Final = -1
_Limit = TypeVar("_Limit")
_Part = tuple[int, str]
"""The number of the limit that a part belongs to (`_EVERY_LIMIT`: to all), and its name."""


class KeptStates:
    """Keeps the parts of a list of states; without a keeper nothing is kept."""

    def __init__(self, keeper: Keeper | None = None) -> None:
        """Take up what the keeper's file holds; FormatError if it is damaged."""
        self._keeper = keeper
        self._parts: dict[_Part, Callable[[], Snapshot]] = {}
        self._waiting: dict[_Part, dict[str, Any]] = {}
        self._limit = _EVERY_LIMIT  # the one whose parts are made now
        self._furthest, self._decided = 0, _EVERY_LIMIT
        if keeper is not None:
            keeper.keep("states", self._snapshot, self._sort)

    def _sort(self, kept: Mapping[str, Any]) -> None:
        self._furthest, self._decided = map(int, kept["limits"])
        for key in set(kept) - {"limits"}:
            limit, part, name = key.split()
            self._waiting.setdefault((int(limit), part), {})[name] = kept[key]

    def _snapshot(self) -> dict[str, Any]:
        """Return the arrays of all parts, also of those that have not taken them up yet."""
        parts = {**self._waiting, **{part: snapshot() for part, snapshot in self._parts.items()}}
        arrays = {f"{limit} {part} {name}": kept[name] for (limit, part), kept in parts.items() for name in kept}
        return {"limits": (self._furthest, self._decided), **arrays}

    def part(self, name: str, snapshot: Callable[[], Snapshot], take_up: Callable[[Snapshot], None]) -> None:
        """Keep what ``snapshot`` returns from now on; give ``take_up`` what was kept of this part, if it was."""
        if self._keeper is None:
            return
        part = self._limit, name
        if part in self._waiting:
            self._keeper.fit(take_up, self._waiting[part])
        self._parts[part] = snapshot
        self._waiting.pop(part, None)

    def limits(self, limits: Sequence[_Limit]) -> Iterator[_Limit]:
        """Yield one limit after the other; of those that were done with before, only the one that decided the game."""
        for number, limit in enumerate(limits):
            if number < self._furthest and number != self._decided:
                continue
            self._limit, self._furthest = number, max(number, self._furthest)
            alive = (_EVERY_LIMIT, self._decided, number)
            self._parts = {part: snapshot for part, snapshot in self._parts.items() if part[0] in alive}
            yield limit

    def decide(self) -> None:
        """Note that the present limit has decided the game: its parts are kept while further limits are tried."""
        self._decided = self._limit

    def step(self) -> None:
        """Write the file if it is time to."""
        if self._keeper is not None and self._keeper.is_due:
            self._keeper.save()

    def release(self) -> None:
        """Write the file, and let the parts' memory go."""
        if self._keeper is not None:
            self._keeper.release()
        self._parts.clear()
