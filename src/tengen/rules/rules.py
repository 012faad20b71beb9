"""The axes of a game's rules (spec 5): a frozen record of independent choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from dataclasses import replace as _replaced
from difflib import get_close_matches
from typing import Any, Literal

from ..records.errors import RulesConflict
from .axes import AXES, frozen, problems, refuse

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
    """Everything that is chosen about a game except its board; every field is an axis of spec 5, defaults first.

    Raises:
        RulesConflict: values that are not possible, or that contradict each other; every one is named.

    >>> Rules(tiles="cushion", tao="on", passing="return", end="no-moves").tile_stack
    1
    >>> Rules(end="no-moves")
    Traceback (most recent call last):
    tengen.records.errors.RulesConflict: end = no-moves cannot come about with a pass, but passing = pass; set passing = return or none
    """

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

    def __post_init__(self) -> None:
        for name in AXES:
            object.__setattr__(self, name, frozen(getattr(self, name)))
        if isinstance(self.tao, bool):
            object.__setattr__(self, "tao", "on" if self.tao else "off")
        refuse(problems(self.to_dict()))

    def replace(self, **axes: Any) -> Rules:
        """Return the rules with some axes changed.

        Turning on own_overlap turns scoring = stones into area, unless scoring is given too (spec 4.8).

        Raises:
            RulesConflict: an axis that does not exist (with a close match), or a conflict.
        """
        refuse([unknown_axis(name) for name in axes if name not in AXES])
        if axes.get("own_overlap") is True and self.scoring == "stones":
            axes.setdefault("scoring", "area")
        return _replaced(self, **axes) if axes else self

    def to_dict(self) -> dict[str, Any]:
        """Return every axis and its value."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_dict(cls, axes: Mapping[str, Any]) -> Rules:
        """Return the rules with these axes, the others at their defaults."""
        return cls().replace(**axes)

    def differences(self, other: Rules) -> dict[str, Any]:
        """Return the axes in which these rules differ from others, with these rules' values."""
        theirs = other.to_dict()
        return {name: value for name, value in self.to_dict().items() if value != theirs[name]}


def unknown_axis(name: str) -> str:
    """Say that an axis does not exist, with a close match where there is one."""
    close = get_close_matches(name, AXES, 1)
    return f"there is no axis {name!r}" + (f"; did you mean {close[0]}?" if close else "")


__all__ = ["Rules", "RulesConflict", "unknown_axis"]
