"""Reviews in a browser: a record put on the table, walked through by keys, and replayed under other rules."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from web_browser import People, Table, opened


def stone(table: Table, label: str) -> None:
    expect(table.stone(label)).to_be_visible()


def test_a_record_is_uploaded_and_walked_through_by_keys(people: People) -> None:
    page = people.somebody()
    opened(page)
    table, keys, place = Table(page), page.keyboard, page.locator("#place")
    expect(place).to_have_text("The first position")
    for label in ("B3", "D3", "B2"):
        keys.press("ArrowRight")
        stone(table, label)
    expect(page.locator("#comment")).to_have_text("Solid.")
    keys.press("ArrowRight")
    stone(table, "D2")
    keys.press("ArrowDown")
    stone(table, "C3")
    expect(table.stone("D2")).to_have_count(0)
    keys.press("End")
    stone(table, "C4")
    keys.press("Home")
    expect(place).to_have_text("The first position")
    expect(table.said).to_contain_text("The first position")


def test_the_same_record_under_other_rules_says_where_it_becomes_illegal(people: People) -> None:
    page = people.somebody()
    opened(page)
    page.locator("#rules").select_option("tile")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Move 6, White pass, is illegal.")
    verdict.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile("#6,tile|#5,tile"))
    stone(Table(page), "B4")
    page.locator("#rules").select_option("japanese")
    expect(verdict).not_to_contain_text("illegal")
    page.reload()
    expect(page.locator("#rules")).to_have_value("japanese")


def test_a_move_is_tried_in_a_review(people: People) -> None:
    page = people.somebody()
    opened(page)
    table = Table(page)
    table.click("E5")
    expect(table.stone("E5", "black")).to_be_visible()
    expect(page.locator("#tree .branch")).not_to_have_count(0)


def test_what_cannot_be_read_is_said_with_its_place(people: People) -> None:
    page = people.somebody()
    people.expect_complaint("422")
    page.goto("/review")
    page.locator("#text").fill("(;GM[1]SZ[5]\n;B[zz])")
    page.locator("#upload button.first").click()
    expect(page.locator("#wrong")).to_contain_text(re.compile("line 2", re.IGNORECASE))
    expect(page.locator("#text")).to_be_focused()


def test_a_game_that_is_over_is_reviewed(people: People) -> None:
    table = Table.begin(people.somebody())
    table.play("C3", "D4")
    table.action("resign").click()
    table.answer("yes").click()
    table.over("resigns")
    table.page.get_by_role("button", name="Review this game").click()
    expect(table.page).to_have_url(re.compile("/r/"))
    expect(table.page.locator("#tree button")).to_have_count(4)
