"""RU in the spellings seen in the wild, and as KataGo composes it."""

from typing import Any

import pytest
from data import load

from tengen import Game
from tengen.formats import sgf
from tengen.formats.sgf.rulesets import RULES, Meaning, rules_of

SPELLINGS = {
    # SGF's own words; KGS, OGS, IGS and Fox; GoGoD, MultiGo, Sabaki; KataGo's names; Chinese, Japanese and Korean sites
    "chinese": "Chinese|chinese|CHINESE RULES|Chinese Rule|Chinese (2002)|cn|Area|area scoring|Weiqi|chinese-ogs|"
    "chinese_kgs|Chinese-KGS|中国规则|中國規則|中国围棋规则|数子|数子法|중국|중국 룰",
    "japanese": "Japanese|japanese rules|Japanese 1989|jp|Nihon Kiin|Nihon Ki-in rules|Territory|territory scoring|"
    "日本ルール|日本|日本棋院规约|数目|數目法|일본 규칙",
    "korean": "Korean|Korea|kr|Baduk|韩国规则|韓國|韓国ルール|한국 규칙|Hankuk Kiwon",
    "aga": "AGA|aga rules|AGA Rules of Go|American|BGA|British|French|FFG rules",
    "new-zealand": "NZ|New Zealand|new zealand rules|New-Zealand|new_zealand|New Zealand (area)",
    "tromp-taylor": "Tromp-Taylor|tromp taylor|Tromp/Taylor|TrompTaylor rules|TT|CGOS|Logical rules",
    "ing": "GOE|Ing|Ing Goe|Ing SST|ING RULES|Ing's GOE rules|Ing rules 1996|应氏规则|應氏",
}
COMPOSED = [
    *load("katago_compact_rules"),
    ("koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1", "aga", {"coupons": 0.5}),
    ('{"ko":"POSITIONAL","score":"AREA","hasButton":true}', "tromp-taylor", {"coupons": 0.5}),
]
UNKNOWN = [
    *("house", "rules", "", "tax", "ko", "koala", "koXXXscoreAREA", "koSPIGHTscoreAREAtaxNONEsui0", "scoreAREAkoNONE"),
    *("{}", "{", '{"ko": 1}', '{"tax": "NONE"}', '["ko"]', '{"ko":"SIMPLE","score":{}}', "{" * 100_000, "komi7"),
]


@pytest.mark.parametrize("preset", SPELLINGS)
def test_names_of_rules(preset: str) -> None:
    for spelling in SPELLINGS[preset].split("|"):
        assert rules_of(spelling) == Meaning(preset, {}), spelling
    assert rules_of(RULES[preset]) == Meaning(preset, {})
    assert rules_of(preset) == Meaning(preset, {})


@pytest.mark.parametrize(("text", "preset", "axes"), COMPOSED)
def test_composed_rules(text: str, preset: str, axes: dict[str, Any]) -> None:
    assert rules_of(text) == Meaning(preset, axes)
    value = text.replace("]", "\\]").replace(":", "\\:")
    record = sgf.read(f"(;SZ[9]KM[6.5]RU[{value}];B[ee])")
    assert (record.variant, record.axes) == (preset, {**axes, "komi": 6.5})
    assert record.info == {"RU": text}
    assert record.warnings == []
    written = sgf.write(record)
    assert "TGA" not in written
    assert sgf.read(written) == record
    rules = Game.from_record(record).rules
    assert all(getattr(rules, name) == value for name, value in record.axes.items())


@pytest.mark.parametrize("text", UNKNOWN, ids=range(len(UNKNOWN)))
def test_unknown_rules(text: str) -> None:
    assert rules_of(text) == Meaning(None, {})


def test_axes_changed_afterwards_win() -> None:
    record = sgf.read("(;SZ[9]RU[koSIMPLEscoreAREAtaxNONEsui0];B[ee])")
    record.axes = {}
    assert sgf.read(sgf.write(record)).axes == {}
    record.axes = {"repetition": "situational"}
    again = sgf.read(sgf.write(record))
    assert (again.variant, again.axes) == ("chinese", {"repetition": "situational"})
