"""Records as JSON, without loss: ``{"tengen": 1, "kind": "record", "board": "9", "nodes": [...]}``.

The tree is a flat list of nodes, parents first; a node without ``parent`` follows the one before it. So games of
any length need no nesting.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from json import JSONDecoder
from typing import Any, Final

from ...boards import Board
from ...records import FormatError, Node, Position, Record, Text
from ...records.info import INFO
from ..source import Source
from . import plain_values

VERSION: Final = 1
_RECORD: Final = (
    *("tengen", "kind", "board", "variant", "about", "axes", "start", "info", "warnings", "incomplete", "nodes"),
)
_NOT_WRITTEN: Final = ("children", "line", "column")


def dumps(record: Record) -> str:
    """Return a record as JSON, one node per line.

    >>> from tengen import Game
    >>> record = Game("chinese", board="9x9").record
    >>> loads(dumps(record)) == record
    True
    """
    head: dict[str, Any] = {"tengen": VERSION, "kind": "record", "board": record.board, "variant": record.variant}
    if record.about:
        head["about"] = record.about
    head["axes"] = plain_values.dump_axes(record.axes)
    if record.start is not None:
        head["start"] = plain_values.dump_position(record.start)
    head["info"] = record.info
    if record.warnings:
        head["warnings"] = record.warnings
    if record.incomplete:
        head["incomplete"] = True
    lines = [f"{_text(name)}: {_text(value)}" for name, value in head.items()]
    lines.append('"nodes": [\n  ' + ",\n  ".join(_text(node) for node in _flat(record.root)) + "\n ]")
    return "{" + ",\n ".join(lines) + "}\n"


def loads(text: str) -> Record:
    """Return the record that `dumps` wrote; FormatError with line and column, and the path within the JSON."""
    value = plain_values.parse_json(text)
    places = JsonPlaces(text)
    try:
        return _record(value, places.nodes)
    except FormatError as error:
        raise FormatError(error.what, *places.of(error.what)) from None


def _record(value: Any, places: Sequence[LineAndColumn]) -> Record:
    if isinstance(value, dict) and value and not {"tengen", "nodes"} & value.keys():
        what = Text(
            "unknown JSON, neither Tengen's nor OGS's nor KataGo's, which have the names "
            '"tengen", "gamedata" or "moves", or "boardXSize"'
        )
        raise plain_values.wrong("$", what)
    given = plain_values.only(value, "$", _RECORD)
    if given.get("kind") != "record" or type(given.get("tengen")) is not int:
        raise plain_values.wrong("$", Text('not a Tengen record, which begins {"tengen": 1, "kind": "record", ...}'))
    if given["tengen"] != VERSION:
        raise plain_values.wrong(
            "$.tengen", Text("unknown version {given}; expected {version}", given=given["tengen"], version=VERSION)
        )
    variant, board = given.get("variant"), plain_values.place(given.get("board"), "$.board")
    return Record(
        board=given["board"],
        variant=None if variant is None else plain_values.text(variant, "$.variant"),
        axes=plain_values.load_axes(given.get("axes", {}), "$.axes"),
        start=_start(given["start"], board) if given.get("start") is not None else None,
        root=_tree(given.get("nodes"), places, board),
        info=plain_values.mapping(
            plain_values.only(given.get("info", {}), "$.info", tuple(sorted(INFO))), "$.info", plain_values.text
        ),
        about=plain_values.load_about(given.get("about", {}), "$.about"),
        warnings=plain_values.reader_of(list[str])(given.get("warnings", []), "$.warnings"),
        incomplete=plain_values.flag(given.get("incomplete", False), "$.incomplete"),
    )


def _start(value: Any, board: Board) -> Position:
    start = plain_values.load_position(value, "$.start")
    plain_values.check_points(start.stones, board, "$.start.stones")
    plain_values.check_points(start.tiles, board, "$.start.tiles")
    return start


def _text(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise FormatError("JSON cannot write this: {why}", why=str(error)) from None


def _flat(root: Node) -> Iterator[dict[str, Any]]:
    waiting = [(root, -1)]
    place = 0
    while waiting:
        node, parent = waiting.pop()
        yield ({} if parent == place - 1 else {"parent": parent}) | _said(node)
        waiting.extend((child, place) for child in reversed(node.children))
        place += 1


def _said(note: Any) -> dict[str, Any]:
    """Return the nonempty fields of a node or a note."""
    kind: Any = type(note)
    found = {name: getattr(note, name) for name, usual in _usual(kind).items() if getattr(note, name) != usual}
    return {name: _said(value) if is_dataclass(value) else value for name, value in found.items()}


@cache
def _usual(kind: Any) -> dict[str, Any]:
    return {each.name: getattr(kind(), each.name) for each in fields(kind) if each.name not in _NOT_WRITTEN}


def _tree(value: Any, places: Sequence[LineAndColumn], board: Board) -> Node:
    if not isinstance(value, list) or not value:
        raise plain_values.wrong("$.nodes", Text("must be a list of at least one node"))
    fields_read, nodes = plain_values.readers_of(Node, but=_NOT_WRITTEN), list[Node]()
    for place, item in enumerate(value):
        path = f"$.nodes[{place}]"
        given = plain_values.only(item, path, ("parent", *fields_read))
        node = Node(**{name: fields_read[name](given[name], f"{path}.{name}") for name in given if name != "parent"})
        node.line, node.column = places[place]
        if node.move is not None:
            plain_values.check_move(node.move, board, f"{path}.move")
        plain_values.check_points(node.changes, board, f"{path}.changes")
        if nodes:
            parent = plain_values.count(given.get("parent", place - 1), f"{path}.parent")
            if parent >= place:
                raise plain_values.wrong(
                    f"{path}.parent",
                    Text("must be a node before this one, at most {place}", place=place - 1),
                )
            nodes[parent].children.append(node)
        elif "parent" in given:
            raise plain_values.wrong(f"{path}.parent", Text("the first node cannot have a parent"))
        nodes.append(node)
    return nodes[0]


_BLANK: Final = re.compile(r"[ \t\n\r]*")
_DECODE: Final = JSONDecoder().raw_decode
_NODE: Final = re.compile(r"\$\.nodes\[(\d+)\]")
_NAME: Final = re.compile(r"\$\.([a-z]+)")

LineAndColumn = tuple[int, int]
"""A line and a column, both counted from 1."""


class JsonPlaces:
    """The places of an object's values, and of the nodes among them, in valid JSON."""

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
        """Return the place of the node, or else the value, on the path of an error."""
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
