"""Why there is no proof or count: its limits are spent, the board is too large, or the rules are not served."""

from __future__ import annotations

from typing import Final

from ..records import TengenError
from ..rules import ANY
from ..rules.serving import Served

KNOWN: Final[Served] = {
    "suicide": ("forbidden", "allowed"),
    "repetition": lambda row: True,
    "cycle": ("no-result", "draw"),
    "pass_lifts_ko": (False, True),
    "tiles": ("none", "tile", "cushion"),
    "tile_stack": ANY,
    "tao": ("off", "on"),
    "tao_start": ANY,
    "tao_price": ANY,
    "tao_payment": ("prisoner", "points"),
    "tao_in_hand": ANY,
    "own_overlap": (False, True),
    "friendly_fire": ("same", "before", "after", "forbidden"),
    "passing": ("pass", "return", "both", "none"),
    "passes": (2, 3),
    "end": ("passes", "no-moves"),
    "scoring": ("area", "territory", "stones"),
    "tax": ("none", "seki", "all"),
    "prisoner_value": ANY,
    "komi": ANY,
    "handicap": ANY,
    "handicap_bonus": ANY,
    "handicap_kind": ("fixed", "free", "turns"),
}
"""All that the solvers know; each narrows it to what it serves. A value that is new is refused until it is here."""


class OutOfBudget(TengenError):
    """The seconds or the positions allowed were spent before the work was done."""


class OutOfMemory(OutOfBudget):
    """The memory allowed does not hold what the work needs."""


class BoardTooLarge(TengenError):
    """The board has too many points for a method, whatever the limits."""


class PositionNotServed(TengenError):
    """A method does not serve a position: its stones are not ordinary, it has a history, or the game is over."""
