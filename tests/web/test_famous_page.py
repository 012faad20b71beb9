"""The page of famous positions: the diagrams of the triple ko with their values, and pictures of all positions."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tengen import Game
from tengen.game.named_positions import named_position
from tengen.rules.repetition import RepetitionName
from tengen.solve.value import value

CASES = tomllib.loads((Path(__file__).parent.parent / "data/faults/documents.toml").read_text("utf-8"))["values"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["position"])
def test_the_page_shows_the_values_of_the_triple_ko(client: TestClient, case: dict[str, Any]) -> None:
    """Spec 1.24."""
    assert named_position(case["position"]).values == {side: case[side] for side in ("black", "white")}
    (card,) = re.findall(rf"<li>\s*<img[^>]*{case['position']}\.svg.*?</li>", client.get("/positions").text, re.DOTALL)
    shown = [(who, int(points)) for who, points in re.findall(r"(Black|White) wins by (\d+)", card)]
    rules = ("positional", "situational", "natural")
    expected = [case[side][rule] for rule in rules for side in ("black", "white")]
    assert [points if who == "Black" else -points for who, points in shown] == expected


@pytest.mark.parametrize("rule", ["situational", "natural"])
def test_the_values_are_those_that_are_proved(rule: RepetitionName) -> None:
    """Spec 1.24; the slow test of `docs/solving.md` proves all of them."""
    found = named_position("triple-ko-1")
    game = Game.setup("chinese", list(found.rows), to_play="white", repetition=rule, komi=0)
    assert value(game, points=found.points).exact == found.values["white"][rule]


def test_pictures(client: TestClient) -> None:
    picture = client.get("/positions/game-417.svg", params={"theme": "dark"})
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/svg+xml")
    assert client.get("/positions/nothing.svg").status_code == 404
