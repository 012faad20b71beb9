"""Virtual visits of new nodes, from immediate features, reading, and probabilities by strengths or a network."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..kernel.array_types import Float32s, Records, UInt8s, UInt32s
from ..kernel.jit import entry, helper, routine
from ..kernel.layout import KO, PLACE, STONES, VACANT, Adjacency, StateArrays
from ..kernel.moves import NO_KEY, judge
from .harmless import is_eye
from .nodes import NATURAL, SearchTask, SearchThread
from .policy import matches
from .tactics import is_self_atari, is_wasted, last_liberty, liberties_after

FAR = 9


@routine
def measure(state: StateArrays, adjacency: Adjacency, queue: UInt32s, near: UInt8s, last: int) -> None:
    """Write the distance of every point from the last stone, up to 3; steps along a chain are free."""
    points = state.points
    links = adjacency.links
    n = len(points)
    for p in range(n):
        near[p] = FAR
    if last >= n:
        return
    near[last] = 0
    queue[0] = last
    queued = 1
    begin = 0
    for d in range(3):
        i = begin
        while i < queued:
            p = queue[i]
            i += 1
            if points[p].colour != VACANT:
                first = points[p].neighbours_at
                for k in range(first, first + points[p].degree):
                    r = links[k]
                    if near[r] == FAR and points[r].colour == points[p].colour:
                        near[r] = d
                        queue[queued] = r
                        queued += 1
        end = queued
        for i in range(begin, end):
            p = queue[i]
            first = points[p].neighbours_at
            for k in range(first, first + points[p].degree):
                r = links[k]
                if near[r] == FAR:
                    near[r] = d + 1
                    queue[queued] = r
                    queued += 1
        begin = end


@helper
def rescues(state: StateArrays, adjacency: Adjacency, p: int, colour: int) -> bool:
    """Return whether a stone on p gives an own chain in atari a second liberty."""
    points = state.points
    links = adjacency.links
    first = points[p].neighbours_at
    for k in range(first, first + points[p].degree):
        r = links[k]
        if points[r].colour == colour and last_liberty(state, adjacency, r) == p:
            return adjacency.wide is not None or liberties_after(state, adjacency, p, colour, 2) > 1
    return False


@helper
def is_tried(
    task: SearchTask, thread: SearchThread, p: int, colour: int, free: bool
) -> tuple[bool, np.uint64, int, int]:
    """Return whether the tree tries a placement on p, which superko may still forbid, and the result of `judge`.

    It omits illegal ones and, if the side to move is ``free`` to pass instead, those that fill an eye for nothing and
    suicides equivalent to a pass. The result is the key of the new position, the stones captured and the own stones
    lost.
    """
    state, adjacency = thread.state, task.adjacency
    table = state.table
    if free and is_eye(state, adjacency, p, colour) and not rescues(state, adjacency, p, colour):
        return False, NO_KEY, 0, 0
    reasons, key, removed, own = judge(state, adjacency, thread.bench, p, colour)
    if task.settings[0].repetition == NATURAL:
        reasons &= ~KO  # plain ko is for playouts: natural superko may allow the retake (spec 1.5)
    idle = free and own > 0 and removed == 0 and (own == 1 or table[0].scoring == STONES)
    return reasons == 0 and not idle, key, removed, own


@helper
def is_empty_about(state: StateArrays, adjacency: Adjacency, p: int) -> bool:
    """Return whether there are no stones within two steps of p."""
    points = state.points
    links = adjacency.links
    first = points[p].neighbours_at
    for k in range(first, first + points[p].degree):
        r = links[k]
        if points[r].colour != VACANT or points[r].stones != 0:
            return False
    return True


@helper
def glance_at(task: SearchTask, thread: SearchThread, p: int, colour: int) -> tuple[np.float32, np.float32]:
    """Return virtual wins and losses by patterns, nearness and the rim, for boards without learnt strengths."""
    state, adjacency, settings = thread.state, task.adjacency, task.settings
    near, rim = thread.near, task.rim
    bonus = np.float32(0)
    losses = np.float32(0)
    if adjacency.wide is None and len(task.around) > 0 and matches(state.points, task, p):
        bonus += settings[0].pattern
    if near[p] < FAR:
        bonus += settings[0].near[near[p]]
    if settings[0].rim > 0 and rim[p] > 0 and is_empty_about(state, adjacency, p):
        if rim[p] == 3:
            bonus += settings[0].rim
        else:
            losses += settings[0].rim
    return bonus, losses


@helper
def write_prior(
    node: np.record, task: SearchTask, thread: SearchThread, p: int, colour: int, removed: int, own: int, free: bool
) -> bool:
    """Give a new child virtual visits; return whether its move wastes stones, if the side is ``free`` to pass."""
    state, adjacency, settings = thread.state, task.adjacency, task.settings
    bonus = np.float32(0)
    losses = np.float32(0)
    wasted = False
    if removed > 0:
        bonus += settings[0].capture if removed == 1 else settings[0].big_capture
    if adjacency.wide is None and settings[0].reading > 0:
        bonus += thread.worth[p]
        losses += thread.loss[p] + thread.broken[p]
    elif rescues(state, adjacency, p, colour):
        bonus += settings[0].rescue
    if removed == 0 and is_self_atari(state, adjacency, p, colour):
        losses += settings[0].self_atari
        looks = settings[0].wasted > 0 and adjacency.wide is None and free
        wasted = looks and is_wasted(state, adjacency, p, colour)
    elif adjacency.wide is not None and own > 0:
        losses += np.float32(own) * settings[0].self_atari
    if len(task.shapes.field) == 0:
        gain, cost = glance_at(task, thread, p, colour)
        bonus += gain
        losses += cost
    if (
        settings[0].spare
        and removed == 0
        and is_eye(state, adjacency, p, colour)
        and not rescues(state, adjacency, p, colour)
    ):
        bonus = np.float32(0)
        losses += settings[0].vain
    if wasted:
        bonus = np.float32(0)
        losses += settings[0].wasted
    node.prior_visits = settings[0].even + bonus + losses
    node.prior_wins = np.float32(0.5) * settings[0].even + bonus
    return wasted


_LEAST = np.float32(1e-6)
"""The minimum probability of a move."""
UNTRUSTED = np.float32(-1e9)
"""The strength of a move that wastes stones, which learnt strengths and the network do not change."""


class Virtual(NamedTuple):
    """How the probabilities of moves become virtual visits."""

    likely: float  # virtual wins of the likeliest move
    power: float  # exponent of another move's probability relative to the likeliest's, for its share of these wins
    unlikely: float  # virtual losses of a move that is never played; none for an average one


@helper
def virtual(chance: float, most: float, count: int, how: Virtual) -> tuple[float, float]:
    """Return a move's virtual visits and wins, from its probability, the greatest one and the number of moves."""
    wins = how.likely * (chance / most) ** how.power
    return wins + how.unlikely * max(0.0, 1.0 - chance * count), wins


@routine
def weigh_children(nodes: Records, begin: int, count: int, settings: Records) -> None:
    """Convert the strengths stored in new children's trust into probabilities, and these into virtual visits.

    `UNTRUSTED` moves get probability 0, even without alternatives: a pass is better.
    """
    how = Virtual(settings[0].likely, settings[0].power, settings[0].unlikely)
    most = UNTRUSTED
    trusted = 0
    for c in range(begin, begin + count):
        most = max(most, nodes[c].trust)
        trusted += nodes[c].trust > UNTRUSTED
    total = np.float32(0)
    for c in range(begin, begin + count):
        nodes[c].trust = math.exp(nodes[c].trust - most) if nodes[c].trust > UNTRUSTED else 0
        total += nodes[c].trust
    for c in range(begin, begin + count):
        if nodes[c].trust == 0:
            continue
        nodes[c].trust /= total
        visits, wins = virtual(nodes[c].trust, 1 / total, trusted, how)
        nodes[c].prior_visits += visits
        nodes[c].prior_wins += wins


@entry
def weigh_anew(children: Records, chances: Float32s, old: Virtual, new: Virtual) -> None:
    """Replace the virtual visits of a node's moves by those of new probabilities (n)."""
    count = 0
    most_before = most = total = np.float32(0)
    for child in children:
        if child.kind == PLACE and child.trust > 0:
            count += 1
            chance = chances[child.point] + _LEAST
            total += chance
            most = max(most, chance)
            most_before = max(most_before, child.trust)
    for c in range(len(children)):
        if children[c].kind == PLACE and children[c].trust > 0:
            chance = chances[children[c].point] + _LEAST
            visits, wins = virtual(chance / total, most / total, count, new)
            visits_before, wins_before = virtual(children[c].trust, most_before, count, old)
            children[c].prior_visits += visits - visits_before
            children[c].prior_wins += wins - wins_before
            children[c].trust = chance / total
