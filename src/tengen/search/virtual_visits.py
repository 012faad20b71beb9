"""Virtual visits of moves by probabilities: those of strengths at first, a network's later on."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..kernel.array_types import Float32s, Records
from ..kernel.jit import entry, helper, routine
from ..kernel.layout import PLACE

_LEAST = np.float32(1e-6)
"""What every move is at least likely."""


class Virtual(NamedTuple):
    """How the probabilities of moves become virtual visits."""

    likely: float  # virtual wins of the likeliest move
    power: float  # of another move's chance, in parts of the likeliest's: as many parts of these wins it has
    unlikely: float  # virtual losses of a move that is never played; none for one as likely as the average


@helper
def virtual(chance: float, most: float, count: int, how: Virtual) -> tuple[float, float]:
    """Return the virtual visits of a move, and how many are won, by its chance, the greatest one and their count."""
    wins = how.likely * (chance / most) ** how.power
    return wins + how.unlikely * max(0.0, 1.0 - chance * count), wins


@routine
def weigh_children(nodes: Records, begin: int, count: int, settings: Records) -> None:
    """Turn the strengths that lie in the trust of new children into probabilities, and these into virtual visits."""
    how = Virtual(settings[0].likely, settings[0].power, settings[0].unlikely)
    most = np.float32(-1e9)
    for c in range(begin, begin + count):
        most = max(most, nodes[c].trust)
    total = np.float32(0)
    for c in range(begin, begin + count):
        nodes[c].trust = math.exp(nodes[c].trust - most)
        total += nodes[c].trust
    for c in range(begin, begin + count):
        nodes[c].trust /= total
        visits, wins = virtual(nodes[c].trust, 1 / total, count, how)
        nodes[c].prior_visits += visits
        nodes[c].prior_wins += wins


@entry
def weigh_anew(children: Records, chances: Float32s, old: Virtual, new: Virtual) -> None:
    """Give the moves of a node virtual visits by other probabilities (n), and take back those by the old ones."""
    count = 0
    most_before = most = total = np.float32(0)
    for child in children:
        if child.kind == PLACE:
            count += 1
            chance = chances[child.point] + _LEAST
            total += chance
            most = max(most, chance)
            most_before = max(most_before, child.trust)
    for c in range(len(children)):
        if children[c].kind == PLACE:
            chance = chances[children[c].point] + _LEAST
            visits, wins = virtual(chance / total, most / total, count, new)
            visits_before, wins_before = virtual(children[c].trust, most_before, count, old)
            children[c].prior_visits += visits - visits_before
            children[c].prior_wins += wins - wins_before
            children[c].trust = chance / total
