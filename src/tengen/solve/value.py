"""The value of a position: what both sides can force, proved, whatever the variant and the board, if it is small.

`ROUTES` are the ways to it, in the order in which they are tried. Each says which games it refuses, and why. Two
are for ordinary Go under plain ko or without a rule of repetition: all positions are listed where they fit into
memory; on larger boards proofs under plain ko press the bounds, and from 17 points on they come before the list.
Three are for ordinary Go under superko: proofs that no superko can spoil are quick where they are found; what can
be forced whatever is forbidden is listed on boards too large for more; the search that keeps the history always
answers in the end, on the smallest boards. The last two are for everything else: all states of a game are listed
where they fit into memory; a search over games keeps the history.
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
    # What is a board worth whose list would take minutes, if proofs under plain ko find it soon?
    Route("search", "a search for proofs", bounds.refusal, bounds.solve_soon),
    # What is every position of the board worth, under plain ko or without a rule of repetition?
    Route("retrograde", _EVERY, brackets.refusal, brackets.solve),
    # Does a side get at least a given number of points, under plain ko, on a board too large to list?
    Route("search", "a search for proofs", bounds.refusal, bounds.solve),
    # Is the value under plain ko proved in a way that no superko can spoil?
    Route("certificate", "proofs that superko leaves alone", certificate.refusal, certificate.solve),
    # What can be forced whatever a rule of repetition forbids, and so under situational and natural superko?
    Route("unbarred", f"{_EVERY} with no repetition forbidden", first_bounds.refusal, first_bounds.solve),
    # What is the position worth with its whole history, under superko?
    Route("superko", _HISTORY, history.refusal, history.solve),
    # What is every state of a game worth, whatever the variant, where all of them can be listed?
    Route("states", "listing every state", states_route.refusal, states_route.solve),
    # What is a game worth under any other rules?
    Route("games", "a search over games", game_search.refusal, game_search.solve),
)

ON_POINTS: Final = (
    Route("superko on points", _HISTORY, history.refusal_on_points, history.solve_on_points),
    Route("games on points", "a search over games", game_search.refusal_on_points, game_search.solve),
)
"""The ways to the value of a game in which both sides play on some points only, and pass (spec 1.24)."""


def value(game: Game, *, points: Iterable[Point] | None = None, budget: Budget | None = None) -> Value:
    """Return the value of a game as it stands. Ctrl-C, and the budget's limits, end it with the bounds known by then.

    With ``points``, by their labels or indices, both sides place stones there only, and pass.

    Raises:
        BoardError: the board has no such point.
        BoardTooLarge: the board is too large for every route that serves the rules.
        PositionNotServed: no route that serves the rules takes the position.
        UnservedRules: no route serves the rules.
        OutOfMemory: no route makes do with the memory allowed.

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
            except OutOfBudget:  # a later route may need less, or have a part of the budget left to it
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
    """Return why there is no value: too little memory, else too large a board, else the position, else the rules."""
    advice = {OutOfMemory: "allow more memory", BoardTooLarge: "take a smaller board"}
    kind = next((kind for kind in advice if any(type(refusal) is kind for refusal in refusals)), None)
    if kind is None:
        positions = [str(refusal) for refusal in refusals if isinstance(refusal, PositionNotServed)]
        return PositionNotServed("; ".join(positions)) if positions else UnservedRules(list(map(str, refusals)))
    told = "; ".join(str(refusal) for refusal in refusals if type(refusal) is kind)
    return kind(f"the board {game.board.text} has {len(game.board)} points; {told}; {advice[kind]}{_easier(game)}")


def _easier(game: Game) -> str:
    """Return which axes to change for a search that takes larger boards, if that is all it needs."""
    wanted = {"repetition": "ko", "scoring": "area"}
    now = {axis: getattr(game.rules, axis) for axis in wanted}
    changes = [f"{axis} = {wanted[axis]} (now {now[axis]})" for axis in wanted if now[axis] != wanted[axis]]
    if not changes or ordinary.refusal(game, "", MOST_POINTS) is not None:
        return ""
    return f", or set {' and '.join(changes)}: then up to {MOST_POINTS} points are searched"


__all__ = ["ON_POINTS", "ROUTES", "Budget", "Value", "value"]
