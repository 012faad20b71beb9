"""Checks of choices over HTTP: every mistake is reported with its field, and no file of the server is read."""

from pathlib import Path
from typing import Any

import pytest
from data import cases
from web_pages import Pages

from tengen.rules import library, variant, variants


def ask(pages: Pages, **choice: Any) -> dict[str, Any]:
    answer = pages.post("/api/check", json=choice)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_every_variant_is_offered_and_comes_to_a_game(pages: Pages) -> None:
    offered = pages.get("/api/variants").json()
    assert [each["name"] for each in offered] == [each.name for each in (*variants(), *library())]
    for each in offered:
        assert each["prose"] == variant(each["name"]).prose
        assert each["board"] in each["sizes"]
        assert all(variant(each["name"]).rules.to_dict()[axis] == value for axis, value in each["axes"].items())
        found = ask(pages, variant=each["name"])
        assert (found["ok"], found["wrong"], found["title"]) == (True, [], each["title"])
        assert found["board"]["svg"].startswith("<svg")


def test_the_rules_are_told_in_words_and_the_board_is_drawn(pages: Pages) -> None:
    found = ask(pages, variant="cushion", board="5x7 torus", axes={"tile_stack": 2}, theme="dark")
    assert found["ok"]
    assert (found["board"]["text"], found["board"]["points"], found["board"]["wide"]) == ("5x7 torus", 35, False)
    told = {row["axis"]: row["sentence"] for row in found["rules"] if row["changed"]}
    assert "tile_stack" in told
    light = ask(pages, variant="cushion", board="5x7 torus", axes={"tile_stack": 2})
    assert found["board"]["svg"] != light["board"]["svg"]


def test_handicap_stones_and_the_tao_stone_stand_on_the_picture(pages: Pages) -> None:
    stones = ask(pages, variant="chinese", board="9", axes={"handicap": 4})["board"]["svg"]
    assert stones.count('class="point black"') == 4
    assert 'class="point tao"' in ask(pages, variant="tao", board="9")["board"]["svg"]


def test_every_contradiction_is_named_with_its_axes(pages: Pages) -> None:
    found = ask(pages, variant="chinese", axes={"end": "no-moves", "tile_stack": 3, "suicide": "maybe"})
    assert not found["ok"]
    assert [(one["field"], one["axes"]) for one in found["wrong"]] == [
        ("axes", ["suicide"]),
        ("axes", ["passing", "end"]),
        ("axes", ["tile_stack", "tiles"]),
    ]
    assert found["board"]["name"] == "19x19"


def test_what_the_rules_put_on_the_board_must_fit_it(pages: Pages) -> None:
    found = ask(pages, variant="chinese", board="9x9 torus", axes={"handicap": 2})
    assert not found["ok"]
    assert (found["wrong"][0]["field"], found["wrong"][0]["axes"]) == ("axes", ["handicap"])
    assert found["board"]["points"] == 81


@pytest.mark.parametrize(
    ("choice", "field", "said"),
    [
        *cases("choice_routes", "what_is_wrong_is_told_with_its_field"),
        ({"graph": {"name": "a.json", "text": "[" * 90_000}}, "graph", "nested"),
    ],
)
def test_what_is_wrong_is_told_with_its_field(pages: Pages, choice: dict[str, Any], field: str, said: str) -> None:
    found = ask(pages, **choice)
    assert not found["ok"]
    assert found["wrong"][0]["field"] == field
    assert said in found["wrong"][0]["text"]


@pytest.mark.parametrize("board", ["file:{}", " File :{}", "FILE: {}", "{}"])
def test_no_file_is_opened_for_a_board(pages: Pages, tmp_path: Path, board: str) -> None:
    secret = tmp_path / "secret.edges"
    secret.write_text("hidden treasure\n")
    found = ask(pages, board=board.format(secret))
    assert not found["ok"]
    assert found["board"] is None
    assert "treasure" not in str(found)


def test_no_file_is_opened_for_a_variant(pages: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    secret = Path("secret.toml")
    secret.write_text('title = "treasure"\n', "utf-8")
    for choice in (
        {"variant": str(secret)},
        {"toml": str(secret)},
        {"toml": f'inherits = "{secret}"'},
        {"toml": f'board = "file:{secret}"'},
    ):
        found = ask(pages, **choice)
        assert not found["ok"]
        assert "treasure" not in str(found)
