"""From SGF's raw nodes to records."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from ...records import Colour, FormatError, Node, Record, Text
from ...records.info import INFO, read_whole
from ..board_texts import is_move
from ..json.plain_values import load_about, load_axes, load_position, parse_json
from ..source import shorten
from . import conventions
from .annotations import POINT_LISTS, TYPED, take_notes
from .board_properties import Points, RawBoard
from .coordinates import area
from .grammar import MAX_VALUES, GameSource, Parser, RawNode, Value, unescape, unescape_kept
from .rulesets import RULES, rules_of

_COLOURS: Final[dict[str, Colour]] = {"B": "black", "W": "white"}
_TO_PLAY: Final[dict[str, Colour]] = {
    **dict.fromkeys(("b", "black", "1"), "black"),  # with digits as CGoban 1 writes them
    **dict.fromkeys(("w", "white", "2"), "white"),
}
_FILE: Final = ("FF", "GM", "CA", "SZ", *conventions.PRIVATE)
_LISTED, _LISTED_EACH = 100_000, 40
"""The maximum number of points in a game's rectangles, in total and per character: a whole 19x19 board takes nine."""
_OTHER_NAMES: Final = {"TE": "EV", "RD": "DT", "KO": "KM", "KI": "KM", "HD": "HA"}
_STRENGTHS: Final = ("", "1", "2")
_COUNT: Final = re.compile(r"\s*(\d{1,4})\D{0,2}\s*")

_MOVES: Final = re.compile(r"(?:\s*+;\s*+[BW]\[(?:[A-Za-z]{2}|)\](?=\s*+[;()])){1,1000}")
"""Nodes that hold a move and nothing else."""
_NOTED: Final = re.compile(r"\s*+(;)\s*+([BW])\[([^\]\\]{0,8}+)\](?:\s*+C\[([^\]\\]*+)\])?(?=\s*+[;()])")
"""A node that holds a move, with or without a comment, and nothing else."""
_MOST: Final = 1000
"""The maximum number of such nodes made at a time."""


def read_game(source: GameSource, at: int) -> tuple[Record, int]:
    """Return the record of the game that begins at an offset, and the offset after it.

    Repairs are added to the source's warnings.
    """
    reader = _GameReader(source)
    end = Parser(source, at, reader).run()
    return reader.finished(), end


class _GameReader:
    """Reads one game: the board with the first node, then every node, then what depends on the whole tree."""

    source: GameSource
    root: RawNode
    place: RawBoard
    points: Points
    record: Record

    def __init__(self, source: GameSource) -> None:
        self.source = source
        self.further: list[tuple[Value, str]] = []  # further moves of the current node, and their names
        self.listed = 0  # points in rectangles

    def add(self, step: RawNode, parent: Node | None) -> Node:
        """Make a node of a raw one, and consecutive nodes of further moves in it; return the last."""
        node = self._begin(step) if parent is None else self._node(step, _READERS)
        if parent is not None:
            parent.children.append(node)
        for value, name in sorted(self.further):  # in the order of the text
            at, raw = value
            self.source.warn(at, f"`{name}[{shorten(raw)}]` is a second move in one node; it was moved to the next one")
            node.children.append(Node.of_move(self._move_text(name, value), _COLOURS[name], *self.source.place(at)))
            node = node.children[0]
        self.further = []
        return node

    def moves(self, at: int, parent: Node) -> tuple[Node, int, int]:
        """Make nodes of moves and comments, which most games consist of: like `add`, but faster."""
        found = _MOVES.match(self.source.text, at) if self.points.steps else None
        if found is not None:
            node, end, count = self._usual_moves(found[0], at, parent)
            if count:
                return node, end, count
        return self._noted_moves(at, parent)

    def _usual_moves(self, run: str, at: int, node: Node) -> tuple[Node, int, int]:
        """Make nodes of a run like ``;B[dd];W[pp]``, six characters each, up to the first exception."""
        steps, of_move = self.points.steps, Node.of_move
        line, column = self.source.place(at)
        count = 0
        for text in run.split("\n"):
            for begin in range(0, len(text), 6):
                step = steps.get(text[begin : begin + 6])
                if step is None:
                    return node, at + begin, count
                following = of_move(*step, line, column + begin)
                node.children.append(following)
                node, count = following, count + 1
            at += len(text) + 1
            line, column = line + 1, 1
        return node, at - 1, count

    def _noted_moves(self, at: int, node: Node) -> tuple[Node, int, int]:
        text, labels, place = self.source.text, self.points.moves, self.source.place
        count = 0
        while (found := _NOTED.match(text, at)) is not None and count < _MOST:
            label = labels.get(found[3])
            if label is None:
                break
            following = Node.of_move(label, _COLOURS[found[2]], *place(found.start(1)))
            if found[4]:
                following.comment = found[4]
            node.children.append(following)
            node, count, at = following, count + 1, found.end()
        return node, at, count

    def finished(self) -> Record:
        """Return the record, after the last node."""
        self.record.incomplete = self.source.cut_off or self.place.first(conventions.CUT_OFF) is not None
        self._rules()
        self._komi()
        self._axes()
        self._start()
        self._handicap()
        return self.record

    def _begin(self, root: RawNode) -> Node:
        _rename(root)
        self.root = root
        self.place = RawBoard(self.source, root)
        self.points = self.place.points
        self.record = Record(board=self.place.board, warnings=self.source.warnings)
        ours = {**_READERS, **dict.fromkeys(INFO, _GameReader._info)}
        ours.update(dict.fromkeys((*_FILE, *self.place.reserved), _GameReader._skip))
        self.record.root = self._node(root, ours)
        return self.record.root

    def _node(self, step: RawNode, readers: dict[str, _Read]) -> Node:
        node = Node()
        node.line, node.column = self.source.place(step.at)
        for name, values in step.properties.items():
            if name in POINT_LISTS or name in conventions.SETUP:
                # do not even expand rectangles with far more points than the game has characters
                self.listed += sum(area(raw) for _, raw in values)
                most = min(_LISTED + _LISTED_EACH * (values[0][0] - self.root.at), MAX_VALUES)
                if self.listed > most:
                    what = Text("the rectangles of this game hold {count:,} points up to here; the maximum is {most:,}")
                    raise self.source.error(values[0][0], what.with_values(count=self.listed, most=most))
            read = readers.get(name)
            if read is not None:
                read(self, node, name, values)
            else:
                node.properties[name] = [unescape_kept(raw) for _, raw in values]
        if node.changes and node.move is not None:
            self.source.warn(step.at, "a move and set-up stones in one node; the stones are set up first")
        return node

    def _skip(self, node: Node, name: str, values: list[Value]) -> None:
        """Leave a property of the root to `RawBoard` and `finished`."""

    def _note(self, node: Node, name: str, values: list[Value]) -> None:
        left = take_notes(node, name, [raw for _, raw in values], self.points)
        if left:
            place, why = left[0]
            at, raw = values[place]
            also = f", and {len(left) - 1} more" if len(left) > 1 else ""
            self.source.warn(at, f"`{name}[{shorten(raw)}]` {why}; it is kept as written{also}")
            node.properties[name] = [unescape_kept(values[place][1]) for place, _ in left]

    def _move(self, node: Node, name: str, values: list[Value]) -> None:
        if node.move is None:
            node.move, node.colour = self._move_text(name, values[0]), _COLOURS[name]
            values = values[1:]
        self.further += [(value, name) for value in values]

    def _move_text(self, name: str, value: Value) -> str:
        if self.points.private is not None:
            text = unescape(value[1])
            if not is_move(text, self.points.private):
                raise self.points.error(self.source, name, value)
            return text
        move = self.points.moves.get(value[1]) or self.points.moves.get(unescape(value[1]).strip())
        if move is None:
            raise self.points.error(self.source, name, value)
        return move

    def _changes(self, node: Node, name: str, values: list[Value]) -> None:
        self.points.check_count(self.source, name, values)
        content: Any = conventions.SETUP[name]
        for at, raw in values:
            if not raw.strip() and self.points.private is None:
                self.source.warn(at, f"`{name}[]` does not name a point and was left out")
                continue
            found = self.points.many(raw)
            if found is None:
                raise self.points.error(self.source, name, (at, raw))
            if any(node.changes.get(label, content) != content for label in found):
                self.source.warn(at, f"`{name}[{shorten(raw)}]` sets a point again; the last counts")
            node.changes.update(dict.fromkeys(found, content))

    def _comment(self, node: Node, name: str, values: list[Value]) -> None:
        if len(values) > 1:
            self.source.warn(values[1][0], "a second comment in one node; they were joined")
        node.comment = "\n".join(unescape(raw) for _, raw in values)

    def _turn(self, node: Node, name: str, values: list[Value]) -> None:
        """Read PL and the private property of a resignation."""
        at, raw = values[0]
        colour = _TO_PLAY.get(raw.strip().lower()) if len(values) == 1 else None
        if name == conventions.RESIGNS and colour and node.move is None:
            node.move, node.colour = "resign", colour
        elif name == "PL" and colour:
            node.to_play = colour
        else:
            if name == "PL":
                said = "".join(f"[{shorten(each)}]" for _, each in values[:3])
                why = "must name a player (B or W)" if len(values) == 1 else "names more than one player"
                self.source.warn(at, f"`PL{said}` {why}; it is kept as written")
            node.properties[name] = [unescape_kept(raw) for _, raw in values]

    def _second_size(self, node: Node, name: str, values: list[Value]) -> None:
        if unescape(values[0][1]) != (self.place.first("SZ") or (0, None))[1]:
            raise self.source.error(values[0][0], Text("a second size within one game; SZ belongs in the first node"))

    def _info(self, root: Node, name: str, values: list[Value]) -> None:
        self.record.info[name] = unescape(values[0][1])
        if len(values) > 1:
            self.source.warn(values[1][0], f"`{name}` occurs twice; the first counts")
            root.properties[name] = [unescape_kept(raw) for _, raw in values[1:]]

    def _rules(self) -> None:
        info, text = self.record.info, self.record.info.get("RU", "")
        meant = rules_of(text)
        self.record.variant = meant.variant
        self.record.axes.update(meant.axes)
        if meant.variant is not None and text == RULES.get(meant.variant):
            del info["RU"]
        variant = self.place.first(conventions.VARIANT)
        if variant:
            self.record.variant = variant[1] or None
        elif text.strip() and meant.variant is None:
            self._warn_about("RU", "names unknown rules")

    def _komi(self) -> None:
        text, info = self.record.info.get("KM", ""), self.record.info
        fox = conventions.is_fox(self.root.properties, [raw for _, raw in self.root.properties.get("AP", [])])
        komi, odd = conventions.read_komi(text, fox)
        if conventions.lacks_komi(text, fox, info.get("HA", "")):
            at = self.root.properties["KM"][0][0]
            self.source.warn(at, "the server Fox writes `KM[0]` for even games of any komi; it was ignored")
        elif komi is not None:
            self.record.axes["komi"] = komi
            if odd:
                self._warn_about("KM", f"{odd}; it was read as {komi}")
            if odd or conventions.komi_text(komi, fox) == text:
                del info["KM"]
        elif text.strip() and "komi" not in self._changed_axes():
            hint = ", perhaps in hundredths" if re.fullmatch(r"\s*[1-9]\d{2,3}\s*", text) else ""
            self._warn_about("KM", f"is not a komi in points{hint}; it was ignored")

    def _handicap(self) -> None:
        text, info = self.record.info.get("HA", ""), self.record.info
        handicap = read_whole(text)
        if handicap is None:
            if text.strip():
                self._warn_about("HA", "is not a number of stones")
            return
        stones = [*conventions.stones_set_up(self.record).values()].count("black")
        if handicap >= 2 and stones != handicap:
            set_up = f"{stones or 'no'} handicap stones are set up"
            self.source.warn(self.root.properties["HA"][0][0], f"`HA[{handicap}]`, but {set_up}; none were added")
        if handicap in (0, self.record.axes.get("handicap")) or conventions.fixed_stones(self.record, handicap):
            self.record.axes.setdefault("handicap", handicap)
            if text == str(handicap):
                del info["HA"]

    def _warn_about(self, name: str, what: str) -> None:
        at, raw = self.root.properties[name][0]
        self.source.warn(at, f"`{name}[{shorten(unescape(raw))}]` {what}")

    def _changed_axes(self) -> dict[str, Any]:
        return self._json(conventions.AXES, load_axes) or {}

    def _axes(self) -> None:
        changed, komi = self._changed_axes(), self.record.axes.get("komi")
        if komi is not None and changed.get("komi", komi) != komi:
            said, (at, _) = shorten(str(changed.pop("komi"))), self.root.properties[conventions.AXES][0]
            self.source.warn(at, f"`{conventions.AXES}` has komi {said} and `KM` {komi}; `KM` counts")
        self.record.axes.update(changed)
        self.record.about = self._json(conventions.ABOUT, load_about) or {}

    def _json(self, name: str, load: Any) -> Any:
        given = self.place.first(name)
        if given is None:
            return None
        try:
            return load(parse_json(given[1]), name)
        except FormatError as error:
            raise self.source.error(given[0], error.what) from None

    def _start(self) -> None:
        start, root = self._json(conventions.START, load_position), self.record.root
        if start is None:
            return
        if self.points.private is None:
            if root.changes != start.stones or (root.to_play or "black") != start.to_play:
                at, _ = self.root.properties[conventions.START][0]
                self.source.warn(at, f"`{conventions.START}` and the stones set up disagree; the stones count")
                return
            root.changes, root.to_play = {}, None
        self.record.start = start


_Read = Callable[[_GameReader, Node, str, list[Value]], None]
_READERS: Final[dict[str, _Read]] = {
    **dict.fromkeys(TYPED, _GameReader._note),
    **dict.fromkeys(_COLOURS, _GameReader._move),
    **dict.fromkeys(conventions.SETUP, _GameReader._changes),
    **dict.fromkeys(("PL", conventions.RESIGNS), _GameReader._turn),
    "C": _GameReader._comment,
    "SZ": _GameReader._second_size,
}


def _rename(root: RawNode) -> None:
    """Rename properties of a root to their names in FF[4], which does not have the originals.

    CyberOro, Sina and Nihon Ki-in write event, date, komi and handicap as TE, RD, KO and HD, and byo-yomi as LT and LC;
    others write komi as KI.
    """
    properties = root.properties
    if _first_text(properties.get("FF")) == "4":
        return
    for other, name in _OTHER_NAMES.items():
        if other in properties and name not in properties and _means(name, _first_text(properties[other])):
            properties[name] = properties.pop(other)
    length, count = (_COUNT.fullmatch(_first_text(properties.get(name))) for name in ("LT", "LC"))
    if length and count and "OT" not in properties:
        properties["OT"] = [(properties.pop("LT")[0][0], f"{count[1]}x{length[1]} byo-yomi")]
        del properties["LC"]


def _first_text(values: list[Value] | None) -> str:
    return unescape(values[0][1]).strip() if values else ""


def _means(name: str, text: str) -> bool:
    if name == "KM":
        return conventions.komi_of(text) is not None
    return read_whole(text) is not None if name == "HA" else text not in _STRENGTHS
