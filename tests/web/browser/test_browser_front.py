"""The front page's ways into a game, and the easier game after two lost ones."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from web_browser import People, Table


@pytest.mark.slow
def test_the_level_is_offered_at_the_click_and_remembered(people: People) -> None:
    page = people.somebody()
    page.goto("/")
    levels = page.locator("select.level")
    expect(levels.first).to_have_value("1")
    levels.nth(3).select_option("3")
    expect(levels.first).to_have_value("3")
    page.goto("/explore")
    page.get_by_role("button", name="Play Dodecahedron").click()
    expect(page).to_have_url(re.compile("/g/"))
    table = Table(page)
    table.settled()
    expect(page.locator("#title")).to_contain_text("dodecahedron")
    assert table.state()["players"]["white"]["level"] == 3
    page.goto("/")
    page.get_by_role("button", name="Play the computer", exact=True).click()
    expect(page).to_have_url(re.compile("/g/"))
    table.settled()
    assert (table.state()["players"]["white"]["level"], table.state()["board"]["text"]) == (3, "9")


@pytest.mark.slow
def test_after_two_lost_games_an_easier_one_is_proposed(people: People) -> None:
    page = people.somebody()
    for _ in range(2):
        expect(page.locator("#next")).to_be_hidden()
        table = Table.begin(page, "chinese", "7x7", opponent={"kind": "computer", "level": 2})
        table.action("resign").click()
        table.answer("yes").click()
        table.over("wins")
    proposal = page.locator("#next")
    expect(proposal).to_contain_text("Two games of this kind lost in a row.")
    expect(proposal.get_by_role("button")).to_have_text(["Against level 1, beginner", "With 2 stones ahead"])
    before = page.url
    proposal.get_by_role("button", name="level 1").click()
    expect(page).not_to_have_url(before)
    table = Table(page)
    table.settled()
    assert table.state()["players"]["white"]["level"] == 1
    expect(page.locator("#next")).to_be_hidden()


@pytest.mark.slow
def test_the_level_follows_the_results_where_that_is_asked_for(people: People) -> None:
    page = people.somebody()
    page.goto("/new?variant=chinese&board=7")
    page.locator("#level").select_option("3")
    page.get_by_label("The level follows my results").check()
    page.reload()
    expect(page.get_by_label("The level follows my results")).to_be_checked()
    for _ in range(2):
        alone = Table.begin(page, "chinese", "7x7", moves="A1 B1 C1 D1 A3 B3")
        start: dict[str, Any] = {"from": {"game": alone.id, "moves": 6}}
        table = Table.begin(page, "chinese", "7x7", opponent={"kind": "computer", "level": 3}, **start)
        expect(page.locator("#next")).to_be_hidden()
        table.action("resign").click()
        table.answer("yes").click()
        table.over("wins")
        kept = "id => JSON.parse(localStorage.getItem('tengen.following')).game === id"
        page.wait_for_function(kept, arg=table.id)  # the page stores it a moment after showing the winner
    told = page.locator("#next")
    expect(told).to_contain_text("Two games lost in a row: the computer plays the next one at level 2, novice.")
    told.get_by_role("button", name="Against level 2").click()
    expect(page).not_to_have_url(re.compile(table.id))
    table = Table(page)
    table.settled()
    assert [player["level"] for player in table.state()["players"].values()] == [2, None]
    page.goto("/new?variant=chinese&board=7")
    expect(page.locator("#level")).to_have_value("2")


@pytest.mark.slow
def test_what_makes_a_game_even_is_told_and_taken(people: People) -> None:
    page = people.somebody()
    page.goto("/new?variant=chinese&board=9")
    page.locator("#level").select_option("4")
    expect(page.locator("#take-even")).to_be_hidden()
    page.get_by_label("I am as strong as").select_option("2")
    expect(page.locator("#even-text")).to_have_text(
        "Level 4 against level 2: even at 3 stones, with Black for level 2."
    )
    page.get_by_role("button", name="Take this").click()
    expect(page.locator("#handicap")).to_have_value("3")
    page.locator("#size").get_by_text("19x19").click()
    expect(page.locator("#even-text")).to_have_text(
        "The handicap for an even game has not been measured on this board."
    )
    expect(page.locator("#take-even")).to_be_hidden()
    page.get_by_text("Both sides on this device").click()
    expect(page.get_by_label("I am as strong as")).to_be_hidden()
