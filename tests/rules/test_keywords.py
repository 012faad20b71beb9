"""The axes as keywords: types, misspelt names, and prisoners without value (issue 44, 21)."""

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import pytest
from data import cases

from tengen import Game, RulesConflict
from tengen.rules import AXES, Axes, Rules
from tengen.rules.rules import SetupAxes, unknown_axis

CASES: Final = tomllib.loads((Path(__file__).parents[1] / "data" / "faults" / "library.toml").read_text("utf-8"))


def _kinds(hint: Any) -> set[Any]:
    """Return the parts of a type, values of Literals one by one."""
    parts = get_args(hint)
    return {each for part in parts for each in _kinds(part)} if parts and hint != tuple[str, ...] else {hint}


def test_the_keywords_are_the_axes_with_their_types() -> None:
    keywords, fields = get_type_hints(Axes), get_type_hints(Rules)
    assert set(keywords) == set(fields) == set(AXES)
    assert set(keywords) - set(get_type_hints(SetupAxes)) == {"tiles", "tao_in_hand"}
    for name, hint in keywords.items():
        assert hint == fields[name] or _kinds(hint) >= _kinds(fields[name]), name


@pytest.mark.parametrize("case", CASES["axis"], ids=lambda case: case["name"])
def test_an_unknown_axis_is_told_which_was_meant(case: dict[str, str]) -> None:
    said = unknown_axis(case["name"])
    assert said.endswith(f"; did you mean {case['meant']}?" if case["meant"] else f"'{case['name']}'")


@pytest.mark.parametrize("case", CASES["prisoners"], ids=lambda case: f"{case['game']} {case['value']}")
def test_prisoners_that_count_for_nothing_conflict(case: dict[str, Any]) -> None:
    axes = {"prisoner_value": case["value"]}
    if not case["conflicts"]:
        assert Game(case["game"], **axes).rules.prisoner_value == case["value"]
        return
    with pytest.raises(RulesConflict) as caught:
        Game(case["game"], **axes)
    assert len(caught.value.conflicts) == case["conflicts"]
    assert all(each.startswith("prisoner_value = ") for each in caught.value.conflicts)


@pytest.mark.slow
@pytest.mark.parametrize(("call", "right"), cases("keywords", "type_checkers_know_the_axes"))
def test_type_checkers_know_the_axes(call: str, right: bool, tmp_path: Path) -> None:
    file = tmp_path / "called.py"
    imports = "from tengen import Game, Rules, variant\nfrom tengen.rules import Repetition, register\n"
    file.write_text(f"{imports}\n{call}\n", "utf-8")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", str(file)], capture_output=True, check=False)
    assert (done.returncode == 0) == right, done.stdout
