"""An engine that gives opinions, as a player who follows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..game import Game
from ..players import Analysis, Budget
from ..players.resigning import RESIGNING, Prospects
from ..players.scope import WHOLE, Scope
from ..records import Move, Resign, TengenError
from .engine import Engine

_MOMENT: Final = 0.1
"""Seconds in which nothing more is found."""
_KNOWN: Final = 10
"""Visits of an engine's from which on a look says whether a game is lost: each is worth many playouts."""


class Consulted:
    """Plays what an engine likes best; without a budget it thinks as long as the engine's "look" takes.

    With ``resigns`` it gives up a game that the engine finds lost at several turns on end (`players.resigning`).
    """

    def __init__(
        self, engine: Engine, *, budget: Budget | None = None, resigns: bool = True, name: str | None = None
    ) -> None:
        self.engine = engine
        self.budget = budget
        self.resigns = resigns
        self._given_name = name
        self._last: tuple[tuple[object, ...], Analysis] | None = None
        self._prospects = Prospects(replace(RESIGNING, visits=_KNOWN))

    @property
    def name(self) -> str:
        """What the player is called."""
        return self._given_name or self.engine.name

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Return the engine's favourite legal move, from what was just found if that is worth the budget."""
        found = self.found(game)
        if found is None or not _is_worth(found, budget):
            *_, found = self.analyse(game, budget)
        if self.resigns and self._prospects.note(game, found.win_rate, found.visits, found.ownership.values()):
            return Resign
        return favourite(game, found) or next(iter(game.legal_moves()), Resign)

    def analyse(
        self, game: Game, budget: Budget | None = None, interval: float | None = None, scope: Scope = WHOLE
    ) -> Iterator[Analysis]:
        """Yield what was found so far; see `Analyst.analyse`. All moves are looked at, none by itself."""
        if scope is not WHOLE:
            raise TengenError(f"{self.name} looks at whole positions only")
        for found in self.engine.analyse(game, budget or self.budget, interval):
            self._last = _identity(game), found
            yield found

    def found(self, game: Game) -> Analysis | None:
        """Return what was last found, if it was of this position."""
        return self._last[1] if self._last is not None and self._last[0] == _identity(game) else None

    def close(self) -> None:
        """End the engine."""
        self.engine.close()


def favourite(game: Game, found: Analysis) -> Move | None:
    """Return the best of the candidates that are legal in a game; None where no candidate is."""
    moves = (game.read_move(each.move) for each in found.candidates)
    return next((move for move in moves if not game.why_not(move)), None)


def _is_worth(found: Analysis, budget: Budget | None) -> bool:
    """Say whether a budget would find no more than what has been found."""
    if budget is None:
        return False
    if budget.simulations is not None:
        return found.visits >= budget.simulations
    return (budget.seconds or 0) <= _MOMENT


def _identity(game: Game) -> tuple[object, ...]:
    return game.board, game.rules, game.start, game.resumptions, game.moves
