"""What a player thought of its move, in words for a record."""

from __future__ import annotations

from ..engines import Consulted
from ..game import Game
from ..players import MCTS, Analysis, Booked, Player

_LONGEST = 8


def thought(player: Player, game: Game) -> str:
    """Return what an engine thinks of the position in which it has just chosen a move; "" for other players.

    >>> from tengen.players import Budget
    >>> game, player = Game("chinese", board="3x3"), MCTS(budget=Budget(simulations=200), seed=1)
    >>> _ = player.choose(game)
    >>> "simulations: Black's chance is" in thought(player, game)
    True
    """
    if isinstance(player, Booked):
        return thought(player.player, game) if player.known is None else player.known.words
    if not isinstance(player, MCTS | Consulted):
        return ""
    found = player.found(game)
    if found is None or not found.candidates:
        return ""
    unit = "simulations" if isinstance(player, MCTS) else "visits"
    return f"{found.visits:,} {unit}: {opinion(game, found)}"


def opinion(game: Game, found: Analysis) -> str:
    """Return an analysis in a sentence: chances, lead, and how the game is expected to go on."""
    black = found.win_rate if game.to_play == "black" else 1 - found.win_rate
    said = [f"Black's chance is {black:.0%}"]
    if game.rules.ends_by_passes:
        lead = round(found.lead, 1)
        said.append(f"{'Black' if lead > 0 else 'White'} leads by {abs(lead):.1f}" if lead else "nobody leads")
    best = found.candidates[0]
    return ", ".join(said) + f"; expected: {' '.join(best.variation[:_LONGEST])}"
