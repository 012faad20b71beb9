"""Contents of the board: the position as plain data, chains and their liberties, regions of vacant points."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..boards import Board
from ..kernel import State
from ..records import COLOURS, BoardError, Colour, Content, Position, TengenError
from .benson import parts
from .turn import Points

_LOW = 0xFFFF
"""The bits that count Black's footprints over a point; higher ones count White's."""


class VacantRegion(NamedTuple):
    """A maximal set of connected vacant points, and the colours that it touches."""

    points: frozenset[int]
    touches: tuple[Colour, ...]

    @property
    def owner(self) -> Colour | None:
        """The colour whose territory the region is: the only one that it touches (spec 2.1)."""
        return self.touches[0] if len(self.touches) == 1 else None


def regions_of(board: Board, state: State) -> tuple[VacantRegion, ...]:
    """Return the regions of a position, by their first points, as used for incursions (spec 2.1, 3.8).

    Tao stones do not bound regions. A point without lines touches nothing, so it is in no region.
    """
    covers = state.points["footprints"].tolist()
    vacant = {p for p, cover in enumerate(covers) if not cover and board.edges[p]}
    found = []
    for region in parts(vacant, board.edges):
        beside = [covers[q] for p in region for q in board.edges[p]]
        touched = (any(cover & _LOW for cover in beside), any(cover > _LOW for cover in beside))
        found.append(
            VacantRegion(region, tuple(colour for colour, is_met in zip(COLOURS, touched, strict=True) if is_met))
        )
    return tuple(found)


def chain_of(state: State, point: int) -> Points:
    """Return the points of the chain of the stone on a point (spec 0.3); () without a stone."""
    if not state.points["colour"][point]:
        return ()
    heads = state.points["chain"]
    return tuple((heads == heads[point]).nonzero()[0].tolist())


def liberties_of(board: Board, state: State, point: int) -> Points:
    """Return the liberties of the chain on a point (spec 0.3)."""
    beside = {q for p in chain_of(state, point) for q in board.neighbours[p]}
    blocked = state.points["footprints"]
    return tuple(sorted(q for q in beside if not blocked[q]))


def read_position(
    board: Board, state: State, creator: Colour | None = None, said: tuple[str, str] = ("", "")
) -> Position:
    """Return the position as plain data, with the player whose placement created it and the texts of board and game."""
    points, table = state.points, state.table
    by_turn = bool(table["tao_last"][0])
    contents: tuple[Content, ...] = ("tao", *COLOURS)
    colours, occupied = points["colour"].tolist(), (points["colour"] | points["tao"]).nonzero()[0].tolist()
    return Position(
        stones={board.labels[p]: contents[colours[p]] for p in occupied},
        to_play=COLOURS[int(table["to_move"][0]) - 1],
        tiles={board.labels[p]: int(points["tiles"][p]) for p in points["tiles"].nonzero()[0].tolist()},
        prisoners=dict(zip(COLOURS, table["prisoners"][1:].tolist(), strict=True)),
        tao_in_hand=dict(zip(COLOURS, table["tao_in_hand"][1:].tolist(), strict=True)),
        tao_bought=dict(zip(COLOURS, table["tao_bought"][1:].tolist(), strict=True)),
        tao_turns=int(table["tao_turns"][0]),
        tao_paid=dict(zip(COLOURS, table["tao_paid"][1:].tolist() if by_turn else (0, 0), strict=True)),
        coupons=dict(zip(COLOURS, (table["coupons"][1:] / 2).tolist(), strict=True)),
        order_turn=state.order_turn,
        last_incursion=bool(table["incursion"][0]),
        created_by=creator,
        board=said[0],
        game=said[1],
    )


def array_of(board: Board, state: State, what: Literal["stones", "tiles"], grid: bool) -> NDArray[np.int32]:
    """Return what lies on the points as `Game.array` does."""
    if what not in ("stones", "tiles"):
        raise TengenError(f"what must be 'stones' or 'tiles', not {what!r}")
    points = state.points
    found = (points["tiles"] if what == "tiles" else points["colour"] + 3 * points["tao"]).astype(np.int32)
    if grid and not board.rows:
        raise BoardError("{board} has no rows; leave out grid", board=board.text)
    if grid:
        rows = np.array(board.rows)
        found = np.where(rows < 0, np.int32(-1), found[rows])
    found.flags.writeable = False
    return found
