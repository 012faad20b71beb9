"""A position: everything on the table now, as plain data with labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .colours import BLACK, Colour

Content = Literal["black", "white", "tao"]


def _none() -> dict[Colour, int]:
    return {"black": 0, "white": 0}


@dataclass(frozen=True)
class Position:
    """Stones, Tao stones, tiles, prisoners and the side to move; points are named by their labels.

    ``stones`` maps a label to ``"black"``, ``"white"`` or ``"tao"``; ``tiles`` maps a label to the height of its
    stack (at least 1); ``prisoners[c]`` are those held *by* c (spec 0.4); ``tao_in_hand`` and ``tao_bought`` count
    Tao stones by player (spec 3.3, 3.4). Where the price of a Tao stone is a schedule or an auction (3.9),
    ``tao_turns`` counts the turns that matter for the price now asked, of the game or since the last Tao stone was
    bought, and ``tao_paid`` what each player's have cost. ``last_incursion`` is the bit of spec 2.2; ``created_by`` is
    the player whose placement made the position, for spec 1.5 (None: the side not to move).
    """

    stones: Mapping[str, Content]
    to_play: Colour = BLACK
    tiles: Mapping[str, int] = field(default_factory=dict)
    prisoners: Mapping[Colour, int] = field(default_factory=_none)
    tao_in_hand: Mapping[Colour, int] = field(default_factory=_none)
    tao_bought: Mapping[Colour, int] = field(default_factory=_none)
    last_incursion: bool = False
    created_by: Colour | None = None
    tao_turns: int = 0
    tao_paid: Mapping[Colour, int] = field(default_factory=_none)
