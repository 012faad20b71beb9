"""The jitted part of the network: everything but the products of matrices, which NumPy's BLAS does.

Rows are the points of all positions, one position after another. The last row of ``mixed`` is always 0: it stands for
points that are not there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernel.array_types import Float32s, Int64s
from ..kernel.jit import entry, helper, routine
from .sizes import EPSILON

Floats = NDArray[np.float32]
_ADDED = np.float32(EPSILON)


class Table(NamedTuple):
    """What belongs together in some positions, whose boards all have the same relations."""

    first: NDArray[np.int64]  # (B + 1,): the first row of every position, and the end
    kind: NDArray[np.int64]  # (B,): which of the boards each is on
    starts_at: NDArray[np.int64]  # (boards, relations): where in `starts` a relation's n + 1 entries begin
    starts: NDArray[np.int64]
    points: NDArray[np.int32]
    weights: Floats  # (boards, relations)
    lines_at: NDArray[np.int64]  # (boards,): where in `lines` a board's 4n entries begin; -1: no board has lines
    lines: NDArray[np.int32]
    groups: NDArray[np.int32]  # (rows,)


@helper
def normalised(row: Float32s, out: Float32s) -> None:
    """Write a row divided by the root of its mean square."""
    total = np.float32(0)
    for j in range(len(row)):
        total += row[j] * row[j]
    by = np.float32(1) / np.sqrt(total / np.float32(len(row)) + _ADDED)
    for j in range(len(row)):
        out[j] = row[j] * by


@entry
def normalise(hidden: Float32s, out: Float32s) -> None:
    """Write every row divided by the root of its mean square."""
    for i in range(len(hidden)):
        normalised(hidden[i], out[i])


@entry
def mix(hidden: Float32s, film: Float32s, table: Table, sums: Float32s, mixed: Float32s) -> None:
    """Write beside each other what a block multiplies by its matrices (see `sizes.MIXED`), what is absent left out.

    ``film`` (B, 2 * width) holds scales and shifts, ``sums`` has room for the points of one position and a count each.
    """
    table = Table(*table)
    for b in range(len(table.kind)):
        modulate(hidden, film[b], table.first[b], table.first[b + 1], mixed)
        add_relations(table, b, hidden.shape[1], mixed)
        if table.lines_at[table.kind[b]] >= 0:
            add_lines(table, b, hidden.shape[1], mixed)
        add_group_means(table, b, hidden.shape[1], sums, mixed)


@routine
def modulate(hidden: Float32s, film: Float32s, first: int, end: int, mixed: Float32s) -> None:
    """Write the rows of a position normalised, scaled and shifted."""
    width = hidden.shape[1]
    for i in range(first, end):
        out = mixed[i]
        normalised(hidden[i], out[:width])
        for j in range(width):
            out[j] = out[j] * (np.float32(1) + film[j]) + film[width + j]


@routine
def add_relations(table: Table, b: int, width: int, mixed: Float32s) -> None:
    """Write the sums over every relation."""
    first, g = table.first[b], table.kind[b]
    for r in range(table.weights.shape[1]):
        weight = table.weights[g, r]
        at = table.starts_at[g, r]
        for p in range(table.first[b + 1] - first):
            out = mixed[first + p, (r + 1) * width : (r + 2) * width]
            for j in range(width):
                out[j] = 0
            for k in range(table.starts[at + p], table.starts[at + p + 1]):
                row = mixed[first + table.points[k], :width]
                for j in range(width):
                    out[j] += row[j]
            for j in range(width):
                out[j] *= weight


@routine
def add_lines(table: Table, b: int, width: int, mixed: Float32s) -> None:
    """Write the larger of the sums over the two points beside a point in its row and in its column."""
    first = table.first[b]
    n = table.first[b + 1] - first
    at = table.lines_at[table.kind[b]]
    column = (table.weights.shape[1] + 1) * width
    nothing = len(mixed) - 1
    for p in range(n):
        beside = table.lines[at + 4 * p : at + 4 * p + 4]
        left = mixed[first + beside[0] if beside[0] < n else nothing, :width]
        right = mixed[first + beside[1] if beside[1] < n else nothing, :width]
        above = mixed[first + beside[2] if beside[2] < n else nothing, :width]
        below = mixed[first + beside[3] if beside[3] < n else nothing, :width]
        out = mixed[first + p, column : column + width]
        for j in range(width):
            out[j] = max(left[j] + right[j], above[j] + below[j])


@routine
def add_group_means(table: Table, b: int, width: int, sums: Float32s, mixed: Float32s) -> None:
    """Write the mean over the group of every point, into the last columns."""
    first, end = table.first[b], table.first[b + 1]
    column = mixed.shape[1] - width
    for p in range(end - first):
        for j in range(width + 1):
            sums[p, j] = 0
    for i in range(first, end):
        to = sums[table.groups[i]]
        row = mixed[i, :width]
        for j in range(width):
            to[j] += row[j]
        to[width] += 1
    for i in range(first, end):
        total = sums[table.groups[i]]
        by = np.float32(1) / total[width]
        out = mixed[i, column:]
        for j in range(width):
            out[j] = total[j] * by


@entry
def activate(rows: Float32s, shifts: Float32s, first: Int64s) -> None:
    """Add to the rows of every position what it adds to all of them, and make what is negative 0."""
    for b in range(len(first) - 1):
        shift = shifts[b]
        for i in range(first[b], first[b + 1]):
            row = rows[i]
            for j in range(len(row)):
                row[j] = max(row[j] + shift[j], np.float32(0))


@entry
def pool(hidden: Float32s, first: Int64s, pooled: Float32s) -> None:
    """Write mean and maximum of the rows of every position, beside each other."""
    width = hidden.shape[1]
    for b in range(len(first) - 1):
        mean, most = pooled[b, :width], pooled[b, width : 2 * width]
        for j in range(width):
            mean[j] = 0
            most[j] = hidden[first[b], j]
        for i in range(first[b], first[b + 1]):
            row = hidden[i]
            for j in range(width):
                mean[j] += row[j]
                most[j] = max(most[j], row[j])
        by = np.float32(1) / np.float32(first[b + 1] - first[b])
        for j in range(width):
            mean[j] *= by
