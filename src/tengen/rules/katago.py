"""Conversion between Tengen's rules and KataGo's, as GTP programs exchange them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from itertools import chain, pairwise
from types import MappingProxyType
from typing import Any, Final

from ..records import Colour, Move, Pass, Position
from ..records.errors import TengenError, UnknownVariant
from .preset_files import preset
from .repetition import REPETITIONS, Compares, Ko, Repetition
from .rules import Rules
from .serving import ORDINARY, Served, any_of, strangers
from .variant_data import Variant
from .variant_files import variant

KO: Final = MappingProxyType({"SIMPLE": "no-result", "POSITIONAL": "positional", "SITUATIONAL": "situational"})
BONUS: Final = MappingProxyType({"0": 0, "N-1": "n-1", "N": "n"})
_SCORING: Final = MappingProxyType({"AREA": "area", "TERRITORY": "territory"})
TAX: Final = MappingProxyType({"NONE": "none", "SEKI": "seki", "ALL": "all"})
_WORDS: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = MappingProxyType(
    {
        "ko": ("repetition", KO),
        "scoring": ("scoring", _SCORING),
        "tax": ("tax", TAX),
        "whiteHandicapBonus": ("handicap_bonus", BONUS),
    }
)
"""KataGo's names of the axes that it can express, and what its words mean."""
_GO: Final[Served] = {
    **ORDINARY,
    "scoring": ("area", "territory", "stones"),
    "tax": ("none", "seki", "all"),
    "coupons": ("none", 0.5),
    **any_of("repetition cycle pass_lifts_ko singleton_of passes prisoner_value"),
    **any_of("komi handicap handicap_kind handicap_bonus"),
    "fairness": ("none", "swap", "bid", "auction", "switch"),  # concerns only who plays which colour
    **any_of("tile_stack tao_start tao_price tao_payment tao_in_hand friendly_fire"),  # without effect there
}
"""The values that leave a game ordinary Go, under any rule of repetition."""

NAMED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "tromp-taylor": "tromp-taylor",
        "chinese": "chinese",
        "chinese-ogs": "chinese",
        "chinese-kgs": "chinese",
        "japanese": "japanese",
        "korean": "korean",
        "aga": "aga",
        "bga": "aga",
        "new-zealand": "new-zealand",
        "nz": "new-zealand",
        "french": "aga",
    }
)
"""KataGo's names of rule sets, each with the nearest preset."""

_ANCIENT: Final[Mapping[str, Any]] = MappingProxyType(
    {"ko": "SIMPLE", "scoring": "AREA", "tax": "ALL", "suicide": False, "whiteHandicapBonus": "0"}
)
_SAID: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "goe": {"ko": "POSITIONAL", "scoring": "AREA", "tax": "NONE", "suicide": True, "whiteHandicapBonus": "0"},
        "stone-scoring": _ANCIENT,
        "ancient-area": _ANCIENT,
        "ancient-territory": {**_ANCIENT, "scoring": "TERRITORY"},
        "aga-button": {"ko": "SITUATIONAL", "suicide": False, "hasButton": True, "whiteHandicapBonus": "N-1"},
    }
)
"""KataGo's other names of rule sets, which no preset resembles."""
_WRITTEN: Final = MappingProxyType({name.replace("-", ""): name for name in (*NAMED, *_SAID)})

_PART: Final = re.compile(
    r"(?:(komi)([+-]?[\d.]{1,9})|(ko|scoring|score|tax|whb)(N-1|[A-Z]+|0)|(sui|button|fpok)([01]))\s*"
)
_SHORT: Final = MappingProxyType(
    {
        "score": "scoring",
        "sui": "suicide",
        "button": "hasButton",
        "whb": "whiteHandicapBonus",
        "fpok": "friendlyPassOk",
    }
)
"""The short names of rules in compact strings."""


def kata_rules(rules: Rules, friendly_pass: bool | None = None) -> dict[str, Any]:
    """Return rules as ``kata-get-rules`` writes them; ``friendly_pass``: dead stones may stay on the board.

    Stone counting becomes KataGo's stone scoring: area with a tax on every group. TengenError if KataGo cannot express
    the rules.

    >>> kata_rules(Rules(repetition="situational", suicide="allowed"))["ko"]
    'SITUATIONAL'
    """
    strange = is_strange(rules)
    ko = _ko_of(REPETITIONS[rules.repetition])
    if not strange and not ko:
        strange = f"repetition = {rules.repetition}"
    if rules.coupons != "none" and rules.scoring == "territory":
        strange = strange or "coupons with scoring = territory"
    if strange:
        raise TengenError("KataGo's rules have no words for {strange}", strange=strange)
    said = {
        "hasButton": rules.coupons == 0.5,
        "ko": ko,
        "scoring": "TERRITORY" if rules.scoring == "territory" else "AREA",
        "suicide": rules.suicide == "allowed",
        "tax": "ALL" if rules.scoring == "stones" else rules.tax.upper(),
        "whiteHandicapBonus": str(rules.handicap_bonus).upper(),
    }
    return said if friendly_pass is None else said | {"friendlyPassOk": friendly_pass}


def with_button_taken(rules: Rules, start: Position) -> Rules:
    """Return rules for a game from a position: the points of a taken button become komi."""
    taken = start.coupons.get("white", 0) - start.coupons.get("black", 0)
    return rules.replace(coupons="none", komi=rules.komi + taken) if taken else rules


def _ko_of(row: Repetition) -> str:
    """Return KataGo's word for a rule of repetition; "" if it has none."""
    if row.is_superko:
        return {Compares.POSITION: "POSITIONAL", Compares.SIDE: "SITUATIONAL"}.get(row.compares or Compares.STATE, "")
    simple = row.ko is Ko.SIMPLE and not row.forbids and row.compares in (None, Compares.STATE)
    return "SIMPLE" if simple else ""


def is_strange(rules: Rules) -> str:
    """Return the axis that makes a game differ from ordinary Go; "" if none does.

    >>> is_strange(Rules(tiles="tile", passing="return", end="no-moves"))
    'tiles = tile'
    """
    return next(strangers(rules, _GO), "")


def axes_of(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the axes of rules in KataGo's JSON; omitted rules stay unchanged.

    >>> axes_of({"ko": "SIMPLE", "scoring": "AREA", "tax": "SEKI"})
    {'repetition': 'no-result', 'scoring': 'area', 'tax': 'seki'}
    """
    known = ("ko", "scoring", "suicide", "tax", "whiteHandicapBonus", "friendlyPassOk", "hasButton")
    for word in said:
        if word not in known:
            raise TengenError("unknown rule {word!r}; the rules are {known}", word=word, known=", ".join(known))
    axes = {axis: _word(said, rule, values) for rule, (axis, values) in _WORDS.items() if rule in said}
    if "suicide" in said:
        axes["suicide"] = "allowed" if _flag(said, "suicide") else "forbidden"
    if "hasButton" in said:
        axes["coupons"] = 0.5 if _flag(said, "hasButton") else "none"
    if axes.get("scoring") == "territory" and axes.get("coupons") == 0.5:
        raise TengenError("hasButton needs area scoring")
    _flag(said, "friendlyPassOk")
    return axes


def compact_rules(text: str) -> dict[str, Any] | None:
    """Parse KataGo's compact string into the words of its JSON; None for any other text.

    >>> compact_rules("koSIMPLEscoreAREAtaxNONEsui0whbN-1")
    {'ko': 'SIMPLE', 'scoring': 'AREA', 'tax': 'NONE', 'suicide': False, 'whiteHandicapBonus': 'N-1'}
    """
    said: dict[str, Any] = {}
    at, text = 0, text.strip()
    while at < len(text):
        found = _PART.match(text, at)
        if found is None:
            return None
        at = found.end()
        if found[1]:
            said["komi"] = found[2]
        elif found[3]:
            said[_SHORT.get(found[3], found[3])] = found[4]
        else:
            said[_SHORT[found[5]]] = found[6] == "1"
    return said if "ko" in said or "scoring" in said else None


def rules_named(text: str) -> Variant:
    """Return the variant for a KataGo name, a preset's name (ignoring case and spaces) or a compact string.

    TengenError if the name is unknown or Tengen's axes cannot express its rules.

    >>> rules_named("New Zealand").name, rules_named("stone_scoring").rules.tax
    ('new-zealand', 'all')
    """
    if (said := compact_rules(text)) is not None:
        return rules_said(said)
    name = "-".join(text.lower().replace("_", " ").split())
    name = _WRITTEN.get(name.replace("-", ""), name)
    if name in _SAID:
        return variant("chinese", **axes_of(_SAID[name]))
    try:
        return preset(NAMED.get(name, name))
    except UnknownVariant:
        raise TengenError("unknown rules {text!r}", text=text[:60]) from None


def rules_said(said: Mapping[str, Any]) -> Variant:
    """Return the variant for rules in KataGo's terms; omitted values are KataGo's defaults.

    >>> rules_said({"ko": "SIMPLE", "scoring": "TERRITORY"}).rules.tax
    'seki'
    """
    territory = said.get("scoring") == "TERRITORY"
    base = "japanese" if territory else "chinese" if said.get("friendlyPassOk") else "tromp-taylor"
    return variant(base, **axes_of(completed(said)))


def completed(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return rules in KataGo's terms, completed with KataGo's defaults."""
    left_out = {"ko": "POSITIONAL", "scoring": "AREA", "suicide": True, "whiteHandicapBonus": "0"}
    left_out["tax"] = "SEKI" if said.get("scoring") == "TERRITORY" else "NONE"
    return {**left_out, **said}


def handicap_played(stones: Iterable[str], moves: Iterable[tuple[Colour, Move]]) -> int:
    """Return the number of handicap stones as KataGo counts them; 0 for an even game.

    It is the number of Black's ``stones`` at the start, if White has none, plus those placed before White's first
    stone. If White then moves twice in a row, a position was set up instead, and there is no handicap.

    >>> from tengen import Pass, Place
    >>> handicap_played([], [("black", Place(0)), ("white", Pass), ("black", Place(8)), ("white", Place(4))])
    2
    """
    there = list(stones)
    if "white" in there:
        return 0
    placed = 0
    for (mover, move), (following, _) in pairwise(chain(moves, [("", Pass)])):
        if mover == "black":
            placed += move is not Pass
        elif following == "white":
            placed = 0
            break
        elif move is not Pass:
            break
    count = there.count("black") + placed
    return count if count > 1 else 0


def _word(said: Mapping[str, Any], rule: str, values: Mapping[str, Any]) -> Any:
    value = said[rule]
    if not isinstance(value, str) or value not in values:
        raise TengenError(
            "{rule} must be one of {values}, not {value}", rule=rule, values=", ".join(values), value=json.dumps(value)
        )
    return values[value]


def _flag(said: Mapping[str, Any], rule: str) -> bool:
    value = said.get(rule, False)
    if not isinstance(value, bool):
        raise TengenError("{rule} must be true or false, not {value}", rule=rule, value=json.dumps(value))
    return value
