"""The form for a new game: every choice is on it, has a label, and can be played."""

import json
import re
from typing import Any

import pytest
from web_pages import Pages

from tengen.boards import kinds, parse
from tengen.boards.titles import titled
from tengen.rules import AXES, library, variants
from tengen.web.api.choice_routes import CheckRequest, checked
from tengen.web.pages.board_kinds import SHAPES
from tengen.web.pages.new_game_page import APART, AXIS_TITLES


@pytest.fixture(scope="module")
def text(pages: Pages) -> str:
    answer = pages.get("/new")
    assert answer.status_code == 200
    return answer.text


@pytest.fixture(scope="module")
def data(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="choices">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    read: dict[str, Any] = json.loads(found[1])
    return read


def test_every_variant_and_every_axis_is_on_the_form(text: str, data: dict[str, Any]) -> None:
    for each in variants():
        assert f'<option value="{each.name}"' in text
    assert data["variants"].keys() == {each.name for each in (*variants(), *library())}
    for name, axis in AXES.items():
        assert (f'data-axis="{name}"' in text) == (name not in APART)
        assert data["axes"][name]["about"] == axis.about
        assert data["axes"][name]["values"] == dict(axis.values)
    assert set(data["axes"]) - set(APART) == set(AXIS_TITLES)


def test_every_field_has_one_label_and_no_id_is_there_twice(text: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    labels = re.findall(r'<label for="([^"]+)"', text)
    assert len(labels) == len(set(labels))
    fields = re.findall(r'<(?:input|select|textarea)(?![^>]*type="(?:radio|checkbox)")[^>]*\bid="([^"]+)"', text)
    assert sorted(fields) == sorted(labels)
    described = {name for each in re.findall(r'aria-describedby="([^"]+)"', text) for name in each.split()}
    assert described <= set(ids)


@pytest.mark.parametrize("board", [text for texts in SHAPES.values() for text in texts])
def test_every_board_offered_can_be_played(board: str) -> None:
    assert 1 < len(parse(board, files=False)) <= 1000


def test_every_game_and_every_kind_of_board_has_a_picture(pages: Pages, text: str, data: dict[str, Any]) -> None:
    shown = re.findall(r'<img[^>]* src="(/(?:featured|boards|variants)/[^"?]+)', text)
    shown += [f"/boards/{choice['picture']}.svg" for choice in data["shapes"]["graph"]]
    assert len(shown) == 2 * (len(data["families"]) + len(SHAPES)) + len(SHAPES["graph"])
    for address in set(shown):
        assert pages.get(address).headers["content-type"].startswith("image/svg+xml")
    assert sorted(name for names in data["families"].values() for name in names) == sorted(data["variants"])


def test_no_board_is_called_by_its_text(data: dict[str, Any]) -> None:
    titles = [choice["title"] for choices in data["shapes"].values() for choice in choices]
    titles += [titled(parse(kind.example)) for kind in kinds() if kind.name != "file"]
    assert [title for title in titles if ":" in title or "{" in title or "graph6" in title] == []


def test_only_axes_that_decide_something_are_offered(data: dict[str, Any]) -> None:
    assert {"tao_price", "tile_stack", "own_overlap", "friendly_fire"} <= set(data["idle"]["chinese"])
    assert not {"tile_stack", "tiles"} & set(data["idle"]["tile"])
    assert {"scoring", "passes", "komi"} <= set(data["idle"]["tile"])
    assert "friendly_fire" not in data["idle"]["gengo"]
    told = checked(CheckRequest.model_validate({"variant": "chinese", "board": "9", "axes": {"tao": "on"}}))
    assert "tao_price" not in told.idle
    assert "own_overlap" in checked(CheckRequest.model_validate({"variant": "gengo", "board": "hexagon 4"})).idle
