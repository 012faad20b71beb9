"""Weights that nobody trained: where training begins, and what tests play with."""

from __future__ import annotations

import numpy as np

from .graph import NEIGHBOURS
from .sizes import FIRST_RELATION, MIXED, POINT, Sizes
from .weights import Array, Weights, shapes_of

_SEEN_BY_ALL = (POINT, FIRST_RELATION + NEIGHBOURS)
_SELDOM = ("reached", "edges", "footprint", "covered")


def untrained(sizes: Sizes | None = None, seed: int = 0) -> Weights:
    """Return random weights from which a network learns well; blocks change nothing yet.

    What few boards have begins at 0, so that it stays without effect where nothing has been learnt of it.

    >>> untrained(Sizes(blocks=2)).arrays["blocks.1.mix"].shape
    (9, 64, 64)
    """
    sizes = sizes or Sizes()
    rng = np.random.default_rng(seed)
    return Weights(sizes, {name: _array(rng, name, shape) for name, shape in shapes_of(sizes).items()}, {})


def _array(rng: np.random.Generator, name: str, shape: tuple[int, ...]) -> Array:
    part = name.rsplit(".", 1)[-1]
    if part.endswith("_bias") or part in ("pool", "out"):
        return np.zeros(shape, np.float32)
    found = rng.standard_normal(shape)
    if part == "mix":
        found *= np.sqrt(2 / (3 * shape[1]))
        for place, what in enumerate(MIXED):
            if place not in _SEEN_BY_ALL:
                found[place] *= 0 if what in _SELDOM else 0.5
        return found.astype(np.float32)
    size = 0.1 if part == "film" else 0.3 if part.endswith("_out") else 1.0
    scaled: Array = (found * size / np.sqrt(shape[0])).astype(np.float32)
    return scaled
