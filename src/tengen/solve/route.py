"""What the routes to a value have in common: how they are named, what they refuse, and the value they lead to."""

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
    """What the side to move is sure of, own points minus the enemy's: infinite play at its worst, and at its best.

    Where there is no score, 1 is a win and -1 a loss.
    """

    low: Points
    high: Points

    @property
    def is_settled(self) -> bool:
        return self.low == self.high

    def turned(self) -> Bracket[Points]:  # type: ignore[misc]  # a named tuple of either kind of number
        """Return the bracket as the other side sees it."""
        return Bracket(-self.high, -self.low)

    def worth(self, cycle: float) -> float:  # type: ignore[misc]  # a named tuple of either kind of number
        """Return the value where infinite play is worth ``cycle`` to the side to move."""
        return max(self.low, min(cycle, self.high))


@dataclass(frozen=True)
class Value:
    """What a position is worth to Black, proved: at least ``low`` and at most ``high``.

    ``unit`` is "points" (Black's margin, komi counted) or "winner" (1: Black wins, -1: White, 0: nobody).
    ``complete`` says that no limit cut the proof short; if the bounds differ then, what lies between them depends on
    what infinite play is worth. ``moves`` keep the value, infinite play worth 0, as does ``line``; both are empty
    where nothing is settled, and by the routes "certificate", "search" and "states" other moves may keep it, too.
    ``rules`` says under which rules of repetition it is proved, and of what; ``route`` names its `Route`.

    >>> from tengen import Game, solve
    >>> found = solve.value.value(Game("chinese", board="3x1", komi=0))
    >>> found.exact, found.complete, found.moves
    (3.0, True, ('B1',))
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
        """The value, where it is known and depends on nothing."""
        return float(self.low) if self.low == self.high else None

    def worth(self, cycle: float = 0) -> float | None:
        """Return the value if infinite play is worth ``cycle`` to Black; None where the proof was cut short."""
        return max(self.low, min(cycle, self.high)) if self.complete else self.exact


class Route(NamedTuple):
    """A way to the value of a game.

    ``method`` says in words how it finds the value. ``refusal`` returns None where the route serves a game, else
    `BoardTooLarge`, `PositionNotServed` or `UnservedRules`, which say why not. ``solve`` takes the game, a `Budget`
    and, where both sides play on some points only, their indices. It returns None where another route may know more; it
    raises `OutOfBudget`, or KeyboardInterrupt, where it was ended before it knew anything.
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
    """Return the unit of a game's value: "points" where it ends with a margin, else "winner"."""
    by_score = game.rules.end == "passes" and (game.outcome is None or game.outcome.margin is not None)
    return "points" if by_score else "winner"


def played_on(game: Game, points: Collection[int]) -> str:
    """Say that both sides play on some points only."""
    return f"both sides play on {' '.join(game.board.names(sorted(points)))} alone, or pass"


def nothing_known(game: Game, route: str, budget: Budget) -> Value:
    """Return what holds before any search: in ordinary Go nobody gets more than the whole board."""
    n, komi, unit = len(game.board), game.rules.compensation, unit_of(game)
    low, high = (-inf, inf) if unit == "points" else (-1.0, 1.0)
    if ordinary.refusal(game, "", n) is None:
        low, high = -n - komi, n - komi
    return Value(low, high, unit, False, (), (), "any rules", route, budget.looked_at)
