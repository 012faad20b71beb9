"""A game invented in the workshop: drawn by hand, tried by the computer, published, and played by another visitor."""

import re

import pytest
from playwright.sync_api import Page, expect
from web_browser import COMPILING, PHONE, People, Table


def _workshop(page: Page) -> None:
    page.goto("/workshop")
    expect(page.locator("#picture svg")).to_be_visible(timeout=COMPILING)


def _place(page: Page, column: float, row: float) -> tuple[float, float]:
    """The place on the screen of a canvas point, given in eighths of the shorter side from the middle."""
    box = page.locator("#canvas").bounding_box()
    assert box is not None
    unit = min(box["width"], box["height"]) / 8
    return box["x"] + box["width"] / 2 + column * unit, box["y"] + box["height"] / 2 + row * unit


def _triangle(page: Page) -> None:
    """Draw three points, and lines from the first to the others."""
    page.get_by_role("tab", name="Board").click()
    page.get_by_text("Drawn by hand").click()
    page.locator("#canvas").scroll_into_view_if_needed()
    places = [_place(page, *each) for each in ((0, -2), (-2, 1), (2, 1))]
    for count, place in enumerate(places, 1):
        page.mouse.click(*place)
        expect(page.locator("#canvas [data-name]")).to_have_count(count)
    for count, place in enumerate(places[1:], 1):
        page.mouse.move(*places[0])
        page.mouse.down()
        page.mouse.move(*place, steps=4)
        page.mouse.up()
        expect(page.locator("#canvas line:not(.pending)")).to_have_count(count)
    expect(page.locator("#name")).to_contain_text("3 points")


@pytest.mark.slow
def test_a_game_on_a_drawn_board_is_published_and_played(people: People) -> None:
    ada, ben = people.somebody(), people.somebody()
    _workshop(ada)
    _triangle(ada)
    ada.get_by_role("tab", name="Rules").click()
    ada.get_by_label("Suicide").select_option("allowed")
    expect(ada.locator("#told")).to_contain_text("become the opponent's prisoners")
    expect(ada.locator("#toml")).to_have_value(re.compile('suicide = "allowed"'))
    ada.get_by_role("tab", name="Publish").click()
    ada.get_by_label("Name of your game").fill("Fork Go")
    expect(ada.locator("#name")).to_contain_text("Fork Go")
    ada.get_by_role("button", name="Publish on Explore").click()
    expect(ada.locator("#published")).to_contain_text("Published.")
    ben.goto("/explore")
    ben.get_by_role("link", name="Play Fork Go").click()
    expect(ben.locator("#name")).to_contain_text("Fork Go")
    ben.get_by_text("Both sides on this device").click()
    ben.get_by_role("button", name="Begin", exact=True).click()
    table = Table(ben)
    table.settled()
    table.play("1")
    expect(table.stone("1", "black")).to_be_visible()
    ben.goto("/explore")
    ben.get_by_role("link", name="Start from Fork Go").click()
    expect(ben.get_by_label("Suicide")).to_have_value("allowed")


@pytest.mark.slow
def test_ten_games_of_the_computer_are_reported(people: People) -> None:
    page = people.somebody(**PHONE)
    _workshop(page)
    _triangle(page)
    page.get_by_role("tab", name="Try it").click()
    page.get_by_role("button", name="Play ten games").click()
    expect(page.locator("#trial-status")).to_contain_text(re.compile(r"\d+ games? in \d+ seconds"), timeout=COMPILING)
    expect(page.locator("#findings")).to_contain_text("A game lasts")
    expect(page.locator("#findings table")).to_contain_text("Komi")


def test_errors_stand_at_their_controls_and_are_undone(people: People) -> None:
    page = people.somebody()
    _workshop(page)
    page.get_by_label("Passing", exact=True).select_option("none")
    said = "“Passing: none” conflicts with “End: passes”."
    expect(page.locator("#wrong-passing")).to_have_text(said)
    expect(page.locator("#wrong-end")).to_have_text(said)
    page.get_by_role("button", name="Undo change").click()
    expect(page.locator("#wrong-passing")).to_be_hidden()
    expect(page.get_by_label("Passing", exact=True)).to_have_value("pass")
    page.get_by_text("The same as a file (TOML)").click()
    page.locator("#toml").fill('name = "own"\ntitle = "Own"\nboard = "5x5 torus"\n[axes]\nkomi = "six"\n')
    expect(page.locator("#wrong-toml")).to_contain_text("line 5")
    page.locator("#toml").fill('name = "own"\ntitle = "Own"\nboard = "5x5 torus"\n[axes]\nkomi = 6.5\n')
    expect(page.get_by_label("Komi")).to_have_value("6.5")
    expect(page.locator("#name")).to_contain_text("Own 5x5 torus")
    page.locator("#toml").fill('name = "own"\ntitle = "Own"\nboard = "triangular 9x9"\n[axes]\nkomi = 6.5\n')
    expect(page.locator('[name="kind"][value="named"]')).to_be_checked()
