"""Whole games in Chromium: every variant against the computer until it is over."""

import pytest
from example_counts import first
from playwright.sync_api import expect
from web_browser import People, Table

VARIANTS = ("chinese", "tao", "gengo", "tile", "cushion", "japanese")


def move_of(table: Table, most: int) -> None:
    """Make a move: pass if the other side has passed or enough was played, else play the first legal point."""
    state = table.state()
    if state["phase"] != "playing":
        return  # the answer to the last move ended the game after the check
    passing = state["actions"].get("pass", {}).get("ok", False)
    tired = len(state["moves"]) > most
    if passing and (tired or (state["moves"] and state["moves"][-1]["text"] == "pass")):
        table.press("pass")
        return
    if not state["actions"].get("pass") and state["actions"]["return"]["ok"] and tired:
        table.press("return")
        return
    vacant = table.board.locator("[data-point]:not(:has(.stone))").evaluate_all("all => all.map(p => p.dataset.point)")
    legal = [label for label in vacant if label not in state["illegal"]]
    if legal:
        table.play(legal[len(legal) // 2])
    else:
        table.press("return")


@pytest.mark.slow
def test_a_game_goes_on_in_another_language(people: People) -> None:
    page = people.somebody()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    table = Table.begin(page, board="5x5", moves="C3 B2")
    expect(table.action("pass")).to_have_text("Pass")
    assert not any("words.json" in address for address in fetched)
    page.get_by_role("combobox", name="Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(table.action("pass")).to_have_text("Passen")
    assert sum("words.json?lang=de" in address for address in fetched) == 1
    table.play("D4")
    expect(table.moves.locator("button").last).to_have_attribute("aria-label", "3. Schwarz D4")


@pytest.mark.parametrize("variant", first(1, VARIANTS))
def test_a_whole_game_against_the_computer(people: People, variant: str) -> None:
    table = Table.begin(people.somebody(), variant, opponent={"kind": "computer", "level": 1})
    for _ in range(200):
        table.settled()
        if table.phase == "over":
            break
        if table.phase == "counting":
            table.action("agree").click()
            table.over("wins")
        else:
            move_of(table, most=16)
    state = table.state()
    assert state["phase"] == "over"
    table.over(state["outcome"]["text"])


@pytest.mark.slow
def test_the_button_of_a_tao_stone_tells_what_one_costs_now(people: People) -> None:
    """In an auction from 3 to 1 every two turns, the button, its refusal and the API show the price (spec 3.9)."""
    axes = {"tao_price": "auction 3 to 1 every 2", "tao_start": "none"}
    table = Table.begin(people.somebody(), "tao", "5x5", axes=axes)
    button = table.action("tao")
    expect(button).to_contain_text("3 prisoners")
    table.play("A1", "B1")
    expect(button).to_contain_text("2 prisoners")
    table.play("C3", "A2")
    expect(button).to_contain_text("1 prisoner")
    expect(button).to_have_attribute("title", "Black cannot pay for a Tao stone: it costs 1; Black holds 0.")
    table.play("D3")
    assert table.state()["players"]["white"]["tao_price"] == 1
    button.click()
    table.play("D4")
    expect(button).to_contain_text("3 prisoners")


@pytest.mark.slow
def test_the_form_takes_a_price_of_tao_stones_as_text(people: People) -> None:
    page = people.somebody()
    page.goto("/new?variant=tao&board=5x5")
    page.locator("#advanced summary").click()
    page.locator("#axis-tao_price").fill("4, 5")
    page.locator("#axis-tao_start").fill("A1, B2")
    page.get_by_text("Both sides").click()
    page.locator("#begin").click()
    expect(page.locator("#title")).to_contain_text("Tao Go")
    table = Table(page)
    table.settled()
    expect(table.action("tao")).to_contain_text("4 prisoners")
    expect(table.board.locator("[data-point].tao")).to_have_count(2)
