"""The two colours, as words."""

from __future__ import annotations

from typing import Final, Literal

Colour = Literal["black", "white"]

BLACK: Final[Colour] = "black"
WHITE: Final[Colour] = "white"
COLOURS: Final[tuple[Colour, Colour]] = (BLACK, WHITE)


def other(colour: Colour) -> Colour:
    """Return the opponent's colour.

    >>> other("black")
    'white'
    """
    return WHITE if colour == BLACK else BLACK
