"""The whole state of spec 1.6: one table names its parts; consumers support all of them or refuse."""

from typing import Any

import pytest
from data import cases
from invented import answer

from tengen.rules import Rules, serving
from tengen.rules.serving import STATE_PARTS, StatePart, state_parts

COMPARING = ["Game", "search", "MCTS", "VectorEnv", "states", "value on 2x1"]


@pytest.mark.parametrize(("axes", "parts"), cases("whole_state", "the_parts_follow_the_axes"), ids=str)
def test_the_parts_follow_the_axes(axes: dict[str, Any], parts: list[str]) -> None:
    assert list(state_parts("a test", Rules(**axes), STATE_PARTS)) == parts


@pytest.mark.parametrize("consumer", COMPARING)
def test_a_new_part_is_refused_by_name(consumer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two states are never confused because a part of them is unknown."""
    part = StatePart("price", "the price now asked", lambda rules: rules.komi == 7)
    monkeypatch.setitem(serving._ROWS, part.name, part)
    assert not answer(consumer, Rules(repetition="no-result"))[1]
    assert "price (the price now asked)" in answer(consumer, Rules(repetition="no-result", komi=7))[1]
