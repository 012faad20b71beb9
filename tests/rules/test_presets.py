"""Every preset is what chapter 5 of the specification says."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tengen.rules import AXES, Rules, check, describe, load_variant, to_toml, variant, variants
from tengen.rules.variant_prose import Prose

DEFAULTS: dict[str, Any] = {
    "suicide": "forbidden",
    "repetition": "ko",
    "cycle": "no-result",
    "pass_lifts_ko": False,
    "singleton_of": "game",
    "tiles": "none",
    "tile_stack": 1,
    "tao": "off",
    "tao_start": "tengen",
    "tao_price": 1,
    "tao_payment": "prisoner",
    "tao_in_hand": 0,
    "own_overlap": False,
    "friendly_fire": "same",
    "passing": "pass",
    "passes": 2,
    "end": "passes",
    "scoring": "area",
    "tax": "none",
    "prisoner_value": 1,
    "komi": 0,
    "handicap": 0,
    "handicap_kind": "fixed",
    "handicap_bonus": 0,
}
GENGO: dict[str, Any] = {
    "suicide": "allowed",
    "repetition": "singleton",
    "passes": 3,
    "scoring": "stones",
    "handicap_kind": "turns",
}
PRESETS: dict[str, dict[str, Any]] = {
    "chinese": {"repetition": "positional", "komi": 7.5, "handicap_bonus": "n"},
    "japanese": {"repetition": "no-result", "scoring": "territory", "tax": "seki", "komi": 6.5},
    "korean": {"repetition": "no-result", "scoring": "territory", "tax": "seki", "komi": 6.5},
    "aga": {"repetition": "situational", "komi": 7.5, "handicap_bonus": "n-1"},
    "new-zealand": {"repetition": "situational", "suicide": "allowed", "komi": 7},
    "tromp-taylor": {"repetition": "positional", "suicide": "allowed"},
    "ing": {"repetition": "ing", "suicide": "allowed", "komi": 7.5},
    "formal": {"repetition": "formal"},
    "tile": {"tiles": "tile", "passing": "return", "end": "no-moves"},
    "cushion": {"tiles": "cushion", "passing": "return", "end": "no-moves"},
    "tao": {"tao": "on", "scoring": "territory", "komi": 6.5},
    "gengo": GENGO,
    "gengo-go": GENGO,
    "gengo-large-n": GENGO,
    "gengo-large-o": GENGO,
}
NAMES = [preset.name for preset in variants()]
UNMODELLED = {
    "aga": ("pass stone", "White need not pass last", "alias french reads the French rule"),
    "chinese": ("a triple ko",),
    "japanese": ("a neutral liberty", "Bent four and moonshine life"),
    "korean": ("a neutral liberty", "Bent four and moonshine life"),
    "ing": ("life and death", "komi is 8", "ask for four"),
    "new-zealand": ("handicap_kind = free",),
    "gengo": ("the opponent's last stone",),
}


def test_defaults() -> None:
    assert Rules().to_dict() == DEFAULTS
    assert {name: axis.default for name, axis in AXES.items()} == DEFAULTS


def test_every_file_in_the_folder_is_a_preset() -> None:
    stored = {path.name for path in files("tengen.rules").joinpath("presets").iterdir() if path.name.endswith(".toml")}
    assert stored == {f"{name}.toml" for name in NAMES}


def test_the_presets_of_the_specification_come_in_this_order() -> None:
    assert [name for name in NAMES if name in PRESETS] == list(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_axes(name: str) -> None:
    assert variant(name).rules.to_dict() == DEFAULTS | PRESETS[name]


@pytest.mark.parametrize("name", PRESETS)
def test_boards(name: str) -> None:
    footprints = {"gengo": "gengo", "gengo-go": "go", "gengo-large-n": "large-n", "gengo-large-o": "large-o"}
    assert (variant(name).board, variant(name).footprint) == ("19", footprints.get(name))


@pytest.mark.parametrize("name", PRESETS)
def test_issue_13_differences_from_the_source_are_listed(name: str) -> None:
    preset = variant(name)
    assert preset.title
    assert preset.source
    assert len(preset.prose) > 60
    assert isinstance(preset.prose, Prose)
    assert all(re.fullmatch(r"[A-Z].*\.", sentence.text) for sentence in preset.prose.sentences)
    differences = [each.text for each in preset.differences]
    assert all(re.fullmatch(r"[A-Z].*\.", text) for text in differences)
    for words in UNMODELLED.get(name, ()):
        assert words in " ".join([preset.prose, *differences])


def test_a_difference_goes_with_the_axis_it_speaks_of() -> None:
    assert any("cycle = agreement" in each for each in describe("japanese").differences)
    assert not any("cycle = agreement" in each for each in describe(variant("japanese", cycle="agreement")).differences)
    own = load_variant('inherits = "aga"\n')
    assert own.differences == variant("aga").differences, "inherited with the source"
    assert load_variant('inherits = "aga"\nsource = "Mine."\n').differences == ()


def test_issue_13_the_alias_french_says_which_reading_it_takes() -> None:
    told = " ".join(describe("french").differences)
    assert "The alias french reads the French rule of repetition as situational superko" in told
    assert "natural superko: repetition = natural" in told


@pytest.mark.parametrize("name", NAMES)
def test_descriptions_cover_every_axis(name: str) -> None:
    told = describe(name)
    assert sorted(row.axis for row in told.rows) == sorted(AXES)
    assert {row.axis for row in told.rows if row.changed} == set(variant(name).rules.differences(Rules()))
    assert [row.changed for row in told.rows] == sorted((row.changed for row in told.rows), reverse=True)
    for row in told.rows:
        assert row.sentence.endswith(".")
        assert "{" not in row.sentence
        assert row.clause


@pytest.mark.parametrize("name", NAMES)
def test_presets_pass_their_own_check_and_round_trip(name: str) -> None:
    assert check(Path(str(files("tengen.rules").joinpath("presets", f"{name}.toml")))) == []
    assert load_variant(to_toml(variant(name))) == variant(name)


def test_aliases_name_one_preset_each() -> None:
    words = [word for preset in variants() for word in (preset.name, *preset.aliases)]
    assert len(words) == len(set(words))
    for preset in variants():
        for alias in preset.aliases:
            assert variant(alias) is preset
    assert variant(" New Zealand ").name == variant("NEW_ZEALAND").name == "new-zealand"
