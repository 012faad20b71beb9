"""Information during a game: past and pending events, possible moves, the rules, hints, and the places of texts."""

import re

import pytest
from playwright.sync_api import Locator, expect
from web_browser import PHONE, People, Table

KO = "D5 E5 C4 F4 D3 E3 E4 D4"
"""White has just taken E4 in a ko on 9x9; Black may not take back."""


def box(locator: Locator) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of an element on the screen."""
    found = locator.bounding_box()
    assert found is not None
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def test_a_capture_is_described_and_its_ko_explained(people: People) -> None:
    table = Table.begin(people.somebody(**PHONE), board="9x9", moves=KO)
    story = table.page.locator("#story")
    expect(story).to_have_text("White D4 takes E4. Black may not retake at E4 at once (ko).")
    expect(table.board.locator(".gone circle.black")).to_have_count(1)
    table.point("E4").locator(".hit").tap(force=True)
    reason = table.page.locator("#reason")
    expect(reason).to_contain_text("(ko)")
    left, top, right, bottom = box(reason)
    for label in ("E4", "D4", "F4", "E3", "E5"):
        x0, y0, x1, y1 = box(table.point(label).locator(".hit"))
        assert right <= x0 or x1 <= left or bottom <= y0 or y1 <= top, label
    expect(table.board.locator(".name-at")).to_have_count(0)
    table.point("G7").locator(".hit").tap(force=True)
    expect(table.board.locator(".name-at")).to_have_text("G7")


@pytest.mark.slow
def test_a_key_shows_the_rules_and_the_possible_moves(people: People) -> None:
    table = Table.begin(people.somebody(), "tile", "5x5", moves="C3 D3 C4 E3 C5 D2 B3 D1 A3")
    page, sheet = table.page, table.page.locator("#sheet")
    table.board.focus()
    page.keyboard.press("?")
    expect(sheet).to_contain_text("is an incursion")
    expect(page.locator("#sheet-title")).to_be_focused()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(table.board).to_be_focused()
    button = page.locator("#open-possible")
    page.locator("#more").click()
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    sheet.get_by_role("button", name=re.compile("A stone here is an incursion")).click()
    expect(table.board.locator(".lit .above")).to_have_count(4)
    table.play("A5")
    expect(sheet).to_contain_text("A tile is due: Black's next stone gets one")
    expect(table.board.locator(".lit .above")).to_have_count(0)
    page.keyboard.press("r")
    expect(page.locator("#sheet-title")).to_contain_text("The rules of this game")
    page.locator("#sheet-close").click()
    expect(sheet).to_be_hidden()


@pytest.mark.slow
def test_a_hint_is_on_the_board_and_graphs_name_their_points(people: People) -> None:
    table = Table.begin(people.somebody(), board="graph:petersen")
    expect(table.board.locator("text.name")).to_have_count(10)
    table.action("hint").click()
    expect(table.board.locator(".lit .above")).to_have_count(1)
    expect(table.page.locator("#advice")).to_have_text(re.compile(r"^\d+\. "))
    table.action("outlook").click()
    expect(table.page.locator("#advice")).to_contain_text("wins with a chance of")
    table.play("0")
    expect(table.page.locator("#advice")).to_be_empty()
