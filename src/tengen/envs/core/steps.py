"""Turns of a batch of games: the effects of actions, and how games end, restart and are copied."""

from __future__ import annotations

import numpy as np

from ...kernel.array_types import Bools, Int32s, Int64s, Records
from ...kernel.counting import hahn_share
from ...kernel.jit import entry, helper, routine
from ...kernel.layout import BLACK, SCORE, Adjacency, Bench, StateArrays
from ...kernel.mixing import random_below
from ...kernel.moves import copy_state, pass_turn, place, return_turn, tao_price, tao_turn
from ...kernel.taxes import reckon
from ...search.nodes import FREE, WHOLE
from .arrays import (
    DRAW_BY_CYCLE,
    GOAL,
    GOES_ON,
    LEAVE,
    LOOK,
    NO_MOVES,
    NO_RESULT,
    RESET,
    SCORED,
    TOO_LONG,
    Fixed,
    Memory,
    Results,
    Workspace,
)
from .history import clear_history, comes_back, content, enter, note_change, state_of
from .legal import list_actions
from .observation import write_globals, write_planes, write_still


@helper
def next_position(memory: Memory, b: int) -> int:
    """Advance in the ring of past positions, starting with a copy of the current one; return the new index."""
    game = memory.games[b]
    ring = memory.past.shape[1]
    before = memory.past[b, game.latest]
    latest = (game.latest + 1) % ring
    after = memory.past[b, latest]
    for p in range(len(after)):
        after[p] = before[p]
    memory.games[b].latest = latest
    memory.games[b].filled = min(game.filled + 1, ring)
    return latest


@helper
def note_point(memory: Memory, b: int, latest: int, p: int, keeps: bool) -> None:
    """Update a point of the current position, and the history if one is kept."""
    now = content(memory.points[b], p)
    before = memory.past[b, latest, p]
    if now != before:
        memory.past[b, latest, p] = now
        if keeps:
            note_change(memory, b, p, before)


@helper
def play_stone(memory: Memory, b: int, fixed: Fixed, space: Workspace, p: int, latest: int, keeps: bool) -> int:
    """Place a stone and record the changes."""
    state = state_of(memory, b)
    points, table = state
    tiles = points[p].tiles
    held = table[1].prisoners + table[2].prisoners
    placing = table[0].placing
    place(state, fixed.adjacency, space.bench.scratch, p)
    if table[1].prisoners + table[2].prisoners != held or placing:
        for q in range(len(points)):
            note_point(memory, b, latest, q, keeps)
    else:
        note_point(memory, b, latest, p, keeps)
    if keeps and points[p].tiles != tiles:
        memory.games[b].growth += 1
    return placing


@routine
def take_turn(memory: Memory, b: int, fixed: Fixed, space: Workspace, action: int) -> bool:
    """Make a legal turn; return whether it repeated a whole state (spec 1.6)."""
    settings = fixed.settings[0]
    table = memory.table[b]
    player = table[0].to_move
    keeps = settings.repetition != FREE
    memory.moves[b, memory.games[b].turns] = action
    memory.games[b].turns += 1
    if action == settings.swap_at:
        memory.games[b].swapped = 1
        return False
    latest = next_position(memory, b)
    creator = 0
    placing = 0
    if action < len(fixed.cells):
        creator = player
        placing = play_stone(memory, b, fixed, space, np.uint32(action), latest, keeps)
    elif action == settings.pass_at:
        pass_turn(table)
    elif action == settings.return_at:
        return_turn(table)
    else:
        p = np.uint32(action - settings.tao_at)
        tao_turn(state_of(memory, b), fixed.adjacency, p, tao_price(table, fixed.prices, player))
        note_point(memory, b, latest, p, keeps)
        memory.games[b].growth += 1
    if not keeps:
        return False
    if placing:  # history starts when the last stone of a free handicap is down (spec 0.6)
        clear_history(memory, b)
    enter(memory, b, fixed, creator)
    return creator != 0 and settings.repetition == WHOLE and comes_back(memory, b, space, settings.whole_prisoners)


@routine
def begin(memory: Memory, b: int, fixed: Fixed) -> None:
    """Restart a game."""
    state = state_of(memory, b)
    copy_state(fixed.start, state)
    game = memory.games[b]
    game.turns = 0
    game.latest = 0
    game.filled = 1
    game.over = GOES_ON
    game.swapped = 0
    for p in range(len(state.points)):
        memory.past[b, 0, p] = content(state.points, p)
    if fixed.settings[0].repetition != FREE:
        clear_history(memory, b)
        enter(memory, b, fixed, fixed.settings[0].creator)


@helper
def observe(memory: Memory, b: int, results: Results, fixed: Fixed, space: Workspace) -> int:
    """Compute masks, planes and globals; return the number of legal actions."""
    count = list_actions(memory, b, results.masks[b], fixed, space)
    write_planes(memory, b, results.observations[b], fixed, space)
    write_globals(memory, b, results.globals[b], fixed)
    results.to_play[b] = (memory.table[b, 0].to_move - BLACK) ^ memory.games[b].swapped
    return count


@helper
def ending(memory: Memory, b: int, fixed: Fixed, again: bool, count: int) -> int:
    """Return how a game has ended, or that it has not."""
    settings = fixed.settings[0]
    table = memory.table[b]
    if table[0].won:
        return GOAL
    if again:
        return DRAW_BY_CYCLE if settings.draw else NO_RESULT
    if table[0].passes_to_end and table[0].passes == table[0].passes_to_end:
        return SCORED
    if count == 0:
        return NO_MOVES  # only where a game ends so (spec 0.6, 2.7)
    return TOO_LONG if memory.games[b].turns >= settings.limit else GOES_ON


@routine
def conclude(memory: Memory, b: int, results: Results, fixed: Fixed, space: Workspace, end: int) -> None:
    """Record how a game ended."""
    state, bench = state_of(memory, b), space.bench
    table = state.table
    black, white = reckon(state, fixed.adjacency, bench.scratch, bench.owner, table[0].scoring)
    margin = black - white - memory.games[b].komi
    if table[0].misere and table[0].goal == SCORE:
        margin = -margin
    winner = 0.0
    if end == SCORED:
        winner = 1.0 if margin > 0 else (-1.0 if margin < 0 else 0.0)
        if table[0].payoff:
            winner = 2.0 * hahn_share(margin) - 1.0
    elif end == NO_MOVES:
        winner = -1.0 if table[0].to_move == BLACK else 1.0
    elif end == GOAL:
        winner = 1.0 if table[0].won == BLACK else -1.0
    memory.games[b].over = end
    if memory.games[b].swapped:
        winner = -winner
    results.rewards[b, 0] = winner
    results.rewards[b, 1] = -winner
    results.ends[b] = end
    results.margins[b] = margin
    for p in range(len(bench.owner)):
        results.owners[b, p] = bench.owner[p]
    results.lengths[b] = memory.games[b].turns
    results.terminated[b] = end != TOO_LONG
    results.truncated[b] = end == TOO_LONG


@helper
def forget_results(results: Results, b: int, end: int) -> None:
    """Clear the results of a last step; ``end`` tells whether the game was over before."""
    if results.terminated[b] or results.truncated[b]:
        for p in range(results.owners.shape[1]):
            results.owners[b, p] = 0
    results.rewards[b, 0] = 0
    results.rewards[b, 1] = 0
    results.terminated[b] = False
    results.truncated[b] = False
    results.ends[b] = end
    results.margins[b] = 0
    results.lengths[b] = 0


@helper
def clear_mask(results: Results, b: int) -> None:
    """Clear the mask of a game that is over."""
    for a in range(results.masks.shape[1]):
        results.masks[b, a] = False


@helper
def keep_last(results: Results, b: int) -> None:
    """Keep the final observation of a game, since the next one may begin in its place."""
    for c in range(results.observations.shape[1]):
        for i in range(results.observations.shape[2]):
            results.final_observations[b, c, i] = results.observations[b, c, i]
    for i in range(results.globals.shape[1]):
        results.final_globals[b, i] = results.globals[b, i]


@routine
def close(memory: Memory, b: int, results: Results, fixed: Fixed, space: Workspace, end: int) -> None:
    """End a game: restart it, or leave it without legal actions."""
    conclude(memory, b, results, fixed, space, end)
    keep_last(results, b)
    if fixed.settings[0].autoreset:
        begin(memory, b, fixed)
        observe(memory, b, results, fixed, space)
    else:
        clear_mask(results, b)


@entry
def advance(
    memory: Memory, results: Results, fixed: Fixed, space: Workspace, actions: Int32s, first: int, end: int
) -> None:
    """Make one turn in each of the games ``first`` to ``end - 1``; actions are legal, or codes.

    Plain tuples are accepted: Python needs five microseconds per call to find the type of a named one.
    """
    start, adjacency, prices, cells, codes, still, traits, settings = fixed
    memory, results = Memory(*memory), Results(*results)
    fixed = Fixed(StateArrays(*start), Adjacency(*adjacency), prices, cells, codes, still, traits, settings)
    (scratch, spare, owner), barred, trial, counts = space
    space = Workspace(Bench(scratch, StateArrays(*spare), owner), barred, trial, counts)
    for b in range(first, end):
        action = actions[b]
        if action == LEAVE:
            continue
        if action == RESET:
            begin(memory, b, fixed)
            write_still(results.observations[b], results.globals[b], fixed)
        over = memory.games[b].over
        forget_results(results, b, over)
        if over and action != LOOK:
            continue
        again = False
        if action >= 0:
            again = take_turn(memory, b, fixed, space, action)
        count = observe(memory, b, results, fixed, space)
        if over:
            clear_mask(results, b)
            continue
        how = ending(memory, b, fixed, again, count)
        if how != GOES_ON:
            close(memory, b, results, fixed, space, how)


@entry
def first_illegal(games: Records, masks: Bools, actions: Int32s) -> int:
    """Return the first game with an illegal action, or the number of games; ended ones are ignored."""
    most = masks.shape[1]
    for b in range(len(actions)):
        action = actions[b]
        if games[b].over or action == LEAVE:
            continue
        if action < 0 or action >= most or not masks[b, action]:
            return b
    return len(actions)


@entry
def draw(games: Records, masks: Bools, actions: Int32s, first: int, end: int) -> None:
    """Draw a legal action uniformly for each of the games; 0 if there is none."""
    for b in range(first, end):
        mask = masks[b]
        count = 0
        for a in range(len(mask)):
            count += mask[a]
        actions[b] = 0
        if count:
            left, s0, s1 = random_below(np.uint32(count), games[b].s0, games[b].s1)
            games[b].s0 = s0
            games[b].s1 = s1
            chosen = 0
            left = np.int64(left)
            while left > 0 or not mask[chosen]:
                left -= mask[chosen]
                chosen += 1
            actions[b] = chosen


@routine
def copy_game(memory: Memory, b: int, source: Memory, a: int) -> None:
    """Copy game a of another memory of the kind, with its random numbers, to game b."""
    copy_state(state_of(source, a), state_of(memory, b))
    memory.games[b] = source.games[a]
    game = memory.games[b]
    for i in range(memory.past.shape[1]):
        for p in range(memory.past.shape[2]):
            memory.past[b, i, p] = source.past[a, i, p]
    for i in range(game.turns):
        memory.moves[b, i] = source.moves[a, i]
    for p in range(memory.lost.shape[1]):
        memory.lost[b, p] = source.lost[a, p]
    if len(memory.lost[b]) == 0:  # no history is kept
        return
    for i in range(game.situations):
        memory.situations[b, i] = source.situations[a, i]
    for i in range(min(game.situations, memory.rests.shape[1])):
        memory.rests[b, i] = source.rests[a, i]
    for i in range(memory.slots.shape[1]):
        memory.slots[b, i] = source.slots[a, i]
    for i in range(game.changes):
        memory.changes[b, i] = source.changes[a, i]


@entry
def take_over(memory: Memory, source: Memory, sources: Int64s, targets: Int64s) -> None:
    """Copy the games of ``sources`` in another memory to ``targets``."""
    memory, source = Memory(*memory), Memory(*source)
    for i in range(len(targets)):
        copy_game(memory, targets[i], source, sources[i])


@entry
def copy_within(memory: Memory, results: Results, sources: Int64s, targets: Int64s) -> None:
    """Copy games of a batch to others, with their observations; the targets keep their random numbers."""
    memory, results = Memory(*memory), Results(*results)
    for i in range(len(targets)):
        a = sources[i]
        b = targets[i]
        s0 = memory.games[b].s0
        s1 = memory.games[b].s1
        copy_game(memory, b, memory, a)
        memory.games[b].s0 = s0
        memory.games[b].s1 = s1
        forget_results(results, b, memory.games[b].over)
        for action in range(results.masks.shape[1]):
            results.masks[b, action] = results.masks[a, action]
        for c in range(results.observations.shape[1]):
            for cell in range(results.observations.shape[2]):
                results.observations[b, c, cell] = results.observations[a, c, cell]
        for k in range(results.globals.shape[1]):
            results.globals[b, k] = results.globals[a, k]
        results.to_play[b] = results.to_play[a]
