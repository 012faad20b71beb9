"""Edge lists ("edges:a-b,b-c,d") and JSON ('{"points": ...}') as boards."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote

from ..records import BoardError, Text
from .board import Board
from .limits import bounds, check_entries, check_lines, check_points, short, unknown
from .relations import from_relations

_LIST = Text("the edge list")
_PAIR = Text("pair {place} of {key}")
_OF_POINT = Text("{key} of {name!r}")
_KEYS = ("points", "edges", "neighbours", "footprint", "positions", "overlap", "directed")


def read_edge_list(text: str) -> Board:
    """Read items parted by commas: "a-b" is an edge, "d" a point; names in percent encoding where they need it."""
    check_lines(text.count(",") - bounds().points, _LIST)
    if not text.strip():
        raise BoardError("the edge list is empty; write, for example, edges:a-b,b-c,d")
    return from_edge_items(edge_items(text))


def edge_items(text: str) -> list[tuple[str, ...]]:
    """Return the items of an edge list, each a tuple of one or two names."""
    return [_item(item, place) for place, item in enumerate(text.split(","), 1)]


def _item(item: str, place: int) -> tuple[str, ...]:
    """Return the one or two names of an item."""
    parts = tuple(part.strip() for part in item.split("-"))
    if len(parts) > 2 or not all(parts):
        raise BoardError(
            "item {place} of the edge list is {item}; write a-b for an edge or d for a point (- in a name is %2D, a "
            "comma %2C)",
            place=place,
            item=short(item),
        )
    try:
        return tuple(unquote(part, errors="strict") for part in parts)
    except UnicodeDecodeError:
        raise BoardError(
            "item {place} of the edge list, {item}, is not valid percent encoding", place=place, item=short(item)
        ) from None


def from_edge_items(items: list[tuple[str, ...]]) -> Board:
    """Build the board of a list of points (one name) and edges (two names), points in order of appearance."""
    points: dict[str, int] = {}
    most = bounds().points
    for item in items:
        for name in item:
            points.setdefault(name, len(points))
            if len(points) > most:
                check_points(len(points), _LIST)
    return from_relations(tuple(points), [(a, b) for a, b in (item for item in items if len(item) == 2)])


def read_json(text: str) -> Board:
    """Read an object with points and edges, and optionally the other keys."""
    said = _load(text)
    if not isinstance(said, dict):
        raise BoardError("the JSON of a board is an object with points and edges, not {said}", said=short(said))
    for key in said:
        if key not in _KEYS:
            close = Text("the JSON has an unknown key {name}; did you mean {close}?")
            other = Text("the JSON has an unknown key {name}; known are {known}")
            raise BoardError(unknown(key, _KEYS, close, other))
    points = said.get("points")
    if not isinstance(points, list):
        raise BoardError('the JSON has no list of points; write "points": ["a", "b"]')
    check_points(len(points), Text("the JSON"))
    overlap, directed = said.get("overlap", False), said.get("directed", False)
    for key, value in (("overlap", overlap), ("directed", directed)):
        if not isinstance(value, bool):
            raise BoardError("{key} is {value}; it must be true or false", key=key, value=short(value))
    for place, point in enumerate(points, 1):
        if not _is_name(point):
            raise _unnamed(Text("point {place}", place=place), point)
    names = [str(point) for point in points]
    edges = _relation(said.get("edges", []), "edges")
    if isinstance(edges, dict):
        raise BoardError('edges are a list of pairs; write "edges": [["a", "b"]]')
    near, under = (_relation(said.get(key), key) for key in ("neighbours", "footprint"))
    spots = _spots(said.get("positions"), names)
    return from_relations(names, edges or [], near, under, positions=spots, overlap=overlap, directed=directed)


def _load(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BoardError(
            "line {line}, column {column} of the JSON: {what}",
            line=error.lineno,
            column=error.colno,
            what=Text(error.msg),
        ) from None
    except (ValueError, RecursionError):
        raise BoardError("the JSON is nested too deeply or holds a number that is too long") from None


def _is_name(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))


def _unnamed(where: Text, value: Any) -> BoardError:
    return BoardError(
        "{where} is {value}; a point is named by a text or a whole number", where=where, value=short(value)
    )


def _relation(value: Any, key: str) -> Any:
    """Return pairs or a mapping of names; numbers are names here, not indexes."""
    if value is None:
        return None
    if isinstance(value, dict):
        check_entries(sum(len(others) for others in value.values() if isinstance(others, list)), key)
        return {name: _names(others, _OF_POINT, key=key, name=name) for name, others in value.items()}
    if not isinstance(value, list):
        raise BoardError("{key} are {value}; give a list of pairs of points", key=key, value=short(value))
    check_entries(2 * len(value), key)
    return [_names(pair, _PAIR, key=key, place=place) for place, pair in enumerate(value, 1)]


def _names(value: Any, where: Text, **values: object) -> list[str]:
    """Return names of points; ``where`` is a template for where they stand, with its values."""
    if not isinstance(value, list):
        raise BoardError(
            "{where} is {value}; give a list of points", where=where.with_values(**values), value=short(value)
        )
    for name in value:
        if not _is_name(name):
            raise _unnamed(Text("an entry of {where}", where=where.with_values(**values)), name)
    return [str(name) for name in value]


def _spots(value: Any, names: list[str]) -> Any:
    if isinstance(value, dict):
        for name in names:
            if name not in value:
                raise BoardError("the positions leave out {name}; give one for every point", name=short(name))
        return [value[name] for name in names]
    if value is None or isinstance(value, list):
        return value
    raise BoardError("positions are {value}; give a list of [x, y], one for every point", value=short(value))
