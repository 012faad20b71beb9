"""Every page: what axe finds, pictures of it to be looked at, and the way of a newcomer into a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from web_browser import PHONE, People, Table, opened

COMPUTER = {"kind": "computer", "level": 1}


def _address(address: str, ready: str) -> Callable[[Page], None]:
    def open(page: Page) -> None:
        page.goto(address)
        expect(page.locator(ready).first).to_be_visible()

    return open


def _playing(page: Page) -> None:
    Table.begin(page, "cushion", "9x9", "E5 C3 G7 C7")


def _waiting(page: Page) -> None:
    table = Table.begin(page, "chinese", "9x9", opponent={"kind": "friend"}, clock={"kind": "absolute", "main": 600})
    link = [table.id, table.invite]
    page.evaluate("([id, link]) => localStorage.setItem(`tengen.invite.${id}`, link)", link)
    page.reload()
    expect(page.get_by_label("Link for your friend")).to_be_visible()


def _gengo(page: Page) -> None:
    Table.begin(page, "gengo", "11x11", "D4 H8 D8")


def _tao(page: Page) -> None:
    Table.begin(page, "tao", "5x5", "B2 A3 B3 A2 B1 A1 A4 D4")


def _counting(page: Page) -> None:
    table = Table.begin(page, "chinese", "5x5")
    table.play("B3", "D3", "B2", "D2", "B4", "D4", "B1", "D1", "B5", "D5", "A3", "E3", "E1")
    for _ in range(2):
        table.press("pass")
    table.click("E1")
    expect(page.locator("#score")).to_contain_text("Dead: E1.")


def _over(page: Page) -> None:
    _counting(page)
    Table(page).action("agree").click()
    Table(page).over("wins")


def _games(page: Page) -> None:
    for variant in ("chinese", "tao", "gengo"):
        Table.begin(page, variant, "5x5", "C2")
    page.goto("/games")
    expect(page.locator("#games li")).to_have_count(3)
    expect(page.locator("#games li").first).to_contain_text(" · 1 move · ")


def _review(page: Page) -> None:
    opened(page)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(Table(page).stone("D2")).to_be_visible()


def _formal(page: Page) -> None:
    page.goto("/formal")
    page.get_by_role("button", name="Safe is not alive").click()
    expect(page.locator("#picture svg")).to_be_visible()


PAGES: dict[str, Callable[[Page], None]] = {
    "home": _address("/", "button.play"),
    "new": _address("/new", "#picture svg"),
    "rules": _address("/rules", ".variants a"),
    "rule": _address("/rules/tile", ".example"),
    "waiting": _waiting,
    "playing": _playing,
    "gengo": _gengo,
    "tao": _tao,
    "counting": _counting,
    "over": _over,
    "games": _games,
    "upload": _address("/review", "#text"),
    "review": _review,
    "formal": _formal,
    "error": _address("/nothing", "h1"),
}


def _serious(page: Page, *rules: str) -> list[str]:
    """Return what axe takes for serious or critical, by all of its rules or by these."""
    only = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    options = {"resultTypes": ["violations"], "preload": False} | only
    found: list[dict[str, Any]] = Axe().run(page, options=options).response["violations"]
    return [
        f"{each['id']}: {each['help']}: {node['html'][:200]} {node['any'][:1]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def _show(page: Page, path: Path, whole: bool) -> None:
    """Take a picture, once all of the page's own pictures are there."""
    page.evaluate(
        """() => Promise.all([...document.images].filter((each) => each.checkVisibility())
            .map((each) => { each.loading = "eager"; return each.decode(); }))"""
    )
    page.screenshot(path=path, full_page=whole)


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_serious_by_day_and_by_night(people: People, pictures: Path, name: str) -> None:
    if name == "error":
        people.expect_complaint("404")
    page = people.somebody(color_scheme="light", viewport={"width": 1280, "height": 800})
    PAGES[name](page)
    whole = name in ("home", "new", "rules", "rule", "formal")
    found = _serious(page)
    _show(page, pictures / f"{name}-light.png", whole)
    boards = page.locator("#board svg, #picture svg").all()[:1]
    before = [each.inner_html() for each in boards]
    page.emulate_media(color_scheme="dark")
    for each, light in zip(boards, before, strict=True):
        expect(each).not_to_have_js_property("innerHTML", light)
    found += _serious(page, "color-contrast", "link-in-text-block")
    _show(page, pictures / f"{name}-dark.png", whole)
    assert not found


@pytest.mark.parametrize("name", PAGES)
def test_every_page_fits_a_phone(people: People, pictures: Path, name: str) -> None:
    if name == "error":
        people.expect_complaint("404")
    page = people.somebody(**PHONE)
    PAGES[name](page)
    _show(page, pictures / f"{name}-phone.png", True)
    assert page.evaluate("innerWidth") == 375  # it is wider where anything sticks out


def test_a_newcomer_is_in_a_game_of_cushion_go_with_one_click(people: People) -> None:
    page = people.somebody()
    page.goto("/")
    page.get_by_role("button", name="Play Cushion Go", exact=True).click()
    expect(page).to_have_url(re.compile("/g/"))
    table = Table(page)
    table.settled()
    expect(page.locator("#title")).to_contain_text("Cushion Go")
    table.play("E5")
    expect(table.stone("E5", "black")).to_be_visible()


def test_the_form_begins_a_game_of_gengo_and_gives_a_link_for_a_friend(people: People) -> None:
    page = people.somebody()
    page.goto("/new")
    page.get_by_label("Variant").select_option("gengo")
    page.get_by_text("A friend").click()
    page.locator("#begin").click()
    expect(page).to_have_url(re.compile("/g/"))
    link = page.get_by_label("Link for your friend")
    expect(link).to_be_visible()
    white = Table.open(people.somebody(), link.input_value())
    expect(white.page.locator("#title")).to_contain_text("Gengo")
    expect(white.page.locator("#game")).to_have_attribute("data-phase", "playing")


def test_the_form_says_why_a_choice_contradicts_itself(people: People) -> None:
    page = people.somebody()
    people.expect_complaint("422")
    page.goto("/new")
    expect(page.locator("#picture svg")).to_be_visible()
    page.get_by_label("Shape").select_option("text")
    page.locator("#board").fill("9x9 without Z9")
    expect(page.locator("#wrong-board")).to_contain_text("Z9")


def test_an_example_of_the_rules_is_clicked_through(people: People) -> None:
    page = people.somebody()
    page.goto("/rules/tile")
    example = page.locator(".example").first
    expect(example.get_by_role("button", name="Back")).to_have_attribute("aria-disabled", "true")
    example.get_by_role("button", name="Next").click()
    expect(example.locator("li[aria-current=step]")).to_have_text(example.locator("li").nth(1).inner_text())
    expect(example.locator("img").first).to_have_attribute("src", re.compile(r"/1\.svg"))
