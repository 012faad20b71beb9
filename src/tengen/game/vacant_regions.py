"""Regions of vacant points and whose territory each of them is (spec 0.3, 2.1)."""

from __future__ import annotations

from typing import NamedTuple

from ..boards import Board
from ..kernel import State
from ..records import COLOURS, Colour
from .benson import parts

_LOW = 0xFFFF
"""The bits that count Black's footprints over a point; those above count White's."""


class Region(NamedTuple):
    """A maximal set of vacant points that the lines of the board connect, and the colours that it touches."""

    points: frozenset[int]
    touches: tuple[Colour, ...]

    @property
    def owner(self) -> Colour | None:
        """The colour in whose territory the region lies: the only one that it touches (spec 2.1)."""
        return self.touches[0] if len(self.touches) == 1 else None


def regions_of(board: Board, state: State) -> tuple[Region, ...]:
    """Return the regions of a position, by their first points, as incursions are judged (spec 2.1, 3.8).

    A Tao stone stands in no region's way. A point without lines touches nothing, so it is in no region.
    """
    covers = state.points["footprints"].tolist()
    vacant = {p for p, cover in enumerate(covers) if not cover and board.edges[p]}
    return tuple(Region(region, _touched(board, covers, region)) for region in parts(vacant, board.edges))


def _touched(board: Board, covers: list[int], region: frozenset[int]) -> tuple[Colour, ...]:
    beside = [covers[q] for p in region for q in board.edges[p]]
    touched = (any(cover & _LOW for cover in beside), any(cover > _LOW for cover in beside))
    return tuple(colour for colour, is_touched in zip(COLOURS, touched, strict=True) if is_touched)
