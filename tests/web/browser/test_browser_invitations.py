"""Playing a friend from the front page, invitations that outlive the storage, and shared variants."""

import re
from typing import Any, Final

import pytest
from example_counts import first
from playwright.sync_api import Page, expect
from web_browser import COMPILING, People, Table

OWN: Final = """name = "stars"
title = "Star Go"
prose = "A game of the tests."
[axes]
tiles = "tile"
passing = "none"
end = "no-moves"
"""


def invited(page: Page) -> str:
    """The invitation on the game's page."""
    expect(page.locator("#invite")).to_have_value(re.compile("#seat="))
    return page.locator("#invite").input_value()


def test_a_friend_sits_down_after_two_clicks_on_the_front_page(people: People) -> None:
    ada, ben = people.somebody(permissions=["clipboard-read", "clipboard-write"]), people.somebody()
    ada.goto("/")
    ada.get_by_role("button", name="Play a friend").click()
    expect(ada.locator("#board svg").first).to_be_visible(timeout=COMPILING)
    expect(ada.locator("#invitation svg.qr path").last).to_have_attribute("d", re.compile("^M4 4h1v1h-1z"))
    ada.get_by_role("button", name="Copy").click()
    expect(ada.locator("#invitation")).to_contain_text("Copied.")
    white = Table.open(ben, ada.evaluate("navigator.clipboard.readText()"))
    Table(ada).play("E5")
    expect(white.stone("E5", "black")).to_be_visible()
    assert white.state()["board"]["text"] == "9"
    expect(ada.locator("#invite")).to_have_count(0)


@pytest.mark.slow
def test_an_invitation_outlives_storage_until_it_is_replaced(people: People) -> None:
    black = Table.begin(people.somebody(), opponent={"kind": "friend"})
    page = black.page
    first = invited(page)
    assert first.endswith(black.invite or "-")
    page.evaluate("localStorage.clear()")
    page.reload()
    assert invited(page) == first
    page.get_by_role("button", name="Make a new link").click()
    expect(page.locator("#invite")).not_to_have_value(first)
    people.expect_complaint("403")
    late = Table.open(people.somebody(), first)
    expect(late.notice).to_contain_text("gives no seat")
    friend = Table.open(people.somebody(), invited(page))
    expect(friend.status).to_contain_text("Black to play")
    assert friend.state()["you"] == ["white"]


@pytest.mark.slow
def test_a_friend_who_lost_the_seat_gets_it_back(people: People) -> None:
    black = Table.begin(people.somebody(), opponent={"kind": "friend"})
    link = invited(black.page)
    gone = Table.open(people.somebody(), link)
    expect(black.page.locator("#game")).to_have_attribute("data-phase", "playing")
    black.page.locator("#more").click()
    expect(black.page.get_by_role("button", name="Play on in another browser")).to_be_visible()
    expect(black.page.get_by_role("button", name="lost the seat")).to_have_count(0)
    refused = black.page.request.post(f"/api/games/{black.id}/invitation/white")
    assert (refused.status, refused.json()["error"]["code"]) == (409, "seat-held"), "the holder is there"
    gone.page.context.close()
    people.expect_complaint("409")
    second = Table.open(people.somebody(), link)
    expect(second.notice).to_contain_text("ask for a new one")
    black.page.get_by_role("button", name="lost the seat").click(timeout=60_000)
    back = Table.open(people.somebody(), invited(black.page))
    black.play("C3")
    back.has_moves(1)
    back.play("D4")
    expect(black.stone("D4", "white")).to_be_visible()


@pytest.mark.slow
def test_a_player_goes_on_in_a_second_browser(people: People) -> None:
    black = Table.begin(people.somebody(), opponent={"kind": "friend"})
    Table.open(people.somebody(), invited(black.page))
    black.page.locator("#more").click()
    black.page.get_by_role("button", name="Play on in another browser").click()
    second = Table.open(people.somebody(), invited(black.page))
    second.play("C3")
    expect(black.stone("C3", "black")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(
    "choice", first(1, [{"variant": "chinese", "toml": OWN}, {"variant": "tile", "axes": {"tiles": "cushion"}}])
)
def test_custom_rules_are_read_shared_and_played_again(people: People, choice: dict[str, Any]) -> None:
    ada = people.somebody(permissions=["clipboard-read", "clipboard-write"])
    table = Table.begin(ada, board="5x5 torus", **choice)
    title = table.state()["variant"]["title"]
    ada.locator("#title a").click()
    expect(ada).to_have_url(re.compile("/rules/[0-9a-f]{16}$"))
    expect(ada.get_by_role("heading", level=1)).to_have_text(title)
    ada.get_by_role("button", name="Share this variant").click()
    expect(ada.get_by_text("Copied.")).to_be_visible()
    ben = people.somebody()
    ben.goto(ada.evaluate("navigator.clipboard.readText()"))
    ben.get_by_role("link", name=f"Play {title}").click()
    expect(ben.locator("#name")).to_contain_text(f"{title} 5x5 torus")
    ben.get_by_text("Both sides on this device").click()
    ben.get_by_role("button", name="Begin", exact=True).click()
    ben.wait_for_url("/g/*", timeout=COMPILING)
    again = Table(ben)
    again.settled()
    game = again.id
    ben.goto(f"/g/{game}/variant")
    expect(ben).to_have_url(ada.url)
    ben.goto(f"/g/{game}/variant?new=true")
    expect(ben.locator("#name")).to_contain_text(f"{title} 5x5 torus")


@pytest.mark.slow
def test_a_game_begins_from_a_preset_without_scrolling(people: People) -> None:
    page = people.somebody()
    page.goto("/new?variant=tile")
    page.get_by_role("button", name="19x19, correspondence").click()
    expect(page.locator("#name")).to_contain_text("19x19")
    expect(page.locator("#clock")).to_have_value("correspondence")
    for width, height in ((1440, 900), (1280, 720), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        expect(page.get_by_role("button", name="Begin", exact=True)).to_be_in_viewport(ratio=1)
