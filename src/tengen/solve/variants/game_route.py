"""The route "games": a search over games, for every variant and every odd combination of rules."""

from __future__ import annotations

from typing import Final

from ...game import Game
from ...records import TengenError
from ...rules.serving import unserved
from .. import ordinary
from ..budget import Budget
from ..retrograde import listing_route
from ..route import Value
from ..served import KNOWN, BoardTooLarge, PositionNotServed
from ..superko import history_route
from .game_search import GameSearch

MOST_VACANT: Final = 24


def refusal(game: Game) -> TengenError | None:
    """Return why a game is not searched: a rule that is not known, a quicker route, or too many points to play on."""
    who = "a search over games"
    found: TengenError | None = unserved(who, game.rules, KNOWN)
    if found is not None or game.outcome is not None:
        return found
    quicker = (listing_route.is_served, history_route.is_served)
    if any(ordinary.refusal(game, "", len(game.board), repetition=served) is None for served in quicker):
        return PositionNotServed(f"{who} is for games that are not ordinary Go, or under other rules of repetition")
    vacant = len(game.board) - len(game.stones)
    if vacant <= MOST_VACANT:
        return None
    return BoardTooLarge(f"{who} takes up to {MOST_VACANT} points to play on, not {vacant}")


def solve(game: Game, budget: Budget) -> Value:
    """Return the value of a game, or the bounds reached when its budget was spent; a game may be over."""
    search = GameSearch(game, budget)
    search.solve()
    low, high = search.bounds
    by_score = game.rules.end == "passes" and (game.outcome is None or game.outcome.margin is not None)
    if not by_score:
        low, high = max(low, -1.0), min(high, 1.0)
    moves: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    if search.complete:
        moves = tuple(game.write_move(move) for move, _ in search.keeping(0.0))
        line = tuple(map(game.write_move, search.line(0.0)))
    words = f"the rules of this game (repetition = {game.rules.repetition})"
    words += ", with the history of this game" if game.moves else ""
    if search.complete and low < high:
        words += "; between the bounds it depends on what infinite play is worth"
    unit = "points" if by_score else "winner"
    return Value(low, high, unit, search.complete, moves, line, words, "games", budget.looked_at)
