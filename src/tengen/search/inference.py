"""What a network that foresees makes of positions, from the planes it sees to what it says: see `policy_net`."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from ..kernel.array_types import Float32s, UInt8s
from ..kernel.jit import entry, helper
from ..kernel.vectors import LANES, fused, load, load_all, spread, store, total
from .planes import DIMMED, LIKELIHOOD, MOVE, PLANES, SCALE
from .tiles import VALUES, Convolution, Tiling, Workspace, convolve

SEEN: Final = -(-PLANES // LANES) * LANES
"""The channels of the planes that are seen, which fill whole vectors, too; those beyond `PLANES` have nothing."""
_NOUGHT = np.float32(0)


class Parameters(NamedTuple):
    """The weights of a network, each one number after another; the channels, C, fill whole vectors.

    ``first`` and ``blocks`` are the matrices by which the values of tiles are multiplied, see `tiles.values_of`.
    """

    first: Float32s  # (VALUES, SEEN, C)
    blocks: Float32s  # (L, VALUES, C, C)
    biases: Float32s  # (L + 1, C)
    mixes: Float32s  # (L / 2, C, C)
    last: Float32s  # (C,)
    owner: Float32s  # (C,)
    spread: Float32s  # (C,)
    trust: float  # the weight of the logarithms by strengths
    owner_bias: float
    spread_bias: float


class Activations(NamedTuple):
    """What the layers of a network have on the points of some boards, and room to reckon it; nothing at first."""

    seen: Float32s  # (points + 1, SEEN): the last one is what is over the rim
    hidden: Float32s  # (points + 1, C)
    inner: Float32s  # (points + 1, C)
    mean: Float32s  # (C,)
    work: Workspace


@helper
def see(planes: UInt8s, seen: Float32s) -> None:
    """Write what is seen of positions (B, n, PLANES) as a layer of channels."""
    for place in range(planes.shape[0]):
        for p in range(planes.shape[1]):
            row = (place * planes.shape[1] + p) * SEEN
            for k in range(PLANES):
                seen[row + k] = np.float32(planes[place, p, k])
            seen[row + LIKELIHOOD] /= np.float32(DIMMED)


@helper
def take_mean(points: Float32s, begin: int, end: int, channels: int, mean: Float32s) -> None:
    """Write the mean of points, over some of them."""
    part = spread(np.float32(1 / (end - begin)))
    for first in range(0, channels, LANES):
        found = spread(_NOUGHT)
        for p in range(begin, end):
            found = found + load(points, p * channels + first)
        store(mean, first, found * part)


@helper
def mix(points: Float32s, begin: int, end: int, channels: int, mean: Float32s, mixes: Float32s, block: int) -> None:
    """Add to points what the mean of all says to each before a block."""
    take_mean(points, begin, end, channels, mean)
    for first in range(0, channels, LANES):
        said = spread(_NOUGHT)
        row = block * channels * channels + first
        for k in range(channels):
            said = fused(load_all(mean, k), load(mixes, row), said)
            row += channels
        for p in range(begin, end):
            store(points, p * channels + first, load(points, p * channels + first) + said)


@helper
def weigh(points: Float32s, place: int, weights: Float32s, channels: int) -> np.float32:
    """Return the sum of what stands from a place on, each by its weight."""
    found = spread(_NOUGHT)
    for first in range(0, channels, LANES):
        found = fused(load(points, place + first), load(weights, first), found)
    return total(found)


@helper
def share_out(planes: UInt8s, hidden: Float32s, begin: int, weights: Parameters, chances: Float32s) -> None:
    """Write how likely the moves of one position are; 0 where there is none."""
    channels = len(weights.last)
    trust = np.float32(weights.trust / SCALE)
    most = -math.inf
    for p in range(len(chances)):
        if planes[p, MOVE]:
            said = weigh(hidden, (begin + p) * channels, weights.last, channels)
            chances[p] = said - np.float32(planes[p, LIKELIHOOD]) * trust
            most = max(most, np.float64(chances[p]))
    every = 0.0
    for p in range(len(chances)):
        if planes[p, MOVE]:
            chances[p] = math.exp(np.float64(chances[p]) - most)
            every += chances[p]
        else:
            chances[p] = 0
    if every > 0:
        for p in range(len(chances)):
            chances[p] /= every


@helper
def layer_of(weights: Parameters, k: int, size: int) -> Convolution:
    """Return a layer of the blocks, whose matrices are ``size`` numbers."""
    channels = len(weights.last)
    return Convolution(
        weights.blocks[k * size : (k + 1) * size], weights.biases[(k + 1) * channels : (k + 2) * channels]
    )


@entry
def infer(
    planes: UInt8s, weights: Parameters, held: Activations, tiles: Tiling, chances: Float32s, ends: Float32s
) -> None:
    """Write what is foreseen in B positions of which ``planes`` (B, n, PLANES) are seen.

    ``tiles`` are those of B boards, and ``held`` has room for them, which is not checked. Written are how likely every
    point is played (B, n); and for each position (B, 2) the points of its mover less the opponent's, and the logarithm
    of how far off the end may lie.
    """
    count, n = planes.shape[0], planes.shape[1]
    channels = len(weights.last)
    size = VALUES * channels * channels
    hidden, inner = held.hidden, held.inner
    see(planes, held.seen)
    convolve(held.seen, Convolution(weights.first, weights.biases[:channels]), False, hidden, tiles, held.work)
    for block in range(len(weights.blocks) // (2 * size)):
        for place in range(count):
            mix(hidden, place * n, (place + 1) * n, channels, held.mean, weights.mixes, block)
        convolve(hidden, layer_of(weights, 2 * block, size), False, inner, tiles, held.work)
        convolve(inner, layer_of(weights, 2 * block + 1, size), True, hidden, tiles, held.work)
    for place in range(count):
        share_out(planes[place], hidden, place * n, weights, chances[place])
        margin = 0.0
        for p in range(place * n, (place + 1) * n):
            margin += math.tanh(weigh(hidden, p * channels, weights.owner, channels) + weights.owner_bias)
        take_mean(hidden, place * n, (place + 1) * n, channels, held.mean)
        ends[place, 0] = margin
        ends[place, 1] = weigh(held.mean, 0, weights.spread, channels) + weights.spread_bias
