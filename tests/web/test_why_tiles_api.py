"""What the page and bots are told of tiles: why one fell, and that the last placement was an incursion (2.1, 2.2)."""

from __future__ import annotations

from starlette.testclient import TestClient
from test_games_api import begin, play, state

from tengen import Game
from tengen.formats import sgf
from tengen.rules import variant
from tengen.web.reviews import node_view
from tengen.web.reviews.record_tree import RecordTree

WALL = ("C3", "D3", "C4", "E3", "C5", "D2", "B3", "D1", "A3")
"""Black walls off the four points around A5, White the two around E1."""


def test_the_state_says_that_the_last_placement_was_an_incursion(client: TestClient) -> None:
    made = begin(client, variant="cushion", board="5")
    assert state(client, made["id"])["tiles"] == {
        "last_incursion": False, "region": [], "due": None, "incursions": [], "text": "", "fallen": {},
    }  # fmt: skip
    play(client, made["id"], "C3", "D3")
    seen = state(client, made["id"])
    tiles = seen["tiles"]
    assert (tiles["last_incursion"], tiles["due"], len(tiles["region"])) == (True, "incursion", 24)
    assert tiles["text"] == "The last placement, D3, was an incursion: another incursion gets a tile."
    why = "White D3 is an incursion: its region touches only Black."
    assert seen["moves"][1] == {"by": "white", "text": "D3", "why": why, "tile": False}
    assert seen["moves"][0] == {"by": "black", "text": "C3"}
    assert (seen["why"], seen["tile_due"]) == (why, False)
    assert client.get(f"/api/games/{made['id']}?moves=2").json()["why"] == why
    assert 'class="shaded"' in seen["svg"]
    play(client, made["id"], "B3")
    assert state(client, made["id"])["tiles"]["due"] is None


def test_the_state_says_where_a_stone_would_be_an_incursion(client: TestClient) -> None:
    made = begin(client, variant="tile", board="5")
    play(client, made["id"], *WALL)
    tiles = state(client, made["id"])["tiles"]
    assert tiles["incursions"] == [["A5", "B5", "A4", "B4"]]
    play(client, made["id"], "A5")
    seen = state(client, made["id"])
    assert (seen["tiles"]["due"], seen["tile_due"]) == ("any", True)
    assert seen["tiles"]["region"] == ["A5", "B5", "A4", "B4"]


def test_territory_is_marked_on_request(client: TestClient) -> None:
    made = begin(client, variant="tile", board="5")
    play(client, made["id"], *WALL)
    address = f"/api/games/{made['id']}"
    assert client.get(address).json()["svg"].count('class="owner"') == 0
    assert client.get(f"{address}?territory=1").json()["svg"].count('class="owner"') == 6
    assert client.get(f"{address}?territory=1&moves=9").json()["svg"].count('class="owner"') == 6
    with client.websocket_connect(f"{address}/live?territory=1") as socket:
        assert socket.receive_json()["svg"].count('class="owner"') == 6
        socket.send_json({"type": "look", "territory": False})
        assert socket.receive_json()["svg"].count('class="owner"') == 0


def test_games_without_tiles_have_no_state_of_tiles(client: TestClient) -> None:
    assert state(client, begin(client)["id"])["tiles"] is None


def test_a_review_says_why() -> None:
    tree = RecordTree(sgf.read("(;SZ[5];B[cc];W[dc];B[bc])"))
    seen = node_view.view(tree, "2", variant("cushion"))
    assert seen["why"] == "White D3 is an incursion: its region touches only Black."
    assert 'class="shaded"' in str(seen["svg"])
    assert node_view.view(tree, "2", variant("chinese"))["why"] == ""
    assert node_view.view(tree, "3", variant("tile"))["why"].startswith("A tile lies under B3:")  # type: ignore[attr-defined]
    assert Game("tile", board="5").svg().count("shaded") == 0
