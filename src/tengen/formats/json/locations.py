"""Where the parts of a record stand in its JSON, for errors and for the places of nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json import JSONDecoder
from typing import Final

from ..source import Source

_BLANK: Final = re.compile(r"[ \t\n\r]*")
_DECODE: Final = JSONDecoder().raw_decode
_NODE: Final = re.compile(r"\$\.nodes\[(\d+)\]")
_NAME: Final = re.compile(r"\$\.([a-z]+)")

LineAndColumn = tuple[int, int]
"""A line and a column, both counted from 1."""


class JsonPlaces:
    """The places of an object's values, and of the nodes among them; the text is known to be JSON."""

    def __init__(self, text: str) -> None:
        source = Source(text, [])
        self.values: dict[str, LineAndColumn] = {}
        self.nodes: list[LineAndColumn] = []
        begin = _blanks(text, 0)
        self.first: Final = source.place(begin)
        for name, at in _parts(text, begin) if text[begin] == "{" else ():
            self.values[name] = source.place(at)
            if name == "nodes" and text[at] == "[":
                self.nodes = [source.place(node) for _, node in _parts(text, at)]

    def of(self, path: str) -> LineAndColumn:
        """Return where the node, or else the value, stands that the path of an error leads through."""
        node = _NODE.match(path)
        if node and int(node[1]) < len(self.nodes):
            return self.nodes[int(node[1])]
        name = _NAME.match(path)
        return self.values.get(name[1], self.first) if name else self.first


def _blanks(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _parts(text: str, at: int) -> Iterator[tuple[str, int]]:
    """Yield the values of the object or the list that begins at ``at``: their names, "" in lists, and offsets."""
    closing, name = "}" if text[at] == "{" else "]", ""
    at = _blanks(text, at + 1)
    while text[at] != closing:
        if closing == "}":
            name, at = _DECODE(text, at)
            at = _blanks(text, _blanks(text, at) + 1)
        yield name, at
        at = _blanks(text, _DECODE(text, at)[1])
        at = _blanks(text, at + 1) if text[at] == "," else at
