"""What belongs together in positions of several boards, in the flat arrays that jitted code reads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .graph import BoardGraph
from .sizes import FIRST_RELATION, GROUP, LINES, POINT
from .sums import Table


class Kinds(NamedTuple):
    """The part of a `Table` that does not depend on the positions, for some boards."""

    starts_at: NDArray[np.int64]
    starts: NDArray[np.int64]
    points: NDArray[np.int32]
    weights: NDArray[np.float32]
    lines_at: NDArray[np.int64]
    lines: NDArray[np.int32]


def used(graph: BoardGraph) -> tuple[int, ...]:
    """Return the places in `sizes.MIXED` of what is mixed on a board; boards of which they are the same go together."""
    relations = [FIRST_RELATION + place for place, links in enumerate(graph.relations) if links is not None]
    return (POINT, *relations, *([LINES] if graph.lines is not None else []), GROUP)


@lru_cache(maxsize=256)
def _kinds(graphs: tuple[BoardGraph, ...]) -> Kinds:
    """Return the flat arrays of boards on which the same is mixed."""
    relations = [[links for links in graph.relations if links is not None] for graph in graphs]
    starts: list[Any] = []
    points: list[Any] = []
    starts_at = np.zeros((len(graphs), len(relations[0])), np.int64)
    begun = listed = 0
    for g, links in enumerate(relations):
        for r, one in enumerate(links):
            starts_at[g, r] = begun
            starts.append(one.starts.astype(np.int64) + listed)
            points.append(one.points)
            begun, listed = begun + len(one.starts), listed + len(one.points)
    lines = [graph.lines.reshape(-1) for graph in graphs if graph.lines is not None]
    sizes = np.cumsum([0, *(len(line) for line in lines)])
    return Kinds(
        starts_at,
        np.concatenate(starts),
        np.concatenate(points),
        np.array([[one.weight for one in links] for links in relations], np.float32),
        sizes[:-1].astype(np.int64) if lines else np.full(len(graphs), -1, np.int64),
        np.concatenate(lines) if lines else np.zeros(0, np.int32),
    )


def table_of(graphs: Sequence[BoardGraph], groups: Sequence[NDArray[np.int32]]) -> Table:
    """Return what belongs together in some positions on each of some boards, on all of which the same is mixed.

    ``groups`` (B, n) are those of each board's observation.
    """
    kinds = _kinds(tuple(dict.fromkeys(graphs)))
    number = {graph: place for place, graph in enumerate(dict.fromkeys(graphs))}
    counts = [len(one) for one in groups]
    sizes = np.repeat([graph.size for graph in graphs], counts)
    return Table(
        first=np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)]),
        kind=np.repeat(np.array([number[graph] for graph in graphs], np.int64), counts),
        groups=np.concatenate([one.reshape(-1) for one in groups]),
        **kinds._asdict(),
    )
