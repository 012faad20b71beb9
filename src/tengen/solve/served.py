"""Why there is no proof or count: its limits are spent, the board is too large, or the rules are not served."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..records import TengenError
from ..rules import AXES, Rules

ANY: Final = None
"""Every value of an axis is served."""

Served = Mapping[str, tuple[Any, ...] | None]
"""The values of axes that a method serves, `ANY` for all; of axes not named it serves the default alone."""

KNOWN: Final[Served] = {
    "suicide": ("forbidden", "allowed"),
    "repetition": ("ko", "none", "positional", "situational", "natural", "formal", "no-result", "ing", "singleton"),
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
    "prisoner_value": ANY,
    "komi": ANY,
    "handicap": ANY,
    "handicap_kind": ("fixed", "free", "turns"),
}
"""All that the solvers know; each narrows it to what it serves. A value that is new is refused until it is here."""


class OutOfBudget(TengenError):
    """The seconds or the positions allowed were spent before the work was done."""


class OutOfMemory(OutOfBudget):
    """The memory allowed does not hold what the work needs."""


class BoardTooLarge(TengenError):
    """The board has too many points for a method, whatever the limits."""


class RulesNotServed(TengenError):
    """A method does not know a value of an axis of the rules."""


def unserved(rules: Rules, served: Served, what: str) -> RulesNotServed | None:
    """Return the refusal of the first axis whose value a method does not serve; ``what`` says what the method does.

    >>> print(unserved(Rules(tiles="tile"), {}, "proofs are searched"))
    proofs are searched under tiles = none, not tiles = tile
    """
    for name, axis in AXES.items():
        value, known = getattr(rules, name), served.get(name, (axis.default,))
        if known is not ANY and value not in known:
            listed = " or ".join(map(str, known))
            return RulesNotServed(f"{what} under {name} = {listed}, not {name} = {value}")
    return None


def check_served(rules: Rules, served: Served, what: str) -> None:
    """Refuse rules that a method does not serve.

    Raises:
        RulesNotServed: the axis, its value, and the values served.
    """
    refusal = unserved(rules, served, what)
    if refusal is not None:
        raise refusal
