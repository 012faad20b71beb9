"""From records to SGF, FF[4]."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ..records import FormatError, Node, Record
from .plain import dump_axes, dump_position
from .sgf_notes import write_notes
from .sgf_points import Points, board_text, pack, rectangle
from .sgf_terms import (
    ABOUT,
    AXES,
    BOARD,
    CUT_OFF,
    PRIVATE,
    PRIVATE_GAME,
    RESIGNS,
    RULES,
    SETUP,
    START,
    VARIANT,
    handicap_of,
    handicap_text,
    komi_of,
    komi_text,
    ordinary,
    variant_of,
)
from .sgf_text import escape

_WIDTH = 72
_RESERVED = frozenset(("B", "W", "C", *SETUP, RESIGNS))
_RESERVED_AT_ROOT = frozenset(("FF", "GM", "CA", "SZ", *PRIVATE))
_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
_LETTER = {"black": "B", "white": "W"}


def write_game(record: Record) -> str:
    """Return a record as one SGF game."""
    writer = _Writer(record)
    pieces, width = ["("], 1
    for piece in writer.pieces():
        if width + len(piece) > _WIDTH and piece[0] in ";(":
            pieces.append("\n")
            width = 0
        pieces.append(piece)
        width = width + len(piece) if "\n" not in piece else len(piece) - piece.rfind("\n")
    return "".join(pieces) + ")\n"


class _Writer:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.ordinary = ordinary(record)
        self.points = Points(rectangle(record.board) if self.ordinary else None)

    def pieces(self) -> Iterator[str]:
        """Yield nodes and the brackets of variations; the outermost pair is left out."""
        waiting: list[Node | str] = [self.record.root]
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                yield item
                continue
            yield self._node(item)
            if len(item.children) == 1:
                waiting.append(item.children[0])
            else:
                for child in reversed(item.children):
                    waiting.extend((")", child, "("))

    def _node(self, node: Node) -> str:
        root = node is self.record.root
        parts = [";"]
        head = dict(self._head()) if root else {}
        parts += [_property(name, [value, *node.properties.get(name, ())]) for name, value in head.items()]
        parts += [_property(name, values) for name, values in self._steps(node)]
        if node.comment:
            parts.append(_property("C", [node.comment]))
        notes = dict(write_notes(node, self.points, escape))
        parts += [name + "".join(f"[{value}]" for value in values) for name, values in notes.items()]
        for name, values in node.properties.items():
            if not _NAME.fullmatch(name) or name in _RESERVED or (root and name in _RESERVED_AT_ROOT) or name in notes:
                raise FormatError(f"{name!r} cannot be the name of a further SGF property")
            if name not in head:
                parts.append(_property(name, values or [""]))
        return "".join(parts)

    def _head(self) -> Iterator[tuple[str, str]]:
        """Yield the root's own properties in their order: file, board, rules, private notes, game information."""
        record, size = self.record, rectangle(self.record.board)
        yield "GM", "1" if self.ordinary else str(PRIVATE_GAME)
        yield "FF", "4"
        yield "CA", "UTF-8"
        if self.ordinary and size:
            yield "SZ", str(size[0]) if size[0] == size[1] else f"{size[0]}:{size[1]}"
        if not self.ordinary or not size or board_text(*size) != record.board:
            yield BOARD, record.board
        said = dict(self._said())
        yield from said.items()
        if record.variant != variant_of(said.get("RU", "")):
            yield VARIANT, record.variant or ""
        axes = {name: value for name, value in record.axes.items() if not self._is_said(name, value, said)}
        if axes:
            yield AXES, _json(dump_axes(axes))
        if record.start is not None:
            yield START, _json(dump_position(record.start))
        if record.about:
            yield ABOUT, _json(record.about)
        if record.incomplete:
            yield CUT_OFF, "yes"
        yield from ((name, value) for name, value in record.info.items() if name not in ("RU", "KM", "HA"))

    def _said(self) -> Iterator[tuple[str, str]]:
        """Yield RU, KM and HA: as the record's information has them, unless the record's axes contradict that."""
        record = self.record
        rules, variant = record.info.get("RU"), record.variant
        if rules is not None and variant_of(rules) in (None, variant):
            yield "RU", rules
        elif variant in RULES:
            yield "RU", RULES[variant]
        for name, axis, mean, said in (
            ("KM", "komi", komi_of, komi_text(record.axes.get("komi"))),
            ("HA", "handicap", handicap_of, handicap_text(record)),
        ):
            verbatim = record.info.get(name)
            if verbatim is not None and (axis not in record.axes or mean(verbatim) in (None, record.axes[axis])):
                yield name, verbatim
            elif said is not None:
                yield name, said

    def _is_said(self, name: str, value: Any, said: dict[str, str]) -> bool:
        if name == "komi":
            return "KM" in said and komi_of(said["KM"]) == value and not isinstance(value, bool)
        if name == "handicap":
            return "HA" in said and handicap_text(self.record) is not None and handicap_of(said["HA"]) == value
        return False

    def _steps(self, node: Node) -> Iterator[tuple[str, list[str]]]:
        """Yield what happens on the board: stones set up, the side to move, the move."""
        start = self.record.start if node is self.record.root and self.ordinary else None
        changes = dict(start.stones) if start else node.changes
        for name, content in SETUP.items():
            found = [self.points.name(label) for label in changes if changes[label] == content]
            if found:
                yield name, pack(found) if self.ordinary else found
        to_play = "white" if start and start.to_play == "white" else node.to_play
        if to_play:
            yield "PL", [_LETTER[to_play]]
        if node.move is not None:
            yield self._move(node)

    def _move(self, node: Node) -> tuple[str, list[str]]:
        assert node.move is not None
        if node.colour is None:
            raise FormatError(f"SGF cannot write the move {node.move}, because its colour is not known")
        letter = _LETTER[node.colour]
        if not self.ordinary:
            return letter, [node.move]
        if node.move == "resign":
            return RESIGNS, [letter]
        return letter, ["" if node.move == "pass" else self.points.name(node.move)]


def _property(name: str, values: list[str]) -> str:
    return name + "".join(f"[{escape(value)}]" for value in values)


def _json(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError):
        raise FormatError(f"SGF cannot write the axes {value!r}") from None
