"""Asking a network: positions of any boards and rules in, opinions out, on one core and without PyTorch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernel.blas import one_thread
from .forward import Forward, Raw
from .graph import BoardGraph
from .inputs import Observation
from .sizes import margins
from .tables import used
from .weights import Weights, load

Floats = NDArray[np.float32]
Group = tuple[BoardGraph, Observation, NDArray[np.uint8]]
"""Positions of one board and rules: the board, what is seen of them, and what may be done in them (B, 2n + 2)."""

ROWS = 2600
"""The number of points, about, that are worked on at a time, so that all of it stays in a core's cache."""


class Opinion(NamedTuple):
    """What a network says of B positions on n points, everything as the side to move sees it."""

    policy: Floats  # (B, 2n + 2) probabilities: stones, Tao stones, pass, return; 0 where not legal
    value: Floats  # (B,) from -1 (a loss) to 1
    margin: Floats  # (B,) points, komi included; means nothing where the last move decides
    ownership: Floats  # (B, n) from -1 (the opponent's) to 1
    left: Floats  # (B,) moves left
    no_result: Floats  # (B,) the chance that the game has no result
    margin_rms: Floats  # (B,) the root of the mean of the margin's square


class Evaluator:
    """A network that is asked about positions; not for two threads at a time.

    >>> import tengen
    >>> from tengen.network.graph import graph_of
    >>> from tengen.network.inputs import Observer
    >>> from tengen.network.making import untrained
    >>> game = tengen.Game("cushion", board="5x5 torus")
    >>> state, observer, legal = game.state(), Observer(game.board, game.rules), np.zeros((1, 52), np.uint8)
    >>> legal[0, :25] = 1
    >>> seen = observer.observe(state.points[None], state.table[None], legal)
    >>> [opinion] = Evaluator(untrained(seed=1)).evaluate([(graph_of(observer.board), seen, legal)])
    >>> opinion.policy.shape, round(float(opinion.policy.sum()), 3)
    ((1, 52), 1.0)
    """

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._forward = Forward(weights)

    @classmethod
    def load(cls, path: Path | None = None) -> Evaluator:
        """Return the network in a file of weights; None stands for the weights that come with the package.

        Raises:
            WeightsError: see `weights.load`.
        """
        return cls(load(path))

    def evaluate(self, groups: Sequence[Group]) -> list[Opinion]:
        """Return the opinion on each group; a group may be empty, and none depends on the others."""
        found = [_empty(graph, len(seen.points)) for graph, seen, _ in groups]
        with one_thread():
            for parts in _batches(groups):
                raw = self._forward([(groups[g][0], _cut(groups[g][1], rows)) for g, rows in parts])
                for (g, rows), said in zip(parts, raw, strict=True):
                    _write(found[g], rows, said, groups[g][2][rows], groups[g][0].size)
        return found


Part = tuple[int, slice]
"""Some of the positions of a group, which is named by its place."""


def _batches(groups: Sequence[Group]) -> Iterator[list[Part]]:
    """Yield parts of groups that are worked on together: those of boards on which the same is mixed."""
    kinds: dict[tuple[int, ...], list[int]] = {}
    for g, (graph, _, _) in enumerate(groups):
        kinds.setdefault(used(graph), []).append(g)
    for places in kinds.values():
        batch: list[Part] = []
        room = ROWS
        for g in places:
            size, count, at = groups[g][0].size, len(groups[g][1].points), 0
            while at < count:
                step = min(count - at, max(1, room // size))
                batch.append((g, slice(at, at + step)))
                at, room = at + step, room - step * size
                if room < size:
                    yield batch
                    batch, room = [], ROWS
        if batch:
            yield batch


def _cut(seen: Observation, rows: slice) -> Observation:
    return Observation(seen.points[rows], seen.globals[rows], seen.groups[rows])


def _empty(graph: BoardGraph, count: int) -> Opinion:
    n = graph.size
    shapes: tuple[Any, ...] = ((count, 2 * n + 2), (count,), (count,), (count, n), *[(count,)] * 3)
    return Opinion(*(np.zeros(shape, np.float32) for shape in shapes))


def _write(opinion: Opinion, rows: slice, raw: Raw, legal: NDArray[np.uint8], points: int) -> None:
    """Write what the network's numbers mean."""
    allowed = legal == 1
    opinion.policy[rows] = _shares(np.where(allowed, raw.policy, np.float32(-1e9))) * allowed
    result = _shares(raw.result)
    opinion.value[rows] = result[:, 0] - result[:, 2]
    opinion.no_result[rows] = result[:, 1]
    spread, bins = _shares(raw.margin), margins(points)
    opinion.margin[rows] = spread @ bins
    opinion.margin_rms[rows] = np.sqrt(spread @ bins**2)
    opinion.ownership[rows] = np.tanh(raw.ownership)
    opinion.left[rows] = np.expm1(np.clip(raw.left, 0, 12))


def _shares(logits: Floats) -> Floats:
    """Return the probabilities that logits (B, K) stand for."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares
