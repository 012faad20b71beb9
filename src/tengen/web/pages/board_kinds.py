"""Boards of every kind: pictures in mid-game for pages, and choices for the new-game form."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from ...boards import Board, kinds, parse
from ...boards.lattices import LATTICES
from ...boards.titles import titled
from ...draw import svg
from ...records import Content, Position, Text
from ..texts import tell


@dataclass(frozen=True)
class StoredPosition:
    """A stored position that can be drawn without the kernel: stones, the last move, and a ko."""

    board: str
    stones: Mapping[str, Content]
    tiles: Mapping[str, int] = field(default_factory=dict)
    last: str | None = None
    ko: Sequence[str] = ()

    def draw(self, theme: str, title: str, walls: bool = False) -> str:
        """Return the picture; with ``walls``, tiles are walls."""
        board, position = parse(self.board, files=False), Position(self.stones, tiles=self.tiles)
        return svg(
            board, position, last=self.last, ko=self.ko, coordinates=False, theme=theme, title=title, walls=walls
        )


@cache
def _stored() -> Mapping[str, Mapping[str, Any]]:
    """Return the positions that a test has made by playing ``featured.toml`` and ``board_kinds.toml``."""
    found: dict[str, dict[str, Any]] = json.loads((files(__package__) / "stored_positions.json").read_text("utf-8"))
    return found


def stored_position(name: str, board: Board) -> StoredPosition:
    """Return the position of a featured game ("featured/NAME") or a kind of board; the empty board if it has none."""
    return StoredPosition(**_stored().get(name, {"board": board.text, "stones": {}}))


@dataclass(frozen=True)
class BoardExample:
    """A kind of board: an example, the ``moves`` to its position, and a sentence about it.

    The default ``title`` is that of its board.
    """

    name: str
    board: str
    moves: str
    text: str
    title: str = ""

    @property
    def is_graph(self) -> bool:
        """Whether it is a named graph."""
        return self.board.startswith("graph:")

    @property
    def heading(self) -> str:
        """The name of the kind in the reader's language."""
        if self.title:
            return tell(self.title)
        title = tell(titled(parse(self.board, files=False)))
        return title[:1].upper() + title[1:]


@cache
def board_kinds() -> Mapping[str, BoardExample]:
    """Return the kinds of ``board_kinds.toml`` by name, in its order, and every lattice that it leaves out."""
    data = tomllib.loads((files(__package__) / "board_kinds.toml").read_text("utf-8"))
    listed = [
        BoardExample(**{**each, "title": Text(each.get("title", "")), "text": Text(each["text"])})
        for each in data["kinds"]
    ]
    listed += [BoardExample(kind.name, kind.example, moves="", text="") for kind in _OTHERS]
    return {kind.name: kind for kind in listed}


@lru_cache(maxsize=128)
def board_kind_picture(name: str, theme: str) -> str:
    return stored_position(f"boards/{name}", parse(board_kinds()[name].board, files=False)).draw(theme, "")


# -- the boards to choose from -----------------------------------------------------------------------------------------

_WRAPPED: Final = ("7x7", "9x9", "11x11", "13x13", "19x19")
_HOLES: Final = {
    "9x9 without D4 E4 F4 D5 E5 F5 D6 E6 F6": Text("9x9, the middle cut out"),
    "9x9 without A1 B1 A2 J1 H1 J2 A9 B9 A8 J9 H9 J8 E5": Text("9x9, corners and centre cut out"),
    "9x9 without E1 E2 A5 B5 H5 J5 E8 E9": Text("9x9, bitten from four sides"),
    "13x13 without D4 E4 D5 E5 J4 K4 J5 K5 D9 E9 D10 E10 J9 K9 J10 K10": Text("13x13, four holes"),
}
"""Grids with holes, and their names."""

_LISTED: Final[dict[str, tuple[str, ...]]] = {
    "grid": (),
    "torus": tuple(f"{size} torus" for size in _WRAPPED),
    "cylinder": tuple(f"{size} cylinder" for size in _WRAPPED),
    "mobius": tuple(f"{size} mobius" for size in _WRAPPED),
    "klein": tuple(f"{size} klein" for size in _WRAPPED),
    "holes": tuple(_HOLES),
    "hexagon": tuple(f"hexagon {side}" for side in range(3, 9)),
    "triangular": tuple(f"triangular {size}" for size in ("5x5", "7x7", "9x9", "13x13")),
    "honeycomb": tuple(f"honeycomb {size}" for size in ("4x4", "5x5", "6x6", "7x7", "9x9")),
    "ring": tuple(f"ring {size}" for size in ("10x3", "12x3", "14x4", "16x5")),
    "star": tuple(f"star {size}" for size in (2, 3, 4)),
    "trihexagonal": tuple(f"trihexagonal {side}" for side in range(2, 6)),
    "rhombitrihexagonal": tuple(f"rhombitrihexagonal {side}" for side in range(2, 5)),
    "sierpinski": tuple(f"sierpinski {depth}" for depth in range(3, 6)),
    "box": ("3x3x3", "4x4x4", "5x5x5", "9x9x2"),
    "cube-surface": tuple(f"cube {side}" for side in range(3, 8)),
    "graph": tuple(
        f"graph:{name}"
        for name in (
            *("petersen", "cube", "icosahedron", "dodecahedron", "heawood", "desargues", "frucht", "truncated-cube"),
            *("snub-dodecahedron", "tutte", "hypercube-4", "hypercube-5", "wheel-12", "circular-ladder-12"),
        )
    ),
}
_OTHERS: Final = [kind for kind in kinds() if kind.name in LATTICES and kind.name not in _LISTED]
SHAPES: Final = _LISTED | {kind.name: (kind.example,) for kind in _OTHERS}
"""Boards to choose from, by shape; the sizes of squares depend on the variant; others can be typed."""

GRIDS: Final = ("grid", "torus", "cylinder", "mobius", "klein", "holes")
"""The shapes on which stones may be wide."""


def board_choice(shape: str, board: str) -> dict[str, str | None]:
    """Return a board with a ``title`` that adds to its shape, and the kind that shows it as ``picture``."""
    if shape == "graph":
        kind = board_kinds()[board.removeprefix("graph:")]
        return {"board": board, "title": kind.heading, "picture": kind.name}
    sides = re.search(r"\d+(?:x\d+)*", board)
    title = tell(_HOLES[board]) if shape == "holes" else sides[0] if sides else tell(titled(parse(board, files=False)))
    return {"board": board, "title": title, "picture": None}


_SHAPES: Final = {"grid": (Text("Square"), ""), "graph": (Text("Graph"), "petersen")}
"""Shapes without their own kind of board."""


def shape_choices() -> dict[str, tuple[str, str]]:
    """Return the titles of the shapes, and the kinds that picture them; "": the variant's picture."""
    return {name: _SHAPES.get(name) or (board_kinds()[name].heading, name) for name in SHAPES}
