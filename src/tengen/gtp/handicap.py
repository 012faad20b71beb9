"""Points for handicap stones: those that are customary, and those that the player chooses (GTP 2, 4.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..records.errors import BoardError

if TYPE_CHECKING:
    from ..boards import Board
    from ..records import Content
    from .engine import Engine


def customary_points(board: Board, count: int) -> list[str] | None:
    """Return the points that are customary for ``count`` handicap stones, None where there are none."""
    from ..boards import fixed_handicap

    try:
        return [board.labels[point] for point in fixed_handicap(board, count)]
    except BoardError:
        return None


def handicap_points(engine: Engine, count: int) -> list[str]:
    """Return ``count`` points for handicap stones: those that are customary, then the player's choice.

    Fewer where it will not put more.
    """
    from ..records import Place

    labels, empty = _most_customary(engine.board, count), engine.without_handicap().position
    while len(labels) < count:
        stones: dict[str, Content] = {**empty.stones, **dict.fromkeys(labels, "black")}
        game = engine.without_handicap(replace(empty, stones=stones, to_play="black", created_by=None))
        with engine.charged():
            move = engine.player().choose(game, engine.thinking.budget())
        if not isinstance(move, Place):
            break
        labels.append(game.write_move(move))
    return labels


def _most_customary(board: Board, count: int) -> list[str]:
    """Return the customary points for ``count`` handicap stones, or for as many of them as have such points."""
    found = (customary_points(board, most) for most in range(count, 1, -1))
    return next((labels for labels in found if labels is not None), [])
