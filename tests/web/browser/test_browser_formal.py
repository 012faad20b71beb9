"""The workbench for the formal rules on its page."""

from __future__ import annotations

from playwright.sync_api import expect
from web_browser import People


def test_a_record_is_checked_and_stepped_through(people: People) -> None:
    page = people.somebody()
    page.goto("/formal")
    page.get_by_label("Clicks, configurations").fill("1 (0 0) 2 (1 0) 3 (0 0) 4 pass 5 pass")
    page.get_by_label("Board", exact=True).fill("2x1")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#verdict")).to_contain_text("f_3 breaks postulate 3")
    expect(page.locator("#steps")).to_contain_text("Configuration 5 of 5")
    page.get_by_role("button", name="Back one configuration").click()
    expect(page.locator("#steps")).to_contain_text("Configuration 4 of 5")
    expect(page.get_by_role("button", name="Back one configuration")).to_be_focused()


def test_both_definitions_of_safety_stand_side_by_side(people: People) -> None:
    page = people.somebody()
    page.goto("/formal")
    page.get_by_role("button", name="Safe is not alive").click()
    row = page.locator("#groups tbody tr").nth(1)
    expect(row.locator("td").nth(2)).to_have_text("yes")
    expect(row.locator("td").nth(3)).to_have_text("no")
    expect(page.locator("#said")).to_contain_text("The family of 2 black groups is safe")


def test_what_cannot_be_read_is_said(people: People) -> None:
    people.expect_complaint("422")
    page = people.somebody()
    page.goto("/formal")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#wrong")).to_contain_text("There is nothing to check")
    page.get_by_label("Clicks, configurations").fill("1 (1 0) 2 pass")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#wrong")).to_contain_text("name the board")
