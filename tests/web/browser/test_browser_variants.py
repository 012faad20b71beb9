"""All variants in a real browser: searched, filtered, kept in the address, and played."""

import re

import pytest
from playwright.sync_api import Page, expect
from web_browser import People

from tengen.rules.preset_files import known


def shown(page: Page) -> list[str]:
    found: list[str] = page.locator(".card:visible h3").all_inner_texts()
    return found


@pytest.mark.slow
def test_variants_are_searched_filtered_and_played(people: People) -> None:
    page = people.somebody()
    page.goto("/variants", wait_until="domcontentloaded")
    expect(page.locator("#counted")).to_have_text(f"{len(known())} variants are listed.")
    page.keyboard.press("Tab")
    page.get_by_label("Search").fill("Mobius")
    expect(page.locator("#counted")).to_have_text("1 variant is listed.")
    assert shown(page) == ["Cylinder, Möbius strip, Klein bottle"]
    expect(page).to_have_url(re.compile(r"\?q=Mobius$"))
    page.reload()
    expect(page.locator("#counted")).to_have_text("1 variant is listed.")
    page.get_by_label("Search").fill("")
    page.get_by_label("Show").select_option("no")
    assert shown(page) == [each.title for each in known() if not each.ways]
    page.get_by_label("Show").select_option("")
    page.get_by_label("Family").select_option("cycles")
    assert shown(page) == [each.title for each in known() if each.family == "cycles"]
    page.get_by_role("link", name="Play Stoical Go", exact=True).click()
    expect(page.locator("#variant")).to_have_value("stoical-go")
    expect(page.locator("input[name=family]:checked")).to_have_value("cycles-family")
    page.go_back()
    expect(page.get_by_label("Family")).to_have_value("cycles")
    page.get_by_label("Family").select_option("")
    page.get_by_role("link", name="Play 9x9 Klein bottle").click()
    expect(page.locator("input[name=shape]:checked")).to_have_value("klein")
