"""The memory of a forest: nodes that hold their own states, edges with priors, the roots, and places for leaves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...kernel.array_types import Array
from ...kernel.layout import Bench, NetArrays

NODE = np.dtype(
    [
        ("utility", "f8"),  # summed over the visits, for Black
        ("result", "f8"),  # the same of the result, from -1 to 1 each
        ("margin", "f8"),  # the same of the margin over komi
        ("seen", "f8"),  # the sum of the priors of the edges that have a child
        ("key", "u8"),  # of the situation, as the rule of repetition compares it (see `search.situations`)
        ("own_utility", "f4"),  # for Black: of this position alone, as it was evaluated or as the game has ended
        ("own_result", "f4"),
        ("own_margin", "f4"),
        ("visits", "u4"),
        ("pending", "u4"),  # simulations that have passed here and wait for an evaluation
        ("parent", "u4"),  # 0: a root
        ("action", "u4"),  # that leads here
        ("edges", "u4"),  # how many there are
        ("turns", "u4"),  # of the game so far
        ("status", "u1"),  # as below
        ("settles", "u1"),  # 1: the game has ended here by passes, and is evaluated, since dead stones are taken off
    ],
    align=True,
)

FRESH, WAITING, GROWN, STUCK, REPEATED, PASSED_OUT, CUT = 0, 1, 2, 3, 4, 5, 6
"""Status of a node: made, being evaluated, with edges; from STUCK on the game has ended, with CUT by too many turns."""

EDGE = np.dtype(
    [
        ("prior", "f4"),
        ("noise", "f4"),  # at a root of a Gumbel search: the Gumbel number of this action
        ("action", "u4"),
        ("child", "u4"),  # 0: none yet
        ("tries", "u4"),  # at a root: simulations begun along it since the root was made one
    ],
    align=True,
)

ROOT = np.dtype(
    [
        ("node", "u4"),  # 0: none
        ("left", "u4"),  # simulations still to be begun
        ("owned", "u4"),  # how many positions have been added to its ownership
        ("ends", "u4"),  # simulations of this round that ended where the game had ended
        ("laid", "u4"),  # leaves that it has laid out in this round
        ("considered", "u4"),  # sequential halving: how many actions are being tried
        ("place", "u4"),  # ... how many of them have had their turn in this pass
        ("level", "u4"),  # ... how many tries each of them had before this pass
        ("passes", "u4"),  # ... passes left before half of them are given up
        ("most", "u4"),  # ... how many were tried at first
        ("budget", "u4"),  # ... the simulations it was planned for
        ("stalled", "u1"),  # 1: it has nothing more to offer in this round
        ("stirred", "u1"),  # 1: its edges have their noise
        ("full", "u1"),  # 1: no node was free for it
    ],
    align=True,
)

PUCT, GUMBEL = 0, 1

SETTINGS = np.dtype(
    [
        ("komi", "f8"),
        ("score_weight", "f8"),  # of the margin beside the result
        ("score_scale", "f8"),  # the margin at which its part is half of what it can be
        ("cpuct", "f8"),
        ("cpuct_log", "f8"),  # how exploration grows with the logarithm of the visits
        ("cpuct_base", "f8"),
        ("fpu", "f8"),  # first-play urgency: what an action not yet tried is thought to be worse
        ("root_fpu", "f8"),
        ("loss", "f8"),  # virtual loss of a simulation that waits
        ("visit_offset", "f8"),  # c_visit and c_scale of Danihelka et al. 2022
        ("value_scale", "f8"),
        ("repetition", "u4"),  # what a key stands for: see `search.nodes`
        ("limit", "u4"),  # turns after which a game is cut; 0: none
        ("method", "u1"),  # PUCT or GUMBEL
        ("whole", "u1"),  # the parts of the whole state that a key tells apart: see `search.nodes`
        ("no_moves", "u1"),  # 1: who cannot move has lost
        ("settled", "u1"),  # 1: after the last pass dead stones are taken off
    ],
    align=True,
)


class Pool(NamedTuple):
    """All trees: node 0 is none, row i of every array is that of node i."""

    nodes: Array  # C: NODE
    edges: Array  # C, most: EDGE, by action
    points: Array  # C, n: the kernel's points
    table: Array  # C, 3: the kernel's tables
    free: NDArray[np.uint32]  # C + 1: how many nodes are free, then which
    roots: Array  # R: ROOT
    history: NDArray[np.uint64]  # R, a power of two: hash tables of the keys of earlier situations
    ownership: NDArray[np.float64]  # R, n: the sum of the owners, for Black
    barred: NDArray[np.uint32]  # 2, 2n + 2: before which depth a colour leaves an action out; 0, 0: none is


class Task(NamedTuple):
    """What all trees share."""

    net: NetArrays
    prices: NDArray[np.uint32]  # of a player's next Tao stones
    settings: Array  # 1: SETTINGS
    bench: Bench
    keys: NDArray[np.uint64]  # room for the situations on a path
    scores: NDArray[np.float64]  # room for a number for every edge of a node


class Slots(NamedTuple):
    """Where leaves are laid out to be evaluated together."""

    points: Array  # B, n
    table: Array  # B, 3
    legal: NDArray[np.uint8]  # B, 2n + 2
    node: NDArray[np.uint32]  # B
    root: NDArray[np.uint32]  # B
    turns: NDArray[np.uint32]  # B
