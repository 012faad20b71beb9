"""The home page: every board is reached by legal moves, drawn at once, and can be played."""

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
from tengen.rules import variants
from tengen.web.api.new_game_routes import NewGame
from tengen.web.games.game_request import chosen_game
from tengen.web.pages.board_kinds import board_kinds
from tengen.web.pages.home_page import DOORS, surprises
from tengen.web.pages.listed_games import FeaturedGame, featured_games
from tengen.web.pages.stored_positions import StoredPosition, played_position

POSITIONS = Path(tengen.web.__file__).parent / "pages" / "stored_positions.json"


def replayed() -> dict[str, dict[str, Any]]:
    found = {f"featured/{board.name}": board.played().plain() for board in featured_games()}
    return found | {f"boards/{name}": kind.played().plain() for name, kind in board_kinds().items() if kind.moves}


def test_what_is_drawn_is_what_the_moves_lead_to() -> None:
    """After a change of boards or examples: ``TENGEN_SNAPSHOTS=1 python -m pytest tests/web/test_home_page.py``."""
    made = replayed()
    if os.environ.get("TENGEN_SNAPSHOTS"):
        rows = [f"{json.dumps(name)}: {json.dumps(found)}" for name, found in made.items()]
        POSITIONS.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
    assert json.loads(POSITIONS.read_text("utf-8")) == json.loads(json.dumps(made))


@pytest.mark.parametrize("board", featured_games(), ids=lambda board: board.name)
def test_a_board_is_in_mid_game_and_its_game_can_begin(board: FeaturedGame) -> None:
    still = board.played()
    assert len(still.stones) >= 4
    assert {"black", "white"} <= set(still.stones.values())
    begun = chosen_game(NewGame.model_validate(board.choice()))
    assert begun.board.text == still.board
    assert begun.variant.rules == board.game.rules
    assert begun.moves == ()


@pytest.mark.parametrize("board", featured_games(), ids=lambda board: board.name)
def test_the_pictures_show_the_stones(pages: Pages, board: FeaturedGame) -> None:
    answer = pages.get(f"/featured/{board.name}.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    ElementTree.fromstring(answer.text)
    for colour in ("black", "white"):
        stones = [each for each in board.played().stones.values() if each == colour]
        assert len(re.findall(rf'class="point {colour}\b', answer.text)) == len(stones)
    again = pages.get(f"/featured/{board.name}.svg", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_a_theme_changes_the_picture_and_what_is_unknown_is_refused(pages: Pages) -> None:
    assert pages.get("/featured/go.svg?theme=light").text != pages.get("/featured/go.svg?theme=dark").text
    assert pages.get("/featured/go.svg?theme=green").status_code == 422
    assert pages.get("/featured/nothing.svg").status_code == 404


def test_the_page_offers_every_board(pages: Pages) -> None:
    text = pages.get("/").text
    for board in featured_games():
        assert board.title in text
        assert board.text in text.replace("&#39;", "'")
        assert f'href="/rules/{board.variant}"' in text
    assert text.count('class="play') == len(featured_games()) + 4
    assert text.count('<select class="level"') == len(featured_games())


def test_the_page_opens_three_doors(pages: Pages) -> None:
    text = pages.get("/").text
    for door in DOORS:
        assert f'href="{door.address}"' in text


def test_every_surprise_is_a_game_against_a_beginner() -> None:
    for surprise in surprises():
        wanted = NewGame.model_validate(surprise)
        assert wanted.opponent.level == 1
        assert chosen_game(wanted).moves == ()


def test_exploring_shows_every_variant_and_every_kind_of_board(pages: Pages) -> None:
    text = pages.get("/explore").text
    for each in variants():
        assert f'href="/rules/{each.name}"' in text
    for kind in board_kinds().values():
        assert f">{kind.heading}<" in text
        picture = pages.get(f"/boards/{kind.name}.svg?theme=dark")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        stones = len(kind.played().stones) if kind.moves else 0
        assert len(re.findall(r'class="point (?:black|white)', picture.text)) == stones
    assert pages.get("/boards/nothing.svg").status_code == 404


def test_a_link_to_a_page_says_what_the_page_is(pages: Pages) -> None:
    text = pages.get("/explore").text
    assert '<meta name="description" content="Every game can be played on every board. Take any of them, or put' in text
    assert '<meta property="og:title" content="Explore">' in text
    assert '<meta property="og:url" content="http://here/explore">' in text
    assert '<meta property="og:image" content="http://here/link/page.png">' in text


def test_the_page_can_be_installed(pages: Pages) -> None:
    answer = pages.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    assert {icon["purpose"] for icon in answer.json()["icons"] if "purpose" in icon} == {"maskable"}
    for icon in answer.json()["icons"]:
        assert pages.get(icon["src"]).headers["content-type"] == icon["type"]


def test_a_position_shows_a_ko_and_the_last_move() -> None:
    found = played_position("chinese", "4x4", "B4, C4, A3, D3, B2, C2, A1, B3, C3")
    assert (found.last, found.ko) == ("C3", ("B3",))
    assert StoredPosition("4x4", {"A1": "black"}).plain() == {"board": "4x4", "stones": {"A1": "black"}}
