"""The whole way of a newcomer: the front page, the first lesson, a problem, a game against a program, and another."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from web_browser import People, Table

from tengen.web.lessons.problem_library import problems


@pytest.mark.slow
def test_from_the_front_page_to_a_second_game(people: People) -> None:
    page = people.somebody(viewport={"width": 1280, "height": 800})
    table, verdict = Table(page), page.locator("#verdict")
    page.goto("/")
    page.get_by_role("link", name="The first steps").click()
    page.get_by_role("link", name=re.compile("Begin|A turn")).first.click()
    expect(page.get_by_role("heading", name="A turn")).to_be_visible()
    table.click("B2")
    expect(verdict).to_contain_text("White has answered")

    page.get_by_role("navigation").get_by_role("link", name="Learn").click()
    page.get_by_role("link", name="Problems", exact=True).click()
    page.get_by_role("link", name="Begin with the first").click()
    first = next(iter(problems().values()))[0]
    expect(page.locator("#request")).to_have_text(first.ask)
    table.click(first.right[0])
    expect(verdict).to_contain_text(first.say)

    page.get_by_role("navigation").get_by_role("link", name="Play").click()
    page.get_by_role("button", name="Stay a guest").click()
    page.locator("#colour").select_option("black")
    page.get_by_role("button", name="Play Pebble").click()
    expect(page).to_have_url(re.compile("/g/[0-9a-f]+$"))
    table.settled()
    table.click("C3")
    table.has_moves(2)
    table.action("resign").click()
    table.answer("yes").click()
    table.over("resigns")
    before = page.url
    page.locator("#again").click()
    expect(page).not_to_have_url(before)
    table.settled()
    expect(page.locator("#players")).to_contain_text("Pebble")
    table.has_moves(1)  # with colours changed the program begins
