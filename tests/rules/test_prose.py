"""Prose never contradicts axes: a sentence about a changed axis is replaced by the axis's own sentence."""

import copy
import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from data import cases
from example_counts import first
from hypothesis import given
from hypothesis import strategies as st
from rules_strategies import rules

from tengen import Game
from tengen.records import RulesConflict
from tengen.rules import AXES, Rules, Variant, check, describe, load_variant, to_toml, variant, variants
from tengen.rules.conflicts import idle
from tengen.rules.variant_data import Prose, Sentence

NAMES = [preset.name for preset in variants()]
NEEDED: tuple[dict[str, Any], ...] = (
    {},
    {"passing": "pass", "end": "passes"},
    {"passing": "return", "end": "no-moves", "passes": 2},
)
"""Axes that may have to change together with an axis."""


def sentences(game: Variant) -> tuple[Sentence, ...]:
    """Return the sentences that may name axes; a plain text has none."""
    return game.prose.sentences if isinstance(game.prose, Prose) else ()


def changes(game: Variant) -> Iterator[tuple[str, Variant]]:
    """Yield every axis with every other value that it can have in a game, and that game."""
    for name, axis in AXES.items():
        for value in [*axis.words, *([axis.sample] if axis.pattern else [])]:
            good: Any = {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value
            good = int(good) if isinstance(good, str) and good.isdigit() else good
            for more in NEEDED:
                try:
                    changed = variant(game, **{**more, name: good})
                except RulesConflict:
                    continue
                if getattr(changed.rules, name) != getattr(game.rules, name):
                    yield name, changed
                break


@pytest.mark.parametrize("name", NAMES)
def test_every_changed_axis_has_exactly_its_own_sentence(name: str) -> None:
    game = variant(name)
    seen = set()
    for axis, changed in changes(game):
        seen.add(axis)
        stale = [each.text for each in sentences(game) if axis in dict(each.axes)]
        own = AXES[axis].say(getattr(changed.rules, axis))
        assert not [text for text in stale if text in changed.prose and text != own], (axis, changed.prose)
        assert changed.prose.count(own) == (not idle(axis, changed.rules.to_dict())), (axis, changed.prose)
        assert all(getattr(changed.rules, key) == value for each in sentences(changed) for key, value in each.axes)
    assert {"suicide", "repetition", "scoring", "komi", "handicap", "own_overlap"} <= seen
    assert ("tao_start" in seen) == (game.rules.tao == "on")


def test_the_two_that_were_wrong(tmp_path: Path) -> None:
    tile = load_variant('inherits = "tile"\n[axes]\nrepetition = "situational"')
    assert "there is no superko" in variant("tile").prose
    assert "there is no superko" not in tile.prose
    assert AXES["repetition"].say("situational") in tile.prose
    tao = variant("tao", tao_start=("A1", "B2"))
    assert "centre" not in tao.prose
    assert "Tao stones start at A1 and B2." in tao.prose


def test_nothing_is_claimed_beyond_what_is_published_or_proved() -> None:
    """2.8, 2.11: Tile Go has no cycle at all; Cushion Go breaks only the known forced ones."""
    tile, cushion = variant("tile"), variant("cushion")
    assert "no position comes back for ever, neither by force nor by agreement" in tile.prose
    assert "All known cycles that a player of Go can force" in cushion.prose
    assert "who agree to it can still repeat a position" in cushion.prose
    for game in (tile, cushion):
        assert "A ko may not be retaken at once" in game.prose
        assert "Suicide is illegal." in game.prose
    assert "for ever" not in variant("tile", tile_stack="unlimited").prose, "2.8 needs a limit"
    assert "for ever" not in variant("tile", suicide="allowed").prose, "2.8 needs suicide to be illegal"
    assert "repeat a position" not in variant("cushion", repetition="positional").prose


def test_changes_by_every_way_and_back() -> None:
    one = variant("tao", komi=3)
    assert one.prose == f"{variant('tao').prose} White gets 3 points of komi."
    by_variant = variant("tao", tao_price=2, komi=3)
    by_hand = replace(variant("tao"), rules=one.rules.replace(tao_price=2))
    assert by_variant.prose == by_hand.prose
    assert "A Tao stone costs 2." in by_variant.prose
    assert variant(by_variant, tao_price=1).prose == one.prose
    assert variant(by_variant, tao_price=1, komi=6.5).prose == variant("tao").prose
    assert Game("tao", board="5x5", tao_price=2, komi=3).variant.prose == describe(by_variant).prose == by_variant.prose


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("gengo")])
def test_gengo_under_other_rules_says_nothing_of_its_own(name: str) -> None:
    told = variant(name, suicide="forbidden", repetition="positional", passes=2, scoring="area").prose
    for stale in ("removed together", "captured alone", "Three passes", "stones on the board count", "rules of Gengo"):
        assert stale not in told
    for axis, value in (("suicide", "forbidden"), ("repetition", "positional"), ("passes", 2), ("scoring", "area")):
        assert told.count(AXES[axis].say(value)) == 1


def test_axes_that_nothing_spoke_of_come_last_and_go_again() -> None:
    plain = variant("chinese")
    changed = variant(plain, tiles="tile", handicap=3)  # whose komi becomes 0.5
    told = [AXES[name].say(value) for name, value in (("tiles", "tile"), ("komi", 0.5), ("handicap", 3))]
    assert changed.prose == " ".join([plain.prose, *told])
    assert variant(changed, tiles="none", handicap=0).prose == plain.prose
    heir = load_variant('inherits = "chinese"\n[axes]\ntiles = "tile"')
    assert heir.prose == f"{plain.prose} {AXES['tiles'].say('tile')}"
    assert variant("tile", komi=3).prose == variant("tile").prose, "where nothing is scored, komi decides nothing"


def test_an_axis_that_decides_nothing_is_not_told() -> None:
    game = load_variant('inherits = "tile"\n[axes]\ntile_stack = 2')
    assert "A point may hold 2 tiles" in game.prose
    without = variant(game, tiles="none", tile_stack=1)
    assert "There are no tiles." in without.prose
    assert "A point may hold" not in without.prose


def test_plain_prose_is_kept_as_it_is() -> None:
    game = load_variant('prose = """\nThere is\nno superko."""')
    assert game.prose == variant(game, repetition="positional").prose == "There is no superko."
    assert replace(variant("tile"), prose="Mine.").prose == "Mine."
    assert Variant("mine", "Mine", Rules(), "19", None, "Mine.").prose == "Mine."
    listed = load_variant('prose = ["One.", {text = "Two\\n  words."}]')
    assert listed.prose == "One. Two words."
    assert load_variant(to_toml(listed)) == listed


def test_files_say_their_sentences_for_their_own_axes(tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text(
        'inherits = "chinese"\nprose = ["One.", {text = "Komi is small.", axes = ["komi"]}]\n[axes]\nkomi = 0.5',
        "utf-8",
    )
    (tmp_path / "second.toml").write_text('inherits = "first.toml"\n[axes]\nkomi = 3', "utf-8")
    assert load_variant(tmp_path / "first.toml").prose == "One. Komi is small."
    second = load_variant(tmp_path / "second.toml")
    assert second.prose == "One. White gets 3 points of komi."
    again = load_variant(to_toml(second))
    assert (again, sentences(again)) == (second, sentences(second))


@pytest.mark.parametrize("name", first(5, NAMES))
def test_prose_is_written_back_with_its_axes(name: str) -> None:
    for game in (variant(name), *(changed for _, changed in changes(variant(name)))):
        again = load_variant(to_toml(game))
        assert replace(again, changes=game.changes) == game
        assert sentences(again) == sentences(game)


@given(st.sampled_from(NAMES), rules())
def test_prose_is_true_under_any_rules(name: str, made: Rules) -> None:
    for each in sentences(replace(variant(name), rules=made)):
        assert all(getattr(made, axis) == value for axis, value in each.axes)


def test_prose_is_copied_whole() -> None:
    game = variant("tao")
    for again in (pickle.loads(pickle.dumps(game.prose)), copy.deepcopy(game).prose, copy.copy(game.prose)):
        assert isinstance(again, Prose)
        assert (again, again.sentences) == (game.prose, sentences(game))
    assert type(str(game.prose)) is str


@pytest.mark.parametrize(("prose", "said"), cases("prose", "mistakes_in_sentences_are_named"))
def test_mistakes_in_sentences_are_named(prose: str, said: list[str]) -> None:
    found = [str(problem) for problem in check(f"inherits = 'tile'\nprose = {prose}\n")]
    assert sorted(found) == sorted(each if each.startswith("line") else f"line 2: {each}" for each in said)
