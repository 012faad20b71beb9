"""What boards are called on the pages: "9x9 torus", "Petersen graph", never a text such as ``graph:petersen``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Protocol

from ...records import Text, listed
from ..texts import tell

_GRID: Final = re.compile(
    r"(?:(?P<stones>gengo|large-n|large-o) )?(?P<size>\d+(?:x\d+)?)(?: (?P<wrapped>torus|cylinder|mobius|klein))?"
    r"(?P<own> footprint \S+)?(?: without (?P<cut>.+?))?(?: overlap)?"
)
_LATTICE: Final = re.compile(r"(?P<kind>triangular|honeycomb|hexagon|ring|star) (?P<size>[\dx]+)")
_NAMED: Final = re.compile(r"graph:(?P<name>[a-z][a-z-]*?)-?(?P<size>\d[\d,-]*)?")
_MOST_CUT: Final = 4
_SHORT: Final = {"k": "complete"}

_SIDES: Final = {
    "torus": Text("{size} torus"),
    "cylinder": Text("{size} cylinder"),
    "mobius": Text("{size} Möbius strip"),
    "klein": Text("{size} Klein bottle"),
}
"""How the sides of a grid meet."""

_STONES: Final = {
    "gengo": Text("{board} with Gengo's stones"),
    "large-n": Text("{board} with Gengo's stones, widely connected"),
    "large-o": Text("{board} with Gengo's wide stones"),
}

_LATTICES: Final = {
    "triangular": Text("{size} triangles"),
    "honeycomb": Text("{size} honeycomb"),
    "hexagon": Text("hexagon with sides of {size}"),
    "ring": Text("ring of {size}"),
    "star": Text("star with tips of {size}"),
}

_GRAPHS: Final = {
    "bull": Text("bull graph"),
    "chvatal": Text("Chvátal graph"),
    "cube": Text("cube"),
    "desargues": Text("Desargues graph"),
    "diamond": Text("diamond graph"),
    "dodecahedron": Text("dodecahedron"),
    "frucht": Text("Frucht graph"),
    "heawood": Text("Heawood graph"),
    "hoffman-singleton": Text("Hoffman-Singleton graph"),
    "house": Text("house graph"),
    "icosahedron": Text("icosahedron"),
    "moebius-kantor": Text("Möbius-Kantor graph"),
    "octahedron": Text("octahedron"),
    "pappus": Text("Pappus graph"),
    "petersen": Text("Petersen graph"),
    "tetrahedron": Text("tetrahedron"),
    "truncated-cube": Text("truncated cube"),
    "truncated-tetrahedron": Text("truncated tetrahedron"),
    "tutte": Text("Tutte graph"),
}

_SERIES: Final = {
    "cycle": Text("cycle of {size}"),
    "path": Text("path of {size}"),
    "star": Text("star of {size} rays"),
    "wheel": Text("wheel of {size}"),
    "ladder": Text("ladder of {size} rungs"),
    "circular-ladder": Text("prism over {size} corners"),
    "hypercube": Text("hypercube of dimension {size}"),
    "tree": Text("tree {size}"),
    "complete": Text("complete graph on {size} points"),
    "complete-bipartite": Text("complete bipartite graph {size}"),
}

_OTHER: Final = Text("the graph {name}")


class Named(Protocol):
    """A board as far as its name goes."""

    @property
    def text(self) -> str:
        """The text that it is read from."""

    def __len__(self) -> int:
        """Return how many points it has."""


@dataclass(frozen=True)
class BoardName:
    """What a board's name is made of, without the board."""

    text: str
    points: int

    def __len__(self) -> int:
        return self.points


def titled(board: Named, stones: str | None = None) -> str:
    """Return what a page calls a board, in the reader's language; ``stones`` is the footprint that needs no mention.

    >>> from tengen import boards
    >>> [titled(boards.parse(text)) for text in ("9", "9x13 torus", "graph:petersen")]
    ['9x9', '9x13 torus', 'Petersen graph']
    """
    return tell(_title(board, stones))


def _title(board: Named, stones: str | None) -> str:
    text = board.text
    if found := _GRID.fullmatch(text):
        return _grid(found, stones)
    if found := _LATTICE.fullmatch(text):
        return _LATTICES[found["kind"]].with_values(size=found["size"])
    if found := _NAMED.fullmatch(text):
        return _named(text, found["name"], found["size"])
    return Text.counted("a graph with 1 point", "a graph with {count} points", len(board))


def _grid(found: re.Match[str], stones: str | None) -> str:
    """Return what a grid is called: its size, how its sides meet, what is cut out, and its stones."""
    sides = found["size"]
    size = sides if "x" in sides else f"{sides}x{sides}"
    title = _SIDES[found["wrapped"]].with_values(size=size) if found["wrapped"] else size
    if found["cut"]:
        title = _without(title, found["cut"].split())
    if found["own"]:
        return Text("{board} with stones of its own", board=title)
    if found["stones"] and found["stones"] != stones:
        return _STONES[found["stones"]].with_values(board=title)
    return title


def _without(title: str, points: list[str]) -> Text:
    if len(points) <= _MOST_CUT:
        return Text("{board} without {points}", board=title, points=listed(points, "comma"))
    return Text.counted(
        "{board} with {count} point cut out", "{board} with {count} points cut out", len(points), board=title
    )


def _named(text: str, name: str, size: str | None) -> Text:
    """Return what a graph with a name, or one of a series, is called."""
    if size is None:
        return _GRAPHS.get(name, _OTHER).with_values(name=name)
    series = _SHORT.get(name, name)
    if name == "k" and "," in size:
        series = "complete-bipartite"
    plain = size.replace("-", ", ")
    return _SERIES.get(series, _OTHER).with_values(name=text.removeprefix("graph:"), size=plain)
