"""The pages of solved boards and famous positions: filters, pictures, and the values of the documentation."""

import re
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient

from tengen import Game
from tengen.game.named_positions import named_position
from tengen.rules import variant
from tengen.rules.repetition import RepetitionName
from tengen.solve.value import value
from tengen.web.pages.solved_page import setting, solved

TABLE = Path(__file__).parents[2] / "docs" / "lab" / "who-wins.csv"


def cards(client: TestClient, **filters: str) -> int:
    answer = client.get("/solved", params=filters)
    assert answer.status_code == 200
    return answer.text.count('<p class="winner">')


def test_the_page_shows_the_table_of_the_documentation() -> None:
    """The copy in the package is that of `examples/who_wins_page.py`."""
    copy = Path(__file__).parents[2] / "src" / "tengen" / "web" / "pages" / "solved.csv"
    assert copy.read_bytes() == TABLE.read_bytes()


def test_filters_let_through_what_is_all_of_it(client: TestClient) -> None:
    rows = solved().values()
    assert cards(client) == len(rows)
    tile = [row for row in rows if row.variant == "tile"]
    assert cards(client, game="tile") == len(tile) > 0
    assert cards(client, game="tile", board="grids") == sum(not row.is_graph for row in tile)
    assert cards(client, game="tile", board="4") == sum(row.points == 4 for row in tile)
    white = [row for row in tile if row.points == 4 and row.winner == "white"]
    assert cards(client, game="tile", board="4", winner="white") == len(white)
    dear = [row for row in rows if row.settings == "tao_price=3"]
    assert cards(client, settings="tao_price=3") == cards(client, game="tao", settings="tao_price=3") == len(dear) > 0
    assert cards(client, game="tile", settings="tao_price=3") == 0
    assert cards(client, game="<script>", board="x", winner="0") == 0
    assert "No board matches all of these" in client.get("/solved", params={"game": "none"}).text


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures(client: TestClient, theme: str) -> None:
    name = next(name for name, row in solved().items() if row.board == "1x3" and row.variant == "tile")
    for address in (f"/solved/{name}.svg", "/positions/game-417.svg"):
        answer = client.get(address, params={"theme": theme})
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
        ElementTree.fromstring(answer.text)
    for missing in ("/solved/0.svg", "/positions/nothing.svg"):
        assert client.get(missing).status_code == 404


def test_every_setting_and_every_game_has_words() -> None:
    for row in solved().values():
        assert variant(row.variant).title
        assert "=" not in setting(row.settings)


def test_one_of_a_thing_is_said_in_the_singular(client: TestClient) -> None:
    shown = client.get("/solved", params={"game": "tile", "board": "1"}).text
    assert "1 point" in shown
    assert not re.search(r"\b1 (points|turns|boards)\b", client.get("/solved").text + shown)


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
    """Spec 1.24; the slow test of `docs/why/solving.md` proves all of them."""
    found = named_position("triple-ko-1")
    game = Game.setup("chinese", list(found.rows), to_play="white", repetition=rule, komi=0)
    assert value(game, points=found.points).exact == found.values["white"][rule]
