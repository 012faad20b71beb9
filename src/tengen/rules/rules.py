"""The axes of a game's rules (spec 5): a frozen record of independent choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from dataclasses import replace as _replaced
from difflib import get_close_matches
from typing import Any, Final, Literal

from ..records.errors import RulesConflict
from .axes import AXES
from .axis import frozen, told
from .conflicts import problems

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

SUPERKO: Final = ("positional", "situational", "natural", "formal")
"""The rules of repetition that forbid a move for good, however long ago its position was there."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that is chosen about a game except its board; every field is an axis of spec 5, defaults first.

    Raises:
        RulesConflict: values that are not possible, or that contradict each other; every one is named.

    >>> Rules(tiles="cushion", tao="on", passing="return", end="no-moves").tile_stack
    1
    >>> Rules(repetition="singelton", komi=True)
    Traceback (most recent call last):
    tengen.records.errors.RulesConflict: repetition = 'singelton' is not possible; it is one of: ko, none, positional, \
situational, natural, formal, no-result, ing, singleton; komi = true is not possible; it is a number
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
            object.__setattr__(self, name, frozen(name, getattr(self, name)))
        _refuse(problems(self.to_dict()))

    def replace(self, **axes: Any) -> Rules:
        """Return the rules with some axes changed.

        Turning on own_overlap turns scoring = stones into area, unless scoring is given too (spec 4.8).

        Raises:
            RulesConflict: axes that do not exist (with close matches), values that are not possible, contradictions.
        """
        known = {name: frozen(name, value) for name, value in axes.items() if name in AXES}
        if known.get("own_overlap") is True and not self.own_overlap and self.scoring == "stones":
            known.setdefault("scoring", "area")
        unknown = [unknown_axis(name) for name in axes if name not in AXES]
        if unknown:
            _refuse(unknown + problems(self.to_dict() | known))
        return _replaced(self, **known) if known else self

    def to_dict(self) -> dict[str, Any]:
        """Return every axis and its value."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_dict(cls, axes: Mapping[str, Any]) -> Rules:
        """Return the rules with these axes, the others at their defaults; RulesConflict as `replace`."""
        if not isinstance(axes, Mapping):
            raise RulesConflict([f"rules are read from axes and their values, not from {told(axes)}"])
        return cls().replace(**{name if isinstance(name, str) else told(name): axes[name] for name in axes})

    def differences(self, other: Rules) -> dict[str, Any]:
        """Return the axes in which these rules differ from others: what `replace` needs to make these of those."""
        theirs = other.to_dict()
        found = {name: value for name, value in self.to_dict().items() if value != theirs[name]}
        if "own_overlap" in found and self.scoring == "stones":  # replace would make it area
            found["scoring"] = self.scoring
        return found


def unknown_axis(name: str) -> str:
    """Say that an axis does not exist, with a close match where there is one."""
    close = get_close_matches(name[:60].lower().replace("-", "_"), AXES, 1)
    return f"there is no axis {told(name)}" + (f"; did you mean {close[0]}?" if close else "")


def _refuse(found: list[str]) -> None:
    if found:
        raise RulesConflict(found)


__all__ = ["Rules", "RulesConflict", "unknown_axis"]
