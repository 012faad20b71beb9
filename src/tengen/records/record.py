"""A record: a game as written down. Plain data; whether its moves are legal is not its business.

Points are named by their labels on the board that ``Record.board`` describes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from .colours import Colour
from .position import Position

Change = Literal["black", "white", "vacant"]


@dataclass
class Node:
    """One step of a record: at most one move, or changes to the position, and notes.

    ``move`` is a move's text (``"D4"``, ``"pass"``, ``"return"``, ``"tao E5"``, ``"resign"``) and ``colour`` who
    made it, as written. ``changes`` are stones put or taken off by hand (SGF's AB, AW, AE), ``to_play`` the side to
    move as written (SGF's PL). ``properties`` keeps everything else by its SGF name, verbatim and unescaped.
    ``line`` and ``column`` say where the step stood in its file (0: nowhere).
    """

    move: str | None = None
    colour: Colour | None = None
    changes: dict[str, Change] = field(default_factory=dict)
    to_play: Colour | None = None
    comment: str = ""
    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass
class Record:
    """A game's description and its tree of moves.

    ``variant`` names a preset (None: the record does not say), ``axes`` what differs from it (komi and handicap
    among them), ``board`` is a board's text form. ``start`` is the position the game was set up from, where it is
    not the variant's own start. ``info`` holds the game information by SGF name (PB, PW, DT, RE, ...), verbatim.
    ``warnings`` say what was repaired while reading.
    """

    board: str
    variant: str | None = None
    axes: dict[str, Any] = field(default_factory=dict)
    start: Position | None = None
    root: Node = field(default_factory=Node)
    info: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list, compare=False)

    def main_line(self) -> Iterator[Node]:
        """Yield the root and then every first child down to the end."""
        node: Node | None = self.root
        while node is not None:
            yield node
            node = node.children[0] if node.children else None
