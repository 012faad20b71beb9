"""Jago's XML: ``<Go><GoGame><Information>...</Information><Nodes><Node><Black at="D4"/></Node>...``.

Source: the format's DTD as GoGui's documentation describes it ("XML Format"). A ``Variation`` holds what could have
been played in place of the node before it. Labels are those of the board, or two letters as in SGF; a move without a
point is a pass.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from xml.parsers import expat

from ...records import Colour, FormatError, Mark, Markup, Node, Record
from ..sgf.coordinates import expanded
from ..source import shorten
from .maker import RecordMaker, side

BEGINS: Final = re.compile(r"(?:<\?xml[^>]*>|<!--(?:-?[^-])*-->|<!DOCTYPE\s+Go\b[^>\[]*>|\s)*<Go[\s>]")

_INFO: Final[Mapping[str, str]] = {
    "BlackPlayer": "PB", "WhitePlayer": "PW", "BlackRank": "BR", "WhiteRank": "WR", "BlackTeam": "BT",
    "WhiteTeam": "WT", "Date": "DT", "Result": "RE", "Round": "RO", "Source": "SO", "User": "US", "Annotation": "AN",
    "Copyright": "CP", "Time": "TM",
}  # fmt: skip
_STONES: Final = {"AddBlack": "black", "AddWhite": "white", "Delete": "vacant"}
_MOVES: Final[Mapping[str, Colour]] = {"Black": "black", "White": "white"}
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
        self.path: list[str] = []
        self.text = ""
        self.head: dict[str, str] = {}
        self.attributes: list[dict[str, str]] = []
        self.maker: RecordMaker | None = None
        self.node: Node | None = None
        self.forks: list[tuple[Node | None, Node | None]] = []
        self.before: Node | None = None  # the parent of the node
        self.paragraphs: list[str] = []
        self.games = 0

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
        self.path.append(name)
        self.attributes.append(attributes)
        self.text = ""
        if self.games > 1:
            return
        if name == "Node":
            self._step(attributes)
        elif name == "Variation":
            self._branch()
        elif name in _MOVES or name in _STONES or name == "Mark":
            self._begin_element(name, attributes)
        elif name == "Comment":
            self.paragraphs = []

    def end(self, name: str) -> None:
        attributes, text = self.attributes.pop(), self.text.strip()
        self.path.pop()
        self.text = ""
        if self.games > 1:
            return
        parent = self.path[-1] if self.path else ""
        if parent == "Information":
            self.head[name] = " ".join(text.split()) or "\n".join(self.paragraphs)
            self.paragraphs = []
        elif name == "P":
            self.paragraphs.append(" ".join(text.split()))
        elif name == "Comment":
            self._made().comment("\n".join(self.paragraphs) or text, self._current())
        elif name == "at":
            self._take(parent, self.attributes[-1], text)
        elif text and "at" not in attributes and (name in _MOVES or name in _STONES or name == "Mark"):
            self._take(name, attributes, text)
        elif name in _MOVES and self._current().move is None:
            self._move(name, "")
        elif name == "Variation":
            self.before, self.node = self.forks.pop()

    # -- the tree ------------------------------------------------------------------------------------------------------

    def _made(self) -> RecordMaker:
        """Return the record's maker, made when the first node comes."""
        if self.maker is None:
            size = self.head.get("BoardSize", "19")
            self.maker = RecordMaker(side(size, self._place()[0]))
        return self.maker

    def _current(self) -> Node:
        maker = self._made()
        return self.node if self.node is not None else maker.record.root

    def _step(self, attributes: Mapping[str, str]) -> None:
        """Go on with a new node; the first one of the game is the root."""
        root = self._made().record.root
        if self.node is None and not self.forks:
            self.node, self.before = root, None
        else:
            self._append()
        if attributes.get("name"):
            self._current().name = attributes["name"]
        self._current().line, self._current().column = self._place()

    def _append(self) -> None:
        parent = self.node if self.node is not None else self.before
        parent = parent if parent is not None else self._made().record.root
        made = Node()
        made.line, made.column = self._place()
        parent.children.append(made)
        self.before, self.node = parent, made

    def _branch(self) -> None:
        """Begin a variation: it leaves where the node before it does."""
        self.forks.append((self.before, self.node))
        self.node = None

    def _begin_element(self, name: str, attributes: Mapping[str, str]) -> None:
        if name in _MOVES and self.path[-2:-1] != ["Node"]:
            if self.node is None and not self.forks and not self._made().record.root.children:
                self.node = self._made().record.root
            self._append()
        if "at" in attributes:
            self._take(name, attributes, attributes["at"])

    def _take(self, name: str, attributes: Mapping[str, str], said: str) -> None:
        """Take in a move, a stone set up or a mark on a point."""
        node = self._current()
        if name in _MOVES:
            self._move(name, said)
        elif name in _STONES:
            node.changes[self._label(said)] = _STONES[name]  # type: ignore[assignment]
        elif name == "Mark":
            node.markup = node.markup or Markup()
            if attributes.get("label"):
                node.markup.labels[self._label(said)] = attributes["label"]
            else:
                mark = _MARKS.get(attributes.get("type", ""), "cross")
                node.markup.marks.setdefault(mark, []).append(self._label(said))

    def _move(self, name: str, said: str) -> None:
        node = self._current()
        if node.move is not None or node is self._made().record.root:
            self.node = node
            self._append()
            node = self._current()
        node.colour = _MOVES[name]
        node.move = self._label(said) if said.strip() else "pass"

    def _label(self, said: str) -> str:
        maker = self._made()
        label = maker.label(said)
        if label is None:
            pair = expanded(said.strip()) if ":" not in said else None
            label = maker.point(*(ord(letter) - 97 for letter in pair[0])) if pair else None
        if label is None:
            raise maker.off_board(said, *self._place())
        return label

    def _place(self) -> tuple[int, int]:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def finished(self) -> Record:
        maker, head = self._made(), self.head
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
