"""Square grids on a plane, a cylinder, a torus, a Möbius strip and a Klein bottle."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..records import Text
from ..records.errors import BoardError
from .board import Relation
from .footprints import GO, Footprint, Offset
from .limits import check_entries

Cell = tuple[int, int]
Locate = Callable[[int, int], Cell | None]

SURFACES = {
    "plane": Text("{size}"),
    "cylinder": Text("{size} cylinder"),
    "torus": Text("{size} torus"),
    "mobius": Text("{size} Möbius strip"),
    "klein": Text("{size} Klein bottle"),
}
"""How the sides of a grid meet, and what such a grid is called."""
SPELLINGS = {"möbius": "mobius", "moebius": "mobius", "klein-bottle": "klein", "toroidal": "torus"}


def locate(surface: str, width: int, height: int) -> Locate:
    """Return the function from a place, perhaps beyond the rim, to the cell it is, or None where there is none.

    The cylinder joins left and right; the torus also top and bottom. The Möbius strip and the Klein bottle turn
    upside down whenever one passes the left or the right rim.
    """
    wraps_x, wraps_y = surface != "plane", surface in ("torus", "klein")
    flips = surface in ("mobius", "klein")

    def find(x: int, y: int) -> Cell | None:
        turns, column = divmod(x, width)
        if turns and not wraps_x:
            return None
        row = y % height if wraps_y else y
        if not 0 <= row < height:
            return None
        return (column, height - 1 - row if flips and turns % 2 else row)

    return find


def edges(cells: dict[Cell, int], find: Locate) -> Relation:
    """Return the drawn lines; on narrow wrapped boards doubled lines count once and loops vanish."""
    return _relation(cells, find, GO.neighbours, loops=False)


def stones(
    cells: dict[Cell, int], find: Locate, footprint: Footprint, surface: str, labels: tuple[str, ...]
) -> tuple[Relation, Relation]:
    """Return neighbours and footprint of every point (spec 4.1), checked where the grid is wrapped."""
    check_entries(
        len(cells) * (len(footprint.overlap) + len(footprint.neighbours)), Text("the footprint on this board")
    )
    neighbours = _relation(cells, find, footprint.neighbours)
    overlap = _relation(cells, find, footprint.overlap)
    if surface != "plane":
        _check_wrapped(neighbours, overlap, labels, 2 * footprint.reach + 1)
    if footprint.symmetric:
        _check_turned("neighbours", neighbours, labels)
        _check_turned("footprint", overlap, labels)
    elif surface in ("mobius", "klein") and footprint.turned(1, -1) != footprint:
        raise BoardError(
            "a {surface} board turns footprints over at the rim; draw a footprint that is its own mirror image, top to "
            "bottom",
            surface=surface,
        )
    return neighbours, overlap


def _relation(cells: dict[Cell, int], find: Locate, offsets: Iterable[Offset], loops: bool = True) -> Relation:
    steps = tuple(offsets)
    relation = []
    for (x, y), point in cells.items():
        places = (find(x + dx, y + dy) for dx, dy in steps)
        found = [cells[place] for place in places if place is not None and place in cells]
        relation.append(tuple(sorted(found)) if loops else tuple(sorted(set(found) - {point})))
    return tuple(relation)


def _check_wrapped(neighbours: Relation, overlap: Relation, labels: tuple[str, ...], side: int) -> None:
    for point, (near, under) in enumerate(zip(neighbours, overlap, strict=True)):
        if len(set(near)) < len(near) or len(set(under)) < len(under):
            raise BoardError(
                "around {label} two offsets of the footprint meet over the rim; sides of {side} or more are always "
                "wide enough to wrap",
                label=labels[point],
                side=side,
            )
        if common := set(near) & set(under):
            raise BoardError(
                "the neighbour {neighbour} of {label} falls into its footprint over the rim; sides of {side} or more "
                "are always wide enough to wrap",
                neighbour=labels[min(common)],
                label=labels[point],
                side=side,
            )


def _check_turned(name: str, relation: Relation, labels: tuple[str, ...]) -> None:
    related = [set(points) for points in relation]
    for point, points in enumerate(related):
        for other in points:
            if point not in related[other]:
                raise BoardError(
                    "turned over at the rim, the {relation} of {label} hold {other} but not vice versa; draw a "
                    "footprint that is its own mirror image, top to bottom",
                    relation=name,
                    label=labels[point],
                    other=labels[other],
                )
