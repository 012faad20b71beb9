"""Chains in danger, read to the end for priors: moves that capture or save one, and moves that only lose more.

A chain of one or two liberties is worth a move while its fate is open. An attack is valuable if the owner could save
the chain, an answer if it saves an own chain; extensions of a chain that stays lost are losses.
"""

from __future__ import annotations

import numpy as np

from ..kernel.jit import helper, routine
from ..kernel.layout import VACANT, Adjacency, StateArrays
from .ladders import (
    CAPTURED,
    LEFT,
    LONGEST,
    SAFE,
    Reader,
    add_captures,
    add_move,
    begin_line,
    gets_away,
    look,
    read,
    verdict_after,
)
from .nodes import SearchTask, SearchThread

ANSWERS = LONGEST - 1
"""The row of the reader's moves that lists a chain's answers, beyond the longest line."""


@helper
def list_answers(reader: Reader, state: StateArrays, adjacency: Adjacency, head: int) -> tuple[int, int]:
    """List the moves that may save a chain with one or two liberties: captures next to it, and extensions."""
    reader.steps[ANSWERS].count = 0
    count, met = look(reader, state, adjacency, head, 3, reader.chain)
    a = reader.found[0]
    b = reader.found[count - 1]
    add_captures(reader, state, adjacency, met, ANSWERS)
    add_move(reader, ANSWERS, a)
    add_move(reader, ANSWERS, b)
    return a, b


@routine
def can_be_saved(reader: Reader, state: StateArrays, adjacency: Adjacency, head: int, budget: int) -> bool:
    """Return whether one of a chain's answers saves it, or whether that is unknown."""
    list_answers(reader, state, adjacency, head)
    owner = state.points[head].colour
    for i in range(reader.steps[ANSWERS].count):
        if verdict_after(reader, state, adjacency, reader.moves[ANSWERS, i], owner, head, budget) != CAPTURED:
            return True
    return False


@routine
def read_attack(thread: SearchThread, task: SearchTask, p: int, mover: int, head: int) -> tuple[int, bool]:
    """Return the verdict on a chain after an attack on p, and whether reading it took as long as a long ladder."""
    reader, budget = thread.reader, task.settings[0].reading
    verdict = verdict_after(reader, thread.state, task.adjacency, p, mover, head, budget)
    return verdict, budget - reader.counters[LEFT] >= task.settings[0].long_ladder


@routine
def weigh_attacks(thread: SearchThread, task: SearchTask, head: int, size: int) -> None:
    """Write the values of attacks on an enemy chain of two liberties, or their costs in vain, more in a long ladder."""
    reader, state, adjacency, settings, worth = thread.reader, thread.state, task.adjacency, task.settings, thread.worth
    budget = settings[0].reading
    mover = np.uint8(3 - state.points[head].colour)
    a = reader.found[0]
    b = reader.found[1]
    first = SAFE
    second = SAFE
    first_is_long = False
    second_is_long = False
    if not gets_away(state, adjacency, a, b):
        first, first_is_long = read_attack(thread, task, a, mover, head)
    if not gets_away(state, adjacency, b, a):
        second, second_is_long = read_attack(thread, task, b, mover, head)
    if first == SAFE and second == SAFE:
        thread.loss[a] += settings[0].futile
        thread.loss[b] += settings[0].futile
        if first_is_long:
            thread.broken[a] += settings[0].broken
        if second_is_long:
            thread.broken[b] += settings[0].broken
    elif (first == CAPTURED or second == CAPTURED) and can_be_saved(reader, state, adjacency, head, budget):
        gain = settings[0].catch if size == 1 else 2 * settings[0].catch
        if first == CAPTURED:
            worth[a] += gain
        if second == CAPTURED:
            worth[b] += gain


@routine
def weigh_answers(thread: SearchThread, task: SearchTask, head: int, count: int, size: int) -> None:
    """Write the values of answers if an own chain can be captured, and the costs of its vain extensions."""
    reader, state, adjacency, settings = thread.reader, thread.state, task.adjacency, task.settings
    budget = settings[0].reading
    owner = state.points[head].colour
    if count == 2 and read(reader, state, adjacency, head, True, budget) != CAPTURED:
        return
    gain = settings[0].rescue if count == 1 else settings[0].catch
    if size > 1:
        gain *= 2
    a, b = list_answers(reader, state, adjacency, head)
    for i in range(reader.steps[ANSWERS].count):
        p = reader.moves[ANSWERS, i]
        verdict = verdict_after(reader, state, adjacency, p, owner, head, budget)
        if verdict == SAFE:
            thread.worth[p] += gain
        elif verdict == CAPTURED and p in (a, b):
            thread.loss[p] += settings[0].doomed


@routine
def survey(thread: SearchThread, task: SearchTask) -> None:
    """Write for every point its value and cost to the side to move, from the chains in danger."""
    reader, state, adjacency = thread.reader, thread.state, task.adjacency
    points, table = state
    for p in range(len(points)):
        thread.worth[p] = 0
        thread.loss[p] = 0
        thread.broken[p] = 0
    begin_line(reader, state)
    for head in range(len(points)):
        if points[head].colour != VACANT and points[head].chain == head:
            count, met = look(reader, state, adjacency, head, 3, reader.chain)
            if count < 3:
                if points[head].colour == table[0].to_move:
                    weigh_answers(thread, task, np.uint32(head), count, met)
                elif count == 2:
                    weigh_attacks(thread, task, np.uint32(head), met)
