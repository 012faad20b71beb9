"""Rules in KataGo's terms, as GTP programs tell them to each other, and in ours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from ..records.errors import TengenError, UnknownVariant
from .by_name import variant
from .preset_files import preset
from .repetition import REPETITIONS, Compares, Ko, Repetition
from .rules import Rules
from .serving import ORDINARY, Served, any_of, strangers
from .variant_data import Variant

KO: Final = MappingProxyType({"SIMPLE": "no-result", "POSITIONAL": "positional", "SITUATIONAL": "situational"})
BONUS: Final = MappingProxyType({"0": 0, "N-1": "n-1", "N": "n"})
_SCORING: Final = MappingProxyType({"AREA": "area", "TERRITORY": "territory"})
TAX: Final = MappingProxyType({"NONE": "none", "SEKI": "seki", "ALL": "all"})
_NEVER: Final[Mapping[str, object]] = MappingProxyType({"hasButton": False})
"""What KataGo's rules may say and ours cannot."""
_GO: Final[Served] = {
    **ORDINARY,
    "scoring": ("area", "territory", "stones"),
    "tax": ("none", "seki", "all"),
    **any_of("repetition cycle pass_lifts_ko singleton_of passes prisoner_value"),
    **any_of("komi handicap handicap_kind handicap_bonus"),
    **any_of("tile_stack tao_start tao_price tao_payment tao_in_hand friendly_fire"),  # they decide nothing there
}
"""What makes a game one of ordinary Go, whatever its rule of repetition."""

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
        "goe": "ing",
    }
)
"""KataGo's names of rules, and the nearest preset."""

_ANCIENT: Final[Mapping[str, Any]] = MappingProxyType(
    {"ko": "SIMPLE", "scoring": "AREA", "tax": "ALL", "suicide": False, "whiteHandicapBonus": "0"}
)
_SAID: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "stone-scoring": _ANCIENT,
        "ancient-area": _ANCIENT,
        "ancient-territory": {**_ANCIENT, "scoring": "TERRITORY"},
        "aga-button": {"hasButton": True},
    }
)
"""What KataGo's other names of rules say, to which no preset comes near."""

AS_IT_STANDS: Final = ("tromp-taylor", "formal")
"""The presets that count the board as it stands: nobody agrees on dead stones."""


def kata_rules(rules: Rules, friendly_pass: bool | None = None) -> dict[str, Any]:
    """Return rules as ``kata-get-rules`` tells them; ``friendly_pass`` says whether dead stones may stay on the board.

    Where stones count, these are the rules that KataGo calls stone scoring: area and a tax on every group.

    Raises:
        TengenError: KataGo has no words for them.

    >>> kata_rules(Rules(repetition="situational", suicide="allowed"))["ko"]
    'SITUATIONAL'
    """
    strange = is_strange(rules)
    ko = _ko_of(REPETITIONS[rules.repetition])
    if not strange and not ko:
        strange = f"repetition = {rules.repetition}"
    if strange:
        raise TengenError(f"KataGo's rules have no words for {strange}")
    said = {
        "hasButton": False,
        "ko": ko,
        "scoring": "TERRITORY" if rules.scoring == "territory" else "AREA",
        "suicide": rules.suicide == "allowed",
        "tax": "ALL" if rules.scoring == "stones" else rules.tax.upper(),
        "whiteHandicapBonus": str(rules.handicap_bonus).upper(),
    }
    return said if friendly_pass is None else said | {"friendlyPassOk": friendly_pass}


def _ko_of(row: Repetition) -> str:
    """Return KataGo's word for a rule of repetition, "" where there is none."""
    if row.is_superko:
        return {Compares.POSITION: "POSITIONAL", Compares.SIDE: "SITUATIONAL"}.get(row.compares or Compares.STATE, "")
    simple = row.ko is Ko.SIMPLE and not row.forbids and row.compares in (None, Compares.STATE)
    return "SIMPLE" if simple else ""


def is_strange(rules: Rules) -> str:
    """Return which axis makes the game another one than ordinary Go, "" where none does.

    >>> is_strange(Rules(tiles="tile", passing="return", end="no-moves"))
    'tiles = tile'
    """
    return next(strangers(rules, _GO), "")


def axes_of(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the axes that rules in KataGo's terms mean, as they stand in its JSON; what is left out stays as it is.

    Raises:
        TengenError: a word nobody knows, or what our rules cannot express.

    >>> axes_of({"ko": "SIMPLE", "scoring": "AREA", "tax": "SEKI"})
    {'repetition': 'no-result', 'scoring': 'area', 'tax': 'seki'}
    """
    known = ("ko", "scoring", "suicide", "tax", "whiteHandicapBonus", "friendlyPassOk", *_NEVER)
    for word, value in said.items():
        if word not in known:
            raise TengenError(f"there is no rule {word!r}; the rules are {', '.join(known)}")
        if word in _NEVER and value != _NEVER[word]:
            raise TengenError(f"{word} can only be {json.dumps(_NEVER[word])} here, not {json.dumps(value)}")
    axes: dict[str, Any] = {}
    if "ko" in said:
        axes["repetition"] = _word(said, "ko", KO)
    if "scoring" in said:
        axes["scoring"] = _word(said, "scoring", _SCORING)
    if "tax" in said:
        axes["tax"] = _word(said, "tax", TAX)
    if "suicide" in said:
        axes["suicide"] = "allowed" if _flag(said, "suicide") else "forbidden"
    if "whiteHandicapBonus" in said:
        axes["handicap_bonus"] = _word(said, "whiteHandicapBonus", BONUS)
    _flag(said, "friendlyPassOk")
    return axes


def rules_named(text: str) -> Variant:
    """Return the variant that a name stands for: KataGo's name of rules, or a preset's, blanks and case aside.

    Raises:
        TengenError: nobody knows the name, or the axes do not reach what it stands for.

    >>> rules_named("New Zealand").name, rules_named("stone_scoring").rules.tax
    ('new-zealand', 'all')
    """
    name = "-".join(text.lower().replace("_", " ").split())
    if name in _SAID:
        return variant("chinese", **axes_of(_SAID[name]))
    try:
        return preset(NAMED.get(name, name))
    except UnknownVariant:
        raise TengenError(f"unknown rules {text[:60]!r}") from None


def rules_said(said: Mapping[str, Any]) -> Variant:
    """Return the variant that rules in KataGo's terms mean by themselves; what they leave out is as in KataGo's code.

    Raises:
        TengenError: a word nobody knows, or what our rules cannot express.

    >>> rules_said({"ko": "SIMPLE", "scoring": "TERRITORY"}).rules.tax
    'seki'
    """
    territory = said.get("scoring") == "TERRITORY"
    left_out = {"ko": "POSITIONAL", "scoring": "AREA", "suicide": True, "whiteHandicapBonus": "0"}
    left_out["tax"] = "SEKI" if territory else "NONE"
    return variant("japanese" if territory else "tromp-taylor", **axes_of({**left_out, **said}))


def _word(said: Mapping[str, Any], rule: str, values: Mapping[str, Any]) -> Any:
    value = said[rule]
    if not isinstance(value, str) or value not in values:
        raise TengenError(f"{rule} is one of {', '.join(values)}, not {json.dumps(value)}")
    return values[value]


def _flag(said: Mapping[str, Any], rule: str) -> bool:
    value = said.get(rule, False)
    if not isinstance(value, bool):
        raise TengenError(f"{rule} is true or false, not {json.dumps(value)}")
    return value
