"""Problems in a real browser: one is missed and refuted, comes again, is solved, and moves through the boxes."""

import json
import re

import pytest
from playwright.sync_api import Page, expect
from web_browser import People, Table

from tengen.web.lessons.problem_library import by_name, problems

NAME = "no-way-to-run"


def _boxes(page: Page) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = json.loads(page.evaluate("localStorage.getItem('tengen.problems')") or "{}")
    return found


def _opened(page: Page, name: str) -> Table:
    page.goto(f"/problems/{name}")
    expect(page.locator("#request")).to_have_text(by_name()[name].ask)
    expect(page.locator("#board svg")).to_be_visible()
    return Table(page)


def test_a_problem_is_missed_refuted_solved_and_due_again(people: People) -> None:
    page = people.somebody()
    table = _opened(page, NAME)
    table.click("B4")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("the marked stone can no longer be taken in time.")
    expect(verdict).to_contain_text("Black A3")
    assert _boxes(page)[NAME]["box"] == -1
    page.get_by_role("button", name="Try again").click()
    table.click("A3")
    expect(verdict).to_contain_text("Good. Go on.")
    table.click("B4")
    expect(verdict).to_contain_text(by_name()[NAME].say)
    expect(page.locator("#again")).to_contain_text("It comes again tomorrow.")
    page.locator("#next").click()
    expect(page).to_have_url(re.compile("/problems/(?!no-way)"))
    page.evaluate(
        "name => localStorage.setItem('tengen.problems', JSON.stringify({[name]: {box: 1, due: Date.now() - 1}}))", NAME
    )
    page.goto("/problems")
    card = page.locator(f"li[data-name={NAME}]")
    expect(card).to_contain_text("due again")
    expect(page.locator("#progress")).to_have_text(f"1 of {len(by_name())} solved, 1 due for repetition.")
    page.get_by_role("link", name="Repeat due problems (1)").click()
    expect(page).to_have_url(re.compile(f"/problems/{NAME}$"))
    _opened(page, NAME)
    table.click("A3")
    expect(verdict).to_contain_text("Good. Go on.")
    table.click("B4")
    expect(page.locator("#again")).to_contain_text("It comes again in 7 days.")
    assert _boxes(page)[NAME]["box"] == 2


@pytest.mark.slow
def test_filters_list_what_is_asked_for_and_all_is_forgotten(people: People) -> None:
    page = people.somebody()
    page.goto("/problems")
    cards = page.locator(".cards > li:visible")
    expect(cards).to_have_count(len(by_name()))
    page.get_by_label("Game").select_option(label="Gengo")
    expect(cards).to_have_count(len(problems()["gengo"]))
    page.get_by_label("Show").select_option(label="Solved ones")
    expect(page.get_by_text("No problem matches both")).to_be_visible()
    page.get_by_label("Show").select_option(label="All")
    page.reload()
    expect(cards).to_have_count(len(problems()["gengo"]))
    name = problems()["gengo"][0].name
    _opened(page, name)
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#again")).to_contain_text("it stays due")
    page.goto("/problems")
    expect(page.locator(f"li[data-name={name}]")).to_contain_text("missed")
    page.get_by_role("button", name="Forget my progress").click()
    expect(page.locator(f"li[data-name={name}]")).not_to_contain_text("missed")
    assert _boxes(page) == {}


@pytest.mark.slow
def test_the_problem_of_the_day_is_played_by_the_keyboard(people: People) -> None:
    page = people.somebody()
    page.goto("/problems/daily")
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.locator(".where")).to_contain_text("Problem of the day")
    _opened(page, "take-everything")
    page.locator("#board").focus()
    page.keyboard.press("ArrowLeft")
    _steer(page, "C4")
    page.keyboard.press("Enter")
    expect(page.locator("#again")).to_contain_text("It comes again tomorrow.")
    expect(page.locator("#next")).to_be_focused()


def _steer(page: Page, label: str) -> None:
    """Move to a point with the arrow keys."""
    said = page.locator("#cursor-said")
    for _ in range(12):
        expect(said).to_have_text(re.compile(r"[A-T]\d"))
        at = re.search(r"([A-T])(\d)", said.inner_text())
        assert at is not None
        column, row = at.groups()
        if (column, row) == (label[0], label[1]):
            return
        sideways = "ArrowRight" if column < label[0] else "ArrowLeft"
        key = sideways if column != label[0] else "ArrowUp" if row < label[1] else "ArrowDown"
        page.keyboard.press(key)
        expect(said).not_to_contain_text(at.group())
