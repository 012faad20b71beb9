"""Why there is no proof or count: its limits are spent, the board is too large, or the rules are not served."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ..records import TengenError, UnservedRules
from ..rules import AXES, Repetition, Rules
from ..rules.repetition import rules_that
from ..rules.serving import refusals

ANY: Final = None
"""Every value of an axis is served."""

Served = Mapping[str, tuple[Any, ...] | Callable[[Repetition], bool] | None]
"""The values of axes that a method serves, which rows of repetition, or `ANY`; of axes not named the default alone."""

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


def unserved(who: str, rules: Rules, served: Served) -> UnservedRules | None:
    """Return the refusal of the axes whose values a method, named in ``who``, does not serve; None where it serves all.

    >>> print(unserved("a proof", Rules(tiles="tile"), {}))
    a proof does not serve tiles = tile; it serves none
    """
    known = {name: served.get(name, (axis.default,)) for name, axis in AXES.items()}
    values = {name: rules_that(each) if callable(each) else each for name, each in known.items() if each is not ANY}
    found = refusals(who, rules, values)
    return UnservedRules(found) if found else None


def check_served(who: str, rules: Rules, served: Served) -> None:
    """Refuse rules that a method, named in ``who``, does not serve.

    Raises:
        UnservedRules: the axes, their values, and the values served.
    """
    if refusal := unserved(who, rules, served):
        raise refusal
