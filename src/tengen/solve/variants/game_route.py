"""The route "games": a search over games, for every variant and every odd combination of rules."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Final

from ...game import Game
from ...records import TengenError
from ...rules.serving import Served, unserved
from .. import ordinary
from ..bitboards import MOST_POINTS as MASKED
from ..budget import Budget
from ..retrograde import listing_route
from ..retrograde.listing import MOST_POINTS as LISTED
from ..route import Value, played_on, unit_of
from ..served import KNOWN, BoardTooLarge, PositionNotServed
from ..superko import history_route
from ..superko.position_table import MOST_POINTS as FOLLOWED
from .game_search import GameSearch

MOST_VACANT: Final = 24
_ON_POINTS: Final[Served] = {**KNOWN, "tao": ("off",), "passing": ("pass",), "end": ("passes",)}


def refusal(game: Game) -> TengenError | None:
    """Return why a game is not searched: a rule that is not known, a quicker route, or too many points to play on."""
    who = "a search over games"
    found: TengenError | None = unserved(who, game.rules, KNOWN)
    if found is not None or game.outcome is not None:
        return found
    vacant = len(game.board) - len(game.stones)
    if has_quicker(game, vacant):
        return PositionNotServed(f"{who} is for games that are not ordinary Go, or under other rules of repetition")
    if vacant <= MOST_VACANT:
        return None
    return BoardTooLarge(f"{who} takes up to {MOST_VACANT} points to play on, not {vacant}")


def has_quicker(game: Game, vacant: int) -> bool:
    """Say whether a quicker route takes the game, or would on a smaller board, and is not to be outdone here.

    A board that is too large for it is searched here where no more points are vacant than it takes at most; there, and
    on boards too large for masks, it could never answer.
    """
    quicker = ((listing_route.is_served, LISTED), (history_route.is_served, FOLLOWED))
    return any(
        ordinary.refusal(game, "", MASKED, repetition=served) is None and (len(game.board) <= most or vacant > most)
        for served, most in quicker
    )


def refusal_on_points(game: Game) -> TengenError | None:
    """Return why a game in which both sides play on some points only is not searched: a rule that is not known."""
    return unserved("a search over games on some points", game.rules, _ON_POINTS)


def solve(game: Game, budget: Budget, points: Collection[int] | None = None) -> Value:
    """Return the value of a game, or the bounds reached when its budget was spent; a game may be over.

    With ``points`` both sides play there only, and pass.
    """
    search = GameSearch(game, budget, points)
    search.solve()
    low, high = search.bounds
    unit = unit_of(game)
    if unit == "winner":
        low, high = max(low, -1.0), min(high, 1.0)
    moves: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    if search.complete:
        with suppress(KeyboardInterrupt):
            moves = tuple(game.write_move(move) for move, _ in search.keeping(0.0))
            line = tuple(map(game.write_move, search.line(0.0)))
    words = f"the rules of this game (repetition = {game.rules.repetition})"
    words += ", with the history of this game" if game.moves else ""
    words += "" if points is None else f"; {played_on(game, points)}"
    if search.complete and low < high:
        words += "; between the bounds it depends on what infinite play is worth"
    route = "games" if points is None else "games on points"
    return Value(low, high, unit, search.complete, moves, line, words, route, budget.looked_at)
