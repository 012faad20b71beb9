"""The two colours, as words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from .text import Text

Colour = Literal["black", "white"]

BLACK: Final[Colour] = "black"
WHITE: Final[Colour] = "white"
COLOURS: Final[tuple[Colour, Colour]] = (BLACK, WHITE)

NAMES: Final[Mapping[Colour, Text]] = {"black": Text("Black"), "white": Text("White")}
"""The colours' names in texts."""


def other(colour: Colour) -> Colour:
    """Return the opponent's colour.

    >>> other("black")
    'white'
    """
    return WHITE if colour == BLACK else BLACK
