"""Settling sides (spec 6.6a): bids, swaps, and an even first move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..game import Game
from ..records import Move, Place
from ..rules import variant
from .mcts import MCTS
from .player import Analysis, Budget, Player

_STAND_IN: Final = Budget(simulations=400)
"""The budget of Tengen's own estimate, if a player has none or its own has no limit in simulations."""
_TRIED: Final = 8
"""First moves that are compared for evenness."""


def settle(game: Game, player: Player, budget: Budget | None = None) -> str:
    """Bid, or swap sides, if a player may and wants to; return it as text: "swap" or "bid 6.5", or "".

    A player swaps if its estimate for its own side is below one half.
    """
    if game.bidder:
        bid = game.bid(bid_for(game, player, budget))
        return "bid none" if bid.komi is None else f"bid {bid.komi}"
    if game.why_no_swap() or _opinion(game, player, budget).win_rate >= 0.5:
        return ""
    game.swap()
    return "swap"


def bid_for(game: Game, player: Player, budget: Budget | None = None) -> float | None:
    """Return the komi that a player bids: its fair komi, in an auction a point at a time up to that."""
    plain = variant(game.variant, fairness="none")
    found = _opinion(Game.from_position(plain, game.board, game.start), player, budget)
    fair = round(found.lead + plain.rules.komi - 0.5) + 0.5
    if game.rules.fairness == "bid":
        return fair
    if not game.bids:
        return min(fair, 0.5)
    raised = (game.bids[-1].komi or 0) + 1
    return raised if raised <= fair else None


def is_offer(game: Game) -> bool:
    """Return whether the opponent may swap sides after this move, so that an even one is best."""
    return game.rules.fairness == "swap" and not game.moves


def chosen(game: Game, player: Player, budget: Budget | None = None) -> Move:
    """Return a player's move, or the most even of several if the opponent may swap sides after it."""
    if not is_offer(game):
        return player.choose(game, budget)
    legal = [move for move in game.legal_moves() if isinstance(move, Place)]
    part = _opinion_budget(player, budget)
    part = replace(part, simulations=part.simulations and max(1, part.simulations // _TRIED))
    part = replace(part, seconds=part.seconds and part.seconds / _TRIED)

    def unevenness(move: Place) -> float:
        after = game.copy()
        after.play(move)
        return 1.0 if after.outcome else abs(_opinion(after, player, part).win_rate - 0.5)

    return min(legal[:: max(1, len(legal) // _TRIED)], key=unevenness, default=None) or player.choose(game, budget)


def _opinion_budget(player: Player, budget: Budget | None) -> Budget:
    return budget or getattr(player, "budget", None) or _STAND_IN


def _opinion(game: Game, player: Player, budget: Budget | None) -> Analysis:
    """Return a player's opinion of a position; Tengen's own search stands in for a player without one."""
    analyst = player if hasattr(player, "analyse") else MCTS(budget=_STAND_IN)
    allowed = _opinion_budget(player, budget) if analyst is player else _STAND_IN
    looks: Iterator[Analysis] = analyst.analyse(game, allowed)
    *_, found = looks
    return found
