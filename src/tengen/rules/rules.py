"""The axes of a game's rules (spec 5): a frozen record of independent choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from dataclasses import replace as _replaced
from difflib import get_close_matches
from typing import Any, Final, Literal, TypedDict, Unpack

from ..records import Text
from ..records.errors import RulesConflict, UnservedRules
from ..records.text import NOTHING, in_a_row
from .axes import (
    AXES,
    ENDS_BY_PASSES,
    MAY,
    Captured,
    Cycle,
    End,
    Fairness,
    FriendlyFire,
    HandicapBonus,
    HandicapKind,
    Passing,
    Payoff,
    Recapture,
    Removal,
    Scoring,
    SingletonOf,
    Suicide,
    Switch,
    TaoPayment,
    Tax,
    Tiles,
    Weights,
)
from .axis import frozen, refusal, told
from .conflicts import problems
from .goals import Goal, goal_of
from .orders import Order, order_of
from .prices import Prices, prices_of
from .repetition import RepetitionName

_DEFAULT: Final[Mapping[str, Any]] = {name: axis.default for name, axis in AXES.items()}
_BONUS: Final[Mapping[int | str, int | None]] = {0: None, "n-1": -1, "n": 0}
"""For each value of handicap_bonus, what is added to the number of handicap stones; None for no bonus."""

_BESIDE: Final[Mapping[tuple[str, bool], Scoring]] = {
    ("stones", False): "area",
    ("stones", True): "area",
    ("area", True): "stones",
}
"""The second count shown for each scoring and own_overlap: Gengo counts both area and stones (spec 4.8)."""


class SetupAxes(TypedDict, total=False):
    """The axes as keywords, for type checkers, with the types that `Game.setup` converts (such as lists)."""

    suicide: Suicide
    recapture: Recapture
    repetition: RepetitionName  # registered rules, too: `register` returns their names as this type
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
    removal: Removal
    captured: Captured
    least_liberties: int
    where: str
    goal: str
    order: str
    seats: int
    passing: Passing
    coupons: float | str
    pass_stones: bool
    passes: int
    end: End
    scoring: Scoring
    weights: Weights
    tax: Tax
    prisoner_value: float
    komi: float
    payoff: Payoff
    handicap: int
    handicap_kind: HandicapKind
    handicap_bonus: HandicapBonus
    fairness: Fairness


class Axes(SetupAxes, total=False):
    """Every axis of spec 5, as `Game`, `variant` and `Rules.replace` take them."""

    tiles: Tiles
    tao_in_hand: int


@dataclass(frozen=True, slots=True)
class Rules:
    """All choices about a game except its board; every field is an axis of spec 5.

    Raises:
        RulesConflict: values that are impossible or contradict each other, all of them named.

    >>> Rules(tiles="cushion", tao="on", passing="return", end="no-moves").tile_stack
    1
    >>> Rules(repetition="singelton", komi=True)
    Traceback (most recent call last):
    tengen.records.errors.RulesConflict: repetition = 'singelton' is not possible; it must be one of: ko, none, \
positional, situational, natural, formal, no-result, ing, singleton; komi = true is not possible; it must be a number
    """

    suicide: Suicide = _DEFAULT["suicide"]
    recapture: Recapture = _DEFAULT["recapture"]
    repetition: RepetitionName = _DEFAULT["repetition"]
    cycle: Cycle = _DEFAULT["cycle"]
    pass_lifts_ko: bool = _DEFAULT["pass_lifts_ko"]
    singleton_of: SingletonOf = _DEFAULT["singleton_of"]
    tiles: Tiles = _DEFAULT["tiles"]
    tile_stack: int | Literal["unlimited"] = _DEFAULT["tile_stack"]
    tao: Switch = _DEFAULT["tao"]
    tao_start: Literal["tengen", "none"] | tuple[str, ...] = _DEFAULT["tao_start"]
    tao_price: int | tuple[int, ...] | str = _DEFAULT["tao_price"]
    tao_payment: TaoPayment = _DEFAULT["tao_payment"]
    tao_in_hand: int = _DEFAULT["tao_in_hand"]
    own_overlap: bool = _DEFAULT["own_overlap"]
    friendly_fire: FriendlyFire = _DEFAULT["friendly_fire"]
    removal: Removal = _DEFAULT["removal"]
    captured: Captured = _DEFAULT["captured"]
    least_liberties: int = _DEFAULT["least_liberties"]
    where: str = _DEFAULT["where"]
    goal: str = _DEFAULT["goal"]
    order: str = _DEFAULT["order"]
    seats: int = _DEFAULT["seats"]
    passing: Passing = _DEFAULT["passing"]
    coupons: float | str = _DEFAULT["coupons"]
    pass_stones: bool = _DEFAULT["pass_stones"]
    passes: int = _DEFAULT["passes"]
    end: End = _DEFAULT["end"]
    scoring: Scoring = _DEFAULT["scoring"]
    weights: Weights = _DEFAULT["weights"]
    tax: Tax = _DEFAULT["tax"]
    prisoner_value: float = _DEFAULT["prisoner_value"]
    komi: float = _DEFAULT["komi"]
    payoff: Payoff = _DEFAULT["payoff"]
    handicap: int = _DEFAULT["handicap"]
    handicap_kind: HandicapKind = _DEFAULT["handicap_kind"]
    handicap_bonus: HandicapBonus = _DEFAULT["handicap_bonus"]
    fairness: Fairness = _DEFAULT["fairness"]

    def __post_init__(self) -> None:
        for name in AXES:
            object.__setattr__(self, name, frozen(name, getattr(self, name)))
        if found := problems(self.to_dict()):
            raise RulesConflict(found)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by axes, so that a process without a registered rule refuses it by name."""
        return type(self).from_dict, (self.to_dict(),)

    def replace(self, **axes: Unpack[Axes]) -> Rules:
        """Return the rules with some axes changed.

        Turning on own_overlap turns scoring = stones into area, unless scoring is given (spec 4.8).

        Raises:
            RulesConflict: unknown axes (with close matches), impossible values, contradictions.
        """
        known = {name: frozen(name, value) for name, value in axes.items() if name in AXES}
        if known.get("own_overlap") is True and not self.own_overlap and self.scoring == "stones":
            known.setdefault("scoring", "area")
        unknown = [unknown_axis(name) for name in axes if name not in AXES]
        if unknown:
            raise RulesConflict(unknown + problems(self.to_dict() | known))
        return _replaced(self, **known) if known else self

    @property
    def may_pass(self) -> bool:
        """Whether a player may pass; UnservedRules for an unknown value of passing."""
        return self._may[0]

    @property
    def may_return(self) -> bool:
        """Whether a player may return a prisoner (spec 2.6); UnservedRules as `may_pass`."""
        return self._may[1]

    @property
    def _may(self) -> tuple[bool, bool]:
        if self.passing not in MAY:
            raise UnservedRules([refusal("a turn", "passing", self.passing, MAY)])
        return MAY[self.passing]

    @property
    def ends_by_passes(self) -> bool:
        """Whether the game ends by passes and is scored; UnservedRules for an unknown value of end."""
        if self.end not in ENDS_BY_PASSES:
            raise UnservedRules([refusal("an end", "end", self.end, ENDS_BY_PASSES)])
        return ENDS_BY_PASSES[self.end]

    @property
    def komi_counts(self) -> bool:
        """Whether the komi is not 0 and the game is scored; UnservedRules as `ends_by_passes`."""
        return self.komi != 0 and self.ends_by_passes

    @property
    def aim(self) -> Goal:
        """What decides the game (spec 6.1): ``goal``, parsed."""
        return goal_of(self.goal)

    @property
    def removes_specially(self) -> bool:
        """Whether chains are removed differently from ordinary Go (spec 6.10)."""
        return (self.removal, self.captured, self.least_liberties) != ("enemy-first", "prisoners", 1)

    @property
    def turn_order(self) -> Order:
        """The order of play (spec 6.7): ``order`` and ``seats``, parsed."""
        return order_of(self.order, self.seats)

    @property
    def tao_prices(self) -> Prices:
        """The prices of Tao stones over the game (spec 3.3, 3.9)."""
        return prices_of(self.tao_price)

    @property
    def beside(self) -> Scoring | None:
        """The second count shown with the score; None without one (spec 4.8)."""
        return _BESIDE.get((self.scoring, self.own_overlap))

    @property
    def spends_prisoners(self) -> bool:
        """Whether turns may cost prisoners, or prisoners win, so that they belong to the whole state (spec 1.6)."""
        counted = self.aim.kind == "capture"
        return self.may_return or counted or (self.tao != "off" and self.tao_payment != "points")

    @property
    def bonus(self) -> int:
        """White's points for the handicap (axis ``handicap_bonus``)."""
        if self.handicap_bonus not in _BONUS:
            raise UnservedRules([refusal("a score", "handicap_bonus", self.handicap_bonus, _BONUS)])
        stones = _BONUS[self.handicap_bonus]
        return max(0, self.handicap + stones) if self.handicap and stones is not None else 0

    @property
    def compensation(self) -> float:
        """What Black's points less White's must exceed: komi plus the handicap bonus."""
        return self.komi + self.bonus

    def to_dict(self) -> dict[str, Any]:
        """Return every axis and its value."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_dict(cls, axes: Mapping[str, Any]) -> Rules:
        """Return the rules with these axes and defaults for the others; RulesConflict as `replace`."""
        if not isinstance(axes, Mapping):
            raise RulesConflict([Text("rules must be a mapping of axes to values, not {axes}", axes=told(axes))])
        return cls().replace(**{name if isinstance(name, str) else told(name): axes[name] for name in axes})

    def differences(self, other: Rules) -> dict[str, Any]:
        """Return the axes in which these rules differ from others; `replace` with them turns those into these."""
        theirs = other.to_dict()
        found = {name: value for name, value in self.to_dict().items() if value != theirs[name]}
        if "own_overlap" in found and self.scoring == "stones":  # replace would make it area
            found["scoring"] = self.scoring
        return found


_NO_AXES: Final = {"size": "board", "boardsize": "board", "board_size": "board", "rules": "", "ruleset": ""}
"""Keywords whose spelling resembles a wrong axis, each with the axis that is meant."""


def unknown_axis(name: str) -> Text:
    """Return the message for an unknown axis, with the one that was probably meant.

    >>> [unknown_axis(name).split()[-1] for name in ("komii", "handicap_stones", "superko", "board_size")]
    ['komi?', 'handicap?', 'repetition?', 'board?']
    >>> unknown_axis("rules")
    "unknown axis 'rules'"
    """
    return in_a_row(no_axis(name))


def no_axis(name: str) -> tuple[Text, Text]:
    """Return the message for an unknown axis if a known one resembles it; "" otherwise."""
    meant = keyword_meant(name)
    return (
        Text("unknown axis {name}", name=told(name)),
        Text("did you mean {close}?", close=meant) if meant else NOTHING,
    )


def keyword_meant(name: str, others: Iterable[str] = ("board",)) -> str:
    """Return the axis, or one of ``others``, that was probably meant by a name; "" if none.

    >>> keyword_meant("positional"), keyword_meant("superk", ["superko"]), keyword_meant("board")
    ('repetition', 'superko', '')
    """
    word = name[:60].lower().replace("-", "_")
    if word in _NO_AXES:
        return _NO_AXES[word]
    known = (*AXES, *(other for other in others if other != word))
    meant = (
        _only(axis.name for axis in AXES.values() if word in axis.values)
        or _only(each for each in known if each in word.split("_"))
        or get_close_matches(word, known, 1, 0.65)
        or _only(axis.name for axis in AXES.values() if f" {word})" in " ".join(axis.values.values()))
    )
    return meant[0] if meant else ""


def _only(names: Iterable[str]) -> list[str]:
    found = [*names]
    return found if len(found) == 1 else []
