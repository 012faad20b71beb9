"""The route "retrograde": every position of a small board is listed and solved, under plain ko or without any."""

from __future__ import annotations

from contextlib import suppress
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
    rules = game.rules
    positions = Positions(game.board, suicide=rules.suicide == "allowed", scoring=rules.scoring, budget=budget.part())
    solved = Retrograde(positions, ko=REPETITIONS[rules.repetition].ko is Ko.SIMPLE, passes=rules.passes)
    with suppress(KeyboardInterrupt, OutOfBudget):
        solved.solve()
    standing = ordinary.Standing.of(game)
    root = _Listed(*standing.sides, ordinary.ko_point(game), standing.passes, -1 if standing.side else 1)
    bracket = solved.bracket(*root[:4])
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
    kept = solved.bracket(*at).worth(cycle)
    return [(o.point, _Listed(*o.after, -node.sign)) for o in solved.options(*at) if o.bracket.worth(cycle) == kept]


def _proved_under(game: Game, solved: Retrograde, bracket: Bracket[int]) -> str:
    """Say under which rules a bracket is proved; `brackets` says why."""
    rule = "plain ko, with any history" if solved.ko else "no rule of repetition"
    if not solved.settled:
        return rule
    if bracket.low < bracket.high:
        return f"{rule}; between the bounds it depends on what infinite play is worth; superko is not covered"
    if not solved.ko and solved.passes == 2 and not ordinary.has_history(game):
        return f"{rule}, {_CYCLE}; and plain ko, situational and natural superko; positional superko is not covered"
    return f"{rule}, {_CYCLE}; superko is not covered"
