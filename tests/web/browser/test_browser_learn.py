"""Learn in a real browser: the first steps by click, by keyboard and by touch, and the stored progress."""

import re

import pytest
from playwright.sync_api import Page, expect
from web_browser import PHONE, People


def _click(page: Page, label: str) -> None:
    page.locator(f'#board [data-point="{label}"] .hit').click(force=True)


def _verdict(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("#verdict")).to_contain_text(text)


def test_a_newcomer_does_the_first_steps_and_comes_back(people: People) -> None:
    page = people.somebody(viewport={"width": 1280, "height": 800})
    page.goto("/learn")
    page.get_by_role("link", name="Begin: Go from nothing").click()
    expect(page.get_by_role("heading", name="A turn")).to_be_visible()
    _click(page, "B2")
    _verdict(page, "White has answered")
    expect(page.locator('#board [data-point="B2"].black')).to_be_visible()
    expect(page.locator('#board [data-point="C3"].white')).to_be_visible()
    page.get_by_role("link", name="Next step").click()

    # Points are found one by one; a wrong one gets its reason, and nothing has to be taken back.
    expect(page.locator("#request")).to_contain_text("every liberty")
    _click(page, "B2")
    _verdict(page, "B2 is not one of its liberties: it is not next to the chain.")
    for label, verdict in (("C4", "1 of 4"), ("B3", "2 of 4"), ("D3", "3 of 4"), ("C2", "Four.")):
        _click(page, label)
        _verdict(page, verdict)

    # By keyboard alone: a wrong move gets its reason and is taken back, and the next button has the focus.
    page.goto("/learn/go/capture")
    board = page.locator("#board")
    expect(board.locator("svg")).to_be_visible()
    page.keyboard.press("Tab")
    board.focus()
    for key in ("ArrowLeft", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    _verdict(page, "White's stone on C3 still has a liberty: D3.")
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('#board [data-point="B2"].black')).to_have_count(0)
    board.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    _verdict(page, "The stone is off the board")
    expect(page.get_by_role("link", name="Next step")).to_be_focused()

    # An illegal try is refused as in play, and is right here.
    page.goto("/learn/go/suicide")
    expect(board.locator("svg")).to_be_visible()
    _click(page, "D1")
    _verdict(page, "without a liberty (suicide)")
    page.goto("/learn")
    card = page.locator('[data-course="go"]')
    expect(card).to_contain_text("4 of 22 steps done")
    expect(page.locator("#resume")).to_contain_text("No suicide")
    card.get_by_role("link", name="Continue: Go from nothing").click()
    expect(page.get_by_role("heading", name="Chains")).to_be_visible()
    page.get_by_role("button", name="Show me").click()
    _verdict(page, "This is the solution.")


@pytest.mark.slow
def test_a_tile_is_laid_and_a_tao_stone_bought_by_touch(people: People) -> None:
    page = people.somebody(**PHONE)
    page.goto("/learn/tile/lay-a-tile")
    point = page.locator('#board [data-point="B4"] .hit')
    point.tap(force=True)
    page.get_by_role("button", name="Play B4").tap()
    _verdict(page, "A tile lies under B4")
    page.goto("/learn/tao/buy")
    page.get_by_role("button", name=re.compile("Tao stone for 1 prisoner|Tao stone")).first.tap()
    page.locator('#board [data-point="A5"] .hit').tap(force=True)
    page.get_by_role("button", name="Tao stone on A5").tap()
    _verdict(page, "White captures by playing on it")
    page.get_by_role("button", name="Try again").tap()
    page.get_by_role("button", name=re.compile("Tao stone")).first.tap()
    page.locator('#board [data-point="C5"] .hit').tap(force=True)
    page.get_by_role("button", name="Tao stone on C5").tap()
    _verdict(page, "Your chain lives")
