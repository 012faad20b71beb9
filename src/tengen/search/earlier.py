"""Earlier situations, as a search knows them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..kernel.mixing import mixed_all
from ..rules import Rules
from .nodes import FREE, NATURAL, POSITIONAL, SITUATIONAL, THIRD, WHOLE, repetition_code
from .situations import ANYBODY, OBEYED


def situation_keys(
    rules: Rules,
    keys: Sequence[int],
    creators: Sequence[int],
    followers: Sequence[int],
    rests: Sequence[Sequence[int]],
) -> list[int]:
    """Return the keys under which `Search.begin` knows earlier situations: see `situations.situation_key`.

    ``keys`` are the positions', ``creators`` and ``followers`` who made each by a placement (0: nobody) and who moved
    next (1 Black, 2 White), ``rests`` what else belongs to the whole states (spec 1.6), in the order of its table.
    """
    rule = repetition_code("a search", rules, OBEYED)
    added = {
        FREE: [],
        POSITIONAL: [ANYBODY] * len(keys),
        SITUATIONAL: followers,
        NATURAL: creators,
        THIRD: followers,
        WHOLE: followers,
    }[rule]
    if rule == FREE:
        return []
    with np.errstate(over="ignore"):
        found = mixed_all(np.array(keys, np.uint64) + np.array(added, np.uint64))
    if rule == NATURAL:
        found = found[np.array(creators) != 0]
    if rule == WHOLE:
        for numbers in zip(*rests, strict=True):
            found = mixed_all(found ^ np.array(numbers, np.uint64))
    return [int(key) for key in found]
