"""What counts besides the points of the board (spec 6.8): stacks of coupons, and weights of points."""

from __future__ import annotations

import re
from typing import Any, Final

from ..boards import Board
from ..boards.rims import inside, rim_lines
from ..records import Text
from ..records.errors import BoardError
from ..records.text import NOTHING
from .axis import is_number

_NUMBER: Final = r"(\d{1,7}(?:\.\d)?)"
_STACK: Final = re.compile(f"{_NUMBER} to {_NUMBER} by {_NUMBER}")
_FORMS: Final = Text(
    "it is none, the value of a button such as 0.5, or a stack of falling values such as `20 to 0.5 by 0.5`, all of "
    "them whole or half points over 0"
)
_MOST: Final = 1000
CORNER, CENTRE = 1 << 16, 1 << 17
"""Marks beside what a point counts for: a corner, and the centre."""


def stack_of(value: float | str) -> range:
    """Return the coupons that a good value of ``coupons`` means in half points, the highest first.

    >>> list(stack_of(0.5)), list(stack_of("3 to 1 by 0.5"))
    ([1], [6, 5, 4, 3, 2])
    """
    if value == "none":
        return range(0)
    found = _STACK.fullmatch(value) if isinstance(value, str) else None
    first, last, step = found.groups() if found else (value, value, 0.5)
    return range(int(2 * float(first)), int(2 * float(last)) - 1, -int(2 * float(step)))


def trouble(value: Any) -> Text:
    """Return what is wrong with a value of ``coupons``; "" for a good one.

    >>> trouble("20 to 0.5 by 1"), trouble(1.5)
    ('a stack that starts at 20 does not come to 0.5 in steps of 1', '')
    """
    if value == "none":
        return NOTHING
    found = _STACK.fullmatch(value) if isinstance(value, str) else None
    numbers = [float(each) for each in found.groups()] if found else [value]
    if not all(is_number(each) and each > 0 and (2 * each).is_integer() for each in numbers):
        return _FORMS
    if found and (numbers[0] < numbers[1] or (numbers[0] - numbers[1]) % numbers[2]):
        first, last, step = found.groups()
        return Text(
            "a stack that starts at {first} does not come to {last} in steps of {step}",
            first=first,
            last=last,
            step=step,
        )
    if found and len(stack_of(value)) > _MOST:
        return Text("a stack has {most:,} coupons at most", most=_MOST)
    return NOTHING


def tell(value: float | str) -> Text:
    """Return the sentences for a good value of ``coupons``.

    >>> tell("20 to 0.5 by 0.5")
    'While there are coupons, a pass takes the highest and does not count towards the end. They are worth 20 to 0.5 \
points, each 0.5 less than the one before.'
    """
    stack = stack_of(value)
    if len(stack) == 1:
        return Text(
            "The first pass takes the button, worth {points:g} points, and does not count towards the end.",
            points=stack[0] / 2,
        )
    return Text(
        "While there are coupons, a pass takes the highest and does not count towards the end. They are worth "
        "{first:g} to {last:g} points, each {step:g} less than the one before.",
        first=stack[0] / 2,
        last=stack[-1] / 2,
        step=-stack.step / 2,
    )


def weights_of(board: Board, weights: str) -> list[int]:
    """Return what every point counts for, with the marks of corners and the centre; nothing for even weights.

    Raises:
        BoardError: the board has no edge, no corners or no centre.
    """
    if weights == "even":
        return []
    if weights == "corners":
        corners = {row[x] for row in (board.rows or ((-1,),))[:: max(1, len(board.rows) - 1)] for x in (0, -1)}
        if board.surface != "plane" or len(corners) < 4 or min(corners) < 0 or board.centre is None:
            raise BoardError(
                "weights = corners needs a grid with four corners and a centre, but {board} is not one",
                board=board.text,
            )
        return [1 + CORNER * (p in corners) + CENTRE * (p == board.centre) for p in range(len(board))]
    found = list(rim_lines(board, len(board)))
    if board.surface:
        levels = [inside(board, line) for line in range(1, max(len(board.rows), len(board.rows[0])) + 1)]
        found = [0 if levels[-1][p] else 1 + sum(level[p] for level in levels) for p in range(len(board))]
    if not all(found):
        raise BoardError(
            "weights = {weights} needs a board with an edge, but {board} has none", weights=weights, board=board.text
        )
    return found
