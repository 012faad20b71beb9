"""Jago's XML: ``<Go><GoGame><Information>...</Information><Nodes><Node><Black at="D4"/></Node>...``.

Source: the format's DTD as GoGui's documentation describes it ("XML Format"). A ``Variation`` holds what could have
been played in place of the node before it. Labels are those of the board, or two letters as in SGF; a move without a
point is a pass.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Final
from xml.parsers import expat

from ...records import Change, Colour, FormatError, Mark, Markup, Node, Record
from ..board_texts import parsed
from ..sgf.coordinates import expanded, labels
from ..source import shorten
from .maker import RecordMaker, side

BEGINS: Final = re.compile(r"(?:<\?xml[^>]*>|<!--(?:-?[^-])*-->|<!DOCTYPE\s+Go\b[^>\[]*>|\s)*<Go[\s>]")

_INFO: Final[Mapping[str, str]] = {
    "BlackPlayer": "PB", "WhitePlayer": "PW", "BlackRank": "BR", "WhiteRank": "WR", "BlackTeam": "BT",
    "WhiteTeam": "WT", "Date": "DT", "Result": "RE", "Round": "RO", "Source": "SO", "User": "US", "Annotation": "AN",
    "Copyright": "CP", "Time": "TM",
}  # fmt: skip
_STONES: Final[Mapping[str, Change]] = {"AddBlack": "black", "AddWhite": "white", "Delete": "vacant"}
_MOVES: Final[Mapping[str, Colour]] = {"Black": "black", "White": "white"}
_ON_POINTS: Final = frozenset((*_MOVES, *_STONES, "Mark"))
_MARKS: Final[Mapping[str, Mark]] = {"triangle": "triangle", "square": "square", "circle": "circle",
                                     "territory": "selected"}  # fmt: skip


def read(text: str) -> Record:
    """Return the record of the first game of a file.

    Raises:
        FormatError: the XML is broken, declares entities, or holds a move that cannot be.
    """
    handler = _Handler()
    parser = expat.ParserCreate()
    handler.parser = parser
    parser.StartElementHandler, parser.EndElementHandler = handler.start, handler.end
    parser.CharacterDataHandler = handler.characters
    parser.EntityDeclHandler = handler.refuse_entity
    parser.buffer_text = True
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise FormatError("no XML: {why}", error.lineno, error.offset + 1, why=expat.ErrorString(error.code)) from None
    return handler.finished()


class _Handler:
    """Takes elements as they come; the board's size stands before the nodes, or is 19."""

    parser: expat.XMLParserType

    def __init__(self) -> None:
        self.path: list[tuple[str, dict[str, str]]] = []  # the open elements and their attributes
        self.text = ""
        self.head: dict[str, str] = {}
        self.node: Node | None = None
        self.before: Node | None = None  # the parent of the node
        self.forks: list[tuple[Node | None, Node | None]] = []
        self.paragraphs: list[str] = []
        self.games = 0

    @cached_property
    def maker(self) -> RecordMaker:
        """The record's maker, made when the first node comes."""
        return RecordMaker(side(self.head.get("BoardSize", "19"), self._place()[0]))

    @property
    def current(self) -> Node:
        """The node that is being read, the root before the first one."""
        return self.maker.record.root if self.node is None else self.node

    def _place(self) -> tuple[int, int]:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    # -- expat ---------------------------------------------------------------------------------------------------------

    def refuse_entity(self, *_: object) -> None:
        raise FormatError("the XML declares an entity; a game needs none: remove it", *self._place())

    def characters(self, text: str) -> None:
        self.text += text

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if not self.path and name != "Go":
            raise FormatError("`{name}` is no game of Jago's; it begins with <Go>", *self._place(), name=shorten(name))
        self.games += name == "GoGame"
        if name == "GoGame" and attributes.get("name") and self.games == 1:
            self.head["name"] = attributes["name"]
        self.path.append((name, attributes))
        self.text = ""
        if self.games > 1:
            return
        if name == "Node":
            self._step(attributes)
        elif name == "Variation":  # leaves where the node before it does
            self.forks.append((self.before, self.node))
            self.node = None
        elif name in _ON_POINTS:
            if name in _MOVES and self.path[-2][0] != "Node":
                if self.node is None and not self.forks and not self.current.children:
                    self.node = self.current
                self._append()
            if "at" in attributes:
                self._take(name, attributes, attributes["at"])
        elif name == "Comment":
            self.paragraphs = []

    def end(self, name: str) -> None:
        (_, attributes), text = self.path.pop(), self.text.strip()
        self.text = ""
        if self.games > 1:
            return
        parent = self.path[-1][0] if self.path else ""
        if parent == "Information":
            self.head[name] = " ".join(text.split()) or "\n".join(self.paragraphs)
            self.paragraphs = []
        elif name == "P":
            self.paragraphs.append(" ".join(text.split()))
        elif name == "Comment":
            self.maker.comment("\n".join(self.paragraphs) or text, self.current)
        elif name == "at":
            self._take(*self.path[-1], text)
        elif text and "at" not in attributes and name in _ON_POINTS:
            self._take(name, attributes, text)
        elif name in _MOVES and self.current.move is None:
            self._move(name, "")
        elif name == "Variation":
            self.before, self.node = self.forks.pop()

    # -- the tree ------------------------------------------------------------------------------------------------------

    def _step(self, attributes: Mapping[str, str]) -> None:
        """Go on with a new node; the first one of the game is the root."""
        if self.node is None and not self.forks:
            self.node, self.before = self.current, None
        else:
            self._append()
        self.current.name = attributes.get("name") or self.current.name
        self.current.line, self.current.column = self._place()

    def _append(self) -> None:
        parent = self.node or self.before or self.maker.record.root
        line, column = self._place()
        made = Node(line=line, column=column)
        parent.children.append(made)
        self.before, self.node = parent, made

    def _take(self, name: str, attributes: Mapping[str, str], said: str) -> None:
        """Take in a move, a stone set up or a mark on a point."""
        node = self.current
        if name in _MOVES:
            self._move(name, said)
        elif name in _STONES:
            node.changes[self._label(said)] = _STONES[name]
        elif name == "Mark":
            node.markup = node.markup or Markup()
            if attributes.get("label"):
                node.markup.labels[self._label(said)] = attributes["label"]
            else:
                mark = _MARKS.get(attributes.get("type", ""), "cross")
                node.markup.marks.setdefault(mark, []).append(self._label(said))

    def _move(self, name: str, said: str) -> None:
        if self.current.move is not None or self.current is self.maker.record.root:
            self.node = self.current
            self._append()
        self.current.colour = _MOVES[name]
        self.current.move = self._label(said) if said.strip() else "pass"

    def _label(self, said: str) -> str:
        board, maker = parsed(self.maker.record.board), self.maker
        point = board.find(said.strip())
        if point is not None:
            return board.labels[point]
        pair = expanded(said.strip()) if ":" not in said else None
        label = labels(maker.width, maker.height).get(pair[0]) if pair else None
        if label is None:
            raise maker.off_board(said, *self._place())
        return label

    def finished(self) -> Record:
        maker, head = self.maker, self.head
        maker.note(GN=head.get("name", ""), **{name: head.get(element, "") for element, name in _INFO.items()})
        maker.rules(head.get("Rules", ""))
        maker.komi(head.get("Komi", ""))
        stones = sum(content == "black" for content in maker.record.root.changes.values())
        handicap = head.get("Handicap", "")
        if handicap.isascii() and handicap.isdigit() and len(handicap) < 3 and int(handicap) == stones > 1:
            maker.record.axes["handicap"] = stones
        if self.games > 1:
            maker.warn("more games follow in this file; only the first is read")
        return maker.record
