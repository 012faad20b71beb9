"""Boards from relations: any labels, lines, neighbours and footprints, checked and written as text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from operator import index
from typing import Any, SupportsIndex

from ..records import BoardError, Text
from .board import Board, Relation, overlapped, own_points, reverse
from .limits import bounds, check_entries, check_labels, check_lines, check_points, short, unknown
from .spots import Spot

Name = int | str
Pairs = Iterable[tuple[Name, Name]]
Given = Pairs | Mapping[Any, Iterable[Name]]
"""A relation as given: pairs, each once, or the related points of every point, both ways."""

_ESCAPES = str.maketrans({"%": "%25", ",": "%2C", "-": "%2D"})
_FURTHEST = 1e6
_PAIRS = {
    "edges": Text("edge {place}"),
    "neighbours": Text("neighbour {place}"),
    "footprint": Text("footprint pair {place}"),
}
"""The name of a relation's pair in errors."""
_RELATION = Text("`{key}`")
_OF_POINT = Text("`{key}` of {of!r}")


def from_relations(
    labels: Sequence[object],
    edges: Pairs,
    neighbours: Given | None = None,
    footprint: Given | None = None,
    *,
    positions: Sequence[Spot] | None = None,
    overlap: bool = False,
    directed: bool = False,
    text: str | None = None,
) -> Board:
    """Build a board from labels and pairs of points, each pair once; a point is an index (int) or a label (str).

    ``neighbours`` default to the edges; ``footprint`` pairs a point with the others that its stone blocks, its own
    point always included. Both may also be mappings with every point's related points. They are symmetric unless
    ``directed``: then they lead from the stone's point to its neighbours or blocked points (spec 4.1). With
    ``overlap``, footprints are added to the neighbours (spec 4.2). ``text`` is the board's text form if it has a
    shorter one than its relations. Raises BoardError.

    >>> board = from_relations("abc", [("a", "b"), ("b", "c")])
    >>> board.text, board.edges
    ('edges:a-b,b-c', ((1,), (0, 2), (1,)))
    """
    check_points(len(labels), Text("the board"))
    if isinstance(edges, Sequence):
        check_lines(len(edges), Text("the board"))
    names = tuple(str(label) for label in labels)
    if not names:
        raise BoardError("the board has no points; it needs at least one")
    check_labels(names)
    points = {label: point for point, label in enumerate(names)}
    lines = _related(points, edges, "edges")
    near = lines if neighbours is None else _related(points, neighbours, "neighbours", directed)
    blocked = own_points(len(names)) if footprint is None else _related(points, footprint, "footprint", directed)
    under = tuple(tuple(sorted({point, *others})) for point, others in enumerate(blocked))
    for point, others in enumerate(under):
        if len(others) > 1 and (both := set(near[point]) & set(others)):
            one, two = short(names[min(both)]), short(names[point])
            raise BoardError(
                "{one} is both a neighbour of {two} and in its footprint; it can be one of them", one=one, two=two
            )
    spots = None if positions is None else check_positions(names, positions)
    if overlap and all(len(others) == 1 for others in under):
        raise BoardError("overlap means nothing here: these stones block their own point only; leave it out")
    canonical = text or _text(names, lines, near, under, spots, overlap)
    joined = overlapped(near, under) if overlap else near
    return Board(canonical, names, lines, joined, under, positions=spots, overlap=overlap)


def _related(points: dict[str, int], given: Given, key: str, directed: bool = False) -> Relation:
    """Return a relation without loops (a mapping of footprints may have them), symmetric unless it is directed."""
    if isinstance(given, Mapping):
        return _mapped(points, given, key, directed)
    names, where = tuple(points), _PAIRS[key]
    related: list[set[int]] = [set() for _ in names]
    most = min(bounds().lines, bounds().entries // 2)
    for place, pair in enumerate(given, 1):
        if place > most:
            check, count = (check_lines, place) if key == "edges" else (check_entries, 2 * place)
            check(count, Text("the list `{key}`", key=key))
        if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
            raise BoardError(
                "{where} is {pair}; it must be a pair of points", where=where.with_values(place=place), pair=short(pair)
            )
        a, b = _point(pair[0], points, where, place=place), _point(pair[1], points, where, place=place)
        if a == b:
            raise BoardError(
                "{where} is a loop: it joins {name} to itself; remove it",
                where=where.with_values(place=place),
                name=short(names[a]),
            )
        if b in related[a]:
            raise BoardError(
                "{where} joins {one} and {two} a second time; give each pair once",
                where=where.with_values(place=place),
                one=short(names[a]),
                two=short(names[b]),
            )
        related[a].add(b)
        if not directed:
            related[b].add(a)
    return tuple(tuple(sorted(found)) for found in related)


def _mapped(points: dict[str, int], given: Mapping[Name, Iterable[Name]], key: str, directed: bool) -> Relation:
    names = tuple(points)
    related: list[set[int]] = [set() for _ in names]
    entries, most = 0, bounds().entries
    for name, others in given.items():
        point = _point(name, points, _RELATION, key=key)
        if isinstance(others, str) or not isinstance(others, Iterable):
            wrong = Text("`{key}` of {name} is {given}; give a list of points")
            raise BoardError(wrong.with_values(key=key, name=short(name), given=short(others)))
        for other in others:
            entries += 1
            if entries > most:
                check_entries(entries, Text("the list `{key}`", key=key))
            related[point].add(_point(other, points, _OF_POINT, key=key, of=name))
    for point, found in enumerate(related):
        if point in found and key != "footprint":
            raise BoardError("{name} is given in its own `{key}`; remove it", name=short(names[point]), key=key)
        for other in found:
            if point not in related[other] and not directed:
                wrong = Text("`{key}` is not symmetric: {one} lists {two}, but {two} does not list {one}")
                raise BoardError(wrong.with_values(key=key, one=short(names[point]), two=short(names[other])))
    return tuple(tuple(sorted(found)) for found in related)


def _point(name: Any, points: dict[str, int], where: Text, **values: object) -> int:
    """Return the point for a name or an index; ``where`` is a template for its place, with the values."""
    if type(name) is int and 0 <= name < len(points):
        return name
    if isinstance(name, str) and name in points:
        return points[name]
    if isinstance(name, SupportsIndex) and not isinstance(name, bool) and 0 <= (point := index(name)) < len(points):
        return point
    known = {"where": where.with_values(**values), "name": short(name)}
    if not isinstance(name, str):
        raise BoardError(
            "{where}: there is no point {name}; points are counted 0 to {last}", **known, last=len(points) - 1
        )
    close = Text("{where}: there is no point {name}; did you mean {close}?")
    other = Text("{where}: there is no point {name}")
    raise BoardError(unknown(name, points, close, other, **known))


def check_positions(names: Sequence[str], positions: Sequence[Any]) -> tuple[Spot, ...]:
    """Return the positions as pairs of floats with six decimals, all different."""
    if len(positions) != len(names):
        raise BoardError(
            "there are {count} positions for {points} points; give one each", count=len(positions), points=len(names)
        )
    taken: dict[Spot, str] = {}
    for name, given in zip(names, positions, strict=True):
        try:
            x, y = (float(part) for part in (() if isinstance(given, str) else given))
        except (TypeError, ValueError, OverflowError):
            raise BoardError(
                "the position of {name} is {given}; give two numbers, x and y", name=short(name), given=short(given)
            ) from None
        if not (isfinite(x) and isfinite(y) and max(abs(x), abs(y)) <= _FURTHEST):
            wrong = Text("the position of {name} is {given}; x and y must lie within a million of 0")
            raise BoardError(wrong.with_values(name=short(name), given=short(given)))
        spot = round(x, 6) + 0.0, round(y, 6) + 0.0
        if spot in taken:
            raise BoardError(
                "{one} and {two} have the same position, {spot}; give each its own",
                one=short(taken[spot]),
                two=short(name),
                spot=str(spot),
            )
        taken[spot] = name
    return tuple(taken)


def _text(
    names: tuple[str, ...],
    edges: Relation,
    neighbours: Relation,
    footprint: Relation,
    positions: tuple[Spot, ...] | None,
    overlap: bool,
) -> str:
    """Return the canonical text: an edge list if that suffices, otherwise JSON."""
    ordinary = all(len(blocked) == 1 for blocked in footprint)
    if ordinary and neighbours == edges and positions is None:
        return edge_list(names, edges)
    directed = any(reverse(relation) != relation for relation in (neighbours, footprint))
    said: dict[str, object] = {"points": names, "edges": _named_pairs(names, edges)}
    if neighbours != edges:
        said["neighbours"] = _named_pairs(names, neighbours, directed)
    if not ordinary:
        said["footprint"] = _named_pairs(names, footprint, directed)
    if directed:
        said["directed"] = True
    if positions is not None:
        said["positions"] = positions
    if overlap:
        said["overlap"] = True
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def _named_pairs(names: tuple[str, ...], relation: Relation, directed: bool = False) -> list[tuple[str, str]]:
    return [(names[a], names[b]) for a, found in enumerate(relation) for b in found if a < b or (directed and a > b)]


def edge_list(names: tuple[str, ...], edges: Relation) -> str:
    """Return "edges:a-b,c": edges, then points without any; all points first if the order requires it."""
    quoted = [name.translate(_ESCAPES) for name in names]
    pairs = [(a, b) for a, found in enumerate(edges) for b in found if a < b]
    met = list(dict.fromkeys(point for pair in pairs for point in pair))
    joined = [f"{quoted[a]}-{quoted[b]}" for a, b in pairs]
    in_order = met == list(range(len(met)))
    return "edges:" + ",".join([*joined, *quoted[len(met) :]] if in_order else [*quoted, *joined])
