"""Positions known by name are as published, and found by their names."""

from __future__ import annotations

import pytest
from data import load

from tengen import Game
from tengen.game.named_positions import NamedPosition, named_position, named_positions
from tengen.records import TengenError

PUBLISHED = load("repetition")["boards"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_triple_ko_diagrams_are_as_published(number: int) -> None:
    found = named_position(f"triple-ko-{number}")
    assert list(found.rows) == PUBLISHED[f"diagram {number}"]
    assert "A3" not in found.diagram().position.stones


@pytest.mark.parametrize("what", named_positions().values(), ids=lambda what: what.name)
def test_a_named_position_can_be_played_from(what: NamedPosition) -> None:
    assert what.title
    assert what.about
    assert what.source
    game = Game.from_record(what.diagram().record())
    assert game.rows() == list(what.rows)
    assert game.to_play == what.to_play


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(TengenError, match=r"there is no position triple-ko-4; did you mean triple-ko-3\?"):
        named_position("triple-ko-4")
    with pytest.raises(TengenError, match="there is no position ladder; there are triple-ko-1, triple-ko-2, "):
        named_position("ladder")
