"""Two players from the lobby lose the network, see each other leave and return, chat, and play again."""

import re
from pathlib import Path
from typing import Any

import pytest
from example_counts import first
from playwright.sync_api import Page, expect
from test_browser_lobby import met
from test_browser_pages import _findings
from web_browser import PHONE, People, Table, keep_picture

CUT = "WebSocket connection|Failed to load resource|ERR_INTERNET_DISCONNECTED"


def boxes(page: Page) -> Any:
    """The places of everything on the page except the chat's contents."""
    return page.evaluate(
        """() => [...document.querySelectorAll("body *:not(.chat-log *):not(.unread):not(.mark)")]
            .map((each) => [each.tagName, each.id, ...Object.values(each.getBoundingClientRect().toJSON())])
            .concat([[scrollY, document.documentElement.scrollHeight]])"""
    )


def moved(before: Any, after: Any) -> list[Any]:
    """The elements that have moved."""
    return [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]


def speak(table: Table, text: str) -> None:
    table.page.get_by_label("Say something").fill(text)
    table.page.get_by_label("Say something").press("Enter")


def presence(table: Table, colour: str) -> Any:
    return table.page.locator(f".player.{colour} .presence")


@pytest.mark.slow
def test_two_people_lose_the_network_talk_and_play_again(people: People, pictures: Path) -> None:
    people.expect_complaint(CUT)
    black, white = met(people)
    expect(presence(black, "white")).to_have_attribute("data-presence", "here")
    expect(black.page).to_have_title(re.compile("^● Your turn"))
    black.play("C3")
    white.has_moves(1)
    expect(white.page).to_have_title(re.compile("^● Your turn"))

    white.page.context.set_offline(True)
    expect(white.page.locator("#link")).to_contain_text("Connection lost")
    expect(presence(black, "white")).to_have_attribute("data-presence", "offline")
    white.click("D4")
    kept = "Your move White D4 is saved and will be sent when the connection is back."
    expect(white.page.locator("#queued")).to_contain_text(kept)
    white.page.get_by_role("button", name="Take it back").click()
    expect(white.page.locator("#queued")).to_be_empty()
    white.click("B4")
    expect(white.page.locator("#queued")).to_contain_text("White B4")
    expect(presence(white, "white")).to_have_text("offline")
    expect(presence(white, "black")).to_be_hidden()
    keep_picture(white.page, pictures / "queued.png")
    white.page.context.set_offline(False)
    black.has_moves(2)
    expect(black.stone("B4", "white")).to_be_attached()
    expect(white.page.locator("#queued")).to_be_empty()
    expect(presence(black, "white")).to_have_attribute("data-presence", "back")
    expect(black.page.locator("#presence-said")).to_have_text("White is back.")

    hidden = "Object.defineProperty(document, 'hidden', { get: () => %s, configurable: true });"
    hidden += "document.dispatchEvent(new Event('visibilitychange'))"
    white.page.evaluate(hidden % "true")
    expect(presence(black, "white")).to_have_attribute("data-presence", "away")
    white.page.evaluate(hidden % "false")
    expect(presence(black, "white")).to_have_attribute("data-presence", "back")

    chat_without_a_shift(black, white)
    keep_picture(black.page, pictures / "chat.png")
    play_again(black, white)


def chat_without_a_shift(black: Table, white: Table) -> None:
    """Chat in both directions: nothing on the page moves, markup is text, and hidden messages are counted."""
    logs = [table.page.get_by_role("log") for table in (black, white)]
    for table, other in ((black, "white"), (white, "black")):  # let earlier changes settle
        expect(presence(table, other)).to_have_attribute("data-presence", "here")
        expect(table.page.locator("#link")).to_be_empty()
        table.page.locator("#chat-toggle").click()
        table.page.locator("#chat-text").scroll_into_view_if_needed()
    before = boxes(black.page), boxes(white.page)
    white.page.locator("[data-phrase=hello]").click()
    for log in logs:
        expect(log).to_contain_text("Hello")
    for count in range(4):
        speak(black if count % 2 else white, f"<b>{count}</b> " + "long words go on " * 6)
    for log in logs:
        expect(log.locator("p")).to_have_count(5)
        expect(log.locator("b")).to_have_count(0)
    assert "<b>3</b>" in logs[1].inner_text()
    for page, stood in zip((black.page, white.page), before, strict=True):
        assert moved(stood, boxes(page)) == []
    black.page.locator("#chat-toggle").click()
    before = boxes(black.page)
    speak(white, "Are you there?")
    expect(black.page.locator(".unread")).to_have_text("1")
    expect(black.page).to_have_title(re.compile(r"^\(1\) "))
    expect(black.page.locator("#chat-toggle")).to_have_accessible_name("Chat, 1 new message")
    expect(black.page.locator(".player.white .mark")).to_have_accessible_name("Chat, 1 new message")
    assert moved(before, boxes(black.page)) == []
    black.page.locator("#chat-toggle").click()
    expect(logs[0]).to_contain_text("Are you there?")
    expect(black.page.locator(".unread")).to_have_text("")
    black.page.locator("#chat-switch").click()
    expect(white.page.locator(".chat-off")).to_contain_text("Your opponent has turned off the chat in this game.")
    expect(white.page.get_by_label("Say something")).to_be_disabled()
    black.page.locator("#chat-switch").click()
    expect(white.page.get_by_label("Say something")).to_be_enabled()


def play_again(black: Table, white: Table) -> None:
    """End the game, start a rematch by one click, decline it, and go there anyway."""
    white.action("resign").click()
    white.answer("yes").click()
    black.over("White resigns")
    white.page.locator("#chat-toggle").click()
    expect(white.page.locator("[data-phrase=good-game]")).to_be_visible()
    black.page.locator("#again").click()
    expect(black.moves).to_have_count(0)
    expect(white.requests).to_contain_text("Ada plays again, with colours changed.")
    white.request("no").click()
    for table in (white, black):
        expect(table.requests).to_have_text("Ben declined to play again.")
    white.page.locator("#open-moves").click()
    white.page.locator("#there").click()
    expect(white.page.locator("#players")).to_contain_text("you")
    white.play("C3")
    black.has_moves(1)
    expect(black.requests).to_be_empty()


@pytest.mark.slow
@pytest.mark.parametrize("theme", first(1, ["dark", "light"]))
def test_the_chat_on_a_phone(people: People, pictures: Path, theme: Any) -> None:
    black = Table.begin(people.somebody(**PHONE, color_scheme=theme), "tile", opponent={"kind": "friend"})
    white = Table.open(people.somebody(viewport={"width": 1440, "height": 900}, color_scheme=theme), black.invite or "")
    white.page.locator("[data-phrase=good-luck]").click()
    expect(black.page.locator(".unread")).to_have_text("1")
    keep_picture(black.page, pictures / f"unread-phone-{theme}.png")
    black.page.locator(".mark").click()
    expect(black.page.get_by_role("log")).to_be_in_viewport()
    expect(black.page.locator(".mark")).to_be_hidden()
    speak(black, "Thank you! Have fun.")
    expect(white.page.get_by_role("log")).to_contain_text("Have fun.")
    widths = black.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]
    small = black.page.evaluate(
        """[...document.querySelectorAll("#talk button, #talk input")]
            .map((each) => each.getBoundingClientRect()).filter((each) => each.height && each.height < 44).length"""
    )
    assert small == 0
    black.play("C3")
    black.action("undo").click()
    expect(white.requests).to_contain_text("Black would like to take back a move.")
    assert [each for table in (black, white) for each in _findings(table.page)] == []
    keep_picture(black.page, pictures / f"chat-phone-{theme}.png", full_page=True)
    keep_picture(white.page, pictures / f"chat-wide-{theme}.png")
