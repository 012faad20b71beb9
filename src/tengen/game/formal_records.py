"""Records as sequences of configurations, and the six postulates that make a sequence a record (spec 1.25)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..boards import Board
from ..records import Content, Listing, TengenError, Text, listed
from .benson import parts

Configuration = Sequence[int]
"""A function from points to -1 (White), 0 and 1 (Black), as a sequence by point (spec 1.25)."""

Values = tuple[int, ...]

POSTULATES: Final = {
    1: Text("the first configuration is empty, or the one that the game starts from"),
    2: Text("the last three configurations are equal: two passes end the record"),
    3: Text("a configuration equals an earlier one only if it directly follows it, except the last"),
    4: Text("no configuration has a dead group"),
    5: Text("every configuration after the first has at most one click point"),
    6: Text("every configuration follows from the one before: by a click and the removal of dead groups, or by a pass"),
}
"""The postulates in words."""

_VALUES: Final[Mapping[str, int]] = {"black": 1, "white": -1}


@dataclass(frozen=True)
class BrokenPostulate:
    """The first postulate of spec 1.25 that a formal record breaks, and the number of the configuration."""

    postulate: int
    where: int
    what: Text


def configuration_of(board: Board, stones: Mapping[str, str]) -> Values:
    """Return stones by their labels as a configuration; BoardError for a stone off the board."""
    values = [0] * len(board)
    for label, content in stones.items():
        values[board.point(label)] = _VALUES.get(content, 0)
    return tuple(values)


def stones_of(board: Board, configuration: Configuration) -> dict[str, Content]:
    """Return a configuration as stones by their labels."""
    named = zip(board.labels, configuration, strict=True)
    return {label: "black" if value > 0 else "white" for label, value in named if value}


def check_record(
    board: Board,
    configurations: Sequence[Configuration],
    *,
    start: Configuration | None = None,
    finished: bool = True,
) -> BrokenPostulate | None:
    """Check a formal record ``f_0 .. f_(n+2)`` (spec 1.25); return the first postulate broken, or None.

    Postulates are checked in order, and within one the earliest configuration. For boards of ordinary stones. ``start``
    replaces the empty first configuration. Without ``finished`` the record continues, and the second postulate is
    skipped. TengenError: an item is not a function from the points to -1, 0 and 1.

    >>> from tengen import boards
    >>> board = boards.parse("3x1")
    >>> check_record(board, [(0, 0, 0), (0, 1, 0), (0, 1, 0), (0, 1, 0)]) is None
    True
    >>> check_record(board, [(0, 0, 0), (1, 0, 1), (1, 0, 1), (1, 0, 1)]).postulate
    5
    """
    records = [tuple(f) for f in configurations]
    first = (0,) * len(board) if start is None else tuple(start)
    for k, f in enumerate([*records, first]):
        if len(f) != len(board) or any(value not in (-1, 0, 1) for value in f):
            count = len(board)
            if k < len(records):
                raise TengenError("configuration {k} must be {count} numbers from -1, 0 and 1", k=k, count=count)
            raise TengenError("the starting configuration must be {count} numbers from -1, 0 and 1", count=count)
    return next((BrokenPostulate(*found) for found in _broken(board, records, first, finished)), None)


@dataclass(frozen=True)
class Followed:
    """The configurations that clicks produce, and why they stop early, if they do."""

    configurations: tuple[Values, ...]
    broken: BrokenPostulate | None = None

    def check(self, board: Board, start: Configuration | None = None, finished: bool = True) -> BrokenPostulate | None:
        """Return the first postulate that the clicks break, like `check_record`."""
        if self.broken is None:
            return check_record(board, self.configurations, start=start, finished=finished)
        before = check_record(board, self.configurations, start=start, finished=False)
        return before if before is not None and before.postulate < self.broken.postulate else self.broken


def follow_clicks(board: Board, clicks: Iterable[int | None], start: Configuration | None = None) -> Followed:
    """Return the configurations that clicks produce, Black's first (None: a pass), by postulates 5 and 6.

    Only vacancy of the click points is checked: `Followed.check` finds suicides and repetitions.

    >>> from tengen import boards
    >>> follow_clicks(boards.parse("2x1"), [0, None, 0]).broken
    BrokenPostulate(postulate=5, where=3, what='The click point (0 0) is not vacant')
    """
    found = [(0,) * len(board) if start is None else tuple(start)]
    for k, point in enumerate(clicks, 1):
        if point is None:
            found.append(found[-1])
            continue
        if found[-1][point]:
            what = Text("The click point {point} is not vacant", point=board.pair(point))
            return Followed(tuple(found), BrokenPostulate(5, k, what))
        found.append(_after_click(board, found[-1], point, 1 if k % 2 else -1))
    return Followed(tuple(found))


def _after_click(board: Board, f: Values, point: int, value: int) -> Values:
    after = list(f)
    after[point] = value
    for q in _dead(board, after, -value):
        after[q] = 0
    return tuple(after)


def _points(board: Board, points: Iterable[int]) -> Listing:
    return listed([board.pair(p) for p in sorted(points)], "comma")


def _dead(board: Board, f: Configuration, colour: int) -> set[int]:
    """Return the stones of a colour whose groups have no liberty."""
    own = [p for p in range(len(board)) if f[p] == colour]
    groups = parts(own, board.neighbours)
    return {p for g in groups if all(f[q] for s in g for q in board.neighbours[s]) for p in g}


def _click_points(f: list[Values], k: int) -> list[int]:
    value = 1 if k % 2 else -1
    return [p for p, (old, new) in enumerate(zip(f[k - 1], f[k], strict=True)) if old == 0 and new == value]


def _broken(board: Board, f: list[Values], first: Values, finished: bool) -> Iterator[tuple[int, int, Text]]:
    """Yield the broken postulates of a record, in order: the number, the place, and the error."""
    if not f or f[0] != first:
        differs = [p for p in range(len(board)) if not f or f[0][p] != first[p]]
        what = Text("The first configuration is not empty")
        if any(first):
            points = _points(board, differs)
            what = Text("The first configuration differs from the starting one at {points}", points=points)
        yield 1, 0, what
    if finished and (len(f) < 3 or not f[-1] == f[-2] == f[-3]):
        what = Text("The last three configurations are not equal: the record ends by two passes")
        yield 2, max(len(f) - 1, 0), what
    known: dict[Values, int] = {}
    for j, configuration in enumerate(f[:-1] if finished else f):
        i = known.setdefault(configuration, j)
        if i not in (j, j - 1):
            yield 3, j, Text("Equals configuration {i}, which it does not directly follow", i=i)
    for k, configuration in enumerate(f):
        if dead := _dead(board, configuration, 1) | _dead(board, configuration, -1):
            yield 4, k, Text("A dead group: {points}", points=_points(board, dead))
    for k in range(1, len(f)):
        if len(clicks := _click_points(f, k)) > 1:
            yield 5, k, Text("{count} click points: {points}", count=len(clicks), points=_points(board, clicks))
    for k in range(1, len(f)):
        expected = f[k - 1]
        for p in _click_points(f, k):
            expected = _after_click(board, expected, p, f[k][p])
        if expected != f[k]:
            wrong = [p for p in range(len(board)) if expected[p] != f[k][p]]
            yield 6, k, Text("Does not follow from the one before at {points}", points=_points(board, wrong))
