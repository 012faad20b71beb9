"""Comparing weights: with the engine of playouts on what training never saw, and with older weights before they go."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..match.match_play import MatchResult, conditions_of, play_games
from ..players import Budget
from ..players.guided import Guided as GuidedPlayer
from .arena import Guided, Network, Side, Standing, contest, lead_seen
from .curriculum import HELD_OUT, HeldOut, Kinds, draw_kind, draw_komi

GATE = 0.5
"""The share of points that new weights need against old ones."""


class Comparison(NamedTuple):
    """How a side stands in one game on one board."""

    where: HeldOut
    standing: Standing


def compare(
    one: Side, two: Side, games: int, where: Iterable[HeldOut] = HELD_OUT, seed: int = 0
) -> Iterator[Comparison]:
    """Play games between two sides on each board that was held out, and yield each standing."""
    for each in where:
        yield Comparison(each, contest(one, two, each.start, games, seed=seed))


def compare_in_time(
    network: Network, two: str, seconds: float, games: int, where: Iterable[HeldOut] = HELD_OUT, seed: int = 0
) -> Iterator[Comparison]:
    """Match a network's player with another one, both with the same seconds a move and one thread.

    ``two`` is written as in `tengen match`.
    """
    for each in where:
        start = each.start()
        conditions = conditions_of(start.variant, start.board, seconds=seconds, seed=seed)
        player = GuidedPlayer(network, budget=Budget(seconds=seconds), seed=seed, resigns=False)
        result = MatchResult(tuple(play_games(player, two, conditions, range(1, games + 1))))
        yield Comparison(each, Standing(result.wins, result.draws, result.losses))


def gate(new: Network, old: Network, kinds: Kinds, games: int, seed: int, simulations: int = 32) -> Standing:
    """Play games between two networks over the curriculum, in pairs; return how the new one stands.

    Every two pairs have another kind of game; its komi is drawn around what the old network holds for fair.
    """
    chance = random.Random(seed)
    total = Standing(0, 0, 0)
    one, two = Guided(new, simulations, seed=seed), Guided(old, simulations, seed=seed)
    while total.games < games:
        kind = draw_kind(kinds, chance)
        komi = draw_komi(kind, lead_seen(kind.start(0.0), old), chance) if kind.has_komi else None
        found = contest(one, two, HeldOut(kind, komi).start, 4, seed=chance.getrandbits(32))
        total = Standing(*(a + b for a, b in zip(total, found)))
    return total
