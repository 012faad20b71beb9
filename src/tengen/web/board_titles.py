"""What boards are called on the pages: "9x9 torus", "Petersen graph", never a text such as ``graph:petersen``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Protocol

from .texts import say

_GRID: Final = re.compile(
    r"(?:(?P<stones>gengo|large-n|large-o) )?(?P<size>\d+(?:x\d+)?)(?: (?P<wrapped>torus|cylinder|mobius|klein))?"
    r"(?P<own> footprint \S+)?(?: without (?P<cut>.+?))?(?: overlap)?"
)
_LATTICE: Final = re.compile(r"(?P<kind>triangular|honeycomb|hexagon|ring|star) (?P<size>[\dx]+)")
_NAMED: Final = re.compile(r"graph:(?P<name>[a-z][a-z-]*?)-?(?P<size>\d[\d,-]*)?")
_MOST_CUT: Final = 4
_SHORT: Final = {"k": "complete"}


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
    text = board.text
    if found := _GRID.fullmatch(text):
        return _grid(found, stones)
    if found := _LATTICE.fullmatch(text):
        return say(f"board.{found['kind']}", size=found["size"])
    if found := _NAMED.fullmatch(text):
        return _named(text, found["name"], found["size"])
    count = len(board)
    return say("a graph with 1 point") if count == 1 else say("a graph with {count} points", count=count)


def _grid(found: re.Match[str], stones: str | None) -> str:
    """Return what a grid is called: its size, how its sides meet, what is cut out, and its stones."""
    sides = found["size"]
    size = sides if "x" in sides else f"{sides}x{sides}"
    told = say(f"board.{found['wrapped'] or 'square'}", size=size)
    if found["cut"]:
        points = found["cut"].split()
        many = len(points) > _MOST_CUT
        told = (
            say("{board} with {count} points cut out", board=told, count=len(points))
            if many
            else say("{board} without {points}", board=told, points=", ".join(points))
        )
    if found["own"]:
        return say("{board} with stones of its own", board=told)
    if found["stones"] and found["stones"] != stones:
        return say(f"board.{found['stones']}", board=told)
    return told


def _named(text: str, name: str, size: str | None) -> str:
    """Return what a graph with a name, or one of a series, is called."""
    if size is None:
        return say.either(f"board.named.{name}", "board.graph").format(name=name)
    series = _SHORT.get(name, name)
    if name == "k" and "," in size:
        series = "complete-bipartite"
    plain = size.replace("-", ", ")
    return say.either(f"board.series.{series}", "board.graph").format(name=text.removeprefix("graph:"), size=plain)
