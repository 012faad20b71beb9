"""Records as JSON, without loss: ``{"tengen": 1, "kind": "record", "board": "9", "nodes": [...]}``.

The tree is a flat list of nodes, parents first; a node without ``parent`` follows the one before it. So a game of
any length needs no nesting.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

from ..records import Change, FormatError, Node, Record
from . import plain

VERSION: Final = 1
_RECORD: Final = (
    *("tengen", "kind", "board", "variant", "about", "axes", "start", "info", "warnings", "incomplete", "nodes"),
)
_CHANGES: Final = ("black", "white", "vacant")


def dumps(record: Record) -> str:
    """Return a record as JSON, one node a line."""
    head: dict[str, Any] = {"tengen": VERSION, "kind": "record", "board": record.board, "variant": record.variant}
    if record.about:
        head["about"] = record.about
    head["axes"] = plain.dump_axes(record.axes)
    if record.start is not None:
        head["start"] = plain.dump_position(record.start)
    head["info"] = record.info
    if record.warnings:
        head["warnings"] = record.warnings
    if record.incomplete:
        head["incomplete"] = True
    lines = [f"{_text(name)}: {_text(value)}" for name, value in head.items()]
    lines.append('"nodes": [\n  ' + ",\n  ".join(_text(node) for node in _flat(record.root)) + "\n ]")
    return "{" + ",\n ".join(lines) + "}\n"


def loads(text: str) -> Record:
    """Return the record that `dumps` wrote; FormatError names the place in the JSON."""
    given = plain.only(plain.parse_json(text), "$", _RECORD)
    if given.get("kind") != "record" or type(given.get("tengen")) is not int:
        raise plain.wrong("$", 'no record of Tengen\'s; it begins {"tengen": 1, "kind": "record", ...}')
    if given["tengen"] != VERSION:
        raise plain.wrong("$.tengen", f"version {given['tengen']} is not known, only {VERSION}")
    variant = given.get("variant")
    return Record(
        board=plain.board(given.get("board"), "$.board"),
        variant=None if variant is None else plain.text(variant, "$.variant"),
        axes=plain.load_axes(given.get("axes", {}), "$.axes"),
        start=plain.load_position(given["start"], "$.start") if given.get("start") is not None else None,
        root=_tree(given.get("nodes")),
        info=plain.mapping(given.get("info", {}), "$.info", plain.text),
        about=plain.load_about(given.get("about", {}), "$.about"),
        warnings=_texts(given.get("warnings", []), "$.warnings"),
        incomplete=plain.flag(given.get("incomplete", False), "$.incomplete"),
    )


def _text(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise FormatError(f"JSON cannot write this: {error}") from None


def _flat(root: Node) -> Iterator[dict[str, Any]]:
    waiting = [(root, -1)]
    place = 0
    while waiting:
        node, parent = waiting.pop()
        yield _node_out(node, None if parent == place - 1 else parent)
        waiting.extend((child, place) for child in reversed(node.children))
        place += 1


def _node_out(node: Node, parent: int | None) -> dict[str, Any]:
    said = {
        "parent": parent,
        "move": node.move,
        "colour": node.colour,
        "changes": node.changes or None,
        "to_play": node.to_play,
        "comment": node.comment or None,
        "properties": node.properties or None,
    }
    return {name: value for name, value in said.items() if value is not None}


def _tree(value: Any) -> Node:
    if not isinstance(value, list) or not value:
        raise plain.wrong("$.nodes", "must be a list of at least one node")
    nodes: list[Node] = []
    for place, item in enumerate(value):
        path = f"$.nodes[{place}]"
        given = plain.only(item, path, ("parent", *_FIELDS))
        node = Node(**{name: _FIELDS[name](given[name], f"{path}.{name}") for name in given if name != "parent"})
        if nodes:
            parent = plain.count(given.get("parent", place - 1), f"{path}.parent")
            if parent >= place:
                raise plain.wrong(f"{path}.parent", f"must be a node before this one, at most {place - 1}")
            nodes[parent].children.append(node)
        elif "parent" in given:
            raise plain.wrong(f"{path}.parent", "the first node has no parent")
        nodes.append(node)
    return nodes[0]


def _change(value: Any, path: str) -> Change:
    if value not in _CHANGES:
        raise plain.wrong(path, 'must be "black", "white" or "vacant"')
    change: Change = value
    return change


def _texts(value: Any, path: str) -> list[str]:
    if not isinstance(value, list):
        raise plain.wrong(path, "must be a list of texts")
    return [plain.text(item, f"{path}[{place}]") for place, item in enumerate(value)]


_FIELDS: Final[dict[str, Callable[[Any, str], Any]]] = {
    "move": plain.text,
    "colour": plain.colour,
    "changes": lambda value, path: plain.mapping(value, path, _change),
    "to_play": plain.colour,
    "comment": plain.text,
    "properties": lambda value, path: plain.mapping(value, path, _texts),
}
