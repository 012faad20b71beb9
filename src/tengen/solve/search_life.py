"""Life in masks: what a side cannot lose although it passes for ever (Benson 1976), and what is its own by that.

A *region* is a maximal connected set of points without own stones. Benson's chains have two regions each whose vacant
points are all liberties of theirs, while all chains around those regions are such chains. They stay on the board
whatever the other side does, suicide or not.
"""

from __future__ import annotations

import numpy as np

from ..kernel.jit import entry, helper, routine
from .bits import all_points, count, flood, low_bit

_NONE = np.uint64(0)
_ONE = np.uint64(1)


@helper
def halo_of(mask, near):
    """Return the union of the neighbours of a mask's points."""
    return flood(mask, mask, near)[1]


@routine
def alive(own, enemy, near):
    """Return the stones alive, and the union of the regions that only such stones surround."""
    rest = all_points(near) & ~own
    vacant = rest & ~enemy
    living, regions = own, rest
    changed = True
    while changed and living:
        changed = False
        chains = living
        while chains:
            chain, halo = flood(low_bit(chains), own, near)
            chains &= ~chain
            vital = 0
            around = halo & regions
            while around and vital < 2:
                region, _ = flood(low_bit(around), rest, near)
                around &= ~region
                vital += not region & vacant & ~halo
            if vital < 2:
                living &= ~chain
                lost, _ = flood(halo & regions, rest, near)
                regions &= ~lost
                changed = True
    return living, regions if living else _NONE


@routine
def sure(own, enemy, near, suicide):
    """Return what no play can take from a side that only passes: its living stones and, without suicide, their eyes.

    An eye is a vacant point that is a region by itself: nobody else can put a stone there. This holds under every rule
    of repetition, as passing does.
    """
    living, regions = alive(own, enemy, near)
    found = living
    if suicide:
        return found
    eyes = regions & ~enemy
    while eyes:
        point = low_bit(eyes)
        eyes &= ~point
        around = halo_of(point, near)
        if around and not around & ~own:  # a point without neighbours is nobody's (spec 0.8)
            found |= point
    return found


@routine
def safe(own, enemy, near):
    """Return a side's living stones and the regions among them all of whose points touch living stones.

    They are its points at the end where suicide is forbidden and no superko is in force, if it answers: it passes, and
    takes enemy stones in such a region off before it lets the game end by a second pass. A stone it puts there joins a
    living chain and stays for ever, so that is done in finitely many moves; and as it leaves the last liberty of
    what stands there to the capture, which gives an eye back, its chains live on. The enemy, moving alone meanwhile,
    runs out of moves. It must be on move, though, or the move before no pass of its own.
    """
    living, regions = alive(own, enemy, near)
    found = living
    if not living:
        return found
    touched = halo_of(living, near)
    while regions:
        region, _ = flood(low_bit(regions), regions, near)
        regions &= ~region
        if not region & ~touched:
            found |= region
    return found


@entry
def living(own, enemy, near):
    """Return `alive`'s stones."""
    return alive(own, enemy, near)[0]


@entry
def safe_points(own, enemy, near):
    """Return `safe`."""
    return safe(own, enemy, near)


@helper
def least_score(points, near):
    """Return the score of a side that has these points for sure and nothing else."""
    return 2 * count(points) - len(near)
