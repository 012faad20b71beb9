"""SGF's grammar (FF[1] to FF[4]): text to raw nodes, with the places of values, passed on one by one.

Own code, because sgfmill's grammar layer does not report the places of properties (errors and warnings must have line
and column), rejects lower-case letters in names, repairs nothing, and cannot read a file in parts. This one never
recurses, takes its tokens from regular expressions that do not backtrack, and leaves building a tree to a `Builder`
and the meaning of properties to other modules.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Protocol

from ...records import Node, Text
from ..source import Source, shorten

MAX_NODES: Final = 500_000
MAX_VALUES: Final = 4_000_000
"""A single game with more nodes, or more values of properties, is refused."""

Value = tuple[int, str]
"""A property's value: the offset of its opening bracket and the raw text, still escaped."""

START: Final = r"\(\s*+(?:;|[A-Za-z]{1,24}+\s*+\[)"
"""The start of a game; the blanks are those of ASCII, so that bytes can be searched as well as text."""

NAME: Final = re.compile(r"[0-9_]*+[A-Z][A-Z0-9_]*+")
"""Strips lower-case letters from a property's name, in reading and writing."""

_START: Final = re.compile(START, re.ASCII)
_TOKEN: Final = re.compile(r"\s*+(?:([();])|([A-Za-z0-9_]++))")
_SIMPLE: Final = re.compile(r"\s*+([A-Z]{1,2})\[([^\]\\]*+)\](?=\s*+[A-Z;()])")
_VALUE: Final = re.compile(r"\s*+\[([^\]\\]*+(?:\\.[^\]\\]*+)*)\]", re.DOTALL)
_ANY_VALUE: Final = re.compile(r"\[[^\]\\]*+(?:\\.[^\]\\]*+)*\]?", re.DOTALL)
_NODE: Final = re.compile(r";\s*+[A-Za-z]++\s*+\[")
_BLANK: Final = re.compile(r"[\s\ufeff]*+")
_CLOSING: Final = re.compile(r"\](?:\s*+\])*")
_ESCAPE: Final = re.compile(r"\\(\n|.)", re.DOTALL)
_BACKSLASHES_BUT_AT_COLONS: Final = re.compile(r"(?<!\\)\\++(?!:).?", re.DOTALL)
_COMPOSED: Final = re.compile(r"([^\\:]*+(?:\\.[^\\:]*+)*):(.*)", re.DOTALL)
_LOWER: Final = re.compile(r"[a-z]+")


class RawNode:
    """A raw node: its offset, and its properties by name in the order of the file."""

    __slots__ = ("at", "properties")

    def __init__(self, at: int) -> None:
        self.at: int = at
        self.properties: dict[str, list[Value]] = {}


class Builder(Protocol):
    """Makes nodes of a game's raw ones, which come parents first."""

    def add(self, step: RawNode, parent: Node | None) -> Node:
        """Add a raw node below another, the first one below none, and return the resulting node."""

    def moves(self, at: int, parent: Node) -> tuple[Node, int, int]:
        """Add nodes that begin at an offset and hold only a move, for speed; may stop early.

        Return the last node, the offset after it, and their number; ``(parent, at, 0)`` for none.
        """


class GameSource(Source):
    """A text of games; ``cut_off``: it ends in the middle of one."""

    cut_off: bool = False


def find_game(source: GameSource, at: int) -> int | None:
    """Return the start of the next game, or None; text in between is skipped with a warning.

    Skipped text that holds nodes is a FormatError, since part of a game would be lost.
    """
    start = _START.search(source.text, at)
    end = start.start() if start else len(source.text)
    first = _end_of_blanks(source.text, at)
    if first < end:
        node = _NODE.search(source.text, first, end)
        if node:
            what = Text("moves outside a game; a `(` is missing, or there is an extra `)` before them")
            raise source.error(node.start(), what)
        junk = shorten(source.text[first : min(end, first + 100)])
        source.warn(first, f"`{junk}` does not belong to a game and was skipped")
    return end if start else None


def without_values(text: str) -> str:
    """Return a text of games without the values of properties; "" if it does not begin with a game."""
    begins = _START.match(text, _end_of_blanks(text, 0))
    return _ANY_VALUE.sub("", text[begins.start() :]) if begins else ""


class Parser:
    """Passes the nodes of the game that begins at an offset to a builder."""

    def __init__(self, source: GameSource, at: int, builder: Builder) -> None:
        self.source = source
        self.at: int = at
        self.builder = builder
        self.node: Node | None = None  # the parent of the next one
        self.step: RawNode | None = None  # the node being read
        self.parents: list[Node | None] = []
        self.latest: list[Value] = []  # the last property's values, unless it was a simple one
        self.after: str = ""  # the last of "(", ")" and ";"
        self.nodes: int = 0
        self.values: int = 0

    def run(self) -> int:
        """Read the game; return the offset after it."""
        text, match = self.source.text, _TOKEN.match
        while self.parents or self.after != ")":
            token = match(text, self.at)
            if token is None:
                if self._nothing_left():
                    break
            elif token.lastindex == 2:
                self._property(token.start(2), token[2], token.end())
            else:
                self.at = token.end()
                self._mark(token[1], self.at - 1)
        return self.at

    def _mark(self, mark: str, at: int) -> None:
        if self.step is not None:
            self._finish(self.step)
        if mark == ";":
            self._node(at)
        elif mark == "(":
            self.parents.append(self.node)
        else:
            if self.after == "(":
                self.source.warn(at, "an empty variation was left out")
            self.node = self.parents.pop()
        self.after = mark

    def _finish(self, step: RawNode) -> None:
        self.node = self.builder.add(step, self.node)
        self.step = None

    def _node(self, at: int) -> None:
        if self.after == ")":
            raise self.source.error(
                at, Text("a node after a variation; a `(` is missing before it, or there is an extra `)`")
            )
        count = 0
        if self.node is not None:
            self.node, end, count = self.builder.moves(at, self.node)
            self.at = max(self.at, end)
        if not count:
            self.step = RawNode(at)
            self._simple_properties(self.step.properties)
        self.nodes += count or 1
        if self.nodes > MAX_NODES:
            raise self.source.error(at, Text("a game of more than {max_nodes:,} nodes", max_nodes=MAX_NODES))

    def _simple_properties(self, properties: dict[str, list[Value]]) -> None:
        """Read properties with one value and nothing to repair, as most are: like `_property`, but faster."""
        at, text, match = self.at, self.source.text, _SIMPLE.match
        while (found := match(text, at)) is not None:
            value = found.start(2) - 1, found[2]
            if found[1] in properties:
                properties[found[1]].append(value)
            else:
                properties[found[1]] = [value]
            at = found.end()
            self.values += 1
        self.at = at

    def _property(self, at: int, written: str, end: int) -> None:
        if self.after == ")":
            what = Text("`{written}` follows a variation and has no node")
            raise self.source.error(at, what.with_values(written=shorten(written)))
        if self.after == "(":
            self.source.warn(at, f"`;` is missing before `{shorten(written)}`; it was added")
            self.step = RawNode(at)
            self.after = ";"
        assert self.step is not None, "moves() leaves no property behind"
        name = property_name(written)
        if not name:
            what = Text("`{written}` is not a property; names must have capital letters", written=shorten(written))
            raise self.source.error(at, what)
        values = self.step.properties.setdefault(name, [])
        count, text, match = len(values), self.source.text, _VALUE.match
        while (value := match(text, end)) is not None:
            values.append((value.start(1) - 1, value[1]))
            end = value.end()
        if len(values) == count:
            self._no_value(at, end, written)
        self.values += len(values) - count
        if self.values > MAX_VALUES:
            raise self.source.error(at, Text("a game of more than {max_values:,} values", max_values=MAX_VALUES))
        self.latest = values
        self.at = end

    def _no_value(self, at: int, end: int, written: str) -> None:
        end = _end_of_blanks(self.source.text, end)
        what = Text("`{written}` has no value; write `{written}[...]`")
        if self.source.text.startswith("[", end):
            at, what = end, Text("the value of `{written}` is unterminated; `]` is missing")
        raise self.source.error(at, what.with_values(written=shorten(written)))

    def _nothing_left(self) -> bool:
        """Return whether the text ends here, repairing what is possible; raise if something else follows."""
        at = _end_of_blanks(self.source.text, self.at)
        if at == len(self.source.text):
            count = len(self.parents)
            self.source.warn(at, f"the text ends in the middle of the game; {count} `)` added, moves may be missing")
            self.source.cut_off = True
            self.at = at
            if self.step is not None:
                self._finish(self.step)
            return True
        char = self.source.text[at]
        if char == "]":
            self._closing(at)
            return False
        if char == "[":
            raise self.source.error(at, Text("a value without a property's name"))
        what = Text("`{found}` is unexpected here; expected a property, `;`, `(` or `)`")
        raise self.source.error(at, what.with_values(found=shorten(self.source.text[at : at + 100])))

    def _closing(self, at: int) -> None:
        """Close a value's unescaped brackets before a `]`, as in ``US[Name[3d]]``; skip every other `]`."""
        text = self.source.text
        run = _CLOSING.match(text, at)
        end = run.end() if run else at + 1
        begin, raw = self.latest[-1] if self.latest else (-1, "")
        adjoins = begin >= 0 and _end_of_blanks(text, begin + len(raw) + 2) == at
        own = _ESCAPE.sub("", raw).count("[") if adjoins else 0
        last = self.at = at
        while own and self.at < end:
            last, own = text.index("]", self.at), own - 1
            self.at = last + 1
        if self.at > at:
            self.latest[-1] = begin, text[begin + 1 : last]
            self.source.warn(at, f"`[{shorten(raw)}` holds an unescaped bracket; the value was read up to its last `]`")
        if self.at < end:
            self.source.warn(self.at, "an extra `]` was left out")
        self.at, self.latest = end, []


def _end_of_blanks(text: str, at: int) -> int:
    blanks = _BLANK.match(text, at)
    return blanks.end() if blanks else at


@lru_cache(maxsize=512)
def property_name(written: str) -> str:
    """Return a property's name without the lower-case letters of FF[1] to FF[3]; "" without a capital."""
    name = _LOWER.sub("", written)
    return name if NAME.fullmatch(name) else ""


def unescape(raw: str) -> str:
    """Return a value's meaning: escaped characters bare, escaped line ends removed."""
    return _ESCAPE.sub(lambda found: "" if found[1] == "\n" else found[1], raw) if "\\" in raw else raw


def escape(text: str) -> str:
    """Return text as a value that `unescape` reads back."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def composed(raw: str) -> tuple[str, str] | None:
    """Return the two raw parts of a composed value, separated by its first bare colon, or None."""
    found = _COMPOSED.fullmatch(raw)
    return (found[1], found[2]) if found else None


def escape_part(text: str) -> str:
    """Return text as a part of a composed value, colons escaped too."""
    return escape(text).replace(":", "\\:")


def unescape_kept(raw: str) -> str:
    """Return a value that may be composed: unescaped, but with backslashes before colons.

    Only whether a colon was escaped is kept; `escape_kept` restores the value.
    """
    if "\\" not in raw:
        return raw
    return _BACKSLASHES_BUT_AT_COLONS.sub(lambda found: unescape(found[0]), raw)


def escape_kept(text: str) -> str:
    return _BACKSLASHES_BUT_AT_COLONS.sub(lambda found: found[0].replace("\\", "\\\\"), text).replace("]", "\\]")
