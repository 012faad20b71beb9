"""Every preset matches chapter 5 of the specification."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from tengen.rules import AXES, Rules, check, describe, load_variant, to_toml, variant, variants
from tengen.rules.variant_data import Prose

NAMES = [preset.name for preset in variants()]
SPECIFIED = [
    *("chinese", "japanese", "korean", "aga", "new-zealand", "tromp-taylor", "ing", "formal", "tile", "cushion", "tao"),
    *("gengo", "gengo-go", "gengo-large-n", "gengo-large-o"),
]
UNMODELLED = {
    "aga": ("pass stone", "White need not pass last", "alias french reads the French rule"),
    "chinese": ("a triple ko",),
    "japanese": ("a neutral liberty", "Bent four and moonshine life"),
    "korean": ("a neutral liberty", "Bent four and moonshine life"),
    "ing": ("life and death", "komi is 8", "ask for four"),
    "new-zealand": ("handicap_kind = free",),
    "gengo": ("the opponent's last stone",),
}


def test_every_file_in_the_folder_is_a_preset() -> None:
    stored = {path.name for path in files("tengen.rules").joinpath("presets").iterdir() if path.name.endswith(".toml")}
    assert stored == {f"{name}.toml" for name in NAMES}


def test_the_presets_of_the_specification_come_in_this_order() -> None:
    assert [name for name in NAMES if name in SPECIFIED] == SPECIFIED


@pytest.mark.parametrize("name", ["gengo-go", "gengo-large-n", "gengo-large-o"])
def test_other_stones_are_played_by_gengos_rules(name: str) -> None:
    assert variant(name).rules == variant("gengo").rules


@pytest.mark.parametrize("name", SPECIFIED)
def test_boards(name: str) -> None:
    footprints = {"gengo": "gengo", "gengo-go": "go", "gengo-large-n": "large-n", "gengo-large-o": "large-o"}
    assert (variant(name).board, variant(name).footprint) == ("19", footprints.get(name))


@pytest.mark.parametrize("name", SPECIFIED)
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
