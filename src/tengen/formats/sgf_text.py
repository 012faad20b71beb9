"""SGF's grammar: text to trees of raw properties, each value with its place (FF[1] to FF[4]).

Own code, because sgfmill's grammar layer does not tell where a property stood, and errors and warnings must say
line and column. It never recurses, and takes its tokens from regular expressions that do not backtrack. What the
properties mean is not its business.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Final

from ..records import FormatError

MAX_NODES: Final = 500_000
MAX_VALUES: Final = 4_000_000
"""A single game with more nodes, or more values of properties, is refused."""

MAX_WARNINGS: Final = 100
"""Further warnings are not listed."""

Value = tuple[int, str]
"""A property's value: the offset of its opening bracket and the raw text, still escaped."""

START: Final = re.compile(r"\(\s*+(?:;|[A-Za-z]{1,24}+\s*+\[)")
_TOKEN: Final = re.compile(r"\s*+(?:([();])|([A-Za-z][A-Za-z0-9_]*+))")
_VALUE: Final = re.compile(r"\s*+\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
_PLAIN_MOVE: Final = re.compile(r"\s*+(;)\s*+([BW])\[([A-Za-z]{2}|)\](?=\s*+[;()])")
_NODE: Final = re.compile(r";\s*+[A-Za-z]++\s*+\[")
_BLANK: Final = re.compile(r"\s*+")
_ESCAPE: Final = re.compile(r"\\(\n|.)", re.DOTALL)
_LOWER: Final = re.compile(r"[a-z]+")


class Step:
    """A raw node: its offset, its properties by name in the order of the file, and the steps that follow.

    ``run`` are moves without anything else that come before the ``children``, each with its
    offset and letter, and its value's offset and text.
    """

    __slots__ = ("at", "children", "properties", "run")

    def __init__(self, at: int) -> None:
        self.at = at
        self.properties: dict[str, list[Value]] = {}
        self.children: list[Step] = []
        self.run: list[tuple[int, str, int, str]] = []


class Source:
    """A text with its places and the warnings that reading it gave."""

    def __init__(self, text: str, warnings: list[str], line: int = 1, column: int = 1) -> None:
        self._first = line, column  # where the text begins in its file
        self.text = text
        self.warnings = warnings
        self.cut_off = False  # whether the text ends in the middle of a game
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]

    def place(self, at: int) -> tuple[int, int]:
        """Return line and column of an offset, both counted from 1."""
        line = bisect_right(self._lines, at)
        column = at - self._lines[line - 1] + 1
        first, aside = self._first
        return line + first - 1, column + (aside - 1 if line == 1 else 0)

    def warn(self, at: int, message: str) -> None:
        """Note what was repaired, and where."""
        if len(self.warnings) >= MAX_WARNINGS:
            self.warnings[MAX_WARNINGS:] = ["more was repaired than is listed here"]
            return
        line, column = self.place(at)
        self.warnings.append(f"line {line}, column {column}: {message}")

    def error(self, at: int, message: str) -> FormatError:
        """Return the error to raise for an offset."""
        return FormatError(message, *self.place(at))


def find_game(source: Source, at: int) -> int | None:
    """Return where the next game begins, or None; text in between is skipped with a warning.

    Skipped text that holds nodes is a FormatError: a part of a game would be lost.
    """
    start = START.search(source.text, at)
    end = start.start() if start else len(source.text)
    first = _end_of_blanks(source.text, at)
    if first < end:
        node = _NODE.search(source.text, first, end)
        if node:
            raise source.error(node.start(), "moves outside of a game; a `(` is missing or a `)` too many before them")
        source.warn(first, f"`{shorten(source.text[first:end])}` is no part of a game and was skipped")
    return end if start else None


def parse_game(source: Source, at: int) -> tuple[Step, int]:
    """Return the root of the game that begins at ``at``, and the offset behind the game."""
    return _Parser(source, at).run()


class _Parser:
    def __init__(self, source: Source, at: int) -> None:
        self.source = source
        self.at = at
        self.root: Step | None = None
        self.step: Step | None = None
        self.parents: list[Step | None] = []
        self.after = ""  # the last of "(", ")" and ";"
        self.nodes = self.values = 0

    def run(self) -> tuple[Step, int]:
        text, match = self.source.text, _TOKEN.match
        while self.parents or self.after != ")":
            if self.after == ";":
                self._plain_moves()
            token = match(text, self.at)
            if token is None:
                if self._nothing_left():
                    break
            elif token.lastindex == 2:
                self._property(token.start(2), token[2], token.end())
            else:
                self.at = token.end()
                self._mark(token[1], token.start(1))
        assert self.root is not None
        return self.root, self.at

    def _plain_moves(self) -> None:
        """Take nodes that hold a move and nothing else, of which most games consist: the same as below, but faster."""
        at, text, match = self.at, self.source.text, _PLAIN_MOVE.match
        if self.step is None or self.step.children:
            return
        run = self.step.run
        while self.nodes < MAX_NODES and (move := match(text, at)) is not None:
            run.append((move.start(1), move[2], move.start(3) - 1, move[3]))
            at = move.end()
            self.nodes += 1
        if at != self.at:
            self.at, self.after = at, ";"

    def _mark(self, mark: str, at: int) -> None:
        if mark == ";":
            self._node(at)
        elif mark == "(":
            self.parents.append(self.step)
        else:
            if self.after == "(":
                self.source.warn(at, "an empty variation was left out")
            self.step = self.parents.pop()
        self.after = mark

    def _node(self, at: int) -> None:
        if self.after == ")":
            raise self.source.error(at, "a node after a variation; a `(` is missing before it or a `)` too many")
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self.source.error(at, f"a game of more than {MAX_NODES:,} nodes")
        step = Step(at)
        if self.step is not None:
            self.step.children.append(step)
        else:
            self.root = step  # START promises a node before the first variation
        self.step = step

    def _property(self, at: int, written: str, end: int) -> None:
        if self.after == ")":
            raise self.source.error(at, f"`{shorten(written)}` stands after a variation and belongs to no node")
        if self.after == "(":
            self.source.warn(at, f"`;` is missing before `{shorten(written)}`; it was added")
            self._node(at)
            self.after = ";"
        assert self.step is not None
        name = property_name(written)
        if not name:
            raise self.source.error(at, f"`{shorten(written)}` is no property; their names have capital letters")
        values = self.step.properties.setdefault(name, [])
        count, text = len(values), self.source.text
        while (value := _VALUE.match(text, end)) is not None:
            values.append((value.start(1) - 1, value[1]))
            end = value.end()
            self.values += 1
            if self.values > MAX_VALUES:
                raise self.source.error(at, f"a game of more than {MAX_VALUES:,} values")
        if len(values) == count:
            self._no_value(at, end, written)
        self.at = end

    def _no_value(self, at: int, end: int, written: str) -> None:
        end = _end_of_blanks(self.source.text, end)
        if self.source.text.startswith("[", end):
            raise self.source.error(end, f"the value of `{shorten(written)}` has no end; `]` is missing")
        raise self.source.error(at, f"`{shorten(written)}` has no value; `{shorten(written)}[...]` would be right")

    def _nothing_left(self) -> bool:
        """Return whether the text ends here, repairing what can be; raise where something else stands."""
        at = _end_of_blanks(self.source.text, self.at)
        if at == len(self.source.text):
            count = len(self.parents)
            self.source.warn(at, f"the text ends in the middle of the game; {count} `)` added, moves may be missing")
            self.source.cut_off = True
            self.at = at
            return True
        char = self.source.text[at]
        if char == "]":
            self.source.warn(at, "a `]` too many was left out")
            self.at = at + 1
            return False
        if char == "[":
            raise self.source.error(at, "a value without a property's name")
        found = shorten(self.source.text[at : at + 100])
        raise self.source.error(at, f"`{found}` has no meaning here; a property or `;`, `(`, `)` would be right")


def _end_of_blanks(text: str, at: int) -> int:
    blanks = _BLANK.match(text, at)
    return blanks.end() if blanks else at


@lru_cache(maxsize=512)
def property_name(written: str) -> str:
    """Return a property's name: lower-case letters, which FF[1] to FF[3] allow, do not count.

    >>> property_name("PlayerBlack"), property_name("AB")
    ('PB', 'AB')
    """
    return _LOWER.sub("", written)


def shorten(text: str) -> str:
    """Return text fit to be quoted in a message: one line, at most 24 characters."""
    flat = " ".join(text[:60].split())
    return flat if len(flat) <= 24 and len(text) <= 60 else flat[:24] + "..."


def unescape(raw: str) -> str:
    r"""Return a value's meaning: escaped characters bare, escaped line ends gone.

    >>> unescape(r"a \] b")
    'a ] b'
    """
    return _ESCAPE.sub(lambda found: "" if found[1] == "\n" else found[1], raw) if "\\" in raw else raw


def escape(text: str) -> str:
    r"""Return text as a value that `unescape` turns back.

    >>> escape("a ] b")
    'a \\] b'
    """
    return text.replace("\\", "\\\\").replace("]", "\\]")
