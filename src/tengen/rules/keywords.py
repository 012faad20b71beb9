"""The axes as keywords, for type checkers: what `Game`, `variant` and `Rules.replace` take.

A test holds them to `Rules`; beside its types stand those that it makes its own, such as lists.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from .axes import (
    Cycle,
    End,
    FriendlyFire,
    HandicapBonus,
    HandicapKind,
    Passing,
    Scoring,
    SingletonOf,
    Suicide,
    Switch,
    TaoPayment,
    Tax,
    Tiles,
)
from .repetition import RepetitionName


class SetupAxes(TypedDict, total=False):
    """The axes that `Game.setup` takes under their own names; it has parameters for the other two."""

    suicide: Suicide
    repetition: RepetitionName  # rules that users add, too: `register` returns their names as this type
    cycle: Cycle
    pass_lifts_ko: bool
    singleton_of: SingletonOf
    tile_stack: int | Literal["unlimited"]
    tao: Switch | bool
    tao_start: Literal["tengen", "none"] | tuple[str, ...] | list[str]
    tao_price: int | tuple[int, ...] | list[int] | str
    tao_payment: TaoPayment
    own_overlap: bool
    friendly_fire: FriendlyFire
    passing: Passing
    passes: int
    end: End
    scoring: Scoring
    tax: Tax
    prisoner_value: float
    komi: float
    handicap: int
    handicap_kind: HandicapKind
    handicap_bonus: HandicapBonus


class Axes(SetupAxes, total=False):
    """Every axis of spec 5, none of which must be given."""

    tiles: Tiles
    tao_in_hand: int
