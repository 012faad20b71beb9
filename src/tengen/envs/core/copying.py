"""Copies of games: only what a game has used of its memory is copied, so that a young game costs little."""

from __future__ import annotations

from ...kernel.array_types import Int64s
from ...kernel.jit import entry, routine
from ...kernel.moves import copy_state
from .arrays import Memory, Results
from .history import state_of
from .steps import forget_results


@routine
def copy_game(memory: Memory, b: int, source: Memory, a: int) -> None:
    """Make game b what game a of some other memory of the kind is, its random numbers included."""
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
    """Make the games of ``targets`` what those of ``sources`` in another memory are."""
    memory, source = Memory(*memory), Memory(*source)
    for i in range(len(targets)):
        copy_game(memory, targets[i], source, sources[i])


@entry
def copy_within(memory: Memory, results: Results, sources: Int64s, targets: Int64s) -> None:
    """Copy games of a batch into others, with what is seen of them; the others keep their random numbers."""
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
