"""The winner or the margin of a game on every small board: any variant, on grids and on graphs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from tengen.game import Game
from tengen.records import TengenError
from tengen.rules import Variant
from tengen.solve.budget import BoardTooLarge, Budget, OutOfMemory
from tengen.solve.route import Value, nothing_known
from tengen.solve.solved_rows import OPEN, GameRow, key_of
from tengen.solve.value import ROUTES, value

MOST_GRID_POINTS: Final = 64
_GRID: Final = re.compile(r"([1-9]\d?)x([1-9]\d?)")


@dataclass(frozen=True)
class GameUnit:
    """A row to find: a game by its variant, with the settings as texts, and its limits."""

    board: str
    variant: Variant
    settings: str
    memory: int
    seconds: float | None = None

    @property
    def key(self) -> str:
        return key_of(self.variant.name, self.board, self.settings)

    def allows_more(self, row: GameRow) -> bool:
        """Return whether a row is open, and the limits are higher now than then."""
        longer = row.limit is not None and (self.seconds is None or self.seconds > row.limit)
        return row.is_open and (self.memory >> 20 > row.memory or longer)


def grids(sizes: Sequence[str]) -> Iterator[str]:
    """Yield every grid that fits into one of the sizes, each once and the shorter side first, by their points.

    Raises:
        TengenError: a size is invalid, or has too many points.

    >>> list(grids(["2x3", "5x1"]))
    ['1x1', '1x2', '1x3', '2x2', '1x4', '1x5', '2x3']
    """
    found = set()
    for size in sizes:
        read = _GRID.fullmatch(size)
        if read is None:
            raise TengenError(f"--boards {size}: write the largest grids by their sides, such as '3x3 2x4 1x7'")
        short, long = sorted(map(int, read.groups()))
        if short * long > MOST_GRID_POINTS:
            raise TengenError(f"--boards {size}: grids of up to {MOST_GRID_POINTS} points")
        found |= {(a, b) for a in range(1, short + 1) for b in range(a, long + 1)}
    for a, b in sorted(found, key=lambda sides: (sides[0] * sides[1], -sides[0])):
        yield f"{a}x{b}"


def examine(unit: GameUnit, report: Callable[[str], None] | None = None) -> GameRow:
    """Return the result of a game, open if the limits are too narrow.

    ``report`` is called from time to time with the row's key and the stage.

    Raises:
        UnservedRules: no search supports its rules.
        TengenError: unknown board.
    """
    game = Game(unit.variant, board=unit.board)
    budget = Budget(memory=unit.memory, seconds=unit.seconds)
    if report is not None:
        budget.report = lambda stage, _: report(f"{unit.key}: {stage}")
    why = ""
    try:
        found = value(game, budget=budget)
    except (OutOfMemory, BoardTooLarge) as error:
        found, why = nothing_known(game, ROUTES[-1].name, budget), str(error)
    method = why or next(route.method for route in ROUTES if route.name == found.route)
    turns = found.plies if game.outcome is None else 0
    states = max(found.nodes, budget.looked_at)
    return GameRow(
        unit.board, len(game.board), unit.variant.name, unit.settings, _result(found), found.low, found.high, turns,
        " ".join(found.moves), states, round(budget.elapsed, 1), unit.memory >> 20, unit.seconds, method,
    )  # fmt: skip


def _result(found: Value) -> str:
    if found.exact == 0:
        return "nobody wins"
    if found.exact is not None:
        by = "" if found.unit == "winner" else f" by {abs(found.exact):g}"
        return f"{'Black' if found.exact > 0 else 'White'} wins{by}"
    bounded = found.unit == "points" and max(abs(found.low), abs(found.high)) < inf
    between = f": {found.low:+g} to {found.high:+g}" if bounded else ""
    return f"depends on infinite play{between}" if found.complete else f"{OPEN}{between}"
