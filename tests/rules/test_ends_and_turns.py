"""The meaning of `passing` and `end` for a game is defined in one place; unknown values are refused."""

import pytest
from invented import add_value

from tengen import Rules, variants
from tengen.records import UnservedRules
from tengen.rules.axes import AXES, ENDS_BY_PASSES, MAY


def test_every_value_has_a_meaning() -> None:
    assert set(MAY) == set(AXES["passing"].values)
    assert set(ENDS_BY_PASSES) == set(AXES["end"].values)


@pytest.mark.parametrize("name", [each.name for each in variants()])
def test_a_preset_ends_by_passes_where_passes_can_end_it(name: str) -> None:
    rules = next(each.rules for each in variants() if each.name == name)
    assert rules.ends_by_passes == (rules.end == "passes")
    assert not rules.ends_by_passes or rules.may_pass
    assert rules.replace(komi=-0.5).komi_counts == rules.ends_by_passes
    assert not rules.replace(komi=0).komi_counts


def test_an_unknown_end_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    add_value(monkeypatch, "end", "sunset")
    with pytest.raises(UnservedRules, match="an end does not serve end = sunset; it serves passes, no-moves"):
        Rules(end="sunset").ends_by_passes  # type: ignore[arg-type] # noqa: B018
