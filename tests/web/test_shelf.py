"""The home page: every board of the shelf is reached by legal moves, drawn at once, and can be played."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from web_pages import Pages

import tengen.web
from tengen import Game
from tengen.web.api.game_routes import NewGame
from tengen.web.games.game_request import chosen_game
from tengen.web.pages.featured import Board, shelf
from tengen.web.pages.positions import Still, still_of, stills
from tengen.web.pages.rule_examples import examples

STILLS = Path(tengen.web.__file__).parent / "pages" / "positions.json"


def replayed() -> dict[str, list[dict[str, Any]]]:
    found = {f"shelf/{board.name}": [board.still().plain()] for board in shelf()}
    return found | {f"rules/{each.name}": [still.plain() for still in each.stills()] for each in examples()}


def test_what_is_drawn_is_what_the_moves_lead_to() -> None:
    """After a change of the shelf or the examples: ``TENGEN_SNAPSHOTS=1 python -m pytest tests/web/test_shelf.py``."""
    made = replayed()
    if os.environ.get("TENGEN_SNAPSHOTS"):
        rows = [f"{json.dumps(name)}: {json.dumps(found)}" for name, found in made.items()]
        STILLS.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
    assert json.loads(STILLS.read_text("utf-8")) == json.loads(json.dumps(made))


def test_a_still_survives_being_kept() -> None:
    for board in shelf():
        assert stills(f"shelf/{board.name}") == (board.still(),)
    with pytest.raises(KeyError):
        stills("shelf/nothing")


@pytest.mark.parametrize("board", shelf(), ids=lambda board: board.name)
def test_a_board_is_in_mid_game_and_its_game_can_begin(board: Board) -> None:
    still = board.still()
    assert len(still.stones) >= 4
    assert {"black", "white"} <= set(still.stones.values())
    begun = chosen_game(NewGame(**board.choice()))
    assert begun.board.text == still.board
    assert begun.variant.rules == board.game.rules
    assert begun.moves == ()


def test_every_variant_with_a_face_of_its_own_is_on_the_shelf() -> None:
    assert {"cushion", "tile", "tao", "gengo", "chinese"} <= {board.variant for board in shelf()}
    assert shelf()[0].variant == "cushion"
    assert len({board.title for board in shelf()}) == len(shelf())


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("board", shelf(), ids=lambda board: board.name)
def test_the_pictures_show_the_stones(pages: Pages, board: Board, theme: str) -> None:
    answer = pages.get(f"/shelf/{board.name}.svg?theme={theme}")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    ElementTree.fromstring(answer.text)
    for colour in ("black", "white"):
        stones = [each for each in board.still().stones.values() if each == colour]
        assert len(re.findall(rf'class="point {colour}\b', answer.text)) == len(stones)
    again = pages.get(f"/shelf/{board.name}.svg?theme={theme}", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_a_theme_changes_the_picture_and_what_is_unknown_is_refused(pages: Pages) -> None:
    assert pages.get("/shelf/go.svg?theme=light").text != pages.get("/shelf/go.svg?theme=dark").text
    assert pages.get("/shelf/go.svg?theme=green").status_code == 422
    assert pages.get("/shelf/nothing.svg").status_code == 404


def test_the_page_offers_every_board(pages: Pages) -> None:
    text = pages.get("/").text
    for board in shelf():
        assert board.title in text
        assert board.text in text.replace("&#39;", "'")
        assert f'href="/rules/{board.variant}"' in text
    assert text.count('class="play') == len(shelf())
    assert "style=" not in text
    assert not re.search(r"<script(?![^>]*src=)", text)


def test_a_still_shows_a_ko_and_the_last_move() -> None:
    game = Game.setup("chinese", [".XO.", "XO.O", ".XO.", "...."], to_play="black")
    game.play("C3")
    assert game.why_not("B3")
    assert (still_of(game).last, still_of(game).ko) == ("C3", ("B3",))
    assert Still("4x4", {"A1": "black"}).plain() == {"board": "4x4", "stones": {"A1": "black"}}
