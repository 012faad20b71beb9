"""The route "retrograde": every position of a small board is listed and solved, under plain ko or without any."""

from __future__ import annotations

from contextlib import suppress
from math import copysign, inf
from typing import Final, NamedTuple

from ...game import Game
from ...records import TengenError
from ...rules import REPETITIONS, Ko, Repetition
from .. import ordinary
from ..bracket import Bracket
from ..budget import Budget, OutOfBudget
from ..route import Value
from .brackets import Retrograde
from .listing import MOST_POINTS, Positions

_CYCLE: Final = "whatever a cycle is worth"


def is_served(row: Repetition) -> bool:
    """Say whether a rule of repetition is served: plain ko, and none."""
    return row.compares is None and row.ko in (Ko.NONE, Ko.SIMPLE)


def refusal(game: Game) -> TengenError | None:
    """Return why not all positions of a game can be listed."""
    return ordinary.refusal(game, "a list of every position", MOST_POINTS, repetition=is_served)


class _Listed(NamedTuple):
    """A situation as the side to move sees it, and that side (1 Black, -1 White)."""

    own: int
    enemy: int
    ko: int
    passes: int
    sign: int


def solve(game: Game, budget: Budget) -> Value:
    """Return the value of a game; where the time is over, the bounds reached by then.

    Raises:
        OutOfBudget: a limit was reached before all positions were listed.
    """
    rules, points = game.rules, len(game.board)
    positions = Positions(game.board, suicide=rules.suicide == "allowed", scoring=rules.scoring, budget=budget.part())
    endless = points + (abs(rules.compensation) > points)  # then it may be worth more than all points are
    ko = REPETITIONS[rules.repetition].ko is Ko.SIMPLE
    solved = Retrograde(positions, ko=ko, passes=rules.passes, endless=endless)
    with suppress(KeyboardInterrupt, OutOfBudget):
        solved.solve()
    standing = ordinary.Standing.of(game)
    root = _Listed(*standing.sides, ordinary.ko_point(game), standing.passes, -1 if standing.side else 1)
    bracket = _counted(solved, solved.bracket(*root[:4]))
    low, high = bracket if root.sign == 1 else bracket.turned()
    moves: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    if solved.settled:

        def best(node: _Listed) -> list[tuple[int | None, _Listed]]:
            return _best(solved, node, rules.compensation)

        with suppress(KeyboardInterrupt):
            moves = tuple(ordinary.written(game, point) for point, _ in best(root))
            line = tuple(ordinary.written(game, point) for point in ordinary.line_of_play(root, best))
    words = _proved_under(game, solved, bracket)
    komi = rules.compensation
    return Value(low - komi, high - komi, "points", solved.settled, moves, line, words, "retrograde", len(positions))


def _best(solved: Retrograde, node: _Listed, komi: float) -> list[tuple[int | None, _Listed]]:
    """Return the moves that keep the value, infinite play worth 0 with komi, and what they lead to."""
    if node.passes == solved.passes:
        return []
    cycle, at = node.sign * komi, node[:4]
    kept = _counted(solved, solved.bracket(*at)).worth(cycle)
    options = [option for option in solved.options(*at) if _counted(solved, option.bracket).worth(cycle) == kept]
    return [(option.point, _Listed(*option.after, -node.sign)) for option in options]


def _counted(solved: Retrograde, bracket: Bracket[int]) -> Bracket[float]:
    """Return a bracket in which no points are as many as all points and more: that is what infinite play is worth."""
    most = len(solved.positions.bits.near)
    low, high = (bound if abs(bound) <= most else copysign(inf, bound) for bound in bracket)
    return Bracket(low, high)


def _proved_under(game: Game, solved: Retrograde, bracket: Bracket[float]) -> str:
    """Say under which rules a bracket is proved; `brackets` says why."""
    rule = "plain ko, with any history" if solved.ko else "no rule of repetition"
    if not solved.settled:
        return rule
    if bracket.low < bracket.high:
        return f"{rule}; between the bounds it depends on what infinite play is worth; superko is not covered"
    if not solved.ko and solved.passes == 2 and not ordinary.has_history(game):
        return f"{rule}, {_CYCLE}; and plain ko, situational and natural superko; positional superko is not covered"
    return f"{rule}, {_CYCLE}; superko is not covered"
