"""The server is killed while two people play, and restarts: nothing is lost, and nothing happens twice."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from web_browser import People, Server, Table

CUT = "WebSocket connection|Failed to load resource|ERR_CONNECTION"


@pytest.fixture
def people(browser: Browser, own_server: Server) -> Iterator[People]:
    """The visitors of the server that will be killed."""
    came = People(browser, own_server.url)
    came.expect_complaint(CUT)
    yield came
    came.leave()
    assert not came.complaints


@pytest.mark.slow
def test_a_killed_server_comes_back_to_the_same_game(people: People, own_server: Server) -> None:
    black = Table.begin(people.somebody(), opponent={"kind": "friend"})
    white = Table.open(people.somebody(), black.invite or "")
    black.play("C3")
    white.has_moves(1)
    white.play("D4")
    black.has_moves(2)
    own_server.kill()
    for table in (black, white):
        expect(table.page.locator("#link")).to_contain_text("Connection lost.")
    black.click("B2")
    own_server.start()
    for table in (black, white):
        table.has_moves(3)
        expect(table.stone("B2", "black")).to_be_visible()
        expect(table.page.locator("#link")).not_to_contain_text("lost")
    assert [move["text"] for move in white.state()["moves"]] == ["C3", "D4", "B2"]
    assert black.state()["you"] == ["black"]
    white.play("D3")
    black.has_moves(4)
    again = Table.open(black.page.context.new_page(), black.page.url)
    again.play("B3")
    white.has_moves(5)
