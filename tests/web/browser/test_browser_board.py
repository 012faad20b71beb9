"""The board in a browser: by keyboard and by touch, in the dark and without motion, in the past, and why not."""

import re

import pytest
from playwright.sync_api import expect
from web_browser import PHONE, People, Table

KO = "B3 D4 C4 D2 C2 E3 A5 C3 D3"
"""Black has just taken C3 in a ko; White may not take back."""


def test_the_keyboard_alone_plays_and_every_move_is_announced(people: People) -> None:
    table = Table.begin(people.somebody())
    keys = table.page.keyboard
    for _ in range(20):
        keys.press("Tab")
        if table.board.evaluate("board => board === document.activeElement"):
            break
    expect(table.board).to_be_focused()
    expect(table.page.locator("#cursor-said")).to_have_text("C3, vacant")
    keys.press("ArrowRight")
    keys.press("ArrowUp")
    expect(table.page.locator("#cursor-said")).to_have_text("D4, vacant")
    keys.press("Enter")
    expect(table.stone("D4", "black")).to_be_visible()
    expect(table.said).to_have_text("Black plays D4. White to play.")
    keys.press("ArrowLeft")
    keys.press(" ")
    expect(table.stone("C4", "white")).to_be_visible()
    expect(table.said).to_have_text("White plays C4. Black to play.")
    expect(table.page.locator("[aria-live=polite]#said")).to_have_count(1)


def test_the_keyboard_alone_passes_and_resigns(people: People) -> None:
    table = Table.begin(people.somebody())
    table.action("pass").focus()
    table.page.keyboard.press("Enter")
    table.has_moves(1)
    table.action("resign").focus()
    table.page.keyboard.press("Enter")
    expect(table.answer("no")).to_be_focused()
    table.page.keyboard.press("Enter")
    expect(table.answer("yes")).to_have_count(0)
    expect(table.page.locator("#more")).to_be_focused()
    table.action("resign").focus()
    table.page.keyboard.press("Enter")
    expect(table.answer("no")).to_be_focused()
    table.page.keyboard.press("Shift+Tab")
    table.page.keyboard.press("Enter")
    table.over("White resigns")


def test_why_a_ko_may_not_be_taken_back(people: People) -> None:
    table = Table.begin(people.somebody(), "japanese", moves=KO)
    reason = table.page.locator("#reason")
    expect(table.point("C3")).to_have_class(re.compile(r"\bko\b"))
    table.click("C3")
    expect(reason).to_be_visible()
    expect(reason).to_have_text(
        "Black has just captured here; retaking at once would bring the same position back (ko)."
    )
    table.hover("A1")
    expect(reason).to_be_hidden()
    table.hover("C3")
    expect(reason).to_be_visible()
    expect(table.moves).to_have_count(len(KO.split()))


def test_a_ghost_stone_lies_only_where_it_may(people: People) -> None:
    table = Table.begin(people.somebody())
    table.play("C3")
    ghost = table.board.locator(".ghost > *")
    table.hover("B2")
    expect(ghost).not_to_have_count(0)
    table.hover("C3")
    expect(ghost).to_have_count(0)


@pytest.mark.slow
def test_the_arrow_keys_step_through_the_game(people: People) -> None:
    table = Table.begin(people.somebody(), moves="C3 D4 B2")
    keys = table.page.keyboard
    keys.press("ArrowLeft")
    expect(table.stone("B2")).to_have_count(0)
    expect(table.status).to_contain_text("Past position: the game is at move 3.")
    keys.press("ArrowLeft")
    expect(table.stone("D4")).to_have_count(0)
    keys.press("Home")
    expect(table.stone("C3")).to_have_count(0)
    keys.press("ArrowRight")
    expect(table.stone("C3", "black")).to_be_visible()
    keys.press("End")
    expect(table.stone("B2", "black")).to_be_visible()
    expect(table.status).to_contain_text("White to play")
    table.page.get_by_role("button", name="2. White D4").click()
    expect(table.stone("B2")).to_have_count(0)
    table.page.get_by_role("button", name="Back to the present").click()
    expect(table.stone("B2", "black")).to_be_visible()


def test_a_phone_shows_the_whole_board_and_plays_on_a_second_tap(people: People) -> None:
    table = Table.begin(people.somebody(**PHONE), board="9x9")
    assert table.page.evaluate("innerWidth") == 375  # it would be wider if anything overflowed
    box = table.board.locator("svg").first.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 375
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 812
    assert box["width"] > 300
    table.point("E5").locator(".hit").tap()
    expect(table.page.get_by_role("button", name="Play E5")).to_be_visible()
    expect(table.moves).to_have_count(0)
    table.point("E5").locator(".hit").tap()
    expect(table.stone("E5", "black")).to_be_visible()
    table.point("C3").locator(".hit").tap()
    table.page.get_by_role("button", name="Play C3").tap()
    expect(table.stone("C3", "white")).to_be_visible()
    table.point("G7").locator(".hit").tap()
    table.page.get_by_role("button", name="Cancel").tap()
    expect(table.page.get_by_role("button", name="Play G7")).to_have_count(0)
    expect(table.moves).to_have_count(2)


@pytest.mark.slow
def test_the_board_is_dark_in_the_dark_until_one_switches(people: People) -> None:
    table = Table.begin(people.somebody(color_scheme="dark"))
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    dark, picture = table.page.evaluate(ground), table.board.locator("svg").first.inner_html()
    table.page.get_by_role("button", name="Colours: as the system").click()
    light = table.page.get_by_role("button", name="Colours: light")
    expect(light).to_be_visible()
    expect(table.page.locator("html")).to_have_attribute("data-theme", "light")
    assert table.page.evaluate(ground) != dark
    table.play("C3")
    assert _wood(table.board.locator("svg").first.inner_html()) != _wood(picture)
    table.page.reload()
    expect(light).to_be_visible()


def _wood(svg: str) -> list[str]:
    """Return the colours of a picture in order."""
    return re.findall(r"#[0-9a-fA-F]{6}", svg)[:6]


@pytest.mark.slow
def test_a_stone_lands_without_motion_if_motion_is_reduced(people: People) -> None:
    moving = Table.begin(people.somebody(reduced_motion="no-preference"))
    moving.play("C3")
    expect(moving.point("C3")).to_have_class(re.compile(r"\blanded\b"))
    calm = Table.begin(people.somebody(reduced_motion="reduce"))
    calm.play("C3")
    expect(calm.point("C3")).not_to_have_class(re.compile(r"\blanded\b"))
    assert calm.page.evaluate("document.getAnimations().length") == 0


@pytest.mark.slow
def test_in_counting_it_is_said_whose_a_point_is(people: People) -> None:
    table = Table.begin(people.somebody(), moves="B3 D3 B2 D2 B4 D4 B1 D1 B5 D5 pass pass")
    expect(table.page.locator("#score tbody tr").last).to_contain_text("17.5")
    table.board.focus()
    for keys, told in (
        ("", "C3, vacant, neutral point"),
        ("ArrowLeft", "B3, black"),
        ("ArrowLeft", "A3, vacant, Black's point"),
        ("ArrowRight " * 4, "E3, vacant, White's point"),
    ):
        for key in keys.split():
            table.page.keyboard.press(key)
        expect(table.page.locator("#cursor-said")).to_have_text(told)
    table.click("B3")
    table.page.keyboard.press("ArrowLeft")
    table.page.keyboard.press("ArrowRight")
    expect(table.page.locator("#cursor-said")).to_have_text("E3, vacant, White's point")
