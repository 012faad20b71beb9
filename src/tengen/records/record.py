"""A record: a game as written down, as plain data, whether or not its moves are legal.

Points are named by their labels on the board that ``Record.board`` describes.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, fields, replace
from itertools import zip_longest
from typing import Any, Final, Literal

from .display import mime_bundle
from .info import GameInfo, read_info
from .notes import Annotation, Clock, Markup, Printing
from .position import Colour, Position

Change = Literal["black", "white", "vacant"]
RESUMED: Final = "TGC"
"""The property of a pass that ended the game before play resumed: the colour that requested it (spec 1.17a)."""
SWAPPED: Final = "TGW"
"""The property of a move after which the players swapped sides: the colour that requested it (spec 6.6a)."""
BIDS: Final = "TGF"
"""The property of the root with the bids for komi, in order; "none" ends a player's bids (spec 6.6a)."""
_Flat = list[tuple[int, dict[str, Any]]]
"""A tree without nesting: for every node, parents first, its parent's index and its own fields."""


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """One step of a record: at most one move, or changes to the position, and notes.

    ``move`` is a move's text (``"D4"``, ``"pass"``, ``"return"``, ``"tao E5"``, ``"resign"``) and ``colour`` its
    colour as written. ``changes`` are stones added or removed by hand (SGF's AB, AW, AE), ``to_play`` the side to
    move as written (SGF's PL). ``name`` is a title for the step (N), ``markup`` the drawing on its position,
    ``annotation`` its judgement, ``clock`` the time left and ``printing`` its print options. A ``forced`` move is made
    even if it is illegal (KO). ``properties`` keeps everything else by its SGF name, verbatim and unescaped, except for
    backslashes before colons. ``line`` and ``column`` are the place in the file (0: unknown).

    Comparing, copying and pickling include everything below the node, however long the game is.

    >>> Node(move="D4", colour="black", children=[Node(move="pass", colour="white")])
    Node(move='D4', colour='black', children=1)
    """

    move: str | None = None
    colour: Colour | None = None
    changes: dict[str, Change] = field(default_factory=dict)
    to_play: Colour | None = None
    comment: str = ""
    name: str = ""
    markup: Markup | None = None
    annotation: Annotation | None = None
    clock: Clock | None = None
    printing: Printing | None = None
    forced: bool = False
    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)

    @classmethod
    def of_move(cls, move: str, colour: Colour, line: int = 0, column: int = 0) -> Node:
        """Return ``Node(move, colour, line=line, column=column)``, in half the time: readers make millions of these."""
        node = cls.__new__(cls)
        node.move, node.colour, node.to_play, node.forced = move, colour, None, False
        node.comment = node.name = ""
        node.markup = node.annotation = node.clock = node.printing = None
        node.changes, node.properties, node.children = {}, {}, []
        node.line, node.column = line, column
        return node

    @property
    def resumed_by(self) -> str | None:
        """The colour that requested to resume play after this final pass (spec 1.17a), as written, or None."""
        said = self.properties.get(RESUMED)
        return said[0].strip().lower() if said else None

    def __repr__(self) -> str:
        children = self.children
        said = _own(self) | {"children": len(children) if children else None}
        return f"Node({', '.join(f'{name}={value!r}' for name, value in said.items() if value)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        waiting: list[tuple[Node | None, Node | None]] = [(self, other)]
        while waiting:
            left, right = waiting.pop()
            if left is None or right is None or any(getattr(left, name) != getattr(right, name) for name in _COMPARED):
                return False
            waiting.extend(zip_longest(left.children, right.children))
        return True

    def __copy__(self) -> Node:
        return replace(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        for node in nodes(self):
            memo[id(node)] = Node(**deepcopy(_own(node), memo))
        for node in nodes(self):
            memo[id(node)].children = [memo[id(child)] for child in node.children]
        copied: Node = memo[id(self)]
        return copied

    def __reduce__(self) -> tuple[Any, tuple[_Flat]]:
        return _tree, (_flat(self),)


_OWN = tuple(one.name for one in fields(Node) if one.name != "children")
_COMPARED = tuple(one.name for one in fields(Node) if one.compare and one.name != "children")


def _own(node: Node) -> dict[str, Any]:
    return {name: getattr(node, name) for name in _OWN}


def nodes(root: Node) -> Iterator[Node]:
    """Yield every node, parents first."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        waiting.extend(reversed(node.children))
        yield node


def _flat(root: Node) -> _Flat:
    every = list(nodes(root))
    places = {id(node): place for place, node in enumerate(every)}
    parents = {id(child): places[id(node)] for node in every for child in node.children}
    return [(parents.get(id(node), -1), _own(node)) for node in every]


def _tree(flat: _Flat) -> Node:
    every = [Node(**own) for _, own in flat]
    for (parent, _), node in zip(flat[1:], every[1:], strict=True):
        every[parent].children.append(node)
    return every[0]


@dataclass
class Record:
    """A game's description and its tree of moves.

    ``variant`` names a preset (None: unknown), ``axes`` its differences from that (including komi and handicap). The
    variant ``"custom"`` is not a preset: its axes are all differences from ``Rules()``, and ``about`` describes it
    (``name``, ``title``, ``prose``, ``source``, ``footprint``). ``board`` is a board's text form. ``start`` is the
    position that the game was set up from, unless it is the variant's own start. ``info`` holds the game information by
    SGF name (PB, PW, DT, RE, ...), verbatim. ``warnings`` list what was repaired while reading; ``incomplete``: the
    file ended in the middle of the game.

    >>> from tengen import Game
    >>> game = Game("chinese", board="9x9", komi=7)
    >>> turns = game.play("E5"), game.play("C3")
    >>> game.record.axes, [node.move for node in game.record.main_line() if node.move]
    ({'komi': 7}, ['E5', 'C3'])
    """

    board: str
    variant: str | None = None
    axes: dict[str, Any] = field(default_factory=dict)
    start: Position | None = None
    root: Node = field(default_factory=Node)
    info: dict[str, str] = field(default_factory=dict)
    about: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list, compare=False)
    incomplete: bool = field(default=False, compare=False)
    _repr_mimebundle_ = mime_bundle

    def main_line(self) -> Iterator[Node]:
        """Yield the root and then every first child down to the end."""
        node: Node | None = self.root
        while node is not None:
            yield node
            node = node.children[0] if node.children else None

    def game_info(self) -> GameInfo:
        """Return ``info`` as parsed: players, result, dates, time and so on."""
        return read_info(self.info, self.axes, self.variant, self.root.properties.get("AP", []))
