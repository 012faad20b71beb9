"""The network's numbers of positions, by NumPy's products of matrices and jitted sums; `train.model` says the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernel.layout import plain
from . import sums
from .graph import BoardGraph
from .inputs import Observation
from .sizes import RESULTS
from .tables import table_of, used
from .weights import Weights

Floats = NDArray[np.float32]


class Raw(NamedTuple):
    """The network's last numbers of B positions on n points, before they mean anything."""

    policy: Floats  # (B, 2n + 2) logits
    result: Floats  # (B, 3) logits
    margin: Floats  # (B, BINS) logits
    ownership: Floats  # (B, n), the inverse hyperbolic tangent of what is meant
    left: Floats  # (B,) the logarithm of one more than the moves left


class _Block(NamedTuple):
    """The arrays of a block."""

    pool: Floats
    mix: Floats
    mix_bias: Floats
    out: Floats


class _Said(NamedTuple):
    """What the heads say of all positions, one after another."""

    on_points: Floats  # (rows, 2) logits of a stone and of a Tao stone
    others: Floats  # (B, 2) logits of a pass and of a return
    value: Floats  # (B, results, bins and one more)
    owner: Floats  # (rows,)


class Forward:
    """A network's weights, laid out for speed, and memory to work in; not for two threads at a time."""

    def __init__(self, weights: Weights) -> None:
        self.sizes: Final = weights.sizes
        self._arrays = weights.arrays
        names = [f"blocks.{block}." for block in range(weights.sizes.blocks)]
        arrays = weights.arrays
        self._film = np.concatenate([arrays[name + "film"] for name in names], axis=1)
        self._film_bias = np.concatenate([arrays[name + "film_bias"] for name in names])
        self._blocks = [
            _Block(*(arrays[name + part] for part in _Block._fields)) for name in names
        ]  # fmt: skip
        self._mixes: dict[tuple[int, ...], list[Floats]] = {}
        self._memory: dict[str, Floats] = {}

    def __call__(self, groups: Sequence[tuple[BoardGraph, Observation]]) -> list[Raw]:
        """Return the last numbers of positions on boards on which the same is mixed (see `tables.used`)."""
        a = self._arrays
        places = used(groups[0][0])
        table = table_of([graph for graph, _ in groups], [seen.groups for _, seen in groups])
        points = np.concatenate([seen.points.reshape(-1, seen.points.shape[2]) for _, seen in groups])
        rules = np.concatenate([seen.globals for _, seen in groups])
        rules = np.maximum(rules @ a["rules_in"] + a["rules_in_bias"], 0)
        rules = np.maximum(rules @ a["rules_deep"] + a["rules_deep_bias"], 0)
        hidden = points @ a["point_in"] + np.repeat(rules @ a["rules_to_points"], np.diff(table.first), axis=0)
        pooled = np.empty((len(rules), 2 * self.sizes.width), np.float32)
        sums.pool(hidden, table.first, pooled)
        self._run_blocks(hidden, rules, pooled, table, places)
        said = self._heads(hidden, rules, pooled, table.first)
        return list(_parted(said, [(graph.size, len(seen.points)) for graph, seen in groups]))

    def _run_blocks(
        self, hidden: Floats, rules: Floats, pooled: Floats, table: sums.Table, places: tuple[int, ...]
    ) -> None:
        """Let all blocks change the numbers of points, and the pool with them."""
        width, rows = self.sizes.width, len(hidden)
        mixed = self._room("mixed", rows + 1, width * len(places))
        mixed[rows] = 0
        inner, outer = self._room("inner", rows, width), self._room("outer", rows, width)
        longest = int(np.diff(table.first).max())
        space = self._room("sums", longest, width + 1)
        films = rules @ self._film + self._film_bias
        bias = np.empty((len(rules), width), np.float32)
        arrays = plain(table)
        for number, (block, matrix) in enumerate(zip(self._blocks, self._matrices(places), strict=True)):
            film = films[:, 2 * width * number : 2 * width * (number + 1)] + pooled @ block.pool
            sums.mix(hidden, film, arrays, space, mixed)
            np.matmul(mixed[:rows], matrix, out=inner)
            bias[:] = block.mix_bias
            sums.activate(inner, bias, table.first)
            np.matmul(inner, block.out, out=outer)
            hidden += outer
            sums.pool(hidden, table.first, pooled)

    def _heads(self, hidden: Floats, rules: Floats, pooled: Floats, first: NDArray[np.int64]) -> _Said:
        """Return what the heads say of all positions."""
        a, width = self._arrays, self.sizes.width
        ready = self._room("outer", len(hidden), width)
        sums.normalise(hidden, ready)
        sums.pool(ready, first, pooled)
        size: Floats = (np.sqrt(np.diff(first)) / 9 - 1).astype(np.float32)[:, None]
        whole: Floats = np.concatenate([pooled, pooled[:, :width] * size, rules], axis=1)
        shared = whole @ a["policy_whole"] + a["policy_whole_bias"]
        on_points: Floats = ready @ a["policy_point"]
        sums.activate(on_points, shared, first)
        value = np.maximum(whole @ a["value_in"] + a["value_in_bias"], 0)
        return _Said(
            on_points @ a["policy_out"],
            np.maximum(shared, 0) @ a["other_out"] + a["other_out_bias"],
            value @ a["value_out"] + a["value_out_bias"],
            (ready @ a["owner_out"])[:, 0],
        )

    def _matrices(self, places: tuple[int, ...]) -> list[Floats]:
        """Return every block's matrices for what is mixed, one below the other."""
        if places not in self._mixes:
            width = self.sizes.width
            self._mixes[places] = [block.mix[list(places)].reshape(-1, width) for block in self._blocks]
        return self._mixes[places]

    def _room(self, name: str, rows: int, columns: int) -> Floats:
        """Return memory of this shape, kept from call to call."""
        kept = self._memory.get(name)
        if kept is None or kept.size < rows * columns:
            kept = self._memory[name] = np.empty(rows * columns, np.float32)
        return kept[: rows * columns].reshape(rows, columns)


def _parted(said: _Said, sizes: Sequence[tuple[int, int]]) -> Iterator[Raw]:
    """Yield what was said of each group, of which the number of points and of positions are given."""
    at = row = 0
    for n, count in sizes:
        here, there = slice(at, at + count), slice(row, row + count * n)
        stones, value, last = said.on_points[there].reshape(count, n, 2), said.value[here], len(RESULTS)
        yield Raw(
            policy=np.concatenate([stones[:, :, 0], stones[:, :, 1], said.others[here]], axis=1),
            result=value[:, :last],
            margin=value[:, last:-1],
            ownership=said.owner[there].reshape(count, n),
            left=value[:, -1],
        )
        at, row = here.stop, there.stop
