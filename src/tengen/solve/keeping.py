"""One long proof kept in a file: what its search knows is written now and then, and the same proof goes on from there.

A search gives a snapshot of its arrays when it is asked, and is asked only at moments when they agree: between two
slices, or after it has stopped (`interruption`). What it has found out is final, so whatever is lost is found again. A
file is as large as what is known; it is written beside the old one, and then moved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..files.whole import whole_file
from ..records import FormatError, TengenError
from .checkpoints import archive, unpacked

EVERY: Final = 300.0
"""Seconds between two writings at least."""
_SHARE: Final = 10
"""Writing, and the search's finding its way back, shall take at most one part in this many of the time."""

Snapshot = Mapping[str, Any]


class Keeper:
    """Keeps what one search knows in a file; ``what`` says which proof it is."""

    def __init__(self, path: Path, what: Mapping[str, Any], every: float = EVERY) -> None:
        """Take up what the file holds, if it is there.

        Raises:
            FormatError: the file keeps no proof; TengenError: it keeps another one.
        """
        self.path: Final = path
        self._what, self._every = dict(what), every
        self._source: tuple[str, Callable[[], Snapshot]] | None = None
        self._kept: tuple[str, dict[str, Any]] | None = None
        self._begun, self._due = monotonic(), monotonic() + every
        if path.exists():
            self._load()

    def _load(self) -> None:
        complaint = f"{self.path} keeps no proof: it is something else, or damaged"
        with self.path.open("rb") as file:
            head, arrays = unpacked(file, complaint)
        if not {"proof", "stage"} <= set(head):
            raise FormatError(complaint)
        if head["proof"] != self._what:
            differs = [key for key, value in self._what.items() if head["proof"].get(key) != value]
            raise TengenError(
                f"{self.path} keeps another proof: {', '.join(differs) or 'what is asked'} differs; "
                "give the same, or another file"
            )
        self._kept = head["stage"], arrays

    @property
    def is_due(self) -> bool:
        """Whether it is time to write, and there is something."""
        return self._source is not None and monotonic() > self._due

    @property
    def size(self) -> int:
        """The bytes of the file."""
        return self.path.stat().st_size if self.path.exists() else 0

    def watch(self, stage: str, snapshot: Callable[[], Snapshot]) -> dict[str, Any] | None:
        """Keep what ``snapshot`` returns from now on; return what was kept of the same stage, once."""
        self._source = stage, snapshot
        if self._kept is None or self._kept[0] != stage:
            return None
        kept, self._kept = self._kept[1], None
        return kept

    def keeps(self, stage: str) -> bool:
        """Say whether the file has a stage that nobody has taken up yet."""
        return self._kept is not None and self._kept[0] == stage

    def save(self) -> None:
        """Write what the search knows; without a search that is watched nothing, so that what was kept stays."""
        begun = monotonic()
        if self._source is not None and self._kept is None:  # else the search of the file has not begun
            stage, snapshot = self._source
            with whole_file(self.path) as file:
                archive(file, {"proof": self._what, "stage": stage}, snapshot())
        now = monotonic()
        self._due = now + max(self._every, (now - self._begun) / _SHARE, _SHARE * (now - begun))

    def release(self) -> None:
        """Write what the search knows, and let go of its memory: another search is tried, which is not kept."""
        self.save()
        self._source = None

    def damaged(self) -> FormatError:
        """Return the error of a file whose arrays do not fit."""
        return FormatError(f"{self.path} is damaged: what it keeps does not fit this proof")


def packed(table: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Return the numbers of the rows of a table that hold anything, and these rows."""
    used = np.flatnonzero(table.any(axis=1))
    return used, table[used]
