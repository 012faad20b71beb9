"""Goals (spec 6.1): parsing their values, and the marks that they put on a board's points."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from typing import Any, Final

from ..boards import Board
from ..boards.rims import inside, sides
from ..records import Text, joined, listed
from ..records.errors import BoardError
from ..records.text import NOTHING
from .axis import MOST

KINDS: Final = ("score", "capture", "capture at once", "capture on", "connect", "connect own sides", "row")
"""The kinds of goals, in the order of the kernel's codes."""
_NUMBER: Final = r"([1-9][0-9]{0,6})"
_FORMS: Final = {
    "score": re.compile("score"),
    "capture": re.compile(f"capture {_NUMBER}"),
    "capture at once": re.compile(f"capture {_NUMBER} at once"),
    "capture on": re.compile(r"capture on ([^,\s][^,]*(?:, [^,\s][^,]*)*)"),
    "connect": re.compile("connect"),
    "connect own sides": re.compile("connect own sides"),
    "row": re.compile(rf"row {_NUMBER}(?: inside line ([0-9]{{1,3}}))?(, overlines of black lose)?"),
}
_ALL_FORMS: Final = Text(
    "it must be score, `capture 3`, `capture 3 at once`, `capture on D4, E5`, `connect`, `connect own sides`, `row 5` "
    "or `row 7 inside line 2, overlines of black lose`, or `misere` and one of these"
)
_DIFFERENT: Final = Text("it must be a list of different points")
_MISERE: Final = "misere "

_SIDES: Final = (("bottom", "top"), ("left", "right"), ("upper left", "lower right"), ("upper right", "lower left"))
"""Pairs of opposite sides of boards; a point's mark has two bits for each pair."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What decides a game: the player who reaches it wins, or with ``misere`` loses.

    ``count`` is the number of stones, ``points`` the labels of marked stones. In a row, stones on the outer ``line``
    lines do not count, and with ``overlines`` a longer row of Black's loses.
    """

    kind: str
    count: int = 1
    points: tuple[str, ...] = ()
    line: int = 0
    overlines: bool = False
    misere: bool = False

    @property
    def is_instant(self) -> bool:
        """Whether a placement can end the game immediately."""
        return self.kind != "score"

    @property
    def lower_wins(self) -> bool:
        """Whether the lower score wins."""
        return self.misere and not self.is_instant


@lru_cache(maxsize=64)
def goal_of(value: str) -> Goal:
    """Parse a valid value of ``goal``.

    >>> goal_of("misere capture 3").count, goal_of("row 7 inside line 2, overlines of black lose").line
    (3, 2)
    """
    misere = value.startswith(_MISERE)
    for kind, form in _FORMS.items():
        if found := form.fullmatch(value.removeprefix(_MISERE)):
            given = found.groups()
            if kind == "capture on":
                return Goal(kind, points=tuple(given[0].split(", ")), misere=misere)
            line, overlines = (int(given[1] or 0), bool(given[2])) if kind == "row" else (0, False)
            return Goal(kind, int(given[0]) if given else 1, (), line, overlines, misere)
    raise ValueError(value)


def is_goal(value: Any) -> bool:
    """Return whether a value of ``goal`` is valid."""
    return not trouble(value)


def trouble(value: Any) -> Text:
    """Return what is wrong with a value of ``goal``; "" for a valid one.

    >>> trouble("capture 0")[:16], trouble("connect")
    ('it must be score', '')
    """
    if not isinstance(value, str) or len(value) > 1000:
        return _ALL_FORMS
    try:
        goal = goal_of(value)
    except ValueError:
        return _ALL_FORMS
    if len(set(goal.points)) < len(goal.points):
        return _DIFFERENT
    if goal.misere and goal.overlines:
        return Text("misere and overlines of black exclude each other")
    return NOTHING if goal.count <= MOST else Text("numbers in the rules go up to {most:,}", most=MOST)


_WINS: Final = {
    "score": Text("The higher score wins."),
    "capture": Text.counted(
        "The first player to capture {count} stone wins.", "The first player to capture {count} stones wins."
    ),
    "capture at once": Text.counted(
        "The first player to capture {count} stone in one turn wins.",
        "The first player to capture {count} stones in one turn wins.",
    ),
    "capture on": Text("The first player to capture a stone on {points} wins."),
    "connect": Text("The first player to connect two opposite sides with a chain wins."),
    "connect own sides": Text("Black wins with a chain from bottom to top, White with one from left to right."),
    "row": Text("The first player with {count} stones in an unbroken row wins."),
}
_LOSES: Final = {
    "score": Text("The lower score wins."),
    "capture": Text.counted(
        "The first player to capture {count} stone loses.", "The first player to capture {count} stones loses."
    ),
    "capture at once": Text.counted(
        "The first player to capture {count} stone in one turn loses.",
        "The first player to capture {count} stones in one turn loses.",
    ),
    "capture on": Text("The first player to capture a stone on {points} loses."),
    "connect": Text("The first player to connect two opposite sides with a chain loses."),
    "connect own sides": Text("Black loses with a chain from bottom to top, White with one from left to right."),
    "row": Text("The first player with {count} stones in an unbroken row loses."),
}


def tell(value: str) -> Text:
    """Return the sentences for a valid value of ``goal``.

    >>> tell("misere score"), tell("row 7 inside line 2")
    ('The lower score wins.', 'The first player with 7 stones in an unbroken row wins. Stones on the outer 2 lines do \
not count.')
    """
    goal = goal_of(value)
    told = [(_LOSES if goal.misere else _WINS)[goal.kind].with_values(count=goal.count, points=listed(goal.points))]
    if goal.line:
        told.append(
            Text.counted(
                "Stones on the outer line do not count.", "Stones on the outer {count} lines do not count.", goal.line
            )
        )
    if goal.overlines:
        told.append(Text("Black loses with a longer row."))
    return joined(told)


def goal_marks(board: Board, value: str) -> list[int]:
    """Return a goal's mark on every point: 1 for points that are marked or count in a row, two bits per pair of sides.

    Raises:
        BoardError: the board has no sides, no rows, no such point, or too few points.
    """
    goal = goal_of(value)
    if goal.kind == "capture on":
        return _marked(board, goal)
    if goal.kind == "row":
        if not board.surface or not board.is_plain:
            raise BoardError("goal = {goal} needs a square grid, but {board} is not one", goal=value, board=board.text)
        if board.surface in ("mobius", "klein"):  # a row changes direction at the seam
            raise BoardError("goal = {goal}: rows cannot cross the seam of {board}", goal=value, board=board.text)
        row = [int(each) for each in inside(board, goal.line)]
        return _in_reach(board, value, goal, _longest(board, goal.line) if any(row) else 0, row)
    if not goal.kind.startswith("connect"):
        return _in_reach(board, value, goal, len(board) - 1 if goal.kind == "capture at once" else MOST)
    found, marks, bit = sides(board), [0] * len(board), 1
    own = goal.kind == "connect own sides"
    pairs = [pair for pair in (_SIDES[:2] if own else _SIDES) if pair[0] in found]
    if not pairs or not all(found.values()):
        raise BoardError("goal = {goal} needs a board with sides, but {board} has none", goal=value, board=board.text)
    if own and len(pairs) < 2:
        raise BoardError(
            "goal = {goal} needs two pairs of sides, bottom and top, left and right; {board} lacks one",
            goal=value,
            board=board.text,
        )
    for side in (side for pair in pairs for side in pair):
        for p in found[side]:
            marks[p] |= bit
        bit *= 2
    return marks


def _longest(board: Board, line: int) -> int:
    """Return the length of the longest possible row; a diagonal of a torus crosses both seams."""
    width, height = len(board.rows[0]), len(board.rows)
    if board.surface == "torus":
        return lcm(width, height)
    return max(width - 2 * line * (board.surface == "plane"), height - 2 * line)


def _in_reach(board: Board, value: str, goal: Goal, most: int, marks: Sequence[int] = ()) -> list[int]:
    if goal.count > most:
        raise BoardError(
            "goal = {goal} is out of reach on {board}; {most} is the most", goal=value, board=board.text, most=most
        )
    return list(marks) or [0] * len(board)


def _marked(board: Board, goal: Goal) -> list[int]:
    marks = [0] * len(board)
    for label in goal.points:
        p = board.find(label)
        if p is None:
            raise BoardError("goal: {missing}", missing=board.missing(label))
        if marks[p]:
            raise BoardError("goal: {missing}", missing=_DIFFERENT)
        marks[p] = 1
    return marks
