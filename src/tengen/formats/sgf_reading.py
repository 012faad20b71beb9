"""From SGF's raw trees to records."""

from __future__ import annotations

import re
from typing import Any, Final

from ..records import Colour, FormatError, Node, Record
from .plain import board, load_about, load_axes, load_position, parse_json
from .sgf_notes import TYPED, read_note, unreadable
from .sgf_points import LARGEST, Points, board_text, bounds
from .sgf_terms import (
    ABOUT,
    AXES,
    BOARD,
    CUT_OFF,
    INFO,
    PRIVATE,
    PRIVATE_GAME,
    Q5GO_GAME,
    RESIGNS,
    RULES,
    SETUP,
    START,
    VARIANT,
    fixed_stones,
    handicap_of,
    katago_rules,
    komi_of,
    komi_text,
    stones_given,
    variant_of,
)
from .sgf_text import Source, Step, Value, shorten, unescape

_COLOURS: Final[dict[str, Colour]] = {"B": "black", "W": "white"}
_TO_PLAY: Final[dict[str, Colour]] = {"b": "black", "w": "white", "black": "black", "white": "white"}
_FILE: Final = frozenset(("FF", "GM", "CA", "SZ", *PRIVATE))
_UPRIGHT: Final = 2  # q5Go's board whose top and bottom are joined
_SIZE: Final = re.compile(r"(\d{1,9})(?:\s*:\s*(\d{1,9}))?")


def read_game(source: Source, root: Step) -> Record:
    """Return the record of a raw game; what was repaired goes to the source's warnings."""
    return _Reader(source, root).record


class _Reader:
    """One game's reading: the board first, then node by node, then what the whole tree decides."""

    def __init__(self, source: Source, root: Step) -> None:
        self.source = source
        self.root = root
        self.private = self._is_private()
        self.size = self._size()
        self.torus = self._torus()
        self.points = Points(None if self.private else self.size, turned=self.torus == _UPRIGHT)
        self.letters = self.points.labels
        self.passes = ("", "tt") if max(self.size) <= 19 else ("",)
        self.record = Record(board=self._board(), warnings=source.warnings)
        self.record.incomplete = source.cut_off or self._first(CUT_OFF) is not None
        self._tree()
        self._rules()
        self._komi()
        self._axes()
        self._start()
        self._handicap()

    def _first(self, name: str) -> tuple[int, str] | None:
        values = self.root.properties.get(name)
        return (values[0][0], unescape(values[0][1])) if values else None

    def _first_text(self, name: str) -> str | None:
        first = self._first(name)
        return first[1] if first else None

    def _is_private(self) -> bool:
        at, game = self._first("GM") or (0, "1")
        game = game.strip() or "1"
        if game not in ("1", str(PRIVATE_GAME), Q5GO_GAME):
            raise self.source.error(at, f"`GM[{shorten(game)}]` is another game; Go is GM[1]")
        return game == str(PRIVATE_GAME)

    def _torus(self) -> int:
        """Return how q5Go's boards are wrapped: bit 1 left and right, bit 2 top and bottom."""
        if (self._first_text("GM") or "").strip() != Q5GO_GAME:
            return 0
        at, text = self._first("TO") or (self.root.at, "")
        if text.strip() not in ("1", "2", "3"):
            raise self.source.error(
                at, f"GM[{Q5GO_GAME}] with `TO[{shorten(text)}]`; TO[1], TO[2] or TO[3] would be right"
            )
        return int(text)

    def _size(self) -> tuple[int, int]:
        at, text = self._first("SZ") or (0, "19")
        found = _SIZE.fullmatch(text.strip())
        width = int(found[1]) if found else 0
        height = int(found[2] or found[1]) if found else 0
        if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
            message = f"`SZ[{shorten(text)}]` is no size; 1 to {LARGEST}, or width:height as in SZ[9:13]"
            raise self.source.error(at, message)
        return width, height

    def _board(self) -> str:
        given = self._first(BOARD)
        if given:
            try:
                return board(given[1], BOARD)
            except FormatError as error:
                raise self.source.error(given[0], error.what) from None
        if self.private:
            raise self.source.error(self.root.at, f"GM[{PRIVATE_GAME}] without {BOARD} is no game of Tengen's")
        if self.torus == _UPRIGHT:
            self.source.warn(self.root.at, "the board is turned, so that its joined sides are left and right")
            return f"{board_text(*reversed(self.size))} cylinder"
        return board_text(*self.size) + ("", " cylinder", "", " torus")[self.torus]

    def _tree(self) -> None:
        self.record.root = self._node(self.root)
        waiting = [(self.root, self._run(self.root, self.record.root))]
        while waiting:
            step, node = waiting.pop()
            for child in step.children:
                found = self._node(child)
                node.children.append(found)
                last = self._run(child, found)
                if child.children:
                    waiting.append((child, last))

    def _run(self, step: Step, node: Node) -> Node:
        """Append the moves of a step's run to its node; return the last node."""
        place, letters = self.source.place, self.letters
        for at, letter, value_at, raw in step.run:
            following = Node(letters.get(raw) or self._move_text(letter, value_at, raw), _COLOURS[letter])
            following.line, following.column = place(at)
            node.children.append(following)
            node = following
        return node

    def _node(self, step: Step) -> Node:
        node = Node()
        node.line, node.column = self.source.place(step.at)
        for name, values in step.properties.items():
            if name in _COLOURS:
                self._move(node, name, values)
            elif name in SETUP:
                self._changes(node, name, values)
            elif name == "C":
                self._comment(node, values)
            elif step is self.root and (name in INFO or name in _FILE or (name == "TO" and self.torus)):
                self._info(node, name, values)
            elif name == "SZ" and values[0][1] != self._first_text("SZ"):
                raise self.source.error(values[0][0], "a second size within one game; SZ belongs to the first node")
            elif not self._turn(node, name, values) and not self._note(node, name, values):
                node.properties[name] = [unescape(raw) for _, raw in values]
        if node.move is not None and node.changes:
            self.source.warn(step.at, "a move and set-up stones in one node; the stones are set up first")
        return node

    def _note(self, node: Node, name: str, values: list[Value]) -> bool:
        if name not in TYPED:
            return False
        raws = [raw for _, raw in values]
        if read_note(node, name, raws, self.points):
            return True
        self.source.warn(values[0][0], unreadable(name, raws))
        return False

    def _move(self, node: Node, name: str, values: list[Value]) -> None:
        at, raw = values[0]
        if node.move is not None or len(values) > 1:
            where = at if node.move is not None else values[1][0]
            raise self.source.error(where, "a second move in one node; a `;` is missing before it")
        node.colour = _COLOURS[name]
        node.move = self._move_text(name, at, raw)

    def _move_text(self, name: str, at: int, raw: str) -> str:
        if self.private:
            return unescape(raw)
        return self.letters.get(raw) or self._other_move(name, at, raw)

    def _other_move(self, name: str, at: int, raw: str) -> str:
        point = unescape(raw).strip()
        if point in self.passes:
            return "pass"
        return self.letters.get(point) or self._no_point(name, at, raw)

    def _no_point(self, name: str, at: int, raw: str) -> Any:
        if "[" in raw or ";" in raw:
            raise self.source.error(at, f"`{name}[{shorten(raw)}` is no point; a `]` is missing")
        board = bounds(*self.size)
        if re.fullmatch(r"\s*[A-Za-z]{2}(:[A-Za-z]{2})?\s*", raw):
            raise self.source.error(at, f"`{name}[{shorten(raw)}]` is outside the {board}")
        raise self.source.error(at, f"`{name}[{shorten(raw)}]` is no point; two letters of the {board} would be right")

    def _changes(self, node: Node, name: str, values: list[Value]) -> None:
        if len(values) > max(64, 2 * len(self.letters)) and not self.private:
            raise self.source.error(values[0][0], f"`{name}` lists more points than the {bounds(*self.size)} has")
        content: Any = SETUP[name]
        for at, raw in values:
            if not self.private and raw.strip() == "":
                self.source.warn(at, f"`{name}[]` names no point and was left out")
                continue
            points = self.points.listed(raw) or self._no_point(name, at, raw)
            if any(node.changes.get(label, content) != content for label in points):
                self.source.warn(at, f"`{name}[{shorten(raw)}]` sets a point again; the last counts")
            node.changes.update(dict.fromkeys(points, content))

    def _comment(self, node: Node, values: list[Value]) -> None:
        if len(values) > 1:
            self.source.warn(values[1][0], "a second comment in one node; they were joined")
        node.comment = "\n".join(unescape(raw) for _, raw in values)

    def _turn(self, node: Node, name: str, values: list[Value]) -> bool:
        """Read PL and the private note of a resignation; return whether this was one of them."""
        at, raw = values[0]
        colour = _TO_PLAY.get(raw.strip().lower())
        if name == RESIGNS and colour and node.move is None:
            node.move, node.colour = "resign", colour
            return True
        if name == "PL" and colour and len(values) == 1:
            node.to_play = colour
            return True
        if name == "PL":
            self.source.warn(at, f"`PL[{shorten(raw)}]` names no player (B or W)")
        return False

    def _info(self, root: Node, name: str, values: list[Value]) -> None:
        if name in _FILE:
            return
        self.record.info[name] = unescape(values[0][1])
        if len(values) > 1:
            self.source.warn(values[1][0], f"`{name}` stands twice; the first counts")
            root.properties[name] = [unescape(raw) for _, raw in values[1:]]

    def _rules(self) -> None:
        text, info = self.record.info.get("RU", ""), self.record.info
        self.record.variant = variant_of(text)
        if self.record.variant is not None and text == RULES[self.record.variant]:
            del info["RU"]
        variant = self._first(VARIANT)
        if variant:
            self.record.variant = variant[1] or None
        elif text.strip() and self.record.variant is None:
            self._katago(text)

    def _katago(self, text: str) -> None:
        """Read rules as KataGo composes them, koPOSITIONALscoreAREA...; warn where they are neither these nor known."""
        found = katago_rules(text)
        if found is None:
            self._warn_about("RU", f"`RU[{shorten(text)}]` names no rules known here")
            return
        self.record.variant, axes, ignored = found
        self.record.axes.update(axes)
        if ignored:
            self._warn_about("RU", f"of `RU[{shorten(text)}]` {', '.join(ignored)} cannot be played here")

    def _komi(self) -> None:
        text, info = self.record.info.get("KM", ""), self.record.info
        komi = komi_of(text)
        if komi is not None:
            self.record.axes["komi"] = komi
            if komi_text(komi) == text:
                del info["KM"]
        elif text.strip() and "komi" not in self._changed_axes():
            hint = ", perhaps in hundredths" if re.fullmatch(r"\s*[1-9]\d{2,3}\s*", text) else ""
            self._warn_about("KM", f"`KM[{shorten(text)}]` is no komi in points{hint}; none is taken over")

    def _handicap(self) -> None:
        text, info, stones = self.record.info.get("HA", ""), self.record.info, stones_given(self.record)
        handicap = handicap_of(text)
        if handicap is None:
            if text.strip():
                self._warn_about("HA", f"`HA[{shorten(text)}]` is no number of stones")
            return
        if handicap >= 2 and stones != handicap:
            set_up = f"{stones or 'no'} handicap stones are set up"
            self._warn_about("HA", f"`HA[{handicap}]`, but {set_up}; none are invented")
        if handicap == 0 or fixed_stones(self.record, handicap):
            self.record.axes.setdefault("handicap", handicap)
            if text == str(handicap):
                del info["HA"]

    def _warn_about(self, name: str, message: str) -> None:
        self.source.warn(self.root.properties[name][0][0], message)

    def _changed_axes(self) -> dict[str, Any]:
        return self._json(AXES, load_axes) or {}

    def _axes(self) -> None:
        self.record.axes.update(self._changed_axes())
        self.record.about = self._json(ABOUT, load_about) or {}

    def _json(self, name: str, load: Any) -> Any:
        given = self._first(name)
        if given is None:
            return None
        try:
            return load(parse_json(given[1]), name)
        except FormatError as error:
            raise self.source.error(given[0], error.what) from None

    def _start(self) -> None:
        start, root = self._json(START, load_position), self.record.root
        if start is None:
            return
        if not self.private:
            if root.changes != start.stones or (root.to_play or "black") != start.to_play:
                self._warn_about(START, f"`{START}` and the stones set up disagree; the stones count")
                return
            root.changes, root.to_play = {}, None
        self.record.start = start
