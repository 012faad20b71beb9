"""Rules as a record: valid and invalid values, contradictions, changes, and sentences."""

import pickle
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from data import cases
from hypothesis import given
from hypothesis import strategies as st
from rules_strategies import rules

from tengen.records import RulesConflict, TengenError
from tengen.rules import AXES, Rules, describe, variant

BAD: dict[str, tuple[Any, ...]] = {
    "suicide": (None, True, "Forbidden", ["forbidden"], b"allowed"),
    "repetition": ("superko", {}, 0),
    "cycle": ("win",),
    "singleton_of": ("white", None),
    "handicap_bonus": (1, "0", "N", False, 0.5),
    "pass_lifts_ko": (0, 1, "true", None),
    "tiles": (False, "tiles"),
    "tile_stack": (0, -1, True, 1.0, "2", "n", None, 10**7),
    "tao": ("yes", 1, None),
    "tao_start": ("D4", "points", ["D4", "D4"], [""], [4], [["D4"]], None),
    "tao_price": (-1, [], [1, -1], [True], "1", 0.5, 10**7),
    "tao_payment": ("stones",),
    "tao_in_hand": (-1, 1.5, [1, 1], True),
    "own_overlap": ("on", 1),
    "friendly_fire": ("never", None),
    "goal": ("win", "capture 0", "row", "capture on A1, A1", True, None),
    "recapture": ("none", 1),
    "removal": ("first", None),
    "captured": ("wall ", True),
    "least_liberties": (0, 1.5, "2", True),
    "where": ("away", "away 0", "near -1", "chains of 3", "no contact 2", "away 99999999", 3, None),
    "passing": (None, "passes", True),
    "passes": (1, 4, 2.0, True, "2", 10**5000),
    "end": ("no_moves",),
    "scoring": ("points", 3),
    "prisoner_value": ("1", None, float("nan"), True),
    "komi": ("6.5", None, float("nan"), float("inf"), -float("inf"), True, [6.5], 10**400, 10**5000, 6.5j),
    "handicap": (-2, 2.0, "2", True),
    "handicap_kind": (2, "placed"),
    "fairness": (None, True, "pie", "Swap"),
}
CASES = [(name, value) for name, values in BAD.items() for value in values]


def conflicts_of(**axes: Any) -> tuple[str, ...]:
    with pytest.raises(RulesConflict) as caught:
        Rules(**axes)
    return caught.value.conflicts


@pytest.mark.parametrize(("name", "value"), CASES, ids=[f"{name}-{number}" for number, (name, _) in enumerate(CASES)])
def test_bad_values_are_named(name: str, value: Any) -> None:
    first = conflicts_of(**{name: value})[0]
    assert first.startswith(f"{name} = ")
    assert "is not possible; it must be" in first or first.endswith(
        "is too large; numbers in the rules go up to 1,000,000"
    )
    assert len(first) < 250


def test_all_bad_values_and_contradictions_are_named_at_once() -> None:
    assert conflicts_of(komi=None, suicide="maybe", passing="none", tile_stack=2, tiles=7) == (
        "suicide = 'maybe' is not possible; it must be one of: forbidden, allowed, strict",
        "tiles = 7 is not possible; it must be one of: none, tile, cushion",
        "komi = None is not possible; it must be a number",
        "end = passes needs a pass, but passing = none; set end = no-moves or passing = pass",
    )


def test_odd_objects_are_refused_with_a_message() -> None:
    class Silent:
        def __repr__(self) -> str:
            raise RuntimeError

    assert conflicts_of(komi=Silent())[0].startswith("komi = <Silent instance at ")
    assert len(conflicts_of(**dict.fromkeys(AXES, np.zeros(3)))) == len(AXES)
    assert conflicts_of(tao_price=[10**5000])[0].startswith("tao_price = a tuple is not possible")


NO_PASS = "end = passes needs a pass, but passing = {}; set end = no-moves or passing = pass"
A_PASS = "end = no-moves cannot happen with a pass, but passing = {}; set end = passes or passing = return"


@pytest.mark.parametrize(
    ("axes", "message"),
    [
        *cases("axes", "contradictions"),
        ({"passing": "return"}, NO_PASS.format("return")),
        ({"passing": "none"}, NO_PASS.format("none")),
        ({"end": "no-moves"}, A_PASS.format("pass")),
        ({"end": "no-moves", "passing": "both"}, A_PASS.format("both")),
        ({"tao_price": (1, 2)}, "tao_price = [1, 2] has no effect unless tao is on, but tao = off"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_contradictions(axes: dict[str, Any], message: str) -> None:
    assert conflicts_of(**axes) == (message,)


def test_unknown_axes_are_named_with_everything_else() -> None:
    with pytest.raises(RulesConflict) as caught:
        Rules().replace(Komy=1, end="no-moves", xyz=2, scoring="aera")  # type: ignore[call-arg, arg-type]
    assert caught.value.conflicts == (
        "unknown axis 'Komy'; did you mean komi?",
        "unknown axis 'xyz'",
        "scoring = 'aera' is not possible; it must be one of: area, territory, stones",
        A_PASS.format("pass"),
    )


@pytest.mark.parametrize("axes", [None, [], "komi", {5: 1}, {None: 1}, {"kom" * 10**5: 1}])
def test_from_dict_refuses_what_is_no_dictionary_of_axes(axes: Any) -> None:
    with pytest.raises(RulesConflict) as caught:
        Rules.from_dict(axes)
    assert len(str(caught.value)) < 200


def test_values_become_pythons_own() -> None:
    made = Rules.from_dict(
        {"tao": True, "tao_price": [np.int64(1), 2], "komi": np.float64(6.5), "handicap": np.int8(2)}
    )
    assert (made.tao, made.tao_price, made.komi, made.handicap) == ("on", (1, 2), 6.5, 2)
    assert type(made.komi) is float
    assert type(made.handicap) is int
    assert Rules.from_dict({"tao": False}) == Rules()


def test_overlapping_stones_are_counted_by_area() -> None:
    """Spec 4.8: the default changes, a choice stays."""
    gengo = variant("gengo").rules
    assert gengo.replace(own_overlap=True).scoring == "area"
    assert gengo.replace(own_overlap=True, scoring="stones").scoring == "stones"
    assert gengo.replace(own_overlap=True, scoring="territory").scoring == "territory"
    assert gengo.replace(own_overlap=False).scoring == "stones"
    assert variant("gengo", own_overlap=True).rules.scoring == "area"
    assert variant("gengo", own_overlap=True).changes == {"own_overlap": True, "scoring": "area"}
    kept = variant("gengo", own_overlap=True, scoring="stones").rules
    assert kept.replace(own_overlap=True, komi=1).scoring == "stones"
    assert gengo.replace(**kept.differences(gengo)) == kept
    with pytest.raises(RulesConflict):
        gengo.replace(own_overlap="true")  # type: ignore[arg-type]


@given(rules(), rules())
def test_differences_are_what_replace_needs(one: Rules, other: Rules) -> None:
    assert other.replace(**one.differences(other)) == one
    assert one.differences(one) == {}
    assert one.replace() == one


@given(rules())
def test_dictionaries_round_trip(made: Rules) -> None:
    assert Rules.from_dict(made.to_dict()) == made
    assert list(made.to_dict()) == list(AXES)
    assert pickle.loads(pickle.dumps(made)) == deepcopy(made) == made
    assert isinstance(hash(made), int)


@given(rules())
def test_every_record_is_described_in_whole_sentences(made: Rules) -> None:
    for row in describe(made).rows:
        assert row.sentence[0].isupper()
        assert row.sentence.endswith(".")
        if row.axis != "tao_start":  # which names points as their board does
            assert not {"{", "[", "("} & set(row.sentence.split("(")[0])
            assert "  " not in row.sentence


@given(st.dictionaries(st.sampled_from(list(AXES)), st.from_type(object) | st.text() | st.integers() | st.floats()))
def test_random_values_make_rules_or_a_conflict(axes: dict[str, Any]) -> None:
    try:
        made = Rules(**axes)
    except TengenError:
        return
    assert Rules.from_dict(made.to_dict()) == made


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        *cases("axes", "sentences"),
        ("tao_start", ("D4",), "One Tao stone starts at D4."),
        ("tao_start", ("D4", "E5", "F6"), "Tao stones start at D4, E5 and F6."),
        ("tao_price", (2, 2), "A Tao stone costs 2."),
        ("tao_price", (0, 1, 3), "The Tao stones that a player buys cost 0, then 1, then 3 each."),
    ],
)
def test_sentences(name: str, value: Any, sentence: str) -> None:
    assert AXES[name].accepts(value)
    assert AXES[name].say(value) == sentence


def test_what_decides_nothing_says_so() -> None:
    told = {row.axis: row.sentence for row in describe("tile").rows}
    assert told["passes"] == "This decides nothing here: end = no-moves."
    assert told["tao_price"] == "This decides nothing here: tao = off."
    assert told["tile_stack"].startswith("A point may hold 1 tile;")
