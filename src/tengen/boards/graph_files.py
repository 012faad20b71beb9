"""Graph files as boards: graph6, sparse6, GraphML, JSON, edge lists."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from stat import S_ISREG

from ..records import Text
from ..records.errors import BoardError
from .board import Board
from .edge_lists import edge_items, from_edge_items, read_json
from .encodings import read_graph6, read_sparse6
from .graphs import from_graph, networkx
from .limits import MAX_TEXT, short, unknown

_ENTITIES = re.compile(r"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
_MAX_TAGS = 400_000


def load(path: str | os.PathLike[str]) -> Board:
    """Read a board from a .g6, .s6, .graphml, .json, .edges or .txt file (UTF-8). Raises BoardError."""
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
            raise BoardError("this is no ordinary file")
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
            raise BoardError("the file holds {count} graphs, one a line; a board is one graph", count=len(graphs))
        return read(graphs[0])

    return reader


def read_graphml(text: str) -> Board:
    """Read GraphML. Document types and entities are refused: no graph needs them, and they can grow without bound."""
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
    except Exception as error:  # networkx raises whatever it stumbles over
        raise BoardError("this is no GraphML networkx can read: {error}", error=short(str(error))) from None
    return from_graph(graph)


def read_edge_file(text: str) -> Board:
    """Read lines of two names parted by blanks (an edge), or of one (a point), or of "a-b,c"; # begins a comment."""
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
