"""Titles of boards: "9x9 torus", "Petersen graph", never a text such as ``graph:petersen``."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ..records import Text, listed
from .board import Board
from .footprints import NAMED as FOOTPRINTS
from .footprints import TITLES
from .graphs import NAMED, SERIES, series_of
from .grids import SURFACES, split_clauses
from .lattices import LATTICES, words_of

_MOST_CUT: Final = 4


@lru_cache(maxsize=64)
def titled(board: Board, stones: str | None = None) -> str:
    """Return the title of a board, without its footprint ``stones``.

    >>> from tengen.boards import parse
    >>> titled(parse("9")), titled(parse("9x13 torus")), titled(parse("graph:petersen"))
    ('9x9', '9x13 torus', 'Petersen graph')
    """
    text = board.text
    words = words_of(text)
    if words[0] in FOOTPRINTS or words[0][0].isdigit():
        return _grid(words, stones)
    if words[0] in LATTICES:
        return LATTICES[words[0]].title.with_values(size=words[1])
    name = text.removeprefix("graph:")
    if name in NAMED:
        return NAMED[name].title
    if series := series_of(name):
        return SERIES[series[0]].title.with_values(size=("," if name.startswith("k") else ", ").join(series[1]))
    return Text.counted("a graph with 1 point", "a graph with {count} points", len(board))


def _grid(words: list[str], stones: str | None) -> str:
    """Return the title of a grid: its size, how its sides meet, the points cut out, and its stones."""
    named = words[0] if words[0] in FOOTPRINTS else None
    (side, *surface), clauses = split_clauses(words[1:] if named else words)
    size = side if "x" in side else f"{side}x{side}"
    found = SURFACES[surface[0]].with_values(size=size) if surface else size
    cut = clauses.get("without", [])
    if len(cut) > _MOST_CUT:
        found = Text.counted(
            "{board} with {count} point cut out", "{board} with {count} points cut out", len(cut), board=found
        )
    elif cut:
        found = Text("{board} without {points}", board=found, points=listed(cut, "comma"))
    if "footprint" in clauses:
        return Text("{board} with stones of its own", board=found)
    return TITLES[named].with_values(board=found) if named and named != stones else found
