"""The home page: every board is reached by legal moves, drawn at once, and can be played."""

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
from tengen.game.picture import ko_points
from tengen.records import Place, Tao
from tengen.rules import Variant, variants
from tengen.rules.preset_files import known
from tengen.web.api.new_game_routes import NewGame
from tengen.web.games.game_request import chosen_game, default_board
from tengen.web.pages.board_kinds import board_kinds
from tengen.web.pages.listed_games import FeaturedGame, featured_games

POSITIONS = Path(tengen.web.__file__).parent / "pages" / "stored_positions.json"


def played(rules: str | Variant, board: str, moves: str) -> dict[str, Any]:
    """Return a game's position after moves, in the form of pages: empty parts are left out."""
    game = Game(rules, board=board)
    for move in moves.split(","):
        game.play(move.strip())
    last = game.moves[-1]
    label = game.board.labels[last.point] if isinstance(last, Place | Tao) else None
    found = {"board": game.board.text, "stones": dict(game.stones), "tiles": dict(game.tiles), "last": label}
    return {name: value for name, value in {**found, "ko": [*ko_points(game)]}.items() if value}


def replayed() -> dict[str, dict[str, Any]]:
    found = {f"featured/{each.name}": played(each.game, each.board, each.moves) for each in featured_games()}
    for each in known():
        if each.moves:
            variant = each.ways[0][0]
            found[f"variants/{each.name}"] = played(variant, default_board(variant), each.moves)
    kinds = [kind for kind in board_kinds().values() if kind.moves]
    return found | {f"boards/{kind.name}": played("chinese", kind.board, kind.moves) for kind in kinds}


def test_what_is_drawn_is_what_the_moves_lead_to() -> None:
    """After a change of boards or examples: ``TENGEN_SNAPSHOTS=1 python -m pytest tests/web/test_home_page.py``."""
    made = replayed()
    if os.environ.get("TENGEN_SNAPSHOTS"):
        rows = [f"{json.dumps(name)}: {json.dumps(found)}" for name, found in made.items()]
        POSITIONS.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
    assert json.loads(POSITIONS.read_text("utf-8")) == json.loads(json.dumps(made))


@pytest.mark.parametrize("board", featured_games(), ids=lambda board: board.name)
def test_a_board_is_in_mid_game_and_its_game_can_begin(board: FeaturedGame) -> None:
    still = played(board.game, board.board, board.moves)
    assert len(still["stones"]) >= 4
    assert {"black", "white"} <= set(still["stones"].values())
    begun = chosen_game(NewGame.model_validate(board.choice()))
    assert begun.board.text == still["board"]
    assert begun.variant.rules == board.game.rules
    assert begun.moves == ()


@pytest.mark.parametrize("board", featured_games(), ids=lambda board: board.name)
def test_the_pictures_show_the_stones(pages: Pages, board: FeaturedGame) -> None:
    answer = pages.get(f"/featured/{board.name}.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    ElementTree.fromstring(answer.text)
    stones = [*played(board.game, board.board, board.moves)["stones"].values()]
    for colour in ("black", "white"):
        assert len(re.findall(rf'class="point {colour}\b', answer.text)) == stones.count(colour)
    again = pages.get(f"/featured/{board.name}.svg", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_the_page_offers_every_board(pages: Pages) -> None:
    text = pages.get("/").text
    for board in featured_games():
        assert board.title in text
        assert board.text in text.replace("&#39;", "'")
        assert f'href="/rules/{board.variant}"' in text
    assert text.count('class="play') == len(featured_games())
    assert text.count('<select class="level"') == len(featured_games()) + 1


def test_a_friend_the_computer_and_learning_are_one_step_away(pages: Pages) -> None:
    text = pages.get("/").text
    assert text.index('id="friend"') < text.index('id="computer"') < text.index('href="/learn/go"')
    assert text.index('id="friend"') < text.index("<img class")
    lobby = pages.get("/lobby").text
    assert lobby.index('id="friend"') < lobby.index('id="offer"')


def test_exploring_shows_every_variant_and_every_kind_of_board(pages: Pages) -> None:
    text = pages.get("/explore").text
    assert '<a href="/explore" aria-current="page">' in text
    assert text.count('aria-current="page"') == 1
    for each in variants():
        assert f'href="/rules/{each.name}"' in text
    for kind in board_kinds().values():
        assert f">{kind.heading}<" in text
        picture = pages.get(f"/boards/{kind.name}.svg?theme=dark")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        stones = len(played("chinese", kind.board, kind.moves)["stones"]) if kind.moves else 0
        assert len(re.findall(r'class="point (?:black|white)', picture.text)) == stones
    assert pages.get("/boards/nothing.svg").status_code == 404


def test_a_link_to_a_page_says_what_the_page_is(pages: Pages) -> None:
    text = pages.get("/explore").text
    assert '<meta name="description" content="Every game can be played on every board. Choose any of them, or' in text
    assert '<meta property="og:title" content="Explore">' in text
    assert '<meta property="og:url" content="http://here/explore">' in text
    assert '<meta property="og:image" content="http://here/link/page.png">' in text


def test_the_page_can_be_installed(pages: Pages) -> None:
    answer = pages.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    assert {icon["purpose"] for icon in answer.json()["icons"] if "purpose" in icon} == {"maskable"}
    for icon in answer.json()["icons"]:
        assert pages.get(icon["src"]).headers["content-type"] == icon["type"]
