"""What runs on the device: one thread for each lane, in which the CPU's functions advance one game after another.

A lane is a thread with a bench of its own; it plays game ``lane``, then ``lane + lanes`` and so on.
"""

from __future__ import annotations

from ..envs.core.layout import LEAVE, Bench
from ..envs.core.turns import advance as advance_games
from ..envs.core.turns import draw as draw_actions
from ..envs.core.turns import first_illegal
from ..kernel.playout import playouts as play_games
from .target import cuda
from .translate import kernel

WIDE = None
"""See `kernel.chains`; `translate.kernel` puts in what it is."""


@kernel
def advance(memory, results, fixed, benches, orders):
    """Carry out an order in every game."""
    lane = cuda.grid(1)
    lanes = len(benches.scratch)
    if lane < lanes:
        bench = Bench(
            benches.scratch[lane], benches.points[lane], benches.table[lane], benches.owner[lane],
            benches.barred[lane], benches.trial[lane], benches.counts[lane],
        )  # fmt: skip
        for b in range(lane, len(orders), lanes):
            advance_games(memory, results, fixed, bench, WIDE, orders, b, b + 1)


@kernel
def playouts(fixed, benches, points, table, limit, seed, first, moves, scores, winners):
    """Play as many random games as ``moves`` has room for, from number ``first`` of the seed on."""
    lane = cuda.grid(1)
    lanes = len(points)
    if lane < lanes:
        for b in range(lane, len(moves), lanes):
            play_games(
                fixed.points, fixed.table, points[lane], table[lane], benches.points[lane], benches.table[lane],
                fixed.links, fixed.keys, benches.scratch[lane], benches.owner[lane], WIDE,
                limit, seed, first + b, moves[b : b + 1], scores[b : b + 1], winners[b : b + 1],
            )  # fmt: skip


@kernel
def check(games, masks, actions, orders, wrong):
    """Make orders of actions: one that is illegal leaves its game alone; ``wrong[0]`` falls to the first such game."""
    b = cuda.grid(1)
    if b < len(actions):
        # Numbers below LEAVE are the batch's own orders.
        if actions[b] >= LEAVE and first_illegal(games[b : b + 1], masks[b : b + 1], actions[b : b + 1]):
            orders[b] = actions[b]
        else:
            orders[b] = LEAVE
            cuda.atomic.min(wrong, 0, b)


@kernel
def draw(games, masks, actions):
    """Draw a legal action for every game."""
    b = cuda.grid(1)
    if b < len(actions):
        draw_actions(games, masks, actions, b, b + 1)
