"""Every page: axe's findings, pictures for inspection, and a newcomer's way into a game."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from data import text_of
from playwright.sync_api import Page, expect
from web_all_pages import PAGES, QUICK, ROUTES
from web_browser import People, Table

WIDTHS = {320: 640, 390: 844, 820: 1180, 1440: 900}
"""The sizes at which every page is checked: the smallest and a usual phone, a tablet, a desktop."""

STICKS_OUT = text_of("pages_sticks_out.js")
"""Elements that overflow the window sideways, or are cut off there."""


FEWER_ALIKE = """() => {
    for (const each of document.querySelectorAll(".cards > li:nth-child(n + 13)")) each.remove();
}"""
"""Leaves a dozen lines of lists that have hundreds: axe needs ten seconds for all, which `make test-slow` gives it."""


def _findings(page: Page) -> list[str]:
    """Return axe's findings."""
    options = {"resultTypes": ["violations"], "preload": False}
    found: list[dict[str, Any]] = Axe().run(page, options=options).response["violations"]
    return [
        f"{each['id']}: {each['help']}: {node['html'][:200]} {node['any'][:1]}"
        for each in found
        for node in each["nodes"]
    ]


def _show(page: Page, path: Path) -> None:
    """Take a picture, once all of the page's own pictures are there."""
    page.evaluate(
        """() => Promise.all([...document.images].filter((each) => each.checkVisibility())
            .map((each) => { each.loading = "eager"; return each.decode(); }))"""
    )
    page.screenshot(path=path, full_page=True)


def _sized(page: Page, width: int) -> None:
    """Resize the window once its content is drawn; narrow windows use touch, wide ones a pointer."""
    fingers = page.context.new_cdp_session(page)
    fingers.send("Emulation.setTouchEmulationEnabled", {"enabled": width < 700})
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    fingers.detach()


def _opened(people: People, name: str) -> Page:
    """Open a page in the light theme, on a desktop."""
    if PAGES[name].complaint:
        people.expect_complaint(PAGES[name].complaint)
    page = people.somebody(color_scheme="light", viewport={"width": 1440, "height": 900})
    PAGES[name].open(page)
    return page


def _turn_dark(page: Page) -> None:
    """Switch the theme, and check that the board is repainted."""
    boards = page.locator("#board svg, #picture svg").all()[:1]
    before = [each.inner_html() for each in boards]
    page.emulate_media(color_scheme="dark")
    for each, light in zip(boards, before, strict=True):
        expect(each).not_to_have_js_property("innerHTML", light)


@pytest.mark.parametrize("name", QUICK)
def test_a_page_fits_a_phone_and_a_desk(people: People, name: str) -> None:
    """In the light theme on the smallest phone, checked by axe, and in the dark theme on a desktop."""
    page = _opened(people, name)
    _sized(page, 320)
    found = page.evaluate(STICKS_OUT)
    page.evaluate(FEWER_ALIKE)
    found += _findings(page)
    _turn_dark(page)
    _sized(page, 1440)
    found += page.evaluate(STICKS_OUT)
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_every_window_in_both_themes(people: People, pictures: Path, name: str) -> None:
    """Everything at every size, checked by axe; with TENGEN_SCREENSHOTS, pictures for inspection."""
    page = _opened(people, name)
    found: list[str] = []
    for theme in ("light", "dark"):
        if theme == "dark":
            _turn_dark(page)
        for width in WIDTHS:
            _sized(page, width)
            found += [f"{theme}, {width}: {each}" for each in page.evaluate(STICKS_OUT) + _findings(page)]
            if "TENGEN_SCREENSHOTS" in os.environ:
                _show(page, pictures / f"{name}-{width}-{theme}.png")
    assert found == []


def test_every_page_that_the_server_has_is_looked_at() -> None:
    assert ROUTES - {case.route for case in PAGES.values()} == set()


@pytest.mark.slow
def test_the_form_starts_gengo_and_gives_a_link_for_a_friend(people: People) -> None:
    page = people.somebody()
    page.goto("/new")
    page.get_by_text("Gengo", exact=True).first.click()
    page.get_by_text("A friend, by link").click()
    page.locator("#begin").click()
    expect(page).to_have_url(re.compile("/g/"))
    link = page.get_by_label("Link for your friend")
    expect(link).to_be_visible()
    page.reload()
    white = Table.open(people.somebody(), link.input_value())
    expect(link).to_have_count(0)
    expect(white.page.locator("#title")).to_contain_text("Gengo")
    expect(white.page.locator("#game")).to_have_attribute("data-phase", "playing")


def test_the_form_says_why_a_choice_contradicts_itself(people: People) -> None:
    page = people.somebody()
    people.expect_complaint("422")
    page.goto("/new")
    expect(page.locator("#picture svg")).to_be_visible()
    page.get_by_text("In words", exact=True).click()
    page.locator("#board").fill("9x9 without Z9")
    expect(page.locator("#wrong-board")).to_contain_text("Z9")


def test_the_workbench_checks_records_and_configurations(people: People) -> None:
    people.expect_complaint("422")
    page = people.somebody()
    page.goto("/formal")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#wrong")).to_contain_text("Nothing to check")
    clicks = page.get_by_label("Clicks, configurations")
    clicks.fill("1 (0 0) 2 (1 0) 3 (0 0) 4 pass 5 pass")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#wrong")).to_contain_text("name the board")
    page.get_by_label("Board", exact=True).fill("2x1")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#verdict")).to_contain_text("f_3 breaks postulate 3")
    expect(page.locator("#steps")).to_contain_text("Configuration 5 of 5")
    page.get_by_role("button", name="Back one configuration").click()
    expect(page.locator("#steps")).to_contain_text("Configuration 4 of 5")
    expect(page.get_by_role("button", name="Back one configuration")).to_be_focused()
    page.get_by_role("button", name="Safe is not alive").click()
    row = page.locator("#groups tbody tr").nth(1)
    expect(row.locator("td").nth(2)).to_have_text("yes")
    expect(row.locator("td").nth(3)).to_have_text("no")
