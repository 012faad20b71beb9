"""From records to SGF, FF[4]."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ...records import FormatError, Node, Record, Text, listed
from ...records.info import INFO, read_whole
from ..json.plain_values import dump_axes, dump_position
from . import conventions
from .annotations import write_notes
from .coordinates import board_text, coordinates, in_rows, rectangle, runs
from .grammar import NAME, escape, escape_kept
from .rulesets import RULES, Meaning, rules_of

_WIDTH = 72
_RESERVED = frozenset(("B", "W", "C", *conventions.SETUP))
_RESERVED_AT_ROOT = frozenset(("FF", "GM", "CA", "SZ", *conventions.PRIVATE))
_LETTER = {"black": "B", "white": "W"}


def write(record: Record) -> str:
    r"""Return a record as SGF, to be encoded as UTF-8; `read` returns an equal record.

    Rules, komi and handicap in ``variant`` and ``axes`` are not repeated in ``info``: RU, KM and HA are kept there only
    if their text contains more or differs.

    >>> from tengen.formats import sgf
    >>> sgf.write(sgf.read("(;SZ[9];B[ee])"))
    '(;GM[1]FF[4]CA[UTF-8]SZ[9];B[ee])\n'
    """
    writer = _GameWriter(record)
    pieces, width = ["("], 1
    for piece in writer.pieces():
        if width + len(piece) > _WIDTH and piece[0] in ";(":
            pieces.append("\n")
            width = 0
        pieces.append(piece)
        width = width + len(piece) if "\n" not in piece else len(piece) - piece.rfind("\n")
    return "".join(pieces) + ")\n"


class _GameWriter:
    def __init__(self, record: Record) -> None:
        self.ordinary = conventions.ordinary(record)
        self.record = conventions.with_handicap_stones(record) if self.ordinary else record
        self.size = rectangle(record.board)
        self.points = coordinates(*self.size) if self.ordinary and self.size else {}
        self.fox = conventions.is_fox(record.root.properties, record.root.properties.get("AP", ()))

    def pieces(self) -> Iterator[str]:
        """Yield nodes and the brackets of variations, without the outermost pair."""
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
        """Return a node as text: the known properties, then all others and the unconverted rest."""
        root = node is self.record.root
        parts = {name: [escape(value)] for name, value in self._head()} if root else {}
        parts.update(self._steps(node))
        if node.comment:
            parts["C"] = [escape(node.comment)]
        parts.update(write_notes(node, self._point, not self.ordinary))
        for name, values in node.properties.items():
            if not NAME.fullmatch(name) or name in _RESERVED or (root and name in _RESERVED_AT_ROOT):
                raise FormatError("{name!r} cannot be the name of a further SGF property", name=name)
            parts.setdefault(name, []).extend(map(escape_kept, values or [""]))
        return ";" + "".join(name + "".join(f"[{value}]" for value in values) for name, values in parts.items())

    def _point(self, label: str) -> str:
        """Return the name of a point: SGF's letters, or in private games its label."""
        if not self.ordinary:
            return label
        if label not in self.points:
            raise FormatError("{label!r} is not a point of the board {board}", label=label, board=self.record.board)
        return self.points[label]

    def _head(self) -> Iterator[tuple[str, str]]:
        """Yield the root's own properties in their order: file, board, rules, private notes, game information."""
        record, size = self.record, self.size
        yield "GM", "1" if self.ordinary else str(conventions.PRIVATE_GAME)
        yield "FF", "4"
        yield "CA", "UTF-8"
        if self.ordinary and size:
            yield "SZ", str(size[0]) if size[0] == size[1] else f"{size[0]}:{size[1]}"
        if not self.ordinary or not size or board_text(*size) != record.board:
            yield conventions.BOARD, record.board
        said = dict(self._said())
        yield from said.items()
        meant = rules_of(said.get("RU", ""))
        if record.variant != meant.variant:
            yield conventions.VARIANT, record.variant or ""
        axes = {name: value for name, value in record.axes.items() if not self._is_said(name, value, said, meant)}
        if axes:
            yield conventions.AXES, _json(dump_axes(axes))
        if record.start is not None:
            yield conventions.START, _json(dump_position(record.start))
        if record.about:
            yield conventions.ABOUT, _json(record.about)
        if record.incomplete:
            yield conventions.CUT_OFF, "yes"
        for name, value in record.info.items():
            if name not in INFO:
                what = Text("{name!r} is not SGF game information; expected {known}")
                raise FormatError(what.with_values(name=name, known=listed(sorted(INFO), "comma")))
            if name not in ("RU", "KM", "HA"):
                yield name, value

    def _said(self) -> Iterator[tuple[str, str]]:
        """Yield RU, KM and HA: as in the record's information, unless the record's axes contradict that."""
        record = self.record
        rules, variant = record.info.get("RU"), record.variant
        meant, axes = rules_of(rules or ""), record.axes
        if rules is not None and meant.variant in (None, variant) and axes == axes | meant.axes:
            yield "RU", rules  # words that do not contradict the record
        elif variant in RULES:
            yield "RU", RULES[variant]
        komi = conventions.komi_text(record.axes.get("komi"), self.fox)
        for name, axis, mean, said in (
            ("KM", "komi", self._komi_of, None if komi is None or self._komi_of(komi) is None else komi),
            ("HA", "handicap", read_whole, conventions.handicap_text(record)),
        ):
            verbatim = record.info.get(name)
            if verbatim is not None and (axis not in record.axes or mean(verbatim) in (None, record.axes[axis])):
                yield name, verbatim
            elif said is not None:
                yield name, said

    def _komi_of(self, text: str) -> float | None:
        handicap = self.record.info.get("HA") or conventions.handicap_text(self.record) or ""
        return None if conventions.lacks_komi(text, self.fox, handicap) else conventions.komi_of(text, self.fox)

    def _is_said(self, name: str, value: Any, said: dict[str, str], meant: Meaning) -> bool:
        """Return whether RU, KM or HA fully express an axis."""
        if name == "komi":
            return "KM" in said and self._komi_of(said["KM"]) == value and not isinstance(value, bool)
        if name == "handicap":
            means = "HA" in said and read_whole(said["HA"]) == value
            return means and (value == 0 or conventions.fixed_stones(self.record, value))
        return name in meant.axes and meant.axes[name] == value

    def _steps(self, node: Node) -> Iterator[tuple[str, list[str]]]:
        """Yield the events on the board: setup stones, the side to move, the move."""
        start = self.record.start if node is self.record.root and self.ordinary else None
        changes = dict(start.stones) if start else node.changes
        for name, content in conventions.SETUP.items():
            found = [self._point(label) for label in changes if changes[label] == content]
            if found:
                yield name, runs(in_rows(found)) if self.ordinary else list(map(escape, found))
        to_play = "white" if start and start.to_play == "white" else node.to_play
        if to_play:
            yield "PL", [_LETTER[to_play]]
        if node.move is not None:
            yield self._move(node, node.move)
        if node.forced:
            yield "KO", [""]

    def _move(self, node: Node, move: str) -> tuple[str, list[str]]:
        if node.colour is None:
            raise FormatError("SGF cannot write the move {move} without a colour", move=move)
        letter = _LETTER[node.colour]
        if not self.ordinary:
            return letter, [escape(move)]
        if move == "resign":
            return conventions.RESIGNS, [letter]
        return letter, ["" if move == "pass" else self._point(move)]


def _json(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError):
        raise FormatError("SGF cannot write the axes {value!r}", value=value) from None
