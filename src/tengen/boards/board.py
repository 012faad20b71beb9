"""The board: a graph with two relations on its points, as plain frozen data (spec 0.1)."""

from __future__ import annotations

from dataclasses import dataclass

Relation = tuple[tuple[int, ...], ...]
"""For every point, the points it is related to, ascending."""


@dataclass(frozen=True)
class Board:
    """Points ``0..n-1``, the drawn lines between them, and where stones connect and block.

    ``edges``, ``neighbours`` and ``footprint`` list, for every point, its related points in ascending order; the
    first two are symmetric and without loops, the footprint is symmetric and contains the point itself.
    ``text`` is the board's one text form: ``boards.parse(board.text) == board``.
    ``rows`` holds the points as rows, top row first, -1 where there is no point; it is empty on boards without rows.
    ``wrapped`` says whether the lines run over the rim. ``centre`` is tengen, or None. ``hoshi`` are the points marked
    on the board, of which fixed handicaps (spec 0.6) are made.
    """

    text: str
    labels: tuple[str, ...]
    edges: Relation
    neighbours: Relation
    footprint: Relation
    rows: tuple[tuple[int, ...], ...] = ()
    wrapped: bool = False
    centre: int | None = None
    hoshi: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.labels)
