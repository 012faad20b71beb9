"""RU, the rules of a game, in its common spellings: names of rules, and KataGo's composed strings."""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

from ...rules import preset
from ...rules.katago import BONUS, KO, TAX, compact_rules, completed

RULES: Final = {
    "chinese": "Chinese",
    "japanese": "Japanese",
    "korean": "Korean",
    "aga": "AGA",
    "new-zealand": "NZ",
    "tromp-taylor": "Tromp-Taylor",
    "ing": "GOE",
}
"""Spellings of presets in ``RU`` that other programs read."""

SPELLINGS: Final = {
    "chinese": "chinese, china, cn, weiqi, chineseogs, chinesekgs, chineseigs, chinesearea, area, areascoring, "
    "中国, 中國, 中国围棋, 中國圍棋, 数子, 數子, 数子法, 數子法, 중국",
    "japanese": "japanese, japan, jp, nihonkiin, territory, territoryscoring, "
    "日本, 日本棋院, 数目, 數目, 数目法, 數目法, 比目, 일본",
    "korean": "korean, korea, kr, baduk, kba, hankukkiwon, 韩国, 韓国, 韓國, 한국, 한국기원",
    "aga": "aga, american, americangoassociation, us, usa, bga, british, french, ffg, 美国, 美國",
    "new-zealand": "nz, newzealand, newzealandarea, newzealandgoassociation, newzealandgosociety, 新西兰, 紐西蘭",
    "tromp-taylor": "tromptaylor, trompandtaylor, tt, logical, mathematical, computergo, cgos",
    "ing": "ing, goe, inggoe, goeing, ings, ingsgoe, ingsst, sst, ingfour, ingfourpass, "
    "应氏, 應氏, 应氏计点, 應氏計點, 计点制, 計點制",
}
"""Other accepted spellings, without blanks, signs and a last word such as "rules"."""

_BY_SPELLING: Final = {word: name for name, words in SPELLINGS.items() for word in words.split(", ")}
_WITH_AXES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    **dict.fromkeys(("stonescoring", "stonescounting", "ancientarea", "ancientchinese", "oldchinese", "stones"),
                    ("chinese", {"repetition": "no-result", "scoring": "stones"})),
}  # fmt: skip
_LAST_WORD: Final = re.compile(
    r"(rules?ofgo|rules?set|rules?|laws|scoring|counting|(?:19|20)\d\d|规则|規則|规则制|ルール|规约|規約|棋规|棋規|规|規|룰|규칙)$"
)

_BASES: Final = {
    "chinese": ("positional", "area", "none", "forbidden"),
    "aga": ("situational", "area", "none", "forbidden"),
    "tromp-taylor": ("positional", "area", "none", "allowed"),
    "new-zealand": ("situational", "area", "none", "allowed"),
    "japanese": ("no-result", "territory", "seki", "forbidden"),
}
_TOLD: Final = ("repetition", "scoring", "tax", "suicide")
"""The axes in composed rules, and their values in the nearest presets."""


class Meaning(NamedTuple):
    """The rules that a text names: a preset (None: unknown), and differing axes."""

    variant: str | None
    axes: dict[str, Any]


def rules_of(text: str) -> Meaning:
    """Return the meaning of a text of ``RU``.

    >>> rules_of("New Zealand"), rules_of("japanese rules").variant, rules_of("house").variant
    (Meaning(variant='new-zealand', axes={}), 'japanese', None)
    >>> rules_of("koSITUATIONALscoreTERRITORYtaxSEKIsui0")[:2]
    ('japanese', {'repetition': 'situational'})
    """
    parts = _composed(text.strip())
    if parts is not None:
        return _composed_meaning(parts)
    plain = re.sub(r"[\W_]", "", text.lower())
    for word in (plain, _LAST_WORD.sub("", plain), _LAST_WORD.sub("", _LAST_WORD.sub("", plain))):
        if word in _BY_SPELLING:
            return Meaning(_BY_SPELLING[word], {})
        if word in _WITH_AXES:
            variant, axes = _WITH_AXES[word]
            return Meaning(variant, dict(axes))
    return Meaning(None, {})


def _composed(text: str) -> dict[str, Any] | None:
    """Return KataGo's composed rules in the words of its JSON, or None."""
    if not text.startswith("{"):
        return compact_rules(text)
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(given, dict) or not {"ko", "scoring", "score"} & given.keys():
        return None
    if "score" in given:
        given["scoring"] = given.pop("score")
    return {name: value.upper() if isinstance(value, str) else value for name, value in given.items()}


def _composed_meaning(said: dict[str, Any]) -> Meaning:
    """Return the nearest preset with the differing axes; omitted rules are as in KataGo's own code."""
    said = completed(said)
    score, tax, repetition = str(said["scoring"]), str(said["tax"]), KO.get(str(said["ko"]))
    if repetition is None or score not in ("AREA", "TERRITORY") or tax not in TAX:
        return Meaning(None, {})
    suicide = "allowed" if said["suicide"] else "forbidden"
    bonus = BONUS.get(str(said["whiteHandicapBonus"]), 0)
    name, axes = _nearest((repetition, score.lower(), TAX[tax], suicide), said.get("friendlyPassOk") is True)
    if bonus != preset(name).rules.handicap_bonus:
        axes["handicap_bonus"] = bonus
    if said.get("hasButton") is True:
        axes["coupons"] = 0.5
    return Meaning(name, axes)


def _nearest(wanted: tuple[str, str, str, str], agreed: bool) -> tuple[str, dict[str, Any]]:
    """Return the nearest preset with equal scoring (and ``agreed`` dead stones), and the differences from it."""
    bases = [name for name in _BASES if not agreed or preset(name).dead_stones == "agreed"]

    def distance(name: str) -> tuple[bool, int]:
        counts_else = (_BASES[name][1] == "territory") != (wanted[1] == "territory")
        return counts_else, sum(mine != its for mine, its in zip(wanted, _BASES[name], strict=True))

    nearest = min(bases, key=distance)
    axes = zip(_TOLD, wanted, _BASES[nearest], strict=True)
    return nearest, {axis: mine for axis, mine, its in axes if mine != its}
