"""Registered rules of repetition: written and read, and refused by name if they are unknown."""

import pickle
import re
from pathlib import Path
from typing import Any

import pytest
from invented import AddRule
from test_rules_faults import cases

from tengen import Game, RulesConflict
from tengen.draw.sentences import sentence
from tengen.records import Reason
from tengen.rules import (
    AXES,
    REPETITIONS,
    Compares,
    Repetition,
    Rules,
    Then,
    load_variant,
    register,
    to_toml,
    unregister,
    variant,
)

MINE = Repetition("mine", "mine", "A third time is a draw.", compares=Compares.SIDE, times=3, then=Then.DRAW)


def row_of(case: dict[str, Any]) -> Repetition:
    given = dict(case["row"])
    given |= {"compares": Compares(given["compares"])} if "compares" in given else {}
    given |= {"then": Then(given["then"])} if "then" in given else {}
    return Repetition(**given)


@cases("registered")
def test_a_registered_rule_is_played_and_kept(case: dict[str, Any], add_rule: AddRule) -> None:
    name: Any = add_rule(row_of(case))
    game = Game("chinese", board="2x1", repetition=name, suicide="allowed", passes=3)
    for move in ("A1", "B1", "A1"):
        if not game.why_not(move):
            game.play(move)
    for again in (Game.from_sgf(game.sgf()), Game.from_json(game.to_json()), Game.from_record(game.record)):
        assert (again.rules, again.moves) == (game.rules, game.moves)
    own = variant("chinese", repetition=name)
    assert load_variant(to_toml(own)).rules == pickle.loads(pickle.dumps(own.rules)) == own.rules
    assert AXES["repetition"].say(name) == case["row"]["sentence"]


def test_a_registered_rule_says_why(add_rule: AddRule) -> None:
    row = Repetition("mine", "mine", "No position comes back.", compares=Compares.POSITION, why="{player} repeats.")
    rules = Rules(repetition=add_rule(row))  # type: ignore[arg-type]
    assert sentence(Reason.REPETITION, rules, "white") == "White repeats."


@cases("unregistered")
def test_what_is_no_rule_is_not_registered(case: dict[str, Any]) -> None:
    before = dict(REPETITIONS), dict(AXES["repetition"].values)
    with pytest.raises(RulesConflict):
        register(row_of(case))
    assert (dict(REPETITIONS), dict(AXES["repetition"].values)) == before


@cases("mistyped")
def test_a_row_of_wrong_types_is_refused(case: dict[str, Any]) -> None:
    with pytest.raises(RulesConflict, match=re.escape(case["says"])):
        register(Repetition(**case["row"]))
    assert "mine" not in REPETITIONS


def test_what_is_no_row_is_refused() -> None:
    with pytest.raises(RulesConflict, match="must be a Repetition, not 'positional'"):
        register("positional")  # type: ignore[arg-type]


def test_the_same_row_is_registered_twice(add_rule: AddRule) -> None:
    add_rule(MINE)
    assert str(register(MINE)) == "mine"
    with pytest.raises(RulesConflict):
        register(Repetition("mine", "mine", "Another rule."))
    assert REPETITIONS["mine"] == MINE


@pytest.mark.parametrize("name", ["ko", "singleton", "never-there"])
def test_only_registered_rules_are_removed(name: str) -> None:
    with pytest.raises(RulesConflict):
        unregister(name)
    assert {*AXES["repetition"].values} == {*REPETITIONS}


def test_a_removed_rule_is_refused_by_name() -> None:
    game = Game("chinese", board="2x1", repetition=register(MINE))
    kept = pickle.dumps(game.rules)
    sgf, text, toml = game.sgf(), game.to_json(), to_toml(game.variant)
    unregister("mine")
    for read in (
        lambda: Game.from_sgf(sgf),
        lambda: Game.from_json(text),
        lambda: load_variant(toml),
        lambda: pickle.loads(kept),
        lambda: Game("chinese", repetition="mine"),  # type: ignore[arg-type]
    ):
        with pytest.raises(RulesConflict, match="mine"):
            read()


def test_axes_that_need_a_kind_of_rule_follow(add_rule: AddRule) -> None:
    """An axis such as cycle can be changed if any rule, built in or not, uses it to end games."""
    name: Any = add_rule(Repetition("mine", "mine", "As cycle says.", compares=Compares.SIDE, then=Then.CYCLE))
    assert Rules(repetition=name, cycle="draw").cycle == "draw"
    with pytest.raises(RulesConflict, match="repetition is no-result or mine"):
        Rules(cycle="draw")


def test_the_example_of_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how" / "own-variant.md").read_text("utf-8")
    (code,) = (each for each in re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S) if "register(" in each)
    found: dict[str, Any] = {}
    exec(code, found)
    try:
        assert found["game"].rules.repetition == found["thrice"] == "thrice"
    finally:
        unregister("thrice")
