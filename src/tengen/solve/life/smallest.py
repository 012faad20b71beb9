"""The smallest groups that live unconditionally, found and proved smallest by a SAT solver (spec 4.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from typing import Any, Final, Literal, get_args

from ...boards import Board, parse
from ...boards.board import Relation
from ...boards.footprints import Footprint
from ...boards.footprints import footprint as footprint_of
from ...boards.limits import MAX_SIDE
from ...game.benson import benson
from ...records import TengenError
from .clauses import GroupClauses

Where = Literal["corner", "edge", "centre", "anywhere"]
_SOLVER: Final = "cadical195"
_EXTRA: Final = "the smallest groups are found by a SAT solver; `pip install 'tengen[sat]'` installs it"


@dataclass(frozen=True)
class Window:
    """Where a group is looked for: a board, and the points for its stones.

    The group begins in the first of some ``lines``, which may be given in two directions, and never skips as many as
    ``gap``. ``whole``: no group is too large for it.
    """

    board: Board
    points: tuple[int, ...]
    lines: tuple[tuple[tuple[int, ...], ...], ...] = ()
    gap: int = 0
    whole: bool = True

    def stones(self, size: int, chains: int) -> tuple[int, ...] | None:
        """Return a living group of at most ``size`` stones in ``chains`` chains; None: there is none here."""
        living = GroupClauses(self.board, self.points, size, chains)
        for lines in self.lines:
            living.some_stone(lines[0])
            living.no_gap(lines, self.gap)
        with _solver()(name=_SOLVER, bootstrap_with=living.clauses) as solver:
            try:
                found = solver.solve()
            except Exception as error:
                if "interrupt" in str(error):
                    raise KeyboardInterrupt from error
                raise
            true = set(solver.get_model() or ())
        return tuple(p for p, stone in living.stones.items() if stone in true) if found else None


@dataclass(frozen=True)
class Excluded:
    """Groups that do not exist: of at most ``size`` stones in ``chains`` chains, on a field of a given extent.

    ``width`` and ``height`` are those of the points where stones may stand; ``whole``: no such group is larger.
    """

    size: int
    chains: int
    width: int
    height: int
    whole: bool


@dataclass(frozen=True)
class Smallest:
    """A smallest living group: its board, its chains, its eyes, and what was excluded before it was found."""

    where: Where
    board: str
    chains: tuple[tuple[str, ...], ...]
    eyes: tuple[tuple[str, ...], ...]
    excluded: tuple[Excluded, ...]
    one_chain: bool = False

    @property
    def size(self) -> int:
        """The number of its stones."""
        return sum(map(len, self.chains))

    @property
    def proved(self) -> bool:
        """Whether every smaller group is excluded, of any extent and in any number of chains, or as one chain."""
        done = {(each.size, each.chains) for each in self.excluded if each.whole}
        most = 1 if self.one_chain else self.size - 1
        return all((self.size - 1, chains) in done for chains in range(1, most + 1) if self.size > 1)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {**asdict(self), "size": self.size, "proved": self.proved}


def smallest(
    where: str,
    footprint: str | None = None,
    board: str | Board | None = None,
    *,
    one_chain: bool = False,
    tell: Callable[[Excluded], None] = lambda excluded: None,
) -> Smallest:
    """Find a smallest group that lives in a corner, at an edge, in the centre, or anywhere on a board.

    The group stands alone, and lives by Benson's algorithm in the form of spec 4.9. Sizes are tried from one stone up
    and, for each, every number of chains, or only one; ``tell`` hears what is excluded. Without a board the
    lines are endless where there is no rim: the field is as large as a group of that size can be, which is proved by
    what can join its stones. Two of one chain are joined by neighbours; chains have to share an eye, for else each of
    two parts would live alone; and a point of an eye is in the reach of its chain and, at the eye's end, next to a
    point that the other chain covers. On a board of its own, edge and centre are what no rim can touch.

    Raises:
        TengenError: no such place, a board without corners, too small for any such group, or no SAT solver installed.
        BoardError: no such footprint or board.
    """
    if where not in get_args(Where):
        raise TengenError(f"there is no place {where!r}; it is one of {', '.join(get_args(Where))}")
    _solver()
    place: Where = where  # type: ignore[assignment]
    looked = _endless(place, footprint_of(footprint or "go")) if board is None else _on_board(place, board, footprint)
    excluded: list[Excluded] = []
    for size, chains, window in looked(one_chain):
        stones = window.stones(size, chains)
        if stones is not None:
            return replace(_described(place, window.board, stones, tuple(excluded)), one_chain=one_chain)
        excluded.append(_excluded(size, chains, window))
        tell(excluded[-1])
    raise TengenError("no group lives there: the board is too small for one")


Windows = Callable[[bool], Iterator[tuple[int, int, Window]]]


def _sizes(most: int, one_chain: bool) -> Iterator[tuple[int, int]]:
    for size in range(1, most + 1):
        for chains in range(1, 2 if one_chain else size + 1):
            yield size, chains


def _endless(where: Where, stone: Footprint) -> Windows:
    """Look in fields that grow with the size of the group, up to the largest boards there are."""
    if where == "anywhere":
        raise TengenError("anywhere on which board? name it with --board")

    def looked(one_chain: bool) -> Iterator[tuple[int, int, Window]]:
        for size, chains in _sizes(MAX_SIDE, one_chain):
            yield size, chains, _field(where, stone, size, chains)

    return looked


def _field(where: Where, stone: Footprint, size: int, chains: int) -> Window:
    """Return a field for groups of that size, with room around it: what a rim of the board could touch stays inside.

    By shifting, the group touches the left and upper lines of its field where no rim is; at a rim it stays within
    reach of it, or it would as well stand elsewhere.
    """
    room = 2 * stone.reach
    link = room + max(max(map(abs, offset)) for offset in stone.overlap)
    extent = stone.reach * (size - chains) + link * (chains - 1) + 1
    left, top = (0 if where == "corner" else room), (room if where == "centre" else 0)
    across = min(extent + (room - 1 if not left else 0), MAX_SIDE - left - room)
    down = min(extent + (room - 1 if not top else 0), MAX_SIDE - top - room)
    board = parse(f"{left + across + room}x{top + down + room}", footprint=stone.name or stone.picture)
    rows = tuple(tuple(board.rows[y][x] for x in range(left, left + across)) for y in range(top, top + down))
    window = _window(where, board, rows, stone.reach if chains == 1 else link)
    return replace(window, whole=across >= extent and down >= extent)


def _window(where: Where, board: Board, rows: tuple[tuple[int, ...], ...], gap: int) -> Window:
    """Return a window of rows, in which the group begins where no rim is."""
    columns = tuple(zip(*rows, strict=True))
    lines = {"corner": (), "edge": (columns,), "centre": (columns, rows), "anywhere": ()}[where]
    return Window(board, tuple(p for row in rows for p in row), lines, gap)


def _on_board(where: Where, what: str | Board, footprint: str | None) -> Windows:
    """Look on one board."""
    board = parse(what, footprint=footprint)
    if where == "anywhere":
        rows: tuple[tuple[int, ...], ...] = (tuple(range(len(board))),)
        reach = wide = 0
    else:
        if board.surface != "plane" or any(p < 0 for row in board.rows for p in row):
            raise TengenError(f"{board.text} has no corner, edge and centre; look anywhere")
        reach, wide = (_reach(board, relation) for relation in (board.neighbours, board.footprint))
        rows = _inner(board, where, 2 * max(reach, wide))

    def looked(one_chain: bool) -> Iterator[tuple[int, int, Window]]:
        for size, chains in _sizes(sum(map(len, rows)), one_chain):
            most = max(reach, wide)
            yield size, chains, _window(where, board, rows, most if chains == 1 else 2 * most + wide)

    return looked


def _inner(board: Board, where: Where, room: int) -> tuple[tuple[int, ...], ...]:
    """Return, by rows, the points that are out of reach of every rim but those of the place."""
    left, top = (0 if where == "corner" else room), (room if where == "centre" else 0)
    rows = board.rows[top : max(top, len(board.rows) - room)]
    return tuple(row[left : max(left, len(row) - room)] for row in rows if len(row) > left + room)


def _reach(board: Board, relation: Relation) -> int:
    """Return how far apart related points of a grid are at most, along a row or a column."""
    width = len(board.rows[0])
    pairs = ((p, q) for p in range(len(board)) for q in relation[p])
    return max((max(abs(p // width - q // width), abs(p % width - q % width)) for p, q in pairs), default=0)


def _excluded(size: int, chains: int, window: Window) -> Excluded:
    rows = [sum(p in set(window.points) for p in row) for row in window.board.rows] or [len(window.points)]
    return Excluded(size, chains, max(rows), sum(map(bool, rows)), window.whole)


def _described(where: Where, board: Board, stones: Sequence[int], excluded: tuple[Excluded, ...]) -> Smallest:
    """Name the group's points, after Benson's algorithm has confirmed it."""
    last = benson(board, frozenset(stones), frozenset())[-1]
    assert frozenset(p for chain in last.chains for p in chain) == frozenset(stones), "the solver's group does not live"
    eyes = {region for vital in last.vital.values() for region in vital}

    def named(points: frozenset[int]) -> tuple[str, ...]:
        return tuple(board.labels[p] for p in sorted(points))

    return Smallest(where, board.text, tuple(map(named, last.chains)), tuple(sorted(map(named, eyes))), excluded)


def _solver() -> Any:
    try:
        return import_module("pysat.solvers").Solver
    except ImportError as error:
        raise TengenError(_EXTRA) from error
