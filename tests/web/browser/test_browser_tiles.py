"""Tiles on the page: the reason for a tile, the last placement as an incursion, and both territories."""

import pytest
from playwright.sync_api import expect
from web_browser import PHONE, People, Table

WALL = "C3 D3 C4 E3 C5 D2 B3 D1 A3"
"""Black walls off the four points around A5, White the two around E1."""


@pytest.mark.slow
def test_an_incursion_is_visible_without_hovering(people: People) -> None:
    table = Table.begin(people.somebody(), "cushion", moves=WALL)
    line, board = table.page.locator("#story .due"), table.board
    expect(line).to_be_hidden()
    expect(board.locator("g.shaded")).to_have_count(0)
    table.play("A5")
    expect(line).to_have_text("Black's next stone gets a tile if it is an incursion.")
    expect(table.page.locator("#story")).to_have_class("story tile")
    expect(board.locator("g.shaded rect")).to_have_count(4)
    table.page.mouse.move(2, 2)
    expect(board.locator("g.shaded:not(.point)")).to_have_css("opacity", "0")  # the board never changes as a whole
    table.page.locator("#explain").click()
    expect(board.locator("g.shaded:not(.point)")).to_have_css("opacity", "1")
    expect(table.said).to_contain_text("White A5 is an incursion: its region touches only Black.")
    table.page.reload()
    table.settled()
    expect(line).to_be_visible()
    table.play("B1")
    expect(line).to_be_hidden()
    expect(board.locator("g.shaded")).to_have_count(0)


def test_pointing_shows_the_region_that_a_stone_would_invade(people: People) -> None:
    table = Table.begin(people.somebody(), "cushion", moves=WALL)
    invaded, due = table.board.locator(".reach .invaded"), table.board.locator(".ghost .due")
    table.hover("B4")
    expect(invaded).to_have_count(4)
    expect(due).to_have_count(0)
    table.hover("D4")
    expect(invaded).to_have_count(0)
    table.play("A5")
    table.hover("D4")
    expect(due).to_have_count(0)
    table.hover("E2")
    expect(invaded).to_have_count(2)
    expect(due).to_have_count(1)


@pytest.mark.slow
def test_the_list_of_moves_says_why(people: People) -> None:
    table = Table.begin(people.somebody(), "tile", moves=f"{WALL} A5 B1")
    signs = table.page.locator("#moves .sign")
    expect(signs.nth(0)).to_have_class("sign")
    expect(table.page.locator("#moves li").nth(10).locator(".sign.tile")).to_have_count(1)
    story = table.page.locator("#story")
    expect(story).to_have_text("Black plays B1. A tile lies under B1: the placement before it was an incursion.")
    expect(table.board.locator(".why .region").first).to_have_css("opacity", "0")
    expect(table.board.locator(".why .about")).to_have_count(1)
    table.play("D4")
    expect(table.board.locator(".why .region")).to_have_count(0)
    table.click("B1")
    expect(table.page.locator("#reason")).to_have_text(
        "A tile lies under B1: the placement before it was an incursion."
    )
    expect(table.board.locator(".why .region")).to_have_count(4)
    table.moves.nth(10).get_by_role("button").click()
    table.moves.nth(9).get_by_role("button").click()
    expect(story).to_have_text("White plays A5. White A5 is an incursion: its region touches only Black.")
    expect(table.board.locator("g.shaded rect")).to_have_count(4)
    expect(table.page.locator("#story .due")).to_be_hidden()


@pytest.mark.slow
def test_territory_is_marked_by_a_button_and_on_a_phone(people: People) -> None:
    table = Table.begin(people.somebody(**PHONE), "cushion", moves=WALL)
    button, owners = table.page.locator("#territory"), table.board.locator(".owner")
    expect(owners).to_have_count(0)
    table.page.locator("#more").tap()
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(owners).to_have_count(6)
    table.page.reload()
    table.settled()
    expect(owners).to_have_count(6)
    table.page.locator("#more").tap()
    button.tap()
    expect(owners).to_have_count(0)
    other = Table.begin(people.somebody(), "chinese", moves="C3")
    expect(other.page.locator("#territory")).to_be_hidden()
