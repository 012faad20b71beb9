"""The smallest groups that live unconditionally, found and proved smallest by a SAT solver (spec 4.9)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from importlib import import_module
from itertools import product
from time import monotonic
from typing import Any, Final, Literal, get_args

from tengen.boards import Board, parse
from tengen.boards.board import Relation
from tengen.boards.footprints import Footprint, Offset
from tengen.boards.footprints import footprint as footprint_of
from tengen.boards.limits import MAX_SIDE
from tengen.game.benson import benson
from tengen.records import TengenError

from .clauses import GroupClauses

Where = Literal["corner", "edge", "centre", "anywhere"]
Rims = tuple[str, ...]
"""The sides of a field at which the board ends."""
_OUTWARD: Final[Mapping[str, Offset]] = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}
_RIMS: Final[Mapping[Where, tuple[Rims, ...]]] = {
    "corner": (("left", "top"), ("right", "top"), ("left", "bottom"), ("right", "bottom")),
    "edge": (("top",), ("bottom",), ("left",), ("right",)),
    "centre": ((),),
    "anywhere": ((),),
}
_SOLVER: Final = "cadical195"
_QUICK: Final = "glucose4"
_GLANCE: Final = 20_000
"""Conflicts after which a quick search gives up."""
_GLANCED: Final = (8, 12, 16, 24)
"""The number of stones tried in a quick search, until a group is found."""
_LONG: Final = 5.0
"""Seconds of searching after which a quick search for an upper bound is worthwhile."""
_EXTRA: Final = "the smallest groups are found by a SAT solver; `pip install python-sat` installs it"


@dataclass(frozen=True)
class Window:
    """The place of a search: a board, and the points for stones.

    In each of the directions of ``lines``, the group begins in the first line and never skips ``gap`` lines. ``rims``
    are the sides of the field where the board ends, to be ``named`` if there are others to search. ``whole``: no group
    is too large for it.
    """

    board: Board
    points: tuple[int, ...]
    lines: tuple[tuple[tuple[int, ...], ...], ...] = ()
    gap: int = 0
    rims: tuple[str, ...] = ()
    named: bool = False
    whole: bool = True

    def stones(self, size: int, chains: int) -> tuple[int, ...] | None:
        """Return a living group of at most ``size`` stones in ``chains`` chains; None if there is none here."""
        living = self._clauses(size, chains)
        with _solver()(name=_SOLVER, bootstrap_with=living.clauses) as solver:
            try:
                return self._solved(living, solver, solver.solve)
            except Exception as error:
                if "interrupt" in str(error):
                    raise KeyboardInterrupt from error
                raise

    def glance(self, size: int, chains: int) -> tuple[int, ...] | None:
        """Return such a group if one is found quickly; None means unknown."""
        living = self._clauses(size, chains)
        with _solver()(name=_QUICK, bootstrap_with=living.clauses) as solver:
            solver.conf_budget(_GLANCE)
            return self._solved(living, solver, solver.solve_limited)

    def _clauses(self, size: int, chains: int) -> GroupClauses:
        living = GroupClauses(self.board, self.points, size, chains)
        for lines in self.lines:
            living.no_gap(lines, self.gap)
        return living

    def _solved(self, living: GroupClauses, solver: Any, solve: Callable[[], bool | None]) -> tuple[int, ...] | None:
        """Return a solution in which the stones can have been placed one after another, or None."""
        while solve():
            true = set(solver.get_model() or ())
            stones = tuple(p for p, stone in living.stones.items() if stone in true)
            ring = self.board.overlapping(dict.fromkeys(stones, "black"), self.board.overlap)
            if not ring:
                return stones
            solver.add_clause([-living.stones[p] for p in ring])
        return None


@dataclass(frozen=True)
class Excluded:
    """Groups that do not exist: of at most ``size`` stones in ``chains`` chains, on a field of a given extent.

    ``width`` and ``height`` are those of the points for stones; ``whole``: no such group is larger. ``rims`` are the
    sides where the board ends, named if it matters which, as for asymmetric stones.
    """

    size: int
    chains: int
    width: int
    height: int
    whole: bool
    rims: tuple[str, ...] = ()


@dataclass(frozen=True)
class Smallest:
    """A smallest living group: its board, its chains, its eyes, and the sizes excluded before."""

    where: Where
    board: str
    chains: tuple[tuple[str, ...], ...]
    eyes: tuple[tuple[str, ...], ...]
    excluded: tuple[Excluded, ...]
    one_chain: bool = False

    @property
    def size(self) -> int:
        return sum(map(len, self.chains))

    @property
    def proved(self) -> bool:
        """Whether every smaller group is excluded, of any extent and in any number of chains, or as one chain."""
        return least(self.excluded, self.one_chain) >= self.size

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {**asdict(self), "size": self.size, "proved": self.proved}


def least(excluded: Sequence[Excluded], one_chain: bool = False) -> int:
    """Return the least number of stones not excluded for a group of any extent, in any number of chains."""
    cut = {(each.size, each.chains) for each in excluded if not each.whole}
    rims = {each.rims for each in excluded}
    done = {(each.size, each.chains, each.rims) for each in excluded}
    size = 1
    while all(
        (size, chains, each) in done and (size, chains) not in cut
        for chains in range(1, 2 if one_chain else size + 1)
        for each in rims or {()}
    ):
        size += 1
    return size


def smallest(
    where: str,
    footprint: str | None = None,
    board: str | Board | None = None,
    *,
    one_chain: bool = False,
    tell: Callable[[Excluded], None] = lambda excluded: None,
    meet: Callable[[Smallest], None] = lambda found: None,
    known: Collection[Excluded] = (),
) -> Smallest:
    """Find a smallest group that lives in a corner, at an edge, in the centre, or anywhere on a board.

    The group stands alone, and lives by Benson's algorithm in the form of spec 4.9. Sizes are tried from one stone up
    and, for each, every number of chains, or only one; ``tell`` gets each exclusion. If that takes long, a quick search
    looks for any living group, which ``meet`` gets as an upper bound. Exclusions ``known`` from the same search are not
    repeated. Without a board, the lines are endless except at the rims: the field is as large as a group of that size
    can be, which follows from the ways in which its stones can be joined. Two of one chain are joined by neighbours;
    chains must share an eye, since otherwise each of two parts would live alone; and a point of an eye is in the reach
    of its chain and, at the eye's end, next to a point that the other chain covers. On a given board, edge and centre
    are the places that no other rim can affect.

    Raises:
        TengenError: no such place, a board without corners, too small for any such group, or no SAT solver installed.
        BoardError: no such footprint or board.
    """
    if where not in get_args(Where):
        raise TengenError(f"unknown place {where!r}; it must be one of {', '.join(get_args(Where))}")
    _solver()
    place: Where = where  # type: ignore[assignment]
    fields = _Endless(place, footprint_of(footprint or "go")) if board is None else _OnBoard(place, board, footprint)
    excluded: list[Excluded] = []
    some: Smallest | None = None
    began, glanced = monotonic(), False
    for size, chains, window in fields.looked(one_chain):
        points = set(window.points)
        rows = [sum(p in points for p in row) for row in window.board.rows] or [len(window.points)]
        rims = window.rims if window.named else ()
        here = Excluded(size, chains, max(rows), sum(map(bool, rows)), window.whole, rims)
        if here in known:
            excluded.append(here)
            tell(here)
            continue
        if not glanced and monotonic() - began > _LONG:
            glanced = True
            if some := _some_group(place, fields, one_chain):
                meet(some)
        if some is not None and size >= some.size:
            return replace(some, excluded=tuple(excluded))
        stones = window.stones(size, chains)
        if stones is not None:
            return _described(place, window.board, stones, tuple(excluded), one_chain)
        excluded.append(here)
        tell(here)
    raise TengenError("no group lives there: the board is too small for one")


Windows = Iterator[tuple[int, int, Window]]


def _some_group(where: Where, fields: _Endless | _OnBoard, one_chain: bool) -> Smallest | None:
    found = None
    for size in _GLANCED:
        if found := _glanced(where, fields, size, 1, one_chain):
            break
    while found is not None:
        fewer = (
            _glanced(where, fields, found.size - 1, chains, one_chain) for chains in range(1, 2 if one_chain else 3)
        )
        smaller = next((each for each in fewer if each), None)
        if smaller is None:
            return found
        found = smaller
    return None


def _glanced(where: Where, fields: _Endless | _OnBoard, size: int, chains: int, one_chain: bool) -> Smallest | None:
    for window in fields.near(size, chains):
        if stones := window.glance(size, chains):
            return _described(where, window.board, stones, (), one_chain)
    return None


def _sizes(most: int, one_chain: bool) -> Iterator[tuple[int, int]]:
    for size in range(1, most + 1):
        for chains in range(1, 2 if one_chain else size + 1):
            yield size, chains


class _Endless:
    """Fields that grow with the size of the group, up to the largest possible boards.

    ``looked`` yields every size with every number of chains and their windows; ``near`` yields windows in which a group
    may be found quickly, but whose failure proves nothing.
    """

    def __init__(self, where: Where, stone: Footprint) -> None:
        if where == "anywhere":
            raise TengenError("anywhere on which board? name it with --board")
        self.stone = stone
        self.places = _places(where, lambda *turn: stone.turned(*turn) == stone)

    def looked(self, one_chain: bool) -> Windows:
        for size, chains in _sizes(MAX_SIDE, one_chain):
            for rims in self.places:
                window = _field(rims, self.stone, size, chains)
                yield size, chains, replace(window, named=len(self.places) > 1)

    def near(self, size: int, chains: int) -> Iterator[Window]:
        for rims in self.places:
            yield _field(rims, self.stone, size, chains, most=4 * self.stone.reach + 1)


def _places(where: Where, same: Callable[[int, int, bool], bool]) -> tuple[Rims, ...]:
    """Return the rims at which a group may lie, only one of those that a symmetry of the stones maps to each other.

    ``same`` returns whether the stones are unchanged if the signs of x and y are multiplied and then, if requested, x
    and y swapped.
    """
    turns = [turn for turn in product((1, -1), (1, -1), (False, True)) if same(*turn)]
    kept: list[Rims] = []
    seen: set[frozenset[Offset]] = set()
    for rims in _RIMS[where]:
        ways = [_OUTWARD[rim] for rim in rims]
        if frozenset(ways) not in seen:
            kept.append(rims)
            for across, down, swap in turns:
                moved = [(x * across, y * down) for x, y in ways]
                seen.add(frozenset((y, x) if swap else (x, y) for x, y in moved))
    return tuple(kept)


def _field(rims: Rims, stone: Footprint, size: int, chains: int, most: int = MAX_SIDE) -> Window:
    """Return a field for groups of that size, with so much room around it that no other rim has an effect inside.

    Without a rim, the group is shifted to the left and upper lines of its field; at a rim it stays within reach of it,
    or it could be elsewhere.
    """
    room = 2 * stone.reach
    link = room + max(max(map(abs, offset)) for offset in stone.overlap)
    extent = stone.reach * (size - chains) + link * (chains - 1) + 1
    left, right, top, bottom = (0 if rim in rims else room for rim in _OUTWARD)
    across = min(extent + (0 if left and right else room - 1), MAX_SIDE - left - right, most)
    down = min(extent + (0 if top and bottom else room - 1), MAX_SIDE - top - bottom, most)
    board = parse(f"{left + across + right}x{top + down + bottom}", footprint=stone.name or stone.picture)
    rows = tuple(tuple(board.rows[y][x] for x in range(left, left + across)) for y in range(top, top + down))
    window = _window(rims, board, rows, stone.reach if chains == 1 else link)
    return replace(window, whole=across >= extent and down >= extent)


def _window(rims: Rims, board: Board, rows: tuple[tuple[int, ...], ...], gap: int) -> Window:
    """Return a window of rows, in which the group begins if there is no rim."""
    lines = [] if {"left", "right"} & {*rims} or not rows else [tuple(zip(*rows, strict=True))]
    lines += [] if {"top", "bottom"} & {*rims} else [rows]
    return Window(board, tuple(p for row in rows for p in row), tuple(lines), gap, rims)


class _OnBoard:
    """One board, or the part of it that only the place's rims can affect."""

    def __init__(self, where: Where, what: str | Board, footprint: str | None) -> None:
        board = parse(what, footprint=footprint)
        if where == "anywhere":
            self._windows = [(Window(board, tuple(range(len(board)))),) * 2]
            return
        if board.surface != "plane" or any(p < 0 for row in board.rows for p in row):
            raise TengenError(f"{board.text} has no corner, edge and centre; look anywhere")
        width = len(board.rows[0])

        def reach(relation: Relation) -> int:
            """Return the maximum distance of related points, along a row or a column."""
            pairs = ((p, q) for p in range(len(board)) for q in relation[p])
            return max((max(abs(p // width - q // width), abs(p % width - q % width)) for p, q in pairs), default=0)

        wide = reach(board.footprint)
        most = max(reach(board.neighbours), wide)
        places = _places(where, partial(_is_same, board))
        fields = [(rims, _inner(board, rims, 2 * most)) for rims in places]
        gaps = (most, 2 * most + wide)
        windows = [[_window(rims, board, rows, gap) for gap in gaps] for rims, rows in fields]
        named = len(places) > 1
        self._windows = [(replace(one, named=named), replace(several, named=named)) for one, several in windows]

    def looked(self, one_chain: bool) -> Windows:
        for size, chains in _sizes(max(len(pair[0].points) for pair in self._windows), one_chain):
            for window in self.near(size, chains):
                yield size, chains, window

    def near(self, size: int, chains: int) -> Iterator[Window]:
        for one, several in self._windows:
            yield one if chains == 1 else several


def _is_same(board: Board, across: int, down: int, swap: bool) -> bool:
    """Return whether a grid is unchanged by a turn, for `_places`."""
    width, height = len(board.rows[0]), len(board.rows)
    if swap and width != height:
        return False

    def moved(p: int) -> int:
        x, y = p % width, p // width
        x, y = (x if across > 0 else width - 1 - x), (y if down > 0 else height - 1 - y)
        return x * width + y if swap else y * width + x

    places = [moved(p) for p in range(len(board))]
    relations = (board.neighbours, board.footprint)
    return all({places[q] for q in rel[p]} == {*rel[places[p]]} for rel in relations for p in range(len(board)))


def _inner(board: Board, rims: Rims, room: int) -> tuple[tuple[int, ...], ...]:
    """Return, by rows, the points out of reach of every rim except those of the place."""
    left, right, top, bottom = (0 if rim in rims else room for rim in _OUTWARD)
    rows = board.rows[top : max(top, len(board.rows) - bottom)]
    return tuple(row[left : max(left, len(row) - right)] for row in rows if len(row) > left + right)


def _described(
    where: Where, board: Board, stones: Sequence[int], excluded: tuple[Excluded, ...], one_chain: bool
) -> Smallest:
    last = benson(board, frozenset(stones), frozenset())[-1]
    assert frozenset(p for chain in last.chains for p in chain) == frozenset(stones), "the solver's group does not live"
    vital = {region for regions in last.vital.values() for region in regions}

    def named(points: frozenset[int]) -> tuple[str, ...]:
        return tuple(board.labels[p] for p in sorted(points))

    chains, eyes = tuple(map(named, last.chains)), tuple(sorted(map(named, vital)))
    return Smallest(where, board.text, chains, eyes, excluded, one_chain)


def _solver() -> Any:
    try:
        return import_module("pysat.solvers").Solver
    except ImportError as error:
        raise TengenError(_EXTRA) from error
