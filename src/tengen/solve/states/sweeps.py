"""Compiled values of states: scores of ends, and bounds improved until nothing changes.

Bounds are from the view of the side to move: ``low`` and ``high`` are (N,) float32, its points minus the enemy's, or 1
and -1 if there is only winning and losing.

Thresholds are numbers of prisoners: ``win[i, b]`` is the least number with which the side to move in state i wins
against b of the enemy's; ``loss[i, a]`` is the number of its own numbers, from 0 on, that lose against a of the
enemy's. Both are (N, most + 1) uint8.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np

from ...kernel.array_types import Float32s, Int64s, UInt8s, UInt16s, UInt32s, UInt64s
from ...kernel.jit import entry, helper
from ...kernel.layout import BLACK, TERRITORY, Adjacency, Bench, StateArrays
from ...kernel.regions import survey, tally
from .state_keys import HELD_BITS, MOST_HELD, SATURATES
from .successors import UNSPENT, restore


@helper
def score_end(
    state: StateArrays, adjacency: Adjacency, bench: Bench, shape: UInt32s, generous: bool
) -> tuple[float, float]:
    """Return the bounds of a game that passes have ended; a side may hold more prisoners than its key.

    The sure result assumes no more than the key on its own side, and any number more on the other; if ``generous``, the
    other way round.
    """
    survey(state, adjacency, bench.scratch, bench.owner)
    black, white = tally(state, adjacency, bench.owner, state.table[0].scoring)
    mover = np.int64(state.table[0].to_move)
    margin = black - white if mover == BLACK else white - black
    low, high = margin, margin
    if shape[HELD_BITS] and shape[SATURATES] and state.table[0].scoring == TERRITORY and state.table[0].prisoner_value:
        mine = state.table[mover].prisoners == shape[MOST_HELD]
        theirs = state.table[3 - mover].prisoners == shape[MOST_HELD]
        if generous:
            low, high = (inf if mine else margin), (-inf if theirs else margin)
        else:
            low, high = (-inf if theirs else margin), (inf if mine else margin)
    return low, high


@entry
def write_ends(
    state: StateArrays,
    adjacency: Adjacency,
    bench: Bench,
    listed: tuple[UInt32s, UInt64s, Int64s],
    bounds: tuple[Float32s, Float32s],
    generous: bool,
    begin: int,
    stop: int,
) -> int:
    """Write the bounds of the states from ``begin`` to ``stop`` in which the game is over.

    ``listed`` are a graph's shape, states and offsets, ``bounds`` low and high; for ``generous`` see `score_end`. If no
    number of passes ends a game, a side without a turn loses (spec 2.7). Returns the number of states in which a side
    holds as many prisoners as the keys distinguish.
    """
    (shape, states, offsets), (low, high) = listed, bounds
    full = 0
    for i in range(begin, stop):
        restore(state, adjacency, bench, shape, states[i])
        if shape[HELD_BITS]:
            full += max(state.table[1].prisoners, state.table[2].prisoners) == shape[MOST_HELD]
        if offsets[i] == offsets[i + 1]:
            low[i], high[i] = -1, -1
            if state.table[0].passes_to_end:
                low[i], high[i] = score_end(state, adjacency, bench, shape, generous)
    return full


@entry
def improve_bounds(
    edges: tuple[Int64s, UInt32s, UInt16s],
    before: tuple[Float32s, Float32s],
    after: tuple[Float32s, Float32s],
    rounds: UInt16s,
    generous: bool,
    number: int,
    begin: int,
    stop: int,
) -> int:
    """Compute the bounds of the states from ``begin`` to ``stop`` from those of the previous round.

    ``edges`` are offsets, targets and moves, ``before`` and ``after`` low and high each. For a side that may hold more
    prisoners than its key, ``low`` counts only the states after spending them, and ``high`` also those without
    spending; if ``generous``, ``low`` counts both, and ``high`` only the former. ``rounds`` (uint16) gets the number of
    the round in which both bounds met. Returns how many states changed.
    """
    offsets, targets, moves = edges
    changed = 0
    for i in range(begin, stop):
        low, high = before[0][i], before[1][i]
        if offsets[i] != offsets[i + 1] and (low < high or generous):  # generous bounds may cross
            sure, hoped = -np.float32(inf), -np.float32(inf)
            for e in range(offsets[i], offsets[i + 1]):
                target, is_spent = targets[e], moves[e] < UNSPENT
                if is_spent or not generous:
                    hoped = max(hoped, -before[0][target])
                if is_spent or generous:
                    sure = max(sure, -before[1][target])
            if sure > low or hoped < high:
                low, high = max(low, sure), min(high, hoped)
                changed += 1
                if low == high:
                    rounds[i] = number
        after[0][i], after[1][i] = low, high
    return changed


NEVER = 255
"""A threshold that no number of prisoners reaches."""


@helper
def improve_win(win: UInt8s, loss: UInt8s, taken: int, is_return: bool, generous: bool) -> None:
    """Lower the thresholds ``win`` by a move to a state with the thresholds ``loss``.

    The move makes ``taken`` prisoners, or returns one. If the winner may hold any number, a return from the limit stays
    at the limit.
    """
    most = len(win) - 1
    held = 0  # after the move; it grows with the enemy's prisoners
    for enemy in range(most + 1):
        while held <= most and loss[held] <= enemy:
            held += 1
        if held > most:
            break
        needed = max(held - taken, 0)
        if is_return:
            needed = min(held + 1, most) if generous else held + 1
        if needed <= most and needed < win[enemy]:
            win[enemy] = needed


@helper
def worsen_loss(loss: UInt8s, win: UInt8s, taken: int, is_return: bool, generous: bool) -> None:
    """Lower the numbers ``loss`` to those for which a move leads to a state that the enemy wins."""
    most = len(loss) - 1
    own = 1 if is_return else 0  # a return needs a prisoner
    for enemy in range(most + 1):
        while own <= most:
            left = min(own + taken, most)
            if is_return:
                left = own if own == most and not generous else own - 1
            if win[left] > enemy:
                break
            own += 1
        if own < loss[enemy]:
            loss[enemy] = own


@helper
def note_rounds(rounds: UInt16s, before: tuple[UInt8s, UInt8s], after: tuple[UInt8s, UInt8s], number: int) -> None:
    """Note the round in which pairs of prisoners (own, enemy's) became enough to win, or few enough to lose."""
    for enemy in range(rounds.shape[1]):
        for own in range(after[0][enemy], min(before[0][enemy], rounds.shape[0])):
            rounds[own, enemy] = number
        for own in range(before[1][enemy], after[1][enemy]):
            rounds[own, enemy] = number


class BareTurns(NamedTuple):
    """The turns between states without prisoners."""

    offsets: Int64s
    targets: UInt32s
    moves: UInt16s
    stones: UInt16s
    """The number of stones in each state."""
    back: int
    """The number of the move that returns a prisoner."""


@entry
def improve_thresholds(
    turns: BareTurns,
    before: tuple[UInt8s, UInt8s, UInt8s],
    after: tuple[UInt8s, UInt8s, UInt8s],
    rounds: UInt16s,
    generous: bool,
    number: int,
    begin: int,
    stop: int,
) -> int:
    """Compute the thresholds of the states from ``begin`` to ``stop`` from those of the previous round.

    ``before`` and ``after`` are win, loss and which states the round changed (uint8). A winner holds at most the
    largest number distinguished, and a loser, from there on, any number; if ``generous``, the other way round.
    ``rounds`` (N, own, enemy: uint16) gets the ``number`` of the round, from 0; it may be empty. Returns how many
    states changed.
    """
    offsets, targets, moves, stones, back = turns
    most = before[0].shape[1] - 1
    changed = 0
    for i in range(begin, stop):
        is_due = number == 0
        for e in range(offsets[i], offsets[i + 1]):
            is_due = is_due or before[2][targets[e]] > 0
        if before[2][i] or is_due:
            for held in range(most + 1):
                after[0][i, held] = before[0][i, held]
                after[1][i, held] = most + 1 if is_due else before[1][i, held]
        after[2][i] = 0
        if not is_due:
            continue
        for e in range(offsets[i], offsets[i + 1]):
            target, is_return = targets[e], moves[e] == back
            taken = 0 if is_return else np.int64(stones[i]) + 1 - np.int64(stones[target])
            improve_win(after[0][i], before[1][target], taken, is_return, generous)
            worsen_loss(after[1][i], before[0][target], taken, is_return, generous)
        for held in range(most + 1):
            if after[0][i, held] != before[0][i, held] or after[1][i, held] != before[1][i, held]:
                after[2][i] = 1
        if after[2][i]:
            changed += 1
            if len(rounds):
                note_rounds(rounds[i], (before[0][i], before[1][i]), (after[0][i], after[1][i]), number)
    return changed
