"""The graph6 and sparse6 encodings of graphs, checked before anything large is built."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ..records import BoardError, Text
from .board import Board
from .limits import check_lines, check_points, short
from .relations import from_relations

_LEAST, _MOST = 63, 126


def read_graph6(text: str) -> Board:
    """Read a graph6 text; points are called 0, 1, 2, ..."""
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
    """Read a sparse6 text, which begins with a colon; points are called 0, 1, 2, ..."""
    encoded = text.strip().removeprefix(">>sparse6<<")
    if not encoded.startswith(":"):
        raise BoardError("a sparse6 text begins with a colon, this one with {encoded}", encoded=short(encoded[:1]))
    count, body = _count(_codes(encoded[1:], "sparse6"), "sparse6")
    _check_length(count, len(body))
    nx: Any = import_module("networkx")
    try:
        graph = nx.from_sparse6_bytes(encoded.encode())
        canonical = nx.to_sparse6_bytes(nx.Graph(graph), header=False).decode().strip()
    except Exception as error:  # networkx raises whatever it stumbles over
        raise BoardError("this sparse6 text cannot be read: {error}", error=short(str(error))) from None
    pairs = [(int(a), int(b)) for a, b, *_ in graph.edges]
    return from_relations(range(count), pairs, text=f"sparse6:{canonical}")


def _check_length(count: int, length: int) -> None:
    """Refuse more units, each a possible edge, than the points have pairs; a few more than those move or pad."""
    units = 6 * length // (1 + max(1, (count - 1).bit_length()))
    spare = 2 * count + 6
    check_lines(units - spare, Text("this {kind} text", kind="sparse6"))
    if units > count * (count - 1) // 2 + spare:
        raise BoardError(
            "this sparse6 text has more edges than {count:,} points have pairs; give each edge once", count=count
        )


def _codes(text: str, kind: str) -> bytes:
    """Return the characters as numbers 0 to 63."""
    for place, letter in enumerate(text, 1):
        if not _LEAST <= ord(letter) <= _MOST:
            raise BoardError(
                "character {place} of this {kind} text is {letter!r}; only ? to ~ may stand there",
                place=place,
                kind=kind,
                letter=letter,
            )
    return bytes(ord(letter) - _LEAST for letter in text)


def _count(codes: bytes, kind: str) -> tuple[int, bytes]:
    """Return the announced number of points, within the limits, and what follows it."""
    skipped, digits = (0, 1) if codes[:1] != b"\x3f" else (1, 3) if codes[1:2] != b"\x3f" else (2, 6)
    header = codes[skipped : skipped + digits]
    if len(header) < digits:
        raise BoardError("this {kind} text ends before it says how many points there are", kind=kind)
    count = 0
    for code in header:
        count = count << 6 | code
    check_points(count, Text("this {kind} text", kind=kind))
    return count, codes[skipped + digits :]
