"""How games end between two people: no result by agreement, the same game once more, a handicap's komi in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from test_browser_friends import alternately, friends
from web_browser import PHONE, People, Table, keep_picture

KO = "B3 C3 A2 D2 B1 C1 E5 B2 C2 pass pass B2"


@pytest.mark.slow
def test_issue_13_both_ask_for_no_result_and_play_again(people: People, pictures: Path) -> None:
    axes = {"cycle": "agreement", "passes": 3}
    black, white = friends(people, "japanese", axes=axes)
    alternately(black, white, KO.removesuffix(" B2"))
    expect(black.action("no-result")).to_have_count(0)
    white.play("B2")
    black.has_moves(12)
    black.action("no-result").click()
    expect(black.requests).to_contain_text("Waiting for the answer")
    expect(white.requests).to_contain_text("Black would like to end the game without result")
    keep_picture(white.page, pictures / "no-result-asked.png")
    white.request("no").click()
    for table in (black, white):
        expect(table.requests).to_have_text("White declined to end the game without result.")
    black.action("no-result").click()
    white.request("yes").click()
    for table in (black, white):
        table.over("ends without result")
    black.page.locator("#again").click()
    expect(black.page).to_have_url(re.compile("/g/"))
    expect(white.requests).to_contain_text("Black plays again, with the same colours.")
    white.page.locator("#follow").click()
    expect(white.page.locator("#game")).to_have_attribute("data-phase", "playing")
    expect(black.moves).to_have_count(0)
    black.play("C3")  # a game without result is replayed with the same colours
    white.has_moves(1)


def test_a_phone_shows_the_buttons_of_the_end(people: People, pictures: Path) -> None:
    axes = {"cycle": "agreement", "passes": 3, "handicap": 2, "handicap_kind": "turns"}
    table = Table.begin(people.somebody(**PHONE), "japanese", "5x5", opponent={"kind": "self"}, axes=axes)
    expect(table.page.locator("#terms")).to_contain_text("Komi is 0.5, as in every handicap game unless it is set")
    keep_picture(table.page, pictures / "handicap-phone.png", full_page=True)
    table.action("resign").click()
    table.answer("yes").click()
    expect(table.page.locator("#again")).to_be_visible()
    keep_picture(table.page, pictures / "again-phone.png", full_page=True)
    widths = table.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]
    table.page.locator("#again").click()
    expect(table.page.locator("#game")).to_have_attribute("data-phase", "playing")
    expect(table.moves).to_have_count(0)
