"""The proved value of a position: the results that both sides can force, for any variant on a small enough board.

`ROUTES` are tried in order; each gives a reason if it does not support a game. Two serve ordinary Go under plain ko or
without a rule of repetition: all positions are listed if they fit into memory; on larger boards proofs under plain ko
tighten the bounds, and from 17 points on they come before the list. Three serve ordinary Go under superko: proofs that
no superko affects are quick if they are found; bounds that hold whatever is forbidden come from a list on boards too
large for more; the search with history always finishes, on the smallest boards. The last two serve everything else: all
states of a game are listed if they fit into memory; a search over games keeps the history.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ..boards import Point
from ..game import Game
from ..records import TengenError, UnservedRules
from . import game_search, ordinary
from .budget import BoardTooLarge, Budget, OutOfBudget, OutOfMemory, PositionNotServed
from .proofs import bounds
from .proofs.proof_tree import MOST_POINTS
from .route import Route, Value, nothing_known
from .states import brackets, states_route
from .superko import certificate, first_bounds, history

_EVERY: Final = "listing every position"
_HISTORY: Final = "a search with the history in its keys"

ROUTES: Final = (
    # The value of a board whose list would take minutes, if proofs under plain ko find it soon.
    Route("search", "a search for proofs", bounds.refusal, bounds.solve_soon),
    # The value of every position of the board, under plain ko or without a rule of repetition.
    Route("retrograde", _EVERY, brackets.refusal, brackets.solve),
    # Proofs of at least some number of points, under plain ko, on a board too large to list.
    Route("search", "a search for proofs", bounds.refusal, bounds.solve),
    # The value under plain ko, if it is proved in a way that no superko can spoil.
    Route("certificate", "proofs that superko leaves alone", certificate.refusal, certificate.solve),
    # Bounds without any rule of repetition, which also hold under situational and natural superko.
    Route("unbarred", f"{_EVERY} with no repetition forbidden", first_bounds.refusal, first_bounds.solve),
    # The value of the position with its whole history, under superko.
    Route("superko", _HISTORY, history.refusal, history.solve),
    # The value of every state of a game of any variant, if all of them can be listed.
    Route("states", "listing every state", states_route.refusal, states_route.solve),
    # The value of a game under any other rules.
    Route("games", "a search over games", game_search.refusal, game_search.solve),
)

ON_POINTS: Final = (
    Route("superko on points", _HISTORY, history.refusal_on_points, history.solve_on_points),
    Route("games on points", "a search over games", game_search.refusal_on_points, game_search.solve),
)
"""The routes for games in which both sides play only on some points, and pass (spec 1.24)."""


def value(game: Game, *, points: Iterable[Point] | None = None, budget: Budget | None = None) -> Value:
    """Return the value of a game's position. Ctrl-C, and the budget's limits, end it with the current bounds.

    With ``points``, given by labels or indices, both sides place stones only there, and pass.

    Raises:
        BoardError: the board has no such point.
            BoardTooLarge: the board is too large for every route that supports the rules.
            PositionNotServed: no route that supports the rules accepts the position.
            UnservedRules: no route supports the rules.
            OutOfMemory: every route needs more memory than allowed.

    >>> value(Game("chinese", board="2x2", komi=0)).exact
    1.0
    >>> value(Game.setup("chinese", ["X.O"], komi=0), points=["B1"]).moves
    ('B1',)
    """
    at = () if points is None else ({game.board.point(point) for point in points},)
    budget = budget or Budget()
    refusals: list[TengenError] = []
    spent: list[str] = []
    for route in ROUTES if points is None else ON_POINTS:
        refusal = route.refusal(game)
        if refusal is None:
            try:
                found = route.solve(game, budget, *at)
            except KeyboardInterrupt:
                return nothing_known(game, route.name, budget)
            except OutOfMemory as error:
                refusal = error
            except OutOfBudget:  # a later route may need less, or have its own share of the budget
                spent.append(route.name)
            else:
                if found is not None:
                    return found
        if refusal is not None and str(refusal) not in map(str, refusals):
            refusals.append(refusal)
    if spent:
        return nothing_known(game, spent[-1], budget)
    raise _refused(game, refusals)


def _refused(game: Game, refusals: Sequence[TengenError]) -> TengenError:
    """Return why there is no value: too little memory, too large a board, the position, or the rules."""
    advice = {OutOfMemory: "allow more memory", BoardTooLarge: "take a smaller board"}
    kind = next((kind for kind in advice if any(type(refusal) is kind for refusal in refusals)), None)
    if kind is None:
        positions = [str(refusal) for refusal in refusals if isinstance(refusal, PositionNotServed)]
        return PositionNotServed("; ".join(positions)) if positions else UnservedRules(list(map(str, refusals)))
    told = "; ".join(str(refusal) for refusal in refusals if type(refusal) is kind)
    return kind(f"the board {game.board.text} has {len(game.board)} points; {told}; {advice[kind]}{_easier(game)}")


def _easier(game: Game) -> str:
    """Return the axes to change so that a search for larger boards applies, if only they prevent it."""
    wanted = {"repetition": "ko", "scoring": "area"}
    now = {axis: getattr(game.rules, axis) for axis in wanted}
    changes = [f"{axis} = {wanted[axis]} (now {now[axis]})" for axis in wanted if now[axis] != wanted[axis]]
    if not changes or ordinary.refusal(game, "", MOST_POINTS) is not None:
        return ""
    return f", or set {' and '.join(changes)}: then up to {MOST_POINTS} points are searched"


__all__ = ["ON_POINTS", "ROUTES", "Budget", "Value", "value"]
