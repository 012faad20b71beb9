"""Life on masks: the stones a side keeps even if it always passes (Benson 1976), and the territory they enclose.

A *region* is a maximal connected set of points without own stones. Each of Benson's chains has two regions whose vacant
points are all liberties of the chain, and all chains around those regions are such chains. They stay on the board
whatever the other side does, with or without suicide.
"""

from __future__ import annotations

import numpy as np

from ...kernel.jit import entry, helper, routine
from ..bitboards import Masks, all_points, count, flood, low_bit, lowest

_NONE = np.uint64(0)
_ONE = np.uint64(1)


@helper
def halo_of(mask: np.uint64, near: Masks) -> np.uint64:
    """Return the union of the neighbours of a mask's points."""
    return flood(mask, mask, near)[1]


@routine
def alive(own: np.uint64, enemy: np.uint64, near: Masks) -> tuple[np.uint64, np.uint64]:
    """Return the living stones, and the union of the regions that only such stones surround."""
    return _thinned(own, all_points(near) & ~own, enemy, near)


@routine
def _thinned(living: np.uint64, regions: np.uint64, enemy: np.uint64, near: Masks) -> tuple[np.uint64, np.uint64]:
    """Return the given chains that live by the given regions, and their remaining regions."""
    own = living
    rest = regions
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
                vital += not region & ~enemy & ~halo
            if vital < 2:
                living &= ~chain
                lost, _ = flood(halo & regions, rest, near)
                regions &= ~lost
                changed = True
    return living, regions if living else _NONE


@routine
def sure(own: np.uint64, enemy: np.uint64, near: Masks, suicide: bool) -> np.uint64:
    """Return the points a side keeps if it only passes: its living stones and, without suicide, their eyes.

    An eye is a vacant point that is a region by itself, where the other side cannot play. This holds under every rule
    of repetition, since passing is always allowed.
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
        if around and not around & ~own:  # a point without neighbours is neutral (spec 0.8)
            found |= point
    return found


@helper
def _stays_vital(region: np.uint64, around: np.uint64, own: np.uint64, enemy: np.uint64, near: Masks) -> bool:
    """Return whether a region vital to a chain stays so after the enemy stones there are captured."""
    while around:
        chain, halo = flood(low_bit(around), own, near)
        around &= ~chain
        if region & ~halo and not region & ~enemy & ~halo:
            return False
    return True


@routine
def safe(own: np.uint64, enemy: np.uint64, near: Masks) -> np.uint64:
    """Return a side's living stones and those regions among them in which nothing else can live.

    First, the regions all of whose points touch living stones. The side owns them at the end if suicide is forbidden,
    no superko is in force, and it answers: it passes, and captures enemy stones in such a region before a second pass
    ends the game. Its stones there join a living chain and stay for ever, so this takes finitely many moves. It fills
    the last liberty of the enemy stones only by the capture, which gives an eye back. A chain for which the region is
    vital touches all of it, under the enemy stones too, so its chains live on. The enemy, moving alone, runs out of
    moves. The side must be to move, though, or the last move was not its own pass.

    Second, regions with a single point x that touches no living stone but has at least two neighbours, among chains
    that live by regions of the first kind alone. Here too the side plays on points that touch living stones, while
    there are any. After that, the enemy's stones have x as their only liberty, so it takes them there: at least two,
    since all of x's neighbours are among them, hence never in a ko. To take the stone on x, the enemy needs new stones
    on all those neighbours, and after the first of them there is another one left to join to a living chain. So this
    ends as well.
    """
    living, regions = alive(own, enemy, near)
    if not living:
        return living
    touched = halo_of(living, near)
    whole, partly = _NONE, _NONE
    while regions:
        region, around = flood(low_bit(regions), regions, near)
        regions &= ~region
        inner = region & ~touched
        if not inner:
            if _stays_vital(region, around & living, own, enemy, near):
                whole |= region
        elif not inner & (inner - _ONE) and near[lowest(inner)] & (near[lowest(inner)] - _ONE):
            partly |= region
    if partly:
        solid, _ = _thinned(living, whole, enemy, near)
        while partly:
            region, around = flood(low_bit(partly), partly, near)
            partly &= ~region
            if not around & own & ~solid and count(region & ~halo_of(solid, near)) == 1:
                whole |= region
    return living | whole


@entry
def living_and_safe(own: np.uint64, enemy: np.uint64, near: Masks) -> tuple[np.uint64, np.uint64]:
    """Return a side's living stones and all its safe points."""
    return alive(own, enemy, near)[0], safe(own, enemy, near)


@helper
def least_score(points: np.uint64, near: Masks) -> int:
    """Return the score of a side that has only these points."""
    return 2 * count(points) - len(near)
