"""Graphs as texts and files: edge lists, JSON, graph6, sparse6, GraphML."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from stat import S_ISREG
from typing import Any
from urllib.parse import unquote

from ..records import BoardError, Text
from .board import Board
from .graphs import from_graph, networkx
from .limits import MAX_TEXT, bounds, check_entries, check_lines, check_points, short, unknown
from .relations import from_relations

_LIST = Text("the edge list")
_KEYS = ("points", "edges", "neighbours", "footprint", "positions", "overlap", "directed")


def read_edge_list(text: str) -> Board:
    """Parse items separated by commas: "a-b" is an edge, "d" a point; names may be percent-encoded."""
    check_lines(text.count(",") - bounds().points, _LIST)
    if not text.strip():
        raise BoardError("the edge list is empty; write, for example, edges:a-b,b-c,d")
    return from_edge_items(edge_items(text))


def edge_items(text: str) -> list[tuple[str, ...]]:
    """Return the items of an edge list, each a tuple of one or two names."""
    items = []
    for place, item in enumerate(text.split(","), 1):
        parts = [part.strip() for part in item.split("-")]
        if len(parts) > 2 or not all(parts):
            raise BoardError(
                "item {place} of the edge list is {item}; write a-b for an edge or d for a point (- in a name is %2D, "
                "a comma %2C)",
                place=place,
                item=short(item),
            )
        try:
            items.append(tuple(unquote(part, errors="strict") for part in parts))
        except UnicodeDecodeError:
            wrong = Text("item {place} of the edge list, {item}, is not valid percent encoding")
            raise BoardError(wrong.with_values(place=place, item=short(item))) from None
    return items


def from_edge_items(items: list[tuple[str, ...]]) -> Board:
    """Build a board from a list of points (one name) and edges (two names), points in order of appearance."""
    points: dict[str, int] = {}
    most = bounds().points
    for item in items:
        for name in item:
            points.setdefault(name, len(points))
            if len(points) > most:
                check_points(len(points), _LIST)
    return from_relations(tuple(points), [(a, b) for a, b in (item for item in items if len(item) == 2)])


def read_json(text: str) -> Board:
    """Parse an object with points and edges, and optionally the other keys."""
    said = _load(text)
    if not isinstance(said, dict):
        raise BoardError("the JSON of a board must be an object with points and edges, not {said}", said=short(said))
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
        if not isinstance(_name(point), str):
            raise BoardError(
                "{where} is {value}; a point's name must be a text or a whole number",
                where=Text("point {place}", place=place),
                value=short(point),
            )
    names = list(map(_name, points))
    edges = _relation(said.get("edges", []), "edges")
    if isinstance(edges, dict):
        raise BoardError('edges must be a list of pairs; write "edges": [["a", "b"]]')
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


def _name(value: Any) -> Any:
    """Return a number as text: in JSON it is a point's name, not its index."""
    return str(value) if type(value) is int else value


def _names(value: Any) -> Any:
    return list(map(_name, value)) if isinstance(value, list) else value


def _relation(value: Any, key: str) -> Any:
    """Return pairs or a mapping of names; they are checked when the board is built."""
    if value is None:
        return None
    if isinstance(value, dict):
        check_entries(sum(len(others) for others in value.values() if isinstance(others, list)), key)
        return {name: _names(others) for name, others in value.items()}
    if not isinstance(value, list):
        raise BoardError("{key} are {value}; give a list of pairs of points", key=key, value=short(value))
    check_entries(2 * len(value), key)
    return list(map(_names, value))


def _spots(value: Any, names: list[str]) -> Any:
    if isinstance(value, dict):
        for name in names:
            if name not in value:
                raise BoardError("the positions leave out {name}; give one for every point", name=short(name))
        return [value[name] for name in names]
    if value is None or isinstance(value, list):
        return value
    raise BoardError("positions are {value}; give a list of [x, y], one for every point", value=short(value))


_LEAST, _MOST = 63, 126


def read_graph6(text: str) -> Board:
    """Parse a graph6 text; points are named 0, 1, 2, ..."""
    import numpy as np

    codes = _codes(text.strip().removeprefix(">>graph6<<"), "graph6")
    count, body = _count(codes, "graph6")
    bits = count * (count - 1) // 2
    if len(body) != (wanted := -(-bits // 6)):
        raise BoardError(
            "this graph6 text announces {count:,} points in {wanted:,} characters, but has {given:,}",
            count=count,
            wanted=wanted,
            given=len(body),
        )
    sixes = np.frombuffer(bytes(body), dtype=np.uint8)[:, None]
    flags = ((sixes >> np.arange(5, -1, -1, dtype=np.uint8)) & 1).astype(bool).ravel()
    if flags[bits:].any():
        raise BoardError("this graph6 text has bits set beyond its last pair of points; they must be 0")
    places = np.flatnonzero(flags)
    check_lines(len(places), Text("this {kind} text", kind="graph6"))
    columns = ((1 + np.sqrt(1 + 8 * places.astype(np.float64))) / 2).astype(np.int64)
    rows = places - columns * (columns - 1) // 2
    pairs = list(zip(rows.tolist(), columns.tolist(), strict=True))
    header = (count,) if count < _LEAST else (_LEAST, count >> 12, count >> 6 & 63, count & 63)
    encoded = bytes(code + _LEAST for code in (*header, *body)).decode()
    return from_relations(range(count), pairs, text=f"graph6:{encoded}")


def read_sparse6(text: str) -> Board:
    """Parse a sparse6 text, which begins with a colon; points are named 0, 1, 2, ..."""
    encoded = text.strip().removeprefix(">>sparse6<<")
    if not encoded.startswith(":"):
        raise BoardError("a sparse6 text must begin with a colon, not {encoded}", encoded=short(encoded[:1]))
    count, body = _count(_codes(encoded[1:], "sparse6"), "sparse6")
    units = 6 * len(body) // (1 + max(1, (count - 1).bit_length()))  # each a possible edge; some are moves or padding
    spare = 2 * count + 6
    check_lines(units - spare, Text("this {kind} text", kind="sparse6"))
    if units > count * (count - 1) // 2 + spare:
        raise BoardError(
            "this sparse6 text has more edges than {count:,} points have pairs; give each edge once", count=count
        )
    nx: Any = import_module("networkx")
    try:
        graph = nx.from_sparse6_bytes(encoded.encode())
        canonical = nx.to_sparse6_bytes(nx.Graph(graph), header=False).decode().strip()
    except Exception as error:  # networkx raises errors of any kind
        raise BoardError("this sparse6 text cannot be read: {error}", error=short(str(error))) from None
    pairs = [(int(a), int(b)) for a, b, *_ in graph.edges]
    return from_relations(range(count), pairs, text=f"sparse6:{canonical}")


def _codes(text: str, kind: str) -> bytes:
    """Return the characters as numbers 0 to 63."""
    for place, letter in enumerate(text, 1):
        if not _LEAST <= ord(letter) <= _MOST:
            raise BoardError(
                "character {place} of this {kind} text is {letter!r}; it must be one of ? to ~",
                place=place,
                kind=kind,
                letter=letter,
            )
    return bytes(ord(letter) - _LEAST for letter in text)


def _count(codes: bytes, kind: str) -> tuple[int, bytes]:
    """Return the announced number of points, within the limits, and the rest of the text."""
    skipped, digits = (0, 1) if codes[:1] != b"\x3f" else (1, 3) if codes[1:2] != b"\x3f" else (2, 6)
    header = codes[skipped : skipped + digits]
    if len(header) < digits:
        raise BoardError("this {kind} text ends before its number of points", kind=kind)
    count = 0
    for code in header:
        count = count << 6 | code
    check_points(count, Text("this {kind} text", kind=kind))
    return count, codes[skipped + digits :]


_ENTITIES = re.compile(r"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
_MAX_TAGS = 400_000


def load(path: str | os.PathLike[str]) -> Board:
    """Read a board from a .g6, .s6, .graphml, .json, .edges or .txt file (UTF-8). Raises BoardError.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "two.edges")
    ...     _ = path.write_text("a b")
    ...     load(path)
    Board('edges:a-b')
    """
    name = os.fspath(path)
    suffix = os.path.splitext(name)[1].lower()
    if suffix not in READERS:
        close = Text("{name} has no known ending; did you mean {close}?")
        otherwise = Text("{name} has no known ending; known are {known}")
        raise BoardError(unknown(suffix, READERS, close, otherwise, name=short(name)))
    try:
        return READERS[suffix](_text(name))
    except BoardError as error:
        raise BoardError("{path}: {what}", path=short(name), what=error.text) from None


def _text(path: str) -> str:
    try:
        status = os.stat(path)
        if not S_ISREG(status.st_mode):
            raise BoardError("not a regular file")
        if status.st_size > MAX_TEXT:
            raise BoardError(
                "the file has {count:,} bytes; at most {most:,} are read",
                count=status.st_size,
                most=MAX_TEXT,
            )
        return Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BoardError("byte {place} is not UTF-8; save the file as UTF-8", place=error.start + 1) from None
    except (OSError, ValueError) as error:
        if isinstance(error, BoardError):
            raise
        raise BoardError("the file cannot be read: {why}", why=getattr(error, "strerror", None) or str(error)) from None


def _one_graph(read: Callable[[str], Board]) -> Callable[[str], Board]:
    def reader(text: str) -> Board:
        graphs = [line for line in text.splitlines() if line.strip()]
        if len(graphs) != 1:
            raise BoardError("the file holds {count} graphs, one per line; a board is one graph", count=len(graphs))
        return read(graphs[0])

    return reader


def read_graphml(text: str) -> Board:
    """Parse GraphML. Document types and entities are refused, since they can grow without bound."""
    if found := _ENTITIES.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise BoardError(
            "line {line} has a {kind} declaration; a GraphML file needs none: remove it",
            line=line,
            kind=found[1].upper(),
        )
    if (tags := text.count("<")) > _MAX_TAGS:
        raise BoardError("the file has {count:,} XML tags; at most {most:,} are read", count=tags, most=_MAX_TAGS)
    try:
        graph = networkx().parse_graphml(text)
    except Exception as error:  # networkx raises errors of any kind
        raise BoardError("networkx cannot read this GraphML: {error}", error=short(str(error))) from None
    return from_graph(graph)


def read_edge_file(text: str) -> Board:
    """Parse lines of two names separated by blanks (an edge), of one (a point), or of "a-b,c"; # begins a comment."""
    items: list[tuple[str, ...]] = []
    for line, written in enumerate(text.splitlines(), 1):
        words = re.sub(r"(^|\s)#.*", "", written).removesuffix("{}").split()
        if len(words) > 2:
            raise BoardError(
                "line {line} is {written}; write two names for an edge, one for a point",
                line=line,
                written=short(written),
            )
        if len(words) == 1 and re.search("[-,]", words[0]):
            try:
                items += edge_items(words[0])
            except BoardError as error:
                raise BoardError("line {line}: {what}", line=line, what=error.text) from None
        elif words:
            items.append(tuple(words))
    return from_edge_items(items)


READERS: dict[str, Callable[[str], Board]] = {
    ".g6": _one_graph(read_graph6),
    ".s6": _one_graph(read_sparse6),
    ".graphml": read_graphml,
    ".json": read_json,
    ".edges": read_edge_file,
    ".txt": read_edge_file,
}
