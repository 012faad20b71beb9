"""Saved states of batches of games, on whatever they are played: what is kept, and where it may be put back."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from numpy.typing import NDArray

from ..records import TengenError
from .core.arrays import Fixed

_LAID = ("colour", "tiles", "tao", "tao_later", "neighbours_at", "degree", "footprint_at", "footprint_size")
"""What of a point lies there from the start; all else follows, but for the order of the list of open points."""


class Snapshot(NamedTuple):
    """The state of games of an environment, to be restored in one like it; ``kind`` says what is alike."""

    arrays: tuple[NDArray[Any], ...]
    kind: str


def kind_of(fixed: Fixed) -> str:
    """Return what tells games from those on another board, of other rules, or from another start.

    Planes are left out, and whether games begin anew by themselves: neither is part of a game.
    """
    settings = fixed.settings.copy()
    settings["autoreset"] = 0
    digest = sha256()
    adjacency = fixed.adjacency
    for array in (*(fixed.start.points[name] for name in _LAID), adjacency.links, adjacency.keys, fixed.prices):
        digest.update(array.tobytes())
    for records in (fixed.start.table, settings):
        for name in records.dtype.names or ():
            digest.update(records[name].tobytes())
    return digest.hexdigest()


def check_snapshot(snapshot: Any, memory: Sequence[Any], kind: str, games: int) -> None:
    """Raise TengenError unless a state is that of this number of games in such memory.

    The kernel would follow whatever numbers it holds.
    """
    if not isinstance(snapshot, Snapshot):
        raise TengenError(f"restore takes what save() returned, not {snapshot!r:.60}")
    shapes = [(tuple(array.shape), array.dtype) for array in snapshot.arrays]
    if snapshot.kind != kind or shapes != [((games, *array.shape[1:]), array.dtype) for array in memory]:
        raise TengenError("this state was saved from games of another kind or number")
