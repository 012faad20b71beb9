"""Scores other than the points of the board (spec 6.8): stacks of coupons, and weights of points."""

from __future__ import annotations

import re
from typing import Any, Final

from ..boards import Board
from ..boards.rims import inside, rim_lines
from ..records import Text
from ..records.errors import BoardError
from ..records.text import NOTHING
from .axis import is_number

_NUMBER: Final = r"([0-9]{1,7}(?:\.[0-9])?)"
_STACK: Final = re.compile(f"{_NUMBER} to {_NUMBER} by {_NUMBER}")
_FORMS: Final = Text(
    "it must be none, the value of a button such as 0.5, or a stack such as `20 to 0.5 by 0.5` of up to 1,000 coupons "
    "that fall in equal steps, all of them whole or half points over 0"
)
_MOST: Final = 1000
_CORNERS, _EDGE = Text("four corners and a centre"), Text("an edge")
CORNER, CENTRE = 1 << 16, 1 << 17
"""Flags added to a point's weight: it is a corner, or the centre."""


def stack_of(value: float | str) -> range:
    """Return the coupons of a valid value of ``coupons`` in half points, the highest first.

    >>> list(stack_of(0.5)), list(stack_of("3 to 1 by 0.5"))
    ([1], [6, 5, 4, 3, 2])
    """
    if value == "none":
        return range(0)
    found = _STACK.fullmatch(value) if isinstance(value, str) else None
    first, last, step = found.groups() if found else (value, value, 0.5)
    return range(int(2 * float(first)), int(2 * float(last)) - 1, -int(2 * float(step)))


def trouble(value: Any) -> Text:
    """Return what is wrong with a value of ``coupons``; "" for a valid one."""
    if isinstance(value, str) and value == "none":
        return NOTHING
    found = _STACK.fullmatch(value) if isinstance(value, str) else None
    first, last, step = map(float, found.groups()) if found else (value, value, 0.5)
    halves = all(is_number(each) and each > 0 and 2 * each % 1 == 0 for each in (first, last, step))
    fits = halves and first >= last and (first - last) % step == 0 and len(stack_of(value)) <= _MOST
    return NOTHING if fits else _FORMS


def tell(value: float | str) -> Text:
    """Return the sentence for a valid value of ``coupons``.

    >>> tell("20 to 0.5 by 0.5")
    'While there are coupons (20 to 0.5 by 0.5), a pass takes the highest and does not count towards the end.'
    """
    if len(stack_of(value)) > 1:
        stack = Text("While there are coupons ({stack}), a pass takes the highest and does not count towards the end.")
        return stack.with_values(stack=value)
    button = Text("The first pass takes the button, worth {points}, and does not count towards the end.")
    return button.with_values(points=stack_of(value)[0] / 2)


def weights_of(board: Board, weights: str) -> list[int]:
    """Return each point's weight, with the flags of corners and the centre; empty for even weights.

    Raises:
        BoardError: the board has no edge, no corners or no centre.
    """
    if weights == "even":
        return []
    rows, points = board.rows, range(len(board))
    if weights == "corners":
        corners = {rows[y][x] for y in (0, -1) for x in (0, -1)} - {-1} if board.surface == "plane" else set()
        fits = len(corners) == 4 and board.centre is not None
        found, need = [1 + CORNER * (p in corners) + CENTRE * (p == board.centre) for p in points if fits], _CORNERS
    else:
        lines = [*rim_lines(board, len(board))]
        if board.surface:
            inner = [inside(board, line) for line in range(1, max(len(rows), len(rows[0])) + 1)]
            lines = [0 if inner[-1][p] else 1 + sum(each[p] for each in inner) for p in points]
        found, need = lines if all(lines) else [], _EDGE
    if not found:
        raise BoardError(
            "weights = {weights} needs a board with {need}, which {board} does not have",
            weights=weights,
            need=need,
            board=board.text,
        )
    return found
