"""The common parts of the routes to a value: names, refusals and results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from math import inf
from typing import Generic, NamedTuple, TypeVar

from ..game import Game
from ..records import Move, TengenError
from ..records.display import mime_bundle
from . import ordinary
from .budget import Budget

Points = TypeVar("Points", int, float)


class Bracket(NamedTuple, Generic[Points]):
    """Bounds for the side to move (points, or 1 to win): with infinite play at its worst, and at its best."""

    low: Points
    high: Points

    @property
    def is_settled(self) -> bool:
        return self.low == self.high

    def turned(self) -> Bracket[Points]:  # type: ignore[misc]  # a named tuple of either kind of number
        """Return the bracket from the other side's view."""
        return Bracket(-self.high, -self.low)

    def worth(self, cycle: float) -> float:  # type: ignore[misc]  # a named tuple of either kind of number
        """Return the value if infinite play is worth ``cycle`` to the side to move."""
        return max(self.low, min(cycle, self.high))


@dataclass(frozen=True)
class Value:
    """A position's proved value for Black: at least ``low`` and at most ``high``.

    ``unit`` is "points" (Black's margin, including komi) or "winner" (1: Black wins, -1: White, 0: neither).
    ``complete``: no limit cut the proof short; if the bounds still differ, the value depends on what infinite play is
    worth. ``moves`` and ``line`` keep the value with infinite play worth 0; both are empty if nothing is settled, and
    for the routes "certificate", "search" and "states" other moves may keep it, too. ``rules`` states the rules of
    repetition under which it is proved; ``route`` names its `Route`.

    >>> from tengen import Game, solve
    >>> found: Value = solve.value.value(Game("chinese", board="3x1", komi=0))
    >>> found.exact, found.worth(0), found.complete, found.moves
    (3.0, 3, True, ('B1',))
    """

    low: float
    high: float
    unit: str
    complete: bool
    moves: tuple[str, ...]
    line: tuple[str, ...]
    rules: str
    route: str
    nodes: int
    plies: int | None = None
    _repr_mimebundle_ = mime_bundle

    @property
    def exact(self) -> float | None:
        """The value, if it is known and does not depend on infinite play."""
        return float(self.low) if self.low == self.high else None

    def worth(self, cycle: float = 0) -> float | None:
        """Return the value if infinite play is worth ``cycle`` to Black; None if the proof was cut short."""
        return max(self.low, min(cycle, self.high)) if self.complete else self.exact


class Route(NamedTuple):
    """A way to the value of a game.

    ``method`` describes it in words. ``refusal`` returns None for a supported game, otherwise a `BoardTooLarge`,
    `PositionNotServed` or `UnservedRules` with the reason. ``solve`` takes the game, a `Budget` and, if both sides play
    only on some points, their indices. It returns None if another route may find more; it raises `OutOfBudget`, or
    KeyboardInterrupt, if it was stopped without a result.
    """

    name: str
    method: str
    refusal: Callable[[Game], TengenError | None]
    solve: Callable[..., Value | None]


def continuations(game: Game) -> Iterator[tuple[Move, Game]]:
    """Yield every legal move of a game with the game after it."""
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        yield move, after


def unit_of(game: Game) -> str:
    """Return the unit of a game's value: "points" if it ends with a margin, otherwise "winner"."""
    by_score = game.rules.end == "passes" and (game.outcome is None or game.outcome.margin is not None)
    return "points" if by_score else "winner"


def played_on(game: Game, points: Collection[int]) -> str:
    """Return a note that both sides play only on some points."""
    return f"both sides play on {' '.join(game.board.names(sorted(points)))} alone, or pass"


def nothing_known(game: Game, route: str, budget: Budget) -> Value:
    """Return the trivial bounds: in ordinary Go no side gets more than the whole board."""
    n, komi, unit = len(game.board), game.rules.compensation, unit_of(game)
    low, high = (-inf, inf) if unit == "points" else (-1.0, 1.0)
    if ordinary.refusal(game, "", n) is None:
        low, high = -n - komi, n - komi
    return Value(low, high, unit, False, (), (), "any rules", route, budget.looked_at)
