"""The text forms of boards, parsed by one function."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files as resources
from typing import Any, Final

from ..records import Text
from ..records.errors import BoardError
from .board import Board
from .footprints import NAMED as FOOTPRINTS
from .graph_texts import load, read_edge_list, read_graph6, read_json, read_sparse6
from .graphs import NAMED, SERIES, from_graph, read_named
from .grids import read_grid
from .lattices import LATTICES, read_lattice, words_of
from .limits import MAX_TEXT, short, unknown

_SHORT: Final = 100
"""Boards of texts up to this length are cached."""


@dataclass(frozen=True)
class BoardKind:
    """A family of boards: its name, a one-line description, and an example to type."""

    name: str
    about: str
    example: str


_PREFIXED: Final[Mapping[str, Callable[[str], Board]]] = {
    "graph": lambda text: read_named(text.strip().casefold()),
    "graph6": read_graph6,
    "sparse6": read_sparse6,
    "edges": read_edge_list,
    "file": lambda text: load(text.strip()),
}
"""The parser of the text after a colon, by the word before it."""


@cache
def kinds() -> tuple[BoardKind, ...]:
    """Return every family of boards with a line about it and an example.

    >>> kinds()[0]
    BoardKind(name='grid', about='an ordinary board, by its side or by width x height, up to 52x52', example='9x13')
    """
    told = tomllib.loads(resources(__package__).joinpath("kinds.toml").read_text("utf-8"))
    return tuple(BoardKind(**kind) for kind in told["kinds"])


def parse(what: Any, footprint: str | None = None, *, files: bool = True) -> Board:
    """Return the board for a text, a side, a networkx graph, or a Board (returned unchanged).

    ``footprint`` is a name ("gengo") or a picture (".n./nxn/.n."), for grids whose text names none (spec 4.1).
    ``files=False`` refuses ``file:``, for untrusted texts; `bounded` limits the size. Raises BoardError.

    >>> parse("9x9 torus").edges[0]
    (1, 8, 9, 72)
    >>> parse(19, footprint="gengo").text
    'gengo 19'
    """
    if isinstance(what, int) and not isinstance(what, bool):
        what = str(max(-(10**9), min(what, 10**9)))
    if isinstance(what, Board):
        return what
    if isinstance(what, str):
        if not files and names_file(what):
            raise BoardError("{what} names a file; only a board's own text is allowed here", what=short(what))
        text = what.strip()
        if len(text) > _SHORT or names_file(text):
            return _read(text, footprint)
        board = _usual(text, footprint)
        board.check_bounds()  # it may have been built under wider bounds
        return board
    if all(hasattr(what, name) for name in ("nodes", "edges", "is_directed", "number_of_nodes")):
        return from_graph(what)
    raise BoardError("a board must be a text, a side or a networkx graph, not {what}", what=short(what))


@lru_cache(maxsize=32)
def _usual(text: str, footprint: str | None) -> Board:
    """Return the board of a short text from a cache: boards are immutable."""
    return _read(text, footprint)


def names_file(text: str) -> bool:
    """Return whether a board's text names a file.

    >>> names_file(" File :my-board.graphml"), names_file("edges:file-a")
    (True, False)
    """
    head, colon, _ = text.partition(":")
    return bool(colon) and head.strip().casefold() == "file"


def _read(text: str, footprint: str | None) -> Board:
    if len(text) > MAX_TEXT:
        raise BoardError(
            "the board's text has {count:,} characters; at most {most:,} are read",
            count=len(text),
            most=MAX_TEXT,
        )
    if not text:
        raise BoardError("the board's text is empty; write, for example, 19, 9x9 torus or graph:petersen")
    if text.startswith("{"):
        return read_json(text)
    head, colon, rest = text.partition(":")
    if colon and (read := _PREFIXED.get(head.strip().casefold())):
        return read(rest)
    words = words_of(text.casefold())
    if words[0] in FOOTPRINTS or words[0][0] in "0123456789+-":
        return read_grid(words, footprint)
    if words[0] in LATTICES:
        return read_lattice(words)
    close = Text("there is no board {name}; did you mean {close}?")
    otherwise = Text("there is no board {name}; write, for example, 19, 9x9 torus, hexagon 5 or graph:petersen")
    name = words[0].rpartition(":")[2]
    if name in NAMED or name.rstrip("0123456789-,") in (*SERIES, "k"):
        raise BoardError(close.with_values(name=short(text), close=f"graph:{name}"))
    firsts = (*FOOTPRINTS, *LATTICES, "graph:", "graph6:", "sparse6:", "edges:", "file:")
    raise BoardError(unknown(words[0], firsts, close, otherwise, name=short(text)))
