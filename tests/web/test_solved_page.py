"""The page of solved boards: what its filters let through, its pictures, and that it shows the table of the docs."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient

from tengen.rules import variant
from tengen.web.pages.solved_page import setting, solved

TABLE = Path(__file__).parents[2] / "docs" / "who-wins.csv"


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
    assert "No board is all of this" in client.get("/solved", params={"game": "none"}).text


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures_mark_the_first_moves(client: TestClient, theme: str) -> None:
    name, row = next((name, row) for name, row in solved().items() if row.board == "1x3" and row.variant == "tile")
    assert row.moves == "A2"
    answer = client.get(f"/solved/{name}.svg", params={"theme": theme})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    ElementTree.fromstring(answer.text)
    assert client.get("/solved/0.svg").status_code == 404


def test_every_setting_and_every_game_has_words() -> None:
    for row in solved().values():
        assert variant(row.variant).title
        assert "=" not in setting(row.settings)


def test_one_of_a_thing_is_said_in_the_singular(client: TestClient) -> None:
    shown = client.get("/solved", params={"game": "tile", "board": "1"}).text
    assert "1 point" in shown
    assert not re.search(r"\b1 (points|turns|boards)\b", client.get("/solved").text + shown)
