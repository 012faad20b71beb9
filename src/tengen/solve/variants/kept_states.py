"""A list of states and the sweeps over it, kept in one file: each of them goes on where it stood.

The values of listed states are found in *parts*: a list, and sweeps over it, for one limit on prisoners after the
other. A part gives a snapshot of its arrays at any moment, and takes one up. The parts of the limit that is worked on
are kept, those of the last limit that decided the game, and a list that serves every limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..keeping import Keeper, Snapshot

_EVERY_LIMIT: Final = -1
_Limit = TypeVar("_Limit")


class _Part(NamedTuple):
    """A part's name, and the number of the limit that it belongs to (`_EVERY_LIMIT`: to all)."""

    limit: int
    name: str


class KeptStates:
    """Keeps the parts of a list of states; without a keeper nothing is kept."""

    def __init__(self, keeper: Keeper | None = None) -> None:
        """Take up what the keeper's file holds.

        Raises:
            FormatError: it is damaged.
        """
        self._keeper = keeper
        self._parts: dict[_Part, Callable[[], Snapshot]] = {}
        self._waiting: dict[_Part, dict[str, Any]] = {}
        self._limit = _EVERY_LIMIT  # the one whose parts are made now
        self._furthest, self._decided = 0, _EVERY_LIMIT
        kept = None if keeper is None else keeper.watch("states", self._snapshot)
        if keeper is not None and kept is not None:
            try:
                self._sort(kept)
            except (KeyError, TypeError, ValueError) as error:
                raise keeper.damaged() from error

    def _sort(self, kept: Mapping[str, Any]) -> None:
        """Lay the arrays of a file ready for the parts that they belong to."""
        self._furthest, self._decided = map(int, kept["limits"])
        for key in set(kept) - {"limits"}:
            limit, part, name = key.split()
            self._waiting.setdefault(_Part(int(limit), part), {})[name] = kept[key]

    def _snapshot(self) -> dict[str, Any]:
        """Return the arrays of all parts, also of those that have not taken them up yet."""
        parts = {**self._waiting, **{part: snapshot() for part, snapshot in self._parts.items()}}
        arrays = {
            f"{part.limit} {part.name} {name}": array for part, kept in parts.items() for name, array in kept.items()
        }
        return {"limits": (self._furthest, self._decided), **arrays}

    def part(self, name: str, snapshot: Callable[[], Snapshot], take_up: Callable[[Snapshot], None]) -> None:
        """Keep what ``snapshot`` returns from now on; give ``take_up`` what was kept of this part, if it was.

        Raises:
            FormatError: that does not fit.
        """
        if self._keeper is None:
            return
        part = _Part(self._limit, name)
        if part in self._waiting:
            try:
                take_up(self._waiting[part])
            except (KeyError, IndexError, TypeError, ValueError) as error:
                raise self._keeper.damaged() from error
        self._parts[part] = snapshot
        self._waiting.pop(part, None)

    def limits(self, limits: Sequence[_Limit]) -> Iterator[_Limit]:
        """Yield one limit after the other; of those that were done with before, only the one that decided the game."""
        for number, limit in enumerate(limits):
            if number < self._furthest and number != self._decided:
                continue
            self._limit, self._furthest = number, max(number, self._furthest)
            alive = (_EVERY_LIMIT, self._decided, number)
            self._parts = {part: snapshot for part, snapshot in self._parts.items() if part.limit in alive}
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


def refill(array: NDArray[Any], kept: object) -> None:
    """Overwrite an array by what was kept of it; ValueError where that has another shape."""
    found = np.asarray(kept)
    if found.shape != array.shape:
        raise ValueError(f"{array.shape} were expected, not {found.shape}")
    array[:] = found
