"""A board's relations as tuples, read from the arrays that compiled code takes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..layout import MUTUAL, REACHED, REACHED_AT, WAYS

Rows = tuple[tuple[int, ...], ...]
_WHERE = ("neighbours_at", "degree", "footprint_at", "footprint_size")


class Relations(NamedTuple):
    """For every point: its lines, where a stone's liberties lie, connects, is reached from, and what it covers."""

    edges: Rows
    neighbours: Rows
    connections: Rows
    reached_from: Rows
    footprint: Rows


def relations_of(points: NDArray[Any], links: NDArray[np.uint32]) -> Relations:
    """Return the relations of the board that a game's points and links describe."""
    return _read(links.tobytes(), *(points[name].astype(np.uint32).tobytes() for name in _WHERE))


@lru_cache(maxsize=32)
def _read(links: bytes, *where: bytes) -> Relations:
    words = np.frombuffer(links, np.uint32).tolist()
    near_at, near, covered_at, covered = (np.frombuffer(each, np.uint32).tolist() for each in where)
    n = len(near)
    ways = np.reshape(words[n + 1 : n + 1 + WAYS * n], (n, WAYS))

    def rows(firsts: list[int], counts: list[int]) -> Rows:
        return tuple([tuple(words[first : first + count]) for first, count in zip(firsts, counts, strict=True)])

    return Relations(
        edges=tuple([tuple(words[words[p] : words[p + 1]]) for p in range(n)]),
        neighbours=rows(near_at, near),
        connections=rows(near_at, ways[:, MUTUAL].tolist()),
        reached_from=rows(ways[:, REACHED_AT].tolist(), ways[:, REACHED].tolist()),
        footprint=rows(covered_at, covered),
    )
