"""The axes of a game's rules (spec 5): a frozen record of independent choices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Suicide = Literal["forbidden", "allowed"]
Repetition = Literal["ko", "none", "positional", "situational", "natural", "formal", "no-result", "ing", "singleton"]
Cycle = Literal["no-result", "draw"]
Tiles = Literal["none", "tile", "cushion"]
Switch = Literal["off", "on"]
TaoPayment = Literal["prisoner", "points"]
FriendlyFire = Literal["same", "before", "after", "forbidden"]
Passing = Literal["pass", "return", "both", "none"]
End = Literal["passes", "no-moves"]
Scoring = Literal["area", "territory", "stones"]
HandicapKind = Literal["fixed", "free", "turns"]


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that is chosen about a game except its board; every field is an axis of spec 5, defaults first."""

    suicide: Suicide = "forbidden"
    repetition: Repetition = "ko"
    cycle: Cycle = "no-result"
    pass_lifts_ko: bool = False
    tiles: Tiles = "none"
    tile_stack: int | Literal["unlimited"] = 1
    tao: Switch = "off"
    tao_start: Literal["tengen"] | tuple[str, ...] = "tengen"
    tao_price: int | tuple[int, ...] = 1
    tao_payment: TaoPayment = "prisoner"
    tao_in_hand: int = 0
    own_overlap: bool = False
    friendly_fire: FriendlyFire = "same"
    passing: Passing = "pass"
    passes: int = 2
    end: End = "passes"
    scoring: Scoring = "area"
    prisoner_value: float = 1
    komi: float = 0
    handicap: int = 0
    handicap_kind: HandicapKind = "fixed"
